# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which blocked voxels a triangle accounts for, told for many at once.

All that is within reach of a triangle is convex: if the corners of a box are, all of the box is. And what is smaller
than a box by a voxel at each of its sides still has a point of each of the box's voxels. Along an axis where the box is
one voxel thick any place will do, so the one nearest to the triangle is taken.

Space is cut into parts with few blocked boxes and few triangles. There each piece of a box is held against each
triangle, and what none accounts for is halved and held against those that are still near.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int32s, Int64s
from .distance import cross, nearest_points, squared_lengths, triangle_box_distance, unit_normals
from .parting import Parts, Sides, blocks, parts_of

#: With more triangles than this in a part, its boxes are left to a search for the nearest one.
_MOST_TRIANGLES = 512
#: Of pieces smaller than the reach only so many pairs with the nearest triangles are kept.
_NEAREST = 16
#: Pairs of a piece and a triangle that are compared together, to stay near the processor.
_PAIRS_AT_ONCE = 1 << 16
#: Voxels are numbered within this, far beyond every domain.
_FARTHEST = 1 << 20


class _Pieces(NamedTuple):
    """Pieces of blocked boxes, and pairs of a piece and a triangle that may account for it.

    low, high : (3, n) float64, voxel corners. piece : (k,) int64, ascending; triangle : (k,) int64.
    """

    low: Float64s
    high: Float64s
    piece: Int64s
    triangle: Int64s

    def boxes(self, chosen: Bools | slice) -> Int32s:
        """Some pieces as boxes, (m, 2, 3) int32."""
        return np.stack((self.low[:, chosen].T, self.high[:, chosen].T), axis=1).astype(np.int32)


class Accounting:
    """Triangles, (m, 3, 3) float64, that account for all voxels within reach of them, in voxels."""

    def __init__(self, corners: Float64s, reach: float) -> None:
        # Corner and axis first, so that arithmetic runs along contiguous numbers.
        self._corners, self._reach = np.ascontiguousarray(corners.transpose(1, 2, 0)), reach
        low, high = self._corners.min(axis=0) - reach - 1.0, self._corners.max(axis=0) + reach
        ends = np.ceil(low), np.floor(high)
        #: The voxels that are within reach of bounding boxes.
        self._sides = Sides(*(np.clip(end, -_FARTHEST, _FARTHEST).astype(np.int32) for end in ends))

    def left(self, boxes: Int32s) -> Iterator[tuple[float, Int32s]]:
        """Pieces of boxes that hold all voxels which no triangle is within reach of, and maybe some others.

        Parameters
        ----------
        boxes : (n, 2, 3) int32, voxel corners.

        Yields
        ------
        How much has been looked at before, from 0 to 1, and some of the pieces, as boxes.
        """
        sides = Sides(*(np.ascontiguousarray(corner.T) for corner in (boxes[:, 0], boxes[:, 1] - 1)))
        for share, parts in parts_of([sides, self._sides]):
            crowded = parts.members[1].counts(parts.number) > _MOST_TRIANGLES
            for pieces in _pieces_in(parts, sides, crowded):
                yield share, pieces.boxes(slice(0))
                for left in _left(self._corners, pieces, self._reach):
                    yield share, left


def _pieces_in(parts: Parts, sides: Sides, crowded: Bools) -> Iterator[_Pieces]:
    """What of boxes lies in parts, with the triangles that are there, or with none where these are too many."""
    (box, part), triangles = parts.members
    low = np.maximum(sides.low.take(box, axis=1), parts.low.take(part, axis=1)).astype(np.float64)
    high = np.minimum(sides.last.take(box, axis=1) + 1, parts.high.take(part, axis=1)).astype(np.float64)
    counts = np.where(crowded, 0, triangles.counts(parts.number))
    begins = np.searchsorted(triangles.part, np.arange(parts.number))
    for some in blocks(counts[part], _PAIRS_AT_ONCE):
        number = counts[part[some]]
        starts = np.cumsum(number) - number
        at = np.arange(int(number.sum())) + np.repeat(begins[part[some]] - starts, number)
        piece = np.repeat(np.arange(len(number)), number)
        yield _Pieces(low[:, some], high[:, some], piece, triangles.box[at].astype(np.int64))


def _left(corners: Float64s, pieces: _Pieces, reach: float) -> Iterator[Int32s]:
    """What of pieces none of their triangles accounts for."""
    waiting = [pieces]
    while waiting:
        pieces = waiting.pop()
        accounted, near, distance = _compared(corners, pieces, reach)
        is_voxel = (pieces.high - pieces.low == 1.0).all(axis=0)
        near &= ~accounted[pieces.piece]
        exact = np.flatnonzero(near & is_voxel[pieces.piece])
        piece, triangle = pieces.piece[exact], pieces.triangle[exact]
        half = np.full((len(exact), 3), 0.5)
        gap = triangle_box_distance(corners[:, :, triangle].transpose(2, 0, 1), pieces.low[:, piece].T + half, half)
        accounted[piece[gap <= reach]] = True
        hopeful = np.zeros(len(accounted), bool)
        hopeful[pieces.piece[near]] = True
        hopeful &= ~(accounted | is_voxel)
        given_up = ~(accounted | hopeful)
        if given_up.any():
            yield pieces.boxes(given_up)
        near &= hopeful[pieces.piece]
        # Pieces smaller than the reach are near to very many triangles, each of which accounts for much the same.
        small = (pieces.high - pieces.low).max(axis=0) < reach
        near[near] &= ~small[pieces.piece[near]] | (_ranks(pieces.piece[near], distance[near]) < _NEAREST)
        waiting += _halved(pieces, hopeful, near)


