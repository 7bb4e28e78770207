# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hills to walk on: slopes that are gentle enough and such that are not, a gully with a footbridge, woods and rocks.

The gully parts the land from side to side. Its banks are too steep, so that one comes over by the bridge only, or
flies.
"""

import random

import numpy as np
from kit import Kit
from props import tree
from shapes import Solid, box, join, moved, value_noise
from structures import railing

LOW, HIGH = (-30.0, -30.0, -6.0), (30.0, 30.0, 14.0)
# Heights are known on squares of this many units.
SQUARE = 0.6
# How deep the gully is, how wide half of it is at the top, and over how much its banks fall.
DEPTH, HALF, BANK = 3.4, 3.2, 1.6
BRIDGE = -6.0
START, GOAL = (-12.0, -19.0, 0.0), (14.0, 18.0, 0.0)
TREES, ROCKS, LUCK = 46, 26, 11


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.solid("Land", _land(), "Sage", smooth=True)
    _bridge(kit)
    draw = random.Random(LUCK)
    for number in range(TREES):
        x, y = _place(draw)
        tree(kit, f"Tree {number + 1}", (x, y, _height(x, y) - 0.15), draw.uniform(2.6, 4.2), pointed=number % 3 > 0)
    for number in range(ROCKS):
        x, y = _place(draw)
        half, tall = draw.uniform(0.3, 1.3), draw.uniform(0.3, 1.6)
        foot = _height(x, y)
        kit.box(f"Rock {number + 1}", (x - half, y - half, foot - 0.8), (x + half, y + half, foot + tall), "Stone", 0.2)
    ends = [(x, y, _height(x, y) + 0.9) for x, y, _z in (START, GOAL)]
    kit.ground(-6.0, 260.0)
    kit.add_navigation(LOW, HIGH, *ends, keep=(-12.0, -19.0, 12.0), agent_radius=0.4, voxel_size=0.4, walk=True)
    kit.sun((0.6, 0.35, -0.75))
    kit.camera((34.0, -66.0, 44.0), (0.0, -2.0, -1.0), 44.0)


def _heights(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return how high the land is."""
    places = np.stack((x, y, np.zeros_like(x)), axis=-1)
    hills = 2.6 * value_noise(places, 15.0, 3) + 0.7 * value_noise(places + 7.3, 5.0, 4)
    away = np.abs(x - 0.35 * y - 3.0 * value_noise(np.stack((0.0 * y, y, 0.0 * y), axis=-1), 18.0, 5))
    bank = np.clip((HALF - away) / BANK, 0.0, 1.0)
    # Even near the gully, so that the bridge lies well.
    even = np.clip((away - HALF) / 5.0, 0.0, 1.0)
    return hills * even - DEPTH * bank * bank * (3.0 - 2.0 * bank)


def _height(x: float, y: float) -> float:
    return float(_heights(np.array([x]), np.array([y]))[0])


def _land() -> Solid:
    """Return the land, and a skirt around it down to below the volume."""
    count = round((HIGH[0] - LOW[0]) / SQUARE) + 1
    across = LOW[0] + SQUARE * np.arange(count)
    x, y = np.meshgrid(across, across, indexing="ij")
    vertices = np.stack((x, y, _heights(x, y)), axis=-1).reshape(-1, 3)
    number = np.arange(count * count).reshape(count, count)
    squares = [number[:-1, :-1], number[1:, :-1], number[1:, 1:], number[:-1, 1:]]
    faces = [tuple(face) for face in np.stack(squares, axis=-1).reshape(-1, 4).tolist()]
    rim = [*number[:, 0], *number[-1, 1:], *number[-2::-1, -1], *number[0, -2:0:-1]]
    feet = vertices[rim] * (1.0, 1.0, 0.0) + (0.0, 0.0, LOW[2] - 0.5)
    first = len(vertices)
    for place, corner in enumerate(rim):
        after = (place + 1) % len(rim)
        faces.append((int(corner), first + place, first + after, int(rim[after])))
    return np.concatenate((vertices, feet)), faces


def _bridge(kit: Kit) -> None:
    """A deck over the gully with railings."""
    middle = 0.35 * BRIDGE + 3.0 * float(value_noise(np.array([[0.0, BRIDGE, 0.0]]), 18.0, 5)[0])
    low, high = middle - HALF - 1.2, middle + HALF + 1.2
    deck = box((low, BRIDGE - 0.9, -0.1), (high, BRIDGE + 0.9, 0.12))
    rails = [moved(railing(high - low, 9), (low, BRIDGE + side, 0.12)) for side in (-0.85, 0.85)]
    kit.solid("Footbridge", join([deck, *rails]), "Rust", location=(middle, BRIDGE, 0.0))


def _place(draw: random.Random) -> tuple[float, float]:
    """Return a place on the land that is not near the gully, nor near the path's ends."""
    while True:
        x, y = draw.uniform(-28.0, 28.0), draw.uniform(-28.0, 28.0)
        ends = min((x - end[0]) ** 2 + (y - end[1]) ** 2 for end in (START, GOAL))
        if abs(x - 0.35 * y) > 8.5 and ends > 9.0:
            return round(x, 2), round(y, 2)
