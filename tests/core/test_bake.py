# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake against its twins: sound, complete, tiled exactly, connected as claimed."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scenes import (
    box_mesh,
    face_pairs,
    meets_half_open,
    nearly_meets,
    painted,
    reachable,
    triangle_soups,
    voxel_distances,
)

from volant import navcore
from volant.navcore.geometry.boxes import fewest_boxes

SHAPE = (8, 7, 5)
BOUNDS = ((0.0, 0.0, 0.0), tuple(map(float, SHAPE)))


def bake(soup: NDArray[np.float64], **settings: object) -> navcore.NavVolume:
    triangles = np.arange(3 * len(soup)).reshape(-1, 3)
    settings = {"voxel_size": 1.0, "bounds": BOUNDS, **settings}
    return navcore.bake(soup.reshape(-1, 3), triangles, navcore.BakeConfig(**settings))


def bake_or_full(soup: NDArray[np.float64], **settings: object) -> tuple[navcore.NavVolume | None, NDArray[np.int64]]:
    """A bake and the count of cells over each voxel; no bake when nothing is free."""
    try:
        nav = bake(soup, **settings)
    except navcore.BakeError as error:
        assert "no free space" in str(error)
        return None, np.zeros(SHAPE, np.int64)
    return nav, painted(nav.cells, SHAPE)


# Within rounding of a side, but off the lattice that is decided exactly.
_HAIR = np.array([[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 1.0, -1.25624067e-21]]])


@example(_HAIR, False, 0, False)
@given(triangle_soups(), st.booleans(), st.integers(0, 3), st.booleans())
def test_a_voxel_is_blocked_exactly_when_a_triangle_meets_it(soup, merge, min_depth, balanced):
    """Half-open voxels, in exact arithmetic: the soups' coordinates are themselves the voxel coordinates.

    Coordinates that are multiples of a sixteenth are decided exactly; others may block what they nearly touch.
    """
    _nav, free = bake_or_full(soup, merge=merge, min_depth=min_depth, balanced=balanced)
    assert free.max() <= 1, "cells overlap"
    exact = (16.0 * soup == np.rint(16.0 * soup)).all()
    for voxel in itertools.product(*map(range, SHAPE)):
        if meets_half_open(soup, voxel):
            assert not free[voxel], f"voxel {voxel} is free but met"
        elif not free[voxel]:
            assert not exact, f"voxel {voxel} is blocked but not met"
            assert nearly_meets(soup, voxel), f"voxel {voxel} is blocked but not even nearly met"


@given(triangle_soups(), st.sampled_from([0.3, 1.0, 1.7, 2.5, 8.0]))
def test_with_a_radius_a_voxel_is_blocked_exactly_when_it_is_nearer(soup, radius):
    _nav, free = bake_or_full(soup, agent_radius=radius)
    distance = voxel_distances(soup, SHAPE)
    assert not (free.astype(bool) & (distance < radius - 1e-4)).any()
    assert not (~free.astype(bool) & (distance > radius + 1e-4)).any()


@given(triangle_soups(), st.booleans())
def test_portals_and_components_are_exactly_those_of_the_cells(soup, merge):
    nav, _free = bake_or_full(soup, merge=merge)
    if nav is None:
        return
    pairs = face_pairs(nav.cells)
    assert {tuple(pair) for pair in nav.portals.tolist()} == pairs
    sets = [set(np.flatnonzero(nav.components == label).tolist()) for label in range(nav.components.max() + 1)]
    assert sets == reachable(len(nav.cells), pairs)


@given(triangle_soups())
def test_merging_keeps_the_space_and_never_adds_cells(soup):
    nav, free = bake_or_full(soup)
    plain, free_plain = bake_or_full(soup, merge=False)
    assert (free == free_plain).all()
    if nav is not None and plain is not None:
        assert len(nav.cells) <= len(plain.cells) == nav.leaf_count


@given(triangle_soups(), st.randoms(use_true_random=False))
def test_the_order_of_triangles_does_not_matter(soup, random):
    order = list(range(len(soup)))
    random.shuffle(order)
    first, _ = bake_or_full(soup)
    second, _ = bake_or_full(soup[order])
    assert (first is None) == (second is None)
    if first is not None:
        assert (first.cells == second.cells).all()


