# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Line of sight against a twin in exact arithmetic, which looks at all portals of a volume."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from volumes import awkward_point, cells_holding, volumes

from volant import navcore
from volant.navcore.query.graph.sight import sight

SEGMENTS = 30
#: Parts of a voxel. Points are multiples of them.
UNIT = 2**60


class Twin:
    """Which cells are joined by portals that a segment meets, in whole numbers of any size: nothing is rounded."""

    def __init__(self, nav: navcore.NavVolume) -> None:
        first, second = nav.cells[nav.portals[:, 0]], nav.cells[nav.portals[:, 1]]
        self.pairs = nav.portals
        self.low, self.high = np.maximum(first[:, 0], second[:, 0]), np.minimum(first[:, 1], second[:, 1])

    def met(self, a, b, slack=0) -> set[frozenset[int]]:
        """The pairs of cells whose portal, closed and grown by `slack` units, the closed segment from a to b meets."""
        within = (np.minimum(a, b) <= self.high + 2 * slack / UNIT) & (np.maximum(a, b) >= self.low - 2 * slack / UNIT)
        near = np.flatnonzero(within.all(axis=1))
        start, stop = ([int(value * UNIT) for value in end] for end in (a, b))
        assert all(value / UNIT == given for value, given in zip(start + stop, a + b, strict=True))
        low, high = self.low[near].astype(object) * UNIT - slack, self.high[near].astype(object) * UNIT + slack
        meets = np.ones(len(near), bool)
        # Two convex bodies are apart when an axis of the box, or one across it and the segment, keeps them apart.
        for k in range(3):
            i, j = (k + 1) % 3, (k + 2) % 3
            meets &= (low[:, k] <= max(start[k], stop[k])) & (high[:, k] >= min(start[k], stop[k]))
            along_i, along_j = stop[i] - start[i], stop[j] - start[j]
            line = start[i] * along_j - start[j] * along_i
            one, other = (low[:, i], high[:, i]) if along_j >= 0 else (high[:, i], low[:, i])
            least, most = one * along_j, other * along_j
            one, other = (high[:, j], low[:, j]) if along_i >= 0 else (low[:, j], high[:, j])
            meets &= (least - one * along_i <= line) & (line <= most - other * along_i)
        return {frozenset(pair) for pair in self.pairs[near[meets]].tolist()}


def joined(pairs: set[frozenset[int]], first: int, last: int) -> bool:
    """Whether pairs lead from one cell to another."""
    found, waiting = {first}, [first]
    while waiting:
        here = waiting.pop()
        for other in {member for pair in pairs if here in pair for member in pair} - found:
            found.add(other)
            waiting.append(other)
    return last in found


def random_segment(rng, nav):
    """Both ends in closed cells: anyhow, along an axis, in a plane, through a corner of voxels, or of no length."""
    a = awkward_point(rng, nav)
    kind = rng.integers(8)
    for _attempt in range(20):
        b = awkward_point(rng, nav)
        if kind == 0:
            b = np.where(np.arange(3) == rng.integers(3), b, a)
        elif kind == 1:
            b = np.where(np.arange(3) == rng.integers(3), a, b)
        elif kind == 2:
            b = 2 * rng.integers(nav.shape + 1) - a
        elif kind == 3:
            # Through an edge of voxels.
            b = np.where(np.arange(3) == rng.integers(3), b, 2 * rng.integers(nav.shape + 1) - a)
        elif kind == 4 and rng.integers(3) == 0:
            b = a.copy()
        if cells_holding(nav, b):
            return a, b
    return a, a.copy()


def assert_chain(chain, first, last, pairs):
    assert (chain[0], chain[-1]) == (first, last)
    for pair in itertools.pairwise(chain):
        assert frozenset(pair) in pairs, f"{pair} is not a portal that the segment meets"


@given(volumes(), st.integers(0, 2**32 - 1))
def test_sight_is_a_chain_of_portals_that_the_segment_meets(nav, seed):
    rng = np.random.default_rng(seed)
    graph, twin = navcore.Navigator.of(nav).cells(), Twin(nav)
    for _segment in range(SEGMENTS):
        a, b = random_segment(rng, nav)
        first, last = (int(rng.choice(cells_holding(nav, end))) for end in (a, b))
        start, goal = tuple(a.tolist()), tuple(b.tolist())
        chain = sight(graph, start, first, goal, last)
        pairs = twin.met(start, goal)
        assert (chain is not None) == joined(pairs, first, last), f"{start} in {first} to {goal} in {last}: {chain}"
        back = sight(graph, goal, last, start, first)
        assert back == (chain and chain[::-1])
        if chain is not None:
            assert_chain(chain, first, last, pairs)


