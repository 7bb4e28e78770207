# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which cells of a live volume are connected, through any number of others.

What changes is noted; what comes of it is found when somebody asks, by looking only around what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..arrays import Bools, Int32s, Int64s
from ..geometry.components import label_components
from ..progress import run
from .graph import Neighbours
from .pieces import find_pieces

#: With changes to more than this share of all cells, they are labelled anew.
_MANY = 0.25
_LAST = np.iinfo(np.int64).max


class Connections:
    """The connected sets of cells.

    Parameters
    ----------
    neighbours : of every cell the numbers of its neighbours; kept up to date by whoever has them.
    """

    def __init__(self, neighbours: Sequence[Neighbours]) -> None:
        self._neighbours = neighbours
        #: The set of each cell, as of when somebody asked; nothing if all are to be found anew.
        self._labels: Int32s | None = None
        #: What has happened since: cells that went, each with its neighbours then, one update after the other; how many
        #: these are; and new ones that are still there.
        self._removed: list[list[tuple[int, Neighbours]]] = []
        self._count = 0
        self._new: set[int] = set()

    def remove(self, cells: list[int]) -> None:
        """Note that cells go, before their neighbours are forgotten."""
        if self._labels is None:
            return
        self._count += len(cells)
        if self._count > _MANY * len(self._neighbours):
            self._labels = None
            self._forget()
            return
        self._removed.append([(cell, self._neighbours[cell]) for cell in cells])
        self._new.difference_update(cells)

    def add(self, cells: list[int]) -> None:
        """Note that there are new cells."""
        if self._labels is not None:
            self._new.update(cells)

    def labels(self, codes: Int64s, are_there: Bools, portals: Callable[[], Int32s]) -> Int32s:
        """The connected set of each cell, by its number: (n,) int32, from 0 in the order of each set's lowest code; -1
        where no cell is.

        Parameters
        ----------
        codes, are_there : (n,), of each cell its code, and whether there is one of that number.
        portals : gives all pairs of cells that touch, (k, 2).
        """
        if self._labels is None:
            labels = run(label_components(len(codes), portals()))
            labels[~are_there] = -1
        else:
            labels = np.full(len(codes), -1, np.int32)
            labels[: len(self._labels)] = self._labels
            if self._removed or self._new:
                labels = self._mended(labels)
        self._labels = _by_lowest(labels, codes)
        self._forget()
        return self._labels

    def _forget(self) -> None:
        self._removed, self._count, self._new = [], 0, set()

    def _mended(self, labels: Int32s) -> Int32s:
        """Labels, (n,), of which those of cells that went and of new ones do not count, after what has happened."""
        looked_at = self._new.union(*(self._neighbours[cell] for cell in self._new))
        ties = self._ties()
        looked_at.update(*ties)
        labels[[cell for cells in self._removed for cell, _neighbours in cells]] = -1
        label = fresh = int(labels.max(initial=-1)) + 1
        same = list(range(fresh))
        for piece in find_pieces(self._neighbours, looked_at, ties):
            known = set(labels[piece.cells].tolist()) - {-1}
            if piece.is_whole or not known:
                labels[piece.cells] = label
                label += 1
                continue
            first, *others = sorted({_followed(same, one) for one in known})
            for other in others:
                same[other] = first
            new = [cell for cell in piece.cells if cell in self._new]
            labels[new] = first
        lasting = np.array([_followed(same, one) for one in range(fresh)] + list(range(fresh, label)) + [-1], np.int32)
        mended: Int32s = lasting[labels]
        return mended

    def _ties(self) -> list[set[int]]:
        """Sets of cells that were connected by what has gone."""
        tie_of: dict[int, set[int]] = {}
        for cells in self._removed:
            for cell, neighbours in cells:
                tie = tie_of.setdefault(cell, {cell})
                for other in neighbours:
                    tie = _tie(tie_of, tie, other)
            for cell, _neighbours in cells:
                tie_of.pop(cell).discard(cell)
        return list({id(tie): tie for tie in tie_of.values()}.values())


def _tie(tie_of: dict[int, set[int]], tie: set[int], cell: int) -> set[int]:
    """Put a cell, and what it is tied to already, into a tie; whichever of the two sets is larger goes on."""
    other = tie_of.get(cell)
    if other is None:
        tie.add(cell)
        tie_of[cell] = tie
        return tie
    if other is tie:
        return tie
    if len(other) > len(tie):
        tie, other = other, tie
    tie |= other
    for member in other:
        tie_of[member] = tie
    return tie


def _followed(same: list[int], label: int) -> int:
    while same[label] != label:
        label = same[label]
    return label


def _by_lowest(labels: Int32s, codes: Int64s) -> Int32s:
    """Labels, (n,), -1 for none, numbered in the order of the lowest code that each has."""
    count = int(labels.max(initial=-1)) + 1
    # The last place is that of no label.
    lowest = np.full(count + 1, _LAST)
    np.minimum.at(lowest, labels, codes)
    number = np.empty(count + 1, np.int32)
    number[np.argsort(lowest[:count], kind="stable")] = np.arange(count, dtype=np.int32)
    number[count] = -1
    ordered: Int32s = number[labels]
    return ordered
