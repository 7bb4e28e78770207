# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guarantee 4, second half: portals are the faces cells share, components what portals connect."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s
from .faults import Faults, Kind, box_name
from .sound import shared_box

#: Rows of voxel faces looked at together, to bound memory.
_ROWS_AT_ONCE = 2_000_000


def check_portals(cells: Int32s, removed: Int32s, portals: Int64s, faults: Faults) -> None:
    """Portals are the pairs of cells that share a face, each once, the lower index first; no removed cell is in reach.

    Parameters
    ----------
    cells, removed : (n, 2, 3) int32, voxel corners; no two boxes overlap.
    portals : (k, 2) int64, in range of `cells`.
    """
    pairs = np.sort(_face_pairs(np.concatenate((cells, removed))), axis=1)
    astray = pairs[(pairs[:, 0] < len(cells)) & (pairs[:, 1] >= len(cells))]
    faults.add_many(
        Kind.REMOVED,
        len(astray),
        (
            f"removed box {gone - len(cells)}, {box_name(removed[gone - len(cells)])}, shares a face with cell {kept}, "
            f"{box_name(cells[kept])}, which was kept"
            for kept, gone in astray.tolist()
        ),
    )
    _check_order(portals, faults)
    true = _codes(pairs[pairs[:, 1] < len(cells)], len(cells))
    given = _codes(np.sort(portals, axis=1), len(cells))
    missing = np.setdiff1d(true, given)
    faults.add_many(
        Kind.PORTAL,
        len(missing),
        (
            f"cells {code // len(cells)} and {code % len(cells)} share a face, "
            f"{_shared(cells, code // len(cells), code % len(cells))}, but no portal joins them"
            for code in missing.tolist()
        ),
    )
    extra = np.flatnonzero(~np.isin(given, true))
    faults.add_many(
        Kind.PORTAL,
        len(extra),
        (
            f"portal {row} joins cells {portals[row, 0]}, {box_name(cells[portals[row, 0]])}, and {portals[row, 1]}, "
            f"{box_name(cells[portals[row, 1]])}, which share no face"
            for row in extra.tolist()
        ),
    )


def check_components(components: Int64s, portals: Int64s, faults: Faults) -> None:
    """Cells have one label exactly when portals connect them.

    Parameters
    ----------
    components : (n,) int64, the labels.
    portals : (k, 2) int64, in range.
    """
    bad = np.flatnonzero(components < 0)
    faults.add_many(
        Kind.COMPONENT, len(bad), (f"cell {cell} is in component {components[cell]}" for cell in bad.tolist())
    )
    torn = np.flatnonzero(components[portals[:, 0]] != components[portals[:, 1]])
    faults.add_many(
        Kind.COMPONENT,
        len(torn),
        (
            f"portal {row} joins cells {a} and {b}, which are in components {components[a]} and {components[b]}"
            for row, (a, b) in zip(torn.tolist(), portals[torn].tolist(), strict=True)
        ),
    )
    root = _roots(len(components), portals)
    cell = np.flatnonzero(root == np.arange(len(root)))  # one cell of each connected set
    order = cell[np.lexsort((cell, components[cell]))]
    again = np.flatnonzero(np.diff(components[order]) == 0)
    faults.add_many(
        Kind.COMPONENT,
        len(again),
        (
            f"cells {order[row]} and {order[row + 1]} are in component {components[order[row]]}, but no chain of "
            "portals joins them"
            for row in again.tolist()
        ),
    )


def _check_order(portals: Int64s, faults: Faults) -> None:
    """The lower cell first, and no pair twice."""
    falling = np.flatnonzero(portals[:, 0] >= portals[:, 1])
    faults.add_many(
        Kind.PORTAL,
        len(falling),
        (f"portal {row} names cells {portals[row].tolist()}; the first must be the lower" for row in falling.tolist()),
    )
    ordered = np.sort(portals, axis=1)
    order = np.lexsort((ordered[:, 1], ordered[:, 0]))
    again = np.flatnonzero((np.diff(ordered[order], axis=0) == 0).all(axis=1))
    faults.add_many(
        Kind.PORTAL,
        len(again),
        (
            f"portal {order[row + 1]} repeats portal {order[row]} between cells {ordered[order[row]].tolist()}"
            for row in again.tolist()
        ),
    )


def _codes(pairs: Int64s, count: int) -> Int64s:
    return pairs[:, 0] * count + pairs[:, 1]


