# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What all panels of the tab share."""

from __future__ import annotations

import re
from typing import Literal

import blf
import bpy

Icon = Literal["NONE", "BLANK1", "CHECKMARK", "INFO", "ERROR", "CANCEL", "TIME"]

#: Width of a sidebar that is not drawn yet, and of what beside the text takes room in it, in pixels at a scale of 1:
#: margins and tabs, and an icon.
_SIDEBAR, _MARGINS, _ICON = 280, 55, 22
#: Heights of a line that explains another and of a line of a sentence, as shares of that of a button.
_NOTE_HEIGHT, _LINE_HEIGHT = 0.75, 0.85
#: Where a line may end: not between a number and its unit.
_BREAK = re.compile(r"(?<!\d)\s+|\s+(?!\w{1,2}\b)")
#: Blender's own font for buttons and labels.
_FONT = 0


class VolantPanel:
    """A panel of the Volant tab."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Volant"


def paragraph(layout: bpy.types.UILayout, text: str, icon: Icon = "NONE", alert: bool = False) -> None:
    """A sentence over as many lines as it takes, because Blender cuts off what does not fit."""
    column = layout.column(align=True)
    column.alert = alert
    column.scale_y = _LINE_HEIGHT
    below: Icon = "NONE" if icon == "NONE" else "BLANK1"
    for number, line in enumerate(_wrapped(text, icon != "NONE")):
        column.label(text=line, icon=below if number else icon)


def note(layout: bpy.types.UILayout, text: str) -> None:
    """A quiet line below the setting it explains."""
    faint = layout.row()
    faint.active = False
    faint.alignment = "RIGHT"
    faint.scale_y = _NOTE_HEIGHT
    faint.label(text=text)


def _wrapped(text: str, has_icon: bool) -> list[str]:
    """The lines of a text that fit the sidebar as it is drawn now."""
    context = bpy.context
    scale = context.preferences.system.ui_scale
    region = context.region
    width = region.width if region is not None and region.type == "UI" and region.width > 1 else _SIDEBAR * scale
    room = width - scale * (_MARGINS + has_icon * _ICON)
    blf.size(_FONT, context.preferences.ui_styles[0].widget.points * scale)
    lines = [""]
    for word in _BREAK.split(text.strip()):
        longer = f"{lines[-1]} {word}".lstrip()
        long = blf.dimensions(_FONT, longer)[0]  # type: ignore[index]  # the stubs know no answer
        if lines[-1] and long > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
