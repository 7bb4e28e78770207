# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Islands of random volumes, against a twin that floods voxel by voxel; and how small ones are folded."""

from __future__ import annotations

from itertools import pairwise

import hand_made_surfaces as made
import numpy as np
import pytest
from hypothesis import given
from volumes import elsewhere, volumes

from volant import navcore
from volant.navcore.query.analysis.islands import fold_small, percent, small_ones


def flooded(nav: navcore.NavVolume) -> list[set[tuple[int, int, int]]]:
    """The free voxels of each island, by neighbours that share a face."""
    free = {
        (x, y, z)
        for (x0, y0, z0), (x1, y1, z1) in nav.cells.tolist()
        for x in range(x0, x1)
        for y in range(y0, y1)
        for z in range(z0, z1)
    }
    found = []
    while free:
        island, edge = set(), [free.pop()]
        while edge:
            x, y, z = here = edge.pop()
            island.add(here)
            beside = {(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)} & free
            free -= beside
            edge += beside
        found.append(island)
    return found


@given(volumes())
def test_islands_are_what_a_flood_finds(nav):
    nav = elsewhere(nav, (-3.0, 20.0, 0.5), 0.25)
    told = navcore.islands(nav)
    twin = flooded(nav)
    assert sorted(island.volume for island in told) == sorted(len(voxels) * 0.25**3 for voxels in twin)
    assert sum(island.share for island in told) == pytest.approx(1.0)
    assert all(one.volume >= other.volume for one, other in pairwise(told))
    assert sorted(island.number for island in told) == sorted(set(nav.components.tolist()))
    for island in told:
        (cell,) = nav.locate([island.point])
        assert nav.components[cell] == island.number
        x, y, z = np.floor((island.point - nav.origin) / 0.25).astype(int).tolist()
        (voxels,) = [voxels for voxels in twin if (x, y, z) in voxels]
        assert island.volume == len(voxels) * 0.25**3
        assert island.share == pytest.approx(len(voxels) / sum(map(len, twin)))
        places = np.array(sorted(voxels))
        low, high = nav.origin + places.min(axis=0) * 0.25, nav.origin + (places.max(axis=0) + 1) * 0.25
        assert np.array_equal(island.bounds, (low, high))


def test_the_point_is_deep_inside():
    """In the middle of the widest cell, not of the one that is merely long."""
    solid = np.ones((30, 9, 9), bool)
    solid[1:6, 2:7, 2:7] = False  # a room of 125 voxels
    solid[6:29, 3:6, 3:6] = False  # a corridor of 207
    nav = navcore.bake_voxels(np.argwhere(solid), solid.shape)
    (island,) = navcore.islands(nav)
    assert island.point.tolist() == [3.5, 4.5, 4.5]


def test_removed_space_counts_as_free():
    """Shares say what a marker keeps of everything, and not of what is kept."""
    solid = np.zeros((10, 4, 4), bool)
    solid[7] = True
    config = navcore.BakeConfig(voxel_size=1.0, markers=[(1, 1, 1)])
    (island,) = navcore.islands(navcore.bake_voxels(np.argwhere(solid), solid.shape, config))
    assert island.volume == 7 * 16
    assert island.share == 7 / 9


def test_nothing_can_be_changed_and_nothing_is_worked_out_twice():
    nav = navcore.bake_voxels([(1, 1, 1)], (4, 4, 4))
    told = navcore.islands(nav)
    assert navcore.islands(nav) is told
    with pytest.raises(ValueError, match="read-only"):
        told[0].point[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        told[0].bounds[0] = 1.0


def test_what_is_no_volume_is_refused():
    with pytest.raises(navcore.NavError, match="islands are those of a NavVolume or a NavSurface, not of 3"):
        navcore.islands(3)


def rooms(*sizes: int) -> tuple[navcore.Island, ...]:
    """Islands of so many voxels each, in a row, with walls between them."""
    solid = np.zeros((sum(sizes) + len(sizes), 1, 1), bool)
    solid[np.cumsum(np.add(sizes, 1)) - 1] = True
    return navcore.islands(navcore.bake_voxels(np.argwhere(solid), solid.shape))


def test_equal_ones_stay_in_their_order():
    assert [island.number for island in rooms(2, 5, 2, 5)] == [1, 3, 0, 2]


@pytest.mark.parametrize(
    ("sizes", "large"),
    [
        ((9,), 1),
        ((500, 300, 2, 2, 2), 2),
        # However large the sky, rooms are told.
        ((900, 20, 2, 1, 1, 1), 6),
        # One more line tells as much as a line that says there is one more.
        ((500, 300, 2), 3),
        ((20,) * 9, 9),
        ((20,) * 10, 8),
        ((1,) * 200, 8),
    ],
)
def test_small_ones_are_folded(sizes, large):
    told = rooms(*sizes)
    shown, small = fold_small(told)
    assert (*shown, *small) == told
    assert len(shown) == large


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (1.0, "100%"),
        (0.9999, "over 99%"),
        (0.994, "99%"),
        (0.031, "3%"),
        (0.01, "1%"),
        (0.0042, "0.4%"),
        (1e-4, "0.01%"),
        (1e-7, "below 0.01%"),
    ],
)
def test_no_share_is_told_as_nothing_and_none_but_all_as_all(share, words):
    assert percent(share) == words


def test_small_ones_in_words():
    assert small_ones(rooms(50, 2, 1)) == "and 3 small ones, 100%"
    assert small_ones(rooms(*[1] * 400)[:100]) == "and 100 small ones, 25%"


@pytest.mark.parametrize("seed", range(8))
def test_islands_of_floors(seed):
    surface = made.surface(made.random_cells(seed, holes=0.5), origin=(1e4, 0.0, 3.0), voxel_size=0.5)
    found = navcore.islands(surface)
    assert found is navcore.islands(surface)
    sizes = [island.area for island in found]
    assert sizes == sorted(sizes, reverse=True)
    assert sorted(island.number for island in found) == list(range(surface.components.max() + 1))
    assert sum(island.share for island in found) == pytest.approx(1.0)
    assert sum(sizes) == pytest.approx(surface.plan_areas().sum())
    for island in found:
        own = np.flatnonzero(surface.components == island.number)
        corners = np.concatenate(
            [surface.vertices[surface.polygon_vertices[slice(*surface.polygon_starts[p : p + 2])]] for p in own]
        )
        assert np.allclose(island.bounds, (corners.min(axis=0), corners.max(axis=0)))
        assert (island.bounds[0] <= island.point).all()
        assert (island.point <= island.bounds[1]).all()
        assert island.volume == 0.0
        x, y, z = island.point.tolist()
        (polygon,) = surface.below([(x, y, z + 0.1)])
        assert surface.components[polygon] == island.number


def test_no_floor_has_no_island():
    nothing = made.surface(made.Drawing([], []))
    assert navcore.islands(nothing) == ()
