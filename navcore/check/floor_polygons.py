# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be said of a surface without its scene: its polygons are convex, apart, and know their neighbors."""

from __future__ import annotations

import numpy as np

from ..arrays import Float64s, Int64s
from ..progress import Steps
from .clipping import clipped
from .columns import Columns
from .faults import Faults, Kind
from .floor_arrays import UNIT, FloorIntake

#: What two triangles may share, in square voxels: cutting rounds.
_SHARED = 1e-6
#: How far beyond the middle of a border another polygon is looked for, in voxels.
_BEYOND = 1 / UNIT


def check_polygons(given: FloorIntake, faults: Faults) -> Steps[None]:
    """Everything about polygons."""
    _check_convex(given, faults)
    _check_triangles(given, faults)
    yield 0.2, "Checking"
    _check_neighbours(given, faults)
    _check_components(given, faults)
    yield 0.3, "Checking"
    if not faults.has(Kind.CONVEX):
        yield from _check_apart(given, faults)


def _sides(given: FloorIntake) -> tuple[Int64s, Int64s]:
    """Each edge in plan, and the one after it in its polygon: (s, 2) int64 each."""
    at = given.corners[given.ring, :2]
    side = at[given.following()] - at
    return side, side[given.following()]


def _check_convex(given: FloorIntake, faults: Faults) -> None:
    """Polygons turn left, once around; edges have a length in plan; corners are told once."""
    side, after = _sides(given)
    owner = given.owners()
    turn = side[:, 0] * after[:, 1] - side[:, 1] * after[:, 0]
    back = (turn == 0) & ((side * after).sum(axis=1) < 0)
    bad = np.flatnonzero((turn < 0) | back | (side == 0).all(axis=1))
    told = (f"polygon {owner[edge]} does not turn left after corner {given.ring[edge]}" for edge in bad.tolist())
    faults.add_many(Kind.CONVEX, len(bad), told)
    angle = np.arctan2(turn.astype(float), (side * after).sum(axis=1).astype(float))
    around = np.rint(np.add.reduceat(angle, given.starts[:-1]) / (2 * np.pi)) if len(given) else np.empty(0)
    often = np.flatnonzero(around != 1)
    told = (f"polygon {polygon} does not go around once" for polygon in often.tolist())
    faults.add_many(Kind.CONVEX, len(often), told)
    different, counts = np.unique(given.corners, axis=0, return_counts=True)
    twice = different[counts > 1]
    told = (f"corner {place.tolist()} is there more than once" for place in twice)
    faults.add_many(Kind.MALFORMED, len(twice), told)


def _check_triangles(given: FloorIntake, faults: Faults) -> None:
    """The triangles that tell a polygon's heights face up and have its area, but for slivers along its edges.

    Corners of triangles may lie on edges, rounded to the unit that corners are counted in.
    """
    corner = given.triangles[:, :, :2]
    one, other = corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]
    twice = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    down = np.flatnonzero(twice < 0)
    told = (f"a triangle of polygon {given.polygon_of[row]} faces down" for row in down.tolist())
    faults.add_many(Kind.HEIGHT, len(down), told)
    sums = np.zeros(len(given), np.int64)
    np.add.at(sums, given.polygon_of, twice)
    at = given.corners[given.ring, :2]
    at = at - at[given.starts[:-1]].repeat(np.diff(given.starts), axis=0)
    after = at[given.following()]
    areas = np.zeros(len(given), np.int64)
    np.add.at(areas, given.owners(), at[:, 0] * after[:, 1] - at[:, 1] * after[:, 0])
    slack = np.zeros(len(given))
    np.add.at(slack, given.owners(), np.sqrt(((after - at) ** 2).sum(axis=1)))
    bad = np.flatnonzero(np.abs(sums - areas) > slack)
    told = (f"the triangles of polygon {p} have {sums[p] - areas[p]:+,} of its area" for p in bad.tolist())
    faults.add_many(Kind.HEIGHT, len(bad), told)


def _check_neighbours(given: FloorIntake, faults: Faults) -> None:
    """An edge's neighbor is the polygon that has it the other way round, and borders are where there is none."""
    owner, after = given.owners(), given.following()
    start, end = given.ring, given.ring[after]
    count = max(len(given.corners), 1)
    key, order = np.unique(start * count + end, return_index=True)
    again = np.setdiff1d(np.arange(len(start)), order)
    told = (f"polygon {owner[edge]} has an edge that another has, too, at corner {start[edge]}" for edge in again)
    faults.add_many(Kind.NEIGHBOR, len(again), told)
    if not len(key):
        return
    place = np.minimum(np.searchsorted(key, end * count + start), len(key) - 1)
    twin = np.where(key[place] == end * count + start, owner[order[place]], -1)
    bad = np.flatnonzero(twin != given.neighbours)
    told = (
        f"polygon {owner[edge]} says that {given.neighbours[edge]} is behind its edge at corner {start[edge]}; "
        f"it is {twin[edge]}"
        for edge in bad.tolist()
    )
    faults.add_many(Kind.NEIGHBOR, len(bad), told)
    bad = np.flatnonzero((given.neighbours < 0) != (given.borders > 0))
    told = (f"polygon {owner[edge]} tells a border wrongly at corner {start[edge]}" for edge in bad.tolist())
    faults.add_many(Kind.NEIGHBOR, len(bad), told)


