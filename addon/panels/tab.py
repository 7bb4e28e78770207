# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What all panels of the tab share."""

from __future__ import annotations

import textwrap
from typing import Literal

import bpy

Icon = Literal["NONE", "BLANK1", "CHECKMARK", "INFO", "ERROR", "CANCEL"]

#: Characters that fit a line of a sidebar of usual width.
_LINE = 42


class VolantPanel:
    """A panel of the Volant tab."""

    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Volant"


def paragraph(layout: bpy.types.UILayout, text: str, icon: Icon = "NONE", alert: bool = False) -> None:
    """A sentence over as many lines as it takes, because Blender cuts off what does not fit."""
    column = layout.column(align=True)
    column.alert = alert
    below: Icon = "NONE" if icon == "NONE" else "BLANK1"
    for number, line in enumerate(textwrap.wrap(text, _LINE)):
        column.label(text=line, icon=below if number else icon)
