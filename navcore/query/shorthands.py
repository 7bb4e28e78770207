# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions to the navigator that what is asked keeps for itself, as functions. See `Navigator` for more."""

from __future__ import annotations

from dataclasses import replace

from numpy.typing import ArrayLike

from ..config import PathConfig
from ..errors import NavError
from ..given import shown
from ..model import NavVolume
from ..navigation import Baked
from ..progress import Progress, Steps, run
from .analysis.leak import Leak
from .analysis.why_not import WhyNot
from .navigator import Navigator
from .path import Path
from .search.portal_landmarks import landmark_tables


def find_path(
    nav: Baked,
    start: ArrayLike,
    goal: ArrayLike,
    config: PathConfig | None = None,
    progress: Progress | None = None,
) -> Path:
    """`Navigator.find_path` in a volume, on a surface, or in a Navigation."""
    return Navigator.of(nav).find_path(start, goal, config, progress)


def find_path_steps(nav: Baked, start: ArrayLike, goal: ArrayLike, config: PathConfig | None = None) -> Steps[Path]:
    """`find_path` in steps of a few milliseconds at most."""
    return Navigator.of(nav).find_path_steps(start, goal, config)


def find_paths(
    nav: Baked,
    source: ArrayLike,
    targets: ArrayLike,
    config: PathConfig | None = None,
    progress: Progress | None = None,
) -> list[Path]:
    """`Navigator.find_paths` in a volume, on a surface, or in a Navigation."""
    return Navigator.of(nav).find_paths(source, targets, config, progress)


def find_paths_steps(
    nav: Baked, source: ArrayLike, targets: ArrayLike, config: PathConfig | None = None
) -> Steps[list[Path]]:
    """`find_paths` in steps of a few milliseconds at most."""
    return Navigator.of(nav).find_paths_steps(source, targets, config)


def k_routes(
    nav: Baked,
    start: ArrayLike,
    goal: ArrayLike,
    k: int,
    config: PathConfig | None = None,
    progress: Progress | None = None,
) -> list[Path]:
    """`Navigator.k_routes` in a volume or on a surface."""
    return Navigator.of(nav).k_routes(start, goal, k, config, progress)


def k_routes_steps(
    nav: Baked, start: ArrayLike, goal: ArrayLike, k: int, config: PathConfig | None = None
) -> Steps[list[Path]]:
    """`k_routes` in steps of a few milliseconds at most."""
    return Navigator.of(nav).k_routes_steps(start, goal, k, config)


def find_leak(
    nav: NavVolume, inside: ArrayLike, outside: ArrayLike | None = None, progress: Progress | None = None
) -> Leak:
    """`Navigator.find_leak` in a volume."""
    return Navigator.of(nav).find_leak(inside, outside, progress)


def find_leak_steps(nav: NavVolume, inside: ArrayLike, outside: ArrayLike | None = None) -> Steps[Leak]:
    """`find_leak` in steps of a few milliseconds at most."""
    return Navigator.of(nav).find_leak_steps(inside, outside)


def why_not(
    nav: Baked,
    start: ArrayLike,
    goal: ArrayLike,
    vertices: ArrayLike | None = None,
    triangles: ArrayLike | None = None,
    config: PathConfig | None = None,
    progress: Progress | None = None,
) -> WhyNot:
    """`Navigator.why_not` in a volume or on a surface."""
    return Navigator.of(nav).why_not(start, goal, vertices, triangles, config, progress)


def why_not_steps(
    nav: Baked,
    start: ArrayLike,
    goal: ArrayLike,
    vertices: ArrayLike | None = None,
    triangles: ArrayLike | None = None,
    config: PathConfig | None = None,
) -> Steps[WhyNot]:
    """`why_not` in steps."""
    return Navigator.of(nav).why_not_steps(start, goal, vertices, triangles, config)


def with_landmarks(nav: NavVolume, count: int, progress: Progress | None = None) -> NavVolume:
    """The same volume with `count` landmarks on every island, 0 to 64.

    `save` writes them, and `find_path` with as many or fewer over "portals" need not work them out. `progress` as for
    `bake`.
    """
    if not isinstance(nav, NavVolume):
        raise NavError(f"landmarks are for a NavVolume, not for {shown(nav)}")
    count = PathConfig(landmarks=count).landmarks  # refuses what cannot be
    graph = Navigator.of(nav).points("portals")
    tables = run(landmark_tables(nav, graph, count), progress) if count else None
    return replace(nav, landmarks=tables)
