# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keyframes: the flight between them is the one that was flown, and they are few."""

import numpy as np
import pytest
from hypothesis import given
from volumes import seeds

from volant import navcore
from volant.navcore import Ball, Box, FlightState, Follower, LiveVolume


def between(times, points, at):
    """Where straight, even motion from point to point is at some times: (m, 3)."""
    return np.stack([np.interp(at, times, points[:, axis]) for axis in range(3)], axis=1)


def flight(rng, bends):
    """Legs that are flown at some speed or waited out, as one moment for each frame and each bend."""
    ends = np.cumsum(rng.uniform(0.2, 5.0, bends))
    corners = np.cumsum(rng.normal(0.0, 3.0, (bends, 3)) * (rng.random(bends) < 0.8)[:, None], axis=0)
    times = np.union1d(np.arange(ends[0], ends[-1], 1 / 24), ends)
    return times, between(ends, corners, times), ends


@given(seeds)
def test_bends_tell_all_of_a_flight(seed):
    times, points, ends = flight(np.random.default_rng(seed), 12)
    kept = navcore.keyframes(times, points, 1e-9)
    assert np.isin(times[kept], ends).all()
    assert (kept[0], kept[-1]) == (0, len(times) - 1)
    assert np.allclose(between(times[kept], points[kept], times), points, rtol=0, atol=1.001e-9)


@given(seeds)
def test_nothing_is_farther_off_than_it_may_be(seed):
    """Also where no motion is even."""
    rng = np.random.default_rng(seed)
    times = np.cumsum(rng.choice([0.0, 0.04, 1.0], 60))
    points = np.cumsum(rng.normal(0.0, 1.0, (60, 3)), axis=0) * rng.choice([1e-3, 1.0])
    # Two moments at once are two of the same place.
    points = points[np.searchsorted(times, times)]
    tolerance = rng.choice([1e-6, 0.01, 1.0])
    kept = navcore.keyframes(times, points, tolerance)
    assert (np.diff(kept) > 0).all()
    assert np.abs(between(times[kept], points[kept], times) - points).max() <= tolerance * (1 + 1e-9)


def test_a_follower_is_told_by_few():
    config = navcore.BakeConfig(voxel_size=1.0, bounds=((0.0, 0.0, 0.0), (60.0, 20.0, 20.0)))
    wall = {"left": Box((30, 0, 0), (31, 8, 20)), "right": Box((30, 12, 0), (31, 20, 20))}
    live = LiveVolume(config, wall)
    follower = Follower(live, (5, 10.5, 10.5), (55, 3, 4), speed=6.0)
    steps = []
    for frame in range(300):
        if frame in (60, 180):
            live.update({"door": Box((30, 8, 0), (31, 12, 20)) if frame == 60 else None})
        if frame % 6 == 0:
            live.update({"ball": Ball((50 - frame / 10, 16.0, 16.0), 2.0)})
        steps.append(follower.advance(1 / 24))
    assert steps[-1].state is FlightState.ARRIVED
    times, points = (np.concatenate([getattr(step, name) for step in steps]) for name in ("times", "points"))
    kept = navcore.keyframes(times, points, 1e-6)
    # Start, at the door, off again, around the door's two corners at most, goal, end.
    assert 5 <= len(kept) <= 7
    assert np.abs(between(times[kept], points[kept], times) - points).max() <= 1e-6


def test_a_jump_is_kept():
    times, points = [0.0, 1.0, 1.0, 2.0], [(0, 0, 0), (1, 0, 0), (5, 0, 0), (6, 0, 0)]
    assert navcore.keyframes(times, points, 1e-6).tolist() == [0, 1, 2, 3]
    assert navcore.keyframes([0.0, 0.0, 1.0], [(0, 0, 0), (5, 0, 0), (6, 0, 0)], 1e-6).tolist() == [0, 1, 2]


def test_short_flights():
    assert navcore.keyframes([], [], 1e-6).tolist() == []
    assert navcore.keyframes([1.0], [(0, 0, 0)], 1e-6).tolist() == [0]
    assert navcore.keyframes([1.0, 1.0], [(0, 0, 0), (0, 0, 0)], 1e-6).tolist() == [0, 1]


@pytest.mark.parametrize(
    ("times", "points", "tolerance", "words"),
    [
        ([0.0, 1.0], [(0, 0, 0), (1, 0, 0)], 0.0, "tolerance of keyframes must be a length over 0"),
        ([0.0, 1.0], [(0, 0, 0), (1, 0, 0)], np.nan, "tolerance of keyframes must be a length over 0"),
        ([0.0], [(0, 0, 0), (1, 0, 0)], 1e-6, "times must be a finite number for each of 2 points"),
        ([0.0, np.inf], [(0, 0, 0), (1, 0, 0)], 1e-6, "times must be a finite number for each of 2 points"),
        (["0", "1"], [(0, 0, 0), (1, 0, 0)], 1e-6, "times must be a finite number for each of 2 points"),
        ([1.0, 0.0], [(0, 0, 0), (1, 0, 0)], 1e-6, "times must never fall"),
        ([0.0, 1.0], [(0, 0, 0), (1, np.nan, 0)], 1e-6, r"points must be a finite \(n, 3\) array"),
    ],
)
def test_nonsense_is_refused(times, points, tolerance, words):
    with pytest.raises(navcore.NavError, match=words):
        navcore.keyframes(times, points, tolerance)
