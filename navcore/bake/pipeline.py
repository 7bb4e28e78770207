# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stages of a bake in their order, from triangles, from voxels, or from an earlier bake."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Bools, Float64s, Int32s, UInt32s
from ..config import BakeConfig
from ..errors import BakeError
from ..geometry.box_tree import BoxTree
from ..geometry.boxes import fewest_boxes
from ..geometry.column_order import in_column_order
from ..geometry.components import label_components, renumbered
from ..geometry.meshes import checked_mesh
from ..geometry.touching import find_portals
from ..geometry.voxel_tiles import VoxelTiles, from_boxes, from_points
from ..given import shown
from ..model import NavVolume
from ..progress import PREPARING, Progress, Steps, part, run
from ..workers import run_aside
from .blocking import blocked_voxels
from .domain import Domain, checked_domain, make_domain, voxel_domain
from .estimate import check_triangles, check_voxels
from .growth import grow
from .leaf_count import count_leaves
from .markers import marked_cells
from .merge import merge_free
from .octree import free_leaves, leaf_corners

_NOTHING_FREE = "no free space is left; use a smaller agent radius or voxel size, or a larger box"
#: Share of the whole that finding blocked voxels takes.
_BLOCKING = 0.6
#: Names of stages.
_CLEANING = "Cleaning"
#: Cells looked up in one step.
_CELLS_AT_ONCE = 1 << 13


def bake(vertices: ArrayLike, triangles: ArrayLike, config: BakeConfig, progress: Progress | None = None) -> NavVolume:
    """The free space around a mesh.

    Parameters
    ----------
    vertices : (n, 3) float, world, scene units.
    triangles : (m, 3) int, indices into `vertices`.
    config : what to bake.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    """
    return run(bake_steps(vertices, triangles, config), progress)


def bake_steps(vertices: ArrayLike, triangles: ArrayLike, config: BakeConfig) -> Steps[NavVolume]:
    """`bake` in steps."""
    corners, domain = yield from part(run_aside(_prepare(vertices, triangles, config), PREPARING), 0.0, 0.0)
    radius = config.agent_radius / domain.voxel_size
    blocked = yield from part(blocked_voxels(corners, domain.shape, radius), 0.0, _BLOCKING)
    # Often the largest of what is held, and not needed any more.
    del corners
    return (yield from _finish(blocked, domain, config))


def bake_voxels(
    occupied: ArrayLike, shape: ArrayLike, config: BakeConfig | None = None, progress: Progress | None = None
) -> NavVolume:
    """The free space of an occupancy grid.

    Parameters
    ----------
    occupied : (n, 3) int, the occupied voxels.
    shape : (3,) int, size of the grid; voxel i covers [i, i + 1) * voxel_size from the bounds' low corner.
    config : None is a voxel of 1 unit from the origin. The radius is measured from the occupied voxels' boxes.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    """
    config = BakeConfig(voxel_size=1.0) if config is None else config
    return run(_bake_voxels_steps(occupied, shape, config), progress)


def _bake_voxels_steps(occupied: ArrayLike, shape: ArrayLike, config: BakeConfig) -> Steps[NavVolume]:
    voxels, domain = voxel_domain(occupied, shape, config)
    yield 0.0, "Growing"
    blocked = from_points(voxels, domain.shape)
    # The largest of what is held, and not needed any more.
    del voxels
    check_voxels(blocked, domain.shape, config.agent_radius / domain.voxel_size, config)
    if config.agent_radius:
        grown = grow(blocked, domain.shape, config.agent_radius / domain.voxel_size)
        blocked = yield from part(grown, 0.0, _BLOCKING)
    return (yield from _finish(blocked, domain, config))


def erode(nav: NavVolume, agent_radius: float, progress: Progress | None = None) -> NavVolume:
    """The volume for a larger agent, from a baked one alone.

    A point as far from blocked space as the agents' radii differ is at least the larger radius from every
    triangle: blocked space covers all that is nearer to one than the smaller radius. Triangles that lie outside
    the domain or on its upper border, farther than the smaller radius from any voxel, are unknown to the volume; a
    domain that holds the scene has none. Its metadata is the volume's, with the radii before under `eroded_from`.

    Parameters
    ----------
    nav : the volume for the smaller agent.
    agent_radius : the larger agent's, in scene units; at least `nav.agent_radius`.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    """
    return run(erode_steps(nav, agent_radius), progress)


def erode_steps(nav: NavVolume, agent_radius: float) -> Steps[NavVolume]:
    """`erode` in steps."""
    if not isinstance(nav, NavVolume):
        raise BakeError(f"only a NavVolume can be eroded, not {shown(nav)}")
    config = BakeConfig(voxel_size=nav.voxel_size, agent_radius=agent_radius)
    agent_radius = config.agent_radius
    if agent_radius < nav.agent_radius:
        raise BakeError(
            f"agent_radius {agent_radius:g} is not at least the {nav.agent_radius:g} of the volume; "
            "a smaller agent needs a bake of its own"
        )
    domain = checked_domain(nav.origin, nav.voxel_size, nav.shape)
    boxes = yield from part(run_aside(nav.blocked_steps(), PREPARING), 0.0, 0.0, PREPARING)
    blocked = from_boxes(boxes, nav.shape)
    growth = (agent_radius - nav.agent_radius) / nav.voxel_size
    if growth:
        blocked = yield from part(grow(blocked, nav.shape, growth), 0.0, _BLOCKING)
    volume = yield from _finish(blocked, domain, config, nav.removed())
    if not growth:
        return replace(volume, metadata=nav.metadata, blockers=nav.blockers)
    earlier = nav.metadata.get("eroded_from")
    radii = [*(earlier if isinstance(earlier, list) else ()), nav.agent_radius]
    return replace(volume, metadata={**nav.metadata, "eroded_from": radii}, blockers=nav.blockers)


