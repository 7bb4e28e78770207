# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Surfaces made by hand are what a NavSurface promises: convex polygons, with exactly one neighbour at each edge."""

from __future__ import annotations

import hand_made_surfaces as made
import numpy as np
import pytest

DRAWINGS = {
    "rectangle": made.rectangle(0, 0, 640, 320),
    "spiral": made.spiral(),
    "moved": made.moved(made.random_cells(3), (5, -7, 64), ((2, 1), (-1, 3))),
    **{f"cells {seed}": made.random_cells(seed) for seed in range(4)},
    **{f"storeys {seed}": made.storeys(seed) for seed in range(4)},
    **{f"mesh {seed}": made.random_mesh(seed, relief=100) for seed in range(8)},
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_polygons_are_convex_and_edges_are_shared_whole(name):
    corners, polygons = DRAWINGS[name]
    assert len(set(corners)) == len(corners)
    edges = [edge for ring in polygons for edge in made.edges_of(ring)]
    assert len(set(edges)) == len(edges)
    for ring in polygons:
        places = [corners[corner] for corner in ring]
        turns = [
            made.turn(a, b, c) for a, b, c in zip(places, places[1:] + places[:1], places[2:] + places[:2], strict=True)
        ]
        assert min(turns) >= 0 < max(turns)
    # No corner lies on an edge that does not end there.
    at = np.array(corners, np.int64)
    for a, b in edges:
        along, away = at[b] - at[a], at - at[a]
        share = away @ along
        assert not ((share > 0) & (share < along @ along) & ~np.cross(along, away).any(axis=1)).any()


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_surface_tells_neighbours_and_components(name):
    surface = made.surface(DRAWINGS[name])
    polygon = np.repeat(np.arange(len(surface)), np.diff(surface.polygon_starts))
    linked = surface.neighbours >= 0
    pairs = sorted(zip(polygon[linked].tolist(), surface.neighbours[linked].tolist(), strict=True))
    assert pairs == sorted((b, a) for a, b in pairs)
    assert (surface.components[surface.neighbours[linked]] == surface.components[polygon[linked]]).all()
    assert ((surface.borders == 0) == linked).all()


def test_floors_over_each_other_are_one_component():
    assert made.surface(made.spiral()).components.max() == 0
    tower = made.surface(made.storeys(0, holes=0.0))
    assert tower.components.max() == 0
    assert set(tower.corners[:, 2].tolist()) == {0, 256, 512}
