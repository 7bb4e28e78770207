# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Blender shows of Volant: every label, tooltip and menu entry that is registered."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import bpy
from addon_scene import addon

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from british import british


def registered() -> Iterator[bpy.types.bpy_struct]:
    """The RNA of everything that Volant has registered."""
    for name in dir(bpy.ops.volant):
        yield getattr(bpy.ops.volant, name).get_rna_type()
    bases = (
        bpy.types.PropertyGroup,
        bpy.types.Panel,
        bpy.types.Menu,
        bpy.types.AddonPreferences,
        bpy.types.FileHandler,
    )
    for base in bases:
        for cls in base.__subclasses__():
            if "volant" in cls.__module__ and cls.is_registered:
                yield cls.bl_rna


def shown(rna: bpy.types.bpy_struct) -> Iterator[tuple[str, str]]:
    """The texts of one type, each with where it stands."""
    for text in (rna.name, rna.description):
        yield rna.identifier, text
    for item in rna.properties:
        where = f"{rna.identifier}.{item.identifier}"
        yield where, item.name
        yield where, item.description
        for entry in getattr(item, "enum_items", ()) if item.type == "ENUM" else ():
            yield where, entry.name
            yield where, entry.description


def test_what_blender_shows_is_american(scene):
    types = list(registered())
    assert {"VOLANT_OT_bake", "VolantVolume", "VOLANT_PT_volume", "VOLANT_MT_add"} <= {rna.identifier for rna in types}
    texts = [found for rna in types for found in shown(rna)]
    assert {where: text for where, text in texts if british(text)} == {}


def test_a_number_stays_on_the_line_of_its_unit():
    tab = addon("panels.tab")
    text = "Up to date: 1,767 cells, 21 islands, 5.5 s at 0.25 m"
    for number in range(40):
        lines = tab._wrapped(f"{'x' * number} {text}", True)
        assert " ".join(lines) == f"{'x' * number} {text}".strip()
        assert not any(line.startswith(("s ", "m")) for line in lines)
