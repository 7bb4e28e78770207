# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A follower flies as told, waits at closed doors, goes around, gets out of what caught it, and refuses nonsense."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from volumes import random_volume, seeds

from volant import navcore
from volant.navcore import Ball, Box, FlightState, Follower, LiveVolume, PathConfig

_CONFIG = navcore.BakeConfig(voxel_size=1.0, bounds=((0.0, 0.0, 0.0), (60.0, 40.0, 20.0)))
_START, _GOAL = (5.0, 20.0, 10.5), (55.0, 20.0, 10.5)
#: A wall across the hall, with two openings: the near one is in the straight way from start to goal.
_WALL = {
    "below": Box((30.0, 0.0, 0.0), (31.0, 4.0, 20.0)),
    "middle": Box((30.0, 8.0, 0.0), (31.0, 18.0, 20.0)),
    "above": Box((30.0, 22.0, 0.0), (31.0, 40.0, 20.0)),
}
_NEAR_DOOR, _FAR_DOOR = Box((30.0, 18.0, 0.0), (31.0, 22.0, 20.0)), Box((30.0, 4.0, 0.0), (31.0, 8.0, 20.0))


def hall(**things):
    return LiveVolume(_CONFIG, {**_WALL, **things})


@pytest.fixture(scope="module")
def quiet_hall():
    """One in which nothing moves."""
    return hall()


def flight_length(flown):
    return np.linalg.norm(np.diff(flown.points, axis=0), axis=1).sum()


@given(seeds)
def test_it_arrives_when_its_path_is_flown(seed):
    rng = np.random.default_rng(seed)
    nav = random_volume(rng, (9, 9, 6), 0.25, True, False)
    island = np.flatnonzero(nav.components == nav.components[0])
    start, goal = (rng.uniform(*nav.cells[rng.choice(island)]) for _end in range(2))
    path, speed = navcore.find_path(nav, start, goal), rng.uniform(0.1, 10.0)
    follower = Follower(LiveVolume.of(nav), start, goal, speed)
    assert np.allclose(follower.advance(0.0).path, path.points, rtol=0, atol=1e-12)
    for _step in range(1000):
        flown = follower.advance(rng.uniform(0.0, 0.2) * path.length / speed)
        if flown.state is not FlightState.FLYING:
            break
    assert flown.state is FlightState.ARRIVED
    arrived = flown.times[len(flown.states) - flown.states.count(FlightState.ARRIVED)]
    assert np.isclose(arrived, path.length / speed, rtol=1e-9)
    assert np.array_equal(flown.position, goal)


@given(seeds)
def test_where_it_is_does_not_depend_on_the_steps(quiet_hall, seed):
    rng = np.random.default_rng(seed)
    length = rng.uniform(0.0, 60.0)
    cuts = np.sort(rng.uniform(0.0, length, rng.integers(1, 30)))
    once = Follower(quiet_hall, (5, 35, 2), (50, 1, 19), 1.0)
    often = Follower(quiet_hall, (5, 35, 2), (50, 1, 19), 1.0)
    for begin, end in itertools.pairwise([0.0, *cuts, length]):
        flown = often.advance(end - begin)
    whole = once.advance(length)
    assert np.allclose(flown.position, whole.position, rtol=0, atol=1e-9)
    assert flown.state is whole.state


def test_the_same_updates_give_the_same_bits():
    def flight():
        live = hall()
        follower = Follower(live, _START, _GOAL, 3.0)
        for frame in range(30):
            live.update({"ball": Ball((40.0 - frame, 20.0, 10.5), 3.0), "other": Ball((30.5, 6.0, frame), 4.0)})
            flown = follower.advance(0.5)
            yield flown.state, list(map(float.hex, (*flown.points.ravel(), *flown.times, *flown.path.ravel())))

    assert list(flight()) == list(flight())


def test_what_moves_elsewhere_is_not_looked_into():
    live = hall()
    follower = Follower(live, _START, _GOAL, 3.0)
    assert follower.advance(0.0).searches == 1
    for frame in range(1, 21):
        # Beside it and behind it, but never in its way. Cells along its way do change.
        beside = Ball((2.0 * frame, 28.0 - 0.15 * frame, 8.0), 4.0)
        live.update({"beside": beside, "behind": Ball((1.5 * frame - 3.0, 20.0, 10.5), 2.0)})
        flown = follower.advance(0.5)
        assert (flown.state, flown.searches) == (FlightState.FLYING, 0)
    assert live.version == 20
    assert np.allclose(flown.position, (35.0, 20.0, 10.5))


