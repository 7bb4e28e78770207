# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a volume's arrays agree with each other, as far as that costs less than reading them.

Not looked for are portals that are missing and cells that overlap without a portal between them;
`navcore.check` proves those, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from .. import morton
from ..arrays import AnyArray, Cells, Floats, Ints, Voxels
from ..config import MAX_DEPTH
from ..errors import FormatError
from ..model import NavVolume

#: Portals or boxes looked at together.
_AT_ONCE = 1 << 15
#: Pairs of cells held until they are joined, to bound memory.
_PAIRS_HELD = 1 << 18
#: Bits of a coordinate beside others in one number; 1 and the bit above the coordinate for each of the three.
_FIELD = 20
_EACH = 1 | 1 << _FIELD | 1 << 2 * _FIELD
_ABOVE = _EACH << MAX_DEPTH + 1
_AGAIN = "bake and export it again"


def check_volume(nav: NavVolume) -> None:
    """Raise `FormatError` when a volume's numbers make no sense or its arrays contradict each other.

    Arrays are shaped and sorted as `check_order` wants them.
    """
    check_numbers(nav.origin, nav.voxel_size, nav.agent_radius, nav.shape)
    room = int(nav.shape.prod(dtype=np.int64))
    filled = _check_boxes(nav.cells, nav.shape, "cells") + _check_boxes(nav.removed_boxes, nav.shape, "removed boxes")
    if filled > room:
        raise FormatError(f"cells and removed boxes overlap: they fill {filled} of {room} voxels; {_AGAIN}")
    if not 0 <= nav.leaf_count <= room:
        raise FormatError(f"the volume claims {nav.leaf_count} leaves in {room} voxels; {_AGAIN}")
    _check_components(nav.components, nav.portals, _follow_portals(nav.cells, nav.portals))
    if nav.squared_clearance is not None:
        _check_clearance(nav.squared_clearance, nav.shape, filled == room)


def check_numbers(origin: Floats, voxel_size: float, agent_radius: float, shape: AnyArray) -> None:
    """Lengths that are finite, and a domain that has room for something and not for too much."""
    side = 1 << MAX_DEPTH
    if (shape < 1).any() or (shape > side).any():
        raise FormatError(f"a domain has 1 to {side} voxels along each axis, not {shape.tolist()}; {_AGAIN}")
    with np.errstate(over="ignore", invalid="ignore"):
        corners = np.append(origin, origin + voxel_size * shape)
    if not (voxel_size > 0 and np.isfinite(corners).all()):
        raise FormatError(f"origin {origin.tolist()} or voxel size {voxel_size} makes no sense; {_AGAIN}")
    if not (math.isfinite(agent_radius) and agent_radius >= 0):
        raise FormatError(f"the agent's radius is {agent_radius}; {_AGAIN}")


def check_order(nav: NavVolume) -> None:
    """Raise `FormatError` unless arrays are shaped and sorted as a file has them; read from one, they always are."""
    check_numbers(nav.origin, nav.voxel_size, nav.agent_radius, nav.shape)
    for boxes, what in ((nav.cells, "cells"), (nav.removed_boxes, "removed boxes")):
        _check_boxes(boxes, nav.shape, what)
        codes = morton.encode(*boxes[:, 0].T.astype(np.uint32))
        if (codes[1:] <= codes[:-1]).any():
            raise FormatError(f"{what} are not in the Morton order of their low corners, or share one; sort them")
    if nav.components.shape != (len(nav.cells),):
        raise FormatError(f"there are {len(nav.components)} components for {len(nav.cells)} cells; give one to each")
    first, second = nav.portals.T.astype(np.int64)
    if len(first) and not 0 <= nav.portals.min() <= nav.portals.max() < len(nav.cells):
        raise FormatError(f"some portals join cells that are not among the {len(nav.cells)}; leave them out")
    pairs = first << 32 | second
    if (pairs[1:] <= pairs[:-1]).any() or (first >= second).any():
        raise FormatError("portals are not sorted with the smaller cell first, or repeated; sort them")


def _check_boxes(boxes: Cells, shape: Cells, what: str) -> int:
    """Boxes, (n, 2, 3), within the domain; gives how many voxels they hold."""
    filled = 0
    for begin in range(0, len(boxes), _AT_ONCE):
        few = boxes[begin : begin + _AT_ONCE]
        volumes = np.ones(len(few), np.int64)
        for axis in range(3):
            low, high = few[:, 0, axis], few[:, 1, axis]
            size = high - low
            if int(low.min()) < 0 or int(size.min()) < 1 or int(high.max()) > shape[axis]:
                raise FormatError(f"some {what} are empty or leave the domain of {shape.tolist()} voxels; {_AGAIN}")
            volumes *= size
        filled += int(volumes.sum())
    return filled


def _follow_portals(cells: Cells, portals: Cells) -> Cells:
    """Portals, (k, 2), between cells that share a face of positive area; gives a lower neighbour of each cell, (n,)."""
    faces = _Faces(cells)
    leads: Cells = np.arange(len(cells), dtype=np.int32)
    for one, other in _parts(portals):
        apart = faces.first_apart(one, other)
        if apart is not None:
            names = f"{one[apart]} and {other[apart]}"
            raise FormatError(f"a portal joins cells {names}, which do not share a face; {_AGAIN}")
        # Of several neighbours the last one assigned stays.
        leads[other] = one
    return leads


