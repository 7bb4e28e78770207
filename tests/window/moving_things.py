# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide's page "Moving things": a door that slides, seen at its frames and in the file. `live` goes on.

At every frame that is seen the path is compared with a bake of the scene with the door where it is, made by navcore.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, NamedTuple

import bpy
import numpy as np

from . import stage

if TYPE_CHECKING:
    from mathutils import Matrix

    from devtools.ui.driver import Driver, Steps

PAGE = "moving_things"
#: Voxels and an agent, as the page says, and how far the door slides.
_VOXEL, _RADIUS, _SLIDE = 0.25, 0.3, "2.6"
#: The door of the ground floor, low and high corner, hung before its opening; and where the goal is, behind it.
_DOOR, _GOAL = ((1.10, -8.15, 0.0), (1.22, -5.6, 3.15)), (-4.2, -1.0, 1.2)
#: Frames at which it is shut and open, and one in between.
_SHUT, _OPEN, _AJAR = 1, 40, 25
#: Where one looks from: into the house from the front, and onto the ground floor that is cut open.
_FRONT = ((0.5, -6.0, 2.0), (0.6, -1.0, 0.25), 14.0)
_ABOVE = ((0.4, -4.6, 1.2), (0.1, -0.55, 1.0), 19.0)
#: The height of the floor plan.
_PLAN = 1.2
#: Fewer pixels than this are a changed label.
_VISIBLE = 500
#: What of the screen pictures show: with the Properties editor beside the viewport, and the floor plan alone.
_WITH_PROPERTIES, _PART = (0.1, 0.0, 1.22, 1.06), (0.0, 0.08, 0.78, 0.95)
_FILE = "door.volant"


class _Look(NamedTuple):
    """What was seen of a path at a frame, and where the door was."""

    frame: int
    door: Matrix
    path: Any
    is_pending: bool


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    stage.settings().voxel_size, stage.settings().agent_radius = _VOXEL, _RADIUS
    stage.add_box("Door", *_DOOR)
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    stage.addon("objects.paths").goals_of(start)[0].location = _GOAL
    yield from driver.look(*_FRONT)
    bpy.context.scene.volant.display.cells = "OFF"
    yield from _make_dynamic(driver)
    yield from _key(driver)
    yield from stage.bake(driver)
    assert stage.status().sources.endswith("; 1 dynamic"), f"the panel tells {stage.status().sources}"
    yield from _go_to(driver, start, _OPEN)
    assert stage.answers(start)[0].found, f"the door is open, but the panel tells {stage.path_words(start)}"
    yield from _scrub(driver, start)
    yield from _plans(driver, start)
    yield from _export(driver, start)
    yield from _without_path(driver)


def _door() -> bpy.types.Object:
    return bpy.data.objects["Door"]


def _go_to(driver: Driver, start: bpy.types.Object, frame: int) -> Steps[None]:
    """Click a frame, and wait for its path."""
    yield from driver.click(*stage.on_ruler(driver, frame))
    now = bpy.context.scene.frame_current
    assert now == frame, f"the click has gone to frame {now}, not {frame}"
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path has followed", seconds=30)
    yield from driver.rest()


def _make_dynamic(driver: Driver) -> Steps[None]:
    """Object Properties ▸ Visibility ▸ Navigation ▸ Dynamic."""
    yield from stage.select(driver, _door())
    properties = driver.area("PROPERTIES")
    properties.spaces.active.context = "OBJECT"
    # Panels are only found by eye; the field at the top of the editor opens the one that has the word.
    properties.spaces.active.search_filter = "Ignore"
    yield from driver.settle()
    place = yield from driver.find_property("volant.dynamic", region=driver.region("WINDOW", properties))
    yield from driver.click(*place)
    assert _door().volant.dynamic, "the click has not ticked Dynamic"
    properties.spaces.active.search_filter = ""
    yield from driver.rest()
    yield from driver.illustrate("moving_things-1-dynamic", _WITH_PROPERTIES)


def _key(driver: Driver) -> Steps[None]:
    """I at the first frame, another frame by a click, G Y and how far, and I again."""
    scene = bpy.context.scene
    assert scene.frame_current == _SHUT
    yield from driver.rest()
    yield from driver.press("I")
    yield from driver.click(*stage.on_ruler(driver, _OPEN))
    yield from driver.rest()
    for key in ("G", "Y"):
        yield from driver.press(key)
    yield from driver.type_text(_SLIDE)
    yield from driver.press("RET")
    yield from driver.press("I")
    keyed = {key.co[0] for curve in stage.addon("scene.motion").curves_of(_door()) for key in curve.keyframe_points}
    assert keyed == {_SHUT, _OPEN}, f"there are keys at {sorted(keyed)}"


