# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""To a file and back: exported by Blender's file browser, imported by dropping the file on the viewport.

The drop is a real one, by X11's drag-and-drop protocol from another process; see `drop_file.py`.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

_NAME = "wall_2.volant"


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    yield from stage.bake(driver)
    cells = _cells()
    yield from driver.click_button("volant.export_file", stage.EXPORT)
    yield from stage.save_in_browser(driver, _NAME, "1-file-browser")
    written = options.sample.parent / _NAME
    assert written.exists(), f"the browser has not written {written}"
    yield from driver.rest()
    yield from driver.screenshot("2-exported")

    bpy.ops.wm.read_homefile(use_empty=False)
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    yield from stage.drop(driver, written)
    yield from driver.wait_until(stage.active_volume, "the drop has made a volume", seconds=30)
    assert _cells() == cells, f"{_cells()} cells came back of {cells}"
    print(f"{cells} cells to a file of {written.stat().st_size} bytes and back", flush=True)
    yield from driver.rest()
    yield from driver.press("HOME")
    yield from driver.settle()
    yield from driver.screenshot("3-dropped")

    broken = written.with_name("broken.volant")
    broken.write_bytes(written.read_bytes()[:1000])
    before = len(bpy.data.objects)
    yield from stage.drop(driver, broken)
    yield from driver.screenshot("4-broken-file-dropped")
    assert len(bpy.data.objects) == before, "a broken file has made objects"


def _cells() -> int:
    return len(stage.session().bakes.of(stage.active_volume()).cells)
