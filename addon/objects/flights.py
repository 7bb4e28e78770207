# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A path as a curve, and an agent that flies along it: ordinary objects, constraints and keyframes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from ... import navcore
from ..scene.motion import curves_of
from .agent_mesh import make_figure, make_mesh
from .empties import open_collection

#: How many of its own lengths an agent flies in a second, and of its heights one walks, unless told otherwise.
_BODY_LENGTHS, _BODY_HEIGHTS = 5.0, 0.8
#: For how many seconds before and after a bend an agent turns; it leans for twice as long.
_TURNING = 0.4
#: How far an agent leans for each degree that it turns, and how far at most, in radians.
_LEANING, _MOST_LEANING = 0.6, np.radians(45.0)
#: Leaning less than this is not seen.
_LEAST_LEANING = np.radians(1.0)
#: How many radii a camera is behind the agent it follows, its lens in millimeters, and how near it sees, in radii.
_BEHIND, _LENS, _NEAREST = 6.0, 24.0, 0.1
#: Places between a camera's start and its agent that are tried.
_TRIES = 64


@dataclass(frozen=True)
class Flight:
    """How an agent moves along a path: its size, its speed in units a second, whether it begins again, and when.

    height : of one that walks; 0 of one that flies.
    """

    path: navcore.Path
    radius: float
    height: float
    speed: float
    loops: bool
    first_frame: int
    frames_a_second: float

    @property
    def frames(self) -> int:
        return max(round(self.path.length / self.speed * self.frames_a_second), 1)

    @property
    def last_frame(self) -> int:
        return self.first_frame + self.frames

    @property
    def turning(self) -> float:
        """How far before and after a bend it turns."""
        return _TURNING * self.speed

    def frame_at(self, distance: float) -> int:
        """The frame at which it has flown so far."""
        return self.first_frame + round(distance / self.path.length * self.frames)


def radius_in(nav: navcore.NavVolume | navcore.NavSurface) -> float:
    """How large to draw an agent of a bake. One without a size is as large as a voxel, to be seen at all."""
    return nav.agent_radius or nav.voxel_size / 2.0


def usual_speed(nav: navcore.NavVolume | navcore.NavSurface) -> float:
    """A speed that suits the size of a bake's agent, in units a second."""
    if isinstance(nav, navcore.NavSurface):
        return _BODY_HEIGHTS * nav.agent_height
    return _BODY_LENGTHS * 2.0 * radius_in(nav)


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
    context: bpy.types.Context, curve: bpy.types.Object, flight: Flight, color: Sequence[float]
) -> bpy.types.Object:
    """An agent that moves along a curve and looks ahead: it leans into its bends, or walks on its feet."""
    name = f"{curve.name} Agent"
    walks = flight.height > 0.0
    body = make_figure(name, flight.radius, flight.height, color) if walks else make_mesh(name, flight.radius, color)
    agent = bpy.data.objects.new(name, body)
    agent.color = (*color, 1.0)
    # It stands for whoever flies here, and is no obstacle to others.
    agent.volant.ignore = True
    _link(context, agent)
    follow = _follow(agent, curve)
    for frame, share in ((flight.first_frame, 0.0), (flight.last_frame, 1.0)):
        follow.offset_factor = share
        follow.keyframe_insert("offset_factor", frame=frame)
    if walks:
        _keep_upright(agent)
    for frame, lean in _leans(flight).items() if not walks else ():
        agent.rotation_euler.y = lean
        agent.keyframe_insert("rotation_euler", index=1, frame=frame)
    for fcurve in curves_of(agent):
        _shape(fcurve, flight.loops, is_steady=fcurve.data_path != "rotation_euler")
    return agent


