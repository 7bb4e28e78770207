# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""All links of a level that are within limits."""

from __future__ import annotations

from numpy.typing import ArrayLike

from ..config import LinkConfig
from ..errors import BakeError
from ..geometry.meshes import checked_mesh
from ..given import shown
from ..links import Links
from ..navigation import Baked, Navigation
from ..progress import Progress, Steps, part, run
from .ledges import ledge_links
from .meetings import meeting_links
from .plan_grid import PlanGrid


def find_links(
    navigation: Baked,
    vertices: ArrayLike,
    triangles: ArrayLike,
    config: LinkConfig | None = None,
    progress: Progress | None = None,
) -> Links:
    """Where agents drop, jump, take off and land, by the limits of a config.

    Parameters
    ----------
    navigation : a NavSurface, or a Navigation with one; take-offs need a volume, too.
    vertices, triangles : the mesh that it was baked from, as for `bake`: nothing of it may be in the way of a body that
        drops or jumps.
    config : None is `LinkConfig()`.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    """
    return run(find_links_steps(navigation, vertices, triangles, config), progress)


def find_links_steps(
    navigation: Baked, vertices: ArrayLike, triangles: ArrayLike, config: LinkConfig | None = None
) -> Steps[Links]:
    """`find_links` in steps."""
    if config is not None and not isinstance(config, LinkConfig):
        raise BakeError(f"config must be a LinkConfig, not {shown(config)}")
    limits, level = config or LinkConfig(), Navigation.of(navigation)
    surface = level.the_surface()
    corners = checked_mesh(vertices, triangles)
    found = [Links()]
    if len(surface) and (limits.jump_length or limits.drop_height):
        found.append((yield from part(ledge_links(surface, PlanGrid(corners), limits), 0.0, 0.5)))
    if limits.take_offs and level.volume is not None:
        found.append((yield from part(meeting_links(surface, level.volume, limits), 0.5, 1.0)))
    return Links.joined(found)