@pytest.mark.parametrize("far_out", [0.0, 1e9])
def test_a_way_along_corners_stays_the_same_when_its_cells_do_not(far_out):
    """Also where numbers of the world are so far apart that corners are rounded."""
    voxel, at = 0.3, np.array((far_out, 0.3 * far_out, -far_out))
    bounds = tuple(at), tuple(at + voxel * np.array(_CONFIG.bounds[1]))
    wall = {name: Box(at + voxel * box.low, at + voxel * box.high) for name, box in _WALL.items()}
    live = LiveVolume(navcore.BakeConfig(voxel_size=voxel, bounds=bounds), wall)
    follower = Follower(live, at + voxel * np.array((5, 35, 2)), at + voxel * np.array((50, 1, 19)), 1.0)
    path = follower.advance(0.0).path
    assert len(path) == 3
    for place in range(10, 16):
        live.update({"ball": Ball(at + voxel * np.array((place + 10, place, 10)), 3.0 * voxel)})
        flown = follower.advance(0.0)
        assert flown.searches == 0
        assert np.array_equal(flown.path, path)
    assert live.version == 6


def test_at_a_door_that_closes_it_waits_until_it_opens():
    live = hall(far=_FAR_DOOR)
    follower = Follower(live, _START, _GOAL, 4.0)
    assert follower.advance(1.0).state is FlightState.FLYING
    live.update({"near": _NEAR_DOOR})
    flown = follower.advance(10.0)
    assert flown.state is FlightState.WAITING
    assert "nothing connects them" in flown.reason
    # It flies on as far as it can, and stands there.
    assert np.allclose(flown.position, (30.0, 20.0, 10.5))
    assert np.allclose(flown.times, (1.0, 6.25, 11.0))
    assert flown.path.tolist() == [flown.position.tolist()]
    assert follower.advance(5.0).searches == 0
    # A change elsewhere has it look again, in vain.
    live.update({"ball": Ball((50.0, 30.0, 5.0), 3.0)})
    flown = follower.advance(5.0)
    assert (flown.state, flown.searches) == (FlightState.WAITING, 1)
    assert flight_length(flown) == 0.0
    live.update({"near": None})
    # The way that it had is free again, so there is nothing to search for.
    flown = follower.advance(1.0)
    assert (flown.state, flown.searches) == (FlightState.FLYING, 0)
    assert np.allclose(flown.position, (34.0, 20.0, 10.5))
    assert follower.advance(5.25 + 1e-9).state is FlightState.ARRIVED


def test_a_door_that_creeps_away_lets_it_follow():
    live = hall(far=_FAR_DOOR)
    follower = Follower(live, _START, _GOAL, 100.0)
    follower.advance(0.0)
    for place in (20, 24, 28):
        live.update({"plug": Box((place, 0.0, 0.0), (place + 2.0, 40.0, 20.0))})
        flown = follower.advance(1.0)
        assert flown.state is FlightState.WAITING
        assert np.allclose(flown.position, (place, 20.0, 10.5))


@pytest.mark.parametrize("seconds", [1.0, 1e9, 1e300])
def test_no_step_is_so_large_that_it_passes_something_thin(seconds):
    live = hall(far=_FAR_DOOR, near=_NEAR_DOOR)
    follower = Follower(live, _START, _GOAL, 1e3)
    assert follower.advance(seconds).position[0] <= 30.0


def test_it_goes_around_and_takes_the_straight_way_when_that_opens():
    live = hall()
    follower = Follower(live, _START, _GOAL, 4.0)
    follower.advance(2.0)
    live.update({"near": _NEAR_DOOR})
    flown = follower.advance(1.0)
    assert (flown.state, flown.searches) == (FlightState.FLYING, 1)
    assert 4.0 <= flown.path[1][1] <= 8.0
    # What moves elsewhere is no reason to think again, nor is what comes between without being in the way.
    live.update({"ball": Ball((50.0, 35.0, 5.0), 3.0)})
    assert follower.advance(0.5).searches == 0
    live.update({"near": None})
    flown = follower.advance(0.0)
    assert flown.searches == 1
    straight = navcore.find_path(live.snapshot(), flown.position, _GOAL)
    assert np.allclose(flown.path, straight.points)
    live.update({"near": _NEAR_DOOR})
    assert 4.0 <= follower.advance(0.0).path[1][1] <= 8.0


def test_it_does_not_turn_back_when_going_on_is_shorter():
    live = hall()
    follower = Follower(live, _START, _GOAL, 4.0)
    follower.advance(2.0)
    live.update({"near": _NEAR_DOOR})
    around = follower.advance(7.5).path
    assert around[0][0] > 31.0
    live.update({"near": None})
    assert np.array_equal(follower.advance(0.0).path, around)
    # It has looked once, and forgets about the way it left.
    live.update({"near": _NEAR_DOOR})
    live.update({"near": None})
    assert follower.advance(0.0).searches == 0


