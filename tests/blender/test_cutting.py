# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The scene cut away above the slice: only where it is asked for, and never left behind."""

from __future__ import annotations

import addon_utils
import bpy
import numpy as np
import pytest
from addon_scene import session
from conftest import NAME
from overlay_world import LOW, make_volume


@pytest.fixture
def cut(scene, volant):
    """A scene that is cut away above a slice."""
    baked = make_volume(scene, volant)
    baked.display.cells, baked.display.slice_at, baked.display.cut_scene = "SLICE", LOW[2] + 1.5, True
    return baked


def views() -> list[bpy.types.RegionView3D]:
    """Of all viewports in all windows and workspaces."""
    areas = [area for screen in bpy.data.screens for area in screen.areas]
    return [space.region_3d for area in areas for space in area.spaces if space.type == "VIEW_3D"]


def clipped() -> int:
    return sum(view.use_clip_planes for view in views())


def shown(view, point) -> bool:
    """Whether all planes of a viewport leave a point."""
    planes = np.array([list(plane) for plane in view.clip_planes])
    return bool((planes @ (*point, 1.0) >= 0).all())


def test_there_is_a_viewport_and_it_is_whole(scene):
    assert views()
    assert not clipped()


@pytest.mark.parametrize(("axis", "kept"), [("X", -1), ("Y", 1), ("Z", -1)])
def test_the_scene_is_cut_on_one_side_of_the_slice(cut, axis, kept):
    cut.display.slice_axis = axis
    cut.display.slice_at = 1.5
    (view,) = [view for view in views() if view.use_clip_planes]
    off = np.where(np.arange(3) == "XYZ".index(axis), 0.01, 0.0)
    on = np.where(np.arange(3) == "XYZ".index(axis), 1.5, 70.0)
    assert shown(view, on + kept * off)
    assert not shown(view, on - kept * off)


def test_the_cut_follows_the_slice(cut):
    (view,) = [view for view in views() if view.use_clip_planes]
    for height in (LOW[2] + 0.5, LOW[2] + 3.0):
        cut.display.slice_at = height
        assert shown(view, (0, 0, height - 0.01))
        assert not shown(view, (0, 0, height + 0.01))


@pytest.mark.parametrize(("name", "value"), [("cut_scene", False), ("cells", "GLASS"), ("show", False)])
def test_switching_off_shows_the_scene_again(cut, name, value):
    before = getattr(cut.display, name)
    setattr(cut.display, name, value)
    assert not clipped()
    setattr(cut.display, name, before)
    assert clipped()


def test_a_cleared_bake_and_a_lost_volume_show_the_scene_again(cut):
    session().bakes.clear(cut.volume)
    session().cut.follow()
    assert not clipped()


def test_overlays_switched_off_show_the_scene_again(cut):
    overlays = [space.overlay for space in spaces()]
    for overlay in overlays:
        overlay.show_overlays = False
    session().cut.follow()
    assert not clipped()
    for overlay in overlays:
        overlay.show_overlays = True
    session().cut.follow()
    assert clipped()


def spaces() -> list[bpy.types.SpaceView3D]:
    areas = [area for screen in bpy.data.screens for area in screen.areas]
    return [space for area in areas for space in area.spaces if space.type == "VIEW_3D"]


def test_disabling_the_add_on_shows_the_scene_again(cut):
    assert clipped()
    addon_utils.disable(NAME)
    assert not clipped()


def test_another_file_is_whole_even_in_the_same_viewports(cut, tmp_path):
    other = tmp_path / "other.blend"
    cut.display.cut_scene = False
    bpy.ops.wm.save_as_mainfile(filepath=str(other), copy=True)
    cut.display.cut_scene = True
    assert clipped()
    bpy.ops.wm.open_mainfile(filepath=str(other), load_ui=False)
    assert not clipped()


def test_no_file_holds_a_cut_and_a_saved_scene_is_cut_again_when_opened(cut, tmp_path):
    file = tmp_path / "cut.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(file))
    assert clipped(), "saving has mended the viewports for good"
    addon_utils.disable(NAME)
    bpy.ops.wm.open_mainfile(filepath=str(file))
    assert not clipped()
    addon_utils.enable(NAME)
    bpy.ops.wm.open_mainfile(filepath=str(file))
    assert clipped()


def test_a_viewport_that_was_cut_when_blender_died_is_mended(scene, tmp_path):
    file = tmp_path / "recovered.blend"
    for view in views():
        view.clip_planes = [[0, 0, -1, 1.5]] * 6
        view.use_clip_planes = True
    handlers = bpy.app.handlers.save_pre
    (mend,) = [handler for handler in handlers if handler.__module__.startswith(NAME)]
    handlers.remove(mend)
    bpy.ops.wm.save_as_mainfile(filepath=str(file))
    handlers.append(mend)
    bpy.ops.wm.open_mainfile(filepath=str(file))
    assert views()
    assert not clipped()


def test_clipping_of_the_artist_s_own_is_left_alone(cut):
    cut.display.cut_scene = False
    (view, *_others) = [space.region_3d for space in spaces() if space.region_3d is not None]
    box = [[0, 0, 1, float(side)] for side in range(6)]
    view.clip_planes = box
    view.use_clip_planes = True
    cut.display.cut_scene = True
    cut.display.cut_scene = False
    assert view.use_clip_planes
    assert [list(plane) for plane in view.clip_planes] == box
