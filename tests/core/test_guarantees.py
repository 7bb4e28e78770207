# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guarantees, over scenes of every kind, by the independent verifier and by twins of its own."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from scenes import (
    aligned_boxes,
    angles,
    as_mesh,
    box_mesh,
    closed_meshes,
    painted,
    rotation,
    soups,
    voxel_distances,
)

from volant import navcore
from volant.navcore import workers
from volant.navcore.geometry import box_tree

SHAPE = (8, 7, 9)
#: Where the domain lies: powers of two keep the grid's planes exact far from the origin.
places = st.sampled_from([(0.0, 0.0, 0.0), (2.0**20, -(2.0**20), 2.0**19), (1e6, 1e6, -1e6), (-3.7, 0.1, 12.3)])
#: Voxel edges, exact and not.
voxels = st.sampled_from([1.0, 0.625, 0.1, 37.0])
radii = st.sampled_from([0.0, 0.0, 0.4, 1.0, 2.5, 8.0])


def config(place, voxel, **settings) -> navcore.BakeConfig:
    high = tuple(low + voxel * side for low, side in zip(place, SHAPE, strict=True))
    return navcore.BakeConfig(voxel_size=voxel, bounds=(place, high), **settings)


def bake_or_none(mesh, settings) -> navcore.NavVolume | None:
    try:
        return navcore.bake(*mesh, settings)
    except navcore.BakeError as error:
        assert "no free space" in str(error)
        return None


# A triangle whose corners lie on a line but for rounding, so that its plane is noise.
_SLIVER = np.array([[[3.0, 0.0, 0.0], [-1.0, 3.0, 1.0], [1.4, 1.2, 0.4]]])


@example(_SLIVER, (0.0, 0.0, 0.0), 1.0, 1.0, True, 0, False)
@given(soups, places, voxels, radii, st.booleans(), st.integers(0, 3), st.booleans())
def test_every_guarantee_holds_by_the_independent_verifier(soup, place, voxel, radius, merge, min_depth, balanced):
    mesh = as_mesh(soup * voxel + np.array(place))
    settings = config(place, voxel, agent_radius=radius * voxel, merge=merge, min_depth=min_depth, balanced=balanced)
    nav = bake_or_none(mesh, settings)
    if nav is not None:
        assert tuple(nav.shape) == SHAPE
        assert navcore.check(nav, *mesh) == []


@given(closed_meshes(), places, st.sampled_from([0.11, 0.25, 0.31, 1.0]))
def test_inside_and_outside_are_never_connected(solid, place, voxel):
    centre = solid.reshape(-1, 3).mean(axis=0) + np.array(place)
    mesh = as_mesh(solid + np.array(place))
    bounds = (mesh[0].min(axis=0) - 2 * voxel, mesh[0].max(axis=0) + 2 * voxel)
    nav = navcore.bake(*mesh, navcore.BakeConfig(voxel_size=voxel, bounds=bounds))
    inside, outside = nav.locate([centre, bounds[0] + 0.01 * voxel])
    assert outside >= 0
    assume(inside >= 0)
    assert nav.components[inside] != nav.components[outside]
    kept = navcore.bake(*mesh, navcore.BakeConfig(voxel_size=voxel, bounds=bounds, markers=[centre]))
    assert kept.components.max() == 0
    assert kept.locate([bounds[0] + 0.01 * voxel])[0] == -1
    assert navcore.check(kept, *mesh) == []


@given(aligned_boxes(), st.sampled_from([0.0, 1.0]))
def test_grid_aligned_sides_block_one_layer(boxes, radius):
    """A side on a voxel plane blocks the layer above it, and with a radius all that is nearer, no more."""
    nav = bake_or_none(as_mesh(boxes), config((0.0, 0.0, 0.0), 1.0, agent_radius=radius))
    free = painted(nav.cells, SHAPE).astype(bool) if nav is not None else np.zeros(SHAPE, bool)
    expected = np.ones(SHAPE, bool)
    steps = int(radius)
    for solid in boxes.reshape(-1, 12, 3, 3):
        low, high = solid.min(axis=(0, 1)).astype(int), solid.max(axis=(0, 1)).astype(int)
        for axis, side in itertools.product(range(3), (low, high)):
            at = [slice(max(low[a] - steps, 0), high[a] + 1 + steps - bool(steps)) for a in range(3)]
            at[axis] = slice(max(side[axis] - steps, 0), max(side[axis] + 1 + steps - bool(steps), 0))
            if not steps:
                expected[tuple(at)] = False
    if steps:
        expected = ~(voxel_distances(boxes, SHAPE) < radius - 1e-6)
    assert (free == expected).all()


