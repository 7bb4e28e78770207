# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Line of sight: whether the segment between two points stays in the cells, and through which of them.

Sight passes from cell to cell only through portals, edges and corners of portals included; so it never slips
between two cells that touch along an edge alone. Most segments cross the insides of portals, one after the other,
and are followed quickly; one that meets an edge, a corner or runs along a face is traced through all cells it touches.
"""

from __future__ import annotations

from collections.abc import Iterator

from .cell_graph import CellGraph, Link, chain_to
from .sleeve import TOUCH, Point


def sight(graph: CellGraph, a: Point, first: int, b: Point, last: int) -> list[int] | None:
    """The cells along the segment from a point in cell `first` to one in cell `last`; None when it leaves the cells.

    Points are in voxels. The answer for a and b is the reversed one for b and a.
    """
    if first == last:
        return [first]
    if (b, last) < (a, first):
        chain = _follow(graph, b, last, a, first)
        return None if chain is None else chain[::-1]
    return _follow(graph, a, first, b, last)


def _follow(graph: CellGraph, a: Point, first: int, b: Point, last: int) -> list[int] | None:
    """Cross one portal after the other; left to `_trace` when the segment touches the border of a face."""
    ax, ay, az = a
    run_x, run_y, run_z = b[0] - ax, b[1] - ay, b[2] - az
    chain = [first]
    cell = first
    while True:
        x0, y0, z0, x1, y1, z1 = graph.box(cell)
        share, face = 2.0, 0
        if run_x > 0.0:
            share, face = (x1 - ax) / run_x, 1
        elif run_x < 0.0:
            share, face = (x0 - ax) / run_x, 0
        if run_y:
            at = ((y1 if run_y > 0.0 else y0) - ay) / run_y
            if at < share:
                share, face = at, 3 if run_y > 0.0 else 2
        if run_z:
            at = ((z1 if run_z > 0.0 else z0) - az) / run_z
            if at < share:
                share, face = at, 5 if run_z > 0.0 else 4
        if share >= 1.0:
            # The segment ends here; another cell may share the end.
            return chain if cell == last else _trace(graph, a, first, b, last)
        if face < 2:
            u, v, low_u, high_u, low_v, high_v = ay + share * run_y, az + share * run_z, y0, y1, z0, z1
        elif face < 4:
            u, v, low_u, high_u, low_v, high_v = az + share * run_z, ax + share * run_x, z0, z1, x0, x1
        else:
            u, v, low_u, high_u, low_v, high_v = ax + share * run_x, ay + share * run_y, x0, x1, y0, y1
        other = -1
        if low_u + TOUCH < u < high_u - TOUCH and low_v + TOUCH < v < high_v - TOUCH:
            for link in graph.faces(cell)[face].near(u, v):
                _other, _axis, _plane, low_u, high_u, low_v, high_v = link
                if low_u + TOUCH < u < high_u - TOUCH and low_v + TOUCH < v < high_v - TOUCH:
                    other = link[0]
                    chain.append(other)
                    break
            else:
                # Strictly within a voxel's face, nothing beside it can hold this place as well.
                if abs(u - round(u)) > TOUCH and abs(v - round(v)) > TOUCH:
                    return None
        if other < 0:
            steps = _around(graph, cell, a, b, share)
            if not steps:
                return _trace(graph, a, first, b, last)
            chain += steps
            other = steps[-1]
        cell = other


def _around(graph: CellGraph, cell: int, a: Point, b: Point, share: float) -> list[int]:
    """How the segment goes on where it leaves a cell through the border of portals: the cells to pass through.

    Empty when that takes a closer look: it runs along faces, where there may be several ways, or there seems to be
    none, which a face at a flat angle may feign.
    """
    run = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    place = (a[0] + share * run[0], a[1] + share * run[1], a[2] + share * run[2])
    came_from = graph.cells_at(place, cell)
    goes_on: list[int] = []
    for member in came_from:
        box = graph.box(member)
        runs_along = False
        for axis in range(3):
            here, rest = place[axis], b[axis] - place[axis]
            below, above = here < box[axis] + TOUCH, here > box[axis + 3] - TOUCH
            if (above and rest > TOUCH) or (below and rest < -TOUCH):
                break
            if (above or below) and abs(rest) <= TOUCH:
                runs_along = True
        else:
            if runs_along:
                return []
            goes_on = chain_to(member, came_from)[1:]
            if not goes_on:
                # Rounding led back into the cell itself.
                return []
    return goes_on


def _trace(graph: CellGraph, a: Point, first: int, b: Point, last: int) -> list[int] | None:
    """The fewest cells that lead from `first` to `last` through portals that the segment touches."""
    came_from = {first: first}
    reached = [first]
    for cell in reached:
        if cell == last:
            return chain_to(last, came_from)
        for link in _touched_links(graph, cell, a, b):
            if link[0] not in came_from:
                came_from[link[0]] = cell
                reached.append(link[0])
    return None


def _touched_links(graph: CellGraph, cell: int, a: Point, b: Point) -> Iterator[Link]:
    """The links of a cell that the segment meets, where the cell holds part of it."""
    box = graph.box(cell)
    enters, leaves = 0.0, 1.0
    for axis in range(3):
        run = b[axis] - a[axis]
        if abs(run) > TOUCH:
            low, high = (box[axis] - a[axis]) / run, (box[axis + 3] - a[axis]) / run
            enters, leaves = max(enters, min(low, high)), min(leaves, max(low, high))
    # A segment meets a portal where it enters or leaves the cell, or all along it in a face.
    ends = [tuple(a[axis] + share * (b[axis] - a[axis]) for axis in range(3)) for share in (enters, leaves)]
    for side, face in enumerate(graph.faces(cell)):
        axis, plane = side >> 1, box[(side >> 1) + 3 * (side & 1)]
        near = [abs(end[axis] - plane) <= TOUCH for end in ends]
        if all(near):
            yield from (link for link in face.links if touches(a, b, link))
        elif any(near):
            end = ends[near.index(True)]
            yield from face.holding(end[axis - 2], end[axis - 1])


def touches(a: Point, b: Point, link: Link) -> bool:
    """Whether the segment between two points meets a link's portal, its border included."""
    _other, axis, plane, low_u, high_u, low_v, high_v = link
    from_w, from_u, from_v = a[axis], a[axis - 2], a[axis - 1]
    to_w, to_u, to_v = b[axis], b[axis - 2], b[axis - 1]
    run = to_w - from_w
    if abs(run) > TOUCH:
        if not min(from_w, to_w) - TOUCH <= plane <= max(from_w, to_w) + TOUCH:
            return False
        share = min(max((plane - from_w) / run, 0.0), 1.0)
        u, v = from_u + share * (to_u - from_u), from_v + share * (to_v - from_v)
        return low_u - TOUCH <= u <= high_u + TOUCH and low_v - TOUCH <= v <= high_v + TOUCH
    if abs(from_w - plane) > TOUCH:
        return False
    # The segment lies in the portal's plane: what is left of it within the rectangle?
    begin, end = 0.0, 1.0
    for start, stop, low, high in ((from_u, to_u, low_u, high_u), (from_v, to_v, low_v, high_v)):
        low, high, run = low - TOUCH, high + TOUCH, stop - start
        if run == 0.0:
            if not low <= start <= high:
                return False
        else:
            one, other = (low - start) / run, (high - start) / run
            begin, end = max(begin, min(one, other)), min(end, max(one, other))
    return begin <= end
