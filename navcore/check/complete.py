# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guarantee 2: nothing is blocked that a triangle does not account for."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np

from ..arrays import AnyArray, Float64s, Int32s
from .faults import Faults, Kind, voxel_name
from .inputs import TOLERANCE
from .surface import Surface

#: Pieces of blocked boxes looked at together, to bound memory.
_PIECES_AT_ONCE = 1 << 17
#: Boxes are first cut into cubes of at most this side, so that one huge box cannot burst a block.
_COARSE_SIDE = 32
_ROOT3 = math.sqrt(3.0)


def unaccounted(radius: float, slack: float) -> float:
    """The clearance in voxels from which on no point may be blocked."""
    return radius + max(_ROOT3, slack)


def check_complete(surface: Surface, blocked: Int32s, radius: float, slack: float, unit: float, faults: Faults) -> None:
    """Every blocked voxel must have a triangle near enough.

    Two kinds of fault: a voxel is *unjustified* when no triangle comes within the radius (plus `slack`) of its box, and
    it breaks the guarantee (*complete*) when its middle or a corner is as clear as `unaccounted` says.

    Parameters
    ----------
    blocked : (m, 2, 3) int32, voxel corners of blocked boxes.
    radius, slack : voxels; `unit` scene units make a voxel.
    """
    allowed = unaccounted(radius, slack)
    judge = _Judge(surface, radius, slack, unit, faults)
    # A voxel within this reach of a triangle has no point as clear as `allowed`, being at most √3 across.
    for pieces in _unreached(surface, blocked, allowed - _ROOT3 + TOLERANCE):
        middle, half = pieces.mean(axis=1), (pieces[:, 1] - pieces[:, 0]) / 2
        far = ~surface.within(middle, -half, allowed + TOLERANCE)
        if far.any():
            # Too much blocked by whole boxes is told and counted without looking at every voxel.
            count = int((pieces[far, 1] - pieces[far, 0]).prod(axis=1, dtype=np.int64).sum())
            some = next(_cut_in_blocks(pieces[far], 1)).mean(axis=1)
            judge.tell_clear(count, some, some)
            judge.tell_unjustified(count, some)
        for voxels in _cut_in_blocks(pieces[~far], 1):
            judge.look_at(voxels.mean(axis=1))


class _Judge:
    """Looks at single voxels, given by their middles, and tells their faults."""

    def __init__(self, surface: Surface, radius: float, slack: float, unit: float, faults: Faults) -> None:
        self._surface, self._radius, self._slack, self._unit, self._faults = surface, radius, slack, unit, faults

    def look_at(self, middle: Float64s) -> None:
        """Voxels that no triangle is near, each by itself; `middle` : (n, 3) float64."""
        allowed = unaccounted(self._radius, self._slack) + TOLERANCE
        point, bad, todo = middle.copy(), np.zeros(len(middle), bool), np.arange(len(middle))
        # The middle first: it settles nearly all that is far, and corners cost eight times as much.
        for step in ((0.0, 0.0, 0.0), *itertools.product((-0.5, 0.5), repeat=3)):
            tried = middle[todo] + step
            clear = ~self._surface.within(tried, np.zeros_like(tried), allowed)
            point[todo[clear]], bad[todo[clear]] = tried[clear], True
            todo = todo[~clear]
        self.tell_clear(int(bad.sum()), middle[bad], point[bad])
        near = self._surface.within(middle, np.full_like(middle, -0.5), self._radius + self._slack + TOLERANCE)
        self.tell_unjustified(int((~near).sum()), middle[~near])

    def tell_clear(self, count: int, middle: Float64s, point: Float64s) -> None:
        """`count` voxels, of which some are given, have a point, (n, 3) float64, that should be free."""
        told = slice(self._faults.room(Kind.COMPLETE))
        _triangle, distance = self._surface.nearest(point[told], np.zeros_like(point[told]))
        enough = unaccounted(self._radius, self._slack) * self._unit
        self._faults.add_many(
            Kind.COMPLETE,
            count,
            (
                f"voxel {voxel_name(np.floor(voxel))} is blocked, but at {place.tolist()} voxels from the origin the "
                f"nearest triangle is {_length(gap * self._unit)} away, and {enough:.9g} is enough to be free"
                for voxel, place, gap in zip(middle[told], point[told], distance, strict=True)
            ),
        )

    def tell_unjustified(self, count: int, middle: Float64s) -> None:
        """`count` voxels, of which some are given, have no triangle within the radius and the slack."""
        told = middle[: self._faults.room(Kind.UNJUSTIFIED)]
        _triangle, distance = self._surface.nearest(told, np.full_like(told, 0.5))
        self._faults.add_many(
            Kind.UNJUSTIFIED,
            count,
            (
                f"voxel {voxel_name(np.floor(voxel))} is blocked, but no triangle comes nearer to it than "
                f"{_length(gap * self._unit)} (radius {self._radius * self._unit:.9g}, slack {self._slack:.9g} voxels)"
                for voxel, gap in zip(told, distance, strict=True)
            ),
        )


