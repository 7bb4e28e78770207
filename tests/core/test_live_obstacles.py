# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is blocked is what any object blocks, however many there are and in whatever order they moved."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore.geometry.voxel_tiles import NO_TILES, from_points, union
from volant.navcore.live.obstacles import Obstacles

_SHAPE = np.array([40, 20, 50], np.int32)
_NAMES = "abcdefgh"


@st.composite
def voxel_sets(draw):
    """A few voxels here and there."""
    inside = st.tuples(*(st.integers(0, int(side) - 1) for side in _SHAPE))
    return from_points(np.array(draw(st.lists(inside, min_size=1, max_size=6)), np.int64).reshape(-1, 3), _SHAPE)


def as_rows(voxels):
    return {tile: rows.tolist() for tile, rows in zip(voxels.tiles.tolist(), voxels.rows, strict=True)}


#: Mostly one object moves alone, again and again.
changes = st.one_of(
    st.tuples(st.sampled_from(_NAMES), voxel_sets()).map(lambda pair: dict([pair])),
    st.tuples(st.just("a"), voxel_sets()).map(lambda pair: dict([pair])),
    st.dictionaries(st.sampled_from(_NAMES), st.none() | voxel_sets(), min_size=1, max_size=4),
)


@given(st.lists(voxel_sets(), min_size=len(_NAMES), max_size=len(_NAMES)), st.lists(changes, max_size=12))
def test_tiles_hold_what_any_object_blocks_there(first, updates):
    obstacles, there = Obstacles(_SHAPE), dict(zip(_NAMES, first, strict=True))
    obstacles.replace(there)
    before = as_rows(union(list(there.values())))
    for update in updates:
        touched = obstacles.replace(update)
        there = {name: voxels for name, voxels in {**there, **update}.items() if voxels is not None}
        now = as_rows(union([NO_TILES, *there.values()]))
        told = obstacles.since(touched)
        assert as_rows(obstacles.blocked()) == now
        nothing = np.zeros((32, 32), int).tolist()
        differing = {tile for tile in before.keys() | now.keys() if before.get(tile) != now.get(tile)}
        assert set(told.tiles.tolist()) == differing
        for tile, old, new in zip(told.tiles.tolist(), told.before.tolist(), told.now.tolist(), strict=True):
            assert old == before.get(tile, nothing)
            assert new == now.get(tile, nothing)
        without = [voxels for name, voxels in there.items() if name != "a"]
        assert as_rows(obstacles.blocked(without="a")) == as_rows(union([NO_TILES, *without]))
        before = now
