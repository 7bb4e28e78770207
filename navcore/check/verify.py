# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`check`: every guarantee of a baked volume. They are independent of each other, so they are checked side by side."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Int32s, Int64s
from ..errors import NavError
from ..given import number, shown
from ..progress import Progress, Steps, nth_part, part, run
from ..workers import run_in_order
from .accounting import Accounting
from .clearance import check_clearance
from .complete import Promise, check_complete, clear_from
from .faults import Faults, Kind
from .floor import check_surface_steps
from .inputs import FARTHEST_POINT, Intake, take_in
from .links import check_links_steps
from .portals import check_components, check_portals
from .sound import check_portals_open, check_sound
from .surface import Surface
from .tiling import check_tiling, overlap

#: Checks something and tells its faults.
_Check = Callable[[Faults], Steps[None]]
#: Blocked boxes are looked at in so many parts, if there are many, so that each takes about as long as other checks.
_PARTS, _MANY = 8, 1 << 14
#: With fewer boxes than this, a thread takes longer to start than to check them.
_FEW = 1 << 12
#: Share of the whole that taking in the arrays takes.
_INTAKE = 0.1
_STAGE = "Checking"


def check(
    nav: object,
    vertices: ArrayLike,
    triangles: ArrayLike,
    progress: Progress | None = None,
    *,
    slack: float | None = None,
    floors: ArrayLike | None = None,
) -> list[str]:
    """Every fault of a bake against the scene it was made of, as sentences; none when all guarantees hold.

    Parameters
    ----------
    nav : a `NavVolume`, a `NavSurface`, or what has such a `volume`, such a `surface` or both. Read of a volume are
        `origin`, `voxel_size`, `shape`, `cells`, `portals`, `components`, `clearance`, `agent_radius`, `boxes()`,
        `blocked()` and `removed()`, and whether its `metadata` says that it was eroded; of a surface its arrays, its
        agent, and what its `metadata` says it was asked for. `links`, if there are some, between both.
    vertices : (n, 3) float, scene units.
    triangles : (m, 3) int, indices of vertices. A triangle without area counts as the segment or point it is.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    slack : voxels, 0 or more. A blocked voxel must be within the radius of a triangle; this much more is allowed. None
        is what each kind of volume promises: nothing for a bake, two diagonals of a voxel for an eroded one, and one
        more for each time it was eroded again.
    floors : (m,) bool, which triangles may be floors of a surface; None is all.

    Returns
    -------
    faults : each begins with its kind and a colon, and names what is at fault by index and in figures. At most 20 of
        a kind are told, then "and N more".
    """
    allowed = _promised_slack(nav) if slack is None else number(slack)
    if allowed is None or not 0 <= allowed <= FARTHEST_POINT:
        raise NavError(f"slack must be a number of voxels from 0 to {FARTHEST_POINT:g}, not {shown(slack)}")
    return run(_all_steps(nav, vertices, triangles, allowed, floors), progress)


def _all_steps(
    nav: object, vertices: ArrayLike, triangles: ArrayLike, slack: float, floors: ArrayLike | None
) -> Steps[list[str]]:
    """The faults of all that there is of volume and surface."""
    volume, surface = getattr(nav, "volume", None), getattr(nav, "surface", None)
    if hasattr(nav, "polygon_starts"):
        surface = nav
    elif surface is None:
        volume = nav if volume is None else volume
    checks = []
    if volume is not None:
        checks.append(_check_steps(volume, vertices, triangles, slack))
    if surface is not None:
        checks.append(check_surface_steps(surface, vertices, triangles, floors))
    links = getattr(nav, "links", None)
    if links is not None:
        checks.append(check_links_steps(links, surface, volume, vertices, triangles))
    found = []
    for index, steps in enumerate(checks):
        found += yield from nth_part(steps, index, len(checks))
    return found


def _promised_slack(nav: object) -> float:
    """In voxels. Growing by whole voxels' boxes may block a diagonal too much, and so may what was grown."""
    metadata = getattr(nav, "metadata", None)
    earlier = metadata.get("eroded_from") if isinstance(metadata, Mapping) else None
    return (1 + len(earlier)) * math.sqrt(3) if isinstance(earlier, list) and earlier else 0.0


def _check_steps(nav: object, vertices: ArrayLike, triangles: ArrayLike, slack: float) -> Steps[list[str]]:
    faults = Faults()
    given = yield from part(take_in(nav, vertices, triangles, faults), 0.0, _INTAKE)
    checks = [*_checks_of_arrays(given), *_checks_against_scene(given, slack)]
    boxes = sum(len(some) for some in (given.cells, given.removed, given.blocked) if some is not None)
    if boxes < _FEW:
        for check in checks:
            yield from part(check(faults), _INTAKE, _INTAKE)
        return faults.sentences()
    for found in (yield from part(run_in_order(_faults_of, [(check,) for check in checks], _STAGE), _INTAKE, 1.0)):
        faults.include(found)
    return faults.sentences()


def _faults_of(check: _Check) -> Steps[Faults]:
    faults = Faults()
    yield from check(faults)
    return faults


def _checks_of_arrays(given: Intake) -> Iterator[_Check]:
    """What can be said of a volume without its scene."""
    yield partial(_check_boxes, given)
    if given.cells is not None and given.blocked is not None and given.clearance is not None:
        yield partial(check_clearance, given.cells, given.blocked, given.clearance, given.voxel_size)


def _check_boxes(given: Intake, faults: Faults) -> Steps[None]:
    """That boxes tile the domain, and what joins them."""
    cells, removed, blocked, portals, shape = given.cells, given.removed, given.blocked, given.portals, given.shape
    if cells is not None and removed is not None and blocked is not None and shape is not None:
        yield from check_tiling({"cell": cells, "removed box": removed, "blocked box": blocked}, shape, faults)
    if cells is not None and removed is not None and portals is not None and shape is not None:
        yield from _check_portals(cells, removed, portals, shape, faults)
    if given.components is not None and portals is not None and cells is not None:
        check_components(given.components, portals, faults)


def _check_portals(cells: Int32s, removed: Int32s, portals: Int64s, shape: Int64s, faults: Faults) -> Steps[None]:
    """Portals, where cells are so that it can be said which of them touch."""
    kept = np.concatenate((cells, removed))
    if faults.has(Kind.OUTSIDE) or (faults.has(Kind.OVERLAP) and (yield from overlap(kept, shape))):
        faults.add(Kind.PORTAL, "not checked, since cells overlap or leave the domain")
    else:
        yield from check_portals(cells, removed, portals, faults)


def _checks_against_scene(given: Intake, slack: float) -> Iterator[_Check]:
    """What the triangles have to say."""
    if given.corners is None or given.shape is None or given.radius is None:
        return
    surface = Surface(given.corners, given.shape, clear_from(given.radius, slack) + 2.0)
    for what, boxes in (("cell", given.cells), ("removed box", given.removed)):
        if boxes is not None:
            yield partial(check_sound, surface, boxes, what, given.radius, given.voxel_size)
    if given.cells is not None and given.portals is not None:
        yield partial(check_portals_open, surface, given.cells, given.portals, given.radius)
    if given.blocked is not None:
        promise = Promise(given.radius, slack, given.voxel_size)
        accounting = Accounting(surface.corners, promise.reach)
        # By place, so that each part has to do with few of the triangles.
        order = np.argsort(given.blocked[:, 0, 0], kind="stable")
        for some in np.array_split(given.blocked[order], _PARTS if len(order) > _MANY else 1):
            yield partial(check_complete, surface, accounting, some, promise)
