# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The islands of a bake: a row each, and buttons that keep some of them."""

from __future__ import annotations

import bpy

from .. import session
from ..properties import preferences
from ..session.islands import IslandRow
from ..session.status import Status
from .tab import note


def draw_islands(layout: bpy.types.UILayout, volume: bpy.types.Object, known: Status | None) -> None:
    """A sub-panel, once there are islands. Its rows are words that were looked up before."""
    if known is None or not known.islands.rows:
        return
    # Two, because Blender keeps a sub-panel as it was first shown: a single island has no need of a list.
    several = known.islands.count > 1
    header, body = layout.panel("volant_islands" if several else "volant_one_island", default_closed=not several)
    header.label(text=f"Islands ({known.islands.count:,})")
    if not body:
        return
    chosen = session.current().chosen_island.of(volume)
    palette = preferences.palette()
    column = body.column(align=True)
    for row in known.islands.rows:
        is_chosen = chosen is not None and chosen.number == row.number - 1
        _draw_row(column.row(align=True), row, palette.island(row.number - 1), is_chosen)
    if known.islands.small:
        note(column, known.islands.small)
    if several:
        keep = body.column(align=True)
        keep.operator("volant.keep_largest")
        keep.operator("volant.keep_reachable")


def _draw_row(line: bpy.types.UILayout, row: IslandRow, color: tuple[float, float, float], is_chosen: bool) -> None:
    line.template_node_socket(color=(*color, 1.0))
    words = f"Island {row.number}   {row.share}   {row.volume}"
    line.operator("volant.frame_island", text=words, depress=is_chosen).number = row.number
    if row.keeper:
        line.label(icon="CHECKMARK")
    else:
        line.operator("volant.keep_island", text="", icon="ADD").number = row.number