def _compared(corners: Float64s, pieces: _Pieces, reach: float) -> tuple[Bools, Bools, Float64s]:
    """Which pieces a triangle accounts for, (n,); and of each pair, (k,), whether it may yet, and how far it is."""
    accounted = np.zeros(pieces.low.shape[1], bool)
    near, distance = np.zeros(len(pieces.piece), bool), np.empty(len(pieces.piece))
    for begin in range(0, len(near), _PAIRS_AT_ONCE):
        few = slice(begin, begin + _PAIRS_AT_ONCE)
        piece, triangle = pieces.piece[few], pieces.triangle[few]
        low, high = pieces.low.take(piece, axis=1), pieces.high.take(piece, axis=1)
        around = corners.take(triangle, axis=2) - (low + high) / 2.0
        half = (high - low) / 2.0
        # Most are told apart by their bounds alone.
        beyond = np.maximum(around.min(axis=0), -around.max(axis=0)) - half
        some = np.flatnonzero((beyond <= reach).all(axis=0))
        around, half = around.take(some, axis=2), half.take(some, axis=1)
        nearest = nearest_points(around)
        length = np.sqrt(squared_lengths(nearest))
        distance[few][some] = length
        near[few][some] = length <= reach + np.sqrt(squared_lengths(half))
        accounted[piece[some[_accounts(around, half, nearest, reach)]]] = True
    return accounted, near, distance


def _accounts(around: Float64s, half: Float64s, nearest: Float64s, reach: float) -> Bools:
    """Whether each voxel of a box around 0 is within reach of a triangle; "no" may mean that it is not easily told.

    Parameters
    ----------
    around : (3, 3, k) float64, corners of triangles; half : (3, k), half sides of the boxes; nearest : (3, k), the
        point of each triangle that is nearest to 0.
    """
    inner = np.maximum(half - 1.0, 0.0)
    aside = np.where(half < 1.0, np.clip(nearest, -half, half), 0.0)
    by_point = np.sqrt(squared_lengths(nearest - aside)) + np.sqrt(squared_lengths(inner)) <= reach
    # Straight over the triangle, only its plane counts.
    first = around[0] - aside
    sides = np.roll(around, -1, axis=0) - around
    normal, over = unit_normals(sides)
    over &= np.abs((normal * first).sum(axis=0)) + (np.abs(normal) * inner).sum(axis=0) <= reach
    for corner, side in zip(around, sides, strict=True):
        inward = cross(normal, side)
        over &= (inward * (aside - corner)).sum(axis=0) >= (np.abs(inward) * inner).sum(axis=0)
    return np.asarray(by_point | over)


def _ranks(piece: Int64s, distance: Float64s) -> Int64s:
    """The how-manyth nearest each pair, (k,), is of its piece's; pieces are ascending."""
    order = np.lexsort((distance, piece))
    ranks = np.empty(len(piece), np.int64)
    ranks[order] = np.arange(len(piece)) - np.searchsorted(piece, piece)
    return ranks


def _halved(pieces: _Pieces, chosen: Bools, kept: Bools) -> Iterator[_Pieces]:
    """Some pieces, with the pairs of them that are kept, each cut in two where it is longest, some at a time."""
    numbers = np.cumsum(chosen) - 1
    chosen_low, chosen_high = pieces.low[:, chosen], pieces.high[:, chosen]
    piece, triangle = numbers[pieces.piece[kept]], pieces.triangle[kept]
    for some in blocks(np.bincount(piece, minlength=chosen_low.shape[1]), _PAIRS_AT_ONCE):
        low, high = chosen_low[:, some], chosen_high[:, some]
        begin, end = np.searchsorted(piece, (some.start, some.stop))
        number, few = low.shape[1], slice(begin, end)
        rows = np.arange(number)
        axis = (high - low).argmax(axis=0)
        plane = np.floor((low[axis, rows] + high[axis, rows]) / 2.0)
        middle_high, middle_low = high.copy(), low.copy()
        middle_high[axis, rows] = middle_low[axis, rows] = plane
        own = piece[few] - some.start
        yield _Pieces(
            np.concatenate((low, middle_low), axis=1),
            np.concatenate((middle_high, high), axis=1),
            np.concatenate((own, own + number)),
            np.concatenate((triangle[few], triangle[few])),
        )