def _parts(portals: Cells) -> Iterator[tuple[Ints, Ints]]:
    """Portals, (k, 2), some at a time: small arrays stay in the processor's cache, and memory is bounded."""
    for begin in range(0, len(portals), _AT_ONCE):
        few = portals[begin : begin + _AT_ONCE]
        # As the kind of number that indexing works with, or each use would make it anew.
        yield few[:, 0].astype(np.intp), few[:, 1].astype(np.intp)


class _Faces:
    """Cells made for asking which of them share a face.

    The x, y and z of a corner stand in one number, each with a bit above it that is set in high corners. Subtracting a
    low corner clears that bit exactly where low is above high, on all axes at once.
    """

    def __init__(self, cells: Cells) -> None:
        self._low = _pack(cells[:, 0])
        self._high = _pack(cells[:, 1]) | _ABOVE

    def first_apart(self, one: Ints, other: Ints) -> int | None:
        """The first pair of two (k,) that is not flat along one axis and overlapping along the two others, if any."""
        ahead = self._high.take(one)
        ahead -= self._low.take(other)
        behind = self._high.take(other)
        behind -= self._low.take(one)
        meet = ahead & behind
        # Less one on every axis: where that clears the bit, the cells overlap by nothing.
        ahead -= _EACH
        behind -= _EACH
        ahead &= behind
        flat = ~ahead & _ABOVE
        more = (flat - 1) & flat
        # Usually all is well, and looking at everything at once is quicker than at each.
        if np.bitwise_and.reduce(meet) & _ABOVE == _ABOVE and not more.any() and flat.all():
            return None
        return int(np.flatnonzero((meet & _ABOVE != _ABOVE) | (more != 0) | (flat == 0))[0])


def _pack(corners: Cells) -> Ints:
    x, y, z = corners.T
    packed: Ints = z.astype(np.int64)
    packed <<= _FIELD
    packed |= y
    packed <<= _FIELD
    packed |= x
    return packed


def _check_components(components: Cells, portals: Cells, leads: Cells) -> None:
    """Labels, (n,), number the sets of cells that portals connect, from 0, in the order of their first cells."""
    if not len(components):
        return
    highest = np.maximum.accumulate(components)
    if components.min() < 0 or components[0] != 0 or (highest[1:] - highest[:-1] > 1).any():
        raise FormatError(f"components are not numbered from 0 in the order of their first cells; {_AGAIN}")
    labels = int(highest[-1]) + 1
    member, sets = _connected(_ends(leads), portals)
    strange = np.flatnonzero(components != components.take(member))
    if len(strange):
        names = f"{strange[0]} and {member[strange[0]]}"
        raise FormatError(f"cells {names} are connected but not of one component; {_AGAIN}")
    # No set has two labels, so as many labels as sets means that no label has two sets.
    if sets != labels:
        raise FormatError(f"portals connect the cells into {sets} sets, but there are {labels} components; {_AGAIN}")


def _connected(member: Cells, portals: Cells) -> tuple[Cells, int]:
    """One member, the same for all, of the set that each cell is connected to, (n,), and how many sets there are.

    Given is one for each, (n,), connected to it. Most portals lie within what these join already; the others join it
    further.
    """
    everything = np.arange(len(member), dtype=np.int32)
    # Only those count that lead nowhere, by their places among themselves: they are few.
    ends, place = np.flatnonzero(member == everything), np.cumsum(member == everything, dtype=np.int32) - np.int32(1)
    place = place.take(member)
    lowest: Cells = np.arange(len(ends), dtype=np.int32)
    waiting: list[tuple[Cells, Cells]] = []
    for first, second in _parts(portals):
        one, other = place.take(first), place.take(second)
        apart = np.flatnonzero(one != other)
        waiting.append((one[apart], other[apart]))
        if sum(len(some) for some, _others in waiting) > _PAIRS_HELD:
            lowest, waiting = _joined(lowest, waiting), []
    lowest = _joined(lowest, waiting)
    return ends.take(lowest).astype(np.int32).take(place), int((lowest == everything[: len(ends)]).sum())


def _joined(lowest: Cells, pairs: list[tuple[Cells, Cells]]) -> Cells:
    """The lowest thing each is connected to, (n,), after some pairs are connected, too."""
    one, other = (np.concatenate([lowest[:0], *(pair[side] for pair in pairs)]) for side in (0, 1))
    while True:
        one, other = lowest.take(one), lowest.take(other)
        apart = np.flatnonzero(one != other)
        if not len(apart):
            return lowest
        one, other = one[apart], other[apart]
        np.minimum.at(lowest, np.maximum(one, other), np.minimum(one, other))
        lowest = _ends(lowest)


def _ends(leads: Cells) -> Cells:
    """Where each thing gets by following `leads`, (n,), which goes round in no circle."""
    while True:
        further = leads.take(leads)
        if np.array_equal(further, leads):
            return leads
        leads = further


def _check_clearance(squares: Voxels, shape: Cells, full: bool) -> None:
    """Squared half voxels, (n,): all 0 where nothing is blocked, else from 1 to the domain's diagonal."""
    most = 0 if full else 4 * int((shape.astype(np.int64) ** 2).sum())
    if len(squares) and not (not full) <= int(squares.min()) <= int(squares.max()) <= most:
        raise FormatError(f"the clearance of some cells is impossible; {_AGAIN}")
