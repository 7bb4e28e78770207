# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Floors as corners of triangles and lines: plain arrays, no bpy and no gpu."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ... import navcore

Corners = NDArray[np.float32]

#: How high above a floor it is drawn, in voxels: as far as its heights may be off, so that no floor hides it.
_LIFT = 0.5


def tints(surface: navcore.NavSurface, chosen: NDArray[np.bool_] | None) -> dict[int, Corners]:
    """Corners of the triangles of each island, (3 t, 3) float32, from the surface's origin.

    chosen : (p,) bool, which polygons; None for all.
    """
    triangles, polygons = surface.floor_triangles()
    if chosen is not None:
        triangles, polygons = triangles[chosen[polygons]], polygons[chosen[polygons]]
    islands = surface.components[polygons]
    order = np.argsort(islands, kind="stable")
    used, first = np.unique(islands[order], return_index=True)
    placed = _placed(surface, triangles[order])
    groups = np.split(placed, first[1:]) if len(used) else []
    return {number: group.reshape(-1, 3) for number, group in zip(used.tolist(), groups, strict=True)}


def borders(surface: navcore.NavSurface, chosen: NDArray[np.bool_] | None) -> dict[int, Corners]:
    """Ends of the border edges of each kind, a `Border`: (2 k, 3) float32, from the surface's origin."""
    starts, ends = surface.polygon_starts[:-1], surface.polygon_starts[1:]
    following = np.arange(1, len(surface.polygon_vertices) + 1)
    following[ends - 1] = starts
    corners = surface.polygon_vertices
    edges = np.stack((corners, corners[following]), axis=1)
    kinds = surface.borders
    if chosen is not None:
        shown = np.repeat(chosen, ends - starts)
        edges, kinds = edges[shown], kinds[shown]
    places = surface.vertices
    return {
        int(kind): _placed(surface, places[edges[kinds == kind]]).reshape(-1, 3) for kind in np.unique(kinds[kinds > 0])
    }


def _placed(surface: navcore.NavSurface, places: NDArray[np.float64]) -> Corners:
    """World places, (…, 3), from the surface's origin and a little above the floor."""
    return (places - surface.origin + (0.0, 0.0, _LIFT * surface.voxel_size)).astype(np.float32)