def _leans(flight: Flight) -> dict[int, float]:
    """How far an agent leans to its right at which frame, in radians; level at either end and between bends."""
    points = flight.path.points
    runs = np.diff(points, axis=0)
    lengths = np.linalg.norm(runs, axis=1)
    headings = np.arctan2(runs[:, 1], runs[:, 0])
    # Who flies straight up or down has no heading to turn.
    level = np.linalg.norm(runs[:, :2], axis=1) / np.maximum(lengths, 1e-9)
    turns = (np.diff(headings) + np.pi) % (2.0 * np.pi) - np.pi
    turns *= np.minimum(level[:-1], level[1:])
    at = np.cumsum(lengths)[:-1]
    reach = 2.0 * flight.turning
    # Several small bends in a row are one large one.
    together = np.maximum(1.0 - np.abs(at[:, None] - at) / reach, 0.0) @ turns
    leans = -np.clip(_LEANING * together, -_MOST_LEANING, _MOST_LEANING)
    keys = {flight.first_frame: 0.0, flight.last_frame: 0.0}
    is_seen = np.abs(leans) > _LEAST_LEANING
    before = 0.0
    bends = list(zip(at[is_seen].tolist(), leans[is_seen].tolist(), strict=True))
    for distance, _lean in [*bends, (flight.path.length, 0.0)]:
        # Where there is no time between two bends, it leans from the one into the other.
        if distance - before > 2.0 * reach:
            for levelled in (before + reach, distance - reach):
                keys.setdefault(flight.frame_at(levelled), 0.0)
        before = distance
    for distance, lean in bends:
        frame = flight.frame_at(distance)
        if flight.first_frame < frame < flight.last_frame and abs(lean) > abs(keys.get(frame, 0.0)):
            keys[frame] = lean
    return keys


def add_camera(
    context: bpy.types.Context,
    curve: bpy.types.Object,
    agent: bpy.types.Object,
    flight: Flight,
    nav: navcore.NavVolume | navcore.NavSurface,
) -> bpy.types.Object:
    """A camera that flies the same way a little behind an agent and looks at it, so that no wall comes between."""
    name = f"{agent.name} Camera"
    data = bpy.data.cameras.new(name)
    data.lens = _LENS
    data.clip_start = _NEAREST * flight.radius
    camera = bpy.data.objects.new(name, data)
    _link(context, camera)
    follow = _follow(camera, curve)
    gap = min(_BEHIND * flight.radius, flight.path.length / 2.0)
    waits_until = flight.frame_at(gap)
    last = flight.last_frame
    for frame, share in ((flight.first_frame, 0.0), (waits_until, 0.0), (last, 1.0 - gap / flight.path.length)):
        follow.offset_factor = share
        follow.keyframe_insert("offset_factor", frame=frame)
    camera.location.z = flight.height
    # Behind where the way begins there is none to follow.
    back = _free_behind(nav, flight.path.points, gap)
    for frame, place in ((flight.first_frame, -back), (waits_until, 0.0), (last, 0.0)):
        camera.location.y = place
        camera.keyframe_insert("location", index=1, frame=frame)
    looking = camera.constraints.new("TRACK_TO")
    looking.target = agent
    looking.track_axis, looking.up_axis = "TRACK_NEGATIVE_Z", "UP_Y"
    for fcurve in curves_of(camera):
        _shape(fcurve, flight.loops, is_steady=True)
    return camera


def _free_behind(nav: navcore.NavVolume | navcore.NavSurface, points: NDArray[np.float64], distance: float) -> float:
    """How far one can go back from where a path begins, at most so far."""
    ahead = (points[1] - points[0]) / np.linalg.norm(points[1] - points[0])
    steps = np.linspace(0.0, distance, _TRIES)
    behind = points[0] - steps[:, None] * ahead
    is_blocked = nav.locate(behind) < 0
    free = int(is_blocked.argmax()) if is_blocked.any() else _TRIES
    return float(steps[max(free - 1, 0)])


def _follow(follower: bpy.types.Object, curve: bpy.types.Object) -> bpy.types.FollowPathConstraint:
    follow = follower.constraints.new("FOLLOW_PATH")
    assert isinstance(follow, bpy.types.FollowPathConstraint)
    follow.target = curve
    follow.use_fixed_location = True
    follow.use_curve_follow = True
    follow.forward_axis, follow.up_axis = "FORWARD_Y", "UP_Z"
    return follow


def _keep_upright(walker: bpy.types.Object) -> None:
    """Whatever the slope of a way, who walks it stands."""
    upright = walker.constraints.new("LIMIT_ROTATION")
    assert isinstance(upright, bpy.types.LimitRotationConstraint)
    upright.use_limit_x = upright.use_limit_y = True


def _shape(fcurve: bpy.types.FCurve, loops: bool, *, is_steady: bool) -> None:
    """Straight from key to key, or easing from each into the next; whatever the artist prefers for new keys."""
    for key in fcurve.keyframe_points:
        key.interpolation = "LINEAR" if is_steady else "BEZIER"
        key.handle_left_type = key.handle_right_type = "AUTO_CLAMPED"
    fcurve.update()
    if loops:
        fcurve.modifiers.new("CYCLES")


def _link(context: bpy.types.Context, made: bpy.types.Object) -> None:
    open_collection(context).objects.link(made)