def _length(value: float) -> str:
    return f"{value:.9g}" if math.isfinite(value) else "the domain's surroundings"


def _unreached(surface: Surface, boxes: Int32s, reach: float) -> Iterator[Int32s]:
    """Boxes of voxels none of which has a triangle within `reach`; between them all such voxels of `boxes`.

    With a large radius most voxels are deep in blocked space, so cubes of them are settled at once by one triangle that
    is near all their voxels, or by none that is near any; only the rest is cut finer.
    """
    stack = [(_COARSE_SIDE // 4, boxes)]
    while stack:
        side, coarse = stack.pop()
        for pieces in _cut_in_blocks(coarse, side):
            middle, half = pieces.mean(axis=1), (pieces[:, 1] - pieces[:, 0]) / 2
            # No point is nearer to the farthest voxel of a piece than to its middle, so large pieces need not try.
            small = np.flatnonzero((np.maximum(half - 1.0, 0.0) ** 2).sum(axis=1) <= reach**2)
            left = np.ones(len(pieces), bool)
            # The distance to the farthest voxel of the piece; for a single voxel, to that.
            left[small[surface.within(middle[small], half[small] - 1.0, reach)]] = False
            if side == 1:
                yield pieces[left]
                continue
            some = left.copy()
            some[left] = surface.within(middle[left], -half[left], reach)
            yield pieces[left & ~some]
            stack.append((side // 2 if side <= reach else 1, pieces[some]))


def _cut_in_blocks(boxes: Int32s, side: int) -> Iterator[Int32s]:
    """Boxes cut into cubes of at most `side`, a block at a time: (n, 2, 3) to blocks of the same."""
    if side < _COARSE_SIDE and len(boxes) and int((boxes[:, 1] - boxes[:, 0]).max()) > _COARSE_SIDE:
        for coarse in _cut_in_blocks(boxes, _COARSE_SIDE):
            yield from _cut_in_blocks(coarse, side)
        return
    counts = (-(-(boxes[:, 1] - boxes[:, 0]) // side)).astype(np.int64)
    end = counts.prod(axis=1).cumsum()
    begin = 0
    while begin < len(boxes):
        done = end[begin - 1] if begin else 0
        stop = max(begin + 1, int(np.searchsorted(end, done + _PIECES_AT_ONCE, side="right")))
        yield _cut(boxes[begin:stop], counts[begin:stop], side)
        begin = stop


def _cut(boxes: Int32s, counts: AnyArray, side: int) -> Int32s:
    """Boxes cut into cubes of at most `side`; `counts` : (n, 3) int64, pieces along each axis."""
    total = counts.prod(axis=1)
    owner = np.repeat(np.arange(len(boxes)), total)
    place = np.arange(len(owner)) - np.repeat(total.cumsum() - total, total)
    place, x = np.divmod(place, counts[owner, 0])
    z, y = np.divmod(place, counts[owner, 1])
    low = boxes[owner, 0] + np.stack((x, y, z), axis=1) * side
    high = np.minimum(low + side, boxes[owner, 1])
    return np.stack((low, high), axis=1).astype(np.int32)
