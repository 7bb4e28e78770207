# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells fill exactly what is free, and depend on nothing but the blocked voxels."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore import run
from volant.navcore.bake.chains import join_chains
from volant.navcore.bake.merge import merge_free
from volant.navcore.bake.tile_cells import boxes_of_tiles
from volant.navcore.geometry.voxel_tiles import VoxelTiles, from_boxes, from_points, pack_rows, to_points


@st.composite
def rooms(draw, longest=75):
    """A grid with boxes of blocked voxels: its shape, and which voxels are blocked."""
    shape = draw(st.tuples(*[st.integers(1, longest)] * 3))
    blocked = np.zeros(shape, bool)
    for _box in range(draw(st.integers(0, 8))):
        ends = [sorted(draw(st.tuples(*[st.integers(0, side)] * 2))) for side in shape]
        blocked[tuple(slice(low, high) for low, high in ends)] = draw(st.booleans())
    if draw(st.booleans()):
        blocked |= np.random.default_rng(draw(st.integers(0, 99))).random(shape) < draw(st.sampled_from([0.001, 0.3]))
    return np.array(shape, np.int32), blocked


def filled(boxes, shape):
    """How many boxes hold each voxel."""
    count = np.zeros(tuple(shape), np.int32)
    for (x, y, z), (end_x, end_y, end_z) in boxes.tolist():
        count[x:end_x, y:end_y, z:end_z] += 1
    return count


def as_set(boxes):
    return set(map(tuple, boxes.reshape(-1, 6).tolist()))


@given(rooms())
def test_cells_fill_what_is_free_once(room):
    shape, blocked = room
    cells = run(merge_free(from_points(np.argwhere(blocked), shape), shape))
    assert np.array_equal(filled(cells, shape), (~blocked).astype(np.int32))


@given(rooms())
def test_no_two_cells_make_a_longer_one_along_z(room):
    shape, blocked = room
    cells = run(merge_free(from_points(np.argwhere(blocked), shape), shape))
    ends = {(*low[:2], *high[:2], high[2]) for low, high in cells.tolist()}
    assert not any((*low[:2], *high[:2], low[2]) in ends for low, high in cells.tolist())


@given(st.lists(st.integers(0, 2**32), min_size=1, max_size=5))
def test_a_tile_is_the_same_alone_and_among_others(seeds):
    tiles = []
    for seed in seeds:
        random = np.random.default_rng(seed)
        low = random.integers(0, 30, 3)
        free = random.random((32, 32, 32)) < random.choice([0.2, 0.9, 0.999])
        free[tuple(slice(begin, begin + 20) for begin in low)] = True
        tiles.append(free)
    together = boxes_of_tiles(pack_rows(np.array(tiles)))
    for slot, free in enumerate(tiles):
        alone = boxes_of_tiles(pack_rows(free[None])).boxes
        assert as_set(together.boxes[together.slot == slot]) == as_set(alone)


@given(rooms(longest=50), st.integers(0, 2))
def test_chains_are_those_of_a_plain_search(room, axis):
    shape, blocked = room
    # Boxes as tiles leave them, which join only at the borders of tiles.
    whole = run(merge_free(from_points(np.argwhere(blocked), shape), shape))
    cut = np.concatenate([_split(box, axis) for box in whole] or [whole])
    wanted = set()
    rest = as_set(cut)
    for box in sorted(rest, key=lambda box: box[axis]):
        goes_on = box[axis] % 32 == 0
        before = next((one for one in wanted if goes_on and _goes_on(one, box, axis)), None)
        wanted.discard(before)
        wanted.add((*before[:3], *box[3:]) if before else box)
    assert as_set(join_chains(cut, axis)) == wanted


def _split(box, axis):
    """A box cut where borders of tiles run through it along an axis."""
    borders = [at for at in range(0, 64, 32) if box[0, axis] < at < box[1, axis]]
    ends = [box[0, axis], *borders, box[1, axis]]
    parts = np.repeat(box[None], len(ends) - 1, axis=0)
    parts[:, 0, axis], parts[:, 1, axis] = ends[:-1], ends[1:]
    return parts


def _goes_on(one, other, axis):
    across = [at for at in range(6) if at % 3 != axis]
    return one[axis + 3] == other[axis] and all(one[at] == other[at] for at in across)


@given(rooms())
def test_boxes_and_points_make_the_same_set(room):
    shape, blocked = room
    cells = run(merge_free(from_points(np.argwhere(blocked), shape), shape))
    painted, listed = from_boxes(cells, shape), from_points(np.argwhere(~blocked), shape)
    assert np.array_equal(painted.tiles, listed.tiles)
    assert np.array_equal(painted.rows, listed.rows)
    assert len(to_points(painted, shape)) == (~blocked).sum()


def test_a_world_of_the_largest_size_takes_no_more_than_what_is_in_it():
    shape = np.array([32768, 32768, 512], np.int32)
    corners = np.array([[0, 0, 0], [32767, 32767, 511], [16000, 40, 300]])
    cells = run(merge_free(from_points(corners, shape), shape))
    volume = (cells[:, 1] - cells[:, 0]).astype(np.int64).prod(axis=1).sum()
    assert volume == 32768 * 32768 * 512 - 3
    assert len(cells) < 100


def test_nothing_blocked_is_one_cell():
    shape = np.array([70, 40, 32], np.int32)
    nothing = VoxelTiles(np.empty(0, np.int64), np.empty((0, 32, 32), np.uint32))
    assert run(merge_free(nothing, shape)).tolist() == [[[0, 0, 0], [70, 40, 32]]]
