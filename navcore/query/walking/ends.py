# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where walks begin and end: points as they are given, and where on floors they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...arrays import Float64s
from ...surface import CORNER_UNIT, NavSurface
from .mesh import FloorMesh
from .place import Place, place_in

#: How far a point may be moved onto floors when a query does not say, in voxels, beside the agent's radius: someone who
#: touches a wall is that far from where its middle can be.
SNAP_VOXELS = 2


@dataclass(frozen=True)
class FloorEnd:
    """A start or goal on a floor.

    place : where it is in plan, so that all can be decided exactly; off `world` by less than can be seen.
    island : of that floor. world : (3,) float64, on the floor, in plan as given if there is floor.
    snapped : whether it was moved in plan, or farther up or down than the agent is high, and distance : how far.
    """

    place: Place
    island: int
    world: Float64s
    snapped: bool
    distance: float


def snap_limit(surface: NavSurface, max_snap: float | None) -> float:
    """How far a point may be moved onto floors, scene units."""
    return surface.agent_radius + SNAP_VOXELS * surface.voxel_size if max_snap is None else max_snap


def find_ends(surface: NavSurface, mesh: FloorMesh, points: Float64s) -> list[FloorEnd]:
    """Where on floors points, (n, 3) world, are or nearly are. There must be polygons."""
    polygons, heights = surface.standing(points)
    is_lost, distances = polygons < 0, np.zeros(len(points))
    places = np.column_stack((points[:, :2], heights))
    if is_lost.any():
        polygons[is_lost], places[is_lost], distances[is_lost] = surface.nearest(points[is_lost])
    ends = []
    scale = CORNER_UNIT / surface.voxel_size
    plan = ((places - surface.origin) * scale)[:, :2].tolist()
    for index, (x, y) in enumerate(plan):
        polygon = int(polygons[index])
        place, island = place_near(mesh, polygon, x, y), int(surface.components[polygon])
        ends.append(FloorEnd(place, island, places[index], bool(is_lost[index]), float(distances[index])))
    return ends


def place_near(mesh: FloorMesh, polygon: int, x: float, y: float) -> Place:
    """The place of a polygon that a point, 1/64 voxel, which is in it but for rounding, is rounded to."""
    grain = mesh.grain
    x, y = round(x / grain) * grain, round(y / grain) * grain
    place = place_in(mesh, polygon, x, y)
    if place is not None:
        return place
    # Beside a border that is not parallel to an axis. Towards the middle there is room sooner or later.
    edges = mesh.half_edges(polygon)
    middle_x = sum(mesh.x[edge] for edge in edges) / len(edges)
    middle_y = sum(mesh.y[edge] for edge in edges) / len(edges)
    share = grain / max(abs(middle_x - x), abs(middle_y - y), grain)
    while share <= 1.0:
        near_x = round((x + share * (middle_x - x)) / grain) * grain
        near_y = round((y + share * (middle_y - y)) / grain) * grain
        place = place_in(mesh, polygon, near_x, near_y)
        if place is not None:
            return place
        share *= 2.0
    # Too narrow for anything between its corners.
    corner = min(edges, key=lambda edge: (mesh.x[edge] - x) ** 2 + (mesh.y[edge] - y) ** 2)
    return Place(mesh.x[corner], mesh.y[corner], polygon, corner=corner)
