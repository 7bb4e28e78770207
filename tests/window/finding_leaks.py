# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide's page "Finding leaks": a closed cube, a cube with a side missing, and a house with holes in its walls."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np
from mathutils import Vector

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

PAGE = "finding_leaks"
#: Fewer pixels than this are a changed label, not a route with its hole.
_VISIBLE = 300
#: The middle of the cube's side that the default view shows best.
_SIDE = (1.0, 0.0, 0.0)
#: Of building_1: the back of the attic below the ridge, and how far the marker is pulled from there towards the viewer.
_ATTIC, _PULLED = (0.0, 1.6, 16.0), "-8"
#: The skylight in its roof: low and high corner. What covers it: where, and how many times a new cube's size.
_SKYLIGHT = ((-5.7, -7.6, 14.0), (-2.4, -4.2, 18.0))
_COVER, _COVER_SIZE = (-4.06, -6.0, 16.0), "1.8"
#: A wall tile to be removed: two voxels wide and high, in the left wall of the ground floor.
_TILE = ((-7.8, -8.75, 2.5), (-6.6, -7.5, 3.75))


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from _closed(driver)
    yield from _open(driver)
    yield from _between_two(driver, options)
    yield from _missing_tile(driver, options)


def _closed(driver: Driver) -> Steps[None]:
    """The default cube, with a marker where the 3D cursor is."""
    yield from stage.default_scene(driver)
    yield from stage.add_marker(driver)
    yield from stage.bake(driver)
    found = yield from _find_leak(driver)
    assert not found.leak.found, f"a closed cube leaks: {found.words}"
    assert 0.0 < found.leak.room_volume < 8.0, f"the room has {found.leak.room_volume}"
    stage.page_tells(PAGE, found.words)
    yield from driver.illustrate("finding_leaks-1-closed")


def _open(driver: Driver) -> Steps[None]:
    """Without one of its sides, it leaks there."""
    cube = bpy.data.objects["Cube"]
    yield from driver.click(*driver.pixel_of((0.9, -0.9, 0.9)))
    assert bpy.context.view_layer.objects.active == cube, "the click has missed the cube"
    yield from driver.press("TAB")
    yield from driver.press("THREE")
    yield from driver.click(*driver.pixel_of(_SIDE))
    yield from driver.press("X")
    yield from driver.press("F")
    yield from driver.press("TAB")
    assert len(cube.data.polygons) == 5, f"the cube has {len(cube.data.polygons)} sides left"
    yield from stage.bake(driver)
    view = driver.viewport.spaces.active.region_3d
    before, stood = (yield from driver.screenshot("2-side-removed")), view.view_location.copy()
    found = yield from _find_leak(driver)
    assert found.leak.found, f"a cube without a side is closed: {found.words}"
    assert _touches(found.leak.portal, ((1.0, -1.0, -1.0), (1.45, 1.0, 1.0))), f"{found.leak.portal} is not the hole"
    assert (view.view_location - Vector(found.leak.portal.mean(axis=0))).length < 1e-4, "the view has not moved there"
    assert (view.view_location - stood).length > 0.1
    stage.page_tells(PAGE, found.words)
    picture = yield from driver.illustrate("finding_leaks-2-open")
    assert driver.differing_pixels(before, picture) > _VISIBLE, "nothing of the leak is drawn"


