# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The paths of the scene, and the one that is chosen."""

from __future__ import annotations

import bpy

from ... import navcore
from .. import session
from ..jobs import comparing
from ..objects import paths
from ..wording import counted
from . import path_words
from .presets import VOLANT_PT_path_presets
from .tab import VolantPanel, note, paragraph

#: Rows that are drawn; a sidebar holds no more in one view.
_MOST_ROWS = 12


class VOLANT_PT_paths(VolantPanel, bpy.types.Panel):
    bl_label = "Paths"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return context.scene.volant.active_volume is not None

    def draw_header_preset(self, _context: bpy.types.Context) -> None:
        row = self.layout.row(align=True)
        row.operator("volant.add_path", text="", icon="ADD", emboss=False)
        row.operator("volant.remove_path", text="", icon="REMOVE", emboss=False)

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        scene = context.scene
        found = paths.scene_paths(scene)
        if not found:
            paragraph(layout, "See how an agent gets from one place to another.")
            layout.operator("volant.add_path", icon="CURVE_PATH")
            return
        active = paths.active_path(scene)
        column = layout.column(align=True)
        for start in found[:_MOST_ROWS]:
            row = column.row(align=True)
            color = row.row()
            color.scale_x = 0.35
            color.prop(start.volant.path, "color", text="")
            words = path_words.summary(scene, session.current().preview.result(start))
            chosen = row.row(align=True)
            chosen.alignment = "EXPAND"
            button = chosen.operator("volant.choose_path", text=f"{start.name}   {words}", depress=start == active)
            button.name = start.name
        if len(found) > _MOST_ROWS:
            layout.label(text=f"and {len(found) - _MOST_ROWS} more")
        _draw_chosen(layout, scene, active)
        if comparing.is_shown(context, active):
            _draw_comparison(layout, context, active)


def _draw_chosen(layout: bpy.types.UILayout, scene: bpy.types.Scene, start: bpy.types.Object) -> None:
    settings = start.volant.path
    known = session.current().preview.result(start)
    is_pending = known is not None and known.is_pending
    for words, is_good in path_words.details(scene, known):
        paragraph(layout, words, "TIME" if is_pending else "CHECKMARK" if is_good else "ERROR")
    if known is not None and not is_pending and not all(path.found for path in known.answers):
        _draw_why_not(layout, start)
    layout.use_property_split = True
    layout.use_property_decorate = False
    column = layout.column(align=True)
    _draw_goals(column, scene, settings)
    cost = path_words.cost(known)
    if cost:
        note(column, cost)
    _draw_search(layout, start)
    # A plain row would be cut into quarters, which not every word fits.
    tools = layout.split(factor=0.22, align=True)
    tools.operator("volant.compare")
    tools = tools.split(factor=0.385, align=True)
    tools.operator("volant.alternatives")
    tools = tools.split(factor=0.5, align=True)
    tools.operator("volant.path_to_curve", text="To Curve")
    # With what moves in the way, a flight along a line that is drawn once would lead through it.
    moves = known is not None and known.answered is not None and bool(known.answered.moving.looks)
    tools.operator("volant.fly_among" if moves else "volant.fly", text="Preview")


def _draw_why_not(layout: bpy.types.UILayout, start: bpy.types.Object) -> None:
    """What would have to change for a path that is not found."""
    found = session.current().why_not.of(start)
    row = layout.row(align=True)
    row.operator("volant.why_not", icon="QUESTION")
    if found is not None:
        row.operator("volant.clear_why_not", text="", icon="X")
        paragraph(layout, found.words, "INFO")


def _draw_goals(column: bpy.types.UILayout, scene: bpy.types.Scene, settings: bpy.types.PropertyGroup) -> None:
    for index, goal in enumerate(settings.goals):
        row = column.row(align=True)
        if goal.object is not None and not session.current().roles.is_in(scene, goal.object):
            row.label(text=f"{goal.object.name} is deleted", icon="ERROR")
        else:
            row.prop(goal, "object", text="Goal" if index == 0 else " ")
        if index == 0:
            row.operator("volant.add_goal", text="", icon="ADD")
        else:
            row.label(icon="BLANK1")
        row.operator("volant.remove_goal", text="", icon="REMOVE").index = index
    if not settings.goals:
        column.operator("volant.add_goal", icon="ADD")


def _draw_search(layout: bpy.types.UILayout, start: bpy.types.Object) -> None:
    settings = start.volant.path
    header, body = layout.panel("volant_path_search", default_closed=True)
    header.label(text="Search")
    VOLANT_PT_path_presets.draw_panel_header(header.row())
    if body:
        held = session.current().bakes.whole(settings.volume) if settings.volume else None
        walks = held is not None and isinstance(paths.space_of(start, held), navcore.NavSurface)
        body.prop(settings, "volume")
        if held is not None and paths.has_ways(held):
            body.row().prop(settings, "way", expand=True)
            if paths.takes_links(start, held):
                return
        if walks:
            body.prop(settings, "walk_method")
            return
        for name in ("method", "shape"):
            body.prop(settings, name)
        row = body.row(heading="Larger Agent", align=True)
        row.prop(settings, "larger_agent", text="")
        radius = row.row()
        radius.active = settings.larger_agent
        radius.prop(settings, "agent_radius", text="")


def _draw_comparison(layout: bpy.types.UILayout, context: bpy.types.Context, start: bpy.types.Object) -> None:
    """What there is to choose from, and all figures below."""
    told = context.window_manager.volant
    chosen = session.current().preview.chosen(start.session_uid)
    column = layout.box().column(align=True)
    header = column.row(align=True)
    header.label(text="Choose a Way" if told.choices else "No way was found")
    header.operator("volant.copy_comparison", text="", icon="COPYDOWN", emboss=False)
    header.operator("volant.clear_comparison", text="", icon="X", emboss=False)
    for choice in told.choices:
        line = _way(column, told.rows[choice.row])
        words = f"{choice.label}   {choice.figure}"
        line.operator("volant.choose_way", text=words, depress=choice.row == chosen).number = choice.row
    # It has a look of its own, because Blender draws no sub-panel within a box.
    header, body = layout.panel("volant_figures", default_closed=True)
    header.label(text=f"All {counted(len(told.rows), 'Way')}")
    if body:
        figures = body.column(align=True)
        for number, row in enumerate(told.rows):
            line = _way(figures, row)
            words = f"{row.label}   {row.length}"
            line.operator("volant.choose_way", text=words, depress=number == chosen).number = number
            note(figures, f"{row.time}, {row.turns}")
            note(figures, f"{counted(row.expanded, 'cell')}, {counted(row.checks, 'check')}")


def _way(column: bpy.types.UILayout, row: bpy.types.PropertyGroup) -> bpy.types.UILayout:
    """A line for a path, with its color in front."""
    line = column.split(factor=0.08, align=True)
    # Not greyed out, because it has to look like the line it stands for.
    line.row().prop(row, "color", text="")
    return line
