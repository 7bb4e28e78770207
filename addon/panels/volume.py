# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What to bake, how, and what became of it."""

from __future__ import annotations

import bpy

from .. import session
from ..objects import walking
from ..properties.volume import WALK_SETTINGS
from ..session.live_bakes import can_update
from ..session.status import Status
from .islands import draw_islands
from .presets import VOLANT_PT_bake_presets
from .progress_bar import draw_progress_bar
from .tab import VolantPanel, note, paragraph


class VOLANT_PT_volume(VolantPanel, bpy.types.Panel):
    bl_label = "Volume"

    def draw_header_preset(self, context: bpy.types.Context) -> None:
        if context.scene.volant.active_volume is not None:
            VOLANT_PT_bake_presets.draw_panel_header(self.layout)

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        volume = context.scene.volant.active_volume
        if volume is None:
            paragraph(layout, "Draw a box around the space to bake. Everything visible inside it blocks the way.")
            add = layout.column()
            add.scale_y = 1.6
            add.operator("volant.add_volume", icon="MESH_CUBE")
            return
        layout.use_property_split = True
        layout.use_property_decorate = False
        row = layout.row(align=True)
        row.prop(context.scene.volant, "active_volume", text="", icon="MESH_CUBE")
        row.operator("volant.add_volume", text="", icon="ADD")
        if volume.name not in context.scene.objects:
            paragraph(layout, f"{volume.name} is not in this scene. Choose another volume or add one.", "ERROR")
            return
        known = session.current().status.of(volume)
        _draw_settings(layout, volume, known)
        _draw_markers(layout, context, known)
        _draw_advanced(layout, volume)
        _draw_bake(layout, volume, known)
        draw_islands(layout, volume, known)


def _draw_settings(layout: bpy.types.UILayout, volume: bpy.types.Object, known: Status | None) -> None:
    settings = volume.volant.volume
    what = layout.column(align=True)
    what.prop(settings, "sources")
    if settings.sources == "COLLECTION":
        what.prop(settings, "collection")
    note(what, known.sources if known else "")
    sides = layout.row(align=True)
    sides.use_property_split = False
    sides.prop(settings, "size", text="")
    row = layout.row(align=True)
    row.prop(settings, "margin")
    row.prop(settings, "margin_follows", text="", icon="LINKED")
    row.operator_menu_enum("volant.fit_volume", "around", text="", icon="FULLSCREEN_ENTER")
    kinds = layout.row(align=True)
    kinds.use_property_split = False
    kinds.prop(settings, "fly", toggle=True)
    kinds.prop(settings, "walk", toggle=True)
    how = layout.column(align=True)
    how.prop(settings, "agent_radius")
    if walking.walks(volume):
        for name in WALK_SETTINGS:
            how.prop(settings, name)
    note(how, known.gap if known else "")
    if settings.resolution == "MAX_DEPTH":
        how.prop(settings, "max_depth")
    else:
        row = how.row(align=True)
        row.prop(settings, "voxel_size")
        row.prop_enum(settings, "resolution", "AGENT", text="", icon="LINKED")
    note(how, known.grid if known else "")
    if known and known.coarse:
        paragraph(layout, known.coarse, "INFO")
    if walking.walks(volume):
        floors = layout.column(align=True)
        floors.prop(settings, "floors")
        if settings.floors == "COLLECTION":
            floors.prop(settings, "floor_collection", text="From")
        _draw_links(layout, volume, bpy.context.object)


def _draw_links(layout: bpy.types.UILayout, volume: bpy.types.Object, active: bpy.types.Object | None) -> None:
    """Which ways are found between places that touch nowhere, and the placed one that is active."""
    header, body = layout.panel("volant_links", default_closed=True)
    header.label(text="Links")
    header.operator("volant.add_link", text="", icon="ADD", emboss=False)
    if body:
        body.prop(volume.volant.volume, "jump_length")
        body.prop(volume.volant.volume, "drop_height")
        if walking.flies(volume):
            body.prop(volume.volant.volume, "take_offs")
        if active is not None and active.volant.role == "LINK":
            placed = body.box().column(align=True)
            placed.label(text=active.name, icon="CON_FOLLOWPATH")
            for name in ("end", "kind", "both_ways", "cost"):
                placed.prop(active.volant.link, name)


