# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links that are found: drops, jumps, take-offs, and nothing in the way of the body."""

from __future__ import annotations

from dataclasses import replace

import hand_made_surfaces as made
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import box_mesh

from volant import navcore
from volant.navcore.linking.floors import Floors
from volant.navcore.linking.plan_grid import PlanGrid
from volant.navcore.linking.sweeps import Sweeps, are_free

#: Whole numbers of corners in a unit.
UNIT = 640
NUMBERS = st.floats(-4, 4)


def mesh(*boxes) -> tuple[np.ndarray, np.ndarray]:
    parts = [box_mesh(*box) for box in boxes]
    vertices = np.concatenate([np.array(part, float) for part, _faces in parts])
    return vertices, np.concatenate([np.array(faces) + 8 * number for number, (_part, faces) in enumerate(parts)])


def floor(*rectangles, border=navcore.Border.LEDGE) -> navcore.NavSurface:
    """Floors between corners (x, y), (x, y) at heights, in units; for an agent .4 wide and 1.8 high."""
    drawings = [made.rectangle(*(round(UNIT * at) for at in (*low, *high, height))) for low, high, height in rectangles]
    return made.surface(made.joined(*drawings), border, voxel_size=0.1)


GAP = mesh(((0, 0, -5), (4, 4, 0)), ((6, 0, -5), (10, 4, 0)))
BRINKS = floor(((0.4, 0.4), (3.6, 3.6), 0), ((6.4, 0.4), (9.6, 3.6), 0))
LEAPS = navcore.LinkConfig(jump_length=3.0)


def found(surface, scene, volume=None, **limits) -> navcore.Links:
    config = navcore.LinkConfig(**limits)
    return navcore.find_links(navcore.Navigation(volume, surface), *scene, config)


def of_kind(links: navcore.Links, kind: navcore.LinkKind) -> navcore.Links:
    return links.some(links.kinds == kind)


def test_a_gap_is_jumped_over_by_who_jumps_far_enough():
    """The gap is 2 wide; the agent's centre keeps .4 from either brink."""
    assert len(found(BRINKS, GAP, jump_length=2.75)) == 0
    links = found(BRINKS, GAP, jump_length=2.95)
    assert len(links)
    assert set(links.kinds) == {navcore.LinkKind.JUMP}
    assert links.both_ways.all()
    leaps = links.ends - links.starts
    assert np.allclose(np.abs(leaps[:, 0]), 2.8, atol=0.1)
    assert (leaps[:, 1:] == 0).all()
    assert set(np.sign(leaps[:, 0])) == {-1, 1}


def test_links_of_a_ledge_are_no_farther_apart_than_asked_for():
    places = np.sort(found(BRINKS, GAP, jump_length=3.0, spacing=0.5).starts[:, 1])
    assert len(places) == 14
    assert np.diff(np.unique(places)).max() <= 0.5
    assert len(found(BRINKS, GAP, jump_length=3.0)) == 4


@pytest.mark.parametrize(
    ("low", "high", "is_free"),
    [
        ((4.9, 0, -5), (5.1, 4, 5), False),  # a wall in the gap
        ((4.9, 0, -5), (5.1, 4, 0.3), True),  # one below the step
        ((4.9, 0, -5), (5.1, 4, 0.6), False),
        ((4.9, 0, 1.9), (5.1, 4, 5), True),  # a beam over the head
        ((4.9, 0, 1.6), (5.1, 4, 5), False),
    ],
)
def test_nobody_jumps_through_what_is_in_the_way(low, high, is_free):
    vertices, triangles = box_mesh(low, high)
    scene = np.concatenate((GAP[0], vertices)), np.concatenate((GAP[1], np.array(triangles) + len(GAP[0])))
    assert bool(len(found(BRINKS, scene, jump_length=3.0))) == is_free


