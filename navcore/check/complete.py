# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guarantee 2: nothing is blocked that a triangle does not account for."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np

from ..arrays import AnyArray, Cells, Floats
from .faults import Faults, Kind, voxel_name
from .intake import TOLERANCE
from .surface import Surface

#: Pieces of blocked boxes looked at together, to bound memory.
_PIECES_AT_ONCE = 1 << 17
#: Boxes are first cut into cubes of at most this side, so that one huge box cannot burst a block.
_COARSE_SIDE = 32
_ROOT3 = math.sqrt(3.0)


def unaccounted(radius: float, slack: float) -> float:
    """The clearance in voxels from which on no point may be blocked."""
    return radius + max(_ROOT3, slack)


def check_complete(surface: Surface, blocked: Cells, radius: float, slack: float, unit: float, faults: Faults) -> None:
    """Every blocked voxel must have a triangle near enough.

    Two kinds of fault: a voxel is *unjustified* when no triangle comes within the radius (plus `slack`) of its box, and
    it breaks the guarantee (*complete*) when its middle or a corner is as clear as `unaccounted` says.

    Parameters
    ----------
    blocked : (m, 2, 3) int32, voxel corners of blocked boxes.
    radius, slack : voxels; `unit` scene units make a voxel.
    """
    allowed = unaccounted(radius, slack)
    # A voxel within this reach of a triangle has no point as clear as `allowed`, being at most √3 across.
    reach = allowed - _ROOT3 + TOLERANCE
    for pieces in _unreached(surface, blocked, reach):
        for voxels in _cut_in_blocks(pieces, 1):
            middle = voxels.mean(axis=1)
            _check_clear_points(surface, middle, allowed, unit, faults)
            offset = np.full_like(middle, -0.5)
            bad = middle[~surface.within(middle, offset, radius + slack + TOLERANCE)]
            _triangle, distance = surface.nearest(bad[: faults.room(Kind.UNJUSTIFIED)], offset[: len(bad)] * -1)
            faults.add_many(
                Kind.UNJUSTIFIED,
                len(bad),
                (
                    f"voxel {voxel_name(np.floor(point))} is blocked, but no triangle comes nearer to it than "
                    f"{_length(gap * unit)} (radius {radius * unit:.9g}, slack {slack * unit:.9g})"
                    for point, gap in zip(bad, distance, strict=False)
                ),
            )


def _check_clear_points(surface: Surface, middle: Floats, allowed: float, unit: float, faults: Faults) -> None:
    """Fault voxels whose middle or corner is clear enough to be free; `middle` : (n, 3) float64."""
    point = middle.copy()
    todo = np.arange(len(middle))
    bad = np.zeros(len(middle), bool)
    # The middle first: it settles nearly all, and corners cost eight times as much.
    for step in ((0.0, 0.0, 0.0), *itertools.product((-0.5, 0.5), repeat=3)):
        tried = middle[todo] + step
        clear = ~surface.within(tried, np.zeros_like(tried), allowed + TOLERANCE)
        point[todo[clear]], bad[todo[clear]] = tried[clear], True
        todo = todo[~clear]
    told = np.flatnonzero(bad)[: faults.room(Kind.COMPLETE)]
    _triangle, distance = surface.nearest(point[told], np.zeros((len(told), 3)))
    faults.add_many(
        Kind.COMPLETE,
        int(bad.sum()),
        (
            f"voxel {voxel_name(np.floor(middle[row]))} is blocked, but at {point[row].tolist()} voxels from the "
            f"origin the nearest triangle is {_length(gap * unit)} away, and {allowed * unit:.9g} is enough to be free"
            for row, gap in zip(told.tolist(), distance, strict=True)
        ),
    )


def _length(value: float) -> str:
    return f"{value:.9g}" if math.isfinite(value) else "the domain's surroundings"


def _unreached(surface: Surface, boxes: Cells, reach: float) -> Iterator[Cells]:
    """Boxes of voxels none of which has a triangle within `reach`; between them all such voxels of `boxes`.

    With a large radius most voxels are deep in blocked space, so cubes of them are settled at once by one triangle that
    is near all their voxels; only the rest is cut finer.
    """
    side = 1
    while side < _COARSE_SIDE // 2 and side * 8 <= reach:
        side *= 2
    stack = [(side, boxes)]
    while stack:
        side, coarse = stack.pop()
        for pieces in _cut_in_blocks(coarse, side):
            middle, half = pieces.mean(axis=1), (pieces[:, 1] - pieces[:, 0]) / 2
            # The distance to the farthest voxel of the piece; for a single voxel, to that.
            left = pieces[~surface.within(middle, half - 1.0, reach)]
            if side == 1:
                yield left
                continue
            middle, half = left.mean(axis=1), (left[:, 1] - left[:, 0]) / 2
            some = surface.within(middle, -half, reach)
            yield left[~some]
            stack.append((side // 2, left[some]))


def _cut_in_blocks(boxes: Cells, side: int) -> Iterator[Cells]:
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


def _cut(boxes: Cells, counts: AnyArray, side: int) -> Cells:
    """Boxes cut into cubes of at most `side`; `counts` : (n, 3) int64, pieces along each axis."""
    total = counts.prod(axis=1)
    owner = np.repeat(np.arange(len(boxes)), total)
    place = np.arange(len(owner)) - np.repeat(total.cumsum() - total, total)
    place, x = np.divmod(place, counts[owner, 0])
    z, y = np.divmod(place, counts[owner, 1])
    low = boxes[owner, 0] + np.stack((x, y, z), axis=1) * side
    high = np.minimum(low + side, boxes[owner, 1])
    return np.stack((low, high), axis=1).astype(np.int32)