@given(
    st.tuples(*[st.floats(1.0, 2.5)] * 3),
    st.tuples(*[st.floats(1.5, 2.5)] * 3),
    st.tuples(*[st.floats(-3.2, 3.2)] * 3),
    st.booleans(),
)
def test_closed_boxes_never_leak(low, size, angles, aligned):
    vertices, triangles = box_mesh((0.0,) * 3, size)
    if aligned:
        low, vertices = np.round(low), np.round(vertices)
    else:
        for axis, angle in enumerate(angles):
            a, b = (axis + 1) % 3, (axis + 2) % 3
            turn = np.eye(3)
            turn[a, a] = turn[b, b] = np.cos(angle)
            turn[a, b], turn[b, a] = -np.sin(angle), np.sin(angle)
            vertices = vertices @ turn.T
    vertices = vertices + np.array(low)
    centre = vertices.mean(axis=0)
    bounds = (tuple(vertices.min(axis=0) - 1.0), tuple(vertices.max(axis=0) + 1.0))
    nav = navcore.bake(vertices, triangles, navcore.BakeConfig(voxel_size=0.25, bounds=bounds))
    inside, outside = nav.locate([centre, np.array(bounds[0]) + 0.01])
    assert inside >= 0
    assert outside >= 0
    assert nav.components[inside] != nav.components[outside]
    kept = navcore.bake(vertices, triangles, navcore.BakeConfig(voxel_size=0.25, bounds=bounds, markers=[centre]))
    assert kept.components.max() == 0
    assert kept.locate([bounds[0]])[0] == -1


def test_a_volume_without_triangles_is_one_free_cell():
    nav = bake(np.empty((0, 3, 3)))
    assert nav.cells.tolist() == [[[0, 0, 0], list(SHAPE)]]


def test_progress_is_told_and_can_cancel():
    seen: list[tuple[float, str]] = []
    config = navcore.BakeConfig(max_depth=5)
    navcore.bake(*box_mesh((0, 0, 0), (1, 1, 1)), config, lambda *told: seen.append(told))
    fractions = [fraction for fraction, _stage in seen]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    with pytest.raises(navcore.Cancelled):
        navcore.bake(*box_mesh((0, 0, 0), (1, 1, 1)), config, lambda *_told: False)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "exactly one"),
        ({"voxel_size": 1, "max_depth": 3}, "exactly one"),
        ({"voxel_size": 0}, "positive"),
        ({"voxel_size": float("nan")}, "positive"),
        ({"max_depth": 16}, "0 to 15"),
        ({"max_depth": 3, "min_depth": 4, "bounds": BOUNDS}, "min_depth"),
        ({"voxel_size": 1, "agent_radius": -1}, "agent_radius"),
        ({"voxel_size": 1, "bounds": ((0, 0, 0), (1, 0, 1))}, "in y"),
        ({"voxel_size": 9, "bounds": BOUNDS}, "larger than the domain"),
        ({"voxel_size": 0.0001, "bounds": BOUNDS}, "limit"),
        ({"voxel_size": 1, "bounds": BOUNDS, "markers": [(50, 0, 0)]}, "marker 0"),
        ({"voxel_size": 1, "bounds": BOUNDS, "markers": [(1, 2)]}, "marker 0"),
        ({"voxel_size": 1, "bounds": BOUNDS, "agent_radius": 20}, "no free space"),
        ({"voxel_size": 1, "bounds": BOUNDS, "agent_radius": 1e12}, "no free space"),
        ({"voxel_size": "fine"}, "voxel_size must be a positive length, not 'fine'"),
        ({"max_depth": 2.5}, "whole number"),
        ({"voxel_size": 1, "min_depth": None}, "min_depth"),
        ({"voxel_size": 1, "agent_radius": "0.4"}, "agent_radius"),
        ({"voxel_size": 1, "memory_limit": "1 GB"}, "memory_limit"),
        ({"voxel_size": 1, "bounds": 5}, "two corners"),
        ({"voxel_size": 1, "bounds": ((0, 0, 0), (1, 1, "far"))}, "two corners"),
        ({"voxel_size": 1, "markers": 1.0}, "list of points"),
        ({"voxel_size": 1, "markers": (1.0, 2.0, 3.0)}, "marker 0"),
    ],
)
def test_bad_settings_are_named(settings, words):
    with pytest.raises(navcore.BakeError, match=words):
        navcore.bake(*box_mesh((1, 1, 1), (3, 3, 3)), navcore.BakeConfig(**settings))


@pytest.mark.parametrize(
    ("vertices", "triangles", "words"),
    [
        ([[0, 0, 0], [1, 0, 0], [np.nan, 1, 0]], [[0, 1, 2]], "first is vertex 2"),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 3]], "triangle 0"),
        ([[0, 0], [1, 0], [0, 1]], [[0, 1, 2]], r"\(n, 3\)"),
        ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0.0, 1.0, 2.0]], "integers"),
    ],
)
def test_bad_meshes_are_named(vertices, triangles, words):
    with pytest.raises(navcore.BakeError, match=words):
        navcore.bake(np.array(vertices), np.array(triangles), navcore.BakeConfig(voxel_size=1, bounds=BOUNDS))


