# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a bake is said to take is what it takes, within a factor of two, and what is over the limit is refused."""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scenes import Floats, as_mesh, box_mesh, rotation

from volant import navcore
from volant.navcore.bake import forecast
from volant.navcore.bake.blocking import blocked_voxels
from volant.navcore.bake.forecast import forecast_triangles, forecast_voxels
from volant.navcore.geometry.sample import sample_triangles
from volant.navcore.geometry.sorting import between
from volant.navcore.geometry.voxel_tiles import from_points

_SIDE = 96.0
_BOUNDS = ((0.0, 0.0, 0.0), (_SIDE, _SIDE, _SIDE))
_MEGABYTE = 1 << 20
#: Each bakes, and each says much.
_FEW = settings.default.max_examples // 16


def _plane(chance: np.random.Generator) -> Floats:
    """Two triangles, far larger than the domain, turned a little."""
    size = chance.uniform(0.5, 100.0) * _SIDE
    corners = np.array(((-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 0.0))) * size
    turned = corners @ rotation(tuple(chance.uniform(-0.3, 0.3, 3))).T + _SIDE / 2.0
    return turned[[[0, 1, 2], [0, 2, 3]]]


def _wires(chance: np.random.Generator) -> Floats:
    """Long triangles without area, in any direction; some of them cables of several."""
    begin, end = chance.uniform(-0.2, 1.2, (2, 30, 3)) * _SIDE
    sides = chance.integers(1, 6)
    return np.repeat(np.stack((begin, end, end + 0.01), axis=1), sides, axis=0)


def _cables(chance: np.random.Generator) -> Floats:
    """Wires of many short pieces."""
    begin, end = chance.uniform(0.1, 0.9, (2, 20, 1, 3)) * _SIDE
    steps = np.linspace(0.0, 1.0, chance.integers(20, 400))[:, None]
    line = begin + (end - begin) * steps
    return np.stack((line[:, :-1], line[:, 1:], line[:, 1:] + 0.02), axis=2).reshape(-1, 3, 3)


def _specks(chance: np.random.Generator) -> Floats:
    count = chance.integers(100, 5000)
    return chance.uniform(0.0, _SIDE, (count, 1, 3)) + chance.normal(0.0, 0.05, (count, 3, 3))


def _boxes(chance: np.random.Generator) -> Floats:
    """Boxes of all sizes, thin plates among them, turned."""
    parts = []
    for _box in range(chance.integers(2, 25)):
        half = chance.uniform(0.1, 12.0, 3)
        vertices, triangles = box_mesh(tuple(-half), tuple(half))
        turned = vertices @ rotation(tuple(chance.uniform(-3.0, 3.0, 3))).T + chance.uniform(0.1, 0.9, 3) * _SIDE
        parts.append(turned[triangles])
    return np.concatenate(parts)


def _hills(chance: np.random.Generator) -> Floats:
    """A height field of triangles from a tenth of a voxel to several."""
    steps = int(chance.integers(20, 260))
    across = np.linspace(0.0, _SIDE, steps)
    x, y = np.meshgrid(across, across, indexing="ij")
    z = _SIDE / 2.0 + chance.uniform(1.0, 15.0) * np.sin(x / chance.uniform(5.0, 20.0)) * np.cos(y / 11.0)
    grid = np.stack((x, y, z), axis=2)
    a, b, c, d = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    return np.concatenate((np.stack((a, b, c), axis=2), np.stack((a, c, d), axis=2))).reshape(-1, 3, 3)


SCENES: dict[str, Callable[[np.random.Generator], Floats]] = {
    "plane": _plane,
    "wires": _wires,
    "cables": _cables,
    "specks": _specks,
    "boxes": _boxes,
    "hills": _hills,
}
chances = st.integers(0, 2**32 - 1).map(np.random.default_rng)


