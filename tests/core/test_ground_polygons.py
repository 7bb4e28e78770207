# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Polygons of outlines: a partition of all floors, whatever tiles part them."""

import random
from collections import Counter

import numpy as np
from hand_made_outlines import double_area, is_convex, outlines, random_groups
from hand_made_surfaces import Drawing, edges_of, joined, moved, random_cells, rectangle, spiral, turn
from hypothesis import given
from hypothesis import strategies as st
from test_ground_triangulation import drawings

from volant.navcore.ground.merging import merged
from volant.navcore.ground.outlines import Outlines, Patch
from volant.navcore.ground.polygons import polygons_of
from volant.navcore.progress import run
from volant.navcore.surface import Border


@st.composite
def floors(draw):
    """A drawing and which patch each of its polygons belongs to; no patch is over itself."""
    kind, seed = draw(st.sampled_from(["plan", "storeys", "spiral"])), draw(st.integers(0, 2**20))
    if kind == "plan":
        drawing = draw(drawings())
        return drawing, random_groups(drawing, seed, draw(st.integers(1, 6)))
    rooms = [moved(random_cells(seed + storey, size=5), (0, 0, 256 * storey)) for storey in range(3)]
    drawing = joined(*rooms) if kind == "storeys" else spiral(turns=3)
    # By height, too: nothing is over itself within half a storey.
    groups = random_groups(drawing, seed, 3)
    low = [min(drawing.corners[corner][2] for corner in ring) // 128 for ring in drawing.polygons]
    return drawing, [group + 100 * height for group, height in zip(groups, low, strict=True)]


def rings_of(made):
    return [[tuple(made.corners[corner].tolist()) for corner in ring] for ring in made.rings]


@given(floors())
def test_a_partition_into_convex_polygons(floor):
    drawing, groups = floor
    made = run(polygons_of(outlines(drawing, groups)))
    rings = rings_of(made)
    assert all(is_convex(ring) for ring in rings)
    old = [[drawing.corners[corner] for corner in ring] for ring in drawing.polygons]
    assert sum(map(double_area, rings)) == sum(map(double_area, old))
    edges = Counter(edge for ring in made.rings for edge in edges_of(ring))
    assert max(edges.values()) == 1
    alone = {(a, b) for a, b in edges if (b, a) not in edges}
    assert alone == set(made.borders)
    assert set(made.borders.values()) <= {Border.WALL}
    # Every polygon lies in its patches: no area is elsewhere.
    area = Counter()
    for ring, group in zip(old, groups, strict=True):
        area[sorted(set(groups)).index(group)] += double_area(ring)
    for ring, patches in zip(rings, made.patches, strict=True):
        assert patches == sorted(set(patches))
        assert double_area(ring) <= sum(area[patch] for patch in patches)


@given(floors())
def test_no_corner_is_there_for_nothing(floor):
    drawing, groups = floor
    made = run(polygons_of(outlines(drawing, groups)))
    around = {}
    for ring in made.rings:
        for a, b in edges_of(ring):
            around.setdefault(a, set()).add(b)
            around.setdefault(b, set()).add(a)
    plan = made.corners[:, :2].tolist()
    assert not [c for c, (a, *b) in around.items() if len(b) == 1 and not turn(plan[a], plan[c], plan[b[0]])]


@given(floors(), st.integers(0, 2**20))
def test_the_order_of_patches_and_corners_does_not_matter(floor, seed):
    given_outlines = outlines(*floor)
    rng = random.Random(seed)
    order = list(range(len(given_outlines.points)))
    rng.shuffle(order)
    place = np.argsort(order)
    patches = [
        Patch(tile, [np.roll(place[loop], seed) for loop in loops][::-1], [np.roll(b, seed) for b in borders][::-1])
        for tile, loops, borders in given_outlines.patches
    ]
    rng.shuffle(patches)
    other = Outlines(given_outlines.points[order], patches, given_outlines.heights)
    assert as_set(run(polygons_of(other))) == as_set(run(polygons_of(given_outlines)))


def as_set(made):
    return {frozenset(edges_of(ring)) for ring in rings_of(made)}


@given(floors())
def test_no_two_polygons_are_left_that_could_be_one(floor):
    made = run(polygons_of(outlines(*floor)))
    left = [*zip(*made.corners[:, :2].T.tolist(), strict=True)]
    assert len(merged(left, made.rings)[0]) == len(made.rings)


def test_a_floor_in_tiles_is_one_polygon():
    tiles = [rectangle(64 * x, 64 * y, 64 * x + 64, 64 * y + 64) for x in range(5) for y in range(4)]
    made = run(polygons_of(outlines(joined(*tiles), list(range(20)))))
    assert len(made.rings) == 1
    assert len(made.rings[0]) == 4
    assert made.patches == [list(range(20))]


def test_borders_of_two_kinds_keep_the_corner_between_them():
    flat = Drawing([(0, 0, 0), (8, 0, 0), (16, 0, 0), (16, 8, 0), (0, 8, 0)], [[0, 1, 2, 3, 4]])
    plain = outlines(flat)
    assert len(run(polygons_of(plain)).rings[0]) == 4
    [patch] = plain.patches
    kinds = np.where(patch.loops[0] == 0, Border.LEDGE, Border.WALL).astype(np.uint8)
    made = run(polygons_of(plain._replace(patches=[patch._replace(borders=[kinds])])))
    assert len(made.rings[0]) == 5
    assert Counter(made.borders.values()) == {Border.WALL: 4, Border.LEDGE: 1}


def test_outlines_of_nothing():
    made = run(polygons_of(outlines(Drawing([], []))))
    assert (len(made.corners), made.rings, made.borders) == (0, [], {})
