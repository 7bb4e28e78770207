# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A new setting of a bake takes three files: its field, its property and its row. All else follows, in a copy of Volant
that has one."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: What is added, in front of what.
CHANGES = {
    "navcore/config.py": (
        "    balanced: bool = setting(",
        '    ceiling: float = setting(2.5, Length(), help="a height")\n',
    ),
    "addon/properties/volume.py": (
        "    balanced: BoolProperty(",
        '    ceiling: FloatProperty(name="Ceiling", description="A height", subtype="DISTANCE", default=2.5)\n',
    ),
    "addon/panels/volume.py": ('"balanced", "merge"', '"ceiling", '),
}

SCRIPT = """
import bpy, volant
volant.register()
from volant.addon import session
from volant.addon.objects import volumes
from volant.addon.panels import presets
from volant.cli import main

bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
bpy.ops.volant.add_volume()
scene, volume = bpy.context.scene, bpy.context.scene.volant.active_volume
volume.volant.volume.voxel_size, volume.volant.volume.ceiling = 0.5, 3.1
assert volumes.bake_config(scene, volume).ceiling == 3.1, "in double precision, as it was meant"

bpy.ops.volant.bake()
status = session.current().status
assert session.current().bakes.of(volume).metadata["settings"]["ceiling"] == 3.1
assert status.state(volume) == "FRESH"
volume.volant.volume.ceiling = 4.0
status.refresh(scene, bpy.context.evaluated_depsgraph_get())
assert status.of(volume).words == "Ceiling changed", status.of(volume).words

bpy.ops.volant.export_file(filepath="box.volant")
bpy.ops.volant.import_file(filepath="box.volant")
imported = scene.volant.active_volume
assert imported != volume
assert volumes.bake_config(scene, imported).ceiling == 3.1
assert "settings.ceiling" in presets.VOLANT_OT_bake_preset_add.preset_values

bpy.ops.wm.obj_export(filepath="box.obj")
assert main(["bake", "box.obj", "-o", "told.volant", "--voxel-size", "0.5", "--ceiling", "7"]) == 0
assert volant.navcore.load("told.volant").metadata["settings"]["ceiling"] == 7.0
volant.unregister()
print("all of it")
"""


def test_a_new_setting_touches_three_files(tmp_path):
    copy = tmp_path / "volant"
    for room in ("addon", "cli", "navcore"):
        shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("__init__.py", "__main__.py", "blender_manifest.toml"):
        shutil.copy(ROOT / file, copy / file)
    for path, (anchor, added) in CHANGES.items():
        text = (copy / path).read_text(encoding="utf-8")
        assert text.count(anchor) == 1, f"{path} has changed; mend this test"
        (copy / path).write_text(text.replace(anchor, added + anchor), encoding="utf-8")
    outcome = subprocess.run([sys.executable, "-c", SCRIPT], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert outcome.stdout.rstrip().endswith("all of it"), outcome.stdout + outcome.stderr
    assert outcome.returncode == 0, outcome.stderr