def test_a_platform_is_dropped_from_but_not_jumped_onto():
    scene = mesh(((-9, -9, -1), (9, 9, 0)), ((-2, -2, 0), (2, 2, 2)))
    ring = (((-8.6, -8.6), (-2.4, 8.6), 0), ((2.4, -8.6), (8.6, 8.6), 0))
    surface = floor(((-1.6, -1.6), (1.6, 1.6), 2), *ring)
    for limits, count in (({"drop_height": 1.9}, 0), ({"jump_length": 3.0}, 0), ({"drop_height": 2.1}, 4)):
        links = found(surface, scene, **limits)
        assert len(links) == count, limits
        assert set(links.kinds) <= {navcore.LinkKind.DROP}
    assert not links.both_ways.any()
    assert (links.starts[:, 2] == 2).all()
    assert np.allclose(links.ends[:, 2], 0)
    assert np.allclose(np.abs(links.ends[:, 0]), 2.4, atol=0.1)
    # A lower platform across a gap is jumped down to.
    lower = mesh(((0, 0, -5), (4, 4, 2)), ((6, 0, -5), (10, 4, 0)))
    brinks = floor(((0.4, 0.4), (3.6, 3.6), 2), ((6.4, 0.4), (9.6, 3.6), 0))
    down = found(brinks, lower, jump_length=3.0, drop_height=2.1)
    assert set(down.kinds) == {navcore.LinkKind.JUMP}
    assert not down.both_ways.any()
    assert (down.starts[:, 2] == 2).all()
    assert len(found(brinks, lower, jump_length=3.0)) == 0


def test_walls_are_not_jumped_through_and_the_border_is_no_ledge():
    for border in (navcore.Border.WALL, navcore.Border.BOUNDS):
        surface = floor(((0.4, 0.4), (3.6, 3.6), 0), ((6.4, 0.4), (9.6, 3.6), 0), border=border)
        assert len(found(surface, GAP, jump_length=3.0, drop_height=9.0)) == 0


def hall() -> tuple[tuple[np.ndarray, np.ndarray], navcore.NavVolume, navcore.NavSurface]:
    """A yard of 20 by 20, and a closed box with a floor of its own in it, too low for the flier."""
    scene = mesh(((0, 0, -1), (20, 20, 0)), ((8, 8, 0), (12, 12, 0.1)), ((8, 8, 2.0), (12, 12, 2.2)))
    bounds = ((0, 0, -1), (20, 20, 6))
    nav = navcore.bake(*scene, navcore.BakeConfig(voxel_size=0.25, agent_radius=0.9, bounds=bounds))
    return scene, nav, floor(((0.4, 0.4), (7.6, 19.6), 0), ((8.4, 8.4), (11.6, 11.6), 0.1))


def test_agents_take_off_where_floors_and_free_space_meet():
    scene, nav, surface = hall()
    links = found(surface, scene, nav, take_off_spacing=4.0)
    assert set(links.kinds) == {navcore.LinkKind.TAKE_OFF}
    assert links.both_ways.all()
    assert (nav.locate(links.ends) >= 0).all()
    assert (surface.below(links.starts) == 0).all()
    assert (links.starts[:, :2] == links.ends[:, :2]).all()
    # The lowest free places, which are as far above the floor as the flier is wide, and a voxel or two.
    assert (links.ends[:, 2] > 0.9).all()
    assert (links.ends[:, 2] < 0.9 + 2 * 0.25).all()
    assert len(links) == 4
    assert len(found(surface, scene, nav, take_offs=False)) == 0
    # One at least, however far apart they are.
    assert len(found(surface, scene, nav, take_off_spacing=400.0)) == 1
    assert len(found(surface, scene)) == 0


def test_questions_without_sense_are_refused():
    scene, nav, _surface = hall()
    for wrong, words in (
        (lambda: navcore.find_links(navcore.Navigation(nav), *scene), "no surface"),
        (lambda: navcore.find_links(3, *scene), "a NavVolume, a NavSurface or a Navigation"),
        (lambda: navcore.find_links(BRINKS, *scene, 3), "config must be a LinkConfig"),
        (lambda: navcore.LinkConfig(jump_length=-1), "jump_length must be"),
        (lambda: navcore.LinkConfig(spacing=0), "spacing must be a positive length"),
        (lambda: navcore.find_links(BRINKS, *GAP, LEAPS, progress=lambda *_: False), "cancelled while looking over"),
        (lambda: navcore.find_links(BRINKS, GAP[0], [(0, 1, 99)], LEAPS), "triangle 0 names a vertex"),
    ):
        with pytest.raises(navcore.NavError, match=words):
            wrong()


