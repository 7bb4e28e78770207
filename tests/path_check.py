# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a path is where it may be: a check that looks at all cells and triangles, and shares no code with navcore.

Shared by tests in plain Python and in Blender. Everything is in world units, or all of it in voxels.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def assert_valid_path(nav: Any, path: Any) -> None:
    """The path's segments lie in closed cells, and it crosses portals between the cells it names, in their order."""
    slack = 1e-9 * (nav.voxel_size + float(np.abs(path.points).max()))
    assert np.isfinite(path.points).all()
    assert np.isclose(np.linalg.norm(np.diff(path.points, axis=0), axis=1).sum(), path.length, rtol=1e-12, atol=0)
    assert_in_boxes(path.points, nav.origin + nav.cells * nav.voxel_size, slack)
    sleeve = nav.cells[list(path.cells)]
    low, high = np.maximum(sleeve[:-1, 0], sleeve[1:, 0]), np.minimum(sleeve[:-1, 1], sleeve[1:, 1])
    extent = np.sort(high - low, axis=1)
    assert (extent[:, 0] == 0).all(), "cells of the sleeve do not touch"
    assert (extent[:, 1] > 0).all(), "cells of the sleeve share no face"
    portals = np.stack((low, high), axis=1) * nav.voxel_size + nav.origin
    for end, cell in ((path.points[0], sleeve[0]), (path.points[-1], sleeve[-1])):
        box = nav.origin + cell * nav.voxel_size
        assert (box[0] - slack <= end).all(), "an end is not in its cell"
        assert (end <= box[1] + slack).all(), "an end is not in its cell"
    assert_in_order(path.points, portals, slack)


def assert_in_boxes(points: Floats, boxes: Floats, slack: float) -> None:
    """The segments between points, (k, 3), lie in closed boxes, (n, 2, 3), grown by `slack`, one after the other."""
    for a, b in itertools.pairwise(points):
        near = (boxes[:, 0] - slack <= np.maximum(a, b)) & (boxes[:, 1] + slack >= np.minimum(a, b))
        enter, leave = times_inside(a, b, boxes[near.all(axis=1)], slack)
        order = np.argsort(enter)
        reached = 0.0
        for begin, end in zip(enter[order], leave[order], strict=True):
            assert begin <= reached, f"from {a} to {b}: nothing free at {a + reached * (b - a)}"
            # Boxes that are missed leave before they are entered.
            if begin <= end:
                reached = max(reached, end)
        assert reached == 1.0, f"from {a} to {b}: nothing free at {a + reached * (b - a)}"


def times_inside(a: Floats, b: Floats, boxes: Floats, slack: float) -> tuple[Floats, Floats]:
    """When, from 0 to 1, the way from a to b enters and leaves boxes, (n, 2, 3), grown by `slack`: (n,), (n,).

    It leaves before it enters where it misses.
    """
    enter, leave = np.zeros(len(boxes)), np.ones(len(boxes))
    for low, high, here, run in zip(boxes[:, 0].T - slack, boxes[:, 1].T + slack, a, b - a, strict=True):
        if run == 0:
            enter[(here < low) | (here > high)] = np.inf
        else:
            one, other = (low - here) / run, (high - here) / run
            enter, leave = np.maximum(enter, np.minimum(one, other)), np.minimum(leave, np.maximum(one, other))
    # Missed ones go last, behind those that must not leave a gap.
    return np.where(enter <= leave, enter, 1.0), np.where(enter <= leave, leave, -1.0)


def free_part(nav: Any, points: Floats, slack: float) -> Floats:
    """A way over points, (k, 3), as far as cells hold it that lead from one to the next through portals on it.

    Everything is grown by `slack`.
    """
    boxes, portals = nav.boxes(), nav.portal_boxes()
    free = [points[0]]
    held = set(np.flatnonzero(times_inside(points[0], points[0], boxes, slack)[1] == 1).tolist())
    for a, b in itertools.pairwise(points):
        leave = times_inside(a, b, boxes, slack)[1]
        enter_portal, leave_portal = times_inside(a, b, portals, slack)
        crossed = nav.portals[enter_portal <= leave_portal].tolist()
        while more := {cell for pair in crossed if held & set(pair) for cell in pair} - held:
            held |= more
        reached = max(leave[cell] for cell in held)
        free.append(b if reached == 1.0 else a + reached * (b - a))
        if reached < 1.0:
            break
        held = {cell for cell in held if leave[cell] == 1.0}
    return np.array(free)


def assert_in_order(points: Floats, portals: Floats, slack: float) -> None:
    """A path over points, (k, 3), meets portals, (n, 2, 3), grown by `slack`, one after the other."""
    points, segment, now = np.asarray(points, dtype=np.float64), 0, 0.0
    for portal in np.asarray(portals, dtype=np.float64).reshape(-1, 2, 3):
        while True:
            assert segment < len(points) - 1, f"{portal.tolist()} is not crossed in order by {points.tolist()}"
            enter, leave = times_inside(points[segment], points[segment + 1], portal[None], slack)
            if enter[0] <= leave[0] and leave[0] >= now:
                now = max(now, float(enter[0]))
                break
            segment, now = segment + 1, 0.0


