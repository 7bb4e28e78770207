# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a question (start, goal, settings) to a Path."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats
from ..config import PathConfig
from ..errors import NavError, PathError
from ..model import NavVolume, Path
from ..progress import Progress
from .refine import slide_along_portals
from .search import find_sleeve


def find_path(
    nav: NavVolume,
    start: ArrayLike,
    goal: ArrayLike,
    config: PathConfig | None = None,
    progress: Progress | None = None,
) -> Path:
    """A path between two points through the cells of a volume.

    Parameters
    ----------
    nav : the volume.
    start, goal : (3,) float, world.
    config : how to search; None is `PathConfig()`.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    """
    began = time.perf_counter()
    config = config or PathConfig()
    ends = np.stack([_checked_point("start", start), _checked_point("goal", goal)])
    try:
        cells, points, distances = nav.nearest(ends)
    except NavError as error:
        raise PathError(str(error)) from error
    moved = (points != ends).any(axis=1)
    snapped = (bool(moved[0]), bool(moved[1]))
    reason = _why_not(nav, config, cells.tolist(), distances.tolist())
    if reason:
        return Path(False, reason, np.empty((0, 3)), snapped=snapped, stats=_stats(began, 0))

    sleeve, entries, expanded = find_sleeve(nav, int(cells[0]), int(cells[1]), points[0], points[1], config, progress)
    raw = np.stack([points[0], *entries, points[1]])
    refined = raw if config.refine == "none" else slide_along_portals(nav, sleeve, raw)
    return Path(
        found=True,
        reason="",
        points=refined,
        length=_length(refined),
        raw_length=_length(raw),
        cells=tuple(sleeve),
        snapped=snapped,
        stats=_stats(began, expanded),
    )


def _checked_point(name: str, point: ArrayLike) -> Floats:
    try:
        array = np.asarray(point, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise PathError(f"{name} must be three numbers, not {point!r}") from error
    if array.shape != (3,) or not np.isfinite(array).all():
        raise PathError(f"{name} must be three finite numbers, not {point!r}")
    return array


def _why_not(nav: NavVolume, config: PathConfig, cells: list[int], distances: list[float]) -> str:
    """Why there can be no path, known without a search; empty when there is one."""
    reach = 2 * nav.voxel_size if config.max_snap is None else config.max_snap
    for name, distance in zip(("start", "goal"), distances, strict=True):
        if distance > reach:
            return f"the {name} is {distance:.3g} from free space, farther than max_snap ({reach:.3g})"
    first, second = (int(nav.components[cell]) for cell in cells)
    if first != second:
        return f"the start is on island {first} and the goal on island {second}; nothing connects them"
    return ""


def _length(points: Floats) -> float:
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def _stats(began: float, expanded: int) -> dict[str, float]:
    return {"seconds": time.perf_counter() - began, "expanded": expanded}
