# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stages of a bake in their order, from triangles, from voxels, or from an earlier bake."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from .. import morton
from ..arrays import Bools, Cells, Floats, Voxels
from ..box_tree import BoxTree
from ..boxes import columns, fewest_boxes
from ..config import BakeConfig
from ..errors import BakeError
from ..given import shown
from ..model import NavVolume
from ..progress import Progress, report
from .blocking import blocked_voxels
from .components import label_components
from .domain import Domain, checked_mesh, make_domain, voxel_domain
from .growth import grow, near_boxes
from .markers import marked_cells
from .memory import check_memory
from .merge import COARSE_LEVEL, merge_leaves
from .octree import free_leaves, leaf_corners
from .portals import find_portals
from .voxel_sets import flatten, sorted_unique
from .workers import run_aside

_NOTHING_FREE = "no free space is left; use a smaller agent radius or voxel size, or a larger box"
#: Share of the whole that finding blocked voxels takes.
_BLOCKING = 0.6


def bake(vertices: ArrayLike, triangles: ArrayLike, config: BakeConfig, progress: Progress | None = None) -> NavVolume:
    """The free space around a mesh.

    Parameters
    ----------
    vertices : (n, 3) float, world, scene units.
    triangles : (m, 3) int, indices into `vertices`.
    config : what to bake.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    """

    def prepare() -> tuple[Floats, Domain]:
        corners = checked_mesh(vertices, triangles)
        domain = make_domain(corners, config)
        corners -= domain.origin
        corners /= domain.voxel_size
        check_memory(corners, domain.shape, config.agent_radius / domain.voxel_size, config)
        return corners, domain

    corners, domain = run_aside(prepare, lambda _part, stage: report(progress, 0.0, stage), "Preparing")
    radius = config.agent_radius / domain.voxel_size
    blocked = blocked_voxels(
        corners, domain.shape, radius, lambda part, stage: report(progress, _BLOCKING * part, stage)
    )
    return _finish(blocked, domain, config, progress)


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
    voxels, domain = voxel_domain(occupied, shape, config)
    report(progress, 0.0, "Growing")
    blocked = sorted_unique(flatten(voxels, domain.shape))
    if config.agent_radius:
        blocked = grow(
            blocked,
            domain.shape,
            0,
            config.agent_radius / domain.voxel_size,
            near_boxes,
            lambda part, stage: report(progress, _BLOCKING * part, stage),
        )
    return _finish(blocked, domain, config, progress)


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
    if not isinstance(nav, NavVolume):
        raise BakeError(f"only a NavVolume can be eroded, not {shown(nav)}")
    config = BakeConfig(voxel_size=nav.voxel_size, agent_radius=agent_radius)
    agent_radius = config.agent_radius
    if agent_radius < nav.agent_radius:
        raise BakeError(
            f"agent_radius {agent_radius:g} is not at least the {nav.agent_radius:g} of the volume; "
            "a smaller agent needs a bake of its own"
        )
    domain = Domain(nav.origin, nav.voxel_size, nav.shape)
    blocked = run_aside(
        lambda: _voxels_of(nav.blocked(), nav.shape), lambda _part, stage: report(progress, 0.0, stage), "Preparing"
    )
    growth = (agent_radius - nav.agent_radius) / nav.voxel_size
    if growth:
        blocked = grow(
            blocked, nav.shape, 0, growth, near_boxes, lambda part, stage: report(progress, _BLOCKING * part, stage)
        )
    volume = _finish(blocked, domain, config, progress, nav.removed())
    if not growth:
        return replace(volume, metadata=nav.metadata)
    earlier = nav.metadata.get("eroded_from")
    radii = [*(earlier if isinstance(earlier, list) else ()), nav.agent_radius]
    return replace(volume, metadata={**nav.metadata, "eroded_from": radii})


