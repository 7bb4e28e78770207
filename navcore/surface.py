# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""NavSurface, what a bake of floors makes and everything else reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

import numpy as np

from .arrays import Float64s, Int32s, UInt8s
from .errors import NavError
from .given import shown

#: Parts of a voxel that corners are counted in.
CORNER_UNIT = 64
_ARRAYS = (
    *("origin", "corners", "polygon_starts", "polygon_vertices", "neighbours", "borders", "components", "areas"),
    *("detail_starts", "detail_corners", "detail_triangle_starts", "detail_triangles"),
)


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
    detail_corners : (d, 3) int32, corners inside polygons that only heights need, as `corners`.
    detail_triangle_starts : (p + 1,) int32, where each polygon's triangles begin in `detail_triangles`.
    detail_triangles : (t, 3) int32, triangles that tell heights. Of a polygon with k corners, an index below k is that
        corner, k + i is its i-th corner inside.
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
        for name in _ARRAYS:
            array = getattr(self, name)
            if not isinstance(array, np.ndarray):
                raise NavError(f"{name} of a surface must be a numpy array, not {shown(array)}")
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
