# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Polygons that become one: they stay convex, keep their area, and none is left that could have become one."""

import pytest
from hand_made_outlines import double_area, is_convex
from hand_made_surfaces import edges_of
from hypothesis import given
from hypothesis import strategies as st
from test_ground_triangulation import drawings, triangulated

from volant.navcore.ground.merging import goes_on, merged


def total(points, rings):
    return sum(double_area([points[corner] for corner in ring]) for ring in rings)


def borders(rings):
    """The edges behind which there is nothing."""
    edges = {edge for ring in rings for edge in edges_of(ring)}
    assert len(edges) == sum(map(len, rings)), "two polygons are on the same side of an edge"
    return {(a, b) for a, b in edges if (b, a) not in edges}


@given(drawings())
def test_convex_and_nothing_lost(drawing):
    triangles, points, _loops = triangulated(drawing)
    rings, members = merged(points, triangles)
    assert all(is_convex([points[corner] for corner in ring]) for ring in rings)
    assert total(points, rings) == total(points, triangles)
    assert sorted(member for some in members for member in some) == list(range(len(triangles)))
    for ring, some in zip(rings, members, strict=True):
        assert total(points, [ring]) == total(points, [triangles[member] for member in some])
    assert borders(rings) == borders(triangles)


@given(drawings())
def test_no_two_are_left_that_could_be_one(drawing):
    triangles, points, _loops = triangulated(drawing)
    rings, _members = merged(points, triangles)
    owner = {edge: ring for ring in rings for edge in edges_of(ring)}
    for (a, b), ring in owner.items():
        if (b, a) in owner:
            whole = {*edges_of(ring), *edges_of(owner[b, a])} - {(a, b), (b, a)}
            following = dict(whole)
            corner, both = b, []
            while len(both) < len(whole):
                both.append(points[corner])
                corner = following[corner]
            assert not is_convex(both)


@given(drawings(), st.integers(0, 2**20))
def test_the_order_of_polygons_does_not_matter(drawing, seed):
    triangles, points, _loops = triangulated(drawing)
    turned = [(*t[k:], *t[:k]) for t in triangles for k in [seed % 3]][::-1]
    assert as_set(merged(points, turned)[0]) == as_set(merged(points, triangles)[0])


def as_set(rings):
    return {frozenset(edges_of(ring)) for ring in rings}


def test_only_over_some_edges():
    points = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    squares = [[0, 2, 3, 1], [2, 4, 5, 3]]
    assert merged(points, squares, []) == (squares, [[0], [1]])
    assert as_set(merged(points, squares, [(3, 2)])[0]) == {frozenset(edges_of([0, 2, 4, 5, 3, 1]))}


def test_over_several_edges_at_once():
    # Their common border bends.
    points = [(0, 0), (0, 4), (1, 2), (2, 0), (2, 4), (4, 0), (4, 4)]
    rings = [[0, 3, 2, 4, 1], [3, 5, 6, 4, 2]]
    assert as_set(merged(points, rings, [(3, 2)])[0]) == {frozenset(edges_of([0, 3, 5, 6, 4, 1]))}


@pytest.mark.parametrize(
    ("way", "answer"),
    [([(0, 0), (1, 0), (2, 0)], True), ([(0, 0), (2, 0), (1, 0)], False), ([(0, 0), (1, 0), (1, -1)], False)],
)
def test_ways_back_do_not_go_on(way, answer):
    assert goes_on(*way) is answer
