# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guarantee 4, second half: portals are the faces cells share, components what portals connect."""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Int32s, Int64s
from ..progress import Steps
from .faults import Faults, Kind, box_name
from .meeting import meeting_pairs
from .sound import share_face, shared_box


def check_portals(cells: Int32s, removed: Int32s, portals: Int64s, faults: Faults) -> Steps[None]:
    """Portals are the pairs of cells that share a face, each once, the lower index first; no removed cell is in reach.

    Parameters
    ----------
    cells, removed : (n, 2, 3) int32, voxel corners; no two boxes overlap.
    portals : (k, 2) int64, in range of `cells`.
    """
    pairs = np.sort((yield from _face_pairs(np.concatenate((cells, removed)))), axis=1)
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
    true = np.sort(_codes(pairs[pairs[:, 1] < len(cells)], len(cells)))
    given = _codes(np.sort(portals, axis=1), len(cells))
    missing = true[_absent(true, np.sort(given))]
    faults.add_many(
        Kind.PORTAL,
        len(missing),
        (
            f"cells {code // len(cells)} and {code % len(cells)} share a face, "
            f"{_shared(cells, code // len(cells), code % len(cells))}, but no portal joins them"
            for code in missing.tolist()
        ),
    )
    extra = np.flatnonzero(_absent(given, true))
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


def _absent(numbers: Int64s, ascending: Int64s) -> Bools:
    """Which numbers, (n,), are not among some in ascending order."""
    if not len(ascending):
        return np.ones(len(numbers), bool)
    at = np.searchsorted(ascending, numbers)
    return np.asarray(ascending[np.minimum(at, len(ascending) - 1)] != numbers)


def _shared(cells: Int32s, first: int, second: int) -> str:
    low, high = shared_box(cells, np.array([[first, second]]))
    return box_name(np.stack((low[0], high[0])))


def _roots(count: int, portals: Int64s) -> Int64s:
    """The lowest cell that portals connect each cell to: (n,) int64.

    Again and again the portals that still join two sets lead each of these to the lowest set it has a portal to.
    """
    root = np.arange(count)
    one, other = portals[:, 0], portals[:, 1]
    while len(one):
        one, other = root[one], root[other]
        low, high = np.minimum(one, other), np.maximum(one, other)
        apart = np.flatnonzero(low < high)
        one, other = one[apart], other[apart]
        # Of several that are assigned to one place the last stays: the lowest.
        order = apart[np.argsort(-low[apart], kind="stable")]
        root[high[order]] = low[order]
        while (root[root] != root).any():
            root = root[root]
    return root


def _face_pairs(boxes: Int32s) -> Steps[Int64s]:
    """Pairs of disjoint boxes that share a face of positive area, each once: (n, 2, 3) to (k, 2) int64."""
    found = [np.zeros((0, 2), np.int64)]
    for share, pairs in meeting_pairs(boxes):
        yield share, "Checking portals"
        found.append(pairs[share_face(boxes, pairs)])
    return np.concatenate(found)
