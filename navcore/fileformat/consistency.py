# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a volume's arrays agree with each other, as far as that costs less than reading them.

Not looked for are portals that are missing and cells that overlap without a portal between them;
`navcore.check` proves those, too.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from ..arrays import AnyArray, Float64s, Int32s, Int64s, UInt32s
from ..errors import FormatError
from ..geometry.column_order import LONGEST_SIDE, encode
from ..geometry.resolution import resolution_problem
from ..given import number, shown, whole
from ..model import NavVolume
from .connected import Basins, count_labels
from .landmark_check import check_landmarks

#: Portals or boxes looked at together.
_AT_ONCE = 1 << 15
#: How to take what is known to be there: quicker than looking whether it is.
_TRUSTED: Literal["wrap"] = "wrap"
_MOST_INT32 = 2**31 - 1
_AGAIN = "bake and export it again"
#: The arrays of a volume as they are written; -1 is any length.
_ARRAYS = (
    ("origin", (3,), "float64"),
    ("shape", (3,), "int32"),
    ("cells", (-1, 2, 3), "int32"),
    ("portals", (-1, 2), "int32"),
    ("components", (-1,), "int32"),
    ("removed_boxes", (-1, 2, 3), "int32"),
    ("squared_clearance", (-1,), "uint32"),
    ("landmarks", (-1, -1), "uint32"),
)


def check_volume(nav: NavVolume) -> None:
    """Raise `FormatError` when a volume's numbers make no sense or its arrays contradict each other.

    Arrays are shaped and sorted as `check_order` wants them.
    """
    check_numbers(nav.origin, nav.voxel_size, nav.agent_radius, nav.shape, LONGEST_SIDE)
    room = int(nav.shape.prod(dtype=np.int64))
    filled = _check_boxes(nav.cells, nav.shape, "cells") + _check_boxes(nav.removed_boxes, nav.shape, "removed boxes")
    if filled > room:
        raise FormatError(f"cells and removed boxes overlap: they fill {filled} of {room} voxels; {_AGAIN}")
    if not 0 <= nav.leaf_count <= room:
        raise FormatError(f"the volume claims {shown(nav.leaf_count)} leaves in {room} voxels; {_AGAIN}")
    _check_portals(nav.cells, nav.portals, nav.components)
    if nav.squared_clearance is not None:
        _check_clearance(nav.squared_clearance, nav.shape, filled == room)
    if nav.landmarks is not None:
        check_landmarks(nav.landmarks, nav.cells, nav.portals)


def check_numbers(origin: Float64s, voxel_size: float, agent_radius: float, shape: AnyArray, longest: int) -> None:
    """Lengths that are finite, and a domain that has room for something, with `longest` voxels a side at most."""
    if (shape < 1).any() or (shape > longest).any():
        raise FormatError(f"a domain has 1 to {longest} voxels along each axis, not {shape.tolist()}; {_AGAIN}")
    with np.errstate(over="ignore", invalid="ignore"):
        corners = np.append(origin, origin + voxel_size * shape)
    if not (voxel_size > 0 and np.isfinite(corners).all()):
        raise FormatError(f"origin {origin.tolist()} or voxel size {voxel_size} makes no sense; {_AGAIN}")
    if problem := resolution_problem(origin, voxel_size, shape):
        raise FormatError(f"{problem}; bake it with a larger voxel or nearer to the origin, and export it again")
    if not (math.isfinite(agent_radius) and agent_radius >= 0):
        raise FormatError(f"the agent's radius is {agent_radius}; {_AGAIN}")