def test_once_it_is_there_it_cares_for_no_other_way():
    live = hall()
    follower = Follower(live, _START, _GOAL, 4.0)
    follower.advance(2.0)
    live.update({"near": _NEAR_DOOR})
    assert follower.advance(50.0).state is FlightState.ARRIVED
    live.update({"near": None})
    flown = follower.advance(1.0)
    assert (flown.state, flown.searches) == (FlightState.ARRIVED, 0)


def test_a_ball_that_rolls_over_it_catches_it_and_lets_it_go():
    live = hall()
    follower = Follower(live, _START, _GOAL, 2.0)
    follower.advance(1.0)
    # The nearest free place is 1.5 away: there in less than a second, at no more than its speed.
    live.update({"ball": Ball((7.0, 20.5, 10.5), 2.4)})
    flown = follower.advance(0.5)
    assert flown.state is FlightState.CAUGHT
    assert flown.states == (FlightState.CAUGHT,)
    assert flight_length(flown) == pytest.approx(1.0)
    assert "from free space" in flown.reason
    flown = follower.advance(0.5)
    assert flown.states[0] is FlightState.CAUGHT
    assert flown.state is FlightState.FLYING
    assert flown.searches == 1
    # It was pushed off its way, which is free again.
    live.update({"ball": None})
    flown = follower.advance(0.0)
    assert flown.searches == 1
    straight = navcore.find_path(live.snapshot(), flown.position, _GOAL)
    assert np.allclose(flown.path, straight.points)


def test_deep_inside_something_it_stays_until_that_is_gone():
    live = hall()
    follower = Follower(live, _START, _GOAL, 2.0)
    before = follower.advance(1.0).position
    live.update({"ball": Ball((7.0, 20.0, 10.5), 8.0)})
    flown = follower.advance(3.0)
    assert flown.state is FlightState.CAUGHT
    assert flown.reason.startswith("the agent is 8 from free space, farther than max_snap (2)")
    assert np.array_equal(flown.position, before)
    assert flown.searches == 0
    live.update({"ball": None})
    assert follower.advance(24.0 + 1e-9).state is FlightState.ARRIVED


def test_where_nothing_is_free_it_is_caught():
    live = LiveVolume(_CONFIG, {"all": Box((-9.0, -9.0, -9.0), (99.0, 99.0, 99.0))})
    follower = Follower(live, _START, _GOAL, 2.0)
    flown = follower.advance(1.0)
    assert (flown.state, flown.searches) == (FlightState.CAUGHT, 0)
    assert np.array_equal(flown.position, _START)
    live.update({"all": None})
    assert follower.advance(100.0).state is FlightState.ARRIVED


def test_who_has_arrived_is_pushed_aside_and_comes_back():
    live = hall()
    follower = Follower(live, _START, _GOAL, 3.0)
    flown = follower.advance(30.0)
    assert (flown.state, flown.reason) == (FlightState.ARRIVED, "")
    live.update({"ball": Ball((30.0, 30.0, 10.0), 3.0)})
    assert follower.advance(1.0).searches == 0
    live.update({"ball": Ball(_GOAL, 1.5)})
    flown = follower.advance(5.0)
    # As near as it may be.
    assert flown.states == (FlightState.CAUGHT, FlightState.ARRIVED)
    assert flown.reason == f"the goal is {np.linalg.norm(flown.position - _GOAL):.3g} from free space"
    live.update({"ball": None})
    flown = follower.advance(5.0)
    assert np.array_equal(flown.position, _GOAL)
    assert (flown.state, flown.reason) == (FlightState.ARRIVED, "")


def test_a_goal_that_is_not_free_is_waited_for():
    live = hall(ball=Ball(_GOAL, 8.0))
    follower = Follower(live, _START, _GOAL, 3.0)
    flown = follower.advance(5.0)
    assert flown.state is FlightState.WAITING
    assert flown.reason == "the goal is 8 from free space, farther than max_snap (2)"
    assert np.array_equal(flown.position, _START)
    live.update({"ball": None})
    assert follower.advance(50.0).state is FlightState.ARRIVED


def test_a_start_that_is_not_free_is_left_at_its_speed():
    follower = Follower(hall(), (30.2, 19.0, 10.5), _GOAL, 1.0)
    assert follower.advance(0.0).state is FlightState.FLYING
    follower = Follower(hall(), (30.2, 17.0, 10.5), _GOAL, 0.1)
    flown = follower.advance(1.0)
    assert flown.state is FlightState.CAUGHT
    assert np.allclose(flown.position, (30.1, 17.0, 10.5))
    follower = Follower(hall(), (30.2, 17.0, 10.5), _GOAL, 0.1, PathConfig(max_snap=0.0))
    assert np.array_equal(follower.advance(1.0).position, (30.2, 17.0, 10.5))


