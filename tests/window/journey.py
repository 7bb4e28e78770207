# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The end of the section "Links" of the guide page "Walkers": from a roof through the air, on foot through a door."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import bpy
import numpy as np

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: Boxes by name, low and high corner: a yard, and in it a house without stairs whose door is too narrow for fliers.
_HOUSE = {
    "Yard": ((-8.0, -8.0, -0.2), (8.0, 8.0, 0.0)),
    "Back": ((-3.0, 2.8, 0.0), (3.0, 3.0, 3.0)),
    "Left": ((-3.0, -3.0, 0.0), (-2.8, 2.8, 3.0)),
    "Right": ((2.8, -3.0, 0.0), (3.0, 2.8, 3.0)),
    "Front Left": ((-2.8, -3.0, 0.0), (-0.4, -2.8, 3.0)),
    "Front Right": ((0.4, -3.0, 0.0), (2.8, -2.8, 3.0)),
    "Lintel": ((-0.4, -3.0, 2.1), (0.4, -2.8, 3.0)),
    "Roof": ((-3.2, -3.2, 3.0), (3.2, 3.2, 3.2)),
}
#: Where the path begins, on the roof, and ends, in the house.
_START, _GOAL = (-1.5, 1.5, 3.3), (1.2, 1.0, 0.1)
_RADIUS, _VOXEL = "0.3", "0.25"
#: Where one looks from: at the door and the roof.
_VIEW = ((0.0, -1.0, 1.2), (0.35, -1.0, 0.55), 15.0)
#: Where in the sidebar, as shares of its width: a field, the second half of a row, the first button below a path, the
#: last of the ways, and the cells' Off.
_MIDDLE, _WALK, _COMPARE, _ANY, _OFF = 0.62, 0.7, 0.11, 0.85, 0.8


def steps(driver: Driver, _options: argparse.Namespace) -> Steps[None]:
    bpy.ops.wm.read_homefile(use_empty=True)
    for name, (low, high) in _HOUSE.items():
        stage.add_box(name, low, high)
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.click_button("volant.add_volume")
    yield from driver.click_property("volume.walk", _WALK)
    yield from driver.fill_field("volume.agent_radius", _RADIUS, _MIDDLE)
    yield from driver.fill_field("volume.voxel_size", _VOXEL, _MIDDLE)
    yield from driver.rest()
    yield from stage.bake(driver)
    yield from driver.click_property("display.cells", _OFF)
    yield from driver.look(*_VIEW)
    yield from _path(driver)
    _check_file()


def _path(driver: Driver) -> Steps[None]:
    """No flier gets in and no walker gets down; who does both flies, lands and walks."""
    yield from driver.click_button("volant.add_path")
    start = bpy.context.scene.volant.active_path
    start.location = _START
    stage.addon("objects.paths").goals_of(start)[0].location = _GOAL
    yield from driver.settle()
    yield from driver.wait_until(lambda: stage.is_settled(start), "a flier has an answer", seconds=30)
    assert not stage.answers(start)[0].found, "a flier gets through the door"
    yield from driver.open_sub_panel("volant.compare", _COMPARE, is_above=True)
    yield from driver.click_property("path.way", (_MIDDLE + _ANY) / 2.0 - 0.02)
    if start.volant.path.way == "WALK":
        yield from driver.wait_until(lambda: stage.is_settled(start), "a walker has an answer", seconds=30)
        assert not stage.answers(start)[0].found, "a walker gets down from the roof"
    yield from driver.click_property("path.way", _ANY)
    assert start.volant.path.way == "ANY", "the click has chosen another way"
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path is found", seconds=60)
    path = stage.answers(start)[0]
    assert path.found, path.reason
    kinds = [leg.kind.name for leg in path.legs]
    assert "FLY" in kinds, f"it does not fly: {kinds}"
    assert kinds[-2:] == ["LANDING", "WALK"], f"it does not land and walk: {kinds}"
    at_door = np.interp(-2.9, *path.legs[-1].points[:, [1, 0]].T)
    assert abs(at_door) < 0.4, "it walks through a wall"
    yield from driver.rest()
    yield from driver.illustrate("walkers-6-any")


def _check_file() -> None:
    """The file has the very same space, floors and links."""
    held = stage.session().bakes.whole(stage.active_volume())
    with tempfile.TemporaryDirectory() as folder:
        target = str(Path(folder, "house.volant"))
        bpy.ops.volant.export_file(filepath=target)
        read = stage.navcore().Navigation.of(stage.navcore().load(target))
    assert np.array_equal(read.volume.cells, held.volume.cells), "the file has other cells"
    assert np.array_equal(read.surface.corners, held.surface.corners), "the file has other floors"
    assert read.links.starts.tobytes() == held.links.starts.tobytes(), "the file has other links"
