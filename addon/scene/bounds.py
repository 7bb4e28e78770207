# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How large a scene is, and what suits that size."""

from __future__ import annotations

import math
from collections.abc import Iterable

import bpy
import numpy as np
from mathutils import Vector

from .precision import Corner
from .sources import SOLID_TYPES

Box = tuple[Corner, Corner]

#: Air left around the scene on every side, so that paths can go around: a share of its longest side,
#: and as many voxels beside the agent's radius.
_MARGIN_SHARE = 0.25
_MARGIN_VOXELS = 4
#: A new volume's longest side is about this many voxels long, and its agent this many voxels in radius.
_VOXELS_ALONG = 96
_RADIUS_VOXELS = 2


def box_around(depsgraph: bpy.types.Depsgraph, chosen: Iterable[bpy.types.Object]) -> Box | None:
    """The box around objects and what they instance, in scene units; None when none has a size."""
    wanted = {candidate.session_uid for candidate in chosen if not candidate.volant.ignore}
    corners: list[Corner] = []
    for instance in depsgraph.object_instances:
        owner = (instance.parent if instance.is_instance else instance.object).original
        if instance.object.type in SOLID_TYPES and owner.session_uid in wanted:
            corners += [(instance.matrix_world @ Vector(corner)).to_tuple() for corner in instance.object.bound_box]
    finite = [corner for corner in corners if np.isfinite(corner).all()]
    if not finite:
        return None
    low, high = np.min(finite, axis=0), np.max(finite, axis=0)
    return (tuple(low.tolist()), tuple(high.tolist())) if (high > low).any() else None


def suitable(box: Box) -> tuple[float, float]:
    """A voxel size and an agent radius that suit a box."""
    longest = max(high - low for low, high in zip(*box, strict=True))
    voxel = _round_length(longest / _VOXELS_ALONG)
    return voxel, _RADIUS_VOXELS * voxel


def with_margin(box: Box, agent_radius: float, voxel_size: float) -> Box:
    """A box with room to fly around what it holds."""
    longest = max(high - low for low, high in zip(*box, strict=True))
    margin = max(_MARGIN_SHARE * longest, agent_radius + _MARGIN_VOXELS * voxel_size)
    low, high = (np.array(box) + np.array([[-margin], [margin]])).tolist()
    return tuple(low), tuple(high)


def _round_length(length: float) -> float:
    """The nearest of 1, 2, 2.5 and 5 times a power of ten: a length as a person would say it."""
    power = 10.0 ** math.floor(math.log10(length))
    return min((step * power for step in (1.0, 2.0, 2.5, 5.0, 10.0)), key=lambda nice: abs(nice - length))
