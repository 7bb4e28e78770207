# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A hedge maze on three storeys of vaults, all of it one maze; after the third world of [Albertini 2022].

Rooms are three voxels wide with walls of one voxel between them. The passages form a tree, so exactly one way
leads from start to goal. Front and top are closed by nothing but the volume's border.
"""

import random

import numpy as np
from kit import Kit
from shapes import Solid, plate

LOW, HIGH = (-16.0, -16.0, 0.0), (16.0, 16.0, 15.0)
BASE, FRONT, ROOF = -0.05, -16.1, 15.05
# Rooms along X, Y and Z, and how far apart they are.
ROOMS = (8, 8, 4)
PITCH = 4.0
GARDEN = 12.0
SLACK = 0.03
SEED = 3643
ENTRANCE, HEART = (5, 0, 0), (4, 4, 3)

Room = tuple[int, int, int]
Hole = tuple[float, float, float, float]
Passages = set[frozenset[Room]]


def build(kit: Kit) -> None:
    """Fill the scene."""
    passages = dig(SEED)
    kit.box("Plinth", (-17.5, FRONT, -1.2), (18.0, 17.5, BASE - 0.05), "Chalk", 0.0)
    _walls(kit, passages)
    _floors(kit, passages)
    kit.ground(-1.2, 130.0)
    kit.add_navigation(LOW, HIGH, middle(ENTRANCE), middle(HEART), keep=middle((0, 7, 3)), max_depth=5)
    kit.sun((0.4, 0.62, -0.7))
    kit.camera((-14.0, -67.0, 58.0), (0.3, -0.8, 5.2), 46.0)


def middle(room: Room) -> tuple[float, float, float]:
    """Return the middle of a room."""
    x, y, z = room
    return (LOW[0] + PITCH * x + 2.5, LOW[1] + PITCH * y + 1.5, LOW[2] + PITCH * z + 1.5)


def dig(seed: int) -> Passages:
    """Return the pairs of rooms that are joined, dug by a random walk that turns back at dead ends."""
    draw = random.Random(seed)
    passages: Passages = set()
    trail, seen = [HEART], {HEART}
    while trail:
        here = trail[-1]
        ways = []
        for axis in range(3):
            for step in (-1, 1):
                room = tuple(here[k] + step * (k == axis) for k in range(3))
                if room not in seen and all(0 <= room[k] < ROOMS[k] for k in range(3)):
                    # Floors are pierced less often than walls, or the way would be all stairs.
                    ways += [room] * (1 if axis == 2 else 4)
        if not ways:
            trail.pop()
            continue
        room = ways[int(draw.random() * len(ways))]
        passages.add(frozenset((here, room)))
        seen.add(room)
        trail.append(room)
    return passages


def _walls(kit: Kit, passages: Passages) -> None:
    """Add all walls; below the garden they are stone, in it they are hedges."""
    for axis, name in ((0, "Across"), (1, "Along")):
        other = 1 - axis
        for number in range(ROOMS[axis] + 1 - axis):
            holes = []
            for pair in passages:
                first, second = sorted(pair)
                if first[axis] + 1 == second[axis] and second[axis] == number + axis:
                    low = LOW[other] + PITCH * first[other] + (1.0 if other == 0 else 0.0) - SLACK
                    bottom = PITCH * first[2] - SLACK
                    top = ROOF + 1.0 if first[2] == ROOMS[2] - 1 else bottom + 3.0 + 2 * SLACK
                    holes.append((low, bottom, low + 3.0 + 2 * SLACK, top))
            place = LOW[axis] + PITCH * number + (0.5 if axis == 0 else 3.5)
            title = f"{name} {number + 1}"
            stone = _wall(axis, place, 0.6, BASE, GARDEN - 0.1, [hole for hole in holes if hole[1] < GARDEN - 1.0])
            bare = [int(all(stone[0][i, 1] < LOW[1] for i in face)) for face in stone[1]]
            kit.solid(f"Wall {title}", stone, ("Sand", "Slate"), slots=bare)
            hedge = _wall(axis, place, 0.86, GARDEN - 0.3, ROOF, [hole for hole in holes if hole[1] > GARDEN - 1.0])
            kit.solid(f"Hedge {title}", hedge, "Sage")


def _wall(axis: int, place: float, width: float, low: float, high: float, holes: list[Hole]) -> Solid:
    """Return a wall across an axis from one side of the maze to the other."""
    a, b = np.array([LOW[0] + 0.2, FRONT, low]), np.array([HIGH[0] + 0.8, HIGH[1] - 0.1, high])
    a[axis], b[axis] = place - width / 2.0, place + width / 2.0
    if axis == 1:
        # Where two walls cross, their tops must not lie in one plane.
        b[2] -= 0.02
    return plate(a, b, holes)


def _floors(kit: Kit, passages: Passages) -> None:
    """Add the floors between the storeys."""
    for number in range(ROOMS[2] - 1):
        holes = []
        for pair in passages:
            first, second = sorted(pair)
            if first[2] == number and second[2] == number + 1:
                x, y = (LOW[k] + PITCH * first[k] + 1.0 - k - SLACK for k in (0, 1))
                holes.append((x, y, x + 3.0 + 2 * SLACK, y + 3.0 + 2 * SLACK))
        z = PITCH * number + 3.5
        floor = plate((LOW[0] + 0.3, FRONT + 0.02, z - 0.25), (HIGH[0] + 0.7, HIGH[1] - 0.2, z + 0.25), holes)
        bare = [int(all(floor[0][i, 1] < LOW[1] for i in face)) for face in floor[1]]
        kit.solid(f"Floor {number + 1}", floor, ("Chalk" if number == 2 else "Stone", "Slate"), slots=bare)