@given(soups)
def test_balanced_leaves_differ_by_one_level(soup):
    nav = bake_or_none(as_mesh(soup), config((0.0, 0.0, 0.0), 1.0, merge=False, balanced=True))
    if nav is None:
        return
    size = nav.cells[:, 1, 0] - nav.cells[:, 0, 0]
    first, second = nav.portals.T
    assert (np.maximum(size[first], size[second]) <= 2 * np.minimum(size[first], size[second])).all()
    # A blocked voxel is a leaf, too.
    grown = painted(nav.blocked(), SHAPE).astype(bool)
    for axis, side in itertools.product(range(3), (1, -1)):
        shifted = np.zeros_like(grown)
        to, source = [slice(None)] * 3, [slice(None)] * 3
        to[axis], source[axis] = (slice(1, None), slice(None, -1))[::side]
        shifted[tuple(to)] = grown[tuple(source)]
        for (low, high), edge in zip(nav.cells, size, strict=True):
            if shifted[tuple(slice(a, b) for a, b in zip(low, high, strict=True))].any():
                assert edge <= 2


@given(soups)
def test_min_depth_equal_to_the_depth_is_a_uniform_grid(soup):
    nav = bake_or_none(as_mesh(soup), config((0.0, 0.0, 0.0), 1.0, merge=False, min_depth=4))
    if nav is not None:
        assert (nav.cells[:, 1] - nav.cells[:, 0] == 1).all()


@given(soups, st.sampled_from([0.0, 0.6, 1.3]), st.sampled_from([0.0, 0.5, 1.0, 2.2]))
def test_eroding_is_sound_and_nearly_a_fresh_bake(soup, radius, more):
    # Within the domain: what lies on its upper border, or beyond, is in no voxel and unknown to the volume.
    mesh = as_mesh(np.clip(soup, 0.0, 6.9375))
    nav = bake_or_none(mesh, config((0.0, 0.0, 0.0), 1.0, agent_radius=radius))
    if nav is None:
        return
    try:
        eroded = navcore.erode(nav, radius + more)
    except navcore.BakeError as error:
        assert "no free space" in str(error)
        free = np.zeros(SHAPE, bool)
    else:
        assert eroded.agent_radius == radius + more
        assert navcore.check(eroded, *mesh) == []
        assert navcore.check(navcore.loads(navcore.dumps(eroded)), *mesh) == [], "a file tells that it was eroded"
        free = painted(eroded.cells, SHAPE).astype(bool)
    distance = voxel_distances(mesh[0].reshape(-1, 3, 3), SHAPE)
    assert not (free & (distance < radius + more - 1e-4)).any(), "an eroded cell is too near"
    # The whole voxel has at least this clearance, so none of its points may be lost.
    assert free[distance >= radius + more + 2 * math.sqrt(3) + 1e-4].all(), "erosion lost a voxel that is far away"


@given(st.lists(st.tuples(*[st.integers(0, side - 1) for side in SHAPE]), max_size=6), st.floats(0, 4))
def test_occupied_voxels_block_by_the_distance_of_their_boxes(occupied, radius):
    try:
        nav = navcore.bake_voxels(occupied, SHAPE, navcore.BakeConfig(voxel_size=1.0, agent_radius=radius))
    except navcore.BakeError as error:
        assert "no free space" in str(error)
        free = np.zeros(SHAPE, bool)
    else:
        free = painted(nav.cells, SHAPE).astype(bool)
    for voxel in itertools.product(*map(range, SHAPE)):
        gaps = [
            np.linalg.norm([max(abs(a - b) - 1, 0) for a, b in zip(voxel, other, strict=True)]) for other in occupied
        ]
        if any(abs(gap - radius) < 1e-5 for gap in gaps):
            continue
        assert free[voxel] == (voxel not in occupied and not any(gap < radius for gap in gaps))