def _scrub(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """At every frame that is seen the path respects the door, and at rest it is what a bake with the door gives."""
    scene = bpy.context.scene
    seen: list[_Look] = []

    def look(*_arguments: object) -> None:
        known = stage.session().preview.result(start)
        assert known.answers, f"nothing is known of the path: {known.problem}"
        place = _door().matrix_world.copy()
        seen.append(_Look(scene.frame_current, place, known.answers[0], known.is_pending))

    # After Volant's own, and so before anything is drawn.
    bpy.app.handlers.frame_change_post.append(look)
    yield from driver.drag(stage.on_ruler(driver, _OPEN), stage.on_ruler(driver, _SHUT))
    bpy.app.handlers.frame_change_post.remove(look)
    assert scene.frame_current == _SHUT, f"the mouse has scrubbed to frame {scene.frame_current}"
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path has followed", seconds=30)
    look()
    told = stage.path_words(start)
    assert told == ["no path: Door is in the way at this frame"], f"the panel tells {told}"
    stage.page_tells(PAGE, told[0])
    yield from _go_to(driver, start, _AJAR)
    look()
    places = {one.frame: one.door for one in seen}
    assert len(places) > 5, f"the mouse has scrubbed over {sorted(places)} only"
    anew = {}
    for frame, place in places.items():
        anew[frame] = stage.baked_anew(_door(), place)
        yield
    for one in seen:
        _check(start, one, anew[one.frame])
    found = {one.path.found for one in seen}
    assert found == {True, False}, "the door was never shut, or never open"
    rough = sum(one.is_pending for one in seen)
    print(f"the path respects the door at {len(seen)} looks, at {rough} of them roughly", flush=True)
    assert stage.status().state == "FRESH", f"a door that moves makes the bake out of date: {stage.status().words}"


def _check(start: bpy.types.Object, seen: _Look, nav: Any) -> None:
    """A path of the moment leaves no cell; the true one is what a search in the bake made anew gives."""
    path = seen.path
    if seen.is_pending:
        ends = zip(path.points[:-1], path.points[1:], strict=True)
        along = [a + share * (b - a) for a, b in ends for share in np.linspace(0.0, 1.0, 200)]
        assert not along or (nav.locate(along) >= 0).all(), f"frame {seen.frame}: the path of the moment meets the door"
        return
    wanted = stage.found_anew(start, nav)
    # Where a bake would remove what no marker keeps, there may still be free space that is not connected.
    assert path.found == wanted.found, f"frame {seen.frame}: {path.status}, not {wanted.status}"
    assert np.array_equal(path.points, wanted.points), f"frame {seen.frame}: another path than in a bake with the door"


def _plans(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """What the door blocks is drawn: in the room, and in the floor plan, shut, ajar and open."""
    yield from _go_to(driver, start, _SHUT)
    yield from driver.illustrate("moving_things-2-shut")
    yield from _is_drawn(driver, start)
    display = bpy.context.scene.volant.display
    display.cells, display.slice_at, display.cut_scene = "SLICE", _PLAN, True
    yield from driver.look(*_ABOVE)
    for number, frame in enumerate((_SHUT, _AJAR, _OPEN), start=3):
        yield from _go_to(driver, start, frame)
        yield from driver.illustrate(f"moving_things-{number}-frame-{frame}", _PART)


def _is_drawn(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """The picture changes when the door blocks nothing any more."""
    # Without the path, which would change, too.
    start.hide_set(True)
    blocking = yield from driver.screenshot("2-blocking")
    _door().volant.ignore = True
    ignored = yield from driver.screenshot("2-ignored")
    _door().volant.ignore = False
    start.hide_set(False)
    yield from driver.wait_until(lambda: stage.is_settled(start), "the path has followed", seconds=30)
    changed = driver.differing_pixels(blocking, ignored)
    assert changed > _VISIBLE, f"what the door blocks is drawn on {changed} pixels"


def _export(driver: Driver, start: bpy.types.Object) -> Steps[None]:
    """The file names the door. Without it there is a path, and with it in place there is none."""
    yield from _go_to(driver, start, _SHUT)
    yield from driver.click_button("volant.export_file", stage.EXPORT)
    yield from stage.save_in_browser(driver, _FILE, "6-file-browser")
    core = stage.navcore()
    nav = core.load(bpy.path.abspath(stage.settings().exported_to))
    assert [blocker.name for blocker in nav.blockers] == ["Door"], f"the file has {nav.blockers}"
    blocker = nav.blockers[0]
    assert np.allclose(blocker.place, np.array(_door().matrix_world)[:3]), f"the door is at {blocker.place}"
    assert stage.found_anew(start, nav).found, "the door is in the bake"
    live = core.LiveVolume.of(nav)
    live.update({blocker.name: blocker.shape})
    assert not core.Navigator(live).find_path(*stage.ends_of(start)).found, "the blocker does not block"


def _without_path(driver: Driver) -> Steps[None]:
    """What the door blocks is drawn where it is without a path, too."""
    yield from driver.click_button("volant.remove_path", stage.HEADING)
    assert not stage.addon("objects.paths").scene_paths(bpy.context.scene), "the click has removed no path"
    yield from driver.rest()
    shut = yield from driver.screenshot("7-shut-without-a-path")
    yield from driver.click(*stage.on_ruler(driver, _OPEN))
    yield from driver.rest()
    opened = yield from driver.screenshot("8-open-without-a-path")
    changed = driver.differing_pixels(shut, opened)
    assert changed > _VISIBLE, f"without a path {changed} pixels change when the door opens"
