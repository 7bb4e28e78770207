# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`check`: every guarantee of a baked volume, one after the other."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Int32s, Int64s
from ..errors import NavError
from ..given import number, shown
from .clearance import check_clearance
from .complete import check_complete, clear_from
from .faults import Faults, Kind
from .inputs import FARTHEST_POINT, Intake, take_in
from .portals import check_components, check_portals
from .sound import check_portals_open, check_sound
from .surface import Surface
from .tiling import check_tiling, overlap


def check(nav: object, vertices: ArrayLike, triangles: ArrayLike, *, slack: float | None = None) -> list[str]:
    """Every fault of a volume against the scene it was baked from, as sentences; none when all guarantees hold.

    Parameters
    ----------
    nav : a `NavVolume`. Read are `origin`, `voxel_size`, `shape`, `cells`, `portals`, `components`, `clearance`,
        `agent_radius`, `boxes()`, `blocked()` and `removed()`, and whether its `metadata` says that it was eroded.
    vertices : (n, 3) float, scene units.
    triangles : (m, 3) int, indices of vertices. A triangle without area counts as the segment or point it is.
    slack : voxels, 0 or more. A blocked voxel must be within the radius of a triangle; this much more is allowed. None
        is what each kind of volume promises: nothing for a bake, two diagonals of a voxel for an eroded one, and one
        more for each time it was eroded again.

    Returns
    -------
    faults : each begins with its kind and a colon, and names what is at fault by index and in figures. At most 20 of
        a kind are told, then "and N more".
    """
    allowed = _promised_slack(nav) if slack is None else number(slack)
    if allowed is None or not 0 <= allowed <= FARTHEST_POINT:
        raise NavError(f"slack must be a number of voxels from 0 to {FARTHEST_POINT:g}, not {shown(slack)}")
    faults = Faults()
    given = take_in(nav, vertices, triangles, faults)
    _check_arrays(given, faults)
    _check_against_scene(given, allowed, faults)
    return faults.sentences()


def _promised_slack(nav: object) -> float:
    """In voxels. Growing by whole voxels' boxes may block a diagonal too much, and so may what was grown."""
    metadata = getattr(nav, "metadata", None)
    earlier = metadata.get("eroded_from") if isinstance(metadata, Mapping) else None
    return (1 + len(earlier)) * math.sqrt(3) if isinstance(earlier, list) and earlier else 0.0


def _check_arrays(given: Intake, faults: Faults) -> None:
    """What can be said of a volume without its scene."""
    cells, removed, blocked, portals, shape = given.cells, given.removed, given.blocked, given.portals, given.shape
    if cells is not None and removed is not None and blocked is not None and shape is not None:
        check_tiling({"cell": cells, "removed box": removed, "blocked box": blocked}, shape, faults)
    if cells is not None and removed is not None and portals is not None and shape is not None:
        _check_portals(cells, removed, portals, shape, faults)
    if given.components is not None and portals is not None and cells is not None:
        check_components(given.components, portals, faults)
    if cells is not None and blocked is not None and given.clearance is not None:
        check_clearance(cells, blocked, given.clearance, given.voxel_size, faults)


def _check_portals(cells: Int32s, removed: Int32s, portals: Int64s, shape: Int64s, faults: Faults) -> None:
    """Portals, where cells are so that it can be said which of them touch."""
    if faults.has(Kind.OUTSIDE) or (faults.has(Kind.OVERLAP) and overlap(np.concatenate((cells, removed)), shape)):
        faults.add(Kind.PORTAL, "not checked, since cells overlap or leave the domain")
    else:
        check_portals(cells, removed, portals, faults)


def _check_against_scene(given: Intake, slack: float, faults: Faults) -> None:
    """What the triangles have to say."""
    if given.corners is None or given.shape is None or given.radius is None:
        return
    surface = Surface(given.corners, given.shape, clear_from(given.radius, slack) + 2.0)
    for what, boxes in (("cell", given.cells), ("removed box", given.removed)):
        if boxes is not None:
            check_sound(surface, boxes, what, given.radius, given.voxel_size, faults)
    if given.cells is not None and given.portals is not None:
        check_portals_open(surface, given.cells, given.portals, given.radius, faults)
    if given.blocked is not None:
        check_complete(surface, given.blocked, given.radius, slack, given.voxel_size, faults)
