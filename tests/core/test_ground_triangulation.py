# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Triangles of outlines against brute force: they fill the outline, keep its edges, and are Delaunay's."""

import itertools
import random

import pytest
from hand_made_outlines import double_area, loops_around
from hand_made_surfaces import Drawing, cells, edges_of, moved, random_cells, random_mesh, turn
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore.ground.triangulation import delaunay, is_in_circle

_PLANS = (((1, 0), (0, 1)), ((3, 1), (-1, 2)), ((0, -1), (1, 0)), ((7, -3), (5, 4)))
#: The largest numbers that corners may be.
_FAR = 1 << 21


@st.composite
def drawings(draw):
    """Cells, whose loops touch in corners and have straight chains; or a mesh in general position."""
    seed, plan = draw(st.integers(0, 2**20)), draw(st.sampled_from(_PLANS))
    by = draw(st.sampled_from([(0, 0, 0), (_FAR, -_FAR, 0)]))
    if draw(st.booleans()):
        return moved(random_cells(seed, size=draw(st.integers(1, 6)), cell=draw(st.integers(1, 9))), by, plan)
    return moved(random_mesh(seed, points=draw(st.integers(0, 25)), size=draw(st.sampled_from([20, 1000]))), by, plan)


def triangulated(drawing):
    """Triangles of a drawing, the points of their corners, and the loops."""
    order = sorted({corner for ring in drawing.polygons for corner in ring}, key=lambda c: drawing.corners[c])
    number = {corner: index for index, corner in enumerate(order)}
    loops = [[number[corner] for corner in loop] for loop in loops_around(drawing.polygons)]
    points = [drawing.corners[corner][:2] for corner in order]
    return delaunay(points, loops), points, loops


@given(drawings())
def test_triangles_fill_what_loops_enclose(drawing):
    triangles, points, loops = triangulated(drawing)
    sizes = [turn(*(points[corner] for corner in triangle)) for triangle in triangles]
    assert min(sizes) > 0
    assert sum(sizes) == sum(double_area([points[corner] for corner in loop]) for loop in loops)
    edges = [edge for triangle in triangles for edge in edges_of(triangle)]
    assert len(edges) == len(set(edges)), "two triangles are on the same side of an edge"
    open_edges = {(a, b) for a, b in edges if (b, a) not in set(edges)}
    assert open_edges == {edge for loop in loops for edge in edges_of(loop)}
    for one, other in itertools.combinations(triangles, 2):
        assert are_apart([points[corner] for corner in one], [points[corner] for corner in other])


def are_apart(one, other):
    """Whether an edge of one of two triangles parts them."""
    return any(
        all(turn(a, b, corner) <= 0 for corner in theirs)
        for ours, theirs in ((one, other), (other, one))
        for a, b in edges_of(ours)
    )


@given(drawings())
def test_no_corner_that_is_seen_lies_in_a_circle(drawing):
    triangles, points, loops = triangulated(drawing)
    walls = [(points[a], points[b]) for loop in loops for a, b in edges_of(loop)]
    for a, b, c in triangles:
        circle = points[a], points[b], points[c]
        for corner in {corner for loop in loops for corner in loop} - {a, b, c}:
            if is_in_circle(*circle, points[corner]):
                assert not is_seen(circle, points[corner], walls)


def is_seen(triangle, point, walls):
    """Whether no wall stands between a point and the middle of a triangle."""
    # Three times as large, so that the middle is whole.
    middle = sum(x for x, _y in triangle), sum(y for _x, y in triangle)
    point = 3 * point[0], 3 * point[1]
    for a, b in walls:
        a, b = (3 * a[0], 3 * a[1]), (3 * b[0], 3 * b[1])
        ends = turn(middle, point, a), turn(middle, point, b)
        sides = turn(a, b, middle), turn(a, b, point)
        # A wall that begins or ends on the line of sight counts: what is behind a corner may be hidden.
        if min(ends) <= 0 <= max(ends) and min(sides) < 0 < max(sides):
            return False
    return True


@given(drawings(), st.integers(0, 2**20))
def test_the_order_of_loops_does_not_matter(drawing, seed):
    triangles, points, loops = triangulated(drawing)
    turned = [loop[k:] + loop[:k] for loop in loops for k in [seed % len(loop)]]
    random.Random(seed).shuffle(turned)
    assert as_set(delaunay(points, turned)) == as_set(triangles)


def as_set(triangles):
    return {frozenset(triangle) for triangle in triangles}


def test_a_square_with_a_hole_that_touches_it():
    # The hole, a diamond, touches the middle of the square's left side, where the square has a corner.
    points = [(0, 0), (0, 4), (0, 8), (2, 2), (2, 6), (4, 4), (8, 0), (8, 8)]
    triangles = delaunay(points, [[0, 6, 7, 2, 1], [1, 4, 5, 3]])
    assert sum(turn(*(points[c] for c in triangle)) for triangle in triangles) == 2 * (64 - 8)


@pytest.mark.parametrize("size", [1, 2, 40])
def test_rows_of_cells(size):
    triangles, points, _loops = triangulated(cells([[True] * 2 for _ in range(size)]))
    assert len(triangles) == len(points) - 2


def test_circles_are_told_exactly():
    far = 1 << 40
    square = [(0, 0), (far, 0), (far, far)]
    assert not is_in_circle(*square, (0, far))
    assert is_in_circle(*square, (1, far))
    assert not is_in_circle(*square, (-1, far))


def test_a_drawing_of_nothing():
    assert delaunay([], []) == []
    assert loops_around(Drawing([], []).polygons) == []
