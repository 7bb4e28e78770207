# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scene in centimeters is exported for Unreal, as cells and as FBX.

The file's matrix puts the cells around what Unreal finds in the FBX of the same scene.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import bpy
import numpy as np

from . import fbx, stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

_NAME = "crate.volant"
#: A crate of 2 m, in centimeters, away from the origin.
_HALF, _PLACE = 100.0, (300.0, -200.0, 150.0)


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    units = bpy.context.scene.unit_settings
    units.system, units.scale_length, units.length_unit = "METRIC", 0.01, "CENTIMETERS"
    crate = bpy.data.objects["Cube"]
    crate.scale, crate.location = (_HALF,) * 3, _PLACE
    driver.viewport.spaces.active.clip_end = 10_000.0
    bpy.context.view_layer.update()
    yield from stage.default_scene(driver)
    yield from stage.bake(driver)
    yield from driver.screenshot("1-baked")

    # The engine is one of the browser's settings, which the operator gives it.
    bpy.ops.volant.export_file("INVOKE_DEFAULT", engine="UNREAL")
    yield from stage.save_in_browser(driver, _NAME, "2-file-browser")
    nav = stage.navcore().load(Path.home() / _NAME)
    assert nav.metadata["units"]["scale"] == 0.01, f"the file tells {nav.metadata['units']}"
    matrix = np.array(nav.metadata["engine"]["matrix"], float)

    bpy.ops.object.select_all(action="DESELECT")
    crate.select_set(True)
    bpy.ops.export_scene.fbx(filepath=str(Path.home() / "crate.fbx"), use_selection=True)
    level = fbx.in_unreal(fbx.fbx_corners(Path.home() / "crate.fbx"))
    corners = np.array([crate.matrix_world @ vertex.co for vertex in crate.data.vertices])
    ours = corners @ matrix.T
    print(f"Unreal has the crate from {level.min(axis=0)} to {level.max(axis=0)} cm", flush=True)
    for end in (np.min, np.max):
        assert np.allclose(end(ours, axis=0), end(level, axis=0), atol=1e-2), f"the file has it at {end(ours, axis=0)}"

    # Where Unreal has the crate there are no cells, and beside it there are.
    found = np.linalg.solve(matrix, level.T).T
    assert (nav.locate(found * (1.0 - 1e-6) + np.array(_PLACE) * 1e-6) < 0).all(), "a cell is where the crate is"
    beside = found + np.sign(found - _PLACE) * (nav.agent_radius + 2.0 * nav.voxel_size)
    assert (nav.locate(beside) >= 0).all(), "no cell is beside the crate"
    yield from driver.rest()
    yield from driver.screenshot("3-exported")
