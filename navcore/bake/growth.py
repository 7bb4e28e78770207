# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Growing blocked space by a distance, on a dense grid taken slab by slab."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ..arrays import Int32s, UInt32s
from ..geometry.sorting import between
from ..progress import Steps, nth_part
from ..workers import run_in_order
from .voxel_sets import NO_VOXELS

#: UInt32s of a slab, to bound memory.
_SLAB_VOXELS = 1 << 24
#: A distance may fall short of the radius by this many voxels and still count as reached.
TOLERANCE = 5e-7
_STAGE = "Growing"


def near_boxes(steps: int) -> int:
    """Squared distance, along one axis, of voxels this many steps apart: between their nearest points."""
    return max(steps - 1, 0) ** 2


def near_for_certain(steps: int) -> int:
    """Squared distance, along one axis, from the nearest point of one voxel to the farthest of the other."""
    return steps**2


def grow(
    occupied: UInt32s, shape: Int32s, padding: int, radius: float, measure: Callable[[int], int]
) -> Steps[UInt32s]:
    """The voxels of a grid nearer than a radius to an occupied one.

    Parameters
    ----------
    occupied : (n,) uint32, sorted flat indices into the grid grown by `padding` on every side.
    shape : (3,) int, of the inner grid.
    padding : how many voxels the outer grid is larger, on each side.
    radius : in voxels.
    measure : squared distance along one axis by the steps between two voxels.

    Returns
    -------
    Sorted flat indices into the inner grid, uint32, occupied ones included.
    """
    # Never zero, so that the occupied voxels themselves are near; and no more than reaches across the whole grid.
    across = math.hypot(*(int(side) + 2 * padding for side in shape))
    limit = min(max(radius - TOLERANCE, TOLERANCE), across) ** 2
    reach = 0
    while measure(reach + 1) < limit:
        reach += 1
    rows = _rows(shape, padding, reach)
    tasks = [
        (occupied, shape, padding, begin, min(begin + rows, int(shape[0])), reach, limit, measure)
        for begin in range(0, int(shape[0]), rows)
    ]
    return np.concatenate([NO_VOXELS, *(yield from run_in_order(_grow_slab, tasks, _STAGE))])


def slabs_of(shape: Int32s, radius: float) -> tuple[int, int]:
    """How many slabs a grid is grown in, about, and the bytes of the largest."""
    # As for triangles, which need the larger grid.
    reach = math.ceil(radius) + 1
    rows = min(_rows(shape, reach, reach), int(shape[0]))
    plane = (int(shape[1]) + 2 * reach) * (int(shape[2]) + 2 * reach)
    return math.ceil(int(shape[0]) / rows), (rows + 2 * reach) * plane * np.dtype(_kind(radius * radius)).itemsize


def _kind(limit: float) -> type[np.unsignedinteger]:
    """A kind of number that holds twice what is beyond a squared distance."""
    return np.uint16 if 2 * (math.ceil(limit) + 1) < 1 << 16 else np.uint32


def _rows(shape: Int32s, padding: int, reach: int) -> int:
    """How many layers along x of a grid, padded on every side, are grown at once."""
    plane = (int(shape[1]) + 2 * padding) * (int(shape[2]) + 2 * padding)
    return max(1, _SLAB_VOXELS // plane - 2 * reach)


def _grow_slab(
    occupied: UInt32s,
    shape: Int32s,
    padding: int,
    begin: int,
    end: int,
    reach: int,
    limit: float,
    measure: Callable[[int], int],
) -> Steps[UInt32s]:
    outer = [int(side) + 2 * padding for side in shape]
    first, last = max(begin + padding - reach, 0), min(end + padding + reach, outer[0])
    plane = outer[1] * outer[2]
    members = between(occupied, first * plane, last * plane)
    if not len(members):
        return NO_VOXELS
    far = int(np.ceil(limit)) + 1
    squared = np.full((last - first) * plane, far, _kind(limit))
    squared[members - np.uint32(first * plane)] = 0
    squared = squared.reshape(last - first, outer[1], outer[2])
    inner = (
        slice(begin + padding - first, end + padding - first),
        slice(padding, padding + int(shape[1])),
        slice(padding, padding + int(shape[2])),
    )
    for done, axis in enumerate((2, 1, 0)):
        squared = yield from nth_part(_distances_along(squared, axis, reach, measure), done, 3)
        # What lies outside along an axis that is done is not needed any more.
        keep: list[slice] = [slice(None)] * 3
        keep[axis] = inner[axis]
        squared = squared[tuple(keep)]
    yield 1.0, _STAGE
    blocked = np.flatnonzero(np.ascontiguousarray(squared) < limit) + begin * int(shape[1]) * int(shape[2])
    return blocked.astype(np.uint32)


def _distances_along(
    squared: NDArray[np.unsignedinteger], axis: int, reach: int, measure: Callable[[int], int]
) -> Steps[NDArray[np.unsignedinteger]]:
    """The least of squared distance plus what steps along one axis add, for steps up to `reach`."""
    least = squared.copy()
    for steps in range(1, min(reach, squared.shape[axis] - 1) + 1):
        ahead: list[slice] = [slice(None)] * 3
        behind: list[slice] = [slice(None)] * 3
        ahead[axis], behind[axis] = slice(steps, None), slice(None, -steps)
        to, source = tuple(ahead), tuple(behind)
        added = squared.dtype.type(measure(steps))
        for there, here in ((to, source), (source, to)):
            yield steps / (reach + 1), _STAGE
            np.minimum(least[there], squared[here] + added, out=least[there])
    return least
