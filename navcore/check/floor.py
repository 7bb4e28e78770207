# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every guarantee of a surface to walk on, against the scene that it was baked from."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..progress import Steps, nth_part
from .faults import Faults, Kind
from .floor_arrays import FloorIntake, take_in_scene, take_in_surface
from .floor_complete import check_complete
from .floor_keeping import Keeping
from .floor_polygons import check_polygons
from .floor_sound import check_borders, check_heights, check_inside
from .sheet import SURE_CRACK, Sheet

_PARTS = 5


def check_surface_steps(
    surface: object, vertices: ArrayLike, triangles: ArrayLike, floors: ArrayLike | None
) -> Steps[list[str]]:
    """The faults of a surface, as sentences; `floors` : (m,) bool, which triangles may be floors, None for all."""
    faults = Faults()
    given = take_in_surface(surface, faults)
    scene = take_in_scene(surface, vertices, triangles, floors, faults)
    if given is None:
        return faults.sentences()
    yield from nth_part(check_polygons(given, faults), 0, _PARTS)
    if scene is None or faults.has(Kind.CONVEX):
        return faults.sentences()
    sheet = Sheet(scene.corners, given.body, scene.chosen)
    strict = Sheet(scene.corners, given.body, scene.chosen, SURE_CRACK)
    checks = (
        check_borders(given, sheet, Keeping(sheet, in_doubt=False), faults),
        check_inside(given, sheet, faults),
        check_heights(given, sheet, faults),
        check_complete(given, strict, Keeping(strict, in_doubt=True), faults),
    )
    for number, check in enumerate(checks, 1):
        yield from nth_part(check, number, _PARTS)
    _check_bounds(given, faults)
    return faults.sentences()


def _check_bounds(given: FloorIntake, faults: Faults) -> None:
    """A surface stays within what was baked."""
    at = given.corners[given.ring, :2] / 64
    outside = np.flatnonzero(((at < given.bounds[0, :2] - 1e-6) | (at > given.bounds[1, :2] + 1e-6)).any(axis=1))
    told = (f"corner {given.ring[place]} is outside the bounds" for place in outside.tolist())
    faults.add_many(Kind.OUTSIDE, len(outside), told)
