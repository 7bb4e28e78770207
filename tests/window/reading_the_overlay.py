# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide's page "Reading the overlay": the box's colours, and everything that Display offers."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING

import bpy
from mathutils import Vector

from . import stage

if TYPE_CHECKING:
    from pathlib import Path

    from devtools.ui.driver import Driver, Steps

PAGE = "reading_the_overlay"
#: Fewer pixels than this are a changed label, not another look at the cells.
_VISIBLE = 500
#: Seconds that Blender compiles shaders for, before it shows materials.
_COMPILING = 90.0
#: Where in the sidebar, as shares of its width, the views, the slice's Y and place, and a tick are.
_SLICE, _GLASS, _WIRE, _Y, _TICK = 0.3, 0.46, 0.64, 0.62, 0.41
#: Pixels from the slice to the head of its arrow.
_ARROW = 95
#: Where the slice is left for the picture: in the second storey.
_STOREY = "5.2"
#: Where one looks from: at what, in which direction, from how far.
_OUTSIDE = ((0.0, -2.0, 9.5), (-0.35, -1.0, 0.2), 40.0)
_ROOM = (0.0, 0.0, 5.5)


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    yield from driver.look(*_OUTSIDE)
    yield from _box(driver)
    display = bpy.context.scene.volant.display
    wire = yield from driver.screenshot("1-wire")

    yield from driver.click_property("display.cells", _SLICE)
    assert display.cells == "SLICE", f"the click has chosen {display.cells}"
    last = yield from _look(driver, "2-slice-at-first", wire)
    yield from _slice(driver, last)

    yield from driver.click_property("display.cells", _GLASS)
    assert display.cells == "GLASS", f"the click has chosen {display.cells}"
    last = yield from _look(driver, "5-glass", last)
    yield from driver.illustrate("reading_the_overlay-1-glass")
    yield from driver.look(_ROOM, (-0.35, -1.0, -0.1), 1.0)
    last = yield from _look(driver, "5-glass-inside-a-room", last)
    yield from driver.look(*_OUTSIDE)
    menu = yield from driver.find_property("display.color_by")
    for coloring in ("SIZE", "CLEARANCE"):
        yield from driver.click(*menu)
        if coloring == "SIZE":
            yield from driver.screenshot("6-colouring-menu")
        # By the underlined letter.
        yield from driver.press(coloring[0])
        assert display.color_by == coloring, f"the menu has chosen {display.color_by}"
        last = yield from _look(driver, f"7-glass-{coloring.lower()}", last)
    yield from driver.click_property("display.cells", _WIRE)
    assert display.cells == "WIRE", f"the click has chosen {display.cells}"
    last = yield from _look(driver, "8-wire-clearance", last)
    yield from driver.illustrate("reading_the_overlay-3-clearance")

    near = yield from driver.find_property("display.near_paths")
    yield from driver.click(*near)
    assert display.near_paths
    last = yield from _look(driver, "9-near-paths-only", last)
    yield from driver.illustrate("reading_the_overlay-4-near-paths")
    yield from driver.click(*near)
    yield from driver.open_sub_panel("display.all_cells")
    blocked = yield from driver.find_property("display.blocked")
    yield from driver.click(*blocked)
    assert display.blocked
    last = yield from _look(driver, "10-blocked-space", last)
    yield from driver.click(*blocked)
    yield from _views(driver)


def _slice(driver: Driver, last: Path) -> Steps[None]:
    """Moved by typing and by dragging its field, with the scene cut away above it, and across another axis."""
    display = bpy.context.scene.volant.display
    view = driver.viewport.spaces.active.region_3d
    yield from driver.fill_field("display.slice_at", _STOREY, _Y)
    assert abs(display.slice_at - float(_STOREY)) < 1e-4, f"the slice is at {display.slice_at}"
    last = yield from _look(driver, "3-slice-typed", last)
    yield from driver.click_property("display.cut_scene", _TICK)
    assert display.cut_scene
    assert view.use_clip_planes
    last = yield from _look(driver, "3-slice-cut", last)
    yield from driver.illustrate("reading_the_overlay-2-slice")
    field = yield from driver.find_property("display.slice_at", _Y)
    for number, stride in enumerate((60, -40), start=1):
        before = display.slice_at
        yield from driver.drag(field, (field[0] + stride, field[1]))
        assert (display.slice_at - before) * stride > 0.0, "the slice has not followed the mouse"
        last = yield from _look(driver, f"3-slice-dragged-{number}", last)
        print(f"slice at {display.slice_at:.2f}", flush=True)
    last = yield from _drag_handle(driver, last)
    yield from driver.click_property("display.slice_axis", _Y)
    assert display.slice_axis == "Y"
    last = yield from _look(driver, "4-slice-other-axis", last)
    yield from driver.click_property("display.cut_scene", _TICK)
    assert not view.use_clip_planes, "the viewport is still clipped"
    yield from _look(driver, "4-slice-whole-scene", last)


