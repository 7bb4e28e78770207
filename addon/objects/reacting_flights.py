# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""An agent that flies among dynamic objects, as keyframes: where it was at which time, and where it looked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import bpy
import numpy as np
from numpy.typing import NDArray

from ..scene.motion import curves_of
from .agent_mesh import make_mesh
from .empties import open_collection

#: For how many frames before and after a bend an agent turns.
_TURNING = 4.0
#: Who moves less than this share of its size has no heading.
_STILL = 1e-3


def add_agent(
    context: bpy.types.Context,
    name: str,
    radius: float,
    color: Sequence[float],
    frames: NDArray[np.float64],
    places: NDArray[np.float64],
) -> bpy.types.Object:
    """An agent that is at places, (n, 3) float64, world, at frames, (n,) float64 rising; straight in between."""
    agent = bpy.data.objects.new(name, make_mesh(name, radius, color))
    agent.color = (*color, 1.0)
    # It stands for whoever flies here, and is no obstacle to others.
    agent.volant.ignore = True
    agent.rotation_mode = "XYZ"
    open_collection(context).objects.link(agent)
    for frame, place in zip(frames.tolist(), places.tolist(), strict=True):
        agent.location = place
        agent.keyframe_insert("location", frame=frame)
    for frame, (pitch, heading) in _turns(frames, places, _STILL * radius):
        agent.rotation_euler = (pitch, 0.0, heading)
        agent.keyframe_insert("rotation_euler", frame=frame)
    for curve in curves_of(agent):
        for key in curve.keyframe_points:
            key.interpolation = "LINEAR"
        curve.update()
    return agent


def _turns(
    frames: NDArray[np.float64], places: NDArray[np.float64], still: float
) -> list[tuple[float, tuple[float, float]]]:
    """Where an agent looks at which frame, in radians: up or down, and around the vertical, never by more than half a
    turn at a time."""
    runs = np.diff(places, axis=0)
    is_moving = np.linalg.norm(runs, axis=1) > still
    legs = [
        (begin, end, float(np.arctan2(z, np.hypot(x, y))), float(np.arctan2(-x, y)))
        for (begin, end), (x, y, z), moves in zip(pairwise(frames.tolist()), runs.tolist(), is_moving, strict=True)
        if moves
    ]
    keys: dict[float, tuple[float, float]] = {}
    heading = legs[0][3] if legs else 0.0
    for begin, end, pitch, wanted in legs:
        heading += (wanted - heading + np.pi) % (2.0 * np.pi) - np.pi
        ease = min(_TURNING, (end - begin) / 3.0)
        keys[begin + ease] = keys[end - ease] = (pitch, heading)
    return sorted(keys.items())
