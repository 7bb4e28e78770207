# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of islands in a level of two halls and a hundred hollow rocks: framed, kept, and the rest removed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

import bpy
from mathutils import Vector

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: The page that shows its picture.
PAGE = "rooms_and_markers"
#: Fewer pixels than this are a changed label.
_VISIBLE = 500
_ROCKS = 10


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    yield from _build(driver)
    yield from stage.bake(driver)
    yield from stage.step_back(driver)
    yield from driver.press("Z", alt=True)
    yield from _read_the_list(driver)
    yield from _frame(driver)
    yield from _keep(driver)


def _build(driver: Driver) -> Steps[None]:
    """Two closed halls, one behind the other, and rocks on a field before them; all are hollow."""
    bpy.ops.wm.read_homefile(use_empty=True)
    _add_box("Hall", (-8.0, 8.0, 3.0), (16.0, 10.0, 6.0))
    _add_box("Cellar", (12.0, 8.0, 2.0), (8.0, 8.0, 4.0))
    for number in range(_ROCKS * _ROCKS):
        place = (-18.0 + 4.0 * (number % _ROCKS), -28.0 + 3.0 * (number // _ROCKS), 0.5)
        _add_box("Rock", place, (1.4, 1.4, 1.4))
    bpy.context.view_layer.update()
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.click_button("volant.add_volume")
    settings = stage.settings()
    settings.voxel_size, settings.agent_radius = 0.25, 0.2
    yield from driver.rest()


def _add_box(name: str, place: tuple[float, float, float], size: tuple[float, float, float]) -> None:
    corners = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(corners, [], faces)
    box = bpy.data.objects.new(name, mesh)
    box.location, box.scale = place, size
    bpy.context.scene.collection.objects.link(box)


def _islands() -> Any:
    return stage.status().islands


def _read_the_list(driver: Driver) -> Steps[None]:
    """The field, the hall, the cellar, and all rocks in a line."""
    listed = _islands()
    assert listed.count == 3 + _ROCKS * _ROCKS, f"{listed.count} islands"
    assert len(listed.rows) == 3, f"{len(listed.rows)} islands have a row"
    assert listed.small.startswith(f"and {_ROCKS * _ROCKS} small ones, "), listed.small
    stage.page_tells(PAGE, f"{listed.small}, in a line")
    yield from driver.screenshot("1-listed")


def _frame(driver: Driver) -> Steps[None]:
    """A click brings an island into view, alone; the next one brings all back."""
    before = yield from driver.screenshot("2-before")
    field, hall, _cellar = _islands().rows
    view = driver.viewport.spaces.active.region_3d
    for row, take in ((field, driver.screenshot("3-field")), (hall, driver.illustrate("rooms_and_markers-4-islands"))):
        yield from _click_row(driver, row)
        island = _chosen()
        assert island is not None, "the click has chosen no island"
        assert island.number == row.number - 1, f"the click has chosen island {island.number + 1}"
        assert (view.view_location - Vector(island.bounds.mean(axis=0))).length < 1e-3, "it is not in the middle"
        yield from driver.rest()
        alone = yield from take
        assert driver.differing_pixels(before, alone) > _VISIBLE, "the others are still drawn"
    yield from _click_row(driver, hall)
    assert _chosen() is None, "the second click has not let go"
    yield from driver.rest()


def _click_row(driver: Driver, row: Any) -> Steps[None]:
    yield from driver.click_button("volant.frame_island", options=f"number={row.number})")


def _chosen() -> Any:
    return stage.session().chosen_island.of(stage.active_volume())


def _keep(driver: Driver) -> Steps[None]:
    """One button keeps the field, the + of its row the hall; all else goes."""
    yield from driver.click_button("volant.keep_largest")
    assert [bool(row.keeper) for row in _islands().rows] == [True, False, False], "the field has no marker"
    hall = _islands().rows[1]
    yield from driver.click_button("volant.keep_island", stage.PLUS, f"number={hall.number})")
    assert [bool(row.keeper) for row in _islands().rows] == [True, True, False], "the hall has no marker"
    yield from driver.rest()
    yield from driver.screenshot("5-kept")
    yield from stage.bake(driver)
    assert _islands().count == 2, f"{_islands().count} islands are left"
    assert all(row.keeper for row in _islands().rows), "an island without a marker is left"
    yield from driver.screenshot("6-baked-again")