@given(volumes(), st.integers(0, 2**32 - 1))
def test_sight_bears_rounding(nav, seed):
    """Ends a hair off faces, edges and corners: what is in sight exactly is; what is well out of it is not."""
    rng = np.random.default_rng(seed)
    graph, twin = navcore.Navigator.of(nav).cells(), Twin(nav)
    for _segment in range(SEGMENTS // 2):
        a, b = random_segment(rng, nav)
        first, last = (int(rng.choice(cells_holding(nav, end))) for end in (a, b))
        hair = 0.5 ** rng.integers(33, 53)
        ends = [
            np.clip(end + hair * rng.integers(-1, 2, 3), *nav.cells[cell].astype(np.float64))
            for end, cell in ((a, first), (b, last))
        ]
        start, goal = (tuple(end.tolist()) for end in ends)
        chain = sight(graph, start, first, goal, last)
        assert sight(graph, goal, last, start, first) == (chain and chain[::-1])
        if chain is None:
            assert not joined(twin.met(start, goal), first, last)
        else:
            # The tolerance is 1e-9 at a portal; a flat angle may carry it a few times as far.
            assert_chain(chain, first, last, twin.met(start, goal, UNIT // 10**8))


@pytest.mark.parametrize("merge", [False, True])
def test_two_rooms_that_share_an_edge_alone_do_not_see_each_other(merge):
    nav = navcore.bake_voxels([(0, 1, 0), (1, 0, 0)], (2, 2, 1), navcore.BakeConfig(voxel_size=1.0, merge=merge))
    graph = navcore.Navigator.of(nav).cells()
    first, last = nav.locate([(0.5, 0.5, 0.5), (1.5, 1.5, 0.5)]).tolist()
    assert sight(graph, (0.5, 0.5, 0.5), first, (1.5, 1.5, 0.5), last) is None
    assert sight(graph, (1.0, 1.0, 0.5), first, (1.0, 1.0, 0.5), last) is None


def test_through_an_edge_that_a_free_cell_beside_it_surrounds():
    nav = navcore.bake_voxels([(0, 1, 0)], (2, 2, 1), navcore.BakeConfig(voxel_size=1.0, merge=False))
    graph = navcore.Navigator.of(nav).cells()
    first, beside, last = nav.locate([(0.5, 0.5, 0.5), (1.5, 0.5, 0.5), (1.5, 1.5, 0.5)]).tolist()
    assert sight(graph, (0.5, 0.5, 0.5), first, (1.5, 1.5, 0.5), last) == [first, beside, last]


def test_pits_in_a_floor_are_seen_through_their_rims():
    """A hall whose floor leads into many pits of one voxel, each seen past the edges and corners of its portal."""
    pits = list(itertools.product(range(0, 20, 2), range(1, 20, 2)))
    cells = [((0, 0, 1), (20, 20, 4)), *(((x, y, 0), (x + 1, y + 1, 1)) for x, y in pits)]
    portals = [(0, pit) for pit in range(1, len(cells))]
    numbers = [np.array(values, np.int32) for values in ((20, 20, 4), cells, portals, [0] * len(cells))]
    nav = navcore.NavVolume(np.zeros(3), 1.0, *numbers, np.empty((0, 2, 3), np.int32), len(cells), 0.0)
    graph, twin = navcore.Navigator.of(nav).cells(), Twin(nav)
    hall = 0
    for pit, (x, y) in enumerate(pits, 1):
        for right, back, aslant in itertools.product((0.0, 0.5, 1.0), (0.0, 0.5, 1.0), (0.0, 0.5)):
            above = (x + right + aslant * (right - 0.5), y + back + aslant * (back - 0.5), 3.0)
            below = (x + right - aslant * (right - 0.5) / 2, y + back - aslant * (back - 0.5) / 2, 0.0)
            above = tuple(min(max(value, 0.0), 20.0) for value in above[:2]) + above[2:]
            chain = sight(graph, above, hall, below, pit)
            assert chain == ([hall, pit] if joined(twin.met(above, below), hall, pit) else None)