def check_order(nav: NavVolume) -> None:
    """Raise `FormatError` unless arrays are shaped and sorted as a file has them; read from one, they always are."""
    _check_kinds(nav)
    check_numbers(nav.origin, nav.voxel_size, nav.agent_radius, nav.shape, LONGEST_SIDE)
    for boxes, what in ((nav.cells, "cells"), (nav.removed_boxes, "removed boxes")):
        _check_boxes(boxes, nav.shape, what)
        codes = encode(boxes[:, 0])
        if (codes[1:] <= codes[:-1]).any():
            raise FormatError(f"{what} are not in the order of their columns of tiles, or share a corner; sort them")
    if nav.components.shape != (len(nav.cells),):
        raise FormatError(f"there are {len(nav.components)} components for {len(nav.cells)} cells; give one to each")
    first, second = nav.portals.T.astype(np.int64)
    if len(first) and not 0 <= nav.portals.min() <= nav.portals.max() < len(nav.cells):
        raise FormatError(f"some portals join cells that are not among the {len(nav.cells)}; leave them out")
    pairs = first << 32 | second
    if (pairs[1:] <= pairs[:-1]).any() or (first >= second).any():
        raise FormatError("portals are not sorted with the smaller cell first, or repeated; sort them")


def _check_kinds(nav: object) -> None:
    """Whether something is a volume whose arrays are what `NavVolume` says, and its numbers numbers."""
    if not isinstance(nav, NavVolume):
        raise FormatError(f"only a NavVolume can be written, not {shown(nav)}")
    for name, shape, dtype in _ARRAYS:
        array = getattr(nav, name)
        if array is not None and (
            array.dtype != dtype
            or array.ndim != len(shape)
            or any(side not in (-1, real) for side, real in zip(shape, array.shape, strict=True))
        ):
            wanted = str(shape).replace("-1", "n")
            raise FormatError(f"{name} must be {wanted} {dtype}, not {array.shape} {array.dtype}; {_AGAIN}")
    for name in ("voxel_size", "agent_radius"):
        length = getattr(nav, name)
        if not isinstance(length, int | float | np.number) or number(length) is None:
            raise FormatError(f"{name} must be a finite number, not {shown(length)}; {_AGAIN}")
    if whole(nav.leaf_count) is None:
        raise FormatError(f"leaf_count must be a whole number, not {shown(nav.leaf_count)}; {_AGAIN}")


def _check_boxes(boxes: Int32s, shape: Int32s, what: str) -> int:
    """Boxes, (n, 2, 3), within the domain; gives how many voxels they hold."""
    filled = 0
    # The volume of a smaller domain has room in an int32, which is quicker.
    dtype = np.int32 if int(shape.prod(dtype=np.int64)) <= _MOST_INT32 else np.int64
    for begin in range(0, len(boxes), _AT_ONCE):
        few = boxes[begin : begin + _AT_ONCE]
        volumes: AnyArray = np.ones(len(few), dtype)
        for axis in range(3):
            low, high = few[:, 0, axis], few[:, 1, axis]
            size = high - low
            if int(low.min()) < 0 or int(size.min()) < 1 or int(high.max()) > shape[axis]:
                raise FormatError(f"some {what} are empty or leave the domain of {shape.tolist()} voxels; {_AGAIN}")
            volumes *= size
        filled += int(volumes.sum(dtype=np.int64))
    return filled


def _check_portals(cells: Int32s, portals: Int32s, components: Int32s) -> None:
    """Portals, (k, 2), join cells that share a face, and components, (n,), number the sets that they connect."""
    if not len(cells):
        return
    labels = count_labels(components, "cells")
    lower, higher = _follow_portals(cells, portals, components)
    # Mostly these neighbours connect as much as all do, and they are fewer.
    basins = Basins(lower.astype(np.intp))
    basins.connect(slice(None), higher.astype(np.intp))
    for begin in range(0, len(portals), _AT_ONCE):
        if basins.sets == labels:
            break
        few = portals[begin : begin + _AT_ONCE]
        basins.connect(few[:, 0], few[:, 1])
    # No set has two labels, so as many labels as sets means that no label has two sets.
    if basins.sets != labels:
        found = f"portals connect the cells into {basins.sets} sets"
        raise FormatError(f"{found}, but there are {labels} components; {_AGAIN}")


