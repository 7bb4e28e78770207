# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Chains that are kept up to date are those of all boxes made anew, and say exactly what has changed."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore.bake.chains import join_chains
from volant.navcore.bake.merge import boxes_in_tiles, free_tile_rows
from volant.navcore.geometry.voxel_tiles import from_points, tile_positions
from volant.navcore.live.box_keys import boxes_of, keys_of
from volant.navcore.live.chains import LiveChains
from volant.navcore.live.rows import LiveRows

#: Four tiles in a row, each cut across the other axes in one of a few ways.
_CUTS = (
    (),
    (((0, 0), (32, 32)),),
    (((0, 0), (32, 16)), ((0, 16), (32, 32))),
    (((0, 0), (16, 32)), ((16, 0), (32, 32))),
)


@st.composite
def rows_of_boxes(draw):
    """Keys of boxes in a row of tiles along an axis, in two states."""
    axis = draw(st.integers(0, 2))
    states = []
    for _state in range(3):
        boxes = []
        for tile in range(4):
            begin, end = 32 * tile, 32 * tile + draw(st.sampled_from([32, 32, 10]))
            for low, high in draw(st.sampled_from(_CUTS)):
                corners = np.array([[begin, *low], [end, *high]], np.int32)
                boxes.append(np.roll(corners, axis, axis=1))
        states.append(set(keys_of(np.array(boxes, np.int32).reshape(-1, 2, 3))))
    return axis, states


def chains_of(keys, axis):
    return set(keys_of(join_chains(boxes_of(keys), axis)))


@given(rows_of_boxes())
def test_chains_after_updates_are_those_of_all_boxes(drawn):
    axis, states = drawn
    chains = LiveChains(axis)
    chains.add(states[0])
    shown, before = chains_of(states[0], axis), states[0]
    for after in states[1:]:
        gone, new = chains.update(before - after, after - before)
        assert gone <= shown
        assert not new & shown
        shown = shown - gone | new
        assert shown == chains_of(after, axis)
        before = after


@given(st.data())
def test_rows_with_free_tiles_are_those_of_a_bake(data):
    shape = np.array([data.draw(st.sampled_from([32, 70, 128])), 40, 64], np.int32)
    inside = st.tuples(*(st.integers(0, int(side) - 1) for side in shape))

    def state():
        blocked = from_points(np.array(data.draw(st.lists(inside, max_size=4)), np.int64).reshape(-1, 3), shape)
        places = [tuple(place) for place in tile_positions(blocked.tiles, shape).tolist()]
        slot, boxes = boxes_in_tiles(blocked, shape)
        by_tile = {place: set() for place in places}
        for at, key in zip(slot.tolist(), keys_of(boxes), strict=True):
            by_tile[places[at]].add(key)
        wanted = join_chains(np.concatenate((boxes, free_tile_rows(blocked, shape))), 0)
        return by_tile, set(keys_of(wanted))

    before, shown = state()
    rows = LiveRows(before, shape.tolist())
    rows.add(set().union(*before.values()))
    for _update in range(3):
        after, wanted = state()
        gone, new = (set().union(*boxes.values()) for boxes in (before, after))
        freed, taken = before.keys() - after.keys(), after.keys() - before.keys()
        removed, added = rows.change(gone - new, new - gone, freed, taken)
        assert removed <= shown
        assert not added & shown
        shown = shown - removed | added
        assert shown == wanted
        before = after
