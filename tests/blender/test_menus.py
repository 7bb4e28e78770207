# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every operator is in a menu of Blender, where F3 finds it; what menus draw fits what is selected."""

from __future__ import annotations

from types import SimpleNamespace

import bpy
import pytest
from addon_scene import addon

#: Operators that need to be told which goal, path or file they are about, or that dialogs and presets call.
ELSEWHERE = {
    *("choose_path", "choose_way", "remove_goal", "frame_island", "keep_island"),
    *("export_anyway", "bake_preset_add", "path_preset_add"),
}


class Layout:
    """Writes down what is drawn."""

    operator_context = ""

    def __init__(self) -> None:
        self.operators: dict[str, SimpleNamespace] = {}

    def operator(self, name: str, **told: object) -> SimpleNamespace:
        drawn = self.operators[name.removeprefix("volant.")] = SimpleNamespace(**told)
        return drawn

    def operator_menu_enum(self, name: str, _property: str, **_told: object) -> None:
        self.operator(name)

    def separator(self) -> None:
        pass

    def menu(self, _name: str, **_told: object) -> None:
        pass


@pytest.fixture
def drawn():
    """What all menus draw."""

    def draw() -> dict[str, SimpleNamespace]:
        menus, layout = addon("panels.menus"), Layout()
        for menu in (menus.VOLANT_MT_add, menus.VOLANT_MT_object):
            menu.draw(SimpleNamespace(layout=layout), bpy.context)
        for place, function in menus._places():
            if "visibility" not in place.__name__:
                function(SimpleNamespace(layout=layout), bpy.context)
        return layout.operators

    return draw


def test_every_operator_is_in_a_menu(scene, drawn):
    assert set(dir(bpy.ops.volant)) - ELSEWHERE == set(drawn())


def test_f3_finds_a_bake_by_navigation():
    labels = {name: getattr(bpy.ops.volant, name).get_rna_type().name for name in ("bake", "bake_all", "ignore")}
    assert labels == {
        "bake": "Bake Navigation",
        "bake_all": "Bake All Navigation",
        "ignore": "Ignore for Navigation",
    }


def test_what_is_selected_is_ignored_and_blocks_again(scene, drawn):
    cube = next(one for one in scene.objects if one.type == "MESH")
    bpy.ops.object.select_all(action="DESELECT")
    assert not bpy.ops.volant.ignore.poll()
    cube.select_set(True)
    entry = drawn()["ignore"]
    assert entry.text == "Ignore for Navigation"
    assert bpy.ops.volant.ignore(ignore=entry.ignore) == {"FINISHED"}
    assert cube.volant.ignore
    entry = drawn()["ignore"]
    assert entry.text == "Block Navigation Again"
    assert bpy.ops.volant.ignore(ignore=entry.ignore) == {"FINISHED"}
    assert not cube.volant.ignore


@pytest.mark.parametrize("engine", ["CYCLES", "BLENDER_WORKBENCH"])
def test_how_an_object_blocks_is_set_where_its_visibility_is_whatever_renders(scene, engine):
    scene.render.engine = engine
    shown = [
        panel
        for panel in bpy.types.Panel.__subclasses__()
        if (panel.bl_label, getattr(panel, "bl_context", "")) == ("Visibility", "object") and panel.poll(bpy.context)
    ]
    assert len(shown) == 1
    assert addon("panels.menus")._draw_object in shown[0].draw._draw_funcs
