# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a live volume and a watch refuse, by name and without a change; and what a watch keeps back."""

import numpy as np
import pytest
from live_worlds import assert_same, baked, turned_box

from volant import navcore
from volant.navcore import Ball, LiveVolume, Navigator

_CONFIG = navcore.BakeConfig(voxel_size=1.0, agent_radius=0.5, bounds=((0.0, 0.0, 0.0), (60.0, 40.0, 40.0)))
_CRATE = turned_box((20.0, 20.0, 20.0), (4.0, 4.0, 4.0), 0.4)


def test_without_bounds_it_is_refused():
    with pytest.raises(navcore.BakeError, match="a live volume needs bounds"):
        LiveVolume(navcore.BakeConfig(voxel_size=1.0), {"crate": _CRATE})


def test_two_objects_of_one_name_are_refused():
    with pytest.raises(navcore.BakeError, match="two objects are called 'crate'"):
        LiveVolume(_CONFIG, [("crate", _CRATE), ("crate", _CRATE)])


@pytest.mark.parametrize("name", ["", 3, None, "\0blocked"])
def test_names_must_be_texts(name):
    with pytest.raises(navcore.BakeError, match="an object must have a name"):
        LiveVolume(_CONFIG, {name: _CRATE})


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        ((np.full((3, 3), np.nan), [[0, 1, 2]]), "'bad'.*NaN or infinite"),
        ((np.zeros((3, 3)), [[0, 1, 7]]), "'bad'.*triangle 0 names a vertex"),
        ("a crate", "'bad' must be"),
        (7, "'bad' must be"),
    ],
)
def test_an_update_with_something_malformed_changes_nothing(thing, words):
    live = LiveVolume(_CONFIG, {"crate": _CRATE})
    before, version = live.snapshot(), live.version
    with pytest.raises(navcore.BakeError, match=words):
        live.update({"good": Ball((40.0, 20.0, 20.0), 3.0), "crate": None, "bad": thing})
    assert live.version == version
    assert live.objects == ["crate"]
    assert_same(live.snapshot(), before)


def test_what_is_not_there_cannot_go():
    live = LiveVolume(_CONFIG, {"crate": _CRATE})
    with pytest.raises(navcore.BakeError, match="there is no object 'door' to remove"):
        live.update({"door": None})


def test_an_update_while_a_path_is_searched_ends_the_search():
    live = LiveVolume(_CONFIG, {"crate": _CRATE})
    steps = Navigator(live).find_path_steps((2.0, 2.0, 2.0), (50.0, 30.0, 30.0))
    next(steps)
    live.update({"ball": Ball((40.0, 20.0, 20.0), 3.0)})
    with pytest.raises(navcore.PathError, match="the volume was changed while the path was searched"):
        for _step in steps:
            pass


def test_an_update_that_changes_nothing_does_not_disturb_a_search():
    live = LiveVolume(_CONFIG, {"crate": _CRATE})
    steps = Navigator(live).find_path_steps((2.0, 2.0, 2.0), (50.0, 30.0, 30.0))
    next(steps)
    assert live.update({"crate": _CRATE}).box is None
    assert navcore.run(steps).found


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
    live = LiveVolume(_CONFIG, {"wall": turned_box((30.0, 20.0, 12.0), (1.0, 30.0, 14.0), 0.0)})
    path = Navigator(live).find_path((4.0, 20.0, 6.0), (56.0, 22.0, 7.0))
    shares = np.linspace(0.0, 1.0, 200)[:, None]
    along = np.concatenate([a + shares * (b - a) for a, b in zip(path.points, path.points[1:], strict=False)])
    noticed = 0
    for _ball in range(200):
        ball = Ball(random.uniform(0.0, 1.0, 3) * (60.0, 40.0, 40.0), 5.0)
        hits = np.linalg.norm(along - ball.center, axis=1).min() < ball.radius + 0.5
        said = LiveVolume.watch(LiveVolume.of(live.snapshot()), path).update({"ball": ball}) is not None
        assert said or not hits
        noticed += hits
    assert noticed > 3
