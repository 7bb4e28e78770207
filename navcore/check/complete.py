# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guarantee 2: nothing is blocked that a triangle does not account for."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import Bools, Float64s, Int32s, Int64s
from ..progress import Steps
from .accounting import Accounting
from .faults import Faults, Kind, voxel_name
from .inputs import TOLERANCE
from .surface import Surface

#: Pieces of blocked boxes looked at together, to bound memory.
_PIECES_AT_ONCE = 1 << 17
#: Large boxes are cut into cubes of these sides, one after the other, wherever triangles are near.
_SIDES = (4096, 512, 64, 8)
#: So many triangles at a cube are tried on its voxels before these are looked at by themselves.
_OTHERS = 16
#: As blocks of queries, triangles and distances.
_NOTHING = (np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0))
#: A box that would burst a block is first cut into cubes this many times as large.
_COARSER = 16
_ROOT3 = math.sqrt(3.0)


def clear_from(radius: float, slack: float) -> float:
    """The clearance in voxels from which on no point may be blocked."""
    return radius + max(_ROOT3, slack)


@dataclass(frozen=True)
class Promise:
    """What accounts for a blocked voxel: a triangle within the radius, and so much slack; `unit` scene units make a
    voxel, in which all else is."""

    radius: float
    slack: float
    unit: float

    @property
    def reach(self) -> float:
        """A voxel with a triangle this near has no point as clear as `clear_from` says, being at most √3 across."""
        return clear_from(self.radius, self.slack) - _ROOT3 + TOLERANCE


def check_complete(
    surface: Surface, accounting: Accounting, blocked: Int32s, promise: Promise, faults: Faults
) -> Steps[None]:
    """Every blocked voxel must have a triangle near enough.

    Two kinds of fault: a voxel is *unjustified* when no triangle comes within the radius (plus `slack`) of its box, and
    it breaks the guarantee (*complete*) when its middle or a corner is as clear as `clear_from` says.

    Parameters
    ----------
    accounting : by the surface's triangles, within the promise's reach.
    blocked : (m, 2, 3) int32, voxel corners of blocked boxes.
    """
    judge, reach = _Judge(surface, promise, faults), _Reach(surface, promise.reach)
    # Nearly all is accounted for by a triangle at hand; a search for the nearest one takes many times as long.
    for share, left in accounting.left(blocked):
        yield share, "Checking blocked space"
        for pieces in reach.unreached(left):
            judge.look_at_pieces(pieces)


