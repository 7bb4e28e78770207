# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Enabling and disabling leaves nothing behind, and Python exits cleanly afterwards."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import types

import addon_utils
import bpy
import pytest
from conftest import NAME


@pytest.mark.skipif("VOLANT_BLENDER" not in os.environ, reason="none was asked for: any Blender will do")
def test_the_blender_under_test_is_the_one_asked_for():
    assert bpy.app.version_string.startswith(os.environ["VOLANT_BLENDER"])


_MENUS = (
    *("VIEW3D_MT_add", "VIEW3D_MT_object", "TOPBAR_MT_file_export", "TOPBAR_MT_file_import"),
    *("OBJECT_PT_visibility", "CYCLES_OBJECT_PT_visibility"),
)


def registered() -> dict[str, object]:
    """Everything an add-on can leave in Blender that Blender lets one list."""
    handlers = bpy.app.handlers
    owners = (bpy.types.Object, bpy.types.Scene, bpy.types.WindowManager, bpy.types.Collection)
    return {
        "classes": {name for name in dir(bpy.types) if "volant" in name.lower()},
        "operators": set(dir(bpy.ops.volant)),
        "properties": {(cls.__name__, prop.identifier) for cls in owners for prop in cls.bl_rna.properties},
        "menus": {name: len(getattr(bpy.types, name)._dyn_ui_initialize()) for name in _MENUS},
        "manuals": len(bpy.utils._manual_map),
        "presets": set(bpy.utils._preset_path_registry),
        "handlers": {name: len(getattr(handlers, name)) for name in dir(handlers) if name.endswith(("_pre", "_post"))},
    }


def draw_handles() -> int:
    """How many draw handles hold the overlay. Blender does not list them, but each holds a bound method."""
    gc.collect()
    overlays = remembered("overlay.drawing", "Overlay")
    return sum(isinstance(holder, types.MethodType) for overlay in overlays for holder in gc.get_referrers(overlay))


def remembered(module: str, kind: str) -> list[object]:
    """All objects of a class of the extension that are still there."""
    cls = getattr(sys.modules[f"{NAME}.addon.{module}"], kind)
    return [candidate for candidate in gc.get_objects() if type(candidate) is cls]


def test_twenty_rounds_leave_nothing_behind(scene):
    addon_utils.disable(NAME, default_set=True)
    clean = registered()
    assert not clean["classes"]
    assert not clean["operators"]
    for _round in range(20):
        addon_utils.enable(NAME, default_set=True)
        assert registered()["classes"] >= {"VOLANT_OT_bake", "VOLANT_PT_volume"}
        assert draw_handles() == 1
        addon_utils.disable(NAME, default_set=True)
        assert registered() == clean
        assert draw_handles() == 0
        assert not remembered("session.session", "Session")
    addon_utils.enable(NAME, default_set=True)


def test_python_exits_cleanly(archive):
    """In a process of its own: install, use, disable, and leave."""
    script = (
        "import sys, bpy, addon_utils\n"
        "bpy.ops.extensions.package_install_files("
        "filepath=sys.argv[1], repo='user_default', enable_on_install=True)\n"
        "bpy.ops.volant.add_volume()\n"
        "bpy.ops.volant.bake()\n"
        "bpy.ops.volant.add_path()\n"
        "bpy.ops.ed.undo_push()\n"
        f"addon_utils.disable({NAME!r}, default_set=True)\n"
        "print('left')\n"
    )
    outcome = subprocess.run([sys.executable, "-c", script, str(archive)], capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stderr
    assert outcome.stdout.rstrip().endswith("left")
    assert "Traceback" not in outcome.stderr
