# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A live volume is, after any updates, what a bake of the same things is: nothing of what was before is left."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from live_worlds import assert_same, baked, turned_box

from volant import navcore
from volant.navcore import Ball, Box, LiveVolume, Navigator
from volant.navcore.progress import KeepingAnswer, run
from volant.navcore.query.graph.cells import CellGraph

_BOUNDS = ((0.0, 0.0, 0.0), (70.0, 50.0, 40.0))
_NAMES = ("crate", "door", "lift")
_HEX = float.hex


def config(radius=0.0, **others):
    return navcore.BakeConfig(voxel_size=1.0, agent_radius=radius, bounds=_BOUNDS, **others)


@st.composite
def boxes(draw):
    """A box that may reach beyond the domain, aligned to the grid or turned."""
    aligned = draw(st.booleans())
    random = np.random.default_rng(draw(st.integers(0, 2**20)))
    center, half = random.uniform(-5.0, 75.0, 3), random.uniform(0.5, 12.0, 3)
    return (
        turned_box(np.round(center), np.ceil(half), 0.0) if aligned else turned_box(center, half, random.uniform(0, 3))
    )


@st.composite
def histories(draw):
    """Updates, each with a mesh or None for some of the things there are."""
    updates, there = [], set()
    for _update in range(draw(st.integers(1, 6))):
        changes = {}
        for name in draw(st.sets(st.sampled_from(_NAMES), min_size=1)):
            goes = name in there and draw(st.booleans())
            changes[name] = None if goes else draw(boxes())
            (there.discard if goes else there.add)(name)
        updates.append(changes)
    return updates


def after(updates):
    """What is there in the end."""
    there = {}
    for changes in updates:
        there.update(changes)
    return {name: mesh for name, mesh in there.items() if mesh is not None}


@given(histories(), st.sampled_from([0.0, 0.8, 1.7]))
def test_after_updates_it_is_a_bake_made_anew(updates, radius):
    live = LiveVolume(config(radius), {})
    for changes in updates:
        live.update(changes)
    assert_same(live.snapshot(), baked(after(updates), config(radius)))


@given(histories(), st.sampled_from([0.0, 1.7]))
def test_the_order_of_updates_leaves_no_trace(updates, radius):
    there = after(updates)
    live = LiveVolume(config(radius), {})
    for changes in updates:
        live.update(changes)
    other = LiveVolume(config(radius), {})
    for name in reversed(list(there)):
        other.update({name: there[name]})
    assert_same(live.snapshot(), other.snapshot())
    assert_same(live.snapshot(), LiveVolume(config(radius), there).snapshot())


@given(histories())
def test_changes_tell_which_cells_come_and_go(updates):
    live = LiveVolume(config(), {})
    shown = as_set(live.snapshot().cells)
    for changes in updates:
        change = live.update(changes)
        removed, added = as_set(change.cells_removed), as_set(change.cells_added)
        assert removed <= shown
        assert not added & shown
        shown = shown - removed | added
        assert shown == as_set(live.snapshot().cells)
        assert (change.box is None) == (not removed and not added)
        if change.box is not None:
            world = np.concatenate((change.cells_removed, change.cells_added)).astype(float)
            assert np.array_equal(change.box, [world[:, 0].min(axis=0), world[:, 1].max(axis=0)])


@given(histories(), st.integers(0, 2**20))
def test_paths_are_those_of_the_snapshot(updates, seed):
    live = LiveVolume(config(), {})
    navigator = Navigator(live)
    random = np.random.default_rng(seed)
    for changes in updates:
        live.update(changes)
        start, goal = random.uniform(0.0, 1.0, (2, 3)) * _BOUNDS[1]
        now, still = navigator.find_path(start, goal), navcore.find_path(live.snapshot(), start, goal)
        assert now.status == still.status
        assert [list(map(_HEX, point)) for point in now.points.tolist()] == [
            list(map(_HEX, point)) for point in still.points.tolist()
        ]
        assert now.islands == still.islands
        assert np.array_equal(live.cells[list(now.cells)], live.snapshot().cells[list(still.cells)])


