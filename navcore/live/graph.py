# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cells of a live volume, as searches see them."""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import TypeAlias

from ..arrays import Int32s, Int64s
from ..geometry.primitives import Box
from ..query.graph.cells import CellGraph, Face, Link


class ManyNeighbours(set[int]):
    """A set that takes another member as a list does."""

    append = set.add


#: The numbers of a cell's neighbours, in no particular order.
Neighbours: TypeAlias = list[int] | ManyNeighbours


class LiveGraph(CellGraph):
    """A graph whose cells come and go. What is prepared of a cell is forgotten when the cell or a neighbour changes.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, of all cells by their numbers, in voxels; of those that are no more, anything.
    codes : (n,) int64, the order that cells have in a volume made anew; links are in that order, so that a search
        finds the same path there.
    neighbours : of every cell the numbers of its neighbours.
    """

    def __init__(self, boxes: Int32s, codes: Int64s, neighbours: list[Neighbours]) -> None:
        self.take(boxes, codes, neighbours)
        #: Cells of which anything is prepared.
        self._prepared: set[int] = set()
        self._boxes: list[Box | None] = []
        self._links: list[list[Link] | None] = []
        self._faces: list[list[Face] | None] = []
        self.grow()

    def take(self, boxes: Int32s, codes: Int64s, neighbours: list[Neighbours]) -> None:
        """Use other arrays, which have room for more cells."""
        self._live_boxes, self._codes, self._neighbours = boxes, codes, neighbours

    def grow(self) -> None:
        """Have room for as many cells as the arrays."""
        more = len(self._live_boxes) - len(self._boxes)
        self._boxes += [None] * more
        self._links += [None] * more
        self._faces += [None] * more

    def forget(self, cells: Iterable[int]) -> None:
        """Drop what is prepared of cells."""
        if not self._prepared:
            return
        prepared = self._prepared.intersection(cells)
        self._prepared -= prepared
        for cell in prepared:
            self._boxes[cell] = self._links[cell] = self._faces[cell] = None

    def _corners_of(self, cell: int) -> list[float]:
        # Whatever is prepared of a cell, its corners come first.
        self._prepared.add(cell)
        corners: list[float] = self._live_boxes[cell].astype(float).ravel().tolist()
        return corners

    def _others(self, cell: int) -> tuple[list[int], list[list[float]]]:
        code_of = self._codes.__getitem__
        others = sorted(self._neighbours[cell], key=code_of)
        # Those after it come first, as in a volume made anew.
        after = bisect.bisect(others, code_of(cell), key=code_of)
        others = others[after:] + others[:after]
        return others, self._live_boxes[others].reshape(-1, 6).astype(float).tolist()
