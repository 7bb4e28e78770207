# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How large a scene is."""

from __future__ import annotations

from collections.abc import Iterable

import bpy
import numpy as np
from mathutils import Vector

from .precision import Corner
from .sources import SOLID_TYPES

Box = tuple[Corner, Corner]


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


def with_margin(box: Box, margin: float) -> Box:
    """A box that is larger on every side."""
    low, high = (np.array(box) + np.array([[-margin], [margin]])).tolist()
    return tuple(low), tuple(high)