def assert_distinct_routes(nav: Any, routes: list[Any]) -> None:
    """Routes get longer, and no two share more than 60 % of the length of either within two voxels."""
    lengths = [route.length for route in routes]
    assert lengths == sorted(lengths)
    for one, other in itertools.permutations(routes, 2):
        share = share_near(one.points, other.points, 2 * nav.voxel_size, 2000)
        assert share <= 0.6 + 2e-3, f"routes of {one.length} and {other.length} share {share:.3f} of the former"


def share_near(path: Floats, other: Floats, near: float, count: int) -> float:
    """The share of a path's length, (k, 3), that is near another path, (m, 3), by `count` points along it."""
    lengths = np.linalg.norm(np.diff(path, axis=0), axis=1)
    places = (np.arange(count) + 0.5) / count * lengths.sum()
    ends = np.append(0.0, np.cumsum(lengths))
    points = np.stack([np.interp(places, ends, path[:, axis]) for axis in range(3)], axis=1)
    nearest = np.full(count, np.inf)
    for a, b in itertools.pairwise(other):
        square = float((b - a) @ (b - a))
        share = np.clip((points - a) @ (b - a) / square, 0, 1) if square else np.zeros(count)
        nearest = np.minimum(nearest, np.linalg.norm(points - a - share[:, None] * (b - a), axis=1))
    return float((nearest <= near).mean())


def clearance(points: Floats, triangles: Floats, most: float) -> float:
    """How near a path over points, (k, 3), comes to triangles, (m, 3, 3); `most` when it keeps farther away."""
    low, high = triangles.min(axis=1) - most, triangles.max(axis=1) + most
    nearest = most
    for a, b in itertools.pairwise(points):
        near = ((low <= np.maximum(a, b)) & (high >= np.minimum(a, b))).all(axis=1)
        if near.any():
            nearest = min(nearest, float(segment_distances(a, b, triangles[near]).min()))
    return nearest


def segment_distances(a: Floats, b: Floats, triangles: Floats) -> Floats:
    """From a segment to triangles, (m, 3, 3): (m,). They are nearest at an end, at an edge, or where one is pierced."""
    distances = np.minimum(_from_point(a, triangles), _from_point(b, triangles))
    for corner in range(3):
        edges = triangles[:, corner], triangles[:, (corner + 1) % 3]
        distances = np.minimum(distances, _between_segments(a, b, *edges))
    # Pierced: the ends on different sides, and the three edges turning the same way around the segment.
    corners = triangles - a
    volumes = [np.einsum("j,ij->i", b - a, np.cross(corners[:, one], corners[:, (one + 1) % 3])) for one in range(3)]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    sides = [np.einsum("ij,ij->i", normals, end - triangles[:, 0]) for end in (a, b)]
    around = (np.sign(volumes) == np.sign(volumes[0])).all(axis=0)
    return np.where(around & (sides[0] * sides[1] < 0), 0.0, distances)


def _from_point(point: Floats, triangles: Floats) -> Floats:
    """From a point to triangles: to the plane where it projects into them. Their edges are looked at elsewhere."""
    first, second = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    normals, run = np.cross(first, second), point - triangles[:, 0]
    square = np.einsum("ij,ij->i", normals, normals)
    with np.errstate(divide="ignore", invalid="ignore"):
        u = np.einsum("ij,ij->i", np.cross(run, second), normals) / square
        v = np.einsum("ij,ij->i", np.cross(first, run), normals) / square
        above = np.abs(np.einsum("ij,ij->i", run, normals)) / np.sqrt(square)
    return np.where((u >= 0) & (v >= 0) & (u + v <= 1), above, np.inf)


def _between_segments(a: Floats, b: Floats, begin: Floats, end: Floats) -> Floats:
    """From one segment to others, (m, 3) each: for the best of a few candidates, each of which is a true distance.

    Inside both the distance is a parabola with one lowest point; otherwise the lowest is where one of them ends.
    """
    run, runs, between = b - a, end - begin, begin - a
    own, others, across = float(run @ run), np.einsum("ij,ij->i", runs, runs), runs @ run
    ahead, beside = between @ run, np.einsum("ij,ij->i", between, runs)
    with np.errstate(divide="ignore", invalid="ignore"):
        inner = (ahead * others - beside * across) / (own * others - across * across)
        shares = [np.clip(np.nan_to_num(inner), 0, 1), np.zeros(len(runs)), np.ones(len(runs))]
        # From the other's ends, where on this segment is nearest.
        shares += [np.clip(np.nan_to_num((ahead + part * across) / own), 0, 1) for part in (0, 1)]
        distances = []
        for share in shares:
            other = np.clip(np.nan_to_num((share * across - beside) / others), 0, 1)
            gap = (between + other[:, None] * runs) - share[:, None] * run
            distances.append(np.sqrt(np.einsum("ij,ij->i", gap, gap)))
    return np.min(distances, axis=0)
