# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Islands, boulders and crates adrift in open space; after the first world of [Albertini 2022]."""

import random

import numpy as np
import props
from kit import Kit
from shapes import Point, Solid, ball, box, join, turned, value_noise

LOW, HIGH = (-16.0, -16.0, 0.0), (16.0, 16.0, 32.0)
START, GOAL = (-8.5, -6.0, 3.0), (11.0, -4.5, 27.5)

# x, y and height of each island's turf, its radius and how far its rock hangs down.
ISLANDS = (
    (-5.0, -4.0, 13.4, 6.2, 7.2),
    (8.0, -3.6, 20.6, 5.2, 6.0),
    (-9.0, 4.0, 22.5, 3.8, 4.6),
    (8.5, -9.5, 7.5, 3.0, 3.6),
    (-10.0, -10.5, 21.5, 2.4, 3.0),
    (1.5, 10.0, 8.5, 3.6, 4.2),
)
# The number of the island, where on it (in parts of its radius) and the size.
HOUSES = ((0, -0.3, 0.25, 2.2), (2, 0.1, 0.0, 1.7))
TREES = (
    (0, 0.45, 0.1, 2.6),
    (0, 0.15, -0.5, 1.8),
    (0, -0.55, -0.35, 1.6),
    (1, 0.1, 0.1, 2.8),
    (1, -0.45, -0.3, 1.7),
    (2, -0.6, 0.1, 1.8),
    (3, 0.1, 0.0, 2.4),
    (4, 0.0, 0.1, 2.2),
    (5, 0.2, -0.2, 2.6),
    (5, -0.4, 0.2, 1.9),
)
BOULDERS, CRATES = 50, 10


def build(kit: Kit) -> None:
    """Fill the scene."""
    taken = [(np.array([x, y, z - 0.3 * hang]), 1.15 * radius) for x, y, z, radius, hang in ISLANDS]
    taken += [(np.array(end), 2.2) for end in (START, GOAL)]
    for number, (x, y, z, radius, hang) in enumerate(ISLANDS):
        _island(kit, f"Island {number + 1}", (x, y, z), radius, hang, number)
    for number, (island, u, v, size) in enumerate(HOUSES):
        props.house(kit, f"House {number + 1}", _on(island, u, v), size, along_y=number % 2 == 1)
    for number, (island, u, v, height) in enumerate(TREES):
        props.tree(kit, f"Tree {number + 1}", _on(island, u, v), height, pointed=number % 3 == 1)
    draw = random.Random(11)
    for number in range(BOULDERS):
        radius = draw.uniform(1.0, 2.1)
        centre = _free_place(draw, taken, radius + 0.5)
        material = ("Stone", "Slate", "Sand")[number % 3]
        kit.solid(f"Boulder {number + 1}", _boulder(centre, radius, number, draw), material, location=centre)
    for number in range(CRATES):
        size = draw.uniform(0.7, 1.05)
        centre = _free_place(draw, taken, size + 0.9)
        _crate(kit, f"Crate {number + 1}", centre, size)
    kit.ground(-2.0, 150.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(14.0, 14.0, 30.0), max_depth=6)
    kit.sun((0.5, 0.55, -0.75))
    kit.camera((-30.0, -88.0, 36.0), (0.4, 0.0, 14.0), 41.0)


def _free_place(draw: random.Random, taken: list[tuple[np.ndarray, float]], radius: float) -> np.ndarray:
    """Return a place that keeps off all others, and take it."""
    margin = radius - 0.4
    while True:
        low, high = np.array(LOW) + margin, np.array(HIGH) - margin
        place = low + (high - low) * np.array([draw.random() for _ in range(3)])
        gaps = [float(np.sqrt(np.sum((place - other) ** 2))) - reach for other, reach in taken]
        if min(gaps) > radius:
            place = np.round(place, 3)
            taken.append((place, radius))
            return place


