# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where queries begin and end: points as they are given, and where in free space they are."""

from __future__ import annotations

from dataclasses import dataclass

from ..arrays import Float64s
from ..errors import PathError
from ..geometry.primitives import Point, clamp_to_box
from ..progress import Steps
from .graph.cells import CellGraph
from .route import SEARCHING
from .space import Space

#: How far a point may be moved into free space when a query does not say, in voxels.
SNAP_VOXELS = 2


@dataclass(frozen=True)
class End:
    """A start or goal in free space.

    cell : where it is. world : (3,) float64, its place, exactly as given if that is free. grid : the same in voxels.
    snapped : whether it was moved there, and distance : how far, scene units.
    """

    cell: int
    world: Float64s
    grid: Point
    snapped: bool
    distance: float


def snap_limit(nav: Space, max_snap: float | None) -> float:
    """How far a point may be moved into free space, scene units."""
    return SNAP_VOXELS * nav.voxel_size if max_snap is None else max_snap


def find_ends(nav: Space, graph: CellGraph, points: Float64s) -> Steps[list[list[End]]]:
    """Where in free space points, (n, 3) world, are or nearly are.

    One end for each, in the lowest cell that holds it; more where cells that hold it are not linked there.
    """
    if not len(nav.cells):
        raise PathError("the volume has no cells, so there is nowhere to go; bake it with free space first")
    yield from nav.tree_steps()
    ends = []
    for point in points:
        yield 0.0, SEARCHING
        world, distance = point, 0.0
        holding = nav.holding(*point.tolist())
        if not holding:
            (cell,), (world,), (distance,) = nav.nearest(point[None])
            holding = nav.holding(*world.tolist()) or [int(cell)]
        x, y, z = ((world - nav.origin) / nav.voxel_size).tolist()
        grids = {cell: clamp_to_box((x, y, z), graph.box(cell)) for cell in holding}
        if len(holding) > 1:
            linked: set[int] = set()
            for cell in holding:
                if cell in linked:
                    del grids[cell]
                else:
                    linked.update(graph.cells_at(grids[cell], cell))
        snapped = world is not point
        ends.append([End(cell, world, grid, snapped, float(distance)) for cell, grid in grids.items()])
    return ends
