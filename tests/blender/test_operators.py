# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every operator runs, is explained, and refuses with a reason; every setting has a tooltip."""

from __future__ import annotations

import bpy
import pytest
from addon_scene import addon

#: Properties that operators have from Blender's own helpers for files and presets.
OF_BLENDER = {"rna_type", "check_existing", "filter_glob", "filepath", "remove_name", "remove_active"}


def test_every_operator_runs(scene, tmp_path):
    ops = bpy.ops.volant
    target = str(tmp_path / "room.volant")
    scene.cursor.location = (1, 0, 0)
    # A session in the order an artist would have it; the marker begins in a wall.
    session = [
        ("add_volume", {}),
        ("fit_volume", {"around": "SCENE"}),
        ("add_link", {}),
        ("add_marker", {}),
        ("bake", None),
        ("move_marker", {}),
        ("bake", {}),
        ("bake_all", {}),
        ("update", {}),
        ("update", {}),
        ("ignore", {}),
        ("ignore", {"ignore": False}),
        ("dynamic", {}),
        ("dynamic", {"dynamic": False}),
        ("frame_island", {}),
        ("add_path", {}),
        ("keep_island", {}),
        ("keep_largest", {}),
        ("keep_reachable", {}),
        ("add_goal", {}),
        ("choose_path", {"name": "Nav Path"}),
        ("remove_goal", {"index": 1}),
        ("export_file", {"filepath": target}),
        ("export_all", {"directory": str(tmp_path)}),
        ("import_file", {"filepath": target}),
        ("find_leak", {}),
        ("clear_leak", {}),
        ("choose_path", {"name": "Nav Path"}),
        ("why_not", {}),
        ("clear_why_not", {}),
        ("choose_path", {"name": "Nav Path"}),
        ("compare", {}),
        ("copy_comparison", {}),
        ("choose_way", {"number": 1}),
        ("alternatives", {}),
        ("clear_comparison", {}),
        ("path_to_curve", {}),
        ("fly", {}),
        ("fly_among", {}),
        ("bake_preset_add", {"name": "Mine"}),
        ("bake_preset_add", {"name": "Mine", "remove_name": True}),
        ("path_preset_add", {"name": "Mine"}),
        ("path_preset_add", {"name": "Mine", "remove_name": True}),
        ("clear_bake", {}),
        ("remove_path", {}),
    ]
    for name, options in session:
        operator = getattr(ops, name)
        if name.startswith("keep_"):
            # What has a marker already needs no other.
            for marker in [one for one in scene.objects if one.volant.role == "MARKER"]:
                bpy.data.objects.remove(marker)
        bpy.data.objects["Cube"].volant.dynamic = name == "fly_among"
        if name.endswith("why_not"):
            # A goal outside, and back again.
            goal = scene.volant.active_path.volant.path.goals[0].object
            goal.location.x += 100.0 if name == "why_not" else -100.0
            bpy.context.view_layer.update()
        if options is None:
            scene.volant.active_volume.volant.volume.voxel_size = 0.02
            scene.volant.active_volume.volant.volume.agent_radius = 0.1
            with pytest.raises(RuntimeError, match="Keep Marker is in blocked space"):
                operator()
            scene.volant.active_volume.volant.volume.voxel_size = 0.1
        else:
            assert operator(**options) == {"FINISHED"}, name
    assert not ops.stop.poll()
    # The one ends what is under way in a window, the other asks in one.
    assert {name for name, _options in session} | {"stop", "export_anyway"} == set(dir(ops))


def test_everything_has_a_tooltip_without_a_period():
    texts = {}
    for name in dir(bpy.ops.volant):
        rna = getattr(bpy.ops.volant, name).get_rna_type()
        texts[name] = rna.description
        own = {item.identifier for item in rna.properties} - OF_BLENDER
        texts.update({f"{name}.{item}": rna.properties[item].description for item in own})
    for group in (
        "VolantVolume",
        "VolantPath",
        "VolantGoal",
        "VolantObject",
        "VolantDisplay",
        "VolantScene",
        "VolantRow",
        "VolantComparison",
        "VolantPreferences",
    ):
        rna = getattr(addon("properties.preferences" if group == "VolantPreferences" else "properties"), group).bl_rna
        for item in rna.properties:
            if item.identifier not in {"rna_type", "name", "bl_idname"} and not (
                item.type in {"POINTER", "COLLECTION"} and not item.description
            ):
                texts[f"{group}.{item.identifier}"] = item.description
            if item.type == "ENUM":
                texts.update(
                    {f"{group}.{item.identifier}.{one.identifier}": one.description for one in item.enum_items}
                )
    assert len(texts) > 80
    for where, text in texts.items():
        assert text, f"{where} has no tooltip"
        assert not text.endswith("."), f"{where}: {text}"


def test_the_menus_hold_volant_once(scene):
    menus = addon("panels.menus")
    for menu, draw in menus._places():
        assert list(menu._dyn_ui_initialize()).count(draw) == 1


#: Operators that change nothing which undo could bring back: what is drawn and told until something moves, and files.
WITHOUT_UNDO = {
    *("stop", "compare", "alternatives", "copy_comparison", "clear_comparison", "find_leak", "clear_leak"),
    *("why_not", "clear_why_not"),
    "frame_island",
    *("export_file", "export_all", "export_anyway", "bake_preset_add", "path_preset_add"),
}


def test_everything_else_can_be_undone():
    classes = [cls for cls in bpy.types.Operator.__subclasses__() if cls.__name__.startswith("VOLANT_OT_")]
    names = {cls.bl_idname.removeprefix("volant."): cls for cls in classes if cls.is_registered}
    assert names.keys() == set(dir(bpy.ops.volant))
    assert {name for name, cls in names.items() if "UNDO" not in getattr(cls, "bl_options", ())} == WITHOUT_UNDO
