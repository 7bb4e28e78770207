# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a search over floors finds."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from ...geometry.primitives import length_of
from .mesh import FloorMesh
from .place import Place, polygons_at
from .sight import sight


class FloorRoute(NamedTuple):
    """A way from a start to a goal.

    places : start, bends and goal. legs : for each part between two of them the polygons that it runs through, in
    order. raw_length : of what was found before it was pulled taut, in plan, 1/64 voxel.
    """

    places: list[Place]
    legs: list[list[int]]
    raw_length: float


def plan_length(places: Iterable[Place]) -> float:
    """How long a line over places is as seen from above."""
    return length_of((place.x, place.y, 0.0) for place in places)


def route_over(mesh: FloorMesh, places: list[Place], raw_length: float) -> FloorRoute:
    """The route over places that see each other one after the other."""
    legs = []
    for begin, end in pairwise(places):
        leg = sight(mesh, begin, end, frozenset(polygons_at(mesh, end)))
        assert leg is not None, "the bends of a path see each other"
        legs.append(leg)
    return FloorRoute(places, legs, raw_length)
