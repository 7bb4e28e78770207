# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What dynamic objects block is drawn in every view where it is now, whether a path asks for it or not."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import add_cube, session
from overlay_world import HIGH, LOW, VOXEL, drawn, from_front

#: Where the crate stands and where it goes, in voxels: in the larger island, off its cells' borders. It has 2 of them a
#: side. Where it would be in the wall that parts the islands.
_HERE, _THERE, _IN_WALL = (7.0, 4.0, 4.0), (14.0, 4.0, 6.0), (3.5, 4.0, 4.0)
VIEWS = pytest.mark.parametrize("view", ["OFF", "WIRE", "GLASS", "SLICE"])


def world(voxels) -> np.ndarray:
    return LOW + np.array(voxels) * VOXEL


def beside(voxels) -> np.ndarray:
    """A place beside that one, off the edges of cells and boxes."""
    return world(voxels) + np.array((0.06, 0.0, 0.09))


def move(crate, voxels) -> None:
    crate.location = world(voxels)
    bpy.context.view_layer.update()


@pytest.fixture
def crate(baked):
    """A dynamic crate in the world of these tests, which nothing but it hides from the front."""
    made = add_cube("Crate", tuple(world(_HERE)), 1.98 * VOXEL)
    made.volant.dynamic = True
    baked.display.opacity = 0.8
    baked.display.slice_axis = "Y"
    baked.display.slice_at = world(_HERE)[1] + 0.1
    bpy.context.view_layer.update()
    return made


def is_drawn(baked, volant, voxels) -> bool:
    """Whether a place in voxels, seen from the front, has more of the colour of blocked space than without objects."""
    canvas = drawn(from_front(), volant, baked.scene)
    seen = canvas.at(beside(voxels))
    crate = bpy.data.objects["Crate"]
    was = crate.volant.dynamic
    crate.volant.dynamic = False
    canvas.draw(volant, baked.scene)
    bare = canvas.at(beside(voxels))
    crate.volant.dynamic = was
    way = np.array(baked.colors.BLOCKED) - bare
    share = float((seen - bare) @ way / (way @ way))
    # Only towards that colour.
    assert np.abs(seen - bare - share * way).max() < 0.03
    return share > 0.2


@VIEWS
def test_it_is_drawn_where_it_is_moves_along_and_is_gone_when_hidden(baked, crate, volant, view):
    baked.display.cells = view
    assert is_drawn(baked, volant, _HERE)
    assert not is_drawn(baked, volant, _THERE)
    move(crate, _THERE)
    assert is_drawn(baked, volant, _THERE)
    assert not is_drawn(baked, volant, _HERE)
    crate.hide_set(True)
    bpy.context.view_layer.update()
    assert not is_drawn(baked, volant, _THERE)
    crate.hide_set(False)
    crate.volant.ignore = True
    bpy.context.view_layer.update()
    assert not is_drawn(baked, volant, _THERE)


@VIEWS
def test_an_animated_one_is_drawn_at_each_frame(baked, crate, volant, view):
    baked.display.cells = view
    for frame, place in ((1, _HERE), (20, _THERE)):
        crate.location = world(place)
        crate.keyframe_insert("location", frame=frame)
    for frame, place, other in ((20, _THERE, _HERE), (1, _HERE, _THERE)):
        baked.scene.frame_set(frame)
        assert is_drawn(baked, volant, place)
        assert not is_drawn(baked, volant, other)


def test_it_is_drawn_in_the_colour_of_blocked_space_through_which_no_free_space_looks(baked, crate, volant):
    baked.display.cells = "SLICE"
    canvas = drawn(from_front(), volant, baked.scene)
    color = np.array(baked.colors.BLOCKED)
    assert np.abs(canvas.at(beside(_HERE)) - color).max() < 0.06


def test_where_it_is_blocked_anyway_it_is_drawn_all_the_same(baked, crate, volant):
    """Nothing of the free space changes then."""
    baked.display.cells = "OFF"
    move(crate, _IN_WALL)
    assert is_drawn(baked, volant, _IN_WALL)
    above = (3.5, 4.0, 6.0)
    assert not is_drawn(baked, volant, above)
    move(crate, above)
    assert is_drawn(baked, volant, above)
    assert not is_drawn(baked, volant, (3.5, 4.0, 4.0))


def test_what_is_removed_or_static_again_is_gone(baked, crate, volant):
    baked.display.cells = "OFF"
    place = beside(_HERE)
    assert not drawn(from_front(), volant, baked.scene).is_empty(place)
    crate.volant.dynamic = False
    assert drawn(from_front(), volant, baked.scene).is_empty(place)
    crate.volant.dynamic = True
    assert not drawn(from_front(), volant, baked.scene).is_empty(place)
    bpy.data.objects.remove(crate)
    bpy.context.view_layer.update()
    assert drawn(from_front(), volant, baked.scene).is_empty(place)


def test_a_broken_mesh_is_not_drawn_and_breaks_nothing(baked, crate, volant):
    baked.display.cells = "OFF"
    place = beside(_HERE)
    kept = crate.data.vertices[0].co.copy()
    crate.data.vertices[0].co.x = float("nan")
    crate.data.update()
    bpy.context.view_layer.update()
    assert drawn(from_front(), volant, baked.scene).is_empty(place)
    crate.data.vertices[0].co = kept
    crate.data.update()
    bpy.context.view_layer.update()
    assert not drawn(from_front(), volant, baked.scene).is_empty(place)


def test_only_what_moves_is_made_anew(baked, crate, volant, monkeypatch):
    other = add_cube("Other", tuple(world(_THERE)), 1.98 * VOXEL)
    other.volant.dynamic = True
    bpy.context.view_layer.update()
    drawn(from_front(), volant, baked.scene)
    made = []
    moving = volant.addon.session.moving
    original = moving.boxes_of
    monkeypatch.setattr(moving, "boxes_of", lambda name, *rest: (made.append(name), original(name, *rest))[1])
    drawn(from_front(), volant, baked.scene)
    assert made == []
    move(crate, (7.0, 4.0, 5.0))
    drawn(from_front(), volant, baked.scene)
    assert made == ["Crate"]
    boxes = session().moving.blocked(baked.scene, baked.volume, baked.nav)
    assert (boxes[:, 0] >= 0).all()
    assert (boxes[:, 1] <= np.round((HIGH - LOW) / VOXEL)).all()
