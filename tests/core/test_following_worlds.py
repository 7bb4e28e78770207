# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A follower in worlds where things move at random: what it tells of each step is true of the cells of that time."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from live_worlds import turned_box
from path_check import assert_in_boxes, free_part
from thoroughness import cases

from volant import navcore
from volant.navcore import Ball, FlightState, Follower, LiveVolume, PathConfig

_SHAPE = np.array((30, 12, 10))
#: How far a follower moves to get out of what has caught it, in voxels.
_REACH = 2.0
#: The best paths, some in cells that are numbered otherwise, and poor ones.
_CONFIGS = None, PathConfig(graph="portals", refine="funnel"), PathConfig(algorithm="greedy", refine="none")


class World:
    """Walls with gaps that stay, and balls and a box that move: mostly slowly, sometimes anywhere."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.voxel = float(self.random.choice([1.0, 0.3]))
        self.origin = self.random.choice([0.0, 1e4, 1e8]) * self.random.uniform(-1.0, 1.0, 3)
        radius = float(self.random.choice([0.0, 0.0, 0.7])) * self.voxel
        bounds = (tuple(self.origin), tuple(self.origin + _SHAPE * self.voxel))
        config = navcore.BakeConfig(voxel_size=self.voxel, agent_radius=radius, bounds=bounds)
        self.live = LiveVolume(
            config, {f"wall {x}": self.wall(x) for x in (7.5, 15.5, 23.5)[: self.random.integers(4)]}
        )
        self.centers = self.random.uniform(0.0, 1.0, (4, 3)) * _SHAPE

    def wall(self, x):
        """All across, but for a gap on one side."""
        middle, half = np.array((x, 6.0, 5.0)), np.array((0.5, 8.0, 7.0))
        axis = self.random.integers(1, 3)
        middle[axis] += self.random.choice([-1.0, 1.0]) * self.random.uniform(3.0, 5.0)
        return turned_box(self.origin + middle * self.voxel, half * self.voxel, 0.0)

    def place(self):
        """A point anywhere, sometimes beside the domain."""
        return self.origin + self.random.uniform(-0.02, 1.02, 3) * _SHAPE * self.voxel

    def move(self):
        """Move some things, and sometimes take one away."""
        changes = {}
        for number in np.flatnonzero(self.random.random(4) < 0.6).tolist():
            name = f"thing {number}"
            if name in self.live.objects and self.random.random() < 0.2:
                changes[name] = None
                continue
            jumps = self.random.random() < 0.2
            self.centers[number] += self.random.normal(0.0, 1.5, 3)
            center = self.random.uniform(0.0, 1.0, 3) * _SHAPE if jumps else self.centers[number]
            place, size = self.origin + center * self.voxel, self.random.uniform(0.5, 4.0, 3) * self.voxel
            changes[name] = Ball(place, size[0]) if number else turned_box(place, size, self.random.uniform(0, 3))
        self.live.update(changes)


def length_of(points):
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


class Truth:
    """The cells of a moment, all looked at."""

    def __init__(self, live):
        self.live, self.still = live, live.snapshot()
        self.boxes = self.still.boxes()
        self.slack = 1e-9 * live.voxel_size + 8 * np.spacing(np.abs(self.boxes).max(initial=0.0))

    def gap(self, point):
        """How far a point is from free space."""
        apart = np.maximum(np.maximum(self.boxes[:, 0] - point, point - self.boxes[:, 1]), 0.0)
        return float(np.sqrt((apart**2).sum(axis=1)).min(initial=np.inf))

    def islands(self, point):
        """Those that a point is in, or is nearly."""
        low, high = self.boxes[:, 0] - self.slack, self.boxes[:, 1] + self.slack
        return set(self.still.components[((low <= point) & (point <= high)).all(axis=1)].tolist())

    def check(self, flown, goal, before, speed, seconds):
        """All that a step tells."""
        assert (flown.times[0], flown.times[-1]) == (before.times[-1], before.times[-1] + seconds)
        assert np.array_equal(flown.points[0], before.position)
        assert np.array_equal(flown.path[0], flown.position)
        assert len(flown.times) == len(flown.points) == len(flown.states) + 1
        parts = zip(itertools.pairwise(flown.points), itertools.pairwise(flown.times), flown.states, strict=True)
        for number, ((a, b), (begin, end), state) in enumerate(parts):
            length = np.linalg.norm(b - a)
            assert end >= begin
            assert length <= speed * (end - begin) * (1 + 1e-9) + self.slack
            if state is FlightState.CAUGHT:
                assert number == 0
                assert self.gap(a) > 0
            else:
                assert_in_boxes(np.stack((a, b)), self.boxes, self.slack)
            if state is FlightState.FLYING:
                assert np.isclose(length, speed * (end - begin), rtol=1e-9, atol=self.slack)
        getattr(self, f"check_{flown.state.value}")(flown, goal)
        # Far from 0 the world's numbers are rounded so much that a way may seem to graze a corner; then it has another.
        is_near = np.abs(self.still.origin).max() < 1e5
        if is_near and before.state is FlightState.FLYING and self.gap(before.position) <= self.slack:
            self.check_way(flown, before)

    def check_way(self, flown, before):
        """A way is kept or gets shorter while it is free. Who waits has flown on as far as it is, or will."""
        free = free_part(self.still, before.path, self.slack)
        ahead = length_of(flown.points) + length_of(flown.path)
        if np.array_equal(free[-1], before.path[-1]):
            assert flown.state in (FlightState.FLYING, FlightState.ARRIVED)
            assert ahead <= length_of(before.path) + self.slack or "the goal is" in before.reason
        elif flown.state is FlightState.WAITING:
            assert np.allclose(flown.path[-1], free[-1], rtol=0, atol=10 * self.slack)
            assert np.isclose(ahead, length_of(free), rtol=0, atol=10 * self.slack)

    def check_flying(self, flown, goal):
        assert_in_boxes(flown.path, self.boxes, self.slack)
        self.check_end(flown.path[-1], flown.reason, goal)

    def check_arrived(self, flown, goal):
        assert len(flown.path) == 1
        self.check_end(flown.position, flown.reason, goal)

    def check_end(self, end, reason, goal):
        """At the goal or, if that is not free, near it and saying so."""
        if self.gap(goal) <= self.slack:
            assert np.linalg.norm(end - goal) <= self.slack
        else:
            assert np.linalg.norm(end - goal) <= _REACH * self.live.voxel_size + self.slack
            assert "the goal is" in reason

    def check_waiting(self, flown, goal):
        assert flown.reason
        assert_in_boxes(flown.path, self.boxes, self.slack)
        if self.gap(goal) <= _REACH * self.live.voxel_size:
            nearest = goal if self.gap(goal) <= self.slack else self.still.nearest(goal[None])[1][0]
            assert not self.islands(flown.position) & self.islands(nearest)

    def check_caught(self, flown, goal):
        assert self.gap(flown.position) > 0
        assert flown.reason
        assert flown.states in ((), (FlightState.CAUGHT,))
        reach = _REACH * self.live.voxel_size
        if self.gap(flown.points[0]) > reach + self.slack:
            assert np.array_equal(flown.points[0], flown.position)
        elif self.gap(flown.points[0]) < reach - self.slack:
            assert self.gap(flown.path[-1]) == 0
            moved = self.gap(flown.points[0]) - self.gap(flown.position)
            assert np.isclose(moved, np.linalg.norm(flown.position - flown.points[0]), atol=self.slack)


@settings(max_examples=cases(200, 2000))
@given(st.integers(0, 2**32 - 1))
def test_what_it_tells_is_true_of_the_cells_of_that_time(seed):
    world = World(seed)
    goal, speed = world.place(), world.random.uniform(0.5, 8.0) * world.voxel
    config = _CONFIGS[world.random.integers(len(_CONFIGS))]
    follower = Follower(world.live, world.place(), goal, speed, config)
    before = follower.advance(0.0)
    for _step in range(8):
        world.move()
        seconds = float(world.random.choice([0.0, 1 / 24, 0.3, 1.0, 60.0], p=[0.05, 0.25, 0.3, 0.38, 0.02]))
        flown = follower.advance(seconds)
        Truth(world.live).check(flown, goal, before, speed, seconds)
        before = flown