def test_it_begins_at_its_goal():
    flown = Follower(hall(), _START, _START, 1.0).advance(2.0)
    assert flown.states == (FlightState.ARRIVED,)
    assert flown.path.tolist() == [list(_START)]


def test_a_search_that_gives_up_has_it_wait():
    flown = Follower(hall(), (5, 35, 2), (50, 1, 19), 1.0, PathConfig(max_expanded=1)).advance(1.0)
    assert flown.state is FlightState.WAITING
    assert "gave up after max_expanded (1)" in flown.reason


def test_what_no_marker_keeps_is_not_free():
    live = LiveVolume(
        navcore.BakeConfig(voxel_size=1.0, bounds=_CONFIG.bounds, markers=[_GOAL]), {**_WALL, "far": _FAR_DOOR}
    )
    follower = Follower(live, _START, _GOAL, 4.0)
    follower.advance(1.0)
    live.update({"near": _NEAR_DOOR})
    flown = follower.advance(1.0)
    assert flown.state is FlightState.CAUGHT
    assert flight_length(flown) == 0.0
    live.update({"near": None})
    assert follower.advance(1.0).state is FlightState.FLYING
    live.update({"lid": Box((52.0, 17.0, 7.0), (58.0, 23.0, 14.0))})
    for _try in range(2):
        with pytest.raises(navcore.MarkerError):
            follower.advance(1.0)
    live.update({"lid": None})
    flown = follower.advance(1.0)
    assert np.allclose(flown.times, (2.0 + 1.0, 2.0 + 2.0))
    assert np.allclose(flown.position, (17.0, 20.0, 10.5))


def test_a_step_that_is_not_done_is_not_flown():
    live = hall()
    follower = Follower(live, _START, _GOAL, 1.0)
    follower.advance(1.0)
    live.update({"near": _NEAR_DOOR})
    steps = follower.advance_steps(1.0)
    next(steps)
    live.update({"ball": Ball((50.0, 35.0, 5.0), 3.0)})
    with pytest.raises(navcore.PathError, match="the volume was changed while the path was searched"):
        navcore.run(steps)
    steps = follower.advance_steps(1.0)
    next(steps)
    steps.close()
    flown = navcore.run(follower.advance_steps(1.0))
    assert flown.times.tolist() == [1.0, 2.0]
    assert np.array_equal(flown.points[0], (6.0, 20.0, 10.5))
    assert flown.searches == 1


def test_markers_are_heeded_where_no_cell_is_another():
    things = {**_WALL, "far": _FAR_DOOR, "post": Box((10.0, 30.0, 0.0), (12.0, 32.0, 20.0))}
    live = LiveVolume(navcore.BakeConfig(voxel_size=1.0, bounds=_CONFIG.bounds, markers=[_GOAL]), things)
    follower = Follower(live, (20.0, 20.0, 10.5), (20.0, 5.0, 5.0), 1.0)
    follower.advance(0.0)
    change = live.update({"near": _NEAR_DOOR})
    assert (change.cells_removed[:, 0, 0] >= 30).all()
    assert follower.advance(1.0).state is FlightState.CAUGHT


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"live": LiveVolume(_CONFIG, {}).snapshot()}, r"a follower flies through a LiveVolume.*LiveVolume.of\(nav\)"),
        ({"live": None}, "a follower flies through a LiveVolume"),
        ({"start": (1.0, np.nan, 0.0)}, "start must be three finite numbers"),
        ({"goal": (1.0, 2.0)}, "goal must be three finite numbers"),
        ({"goal": "there"}, "goal must be made of numbers"),
        ({"speed": 0.0}, "the speed of a follower must be over 0"),
        ({"speed": -1.0}, "the speed of a follower must be over 0"),
        ({"speed": np.nan}, "the speed of a follower must be over 0"),
        ({"speed": np.inf}, "the speed of a follower must be over 0"),
        ({"speed": None}, "the speed of a follower must be over 0"),
        ({"config": "astar"}, "a follower's config must be a PathConfig"),
    ],
)
def test_nonsense_is_refused(wrong, words):
    given_ = {"live": LiveVolume(_CONFIG, {}), "start": _START, "goal": _GOAL, "speed": 1.0, "config": None, **wrong}
    with pytest.raises(navcore.PathError, match=words):
        Follower(**given_)


@pytest.mark.parametrize("seconds", [-1e-9, np.nan, np.inf, None, "1"])
def test_nonsensical_steps_are_refused_and_change_nothing(seconds):
    follower = Follower(hall(), _START, _GOAL, 1.0)
    before = follower.advance(1.0)
    with pytest.raises(navcore.PathError, match="a follower flies for 0 seconds or more"):
        follower.advance(seconds)
    now = follower.advance(0.0)
    assert np.array_equal(now.position, before.position)
    assert now.times.tolist() == [1.0]