def _shared(cells: Int32s, first: int, second: int) -> str:
    low, high = shared_box(cells, np.array([[first, second]]))
    return box_name(np.stack((low[0], high[0])))


def _roots(count: int, portals: Int64s) -> Int64s:
    """The lowest cell that portals connect each cell to, by plain union and find: (n,) int64."""
    parent = list(range(count))

    def find(cell: int) -> int:
        while parent[cell] != cell:
            parent[cell] = parent[parent[cell]]
            cell = parent[cell]
        return cell

    for first, second in portals.tolist():
        a, b = find(first), find(second)
        parent[max(a, b)] = min(a, b)
    return np.array([find(cell) for cell in range(count)], np.int64)


def _face_pairs(boxes: Int32s) -> Int64s:
    """Pairs of disjoint boxes that share a face of positive area, each once: (n, 2, 3) to (k, 2) int64."""
    start = boxes.min(axis=(0, 1)) if len(boxes) else np.zeros(3, np.int32)
    placed = (boxes - start).astype(np.int64)
    found = [np.zeros((0, 2), np.int64)]
    for axis in range(3):
        u, v = (other for other in range(3) if other != axis)
        # One face a row: the plane it lies in, then [u, u), [v, v), then its box.
        ends = np.stack((placed[:, 1, axis], *placed[:, :, u].T, *placed[:, :, v].T, np.arange(len(boxes))), axis=1)
        begins = ends.copy()
        begins[:, 0] = placed[:, 0, axis]
        for left, right in _plane_blocks(ends, begins):
            pairs = _stab(left, right)
            found.append(np.stack((left[pairs[:, 0], 5], right[pairs[:, 1], 5]), axis=1))
            pairs = _stab(right, left)
            # Faces that begin in the same row were met the first time.
            pairs = pairs[left[pairs[:, 1], 1] < right[pairs[:, 0], 1]]
            found.append(np.stack((left[pairs[:, 1], 5], right[pairs[:, 0], 5]), axis=1))
    return np.concatenate(found)


def _plane_blocks(ends: Int64s, begins: Int64s) -> list[tuple[Int64s, Int64s]]:
    """Faces sorted by plane and cut, between planes, into blocks of not too many rows."""
    both = [side[np.argsort(side[:, 0], kind="stable")] for side in (ends, begins)]
    planes = np.unique(np.concatenate([side[:, 0] for side in both]))
    rows = np.zeros(len(planes), np.int64)
    for side in both:
        np.add.at(rows, np.searchsorted(planes, side[:, 0]), side[:, 2] - side[:, 1])
    block = rows.cumsum() // _ROWS_AT_ONCE
    cuts = [*planes[np.flatnonzero(np.diff(block, prepend=-1))].tolist(), np.iinfo(np.int64).max]
    blocks = []
    for low, high in pairwise(cuts):
        left, right = (side[slice(*np.searchsorted(side[:, 0], (low, high)))] for side in both)
        blocks.append((left, right))
    return blocks


def _stab(queries: Int64s, faces: Int64s) -> Int64s:
    """Which faces the first row of each query face meets: (k, 2) int64, query and face.

    Faces are cut into rows of one voxel. The rows of disjoint faces on one line do not overlap, so those that meet a
    query's row stand side by side once sorted.
    """
    count = faces[:, 2] - faces[:, 1]
    owner = np.repeat(np.arange(len(faces)), count)
    row = np.arange(len(owner)) - np.repeat(count.cumsum() - count, count) + faces[owner, 1]
    wide, deep = (int(max(queries[:, k].max(initial=0), faces[:, k].max(initial=0))) + 1 for k in (2, 4))
    key = (faces[owner, 0] * wide + row) * deep + faces[owner, 3]
    order = np.argsort(key, kind="stable")
    key, owner = key[order], owner[order]
    line = (queries[:, 0] * wide + queries[:, 1]) * deep
    first = np.searchsorted(key, line + queries[:, 3], side="right") - 1
    if not len(key):
        return np.zeros((0, 2), np.int64)
    # The row that begins at or before the query counts if it is on the query's line and reaches into it.
    reaches = (first >= 0) & (key[first] >= line) & (faces[owner[first], 4] > queries[:, 3])
    first = np.where(reaches, first, first + 1)
    number = np.maximum(np.searchsorted(key, line + queries[:, 4], side="left") - first, 0)
    query = np.repeat(np.arange(len(queries)), number)
    place = np.arange(len(query)) - np.repeat(number.cumsum() - number, number) + first[query]
    pairs: AnyArray = np.stack((query, owner[place]), axis=1)
    return pairs
