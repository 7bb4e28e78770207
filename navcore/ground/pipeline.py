# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stages of a bake of floors in their order."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..config import GroundConfig
from ..errors import BakeError, LengthError
from ..geometry.meshes import checked_mesh
from ..progress import PREPARING, Progress, Steps, part, run
from ..surface import CORNER_UNIT, NavSurface
from .assembly import assembled, with_polygons
from .estimate import check_memory
from .extent import Extent, check_config, floors_among, make_extent
from .fitting import reliefs_of
from .known_heights import KnownHeights
from .markers import marked_islands
from .outlines import Outlines
from .outlining import outline_steps
from .polygons import Rings, polygons_of

_CLEANING = "Cleaning"
#: Share of the whole that finding outlines takes.
_OUTLINING = 0.75


def bake_ground(
    vertices: ArrayLike, triangles: ArrayLike, config: GroundConfig, progress: Progress | None = None
) -> NavSurface:
    """The floors of a mesh that an agent can walk on.

    Parameters
    ----------
    vertices : (n, 3) float, world, scene units.
    triangles : (m, 3) int, indices into `vertices`.
    config : what to bake.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    """
    return run(bake_ground_steps(vertices, triangles, config), progress)


def bake_ground_steps(vertices: ArrayLike, triangles: ArrayLike, config: GroundConfig) -> Steps[NavSurface]:
    """`bake_ground` in steps."""
    check_config(config)
    corners = checked_mesh(vertices, triangles)
    yield 0.0, PREPARING
    extent = make_extent(corners, config)
    floors = floors_among(corners, config)
    check_memory(corners, extent, config)
    outlines = yield from part(outline_steps(corners, floors, extent, config), 0.0, _OUTLINING)
    return (yield from part(surface_of(outlines, extent, config), _OUTLINING, 1.0))


def surface_of(
    outlines: Outlines,
    extent: Extent,
    config: GroundConfig,
    made: Rings | None = None,
    known: KnownHeights | None = None,
) -> Steps[NavSurface]:
    """The surface of outlines, in steps.

    made : the polygons of each patch, if they are known, as of `patch_polygons`.
    known : heights that may be known.
    """
    polygons = yield from part(polygons_of(outlines, made), 0.0, 0.5)
    if not polygons.rings:
        raise LengthError(
            "nowhere is there room for an agent with a radius of {} and a height of {}; use a smaller agent, "
            "a smaller voxel or another floor",
            config.agent_radius,
            config.agent_height,
        )
    reliefs = yield from part(reliefs_of(polygons, outlines, _height_error(config), known), 0.5, 0.95)
    whole = assembled(polygons.corners, reliefs, polygons.borders, extent, config)
    surface = yield from part(whole, 0.95, 1.0, _CLEANING)
    return _cleaned(surface, config)


def _height_error(config: GroundConfig) -> int:
    """How far heights may be off where they are looked at, in 1/64 voxel; at least what they may be rounded by.

    Half of what they may be off anywhere, because floors bend between the places that are looked at.
    """
    share = 0.5 if config.height_error is None else config.height_error / config.voxel
    return max(int(0.5 * share * CORNER_UNIT), 1)


def _cleaned(surface: NavSurface, config: GroundConfig) -> NavSurface:
    """A surface without islands that are too small, or that no marker keeps."""
    islands = np.bincount(surface.components, surface.plan_areas())
    if config.min_island > islands.max():
        raise BakeError(
            f"min_island {config.min_island:g} is over the area of the largest island, {islands.max():.3g}; "
            "use a smaller one"
        )
    # In areas that are sums of others, the last digits depend on their order.
    keep = islands >= config.min_island * (1.0 - 1e-9)
    if config.markers:
        keep &= marked_islands(surface, config.markers)
    return surface if keep.all() else with_polygons(surface, keep[surface.components])
