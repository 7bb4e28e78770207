# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a live volume refuses, by name and without a change."""

import numpy as np
import pytest
from live_worlds import assert_same, turned_box

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
