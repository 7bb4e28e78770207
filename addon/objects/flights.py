# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A path as a curve, and an agent that flies along it: ordinary objects, constraints and keyframes."""

from __future__ import annotations

from collections.abc import Sequence

import bpy
import numpy as np
from numpy.typing import NDArray

from ... import navcore
from .empties import handy_size, open_collection

#: A dart that points along +Y: a point in front, a square behind.
_DART_VERTICES = ((0.0, 1.4, 0.0), (-0.7, -0.8, 0.0), (0.7, -0.8, 0.0), (0.0, -0.5, 0.35), (0.0, -0.5, -0.35))
_DART_FACES = ((0, 1, 3), (0, 3, 2), (0, 4, 1), (0, 2, 4), (1, 4, 3), (2, 3, 4))


def add_curve(context: bpy.types.Context, name: str, path: navcore.Path, turning: float = 0.0) -> bpy.types.Object:
    """A path as a curve object, straight from point to point.

    What follows a curve turns all the way from one point to the next. With `turning`, points are added that far before
    and after each bend, so that it turns only there.
    """
    points = _with_turns(path.points, turning) if turning else path.points
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions = "3D"
    # Without it, whatever follows the curve would roll at its bends.
    data.twist_mode = "Z_UP"
    spline = data.splines.new("POLY")
    spline.points.add(len(points) - 1)
    for point, place in zip(spline.points, points.tolist(), strict=True):
        point.co = (*place, 1.0)
    curve = bpy.data.objects.new(name, data)
    _link(context, curve)
    return curve


def _with_turns(points: NDArray[np.float64], turning: float) -> NDArray[np.float64]:
    """Points, (n, 3), with two more on each segment, near its ends where there is a bend."""
    runs = np.diff(points, axis=0)
    lengths = np.linalg.norm(runs, axis=1, keepdims=True)
    steps = runs * np.minimum(turning / np.maximum(lengths, 1e-9), 1.0 / 3.0)
    together = np.stack((points[:-1], points[:-1] + steps, points[1:] - steps), axis=1).reshape(-1, 3)
    return np.concatenate((together, points[-1:]))


def add_agent(
    context: bpy.types.Context,
    curve: bpy.types.Object,
    length: float,
    speed: float,
    loops: bool,
    color: Sequence[float],
) -> tuple[bpy.types.Object, int]:
    """An agent that flies along a curve at so many units a second, looking ahead; and the frames it takes."""
    render = context.scene.render
    frames = max(round(length / speed * render.fps / render.fps_base), 1)
    mesh = bpy.data.meshes.new(f"{curve.name} Agent")
    mesh.from_pydata(_DART_VERTICES, [], [list(face) for face in _DART_FACES])
    agent = bpy.data.objects.new(mesh.name, mesh)
    agent.color = (*color, 1.0)
    agent.scale = [handy_size(context)] * 3
    # It stands for whoever flies here, and is no obstacle to others.
    agent.volant.ignore = True
    _link(context, agent)
    follow = agent.constraints.new("FOLLOW_PATH")
    follow.target = curve
    follow.use_fixed_location = True
    follow.use_curve_follow = True
    follow.forward_axis, follow.up_axis = "FORWARD_Y", "UP_Z"
    first = context.scene.frame_start
    for frame, share in ((first, 0.0), (first + frames, 1.0)):
        follow.offset_factor = share
        follow.keyframe_insert("offset_factor", frame=frame)
    for fcurve in _fcurves(agent):
        for key in fcurve.keyframe_points:
            key.interpolation = "LINEAR"
        if loops:
            fcurve.modifiers.new("CYCLES")
    return agent, frames


def _link(context: bpy.types.Context, made: bpy.types.Object) -> None:
    open_collection(context).objects.link(made)


def _fcurves(animated: bpy.types.Object) -> Sequence[bpy.types.FCurve]:
    """The animation curves of an object. Since 4.4 they lie in layers, and since 5.0 nowhere else."""
    data = animated.animation_data
    if getattr(data.action, "layers", None):
        bag = data.action.layers[0].strips[0].channelbag(data.action_slot)
        return list(bag.fcurves)
    return list(data.action.fcurves)