def _check_components(given: FloorIntake, faults: Faults) -> None:
    """Polygons have the same number just when one can walk from one to the other."""
    owner = given.owners()
    linked = np.flatnonzero(given.neighbours >= 0)
    one, other = owner[linked], given.neighbours[linked]
    label = np.arange(len(given))
    while True:
        least = np.minimum(label[one], label[other])
        lower = label.copy()
        np.minimum.at(lower, one, least)
        np.minimum.at(lower, other, least)
        lower = lower[lower]
        if (lower == label).all():
            break
        label = lower
    pairs = np.unique(np.stack((label, given.components), axis=1), axis=0)
    for column, what in ((0, "connected polygons have different components"), (1, "polygons apart share component")):
        value, counts = np.unique(pairs[:, column], return_counts=True)
        bad = value[counts > 1]
        faults.add_many(Kind.COMPONENT, len(bad), (f"{what} (of polygon or number {each})" for each in bad.tolist()))
    if len(given) and (given.components.min() != 0 or len(np.unique(given.components)) != given.components.max() + 1):
        faults.add(Kind.COMPONENT, "components must be numbered from 0 on")


def _check_apart(given: FloorIntake, faults: Faults) -> Steps[None]:
    """No two polygons lie over each other without room for the body between them, and none ends at another's edge."""
    corners = given.triangles / UNIT
    columns = Columns(corners, 1.0)
    allowed = given.body.height - 2 * given.height_error
    for first, second in columns.near(corners[:, :, :2].min(axis=1), corners[:, :, :2].max(axis=1)):
        yield 0.5, "Checking"
        kept = (given.polygon_of[first] < given.polygon_of[second]) & ~columns.is_upright[first]
        kept &= ~columns.is_upright[second]
        first, second = first[kept], second[kept]
        parts, there = clipped(corners[first], _inward(corners[second]))
        first, second, parts = first[there], second[there], parts[there]
        wide = np.flatnonzero(_areas(parts) > _SHARED)
        first, second, middle = first[wide], second[wide], parts[wide].mean(axis=1)
        apart = np.abs(columns.height(first, middle[:, :2]) - columns.height(second, middle[:, :2]))
        bad = np.flatnonzero(apart < allowed)
        told = (
            f"polygons {given.polygon_of[first[row]]} and {given.polygon_of[second[row]]} lie over each other, "
            f"{apart[row]:.3g} voxels apart, at {_place(middle[row])}"
            for row in bad.tolist()
        )
        faults.add_many(Kind.OVERLAP, len(bad), told)
    _check_ends(given, columns, faults)


def _check_ends(given: FloorIntake, columns: Columns, faults: Faults) -> None:
    """Right behind a border there is no polygon at the same height: it would be a neighbor, but for its corners."""
    at = given.corners / UNIT
    edge = np.flatnonzero(given.neighbours < 0)
    start, end = at[given.ring[edge]], at[given.ring[given.following()[edge]]]
    side = (end - start)[:, :2]
    outward = np.stack((side[:, 1], -side[:, 0]), axis=1) / np.sqrt((side**2).sum(axis=1))[:, None]
    middle = (start + end) / 2
    point, triangle, height, _is_over = columns.hits(middle[:, :2] + _BEYOND * outward)
    bad = np.flatnonzero(np.abs(height - middle[point, 2]) < given.height_error)
    told = (
        f"polygon {given.polygon_of[triangle[row]]} begins where polygon {given.owners()[edge[point[row]]]} ends, "
        f"at {_place(middle[point[row]])}, and they are no neighbors"
        for row in bad.tolist()
    )
    faults.add_many(Kind.NEIGHBOR, len(bad), told)


def _inward(corners: Float64s) -> Float64s:
    """The three sides of triangles in plan as half-spaces, (k, 3, 4): x, y, z and a constant, positive inside."""
    planes = np.zeros((len(corners), 3, 4))
    for corner in range(3):
        start, end = corners[:, corner, :2], corners[:, (corner + 1) % 3, :2]
        planes[:, corner, 0] = start[:, 1] - end[:, 1]
        planes[:, corner, 1] = end[:, 0] - start[:, 0]
        planes[:, corner, 3] = -(planes[:, corner, :2] * start).sum(axis=1)
    return planes


def _areas(parts: Float64s) -> Float64s:
    """Plan areas of polygons, (k, n, 3), to (k,)."""
    at = parts[:, :, :2] - parts[:, :1, :2]
    after = np.roll(at, -1, axis=1)
    return np.asarray(np.abs((at[:, :, 0] * after[:, :, 1] - at[:, :, 1] * after[:, :, 0]).sum(axis=1)) / 2)


def _place(point: Float64s) -> str:
    """A place in voxels as it stands in a sentence."""
    return "({})".format(", ".join(f"{value:.3f}" for value in point[:3]))
