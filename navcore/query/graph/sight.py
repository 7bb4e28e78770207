# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Line of sight: whether the segment between two points stays in the cells, and through which of them.

Sight passes from cell to cell only through portals, edges and corners of portals included; so it never slips
between two cells that touch along an edge alone. Most segments cross the insides of portals, one after the other,
and are followed quickly; one that meets an edge, a corner or runs along a face is traced through all cells it touches.
"""

from __future__ import annotations

from ...geometry.primitives import TOUCH, Point
from .cells import CellGraph, Link, chain_to


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
    """Cross one portal after the other. Where several cells go on, take one; if that fails, leave it to `_trace`."""
    ax, ay, az = a
    run_x, run_y, run_z = b[0] - ax, b[1] - ay, b[2] - az
    # A segment that keeps to a plane may pass along the borders of portals there; others must not come near them.
    margin_x = TOUCH if abs(run_x) > TOUCH else -TOUCH
    margin_y = TOUCH if abs(run_y) > TOUCH else -TOUCH
    margin_z = TOUCH if abs(run_z) > TOUCH else -TOUCH
    has_choice = (
        (margin_x < 0.0 and abs(ax - round(ax)) <= TOUCH)
        or (margin_y < 0.0 and abs(ay - round(ay)) <= TOUCH)
        or (margin_z < 0.0 and abs(az - round(az)) <= TOUCH)
    )
    box_of, faces_of = graph.box, graph.faces
    chain = [first]
    cell = first
    while True:
        x0, y0, z0, x1, y1, z1 = box_of(cell)
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
            if cell == last:
                return chain
            # The segment ends here; another cell may share the end.
            around = graph.cells_at(b, cell)
            return [*chain, *chain_to(last, around)[1:]] if last in around else _trace(graph, a, first, b, last)
        if face < 2:
            u, v, margin_u, margin_v = ay + share * run_y, az + share * run_z, margin_y, margin_z
        elif face < 4:
            u, v, margin_u, margin_v = az + share * run_z, ax + share * run_x, margin_z, margin_x
        else:
            u, v, margin_u, margin_v = ax + share * run_x, ay + share * run_y, margin_x, margin_y
        side = faces_of(cell)[face]
        for link in side.few or side.near(u, v):
            cell, _axis, _plane, low_u, high_u, low_v, high_v = link
            if low_u + margin_u < u < high_u - margin_u and low_v + margin_v < v < high_v - margin_v:
                chain.append(cell)
                break
        else:
            # Strictly within a voxel's face, nothing beside it can hold this place as well.
            if not has_choice and abs(u - round(u)) > TOUCH and abs(v - round(v)) > TOUCH:
                return None
            steps, goes_along = _around(graph, chain[-1], a, b, share)
            # Rounding may lead back into cells that were left.
            if not steps or steps[-1] in chain:
                return _trace(graph, a, first, b, last)
            has_choice |= goes_along
            chain += steps
            cell = steps[-1]


def _around(graph: CellGraph, cell: int, a: Point, b: Point, share: float) -> tuple[list[int], bool]:
    """The cells through which a segment goes on where it leaves a cell through the border of portals.

    And whether it runs along faces there, so that other cells may do as well. No cells when it seems to end there; a
    face at a flat angle can look so by rounding.
    """
    x, y, z = (a[axis] + share * (b[axis] - a[axis]) for axis in range(3))
    rest_x, rest_y, rest_z = b[0] - x, b[1] - y, b[2] - z
    came_from = {cell: cell}
    reached = [cell]
    along = -1
    for member in reached:
        x0, y0, z0, x1, y1, z1 = graph.box(member)
        if not (
            (rest_x > TOUCH and x > x1 - TOUCH)
            or (rest_x < -TOUCH and x < x0 + TOUCH)
            or (rest_y > TOUCH and y > y1 - TOUCH)
            or (rest_y < -TOUCH and y < y0 + TOUCH)
            or (rest_z > TOUCH and z > z1 - TOUCH)
            or (rest_z < -TOUCH and z < z0 + TOUCH)
        ):
            if not (
                (abs(rest_x) <= TOUCH and not x0 + TOUCH < x < x1 - TOUCH)
                or (abs(rest_y) <= TOUCH and not y0 + TOUCH < y < y1 - TOUCH)
                or (abs(rest_z) <= TOUCH and not z0 + TOUCH < z < z1 - TOUCH)
            ):
                return chain_to(member, came_from)[1:], False
            if along < 0:
                along = member
        for other in graph.neighbours_at((x, y, z), member):
            if other not in came_from:
                came_from[other] = member
                reached.append(other)
    return ([] if along < 0 else chain_to(along, came_from)[1:]), True


def _trace(graph: CellGraph, a: Point, first: int, b: Point, last: int) -> list[int] | None:
    """The fewest cells that lead from `first` to `last` through portals that the segment touches."""
    came_from = {first: first}
    reached = [first]
    for cell in reached:
        for link in touched_links(graph, cell, a, b):
            other = link[0]
            if other not in came_from:
                came_from[other] = cell
                if other == last:
                    return chain_to(last, came_from)
                reached.append(other)
    return None


def touched_links(graph: CellGraph, cell: int, a: Point, b: Point) -> list[Link]:
    """The links of a cell that the segment meets, where the cell holds part of it."""
    box = graph.box(cell)
    enters, leaves = 0.0, 1.0
    for axis in (0, 1, 2):
        run = b[axis] - a[axis]
        if abs(run) > TOUCH:
            one, other = (box[axis] - a[axis]) / run, (box[axis + 3] - a[axis]) / run
            if one > other:
                one, other = other, one
            if one > enters:
                enters = one
            if other < leaves:
                leaves = other
    x, y, z = a
    run_x, run_y, run_z = b[0] - x, b[1] - y, b[2] - z
    begin = (x + enters * run_x, y + enters * run_y, z + enters * run_z)
    end = (x + leaves * run_x, y + leaves * run_y, z + leaves * run_z)
    links: list[Link] = []
    for side in (0, 1, 2, 3, 4, 5):
        # A segment meets a portal where it enters or leaves the cell, or all along it in a face.
        axis = side >> 1
        plane = box[axis + 3 * (side & 1)]
        if abs(begin[axis] - plane) <= TOUCH:
            face = graph.faces(cell)[side]
            if abs(end[axis] - plane) <= TOUCH:
                links += [link for link in face.links if touches(a, b, link)]
            else:
                links += face.holding(begin[axis - 2], begin[axis - 1])
        elif abs(end[axis] - plane) <= TOUCH:
            links += graph.faces(cell)[side].holding(end[axis - 2], end[axis - 1])
    return links


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