def _drag_handle(driver: Driver, last: Path) -> Steps[Path]:
    """The arrow at the edge of the volume."""
    display = bpy.context.scene.volant.display
    handle = stage.addon("overlay.slice_handle")
    eye = driver.viewport.spaces.active.region_3d.view_matrix.inverted().translation
    matrix = handle.handle_matrix(stage.addon("session.views").sliced(bpy.context.scene), 2, eye)
    x, y = driver.pixel_of(matrix @ Vector((0.0, 0.0, display.slice_at)))
    before = display.slice_at
    # Its tip, and some way up.
    yield from driver.drag((x, y + _ARROW), (x, y + _ARROW + 60))
    assert display.slice_at > before + 0.2, "the arrow has not moved the slice"
    print(f"slice dragged from {before:.2f} to {display.slice_at:.2f}", flush=True)
    return (yield from _look(driver, "3-slice-by-its-arrow", last))


def _box(driver: Driver) -> Steps[None]:
    """Grey, blue and amber."""
    yield from driver.rest()
    grey = yield from driver.screenshot("0-never-baked")
    assert stage.status().state == "NEVER"
    yield from stage.bake(driver)
    blue = yield from _look(driver, "0-up-to-date", grey)
    assert stage.status().state == "FRESH"
    sofa = bpy.data.objects["Sofa"]
    sofa.location.z += 0.2
    yield from driver.wait_until(lambda: stage.status().state == "STALE", "the bake is out of date", seconds=10)
    stage.page_tells(PAGE, f"Out of date: {stage.status().words}")
    yield from _look(driver, "0-out-of-date", blue)
    yield from driver.illustrate("reading_the_overlay-0-out-of-date")
    sofa.location.z -= 0.2
    yield from driver.wait_until(lambda: stage.status().state == "FRESH", "it is as it was baked", seconds=10)
    yield from driver.settle()


def _views(driver: Driver) -> Steps[None]:
    """The cells in other shadings; and without overlays there are none."""
    yield from driver.rest()
    plain = yield from driver.screenshot("11-solid-view")
    yield from driver.press("Z", alt=True)
    last = yield from _look(driver, "12-x-ray", plain)
    yield from driver.press("Z", alt=True)
    shading = driver.viewport.spaces.active.shading
    # Once is enough: without a graphics card each sample takes many seconds.
    bpy.context.scene.eevee.taa_samples = 1
    shading.type = "MATERIAL"
    compiled = time.monotonic() + _COMPILING
    yield from driver.wait_until(lambda: time.monotonic() > compiled, "shaders are compiled", 2 * _COMPILING)
    last = yield from _look(driver, "13-material-preview", last)
    shading.type = "SOLID"
    yield from driver.press("Z", alt=True, shift=True)
    assert not driver.viewport.spaces.active.overlay.show_overlays
    off = yield from _look(driver, "14-overlays-off", plain)
    bpy.context.scene.volant.display.show = False
    hidden = yield from driver.screenshot("15-overlays-off-and-hidden")
    changed = driver.differing_pixels(off, hidden)
    # Blender smooths the edges of meshes a little differently each time.
    assert changed < _VISIBLE, f"{changed} pixels of the bake are drawn although overlays are off"


def _look(driver: Driver, name: str, before: Path) -> Steps[Path]:
    """A picture that differs from the one before."""
    yield from driver.rest()
    picture = yield from driver.screenshot(name)
    changed = driver.differing_pixels(before, picture)
    assert changed > _VISIBLE, f"{name}: only {changed} pixels of the viewport changed"
    return picture