def _on(island: int, u: float, v: float) -> tuple[float, float, float]:
    """Return a place on an island's turf."""
    x, y, z, radius, _ = ISLANDS[island]
    return (x + u * radius, y + v * radius, z + 0.02)


def _island(kit: Kit, name: str, top: Point, radius: float, hang: float, seed: int) -> None:
    """Add an island: a ragged cone of rock under a cushion of turf."""
    profile = [(0, -hang), (0.16, -0.9 * hang), (0.34, -0.66 * hang), (0.6, -0.4 * hang), (0.86, -0.16 * hang)]
    profile += [(0.98, -0.4), (0.94, -0.25), (0, -0.25)]
    vertices, faces = turned([(r * radius, h) for r, h in profile], 22)
    depth = np.clip(-vertices[:, 2:] / hang, 0.0, 1.0)
    place = vertices + 40.0 * (seed + 1)
    wobble = np.stack([value_noise(place, 1.7, axis + 1) for axis in range(3)], axis=1)
    rim = np.sqrt(np.sum(vertices[:, :2] ** 2, axis=1, keepdims=True)) / radius
    swell = 1.0 + 0.16 * value_noise(place * np.array([1.0, 1.0, 0.0]), 2.2, 9)[:, None] * rim
    vertices = vertices * np.concatenate([swell, swell, np.ones_like(swell)], axis=1)
    vertices = vertices + 0.55 * wobble * np.minimum(4.0 * depth, 1.0) * np.array([1.0, 1.0, 0.6])
    kit.solid(f"{name} Rock", (vertices + np.asarray(top), faces), "Stone", location=top)
    turf, turf_faces = turned([(0, -0.55), (0.97, -0.5), (1.02, -0.28), (0.97, -0.06), (0.9, 0.0), (0, 0.06)], 22)
    turf = turf * np.array([radius, radius, 1.0])
    rim = np.sqrt(np.sum(turf[:, :2] ** 2, axis=1, keepdims=True)) / radius
    swell = 1.0 + 0.16 * value_noise((turf + 40.0 * (seed + 1)) * np.array([1.0, 1.0, 0.0]), 2.2, 9)[:, None] * rim
    turf = turf * np.concatenate([swell, swell, np.ones_like(swell)], axis=1)
    kit.solid(f"{name} Turf", (turf + np.asarray(top), turf_faces), "Sage", smooth=True, location=top)


def _boulder(centre: np.ndarray, radius: float, seed: int, draw: random.Random) -> Solid:
    """Return a lump of rock with flat facets."""
    vertices, faces = ball((0.0, 0.0, 0.0), 1.0, 12)
    stretch = np.array([draw.uniform(0.8, 1.1), draw.uniform(0.8, 1.1), draw.uniform(0.65, 0.95)])
    lump = 0.24 * value_noise(vertices + 7.0 * (seed + 1), 0.8, 3) + 0.1 * value_noise(vertices + 5.0 * seed, 0.4, 4)
    return vertices * stretch * (1.0 + lump[:, None]) * radius + centre, faces


def _crate(kit: Kit, name: str, centre: np.ndarray, size: float) -> None:
    """Add a crate with battens along its edges."""
    core = box(centre - 0.94 * size, centre + 0.94 * size)
    battens = []
    for axis in range(3):
        u, v = [k for k in range(3) if k != axis]
        for a in (-1.0, 1.0):
            for b in (-1.0, 1.0):
                middle, half = centre.copy(), np.full(3, 0.14 * size)
                middle[u] += 0.88 * size * a
                middle[v] += 0.88 * size * b
                half[axis] = size * (1.0 + 0.01 * axis)
                battens.append(box(middle - half, middle + half, 0.03))
    slots = [0] * len(core[1]) + [1] * sum(len(batten[1]) for batten in battens)
    kit.solid(name, join([core, *battens]), ("Sand", "Clay"), location=centre, slots=slots)