@given(histories())
def test_links_are_in_the_order_of_those_of_the_snapshot(updates):
    """Of ways that are equally long, a search finds the one that it comes to first."""
    live = LiveVolume(config(), {})
    for changes in updates:
        live.update(changes)
    still = live.snapshot()
    graph, wanted = live.graph(), CellGraph(still)
    number = {as_corners(live.cells[cell]): cell for cell in np.flatnonzero(live.components >= 0).tolist()}
    for cell, corners in enumerate(map(as_corners, still.cells)):
        links = graph.links(number[corners])
        assert [(as_corners(live.cells[other]), *rest) for other, *rest in links] == [
            (as_corners(still.cells[other]), *rest) for other, *rest in wanted.links(cell)
        ]


def as_corners(cell):
    return tuple(cell.ravel().tolist())


@given(histories())
def test_a_volume_without_its_scene_is_carved_and_restored(updates):
    marker = (1.5, 1.5, 1.5)
    wall = turned_box((35.0, 25.0, 20.0), (2.0, 30.0, 30.0), 0.0)
    nav = navcore.bake(*wall, config(0.5, markers=(marker,)))
    live = LiveVolume.of(nav)
    assert_same(live.snapshot(), nav)
    for changes in updates:
        live.update(changes)
    cells = live.snapshot().cells
    assert not any(np.array_equal(cell, other) for cell in cells for other in nav.removed_boxes)
    live.update(dict.fromkeys(live.objects))
    assert_same(live.snapshot(), nav)


@pytest.mark.parametrize("radius", [0.0, 1.7, 40.0])
def test_one_thing_inside_another_stays_when_that_goes(radius):
    small, large = (
        turned_box((30.0, 25.0, 20.0), (3.0, 3.0, 3.0), 0.3),
        turned_box((30.0, 25.0, 20.0), (9.0, 8.0, 7.0), 0.1),
    )
    live = LiveVolume(config(radius), {"small": small, "large": large})
    live.update({"large": None})
    assert_same(live.snapshot(), baked({"small": small}, config(radius)))
    live.update({"small": None})
    assert live.snapshot().cells.tolist() == [[[0, 0, 0], [70, 50, 40]]]


def test_markers_keep_what_is_connected_to_them_at_the_time():
    settings_ = config(markers=((5.0, 25.0, 20.0),))
    wall = turned_box((35.0, 25.0, 20.0), (2.0, 30.0, 30.0), 0.0)
    live = LiveVolume(settings_, {})
    assert_same(live.snapshot(), baked({"far": turned_box((200.0, 0.0, 0.0), (1.0, 1.0, 1.0), 0.0)}, settings_))
    live.update({"wall": wall})
    assert_same(live.snapshot(), baked({"wall": wall}, settings_))
    path = Navigator(live).find_path((5.0, 5.0, 5.0), (60.0, 5.0, 5.0))
    assert path.status is navcore.PathStatus.GOAL_OUTSIDE
    live.update({"wall": None})
    assert Navigator(live).find_path((5.0, 5.0, 5.0), (60.0, 5.0, 5.0)).found


@given(st.lists(boxes(), max_size=6), st.sampled_from([0.0, 1.7, 30.0]))
def test_meshes_looked_at_together_block_what_each_blocks_alone(meshes, radius):
    names = [f"mesh {number}" for number in range(len(meshes))]
    together = LiveVolume(config(radius), {})
    together.update(dict(zip(names, meshes, strict=True)))
    apart = LiveVolume(config(radius), {})
    for name, mesh in zip(names, meshes, strict=True):
        apart.update({name: mesh})
    for name in names:
        assert_same(together.snapshot(), apart.snapshot())
        together.update({name: None})
        apart.update({name: None})


@given(histories(), st.integers(1, 5))
def test_a_snapshot_in_steps_is_of_the_moment_it_began(updates, pause):
    """Changes between two steps are not in it, but in the next one."""
    settings_ = config(markers=((5.0, 25.0, 20.0),))
    wall = {"wall": turned_box((35.0, 25.0, 20.0), (2.0, 30.0, 30.0), 0.0)}
    live = LiveVolume(settings_, wall)
    before = baked(wall, settings_)
    for changes in updates:
        for name in _NAMES:
            live.update({name: None} if name in live.objects else {})
        kept = KeepingAnswer(live.snapshot_steps())
        for done, _told in enumerate(kept, start=1):
            if done == pause:
                live.update({name: mesh for name, mesh in changes.items() if mesh is not None})
        assert_same(kept.answer, before)
        there = {name: mesh for name, mesh in changes.items() if mesh is not None and name in live.objects}
        assert_same(live.snapshot(), baked({**wall, **there}, settings_))


