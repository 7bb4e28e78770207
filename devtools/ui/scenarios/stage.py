# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What several scenarios do and ask: a sample opened, a bake started by a click, a scene of many triangles."""

from __future__ import annotations

import argparse
import importlib
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np

if TYPE_CHECKING:
    from ..driver import Driver, Steps


def addon(module: str) -> Any:
    """A module of the installed add-on."""
    return importlib.import_module(f"bl_ext.user_default.volant.addon.{module}")


def active_volume() -> bpy.types.Object | None:
    volume: bpy.types.Object | None = bpy.context.scene.volant.active_volume
    return volume


def stored() -> bytes:
    """The bytes of the active volume's bake."""
    volume = active_volume()
    return volume.volant.volume.bake if volume else b""


def is_baking() -> bool:
    return addon("background").current() is not None


def open_sample(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    """Open the scenario's sample with the Volant tab in front."""
    bpy.ops.wm.open_mainfile(filepath=str(options.sample))
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    assert active_volume() is not None, "the sample has no volume"


def bake(driver: Driver) -> Steps[None]:
    """Click Bake, wait for the end, and take the mouse away."""
    before = stored()
    yield from driver.click_button("volant.bake")
    yield from driver.wait_until(lambda: not is_baking(), "the bake has ended", seconds=120)
    assert stored(), "the click has not baked"
    assert stored() != before, "the click has not baked anew"
    yield from driver.rest()
    yield from driver.settle()


def save_in_browser(driver: Driver, name: str, picture: str) -> Steps[None]:
    """Type a name into the file browser that has just opened, and press its button."""
    manager = bpy.context.window_manager
    yield from driver.wait_until(lambda: len(manager.windows) == 2, "the file browser is open", seconds=20)
    yield from driver.settle()
    bar = driver.region("EXECUTE", driver.area("FILE_BROWSER"))
    button = yield from driver.find_button("file.execute", bar)
    # The field for the name is at the other end of the bar.
    yield from driver.type_over((bar.x + bar.width // 5, button[1]), name)
    yield from driver.screenshot(picture)
    yield from driver.click(*button)
    yield from driver.wait_until(lambda: len(manager.windows) == 1, "the file browser is closed", seconds=20)
    yield from driver.settle()


def add_rocks(number: int, across: int) -> None:
    """A scene of lumpy spheres with 4 × across² triangles each, apart from each other."""
    bpy.ops.wm.read_homefile(use_empty=True)
    around, along = 2 * across, across + 1
    turn, rise = np.meshgrid(np.arange(around), np.linspace(0.02, 0.98, along), indexing="ij")
    turn, rise = 2 * np.pi * turn / around, np.pi * rise
    columns, rows = np.meshgrid(np.arange(around), np.arange(along - 1), indexing="ij")
    corner, beside = columns * along + rows, (columns + 1) % around * along + rows
    faces = np.stack([corner, beside, beside + 1, corner + 1], axis=-1).reshape(-1, 4)
    for index in range(number):
        size = 1.0 + 0.2 * np.sin(5 * turn + index) * np.sin(7 * rise + 2 * index)
        flat = size * np.sin(rise)
        vertices = np.stack([flat * np.cos(turn), flat * np.sin(turn), size * np.cos(rise)], axis=-1).reshape(-1, 3)
        mesh = bpy.data.meshes.new("Rock")
        mesh.from_pydata(vertices.tolist(), [], faces.tolist())
        rock = bpy.data.objects.new("Rock", mesh)
        rock.location = (3.0 * (index % 5) - 6.0, 3.0 * (index // 5 % 5) - 6.0, 3.0 * (index // 25))
        bpy.context.scene.collection.objects.link(rock)
    bpy.context.view_layer.update()