def _prepare(vertices: ArrayLike, triangles: ArrayLike, config: BakeConfig) -> Steps[tuple[Float64s, Domain]]:
    """The corners of all triangles, (m, 3, 3) float64, in voxels of the domain, and the domain."""
    corners = checked_mesh(vertices, triangles)
    yield 0.0, PREPARING
    domain = make_domain(corners, config)
    yield 0.0, PREPARING
    corners -= domain.origin
    corners /= domain.voxel_size
    yield 0.0, PREPARING
    check_triangles(corners, domain.shape, config.agent_radius / domain.voxel_size, config)
    return corners, domain


def _finish(blocked: VoxelTiles, domain: Domain, config: BakeConfig, gone: Int32s | None = None) -> Steps[NavVolume]:
    """From blocked voxels to a volume. What was removed before, (m, 2, 3) voxel boxes, is removed again."""
    cells, leaf_count = yield from part(_make_cells(blocked, domain, config), _BLOCKING, 0.8)
    portals = yield from part(run_aside(find_portals(cells), "Linking"), 0.8, 0.9)
    check_free(len(cells))
    components = yield from part(run_aside(label_components(len(cells), portals), _CLEANING), 0.9, 0.95)
    keep = marked_cells(cells, components, domain, config.markers)
    if gone is not None and len(gone):
        keep &= ~(yield from part(run_aside(_begin_in(cells, gone), _CLEANING), 0.95, 0.95))
        check_free(keep.any())
    removed = yield from part(removed_boxes(cells[~keep]), 0.95, 1.0)
    volume = volume_of_cells(cells, portals, components, keep, removed, leaf_count, domain, config.agent_radius)
    yield 1.0, "Done"
    return volume


def check_free(is_any_free: object) -> None:
    """Refuse a volume without a cell."""
    if not is_any_free:
        raise BakeError(_NOTHING_FREE)


def removed_boxes(cells: Int32s) -> Steps[Int32s]:
    """What removed cells, (n, 2, 3) int32, are listed as in a volume: boxes, (m, 2, 3) int32 in column order.

    Nobody asks for single cells of it: leaves no longer matter, and fewer boxes make a smaller file.
    """
    if not len(cells):
        return cells
    return in_column_order((yield from run_aside(fewest_boxes(cells), _CLEANING)))


def volume_of_cells(
    cells: Int32s,
    portals: Int32s,
    components: Int32s,
    keep: Bools,
    removed: Int32s,
    leaf_count: int,
    domain: Domain,
    agent_radius: float,
) -> NavVolume:
    """A volume of the cells, (n, 2, 3) int32 in column order, that are kept.

    Parameters
    ----------
    components : (n,) int32, as of `label_components`.
    keep : (n,) bool.
    removed : the `removed_boxes` of the others.
    """
    if not keep.all():
        portals = _portals_among(portals, keep)
        cells, components = cells[keep], renumbered(components[keep])
    return NavVolume(
        origin=np.array(domain.origin, np.float64),
        voxel_size=domain.voxel_size,
        shape=np.array(domain.shape, np.int32),
        cells=cells,
        portals=portals,
        components=components,
        removed_boxes=removed,
        leaf_count=leaf_count,
        agent_radius=float(agent_radius),
    )


def _make_cells(blocked: VoxelTiles, domain: Domain, config: BakeConfig) -> Steps[tuple[Int32s, int]]:
    """Cells, (n, 2, 3) int32 in their order, and how many octree leaves there are."""
    if config.balanced or not config.merge:
        made = free_leaves(blocked, domain.shape, config.min_depth, config.balanced)
        leaves = yield from part(made, 0.0, 0.4)
        leaf_count = sum(map(len, leaves))
    else:
        leaf_count = count_leaves(blocked, domain.shape, config.min_depth)
    if config.merge:
        cells = yield from part(merge_free(blocked, domain.shape), 0.4, 1.0)
    else:
        cells = _leaves_as_cells(*leaf_corners(leaves))
    return in_column_order(cells), leaf_count


def _leaves_as_cells(x: UInt32s, y: UInt32s, z: UInt32s, edge: UInt32s) -> Int32s:
    """Leaves, by lowest corners and edges, as (n, 2, 3) int32 cells."""
    low = np.stack((x, y, z), axis=1).astype(np.int32)
    return np.stack((low, low + edge[:, None].astype(np.int32)), axis=1)


def _portals_among(portals: Int32s, keep: Bools) -> Int32s:
    """The portals, (k, 2), between cells that are kept, by the numbers these have among themselves."""
    number = np.cumsum(keep, dtype=np.int32) - np.int32(1)
    (kept,) = (keep[portals[:, 0]] & keep[portals[:, 1]]).nonzero()
    # Rows by their places: numpy looks for what is true in rows of two several times more slowly.
    among: Int32s = number[portals.take(kept, axis=0)]
    return among


def _begin_in(cells: Int32s, boxes: Int32s) -> Steps[Bools]:
    """Which cells have their lowest voxel in one of some boxes, (m, 2, 3)."""
    tree = BoxTree(boxes.astype(np.float64))
    begin_in = np.zeros(len(cells), bool)
    for begin in range(0, len(cells), _CELLS_AT_ONCE):
        yield begin / len(cells), _CLEANING
        few = slice(begin, begin + _CELLS_AT_ONCE)
        middles = cells[few, 0].astype(np.float64) + 0.5
        nearest = boxes[tree.nearest(middles)]
        within = (nearest[:, 0] < middles) & (middles < nearest[:, 1])
        begin_in[few] = within[:, 0] & within[:, 1] & within[:, 2]
    return begin_in
