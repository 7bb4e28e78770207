# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the overlay draw: 16 x 8 x 8 voxels of edge 0.5, with a wall across x at 3 to 4 voxels that parts
them into two islands, and a low block on the floor of the larger one."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import bpy
import numpy as np
from addon_scene import session
from canvas import Canvas

VOXEL = 0.5
SHAPE = (16, 8, 8)
LOW = np.array((-2.0, 1.0, 10.0))
HIGH = LOW + np.array(SHAPE) * VOXEL
UP = np.array((0.0, 0.0, 1.0))
START, GOAL = LOW + np.array((5.0, 4.5, 0.5)) * VOXEL, LOW + np.array((15.0, 4.5, 0.5)) * VOXEL
#: Wide enough to be certain of a pixel, and opaque.
BOLD = {"line_width": 3.0, "opacity": 1.0}


def occupied() -> np.ndarray:
    wall = itertools.product([3], range(8), range(8))
    block = itertools.product(range(10, 12), range(3, 6), range(3))
    return np.array([*wall, *block])


def bake(volant, **settings):
    config = volant.navcore.BakeConfig(voxel_size=VOXEL, bounds=(LOW, HIGH), **settings)
    return volant.navcore.bake_voxels(occupied(), SHAPE, config)


def make_volume(scene, volant, markers=()) -> SimpleNamespace:
    nav = bake(volant, markers=markers)
    volume = volant.addon.objects.volumes.add_volume(bpy.context, tuple(LOW), tuple(HIGH))
    session().bakes.store(volume, nav, volant.navcore.dumps(nav))
    bpy.context.view_layer.update()
    display = scene.volant.display
    for name, value in BOLD.items():
        setattr(display, name, value)
    return SimpleNamespace(scene=scene, volume=volume, nav=nav, display=display, colors=volant.addon.overlay.colors)


def oblique() -> Canvas:
    middle = (LOW + HIGH) / 2
    return Canvas(middle + np.array((5, -13, 8)), middle)


def from_front(span=6.0) -> Canvas:
    """Along y, in parallel."""
    middle = (LOW + HIGH) / 2
    return Canvas(middle - (0, 20, 0), middle, span)


def drawn(canvas, volant, scene, **options) -> Canvas:
    canvas.draw(volant, scene, **options)
    return canvas


def top_edge(box) -> np.ndarray:
    """The middle of the upper edge in front of a world box (2, 3)."""
    return np.array(((box[0, 0] + box[1, 0]) / 2, box[0, 1], box[1, 2]))


def largest_cell_of(nav, island: int) -> int:
    volume = np.prod(nav.cells[:, 1] - nav.cells[:, 0], axis=1)
    return int(np.argmax(np.where(nav.components == island, volume, -1)))


def shown(volant, baked, start, goal, config=None, nav=None, color=(1.0, 0.2, 0.0)):
    """A path as the preview would give it."""
    nav = nav or baked.nav
    path = volant.navcore.find_path(nav, start, goal, config or volant.navcore.PathConfig())
    return volant.addon.session.questions.Shown(path, nav, baked.volume.session_uid, tuple(start), tuple(goal), color)


def show_paths(monkeypatch, volant, *paths) -> None:
    monkeypatch.setattr(session().preview, "shown", lambda _scene: list(paths))
