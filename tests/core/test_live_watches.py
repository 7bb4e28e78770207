# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A watch notices what blocks a voxel that its path touches, at once, and keeps back everything else."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from live_worlds import assert_same, baked, turned_box
from moving_worlds import HIGH, LOW, VOXEL, WORLDS, History
from scenes import rotation

from volant import navcore
from volant.navcore import Ball, Box, LiveVolume, Navigator

_CONFIG = navcore.BakeConfig(voxel_size=1.0, agent_radius=0.5, bounds=((0.0, 0.0, 0.0), (60.0, 40.0, 40.0)))
_WALL = turned_box((30.0, 20.0, 12.0), (1.0, 30.0, 14.0), 0.0)
#: In voxels: what is as near is touched.
_NEARLY = 1e-6


def test_a_watch_keeps_back_what_is_not_in_the_way():
    live = LiveVolume(_CONFIG, {})
    path = Navigator(live).find_path((2.0, 20.0, 20.0), (58.0, 20.0, 20.0))
    watch = live.watch(path)
    for step in range(10):
        assert watch.update({"ball": Ball((30.0, 6.0 + 0.5 * step, 6.0), 3.0)}) is None
    assert live.version == 0
    change = watch.update({"crate": turned_box((30.0, 20.0, 20.0), (2.0, 6.0, 6.0), 0.0)})
    assert change is not None
    assert sorted(live.objects) == ["ball", "crate"]
    there = {"crate": turned_box((30.0, 20.0, 20.0), (2.0, 6.0, 6.0), 0.0)}
    live.update({"ball": None})
    assert_same(live.snapshot(), baked(there, _CONFIG))


def test_a_watch_whose_path_is_gone_says_so():
    live = LiveVolume(_CONFIG, {})
    path = Navigator(live).find_path((2.0, 20.0, 20.0), (58.0, 20.0, 20.0))
    watch = live.watch(path)
    assert watch.update({"ball": Ball((30.0, 20.0, 20.0), 3.0)}) is not None
    with pytest.raises(navcore.PathError, match="the path of this watch is gone"):
        watch.update({"ball": None})


def test_only_a_path_that_was_found_is_watched():
    live = LiveVolume(_CONFIG, {})
    lost = Navigator(live).find_path((-50.0, 0.0, 0.0), (58.0, 20.0, 20.0))
    for path in (lost, None):
        with pytest.raises(navcore.PathError, match="a path that was found can be watched"):
            live.watch(path)


def test_whatever_is_in_the_way_is_noticed():
    """Against the plain truth: a ball nearer to some point of the path than it may be."""
    random = np.random.default_rng(4)
    live = LiveVolume(_CONFIG, {"wall": _WALL})
    path = Navigator(live).find_path((4.0, 20.0, 6.0), (56.0, 22.0, 7.0))
    along = _along(path.points)
    noticed = 0
    for _ball in range(200):
        ball = Ball(random.uniform(0.0, 1.0, 3) * (60.0, 40.0, 40.0), 5.0)
        hits = np.linalg.norm(along - ball.center, axis=1).min() < ball.radius + 0.5
        said = LiveVolume.watch(LiveVolume.of(live.snapshot()), path).update({"ball": ball}) is not None
        assert said or not hits
        noticed += hits
    assert noticed > 3


@given(st.integers(0, 2**20), st.integers(0, 2))
def test_in_the_way_is_what_blocks_a_voxel_that_the_path_touches(seed, kind):
    random = np.random.default_rng(seed)
    live = LiveVolume(_CONFIG, {"wall": _WALL})
    start, goal = (
        random.uniform((1.0, 1.0, 1.0), (28.0, 39.0, 39.0)),
        random.uniform((32.0, 1.0, 1.0), (59.0, 39.0, 39.0)),
    )
    path = Navigator(live).find_path(start, goal)
    # Somewhere near the path.
    at = path.points[random.integers(len(path.points))] + random.normal(0.0, 3.0, 3)
    half, turn = random.uniform(0.4, 4.0, 3), rotation(random.uniform(-3.0, 3.0, 3))
    corners = turned_box(np.zeros(3), half, 0.0)
    thing = (Ball(at, half[0]), Box(at - half, at + half, turn), (corners[0] @ turn.T + at, corners[1]))[kind]

    before = _free(live.snapshot())
    said = live.watch(path).update({"thing": thing}) is not None
    after = LiveVolume(_CONFIG, {"wall": _WALL, "thing": thing}).snapshot()
    newly = np.argwhere(before & ~_free(after)).tolist()
    pieces = list(pairwise(path.points.tolist()))
    assert said == any(_meets(*piece, voxel) for voxel in newly for piece in pieces)


