# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake against its twins: sound, complete, tiled exactly, connected as claimed."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scenes import box_mesh, face_pairs, meets, painted, reachable, triangle_soups

from volant import navcore

SHAPE = (8, 7, 5)
BOUNDS = ((0.0, 0.0, 0.0), tuple(map(float, SHAPE)))
#: A triangle this near a voxel's border may count either way: arithmetic differs between the twins.
MARGIN = 1e-5


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


@given(triangle_soups(), st.sampled_from([0.0, 0.3, 1.7]), st.booleans(), st.integers(0, 3))
def test_blocks_what_is_near_and_nothing_far(soup, radius, merge, min_depth):
    _nav, free = bake_or_full(soup, agent_radius=radius, merge=merge, min_depth=min_depth)
    assert free.max() <= 1, "cells overlap"
    for voxel in itertools.product(*map(range, SHAPE)):
        low = np.array(voxel, float)
        if free[voxel]:
            assert not meets(soup, low + MARGIN, low + 1 - MARGIN), f"a triangle runs through free voxel {voxel}"
        else:
            grown = radius + MARGIN
            assert meets(soup, low - grown, low + 1 + grown), f"voxel {voxel} is blocked by nothing"


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
        ({"max_depth": 11}, "0 to 10"),
        ({"max_depth": 3, "min_depth": 4, "bounds": BOUNDS}, "min_depth"),
        ({"voxel_size": 1, "agent_radius": -1}, "agent_radius"),
        ({"voxel_size": 1, "bounds": ((0, 0, 0), (1, 0, 1))}, "in y"),
        ({"voxel_size": 9, "bounds": BOUNDS}, "larger than the domain"),
        ({"voxel_size": 0.001, "bounds": BOUNDS}, "limit"),
        ({"voxel_size": 1, "bounds": BOUNDS, "markers": [(50, 0, 0)]}, "marker 0"),
        ({"voxel_size": 1, "bounds": BOUNDS, "markers": [(1, 2)]}, "marker 0"),
        ({"voxel_size": 1, "bounds": BOUNDS, "agent_radius": 20}, "no free space"),
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
