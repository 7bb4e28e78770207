# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Turn paths into curves and animated agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from ... import navcore
from .. import session
from ..jobs.reacting import ReactingJob
from ..objects import flights, paths
from ..objects.empties import select_only
from ..session import handlers
from ..session.bakes import StillSpace
from ..session.questions import Result
from ..wording import counted
from .long_work import LongWork
from .preconditions import needs_object_mode, needs_path

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


def _leading(known: Result | None) -> list[navcore.Path]:
    """What was found for a path object, one for each goal that can be reached."""
    return [path for path in known.answers if path.found and len(path.points) > 1] if known else []


def _known(context: bpy.types.Context, starts: list[bpy.types.Object]) -> list[Result]:
    """What there is to know of some path objects as these are now."""
    # Adjusting an operator undoes it first, and leaves starts and goals where they were not placed yet.
    context.view_layer.update()
    return [session.current().preview.answered_now(context.scene, start) for start in starts]


def _chosen(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The selected paths, or the active one where none is."""
    selected = [start for start in paths.scene_paths(scene) if start.select_get()]
    return selected or [paths.active_path(scene)]


def _has_moving(operator: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    if not (needs_object_mode(operator, context) and needs_path(operator, context)):
        return False
    known = session.current().preview.result(paths.active_path(context.scene))
    if known is None or known.answered is None or not known.answered.moving.looks:
        operator.poll_message_set("Nothing moves in the volume of the chosen path; make an object dynamic first")
        return False
    return True


def _has_found(operator: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    if not (needs_object_mode(operator, context) and needs_path(operator, context)):
        return False
    if not _leading(session.current().preview.result(paths.active_path(context.scene))):
        operator.poll_message_set("The chosen path leads nowhere yet")
        return False
    return True


class VOLANT_OT_path_to_curve(bpy.types.Operator):
    """Make a curve object of the chosen path, one for each goal"""

    bl_idname = "volant.path_to_curve"
    bl_label = "Path to Curve"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _has_found(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        start = paths.active_path(context.scene)
        (known,) = _known(context, [start])
        curves = [flights.add_curve(context, f"{start.name} Curve", path) for path in _leading(known)]
        select_only(context, *curves)
        handlers.refresh_now(context)
        return {"FINISHED"}


class _Flying:
    """What every flight can be told."""

    # Not remembered for the next time, because the next agent may be of another size.
    speed: bpy.props.FloatProperty(
        name="Speed",
        description="How far the agent moves in a second, unless told otherwise as suits its size",
        unit="VELOCITY",
        default=3.0,
        min=0.001,
        soft_max=100.0,
        options={"SKIP_SAVE"},
    )


class VOLANT_OT_fly_among(LongWork, _Flying, bpy.types.Operator):
    """Have agents fly the selected paths among dynamic objects: they go around what comes their way, or wait"""

    bl_idname = "volant.fly_among"
    bl_label = "Fly Among Dynamic Objects"
    bl_options = {"UNDO"}
    needs = staticmethod(_has_moving)

    def make_job(self, context: bpy.types.Context) -> ReactingJob:
        starts = _chosen(context.scene)
        found = [
            (start, known)
            for start, known in zip(starts, _known(context, starts), strict=True)
            if known.answered is not None and known.answered.moving.looks
        ]
        if not found:
            raise navcore.PathError("nothing moves in the volumes of the selected paths; make an object dynamic first")
        if not self.properties.is_property_set("speed"):
            self.speed = min(flights.usual_speed(known.nav) for _start, known in found)
        return ReactingJob(context, found, self.speed)


class VOLANT_OT_fly(_Flying, bpy.types.Operator):
    """Have an agent fly or walk along each selected path, or the chosen one: a curve, with keyframes to edit"""

    bl_idname = "volant.fly"
    bl_label = "Preview Agent"
    bl_options = {"REGISTER", "UNDO"}

    loops: bpy.props.BoolProperty(
        name="Loop", description="Begin again at the start after arriving at the goal", default=True
    )
    camera: bpy.props.BoolProperty(
        name="Follow Camera",
        description="Add a camera that follows the agent, and make it the scene's",
        default=False,
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _has_found(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        scene = context.scene
        starts = _chosen(scene)
        found = [
            (start, known) for start, known in zip(starts, _known(context, starts), strict=True) if _leading(known)
        ]
        if not found:
            self.report({"ERROR"}, "None of the selected paths leads anywhere yet")
            return {"CANCELLED"}
        if not self.properties.is_property_set("speed"):
            self.speed = min(flights.usual_speed(known.nav) for _start, known in found)
        agents, frames = [], 0
        for start, known in found:
            for path in _leading(known):
                flight = self._flight(scene, path, known.nav)
                curve = flights.add_curve(context, f"{start.name} Curve", path, flight.turning)
                agents.append(flights.add_agent(context, curve, flight, start.volant.path.color))
                frames = max(frames, flight.frames)
        if self.camera:
            # Behind the agent that will be the active one.
            scene.camera = flights.add_camera(context, curve, agents[-1], flight, known.nav)
        scene.frame_end = max(scene.frame_end, scene.frame_start + frames)
        select_only(context, *agents)
        handlers.refresh_now(context)
        self.report({"INFO"}, f"{counted(len(agents), 'agent')}, up to {counted(frames, 'frame')}; press Space to play")
        return {"FINISHED"}

    def _flight(self, scene: bpy.types.Scene, path: navcore.Path, nav: StillSpace) -> flights.Flight:
        rate = scene.render.fps / scene.render.fps_base
        height = nav.agent_height if isinstance(nav, navcore.NavSurface) else 0.0
        return flights.Flight(path, flights.radius_in(nav), height, self.speed, self.loops, scene.frame_start, rate)
