# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the overlay draws of floors: every polygon once, every border edge once, a little above the floor."""

from __future__ import annotations

import hand_made_surfaces as made
import numpy as np
import pytest
from test_overlay_arrays import overlay

from volant.navcore.surface import Border

floor_arrays = overlay("floor_arrays")

#: Far from the world's origin, where single precision would be coarse.
FAR = (1e5, -2e5, 300.0)


def plan_area(corners) -> float:
    a, b, c = corners.reshape(-1, 3, 3).astype(float).swapaxes(0, 1)[..., :2]
    one, other = b - a, c - a
    return float((one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]).sum()) / 2.0


@pytest.mark.parametrize("seed", range(5))
def test_tints_cover_each_island_once(seed):
    surface = made.surface(made.random_cells(seed, holes=0.45), origin=FAR)
    tints = floor_arrays.tints(surface, None)
    areas = np.bincount(surface.components, weights=surface.plan_areas())
    assert sorted(tints) == list(range(len(areas)))
    for number, corners in tints.items():
        assert corners.dtype == np.float32
        assert plan_area(corners) == pytest.approx(areas[number], rel=1e-5)
        assert corners[:, 2] == pytest.approx(surface.voxel_size / 2)


@pytest.mark.parametrize("seed", range(5))
def test_borders_are_all_edges_with_nothing_behind_them(seed):
    drawing = made.random_cells(seed)
    surface = made.surface(drawing, Border.LEDGE)
    (found,) = floor_arrays.borders(surface, None).items()
    assert found[0] == Border.LEDGE
    ends = np.rint(found[1].reshape(-1, 2, 3)[..., :2] * made.VOXEL).astype(int)
    drawn = {tuple(map(tuple, edge)) for edge in ends.tolist()}
    edges = [edge for ring in drawing.polygons for edge in made.edges_of(ring)]
    plan = [corner[:2] for corner in drawing.corners]
    assert drawn == {(plan[a], plan[b]) for a, b in edges if (b, a) not in edges}


def test_only_chosen_polygons_are_drawn():
    surface = made.surface(made.storeys(1), origin=FAR)
    chosen = np.arange(len(surface)) % 2 == 0
    drawn = floor_arrays.tints(surface, chosen)
    assert sum(map(plan_area, drawn.values())) == pytest.approx(surface.plan_areas()[chosen].sum(), rel=1e-5)
    edges = sum(len(corners) // 2 for corners in floor_arrays.borders(surface, chosen).values())
    owners = np.repeat(np.arange(len(surface)), np.diff(surface.polygon_starts))
    assert edges == int(((surface.neighbours < 0) & chosen[owners]).sum())


def test_nothing_is_drawn_of_nothing():
    surface = made.surface(made.rectangle(0, 0, 64, 64))
    none = np.zeros(1, bool)
    assert floor_arrays.tints(surface, none) == {}
    assert floor_arrays.borders(surface, none) == {}