def _between_two(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    """The attic of a house, and a marker outside: in by the skylight. Covered, it is closed."""
    yield from stage.open_sample(driver, options)
    yield from driver.look((-1.0, -2.0, 11.0), (-0.3, -1.0, 0.12), 36.0)
    yield from driver.place_cursor(*driver.pixel_of(_ATTIC))
    assert (bpy.context.scene.cursor.location - Vector(_ATTIC)).length < 0.5, "the cursor is not on the gable"
    marker = yield from stage.add_marker(driver)
    yield from driver.press("G")
    yield from driver.type_text(f"y{_PULLED}")
    yield from driver.press("RET")
    yield from stage.bake(driver)
    yield from _select_both(driver, marker)
    yield from driver.illustrate("finding_leaks-3-two-markers")
    found = yield from _find_leak(driver)
    assert found.leak.found, f"the skylight is not found: {found.words}"
    assert _touches(found.leak.portal, _SKYLIGHT), f"{found.leak.portal} is not the skylight"
    stage.page_tells(PAGE, found.words)
    yield from driver.illustrate("finding_leaks-4-skylight")

    bpy.context.scene.cursor.location = _COVER
    yield from driver.press("A", shift=True)
    yield from driver.type_text("cube")
    yield from driver.press("RET")
    yield from driver.press("S")
    yield from driver.type_text(_COVER_SIZE)
    yield from driver.press("RET")
    yield from stage.bake(driver)
    yield from driver.look((-1.0, -2.0, 11.0), (-0.3, -1.0, 0.12), 36.0)
    yield from _select_both(driver, marker)
    found = yield from _find_leak(driver)
    assert not found.leak.found, f"the covered attic leaks: {found.words}"
    assert "is closed: " in found.words, f"the panel tells {found.words}"
    yield from driver.screenshot("5-attic-closed")


def _missing_tile(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    """The same house with its window and skylight closed, but for a tile of a wall downstairs."""
    yield from stage.open_sample(driver, options)
    _add_box("Pane", (-7.8, -7.0, 9.7), (-7.0, -4.2, 12.8))
    _add_box("Cover", *_SKYLIGHT)
    _cut(bpy.data.objects["Left Wall"], *_TILE)
    yield from driver.look((0.0, -2.0, 9.0), (-0.6, -1.0, 0.15), 42.0)
    bpy.context.scene.cursor.location = (-3.4, -7.8, 3.1)
    marker = yield from stage.add_marker(driver)
    yield from stage.bake(driver)
    yield from _select_both(driver, marker)
    found = yield from _find_leak(driver)
    assert found.leak.found, f"the missing tile is not found: {found.words}"
    assert _touches(found.leak.portal, _TILE), f"{found.leak.portal} is not the missing tile"
    yield from driver.illustrate("finding_leaks-5-missing-tile")


def _find_leak(driver: Driver) -> Steps[Any]:
    """Press the button; gives what was found, as the panel tells it."""
    volume = stage.active_volume()
    assert volume is not None
    stage.session().leak.found = None
    yield from stage.long_work(driver, "volant.find_leak")
    found = stage.session().leak.of(volume)
    assert found is not None, "the click has found nothing at all"
    print(found.words, flush=True)
    return found


def _select_both(driver: Driver, marker: bpy.types.Object) -> Steps[None]:
    """The marker outside, and then the one to begin at."""
    yield from stage.select(driver, bpy.data.objects["Keep"])
    yield from stage.select(driver, marker, add=True)
    assert len(bpy.context.selected_objects) == 2


def _touches(portal: Any, box: tuple[tuple[float, ...], tuple[float, ...]]) -> bool:
    low, high = np.array(box)
    return bool((portal[0] <= high).all() and (portal[1] >= low).all())


def _add_box(name: str, low: tuple[float, ...], high: tuple[float, ...]) -> bpy.types.Object:
    """A box between two corners."""
    corners = [[(low, high)[bit >> axis & 1][axis] for axis in range(3)] for bit in range(8)]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(corners, [], faces)
    box = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(box)
    return box


def _cut(wall: bpy.types.Object, low: tuple[float, ...], high: tuple[float, ...]) -> None:
    """Take a piece out of a wall."""
    piece = _add_box("Tile", low, high)
    piece.hide_set(True)
    piece.hide_viewport = True
    hole = wall.modifiers.new("Hole", "BOOLEAN")
    hole.operation, hole.solver, hole.object = "DIFFERENCE", "EXACT", piece
    bpy.context.view_layer.update()