@given(angles, st.floats(0.05, 0.4))
def test_agents_many_voxels_wide_keep_the_passages_they_fit_through(turn, spare):
    """Two turned walls leave a corridor wider than the agent by a bit more than the guarantee allows to lose."""
    voxel, radius = 0.125, 1.0
    half = radius + math.sqrt(3) * voxel + spare * voxel
    walls = [box_mesh((half, -3, -3), (half + 0.01, 3, 3)), box_mesh((-half - 0.01, -3, -3), (-half, 3, 3))]
    soup = np.concatenate([vertices[triangles] for vertices, triangles in walls]) @ rotation(turn).T
    bounds = ((-2.0, -2.0, -2.0), (2.0, 2.0, 2.0))
    nav = navcore.bake(*as_mesh(soup), navcore.BakeConfig(voxel_size=voxel, agent_radius=radius, bounds=bounds))
    along = rotation(turn) @ np.array([0.0, 1.0, 0.0])
    middle = np.linspace(-1.2, 1.2, 40)[:, None] * along
    cells = nav.locate(middle)
    assert (cells >= 0).all()
    assert len(set(nav.components[cells])) == 1


def test_memory_is_refused_before_the_work_with_figures_and_advice():
    settings = navcore.BakeConfig(voxel_size=0.01, memory_limit=1 << 20)
    with pytest.raises(navcore.BakeError, match=r"voxels needs about .* MB, over the limit of 1 MB; use a larger"):
        navcore.bake(*box_mesh((0, 0, 0), (4, 4, 4)), settings)


def test_every_report_can_cancel(monkeypatch):
    # Threads report by the clock; one after the other, tasks report the same whatever else the machine does.
    monkeypatch.setattr(workers, "may_start_threads", lambda: False)
    mesh = box_mesh((0, 0, 0), (1, 1, 1))
    for settings in (navcore.BakeConfig(max_depth=5), navcore.BakeConfig(max_depth=5, agent_radius=0.1)):
        told: list[str] = []
        navcore.bake(*mesh, settings, lambda _part, stage, told=told: told.append(stage))
        for count in range(len(told)):
            calls = itertools.count()
            with pytest.raises(navcore.Cancelled, match=told[count].lower()):
                navcore.bake(*mesh, settings, lambda *_told, calls=calls, count=count: next(calls) < count)


def test_triangles_far_outside_do_not_matter():
    settings = config((0.0, 0.0, 0.0), 1.0, agent_radius=1.5)
    near, far = np.array([[[1.0, 1, 1], [2, 1, 1], [1, 2, 1]]]), np.array([[[1e7, 1, 1], [2e7, 1, 1], [1e7, 2, 1]]])
    alone, both = (navcore.bake(*as_mesh(soup), settings) for soup in (near, np.concatenate((near, far))))
    assert (alone.cells == both.cells).all()


def test_measuring_clearance_tells_and_can_cancel():
    """Asked for or not, clearance is the same; a cancel leaves it to be worked out later."""
    rng = np.random.default_rng(7)
    occupied = np.unique(rng.integers(0, 48, (16_000, 3)), axis=0)
    plain, asked = (navcore.bake_voxels(occupied, (48, 48, 48)) for _ in range(2))
    with pytest.raises(navcore.Cancelled, match="measuring clearance"):
        navcore.with_clearance(asked, lambda fraction, _stage: fraction == 0.0)
    told: list[float] = []
    measured = navcore.with_clearance(asked, lambda fraction, _stage: told.append(fraction))
    assert len(told) > 2
    assert told == sorted(told)
    assert asked.squared_clearance is None
    assert np.array_equal(measured.clearance, plain.clearance)
    assert navcore.with_clearance(measured) is measured


@pytest.mark.parametrize("at_once", [7, 1 << 14])
def test_clearance_is_the_distance_to_blocked_space_however_many_are_measured_at_once(at_once, monkeypatch):
    monkeypatch.setattr(box_tree, "_DISTANCES_AT_ONCE", at_once)
    monkeypatch.setattr(box_tree, "_PAIRS_AT_ONCE", 64)
    occupied = np.unique(np.random.default_rng(8).integers(0, 16, (300, 3)), axis=0)
    nav = navcore.bake_voxels(occupied, (16, 16, 16))
    middle = nav.cells.mean(axis=1)[:, None]
    gap = np.maximum(np.maximum(occupied - middle, middle - occupied - 1), 0.0)
    assert np.array_equal(nav.clearance, np.sqrt((gap**2).sum(axis=2).min(axis=1)))