def _follow_portals(cells: Int32s, portals: Int32s, components: Int32s) -> tuple[Int32s, Int32s]:
    """One lower and one higher neighbour of each cell, or itself, each (n,) int32, after a look at all neighbours."""
    lower, higher = (np.arange(len(cells), dtype=np.int32) for _side in range(2))
    faces = _Faces(cells, components)
    # Some at a time: small arrays stay in the processor's cache, and memory is bounded.
    for begin in range(0, len(portals), _AT_ONCE):
        few = portals[begin : begin + _AT_ONCE]
        # As the kind of number that indexing works with, or each use would make it anew.
        one, other = few[:, 0].astype(np.intp), few[:, 1].astype(np.intp)
        faces.check(one, other)
        # Of several, the one assigned last stays.
        lower[other] = few[:, 0]
        higher[one] = few[:, 1]
    return lower, higher


class _Faces:
    """Cells made for asking whether they share a face and have the same label.

    A corner is four int16, gathered as one int64: x, y, z and the label, one more in high corners. The high corner of
    either cell less the low one of the other is then above 0 where cells overlap and where labels are equal, too.
    Differences in the longest domain of all have no room in an int16, so that there it is four int32.
    """

    def __init__(self, cells: Int32s, labels: Int32s) -> None:
        dtype = np.int16 if int(cells.max()) < 1 << 15 else np.int32
        self._low, self._high = (np.empty((len(cells), 4), dtype) for _side in range(2))
        for axis in range(3):
            self._low[:, axis], self._high[:, axis] = cells[:, 0, axis], cells[:, 1, axis]
        # Of large labels the lower half, so that all must be looked at once more.
        self._low[:, 3] = self._high[:, 3] = labels & 0xFFFF
        self._high[:, 3] += 1
        self._labels, self._large = labels, int(labels.max()) >> 16 > 0

    def check(self, one: Int64s, other: Int64s) -> None:
        """Pairs of cells, two (k,) intp: flat along one axis, overlapping along the two others, of one label."""
        overlap = _gather(self._high, one)
        overlap -= _gather(self._low, other)
        behind = _gather(self._high, other)
        behind -= _gather(self._low, one)
        np.minimum(overlap, behind, out=overlap)
        flat = overlap == 0
        # Usually all is well, and looking at everything at once is quicker than at each: no pair is apart, each is flat
        # along some axis (its four bytes are not all 0), and there are no more flat axes than pairs.
        well = overlap.min() >= 0 and flat.view(np.uint32).min() > 0 and np.count_nonzero(flat) == len(one)
        if not well or self._large:
            self._look_at_each(one, other, overlap[:, :3])

    def _look_at_each(self, one: Int64s, other: Int64s, overlap: AnyArray) -> None:
        apart = np.flatnonzero((overlap < 0).any(axis=1) | ((overlap == 0).sum(axis=1) != 1))
        if len(apart):
            names = f"{one[apart[0]]} and {other[apart[0]]}"
            raise FormatError(f"a portal joins cells {names}, which do not share a face; {_AGAIN}")
        differ = np.flatnonzero(self._labels[one] != self._labels[other])
        if len(differ):
            names = f"{one[differ[0]]} and {other[differ[0]]}"
            raise FormatError(f"cells {names} are connected but not of one component; {_AGAIN}")


def _gather(corners: AnyArray, rows: Int64s) -> AnyArray:
    """Some rows of (n, 4): (k, 4)."""
    if corners.itemsize > 2:
        return corners.take(rows, axis=0)
    return corners.view(np.int64)[:, 0].take(rows, mode=_TRUSTED).view(np.int16).reshape(-1, 4)


def _check_clearance(squares: UInt32s, shape: Int32s, full: bool) -> None:
    """Squared half voxels, (n,): all 0 where nothing is blocked, else from 1 to the domain's diagonal."""
    most = 0 if full else min(4 * int((shape.astype(np.int64) ** 2).sum()), 2**32 - 1)
    if len(squares) and not (not full) <= int(squares.min()) <= int(squares.max()) <= most:
        raise FormatError(f"the clearance of some cells is impossible; {_AGAIN}")
