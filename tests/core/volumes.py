# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random small volumes, and points in them where sight and paths are most likely to stumble."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from volant import navcore

Floats = NDArray[np.float64]

#: For generators of random numbers.
seeds = st.integers(0, 2**32 - 1)


def random_volume(
    rng: np.random.Generator, shape: tuple[int, ...], density: float, merge: bool, rough: bool
) -> navcore.NavVolume:
    """A volume of voxels of edge 1 at the origin, some of them blocked: anywhere, or (rough) as a floor of hills."""
    if rough:
        height = rng.binomial(shape[2] - 1, density, shape[:2])
        blocked = np.arange(shape[2]) < height[:, :, None]
    else:
        blocked = rng.random(shape) < density
    blocked[tuple(rng.integers(shape))] = False
    return navcore.bake_voxels(np.argwhere(blocked), shape, navcore.BakeConfig(voxel_size=1.0, merge=merge))


@st.composite
def volumes(draw: st.DrawFn) -> navcore.NavVolume:
    """Random voxels up to 8 x 8 x 8; sometimes a wide hall over a rough floor, whose faces have many portals."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    merge = draw(st.booleans())
    if draw(st.integers(0, 5)) == 0:
        return random_volume(rng, (26, 19, 5), draw(st.sampled_from([0.1, 0.3, 0.5])), merge, rough=True)
    shape = draw(st.tuples(*[st.integers(1, 8)] * 3))
    return random_volume(rng, shape, draw(st.sampled_from([0.0, 0.05, 0.2, 0.4, 0.6])), merge, rough=False)


def elsewhere(nav: navcore.NavVolume, origin: tuple[float, ...], voxel_size: float) -> navcore.NavVolume:
    """The same cells elsewhere in the world, and larger or smaller."""
    names = ("shape", "cells", "portals", "components", "removed_boxes", "leaf_count", "agent_radius")
    same = {name: getattr(nav, name) for name in names}
    return navcore.NavVolume(origin=np.array(origin, dtype=np.float64), voxel_size=voxel_size, **same)


def free_points(nav: navcore.NavVolume, count: int, seed: int, island: int | None = 0) -> Floats:
    """Random points, in one component unless told otherwise."""
    rng = np.random.default_rng(seed)
    cells = nav.cells if island is None else nav.cells[nav.components == island]
    return np.array([rng.uniform(*cells[rng.integers(len(cells))]) for _point in range(count)])


def awkward_point(rng: np.random.Generator, nav: navcore.NavVolume) -> Floats:
    """A point of a random closed cell; each coordinate anything, or on a whole, half or quarter voxel, or a border."""
    low, high = nav.cells[rng.integers(len(nav.cells))].astype(np.float64)
    # All are multiples of 2**-20, so that sums and differences of a few of them are exact.
    anything = np.round(rng.uniform(low, high) * 2**20) / 2**20
    stepped = [np.round(anything * part) / part for part in (1, 2, 4)]
    kinds = np.stack([anything, anything, *stepped, low, high])
    if rng.integers(4) == 0:
        return np.clip(anything, low, high)
    return np.clip(kinds[rng.integers(len(kinds), size=3), range(3)], low, high)


def cells_holding(nav: navcore.NavVolume, point: Floats) -> list[int]:
    """All cells that hold a point, borders included. For volumes with voxels of edge 1 at the origin."""
    inside = (nav.cells[:, 0] <= point) & (point <= nav.cells[:, 1])
    return np.flatnonzero(inside.all(axis=1)).tolist()
