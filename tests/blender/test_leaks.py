# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A room with a hole is told from one without, and the hole is shown."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import addon, open_up, session
from canvas import Canvas, wake_gpu


@pytest.fixture
def room(scene):
    """A hollow cube with an edge of 6, a marker inside, and a volume around it with much room."""
    cube = bpy.data.objects["Cube"]
    cube.scale = (3, 3, 3)
    bpy.context.view_layer.update()
    bpy.ops.volant.add_volume()
    volume = scene.volant.active_volume
    settings = volume.volant.volume
    settings.voxel_size, settings.agent_radius, settings.margin = 0.25, 0.0, 1.5
    bpy.ops.volant.fit_volume(around="SCENE")
    scene.cursor.location = (0, 0, 0)
    bpy.ops.volant.add_marker()
    return cube


def last(scene):
    return session().leak.of(scene.volant.active_volume)


def test_a_closed_room(room, scene):
    bpy.ops.volant.bake()
    assert bpy.ops.volant.find_leak() == {"FINISHED"}
    found = last(scene)
    assert not found.leak.found
    assert found.words.startswith("Keep Marker is closed: ")
    # Walls take up to a voxel on either side.
    assert 5.25**3 <= found.leak.room_volume <= 6.0**3
    assert session().leak.shown(scene) == []


def test_a_hole(room, scene):
    open_up(room)
    bpy.ops.volant.bake()
    assert bpy.ops.volant.find_leak() == {"FINISHED"}
    found = last(scene)
    assert found.words.startswith("Keep Marker leaks to the outside: ")
    low, high = found.leak.portal
    assert np.allclose((low + high)[1:] / 2, (1.5, -0.5), atol=0.26)
    assert abs((low + high)[0] / 2 - 3.0) < 0.3
    ((way, hole),) = session().leak.shown(scene)
    assert way.path.found
    assert np.array_equal(hole, found.leak.portal)
    # A new bake is another question.
    bpy.ops.volant.bake()
    assert last(scene) is None
    bpy.ops.volant.find_leak()
    bpy.ops.volant.clear_leak()
    assert last(scene) is None


def test_the_hole_is_framed(room, scene, volant):
    """Each edge is drawn where it is, through the walls that hide it, far from the world's origin too."""
    open_up(room)
    for placed in bpy.data.objects:
        placed.location.x += 1000.0
    bpy.context.view_layer.update()
    bpy.ops.volant.bake()
    bpy.ops.volant.find_leak()
    scene.volant.display.cells = "OFF"
    red = volant.addon.overlay.colors.on_screen(addon("session.leaks").COLOR)
    low, high = last(scene).leak.portal
    middle = (low + high) / 2
    wake_gpu()
    canvas = Canvas(np.add(middle, (-6.0, 0.0, 0.0)), middle)
    canvas.draw(volant, scene, curtain=[np.add(middle, (-1.0, y, z)) for y, z in ((-9, -9), (9, -9), (9, 9), (-9, 9))])
    for side in ((0, low[1], middle[2]), (0, high[1], middle[2]), (0, middle[1], low[2]), (0, middle[1], high[2])):
        seen = canvas.at((middle[0], *side[1:]))
        assert np.abs(seen - red).max() < 0.1, f"the edge at {side} is {seen}"
    assert canvas.is_empty(np.add(middle, (0.0, 2.0, 0.0)))


def test_from_one_marker_to_another(room, scene):
    open_up(room)
    scene.cursor.location = (-4, 0, 0)
    bpy.ops.volant.add_marker()
    bpy.ops.volant.bake()
    inner, outer = bpy.data.objects["Keep Marker"], bpy.data.objects["Keep Marker.001"]
    inner.select_set(True)
    outer.select_set(True)
    bpy.context.view_layer.objects.active = inner
    bpy.ops.volant.find_leak()
    found = last(scene)
    assert found.words.startswith("Keep Marker leaks to Keep Marker.001: ")
    assert np.allclose(found.leak.path.points[-1], outer.location, atol=1e-5)


def test_without_a_bake_or_a_marker(room, scene):
    assert not bpy.ops.volant.find_leak.poll()
    bpy.ops.volant.bake()
    bpy.data.objects.remove(bpy.data.objects["Keep Marker"])
    with pytest.raises(RuntimeError, match="put a keep marker into the room first"):
        bpy.ops.volant.find_leak()
