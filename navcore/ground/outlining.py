# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From triangles to the outlines of floors, stage by stage."""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..config import GroundConfig
from ..errors import BakeError
from ..progress import Steps, part
from ..workers import run_aside
from .blocks import Blocks, make_blocks
from .contour import trace
from .extent import Extent
from .features import Features, together
from .floor_heights import TriangleHeights
from .floors import Floors, find_floors
from .lattice import FREE_MARGIN
from .ledges import find_ledges, shown_floors
from .near import find_near
from .obstacles import find_obstacles
from .outlines import Outlines, Patch
from .patches import Edges, around_patches, corner_positions, find_seams, seam_nodes
from .scene import CRACK, Scene, make_scene
from .sheets import TILE, cell_sides, label_sheets
from .simplify import simplify

_LOOKING = "Looking around"


def outline_steps(
    corners: Float64s, floors: Bools, extent: Extent, config: GroundConfig, window: Int64s | None = None
) -> Steps[Outlines]:
    """The outlines of all floors of a mesh, in steps.

    corners : (m, 3, 3) float64, world. floors : (m,) bool, the triangles that may be floors.
    window : (2, 2) int64, columns beyond which no floors are wanted, as in `make_scene`. A window may be without any.
    """
    scene = make_scene(corners, floors, extent, config, window)
    yield 0.0, _LOOKING
    cells = yield from part(find_floors(scene), 0.0, 0.3)
    if window is not None and not len(cells.z):
        return no_outlines()
    if not len(cells.z):
        raise BakeError(_no_floor(scene, config))
    floor_blocks = make_blocks(scene.corners, np.flatnonzero(scene.walkable), scene.shape, 2.0 * CRACK)
    features = yield from part(run_aside(_find_features(scene, cells, floor_blocks), _LOOKING), 0.3, 0.5)
    near = yield from part(find_near(scene, cells, features, config.corner_error, FREE_MARGIN), 0.5, 0.7)
    contour, blocked = yield from part(trace(scene, cells, features, near, config.corner_error), 0.7, 0.85)
    active, opens = cell_sides(cells, near, blocked)
    if window is not None and not active.any():
        return no_outlines()
    if not active.any():
        raise BakeError(
            "no floor is wide enough for the agent; use a smaller agent radius, or a smaller voxel size for narrow ways"
        )
    label = yield from part(label_sheets(scene, cells, active, opens), 0.85, 0.9)
    seams = find_seams(cells, near, contour, blocked, opens, label)
    fixed = seam_nodes(contour, seams)
    straight = simplify(scene, cells, features, near, contour, fixed, config.edge_error)
    kept, starts = yield from part(straight, 0.9, 1.0)
    edges = around_patches(cells, near, contour, seams, label, kept, starts)
    labels, patches, ends = _patches(cells, edges)
    heights = TriangleHeights(scene, floor_blocks, cells, label, labels)
    position = corner_positions(cells, contour, ends) - scene.margin
    owner = np.empty(len(ends), np.int64)
    owner[np.searchsorted(ends, edges.begin)] = edges.label
    level = np.rint(heights.at_labels(owner, position)).astype(np.int64)
    return Outlines(np.column_stack((position, level)), patches, heights)


def no_outlines() -> Outlines:
    """Outlines of nothing."""
    return Outlines(np.empty((0, 3), np.int64), [], _NoHeights())


class _NoHeights:
    """`FloorHeights` of no floor."""

    def lattice(self) -> tuple[Int64s, Int64s, Float64s]:
        return np.empty(0, np.int64), np.empty((0, 2), np.int64), np.empty(0)

    def at(self, patches: Int64s, points: Int64s) -> Float64s:
        assert not len(patches)
        return np.empty(len(points))


def _find_features(scene: Scene, floors: Floors, floor_blocks: Blocks) -> Steps[Features]:
    """All that agents on floors keep away from."""
    yield 0.0, _LOOKING
    ledges = find_ledges(scene, floor_blocks)
    yield 0.2, _LOOKING
    everything = make_blocks(scene.corners, np.arange(len(scene.corners)), scene.shape, 2.0 * CRACK)
    is_shown = shown_floors(scene, floor_blocks, floors.is_shown)
    shown = make_blocks(scene.corners, np.flatnonzero(is_shown), scene.shape, 2.0 * CRACK)
    return together([ledges, find_obstacles(scene, everything, floor_blocks, shown)])


def _patches(floors: Floors, edges: Edges) -> tuple[Int64s, list[Patch], Int64s]:
    """Patches in their order.

    Returns
    -------
    labels : (p,) int64, of the patches; patches; corners : (n,) int64, ascending, what their loops index.
    """
    corners, index = np.unique(edges.begin, return_inverse=True)
    heads = edges.starts[:-1]
    label = edges.label[heads]
    lowest = np.minimum.reduceat(index, heads)
    cell_x, cell_y = np.divmod(floors.column[label], floors.shape[1])
    tile = np.stack((cell_x, cell_y), axis=1) // TILE
    labels, first = np.unique(label, return_index=True)
    least = np.full(len(labels), len(corners))
    number = np.searchsorted(labels, label)
    np.minimum.at(least, number, lowest)
    order = np.lexsort((least, tile[first, 1], tile[first, 0]))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    loops = np.split(index, edges.starts[1:-1])
    kinds = np.split(edges.kind, edges.starts[1:-1])
    patches = [Patch((int(tile[first[k], 0]), int(tile[first[k], 1])), [], []) for k in order]
    for loop in np.lexsort((lowest, rank[number])):
        patch = patches[rank[number[loop]]]
        patch.loops.append(loops[loop])
        patch.borders.append(kinds[loop])
    return labels[order], patches, corners


def _no_floor(scene: Scene, config: GroundConfig) -> str:
    """Why nothing can be stood on."""
    if not scene.walkable.any():
        return "there is no floor within the bounds; use larger bounds, or move them to where floors are"
    slopes = np.hypot(scene.slope_x, scene.slope_y)[scene.walkable]
    shallowest = float(np.degrees(np.arctan(slopes.min())))
    return (
        f"there is no floor: {int(scene.walkable.sum())} triangles are flat enough (the shallowest has "
        f"{shallowest:.1f} degrees, max_slope is {config.max_slope:g}), but over none of them is room for an agent "
        f"{config.agent_height:g} high; use a smaller agent_height, a smaller voxel_size, or larger bounds"
    )