def _peak(work: Callable[[], object]) -> int:
    """The most bytes in use, numpy's too, while something works."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", SCENES)
@settings(max_examples=_FEW)
@given(chance=chances, radius=st.sampled_from((0.0, 0.0, 0.4, 1.67, 3.5)))
def test_blocked_voxels_are_foreseen_within_a_factor_of_two(kind, chance, radius):
    shape, soup = np.array((96, 96, 96), np.int32), SCENES[kind](chance)
    # So many voxels are nothing beside what every bake takes.
    slack = 2000.0
    blocked = navcore.run(blocked_voxels(soup, shape, radius)).number()
    foreseen = forecast_triangles(sample_triangles(soup), shape, radius).blocked
    assert 0.5 * blocked - slack <= foreseen <= 2.0 * blocked + slack


@settings(max_examples=_FEW)
@given(chance=chances, share=st.floats(0.0, 0.3))
def test_voxels_are_foreseen_from_a_part_of_them(chance, share):
    grid = chance.random((40, 50, 60)) < share
    voxels = np.argwhere(grid)
    foreseen = forecast_voxels(from_points(voxels, grid.shape), np.array(grid.shape, np.int32), 0.0)
    assert foreseen.blocked == pytest.approx(len(voxels), rel=0.5, abs=20)
    nav = navcore.bake_voxels(voxels, grid.shape, navcore.BakeConfig(voxel_size=1.0, merge=False))
    assert 0.5 * nav.leaf_count <= foreseen.leaves <= 2.0 * nav.leaf_count


@pytest.mark.parametrize("radius", [0.0, 2.5])
@settings(max_examples=_FEW)
@given(chance=chances)
def test_thick_things_of_voxels_are_foreseen(chance, radius):
    """Voxels inside of something thick are blocked, but leave no cells."""
    side, blobs = 64, chance.uniform(0.0, 64.0, (chance.integers(1, 8), 3))
    places = np.stack(np.meshgrid(*[np.arange(side) + 0.5] * 3, indexing="ij"), axis=-1)
    reach = chance.uniform(4.0, 20.0, len(blobs))
    grid = (np.linalg.norm(places[..., None, :] - blobs, axis=-1) < reach).any(axis=-1)
    shape = np.array(grid.shape, np.int32)
    with pytest.MonkeyPatch.context() as patch:
        # Of more voxels, so many are looked at.
        patch.setattr(forecast, "_VOXELS", 1 << 12)
        foreseen = forecast_voxels(from_points(np.argwhere(grid), shape), shape, radius)
    nav = navcore.bake_voxels(np.argwhere(grid), shape, navcore.BakeConfig(voxel_size=1.0, agent_radius=radius))
    blocked = side**3 - int(np.prod(nav.cells[:, 1] - nav.cells[:, 0], axis=1, dtype=np.int64).sum())
    assert 0.5 * blocked <= foreseen.blocked <= 2.0 * blocked
    assert 0.5 * nav.leaf_count <= foreseen.leaves <= 2.0 * nav.leaf_count
    assert 0.5 * len(nav.cells) - 100 <= foreseen.cells <= 2.5 * len(nav.cells) + 100


def test_a_part_of_many_triangles_stands_for_all():
    chance = np.random.default_rng(5)
    small = chance.uniform(0.0, _SIDE, (120_000, 1, 3)) + chance.normal(0.0, 0.05, (120_000, 3, 3))
    ground = _plane(chance)
    sample = sample_triangles(np.concatenate((small, ground)))
    assert len(sample.weights) < 80_000
    assert sample.triangles == pytest.approx(120_002, rel=0.02)
    for triangle in ground:
        assert (sample.corners == triangle).all(axis=(1, 2)).any()


@pytest.mark.parametrize("far", [1e9, 1e200, 1.7e308])
def test_triangles_as_far_as_numbers_go_are_foreseen(far):
    chance = np.random.default_rng(1)
    soup = chance.choice((-far, 0.3 * far, far), (40_000, 3, 3))
    shape = np.array((90, 70, 50), np.int32)
    with np.errstate(all="raise", under="ignore"):
        for radius in (0.0, 2.0, 1000.0):
            foreseen = forecast_triangles(sample_triangles(soup), shape, radius)
            assert np.isfinite(foreseen).all()
            assert foreseen.blocked <= 90 * 70 * 50


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize(("kind", "radius"), [*((kind, 0.0) for kind in SCENES), ("plane", 2.5), ("boxes", 2.5)])
def test_a_bake_takes_what_is_expected(kind, radius, merge, monkeypatch):
    # Threads overlap as they like; one takes the same at every run.
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    mesh = as_mesh(SCENES[kind](np.random.default_rng(3)))
    config = navcore.BakeConfig(voxel_size=0.6, bounds=_BOUNDS, agent_radius=0.6 * radius, merge=merge)
    expected = navcore.estimate_bake(navcore.sample_triangles(mesh[0][mesh[1]]), config)
    peak = _peak(lambda: navcore.bake(*mesh, config))
    # The estimate is of what the system gives, part of which its allocator keeps for later.
    assert 0.5 * peak <= expected.memory - 4 * _MEGABYTE <= 2.7 * peak


@pytest.mark.parametrize("radius", [0.0, 2.5])
def test_triangles_beside_the_bounds_take_little(radius, monkeypatch):
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    mesh = as_mesh(np.concatenate([_hills(np.random.default_rng(seed)) for seed in range(3)]))
    config = navcore.BakeConfig(voxel_size=0.5, bounds=((0, 0, 200), (50, 50, 250)), agent_radius=0.5 * radius)
    expected = navcore.estimate_bake(navcore.sample_triangles(mesh[0][mesh[1]]), config)
    peak = _peak(lambda: navcore.bake(*mesh, config))
    assert 0.5 * peak <= expected.memory - 4 * _MEGABYTE <= 2.7 * peak


def test_a_slab_is_taken_without_a_copy_of_all():
    blocked = np.arange(1 << 20, dtype=np.uint32)
    assert _peak(lambda: between(blocked, 1000, 2000)) < blocked.nbytes // 8
    assert between(blocked, 1000, 2000).tolist() == list(range(1000, 2000))


def test_the_limit_is_what_is_expected():
    mesh = as_mesh(_boxes(np.random.default_rng(3)))
    limits = {"voxel_size": 1.0, "bounds": _BOUNDS, "agent_radius": 1.5}
    expected = navcore.estimate_bake(navcore.sample_triangles(mesh[0][mesh[1]]), navcore.BakeConfig(**limits))
    assert expected.shape.tolist() == [96, 96, 96]
    navcore.bake(*mesh, navcore.BakeConfig(memory_limit=expected.memory, **limits))
    with pytest.raises(navcore.BakeError, match=r"96 x 96 x 96 voxels needs about .* MB, over the limit of .* MB; use"):
        navcore.bake(*mesh, navcore.BakeConfig(memory_limit=expected.memory - 1, **limits))


def test_a_ground_plane_of_two_triangles_is_not_refused():
    corners = np.array(((-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 0.0))) * 5000.0
    bounds = ((-10.0, -10.0, -2.0), (10.0, 10.0, 2.0))
    config = navcore.BakeConfig(voxel_size=0.1, bounds=bounds, memory_limit=100 * _MEGABYTE)
    nav = navcore.bake(corners + 0.03, np.array(((0, 1, 2), (0, 2, 3))), config)
    assert len(nav.cells) == 2


def test_wires_are_refused():
    chance = np.random.default_rng(0)
    begin, end = chance.uniform(0.0, 100.0, (2, 600, 3))
    soup = np.stack((begin, end, end + 0.001), axis=1)
    config = navcore.BakeConfig(voxel_size=0.1, bounds=((0, 0, 0), (100, 100, 100)), memory_limit=120 * _MEGABYTE)
    with pytest.raises(navcore.BakeError, match="over the limit of 120 MB"):
        navcore.bake(*as_mesh(soup), config)


@pytest.mark.parametrize("radius", [0.0, 2.0])
def test_voxels_are_refused(radius):
    voxels = np.random.default_rng(0).integers(0, 1000, (20_000, 3))
    config = navcore.BakeConfig(voxel_size=1.0, agent_radius=radius, memory_limit=20 * _MEGABYTE)
    with pytest.raises(navcore.BakeError, match=r"1000 x 1000 x 1000 voxels needs about .* over the limit of 20 MB"):
        navcore.bake_voxels(voxels, (1000, 1000, 1000), config)