@given(histories())
def test_an_update_in_steps_changes_nothing_before_its_end(updates):
    """Other things may change between two steps; what is dropped halfway leaves no trace."""
    live, other = LiveVolume(config(1.7), {}), turned_box((35.0, 25.0, 20.0), (2.0, 9.0, 9.0), 0.4)
    others = {}
    for number, changes in enumerate(updates):
        before = live.snapshot()
        dropped = live.update_steps(changes)
        if next(dropped, None) is None:
            # Nothing had to be looked at.
            continue
        dropped.close()
        assert live.snapshot() is before
        for step, _told in enumerate(live.update_steps(changes)):
            assert step or live.snapshot() is before
            if not step:
                others[f"other {number}"] = other
                live.update(others)
    assert_same(live.snapshot(), baked({**after(updates), **others}, config(1.7)))


def test_two_updates_of_one_thing_at_a_time_are_refused():
    first, second = (turned_box((30.0 + away, 25.0, 20.0), (3.0, 3.0, 3.0), 0.3) for away in (0.0, 20.0))
    live = LiveVolume(config(1.7), {"crate": first})
    for changes in ({"crate": second}, {"crate": None, "door": first}):
        live.update({"crate": first})
        steps = live.update_steps({"crate": second, "door": second})
        next(steps)
        live.update(changes)
        before = live.snapshot()
        with pytest.raises(navcore.BakeError, match=r"'crate' was changed by another update .* update it again"):
            run(steps)
        assert live.snapshot() is before


def test_what_did_not_move_changes_nothing():
    mesh = turned_box((30.0, 25.0, 20.0), (3.0, 3.0, 3.0), 0.3)
    things = {"mesh": mesh, "ball": Ball((10.0, 10.0, 10.0), 2.0), "box": Box((50.0, 5.0, 5.0), (60.0, 9.0, 9.0))}
    live = LiveVolume(config(), things)
    before = live.snapshot()
    copies = {"mesh": (mesh[0].copy(), mesh[1].tolist()), "ball": Ball((10.0, 10.0, 10.0), 2.0)}
    assert live.update({**things, **copies}).box is None
    assert live.snapshot() is before
    # What is changed in place has moved.
    mesh[0][:] += 1.0
    assert live.update({"mesh": mesh}).box is not None
    assert live.update({"ball": None, "box": None}).box is not None
    assert_same(live.snapshot(), baked({"mesh": mesh}, config()))


@settings(max_examples=30)
@given(st.integers(0, 2**20), st.sampled_from([0.0, 0.7]))
def test_balls_block_what_they_come_near_to(seed, radius):
    random = np.random.default_rng(seed)
    ball = Ball(random.uniform(-5.0, 45.0, 3), random.uniform(0.2, 9.0))
    live = LiveVolume(config(radius), {"ball": ball})
    low = np.stack(np.meshgrid(*(np.arange(side) for side in (70, 50, 40)), indexing="ij"), axis=-1)
    nearest = np.clip(ball.center, low, low + 1)
    near = ((nearest - ball.center) ** 2).sum(axis=-1) < (ball.radius + radius) ** 2
    assert np.array_equal(_blocked(live), near)


@settings(max_examples=30)
@given(st.integers(0, 2**20))
def test_turned_boxes_are_solid(seed):
    random = np.random.default_rng(seed)
    low = random.uniform(0.0, 30.0, 3)
    high, angle = low + random.uniform(2.0, 15.0, 3), random.uniform(0.0, 3.0)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0.0], [np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])
    live = LiveVolume(config(), {"box": Box(low, high, turn)})
    surface = baked({"box": turned_box((low + high) / 2, (high - low) / 2, angle)}, config())
    middles = np.stack(np.meshgrid(*(np.arange(side) + 0.5 for side in (70, 50, 40)), indexing="ij"), axis=-1)
    inside = (np.abs((middles - (low + high) / 2) @ turn) <= (high - low) / 2).all(axis=-1)
    assert np.array_equal(_blocked(live), inside | (_filled(surface.blocked()) > 0))


def _blocked(live):
    return _filled(live.snapshot().cells) == 0


def _filled(boxes_):
    count = np.zeros((70, 50, 40), int)
    for (x, y, z), (end_x, end_y, end_z) in boxes_.tolist():
        count[x:end_x, y:end_y, z:end_z] += 1
    return count


def as_set(cells):
    return set(map(tuple, cells.reshape(-1, 6).tolist()))