def _finish(
    blocked: Voxels, domain: Domain, config: BakeConfig, progress: Progress | None, gone: Cells | None = None
) -> NavVolume:
    """From blocked voxels to a volume. What was removed before, (m, 2, 3) voxel boxes, is removed again."""

    def tell(fraction: float) -> Progress:
        return lambda _part, stage: report(progress, fraction, stage)

    finest = COARSE_LEVEL if config.merge else 0
    leaves = run_aside(
        lambda: free_leaves(blocked, domain.shape, config.min_depth, config.balanced, finest),
        tell(_BLOCKING),
        "Building the octree",
    )
    if not leaves.number:
        raise BakeError(_NOTHING_FREE)

    def make_cells() -> Cells:
        corners = leaf_corners(leaves.by_level)
        return _in_spatial_order(
            merge_leaves(corners, blocked, domain.shape) if config.merge else _leaves_as_cells(*corners)
        )

    cells = run_aside(make_cells, tell(0.7), "Merging")
    portals = run_aside(lambda: find_portals(cells), tell(0.8), "Linking")
    components = run_aside(lambda: label_components(len(cells), portals), tell(0.9), "Cleaning")
    keep = marked_cells(cells, components, domain, config.markers)
    if gone is not None and len(gone):
        keep &= ~_begin_in(cells, gone)
        if not keep.any():
            raise BakeError(_NOTHING_FREE)
    removed = cells[:0]
    if not keep.all():
        portals = _portals_among(portals, keep)
        # Nobody asks for single cells of it: leaves no longer matter, and fewer boxes make a smaller file.
        removed = run_aside(lambda: _in_spatial_order(fewest_boxes(cells[~keep])), tell(0.95), "Cleaning")
    volume = NavVolume(
        origin=np.array(domain.origin, np.float64),
        voxel_size=domain.voxel_size,
        shape=np.array(domain.shape, np.int32),
        cells=cells[keep],
        portals=portals,
        components=_renumbered(components[keep]),
        removed_boxes=removed,
        leaf_count=leaves.number,
        agent_radius=float(config.agent_radius),
    )
    report(progress, 1.0, "Done")
    return volume


def _leaves_as_cells(x: Voxels, y: Voxels, z: Voxels, edge: Voxels) -> Cells:
    """Leaves, by lowest corners and edges, as (n, 2, 3) int32 cells."""
    low = np.stack((x, y, z), axis=1).astype(np.int32)
    return np.stack((low, low + edge[:, None].astype(np.int32)), axis=1)


def _in_spatial_order(cells: Cells) -> Cells:
    """Cells by the locational code of their lowest voxel, which no two share."""
    x, y, z = cells[:, 0].T.astype(np.uint32)
    return cells[np.argsort(morton.encode(x, y, z), kind="stable")]


def _portals_among(portals: Cells, keep: Bools) -> Cells:
    """The portals, (k, 2), between cells that are kept, by the numbers these have among themselves."""
    number = np.cumsum(keep, dtype=np.int32) - np.int32(1)
    kept: Cells = number[portals[keep[portals[:, 0]] & keep[portals[:, 1]]]]
    return kept


def _renumbered(labels: Cells) -> Cells:
    """Labels from 0 in the order of their first appearance, where they came in ascending order of it."""
    used = np.zeros(int(labels.max()) + 1, bool)
    used[labels] = True
    number = np.cumsum(used, dtype=np.int32) - np.int32(1)
    renumbered: Cells = number[labels]
    return renumbered


def _begin_in(cells: Cells, boxes: Cells) -> Bools:
    """Which cells have their lowest voxel in one of some boxes, (m, 2, 3)."""
    middles = cells[:, 0].astype(np.float64) + 0.5
    nearest = boxes[BoxTree(boxes.astype(np.float64)).nearest(middles)]
    within = (nearest[:, 0] < middles) & (middles < nearest[:, 1])
    return within[:, 0] & within[:, 1] & within[:, 2]


def _voxels_of(boxes: Cells, shape: Cells) -> Voxels:
    """The voxels of boxes, (n, 2, 3), as sorted flat indices."""
    x, y, z, _width, _height, counts = columns(boxes)
    first = (x * np.uint32(shape[1]) + y) * np.uint32(shape[2]) + z
    before = np.cumsum(counts, dtype=np.uint32) - counts
    voxels = np.repeat(first - before, counts)
    voxels += np.arange(len(voxels), dtype=np.uint32)
    voxels.sort()
    return voxels
