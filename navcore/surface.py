# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""NavSurface, what a bake of floors makes and everything else reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Float64s, Int32s, Int64s, UInt8s
from .errors import NavError
from .geometry.floor_finder import FloorFinder
from .geometry.floors import meant_floor, nearest_in_plan
from .given import point_array, points_array, shown
from .model import distances

#: Parts of a voxel that corners are counted in.
CORNER_UNIT = 64
#: In 1/64 voxel; nobody can tell what is nearest from farther away, and squares would overflow.
_FAR_AWAY = 2.0**60
#: So few points are looked up one by one, which is faster then.
_FEW = 4
_ARRAY_TYPES = ("Float64s", "Int32s", "UInt8s")


class Border(IntEnum):
    """What is behind an edge of a polygon."""

    #: Another polygon.
    NONE = 0
    #: Something in the body's way: a wall, or a ceiling that comes down.
    WALL = 1
    #: The floor ends: it goes down by more than a step, or is too steep.
    LEDGE = 2
    #: The border of what was baked.
    BOUNDS = 3


@dataclass(frozen=True, eq=False)
class NavSurface:
    """Where an agent can stand and walk, as convex polygons over real floors. Its arrays are read-only.

    Attributes
    ----------
    origin : (3,) float64, world position that corners are counted from.
    voxel_size : edge of a column of the grid, in scene units. Corners are counted in 1/64 of it.
    corners : (n, 3) int32, corners of the polygons, x, y and height, in 1/64 voxel from `origin`; all different.
    polygon_starts : (p + 1,) int32, where each polygon's corners begin in `polygon_vertices`.
    polygon_vertices : (s,) int32, indices into `corners`; of each polygon counter-clockwise seen from above.
    neighbours : (s,) int32, the polygon behind the edge from each corner of a polygon to its next one; -1 at a border.
    borders : (s,) uint8, what is behind that edge, a `Border`; 0 just where there is a neighbour.
    components : (p,) int32, which connected set of polygons each one belongs to, from 0.
    areas : (p,) uint8, what kind of floor each polygon is; 0 unless the artist says otherwise.
    detail_starts : (p + 1,) int32, where each polygon's corners inside it begin in `detail_corners`.
    detail_corners : (d, 3) int32, corners inside polygons and on their edges that only heights need, as `corners`.
        Those on an edge are rounded; two polygons that have the edge in common have them alike.
    detail_triangle_starts : (p + 1,) int32, where each polygon's triangles begin in `detail_triangles`.
    detail_triangles : (t, 3) int32, triangles that tell heights. Of a polygon with k corners, an index below k is that
        corner, k + i is its i-th detail corner. A polygon without any is a fan from its first corner.
    agent_radius, agent_height, step_height : of the agent, scene units.
    max_slope : the steepest floor, degrees.
    metadata : names and settings that travel with the surface in its file; values as JSON knows them.
    """

    origin: Float64s
    voxel_size: float
    corners: Int32s
    polygon_starts: Int32s
    polygon_vertices: Int32s
    neighbours: Int32s
    borders: UInt8s
    components: Int32s
    areas: UInt8s
    detail_starts: Int32s
    detail_corners: Int32s
    detail_triangle_starts: Int32s
    detail_triangles: Int32s
    agent_radius: float
    agent_height: float
    step_height: float
    max_slope: float
    metadata: Mapping[str, Any] = field(default_factory=dict)
    #: What was worked out of the surface, by name, so that it is worked out once; it goes when the surface goes.
    kept: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for each in fields(self):
            if each.type in _ARRAY_TYPES:
                array = getattr(self, each.name)
                if not isinstance(array, np.ndarray):
                    raise NavError(f"{each.name} of a surface must be a numpy array, not {shown(array)}")
                array.setflags(write=False)

    def __len__(self) -> int:
        """How many polygons there are."""
        return len(self.polygon_starts) - 1

    @property
    def vertices(self) -> Float64s:
        """World positions of the polygons' corners: (n, 3) float64."""
        return self.world(self.corners)

    def world(self, corners: Int32s) -> Float64s:
        """World positions, (k, 3) float64, of corners, (k, 3) int in 1/64 voxel."""
        return self.origin + corners * (self.voxel_size / CORNER_UNIT)

    def floor_corners(self) -> tuple[Int32s, Int32s]:
        """The triangles that tell how high floors are, in the order of their polygons; worked out once.

        Returns
        -------
        corners : (t, 3, 3) int32, of each triangle, counter-clockwise seen from above, in 1/64 voxel from `origin`. Of
            those of a polygon without triangles of its own, a fan from its first corner, some may be flat lines.
        polygons : (t,) int32, ascending, which polygon each triangle belongs to.
        """
        if "floor_corners" not in self.kept:
            corners, polygons = _triangles_of(self)
            corners.setflags(write=False)
            polygons.setflags(write=False)
            self.kept["floor_corners"] = corners, polygons
        known: tuple[Int32s, Int32s] = self.kept["floor_corners"]
        return known

    def floor_triangles(self) -> tuple[Float64s, Int32s]:
        """World corners of the triangles of `floor_corners`, (t, 3, 3) float64, and their polygons, (t,) int32."""
        corners, polygons = self.floor_corners()
        return self.world(corners), polygons

    def plan_areas(self) -> Float64s:
        """Areas of the polygons as seen from above: (p,) float64, square scene units."""
        starts, ends = self.polygon_starts[:-1], self.polygon_starts[1:]
        following = np.arange(1, len(self.polygon_vertices) + 1)
        following[ends - 1] = starts
        corners = self.corners[self.polygon_vertices, :2].astype(np.int64)
        # From a corner of each, so that numbers stay whole and small.
        corners -= np.repeat(corners[starts], ends - starts, axis=0)
        others = corners[following]
        doubles = np.add.reduceat(corners[:, 0] * others[:, 1] - others[:, 0] * corners[:, 1], starts)
        areas: Float64s = doubles * (0.5 * (self.voxel_size / CORNER_UNIT) ** 2)
        return areas

    def locate(self, points: ArrayLike) -> Int64s:
        """The polygon on whose floor each point is, or -1: (n, 3) float, world, to (n,) int64.

        A point is on a floor that is below it by no more than the agent's height, or above it by no more than a step or
        a voxel, because heights are not exact. Of several floors it is on the highest. Polygons are closed; of several
        the lowest index answers.
        """
        return self.standing(points)[0]

    def height(self, points: ArrayLike) -> Float64s:
        """How high the floor is that each point is on, as `locate` tells, world: (n, 3) float to (n,) float64; NaN
        where there is none."""
        return self.standing(points)[1]

    def standing(self, points: ArrayLike) -> tuple[Int64s, Float64s]:
        """`locate` and `height` of points, (n, 3) float, world."""
        wanted = points_array("points", points, NavError)
        found, heights = np.full(len(wanted), -1, np.int64), np.full(len(wanted), np.nan)
        if not len(self) or not len(wanted):
            return found, heights
        unit = self.voxel_size / CORNER_UNIT
        if len(wanted) <= _FEW:
            for index, (point, units) in enumerate(zip(wanted.tolist(), self._units(wanted).tolist(), strict=True)):
                floors = [(polygon, float(self.origin[2]) + z * unit) for polygon, z in self.finder.floors_over(units)]
                held = [(height, -polygon) for polygon, height in floors if self._is_on(point[2] - height)]
                if held:
                    heights[index], below_zero = max(held)
                    found[index] = -below_zero
            return found, heights
        item, polygon, height = self.finder.floors_at(self._units(wanted))
        height = self.origin[2] + height * unit
        meant = np.flatnonzero(self._is_on(wanted[item, 2] - height))
        item, polygon, height = item[meant], polygon[meant], height[meant]
        order = np.lexsort((polygon, -height, item))
        which, first = np.unique(item, return_index=True)
        found[which], heights[which] = polygon[order[first]], height[order[first]]
        return found, heights

    def _is_on(self, above: Any) -> Any:
        """Whether something so far above a floor is on it, numbers or arrays."""
        return (above >= -max(self.step_height, self.voxel_size)) & (above <= self.agent_height)

    def nearest(self, points: ArrayLike) -> tuple[Int64s, Float64s, Float64s]:
        """The floor nearest to each point.

        Parameters
        ----------
        points : (n, 3) float, world.

        Returns
        -------
        polygon : (n,) int64; the one that `locate` tells, if any.
        point : (n, 3) float64, world, on its floor: straight above or below if there is floor of that polygon.
        distance : (n,) float64, from one to the other, scene units.
        """
        wanted = points_array("points", points, NavError)
        if not len(self):
            raise NavError("the surface has no polygons, so none is nearest; bake it with floors first")
        polygon, height = self.standing(wanted)
        place = np.column_stack((wanted[:, :2], height))
        lost = np.flatnonzero(polygon < 0)
        if len(lost):
            polygon[lost], units = self.finder.nearest(self._units(wanted[lost]))
            place[lost] = self.origin + units * (self.voxel_size / CORNER_UNIT)
        return polygon, place, distances(place, wanted)

    def _units(self, points: Float64s) -> Float64s:
        """World points, (n, 3), in 1/64 voxel from the origin; what is very far away is as far as can be told."""
        with np.errstate(over="ignore"):
            units: Float64s = (points - self.origin) * (CORNER_UNIT / self.voxel_size)
        return np.clip(units, -_FAR_AWAY, _FAR_AWAY)

    @property
    def finder(self) -> FloorFinder:
        """Where polygons are, worked out once."""
        if "finder" not in self.kept:
            self.kept["finder"] = FloorFinder(
                self.corners[self.polygon_vertices], self.polygon_starts, *self.floor_corners()
            )
        known: FloorFinder = self.kept["finder"]
        return known

    def below(self, points: ArrayLike) -> Int64s:
        """The polygon whose floor each point means, as markers do: that of the nearest floor below, however far.

        A floor up to a step or a voxel above a point counts as below it, because heights are not exact. If there is
        none, it is the nearest floor above within the agent's height. A point that is straight over no floor means the
        floors that are within the agent's radius in plan.

        Parameters
        ----------
        points : (n, 3) float, world.

        Returns
        -------
        (n,) int64, -1 for what is over no floor.
        """
        wanted = points_array("points", points, NavError)
        triangles, polygons = self.floor_triangles()
        slack, found = max(self.step_height, self.voxel_size), np.full(len(wanted), -1, np.int64)
        for index, point in enumerate(wanted):
            distances, places = nearest_in_plan(triangles, point)
            # Corners are rounded.
            for reach in (self.voxel_size / CORNER_UNIT, self.agent_radius):
                near = distances <= reach
                triangle = meant_floor(places[:, 2], float(point[2]), slack, self.agent_height, near)
                if triangle >= 0:
                    found[index] = polygons[triangle]
                    break
        return found

    def nearest_floor(self, point: ArrayLike) -> Float64s:
        """The place on the floor nearest to a world point, straight above or below it if there is floor: (3,) float64.
        There must be polygons."""
        wanted = point_array("point", point, NavError)
        distances, places = nearest_in_plan(self.floor_triangles()[0], wanted)
        rise = places[:, 2] - wanted[2]
        nearest: Float64s = places[(distances * distances + rise * rise).argmin()]
        return nearest


def _triangles_of(surface: NavSurface) -> tuple[Int32s, Int32s]:
    """Triangles, (t, 3, 3) int32, and their polygons, (t,) int32."""
    starts, detail_starts = surface.polygon_starts.astype(np.int64), surface.detail_starts.astype(np.int64)
    sides, told = np.diff(starts), np.diff(surface.detail_triangle_starts.astype(np.int64))
    polygons = np.repeat(np.arange(len(surface)), np.where(told > 0, told, sides - 2))
    first = np.cumsum(np.where(told > 0, told, sides - 2)) - np.where(told > 0, told, sides - 2)
    # A fan, and where there are triangles, these.
    step = np.arange(len(polygons)) - first[polygons]
    local = np.stack((np.zeros(len(step), np.int64), step + 1, step + 2), axis=1)
    local[told[polygons] > 0] = surface.detail_triangles
    sides, inside = sides[polygons][:, None], detail_starts[polygons][:, None]
    is_own = local < sides
    own = surface.polygon_vertices[np.where(is_own, starts[polygons][:, None] + local, 0)]
    corners: Int32s = surface.corners[own]
    corners[~is_own] = surface.detail_corners[(inside + local - sides)[~is_own]]
    return corners, polygons.astype(np.int32)
