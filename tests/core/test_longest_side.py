# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Domains as long as may be, 1,024 voxels: numbers of ten bits hold what is within them, but not where they end."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scenes import as_mesh, painted

from volant import navcore
from volant.navcore.geometry.boxes import fewest_boxes, fill_gaps

_LONG = 1024
#: Where things are likely to go wrong along the long side.
_PLACES = st.sampled_from([0, 1, 2, 5, 511, 512, 1016, 1020, 1022, 1023])
_LENGTHS = st.sampled_from([1, 2, 5, 500, 1024])


@st.composite
def long_grids(draw: st.DrawFn) -> NDArray[np.bool_]:
    """Which voxels are occupied of a thin grid with one side of 1,024."""
    shape = draw(st.permutations([_LONG, 2, 3]))
    occupied = np.zeros(shape, bool)
    for _box in range(draw(st.integers(1, 6))):
        low = [draw(_PLACES if side == _LONG else st.integers(0, side - 1)) for side in shape]
        size = [draw(_LENGTHS if side == _LONG else st.integers(1, 2)) for side in shape]
        occupied[tuple(slice(begin, begin + extent) for begin, extent in zip(low, size, strict=True))] = True
    # Something is free, and something is not.
    occupied[draw(st.sampled_from([0, -1])), draw(st.sampled_from([0, -1])), draw(st.sampled_from([0, -1]))] = False
    occupied.flat[occupied.size // 2] = True
    return occupied


def assert_tiles(nav: navcore.NavVolume, blocked: NDArray[np.bool_]) -> None:
    """The cells fill what is not blocked, each voxel once, and the blocked boxes the rest."""
    assert (painted(nav.cells, blocked.shape) == ~blocked).all()
    assert (painted(nav.blocked(), blocked.shape) == blocked).all()


def grown_by(occupied: NDArray[np.bool_], radius: float) -> NDArray[np.bool_]:
    """The voxels nearer than a radius to an occupied one, by trying every step."""
    steps = range(-int(radius) - 1, int(radius) + 2)
    padded = np.pad(occupied, len(steps) // 2)
    near = np.zeros_like(occupied)
    for step in itertools.product(steps, repeat=3):
        if sum(max(abs(along) - 1, 0) ** 2 for along in step) < radius**2:
            begin = [along + len(steps) // 2 for along in step]
            near |= padded[tuple(slice(at, at + side) for at, side in zip(begin, occupied.shape, strict=True))]
    return near


@given(long_grids())
def test_boxes_are_joined_only_where_they_touch(occupied):
    voxels = np.argwhere(occupied).astype(np.int32)
    boxes = np.stack((voxels, voxels + 1), axis=1)
    shape = np.array(occupied.shape, np.int32)
    assert (painted(navcore.run(fewest_boxes(boxes)), occupied.shape) == occupied).all()
    assert (painted(navcore.run(fill_gaps(boxes, shape)), occupied.shape) == ~occupied).all()


@given(long_grids(), st.booleans())
@settings(max_examples=settings().max_examples // 10)
def test_voxels_and_files_of_the_longest_domain(occupied, merge):
    config = navcore.BakeConfig(voxel_size=1.0, merge=merge)
    nav = navcore.bake_voxels(np.argwhere(occupied), occupied.shape, config)
    assert_tiles(nav, occupied)
    assert_tiles(navcore.loads(navcore.dumps(nav)), occupied)
    grown = grown_by(occupied, 1.5)
    if not grown.all():
        assert_tiles(navcore.erode(nav, 1.5), grown)


@given(long_grids(), st.booleans(), st.booleans())
@settings(max_examples=settings().max_examples // 20)
def test_triangles_in_the_longest_domain(occupied, merge, balanced):
    """A small triangle within each occupied voxel; what a marker does not keep is boxes, too."""
    corners = np.argwhere(occupied)[:, None] + np.array([[0.2, 0.2, 0.3], [0.8, 0.3, 0.6], [0.4, 0.7, 0.5]])
    mesh = as_mesh(corners)
    bounds = ((0, 0, 0), tuple(map(float, occupied.shape)))
    config = navcore.BakeConfig(voxel_size=1.0, bounds=bounds, merge=merge, balanced=balanced)
    nav = navcore.bake(*mesh, config)
    assert_tiles(nav, occupied)
    assert navcore.check(nav, *mesh) == []
    marked = navcore.bake(
        *mesh, navcore.BakeConfig(voxel_size=1.0, bounds=bounds, merge=merge, markers=[nav.boxes()[0].mean(axis=0)])
    )
    kept = painted(marked.cells, occupied.shape) + painted(marked.removed(), occupied.shape)
    assert (kept == ~occupied).all()
