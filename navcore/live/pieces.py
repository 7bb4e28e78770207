# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What became of connected cells when some of them went: whether the others hang together still.

Whoever was connected through cells that went was connected to cells beside these. So only those cells are looked at,
and as many around them as it takes to see them connected, or to have seen all of whatever is apart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .graph import Neighbours


class Piece(NamedTuple):
    """Cells that are connected.

    cells : some of them, by number. is_whole : whether these are all.
    """

    cells: list[int]
    is_whole: bool


def find_pieces(neighbours: Sequence[Neighbours], looked_at: set[int], ties: Iterable[set[int]]) -> list[Piece]:
    """The pieces that some cells are in. Of those that a tie leads to, at most one is not whole.

    A tie leads to the pieces that its cells are in, and on from a piece that is whole to where other ties lead from it.

    Parameters
    ----------
    neighbours : of each cell the numbers of its neighbours.
    looked_at : numbers of cells.
    ties : those among them that were connected.
    """
    search = _Search(neighbours, looked_at)
    tied = [{search.piece_of[cell] for cell in tie} for tie in ties]
    tied = [pieces for pieces in tied if len(pieces) > 1]
    while in_doubt := _in_doubt(search, tied):
        for piece in in_doubt:
            search.double(piece)
    return search.pieces()


def _in_doubt(search: _Search, ties: list[set[int]]) -> list[int]:
    """Pieces to look farther from: of those that ties lead to, where several are not whole, the one known least of."""
    by_piece: dict[int, list[int]] = {}
    for number, pieces in enumerate(ties):
        for piece in {search.now(piece) for piece in pieces}:
            by_piece.setdefault(piece, []).append(number)
    in_doubt, seen = [], set()
    for begin in range(len(ties)):
        unfinished, following = set(), [begin]
        while following:
            tie = following.pop()
            if tie in seen:
                continue
            seen.add(tie)
            for piece in {search.now(piece) for piece in ties[tie]}:
                if search.is_whole(piece):
                    following += by_piece[piece]
                else:
                    unfinished.add(piece)
        if len(unfinished) > 1:
            in_doubt.append(min(unfinished, key=search.size))
    return in_doubt


class _Search:
    """Pieces, by numbers, that grow until they meet or are whole. Those that met have one number from then on."""

    def __init__(self, neighbours: Sequence[Neighbours], looked_at: set[int]) -> None:
        self._neighbours = neighbours
        #: By cell, the piece it was found in; by piece, one that it has become part of.
        self.piece_of: dict[int, int] = {}
        self._part_of: list[int] = []
        self._cells: list[list[int]] = []
        #: Of each piece the cells from which nobody has looked farther yet.
        self._waiting: list[deque[int]] = []
        for seed in looked_at:
            if seed not in self.piece_of:
                self._begin(seed, looked_at)

    def _begin(self, seed: int, looked_at: set[int]) -> None:
        """The piece that a cell is in, as far as one comes by cells that are looked at."""
        piece, cells, piece_of = len(self._cells), [seed], self.piece_of
        piece_of[seed] = piece
        for cell in cells:
            for other in self._neighbours[cell]:
                if other in looked_at and other not in piece_of:
                    piece_of[other] = piece
                    cells.append(other)
        self._part_of.append(piece)
        self._cells.append(cells)
        self._waiting.append(deque(cells))

    def now(self, piece: int) -> int:
        """What a piece has become part of."""
        while self._part_of[piece] != piece:
            piece = self._part_of[piece]
        return piece

    def size(self, piece: int) -> int:
        """How many cells of a piece are known."""
        return len(self._cells[piece])

    def is_whole(self, piece: int) -> bool:
        """Whether all cells of a piece are known."""
        return not self._waiting[piece]

    def double(self, piece: int) -> None:
        """Look farther from as many cells of a piece as are known, until it meets another."""
        steps = self.size(piece)
        while steps and self._waiting[piece] and self._part_of[piece] == piece:
            self._look_from(piece, self._waiting[piece].popleft())
            steps -= 1

    def _look_from(self, piece: int, cell: int) -> None:
        for other in self._neighbours[cell]:
            known = self.piece_of.get(other)
            if known is None:
                self.piece_of[other] = piece
                self._cells[piece].append(other)
                self._waiting[piece].append(other)
            elif (met := self.now(known)) != piece:
                small, piece = sorted((met, piece), key=self.size)
                self._part_of[small] = piece
                self._cells[piece] += self._cells[small]
                self._waiting[piece] += self._waiting[small]

    def pieces(self) -> list[Piece]:
        """What was found."""
        return [
            Piece(cells, self.is_whole(piece))
            for piece, cells in enumerate(self._cells)
            if self._part_of[piece] == piece
        ]