@pytest.mark.parametrize("world", ["hall", "streets", "maze", "rocks"])
def test_what_is_kept_back_leaves_the_path_free(world):
    made = WORLDS[world]()
    config = made.config(0.8)
    history = History(made, seed=3)
    live, told = LiveVolume(config, made.objects), LiveVolume(config, made.objects)
    navigator = Navigator(live)
    random = np.random.default_rng(2)
    watch, kept_back, reactions = None, 0, 0
    for _move in range(100):
        if watch is None:
            # From one end of the world to the other.
            aside = random.uniform(3.0, 9.0, (2, 3))
            path = navigator.find_path(LOW + aside[0], HIGH - aside[1])
            watch = live.watch(path) if path.found else None
        changes = history.next()
        told.update(changes)
        if watch is None:
            live.update(changes)
        elif watch.update(changes) is None:
            kept_back += 1
            _cell, _point, distance = told.snapshot().nearest(_along(path.points))
            assert distance.max() <= _NEARLY * VOXEL
        else:
            reactions += 1
            assert_same(live.snapshot(), told.snapshot())
            watch = None
    assert kept_back >= 20
    assert reactions >= 5


def test_boxes_around_things_are_not_in_the_way():
    live = LiveVolume(_CONFIG, {})
    path = Navigator(live).find_path((2.0, 20.0, 20.0), (58.0, 20.0, 20.0))
    watch = live.watch(path)
    # The boxes around both reach over the path.
    assert watch.update({"ball": Ball((30.0, 26.0, 26.0), 6.5)}) is None
    plate = Box((29.0, 4.0, 13.0), (31.0, 24.0, 15.0), rotation((-0.785, 0.0, 0.0)))
    assert watch.update({"plate": plate}) is None
    assert watch.update({"ball": Ball((30.0, 24.0, 24.0), 6.5)}) is not None


def test_what_the_path_goes_around_may_move_away_or_turn():
    live = LiveVolume(_CONFIG, {"ball": Ball((30.0, 20.0, 20.0), 8.0)})
    path = Navigator(live).find_path((2.0, 20.0, 20.0), (58.0, 20.0, 20.0))
    assert path.length > 57.0
    watch = live.watch(path)
    # It touches voxels that are blocked, and they may be blocked by something else, too.
    assert watch.update({"ball": Ball((30.0, 20.0, 20.0), 7.5)}) is None
    assert watch.update({"other": Ball((30.0, 20.0, 20.0), 8.0)}) is None
    assert watch.update({"other": Ball((30.0, 20.0, 20.0), 9.0)}) is not None


def test_a_path_of_one_point_is_watched():
    live = LiveVolume(_CONFIG, {})
    place = (20.3, 20.0, 20.0)
    watch = live.watch(Navigator(live).find_path(place, place))
    assert watch.update({"ball": Ball((24.0, 20.0, 20.0), 2.0)}) is None
    assert watch.update({"ball": Ball((23.0, 20.0, 20.0), 2.0)}) is not None


def test_a_thing_without_triangles_is_in_nobodys_way():
    live = LiveVolume(_CONFIG, {})
    watch = live.watch(Navigator(live).find_path((2.0, 20.0, 20.0), (58.0, 20.0, 20.0)))
    assert watch.update({"nothing": (np.empty((0, 3)), np.empty((0, 3), int))}) is None
    assert watch.kept.keys() == {"nothing"}


def test_what_came_and_went_meanwhile_is_not_missed():
    live = LiveVolume(_CONFIG, {"door": Ball((10.0, 5.0, 5.0), 2.0)})
    watch = live.watch(Navigator(live).find_path((2.0, 20.0, 20.0), (58.0, 20.0, 20.0)))
    for name in ("ball", "door"):
        assert watch.update({name: Ball((30.0, 6.0, 6.0), 3.0)}) is None
        assert watch.update({name: None}) is None
        with pytest.raises(navcore.BakeError, match=f"there is no object '{name}' to remove"):
            watch.update({name: None})
    assert watch.apply().box is not None
    assert live.objects == []


@pytest.mark.parametrize("thing", ["a crate", (np.full((3, 3), np.nan), [[0, 1, 2]])])
def test_a_watch_keeps_nothing_of_what_is_malformed(thing):
    live = LiveVolume(_CONFIG, {})
    watch = live.watch(Navigator(live).find_path((2.0, 20.0, 20.0), (58.0, 20.0, 20.0)))
    with pytest.raises(navcore.BakeError, match="'bad'"):
        watch.update({"good": Ball((30.0, 20.0, 20.0), 3.0), "bad": thing})
    assert watch.kept == {}
    assert watch.update({"good": Ball((30.0, 20.0, 20.0), 3.0)}) is not None


def _free(nav):
    free = np.zeros(nav.shape, bool)
    for low, high in nav.cells.tolist():
        free[tuple(map(slice, low, high))] = True
    return free


def _meets(begin, end, voxel):
    """Whether a segment meets a voxel of edge 1, nearly."""
    enter, leave = 0.0, 1.0
    for first, last, at in zip(begin, end, voxel, strict=True):
        low, high = at - _NEARLY, at + 1.0 + _NEARLY
        if first == last:
            if not low <= first <= high:
                return False
        else:
            near, far = sorted(((low - first) / (last - first), (high - first) / (last - first)))
            enter, leave = max(enter, near), min(leave, far)
    return enter <= leave


def _along(points):
    """Many points of a line."""
    shares = np.linspace(0.0, 1.0, 100)[:, None]
    return np.concatenate([a + shares * (b - a) for a, b in pairwise(points)])