@pytest.mark.parametrize("radius", [100.0, 1e9, 1e300])
def test_agents_larger_than_any_room_are_refused_at_once(radius):
    with pytest.raises(navcore.BakeError, match="no free space"):
        navcore.bake_voxels([[1, 1, 1]], (8, 8, 8), navcore.BakeConfig(voxel_size=1.0, agent_radius=radius))
    nav = navcore.bake(*box_mesh((3, 3, 3), (5, 5, 5)), navcore.BakeConfig(voxel_size=1.0, bounds=BOUNDS))
    with pytest.raises(navcore.BakeError, match="no free space"):
        navcore.erode(nav, radius)


@pytest.mark.parametrize("tilt", [0.0, 0.3])
def test_agents_too_large_for_a_grid_around_the_domain_keep_away_from_what_cuts_it(tilt):
    """All corners of the triangle are far off: only its inside is near, and cuts voxels of the domain."""
    far, radius, place = 1e4, 900.0, 20.4
    vertices = np.array([(place - tilt, -far, -far), (place + tilt, far, -far), (place, 0.0, far)])
    bounds = ((0.0, 0.0, 0.0), (1000.0, 2.0, 2.0))
    nav = navcore.bake(vertices, [(0, 1, 2)], navcore.BakeConfig(voxel_size=1.0, agent_radius=radius, bounds=bounds))
    assert nav.cells.tolist() == [[[921, 0, 0], [1000, 2, 2]]]
    assert navcore.check(nav, vertices, [(0, 1, 2)]) == []
    with pytest.raises(navcore.BakeError, match="no free space"):
        navcore.bake(vertices, [(0, 1, 2)], navcore.BakeConfig(voxel_size=1.0, agent_radius=2 * radius, bounds=bounds))


@pytest.mark.parametrize("radius", [1e3, 1e6, 1e9])
def test_agents_of_any_size_keep_away_from_what_is_as_far_off(radius):
    vertices = np.array([(-radius + 2.5, -1e5, -1e5), (-radius + 2.5, 1e5, -1e5), (-radius + 2.5, 0.0, 1e5)])
    bounds = ((0.0, 0.0, 0.0), (6.0, 2.0, 2.0))
    nav = navcore.bake(vertices, [(0, 1, 2)], navcore.BakeConfig(voxel_size=1.0, agent_radius=radius, bounds=bounds))
    assert nav.cells.tolist() == [[[3, 0, 0], [6, 2, 2]]]


def test_eroded_volumes_tell_of_every_radius_before():
    mesh = box_mesh((3, 3, 3), (5, 5, 5))
    settings = navcore.BakeConfig(voxel_size=0.25, bounds=((0, 0, 0), (12, 12, 12)), agent_radius=0.25)
    nav = replace(navcore.bake(*mesh, settings), metadata={"name": "Hall"})
    same, once = navcore.erode(nav, 0.25), navcore.erode(nav, 0.6)
    twice = navcore.erode(once, 1.0)
    assert same.metadata == nav.metadata
    assert once.metadata == {"name": "Hall", "eroded_from": [0.25]}
    assert twice.metadata == {"name": "Hall", "eroded_from": [0.25, 0.6]}
    for volume in (same, once, twice):
        assert navcore.check(volume, *mesh) == []
    assert navcore.check(once, *mesh, slack=0.0) != [], "as a fresh bake it would not do"


@given(triangle_soups(), st.booleans())
def test_removed_space_is_the_same_in_fewer_boxes(soup, merge):
    nav, free = bake_or_full(soup, merge=merge)
    if nav is not None:
        boxes = navcore.run(fewest_boxes(nav.cells))
        assert (painted(boxes, SHAPE) == free).all()
        assert len(boxes) <= len(nav.cells)


def test_leaves_do_not_cut_removed_space():
    """Within a closed box lies one box, however the octree's borders run through it; around it lie six."""
    config = navcore.BakeConfig(voxel_size=1.0, bounds=((0, 0, 0), (16, 16, 16)), merge=False, markers=[(7, 7, 7)])
    nav = navcore.bake(*box_mesh((3.5, 3.5, 3.5), (12.5, 11.5, 10.5)), config)
    assert len(nav.removed_boxes) == 6
    inner = navcore.bake(
        *box_mesh((3.5, 3.5, 3.5), (12.5, 11.5, 10.5)),
        navcore.BakeConfig(voxel_size=1.0, bounds=((0, 0, 0), (16, 16, 16)), merge=False, markers=[(1, 1, 1)]),
    )
    assert inner.removed().tolist() == [[[4, 4, 4], [12, 11, 10]]]
