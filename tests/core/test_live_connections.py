# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is connected is found again after changes as if it were looked at anew, whenever somebody asks."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scenes import reachable

from volant.navcore.live.connections import Connections

_MOST = 60


class Graph:
    """Cells that come and go, in a grid of few links, so that much hangs on few cells; numbers are given again."""

    def __init__(self, random):
        self.random = random
        self.neighbours = [[] for _cell in range(_MOST)]
        #: By number, where the cell stands among all.
        self.codes = random.permutation(1000)[:_MOST]
        self.there = set()
        self.connections = Connections(self.neighbours)
        self.add(_MOST * 3 // 4)

    def add(self, count):
        new = [cell for cell in range(_MOST) if cell not in self.there][:count]
        for cell in new:
            self.codes[cell] = 1000 + self.random.integers(1 << 40)
            self.there.add(cell)
            near = self.random.choice(sorted(self.there), min(len(self.there), 2), replace=False)
            for other in set(near.tolist()) - {cell}:
                self.neighbours[cell].append(other)
                self.neighbours[other].append(cell)
        self.connections.add(new)

    def remove(self, count):
        gone = self.random.choice(sorted(self.there), min(count, len(self.there)), replace=False).tolist()
        self.connections.remove(gone)
        for cell in gone:
            for other in self.neighbours[cell]:
                self.neighbours[other].remove(cell)
            self.neighbours[cell] = []
        self.there.difference_update(gone)

    def pairs(self):
        return {(cell, other) for cell in self.there for other in self.neighbours[cell] if cell < other}

    def labels(self):
        are_there = np.isin(np.arange(_MOST), sorted(self.there))
        portals = np.array(sorted(self.pairs()), np.int32).reshape(-1, 2)
        return self.connections.labels(self.codes, are_there, lambda: portals).tolist()

    def wanted(self):
        sets = [members for members in reachable(_MOST, self.pairs()) if members & self.there]
        sets.sort(key=lambda members: min(self.codes[cell] for cell in members))
        number = {cell: label for label, members in enumerate(sets) for cell in members}
        return [number.get(cell, -1) for cell in range(_MOST)]


@given(st.integers(0, 2**32 - 1), st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=12))
def test_labels_are_those_of_a_plain_search(seed, updates):
    graph = Graph(np.random.default_rng(seed))
    assert graph.labels() == graph.wanted()
    for removed, added, is_asked in updates:
        graph.remove(removed)
        graph.add(added)
        if is_asked:
            assert graph.labels() == graph.wanted()
    assert graph.labels() == graph.wanted()


def test_what_hung_on_two_cells_is_apart_when_both_are_gone():
    """A chain: without its second and fourth cell, the third is alone, and the two ends are apart, too."""
    neighbours = [[cell + step for step in (-1, 1) if 0 <= cell + step < 40] for cell in range(40)]
    connections = Connections(neighbours)
    codes, there = np.arange(40), np.ones(40, bool)
    portals = np.array([(cell, cell + 1) for cell in range(39)], np.int32)
    assert connections.labels(codes, there, lambda: portals).tolist() == [0] * 40
    connections.remove([10, 12])
    for cell in (10, 12):
        neighbours[cell - 1].remove(cell)
        neighbours[cell + 1].remove(cell)
        neighbours[cell] = []
        there[cell] = False
    labels = connections.labels(codes, there, lambda: portals).tolist()
    assert labels == [0] * 10 + [-1, 1, -1] + [2] * 27
