# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stages of a bake in their order."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Cells
from ..config import BakeConfig
from ..errors import BakeError
from ..model import NavVolume
from ..progress import Progress, report
from .components import label_components
from .domain import Domain, checked_mesh, make_domain
from .merge import merge_boxes
from .octree import free_leaves
from .portals import find_portals


def bake(vertices: ArrayLike, triangles: ArrayLike, config: BakeConfig, progress: Progress | None = None) -> NavVolume:
    """The free space around a mesh.

    Parameters
    ----------
    vertices : (n, 3) float, world, scene units.
    triangles : (m, 3) int, indices into `vertices`.
    config : what to bake.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    """
    corners = checked_mesh(vertices, triangles)
    domain = make_domain(corners, config)
    report(progress, 0.0, "Splitting")
    leaves = free_leaves(
        (corners - domain.origin) / domain.voxel_size,
        domain.shape,
        config.agent_radius / domain.voxel_size,
        config.min_depth,
        lambda fraction, stage: report(progress, 0.6 * fraction, stage),
    )
    if not len(leaves):
        raise BakeError("no free space is left; use a smaller agent_radius or voxel_size, or larger bounds")
    report(progress, 0.6, "Cleaning")
    leaves = _keep_marked(leaves, domain, config)
    report(progress, 0.7, "Merging")
    cells = merge_boxes(leaves) if config.merge else leaves
    report(progress, 0.8, "Linking")
    portals = find_portals(cells, domain.shape)
    components = label_components(len(cells), portals)
    report(progress, 1.0, "Done")
    return NavVolume(
        origin=domain.origin,
        voxel_size=domain.voxel_size,
        shape=domain.shape,
        cells=cells,
        portals=portals,
        components=components,
        leaf_count=len(leaves),
        agent_radius=float(config.agent_radius),
    )


def _keep_marked(leaves: Cells, domain: Domain, config: BakeConfig) -> Cells:
    """The leaves of every component that holds a marker; all of them when there is no marker.

    A surface test cannot see that a leaf lies wholly inside a concave mesh, so interiors survive
    as components of their own until a marker says which space matters (octree-unity).
    """
    if not config.markers:
        return leaves
    labels = label_components(len(leaves), find_portals(leaves, domain.shape))
    keep = {int(labels[_marked_leaf(leaves, domain, index, marker)]) for index, marker in enumerate(config.markers)}
    return leaves[np.isin(labels, sorted(keep))]


def _marked_leaf(leaves: Cells, domain: Domain, index: int, marker: object) -> int:
    """The leaf that holds a marker, or the nearest one within two voxels."""
    point = (np.asarray(marker, np.float64) - domain.origin) / domain.voxel_size
    if (point < 0).any() or (point > domain.shape).any():
        raise BakeError(f"marker {index} lies outside the domain; move it inside the bounds or enlarge them")
    gap = np.maximum(np.maximum(leaves[:, 0] - point, point - leaves[:, 1]), 0.0)
    squared = (gap**2).sum(axis=1)
    nearest = int(squared.argmin())
    distance = float(np.sqrt(squared[nearest]))
    if distance > 2.0:
        raise BakeError(
            f"marker {index} is in blocked space, {distance * domain.voxel_size:.3g} from the nearest free point; "
            "move it into the space to keep"
        )
    return nearest