class _Judge:
    """Looks at single voxels, given by their middles, and tells their faults."""

    def __init__(self, surface: Surface, promise: Promise, faults: Faults) -> None:
        self._surface, self._faults = surface, faults
        self._radius, self._slack, self._unit = promise.radius, promise.slack, promise.unit

    def look_at_pieces(self, pieces: Int32s) -> None:
        """Boxes, (n, 2, 3), of voxels that no triangle is near."""
        middle, half = pieces.mean(axis=1), (pieces[:, 1] - pieces[:, 0]) / 2
        far = ~self._surface.within(middle, -half, clear_from(self._radius, self._slack) + TOLERANCE)
        if far.any():
            # Too much blocked by whole boxes is told and counted without looking at every voxel.
            count = int((pieces[far, 1] - pieces[far, 0]).prod(axis=1, dtype=np.int64).sum())
            some = next(_cut_in_blocks(pieces[far], 1))[0].mean(axis=1)
            self.tell_clear(count, some, some)
            self.tell_unjustified(count, some)
        near = pieces[~far]
        longest = (near[:, 1] - near[:, 0]).max(axis=1, initial=0)
        large = longest > _SIDES[-1]
        for finer, _owner in _cut_in_blocks(near[large], max(int(longest.max(initial=0)) // 8, _SIDES[-1])):
            self.look_at_pieces(finer)
        for voxels, _owner in _cut_in_blocks(near[~large], 1):
            self.look_at(voxels.mean(axis=1))

    def look_at(self, middle: Float64s) -> None:
        """Voxels that no triangle is near, each by itself; `middle` : (n, 3) float64."""
        allowed = clear_from(self._radius, self._slack) + TOLERANCE
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
        enough = clear_from(self._radius, self._slack) * self._unit
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


class _Reach:
    """Looks for voxels that have no triangle within a reach, in voxels.

    Most voxels are near a triangle that is near many others, too. So for a cube of voxels the nearest triangle is
    looked for; what it does not settle is cut finer and held against it again. Voxels that are left are held against
    the other triangles at their cube, and only what is left then is looked for by itself.
    """

    def __init__(self, surface: Surface, reach: float) -> None:
        self._surface, self._reach = surface, reach

    def unreached(self, boxes: Int32s, level: int = 0) -> Iterator[Int32s]:
        """Boxes of voxels none of which has a triangle within reach; between them all such voxels of `boxes`."""
        is_last = level + 1 == len(_SIDES)
        for pieces, _owner in _cut_in_blocks(boxes, _SIDES[level]):
            if not is_last:
                # What is small enough for the next level is not worth a search.
                large = (pieces[:, 1] - pieces[:, 0]).max(axis=1) > _SIDES[level + 1]
                yield from self.unreached(pieces[~large], level + 1)
                pieces = pieces[large]
            middle, half = _middles(pieces)
            around = self._reach + np.sqrt((half**2).sum(axis=1))
            triangle, distance = self._surface.nearest(middle, np.zeros_like(middle), around)
            some = triangle >= 0
            yield pieces[~some]
            left = some & ~self._settles(distance, half)
            if is_last:
                yield from self._unreached_voxels(pieces[left], triangle[left])
            else:
                yield from self.unreached(pieces[left], level + 1)

    def _settles(self, distance: Float64s, half: Float64s) -> Bools:
        """Whether a triangle at a distance, (n,), from the middle of a box is within reach of all its voxels."""
        farthest = np.sqrt((np.maximum(half - 1.0, 0.0) ** 2).sum(axis=1))
        settled: Bools = distance + farthest <= self._reach
        return settled

    def _unreached_voxels(self, boxes: Int32s, triangle: Int64s) -> Iterator[Int32s]:
        """`unreached` for small boxes, of each of which the nearest triangle is known."""
        # No triangle settles several voxels at once when it has to be nearer than they are wide.
        side = _SIDES[-1] // 2 if self._reach >= 1.0 else 1
        for voxels, owner in self._held_against(boxes, triangle, np.arange(len(boxes)), side):
            voxels = self._held_against_others(boxes, voxels, owner)
            middle, half = _middles(voxels)
            yield voxels[~self._surface.within(middle, -half, self._reach)]

    def _held_against(
        self, boxes: Int32s, triangle: Int64s, name: Int64s, side: int
    ) -> Iterator[tuple[Int32s, Int64s]]:
        """Voxels of boxes that are not within reach of the box's triangle, and the names, (n,), of their boxes."""
        for pieces, owner in _cut_in_blocks(boxes, side):
            middle, half = _middles(pieces)
            if side == 1:
                left = self._surface.distance(triangle[owner], middle, half) > self._reach
                yield pieces[left], name[owner[left]]
            else:
                distance = self._surface.distance(triangle[owner], middle, np.zeros_like(half))
                left = ~self._settles(distance, half)
                yield from self._held_against(pieces[left], triangle[owner[left]], name[owner[left]], side // 2)

    def _held_against_others(self, boxes: Int32s, voxels: Int32s, owner: Int64s) -> Int32s:
        """The voxels, of boxes named by `owner`, that none of the few triangles nearest to their box is near."""
        asked, place = np.unique(owner, return_inverse=True)
        middle, half = _middles(boxes[asked])
        query, triangle, distance = (
            np.concatenate(parts)
            for parts in zip(_NOTHING, *self._surface.hits(middle, half, self._reach), strict=True)
        )
        order = np.lexsort((triangle, distance, query))
        query, triangle = query[order], triangle[order]
        first, last = np.searchsorted(query, place), np.searchsorted(query, place, side="right")
        middle, half = _middles(voxels)
        left = np.arange(len(voxels))
        for turn in range(_OTHERS):
            has_more = first[left] + turn < last[left]
            tried = left[has_more]
            near = self._surface.distance(triangle[first[tried] + turn], middle[tried], half[tried]) <= self._reach
            left = np.concatenate((left[~has_more], tried[~near]))
        return voxels[np.sort(left)]


def _middles(boxes: Int32s) -> tuple[Float64s, Float64s]:
    """The middles and half sides of boxes, (n, 3) float64 each."""
    return boxes.mean(axis=1), (boxes[:, 1] - boxes[:, 0]) / 2


def _cut_in_blocks(boxes: Int32s, side: int) -> Iterator[tuple[Int32s, Int64s]]:
    """Boxes, (n, 2, 3), cut into cubes of at most `side`, a block at a time: the same, and which box each was of."""
    counts = (-(-(boxes[:, 1] - boxes[:, 0]) // side)).astype(np.int64)
    end = counts.prod(axis=1).cumsum()
    if len(boxes) and int(np.diff(end, prepend=0).max()) > _PIECES_AT_ONCE:
        for coarse, of in _cut_in_blocks(boxes, _COARSER * side):
            for pieces, owner in _cut_in_blocks(coarse, side):
                yield pieces, of[owner]
        return
    begin = 0
    while begin < len(boxes):
        done = end[begin - 1] if begin else 0
        stop = max(begin + 1, int(np.searchsorted(end, done + _PIECES_AT_ONCE, side="right")))
        pieces, owner = _cut(boxes[begin:stop], counts[begin:stop], side)
        yield pieces, owner + begin
        begin = stop


def _cut(boxes: Int32s, counts: Int64s, side: int) -> tuple[Int32s, Int64s]:
    """Boxes cut into cubes of at most `side`, and which box each was of; `counts` : (n, 3), pieces along each axis."""
    total = counts.prod(axis=1)
    owner = np.repeat(np.arange(len(boxes)), total)
    place = np.arange(len(owner)) - np.repeat(total.cumsum() - total, total)
    place, x = np.divmod(place, counts[owner, 0])
    z, y = np.divmod(place, counts[owner, 1])
    low = boxes[owner, 0] + np.stack((x, y, z), axis=1) * side
    high = np.minimum(low + side, boxes[owner, 1])
    return np.stack((low, high), axis=1).astype(np.int32), owner
