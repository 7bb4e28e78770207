# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake that is out of date is exported: Blender asks first.

Dismissed, nothing is written; confirmed, the file is, and the report warns.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import bpy

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

_NAME = "stale.volant"


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from stage.default_scene(driver)
    yield from stage.bake(driver)
    cube = bpy.data.objects["Cube"]
    bpy.ops.object.select_all(action="DESELECT")
    cube.select_set(True)
    bpy.context.view_layer.objects.active = cube
    yield from driver.rest()
    for key in ("G", "X"):
        yield from driver.press(key)
    yield from driver.type_text("1")
    yield from driver.press("RET")
    yield from driver.wait_until(lambda: stage.status().state == "STALE", "the bake is out of date", seconds=10)
    before = _files()

    yield from driver.click_button("volant.export_file", stage.EXPORT)
    assert len(bpy.context.window_manager.windows) == 1, "the file browser has opened without a question"
    yield from driver.illustrate("troubleshooting-5-stale-export")
    yield from driver.press("ESC")
    assert len(bpy.context.window_manager.windows) == 1, "the file browser has opened though the question was dismissed"
    assert _files() == before, "a file was written though the question was dismissed"

    yield from driver.click_button("volant.export_file", stage.EXPORT)
    yield from driver.press("RET")
    yield from stage.save_in_browser(driver, _NAME, "2-file-browser")
    written = _files() - before
    assert [file.name for file in written] == [_NAME], f"these were written: {sorted(written)}"
    yield from driver.rest()
    yield from driver.screenshot("3-exported")
    report = yield from _last_report(driver)
    print(f"the report: {report}", flush=True)
    assert "Out of date, Nav Volume: Cube moved" in report, f"the report says {report}"
    yield from driver.screenshot("4-report")


def _files() -> set[Path]:
    """Volant's files where an unsaved scene is exported to."""
    return set(Path.home().glob("*.volant"))


def _last_report(driver: Driver) -> Steps[str]:
    """The last line that Blender's Info editor shows."""
    area = driver.area("DOPESHEET_EDITOR")
    area.type = "INFO"
    area.spaces.active.show_report_warning = True
    yield from driver.settle()
    with bpy.context.temp_override(window=driver.window, area=area, region=driver.region("WINDOW", area)):
        bpy.ops.info.select_all(action="SELECT")
        bpy.ops.info.report_copy()
    lines: list[str] = bpy.context.window_manager.clipboard.strip().splitlines()
    return lines[-1]
