# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes as whole numbers: turned and back they are the same, and what goes on in a row is joined."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore.bake.packed_boxes import (
    ALL_SIDES,
    BOX_BITS,
    PAIR_BITS,
    SIZE_BITS,
    boxes_within_tiles,
    by_tile,
    joined,
    long_sides,
    slots,
    turned,
)

_MOST_TILES = 1 << 20


@st.composite
def boxes(draw):
    """Tiles, each cut into boxes along planes, of which some are left out: a tile and two corners for each."""
    listed = []
    for slot in draw(st.sets(st.integers(0, _MOST_TILES), max_size=3)):
        cuts = [sorted({0, 32, *draw(st.sets(st.integers(1, 31), max_size=3))}) for _axis in range(3)]
        for low in np.ndindex(*(len(cut) - 1 for cut in cuts)):
            if draw(st.integers(0, 3)):
                corners = [cut[at] for cut, at in zip(cuts, low, strict=True)]
                ends = [cut[at + 1] for cut, at in zip(cuts, low, strict=True)]
                listed.append((slot, *corners, *ends))
    return listed


def packed(listed):
    numbers = []
    for slot, *ends in listed:
        number = slot
        for axis in (2, 1, 0):
            number = number << PAIR_BITS | ends[axis] << SIZE_BITS | ends[axis + 3] - ends[axis] - 1
        numbers.append(number)
    return np.array(numbers, np.int64)


def unpacked(numbers):
    whole = np.concatenate((slots(numbers)[:, None], boxes_within_tiles(numbers).reshape(-1, 6)), axis=1)
    return list(map(tuple, whole.tolist()))


@given(boxes(), st.integers(0, 2), st.integers(0, 2))
def test_boxes_are_the_same_however_they_are_turned(listed, axis, other):
    there = turned(turned(packed(listed), 0, axis), axis, other)
    assert unpacked(turned(there, other, 0)) == listed


@given(boxes(), st.integers(0, 2))
def test_rows_are_joined_as_by_a_plain_search(listed, axis):
    wanted = {}
    for box in sorted(listed, key=lambda box: box[1 + axis]):
        across = tuple(end for at, end in enumerate(box) if at not in (1 + axis, 4 + axis))
        rows = wanted.setdefault(across, [])
        if rows and rows[-1][1] == box[1 + axis]:
            rows[-1][1] = box[4 + axis]
        else:
            rows.append([box[1 + axis], box[4 + axis]])
    made = joined(turned(packed(listed), 0, axis))
    assert (np.diff(made) > 0).all()
    found = {}
    for box in sorted(unpacked(turned(made, axis, 0)), key=lambda box: box[1 + axis]):
        across = tuple(end for at, end in enumerate(box) if at not in (1 + axis, 4 + axis))
        found.setdefault(across, []).append([box[1 + axis], box[4 + axis]])
    assert found == wanted


@given(boxes(), st.integers(1, 32))
def test_sides_are_long_that_have_as_many_voxels(listed, least):
    for sides, box in zip(long_sides(packed(listed), least).tolist(), listed, strict=True):
        are_long = [box[axis + 4] - box[axis + 1] >= least for axis in range(3)]
        assert sides.bit_count() == sum(are_long)
        assert (sides == ALL_SIDES) == all(are_long)


@given(boxes())
def test_boxes_of_each_tile_are_given_apart(listed):
    tiles = sorted({slot for slot, *_ends in listed})
    numbered = np.sort(packed([(tiles.index(slot), *ends) for slot, *ends in listed]))
    parts = by_tile(numbered, len(tiles))
    assert len(parts) == len(tiles)
    for slot, part in enumerate(parts):
        assert (part | slot << BOX_BITS).tolist() == [
            number for number in numbered.tolist() if number >> BOX_BITS == slot
        ]