def test_an_empty_surface_has_no_links():
    none = made.surface(made.Drawing([], []))
    assert len(found(none, GAP, jump_length=3.0)) == 0


@given(
    st.lists(st.tuples(*[st.tuples(*[NUMBERS] * 3)] * 3), min_size=1, max_size=4),
    st.tuples(*[NUMBERS] * 4),
    st.tuples(NUMBERS, st.floats(0.1, 3)),
    st.floats(0.2, 1.5),
)
def test_sweeps_are_free_as_a_dense_sample_has_it(soup, line, band, radius):
    """Points all over each triangle, and how far they are from the line in plan."""
    steps, low, high = 60, band[0], band[0] + band[1]
    triangles = np.array(soup)
    sweep = Sweeps(*(np.array([end]) for end in (line[:2], line[2:])), np.array([low]), np.array([high]))
    (free,) = are_free(sweep, radius, PlanGrid(triangles))
    u, v = np.divmod(np.arange((steps + 1) ** 2), steps + 1)
    u, v = u[u + v <= steps] / steps, v[u + v <= steps] / steps
    a, b, c = (triangles[:, corner][:, None] for corner in range(3))
    points = (a + u[:, None] * (b - a) + v[:, None] * (c - a)).reshape(-1, 3)
    begin, along = np.array(line[:2]), np.subtract(line[2:], line[:2])
    share = np.clip((points[:, :2] - begin) @ along / max(along @ along, 1e-300), 0, 1)
    apart = np.linalg.norm(points[:, :2] - begin - share[:, None] * along, axis=1)
    apart[(points[:, 2] <= low) | (points[:, 2] >= high)] = np.inf
    if free:
        assert apart.min() >= radius * (1 - 1e-5)
    else:
        # Something is near; the sample may miss it by as much as its points are apart.
        spread = max(np.linalg.norm(np.ptp(triangle, axis=0)) for triangle in triangles) / steps
        apart = np.linalg.norm(points[:, :2] - begin - share[:, None] * along, axis=1)
        near = (points[:, 2] > low - spread) & (points[:, 2] < high + spread)
        assert apart[near].min() <= radius + spread


@given(st.integers(0, 2**32 - 1))
def test_floors_over_places_are_those_of_their_triangles(seed):
    rng = np.random.default_rng(seed)
    surface = made.surface(made.storeys(seed, 2, 4), voxel_size=0.5)
    places = rng.uniform(-0.5, 3.0, (20, 2))
    place, polygon, height = Floors(surface).over(places)
    triangles, polygons = surface.floor_triangles()
    expected = set()
    for number, (x, y) in enumerate(places):
        for (a, b, c), owner in zip(triangles, polygons, strict=True):
            area = np.linalg.det([b[:2] - a[:2], c[:2] - a[:2]])
            if area > 0:
                s, t = np.linalg.solve(np.array([b[:2] - a[:2], c[:2] - a[:2]]).T, (x - a[0], y - a[1]))
                if min(s, t, 1 - s - t) >= 0:
                    expected.add((number, int(owner), round(a[2] + s * (b[2] - a[2]) + t * (c[2] - a[2]), 6)))
    assert set(zip(place.tolist(), polygon.tolist(), np.round(height, 6).tolist(), strict=True)) == expected


def test_the_same_links_are_found_in_turned_scenes():
    """By a quarter: coordinates are swapped, nothing is rounded."""
    links = found(BRINKS, GAP, jump_length=3.0)
    turned = replace(BRINKS, corners=np.ascontiguousarray(BRINKS.corners[:, [1, 0, 2]] * (-1, 1, 1)).astype(np.int32))
    vertices = GAP[0][:, [1, 0, 2]] * (-1, 1, 1)
    again = found(turned, (vertices, GAP[1]), jump_length=3.0)
    assert np.allclose(again.starts, links.starts[:, [1, 0, 2]] * (-1, 1, 1))
    assert np.allclose(again.ends, links.ends[:, [1, 0, 2]] * (-1, 1, 1))
