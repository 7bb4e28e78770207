# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Turn paths into curves and animated agents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from ... import navcore
from .. import session
from ..objects import flights, paths
from ..objects.empties import handy_size, select_only
from ..session import handlers
from ..session.questions import Result
from ..wording import counted
from .preconditions import needs_object_mode, needs_path

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


def _leading(known: Result | None) -> list[navcore.Path]:
    """What was found for a path object, one for each goal that can be reached."""
    return [path for path in known.answers if path.found and len(path.points) > 1] if known else []


def _found(context: bpy.types.Context, starts: list[bpy.types.Object]) -> list[list[navcore.Path]]:
    """The paths of some path objects as these are now."""
    # Adjusting an operator undoes it first, and leaves starts and goals where they were not placed yet.
    context.view_layer.update()
    return [_leading(session.current().preview.answered_now(context.scene, start)) for start in starts]


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
        (found,) = _found(context, [start])
        curves = [flights.add_curve(context, f"{start.name} Curve", path) for path in found]
        select_only(context, *curves)
        handlers.refresh_now(context)
        return {"FINISHED"}


class VOLANT_OT_fly(bpy.types.Operator):
    """Have an agent fly along each selected path, or the chosen one: a curve, a constraint and two keyframes to edit"""

    bl_idname = "volant.fly"
    bl_label = "Fly"
    bl_options = {"REGISTER", "UNDO"}

    speed: bpy.props.FloatProperty(
        name="Speed",
        description="How far the agent flies in a second",
        unit="VELOCITY",
        default=3.0,
        min=0.001,
        soft_max=100.0,
    )
    loops: bpy.props.BoolProperty(
        name="Loop", description="Begin again at the start after arriving at the goal", default=True
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _has_found(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        chosen = [start for start in paths.scene_paths(context.scene) if start.select_get()]
        starts = chosen or [paths.active_path(context.scene)]
        agents, longest = [], 0
        for start, found in zip(starts, _found(context, starts), strict=True):
            for path in found:
                curve = flights.add_curve(context, f"{start.name} Curve", path, turning=2.0 * handy_size(context))
                color = start.volant.path.color
                agent, frames = flights.add_agent(context, curve, path.length, self.speed, self.loops, color)
                agents.append(agent)
                longest = max(longest, frames)
        if not agents:
            self.report({"ERROR"}, "None of the selected paths leads anywhere yet")
            return {"CANCELLED"}
        select_only(context, *agents)
        handlers.refresh_now(context)
        self.report({"INFO"}, f"{counted(len(agents), 'agent')}, up to {counted(longest, 'frame')}; press Space to fly")
        return {"FINISHED"}