def _draw_markers(layout: bpy.types.UILayout, context: bpy.types.Context, known: Status | None) -> None:
    markers = known.markers if known else ()
    # Two, because Blender keeps a sub-panel as it was first shown: the first marker has to open it.
    header, body = layout.panel("volant_markers" if markers else "volant_no_markers", default_closed=not markers)
    header.label(text=f"Keep Markers ({len(markers)})" if markers else "Keep Markers")
    header.operator("volant.add_marker", text="", icon="ADD", emboss=False)
    if not body:
        return
    if not markers:
        paragraph(body, "All free space is kept. A marker keeps only what is connected to it.")
    for marker in markers:
        row = body.row()
        row.label(text=marker.name, icon="CHECKMARK" if marker.is_good else "ERROR")
        right = row.row()
        right.alignment = "RIGHT"
        right.label(text=marker.words)
    if not markers:
        return
    volume = context.scene.volant.active_volume
    if not walking.flies(volume):
        return
    found = session.current().leak.of(volume)
    row = body.row(align=True)
    row.operator("volant.find_leak", icon="VIEWZOOM")
    if found is not None:
        row.operator("volant.clear_leak", text="", icon="X")
        paragraph(body, found.words, "ERROR" if found.leak.found else "CHECKMARK")


def _draw_advanced(layout: bpy.types.UILayout, volume: bpy.types.Object) -> None:
    header, body = layout.panel("volant_advanced", default_closed=True)
    header.label(text="Advanced")
    settings = volume.volant.volume
    if body:
        for name in ("resolution", "min_depth", "balanced", "merge") if walking.flies(volume) else ("resolution",):
            body.prop(settings, name)
        body.prop(settings, "memory_limit")
        body.prop(settings, "frames")
        if settings.frames == "RANGE":
            row = body.row(align=True)
            row.prop(settings, "frame_start", text="First, Last")
            row.prop(settings, "frame_end", text="")


def _draw_bake(layout: bpy.types.UILayout, volume: bpy.types.Object, known: Status | None) -> None:
    if known and known.warning:
        paragraph(layout, known.warning, "ERROR")
    job = session.current().job
    big = layout.row(align=True)
    big.scale_y = 1.6
    # Live would keep half of its place for a name beside it.
    big.use_property_split = False
    if job is not None:
        draw_progress_bar(big, job)
        # As high as what stands here otherwise, so that nothing below moves.
        paragraph(layout, f"{job.note}. Esc stops it" if job.note else "Esc stops it", "INFO")
        return
    big.operator("volant.bake", text="Bake", icon="MOD_REMESH")
    if volume.volant.volume.bake:
        big.operator("volant.update", text="Update")
        big.prop(volume.volant.volume, "live", toggle=True)
        big.operator("volant.clear_bake", text="", icon="TRASH")
    _draw_outcome(layout, volume, known)


def _draw_outcome(layout: bpy.types.UILayout, volume: bpy.types.Object, known: Status | None) -> None:
    """What became of the last bake."""
    problem = session.current().status.problems.get(volume.session_uid)
    if problem is not None:
        paragraph(layout, problem.words, "CANCEL", alert=True)
        if problem.nearest is not None:
            layout.operator("volant.move_marker", icon="SNAP_ON")
    elif known is None:
        paragraph(layout, "")
    elif known.state == "NEVER":
        # Without one it is no news; one that cannot be read is.
        paragraph(layout, known.words, "ERROR" if volume.volant.volume.bake else "INFO")
    else:
        # What came from a file cannot be compared with the scene.
        fresh = "Up to date" if volume.volant.volume.baked_from else "Imported"
        is_fresh = known.state == "FRESH"
        waits = _why_live_waits(volume)
        # In place of figures, so that no row comes and goes.
        words = fresh if is_fresh and waits else f"{fresh if is_fresh else 'Out of date'}: {known.words}"
        sentences = ". ".join(filter(None, (words, known.frame, waits)))
        paragraph(layout, sentences, "CHECKMARK" if is_fresh else "ERROR")


def _why_live_waits(volume: bpy.types.Object) -> str:
    """Why a live volume does not follow its sources; empty when it does."""
    if not volume.volant.volume.live or session.current().live.remembered(volume.session_uid) is not None:
        return ""
    if walking.walks(volume):
        return "Live is for volumes in which nobody walks"
    if not can_update(volume):
        return "Live needs Merge, without Balanced and frame ranges"
    return "Live begins with a bake"
