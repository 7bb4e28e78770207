# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A mausoleum of three storeys under a stepped roof, cut in half; after the map Building_2 of [Massonnat 2023].

All its windows are closed. The way in is the opening at the top of the roof, and then down through the wells
in the floors and the doors in the walls between the rooms. What is round keeps to the voxel, or the four
voxels, around its axis.
"""

from itertools import pairwise

import masonry
from kit import Kit
from masonry import BASE, FRONT, HIGH, LOW, VOXEL, Hole, add_cut, layer, lining, place, window
from shapes import Solid, box, cylinder, join, turned

START, GOAL = (-9.1, -6.5, 2.2), (-3.4, -7.4, 1.6)

# Voxel layers of the outer walls, of the wall between left and right, of the floors and of the roof's foot.
LEFT, MIDDLE, RIGHT, BACK = 3, 15, 28, 17
FLOORS, ROOF = (7, 14), 20
# How many steps the roof has above its foot, and how wide and high each of them is.
TIERS, STEP = 4, 2
# Where the roof and the floors are open, (x low, y low, x high, y high).
EYE: Hole = (14, -1, 18, 5)
WELLS: tuple[Hole, ...] = ((20, 2, 26, 8), (7, 2, 12, 8))
# Doors in the walls between left and right, (y low, z low, y high, z high).
DOORS: tuple[Hole, ...] = ((3, 0, 7, 5), (3, 8, 7, 13))
SIDE_WINDOWS: tuple[Hole, ...] = tuple((y, z, y + 2, z + 3) for z in (2, 9, 16) for y in (2, 7, 12))
BACK_WINDOWS: tuple[Hole, ...] = tuple((x, z, x + 2, z + 3) for z in (2, 9, 16) for x in (5, 10, 20, 25))
# Columns of the lower rooms, and those under the roof's first step.
COLUMNS = ((7, 11), (12, 11), (19, 11), (24, 11))
COLONNADE = ((5, 4), (5, 10), (5, 15), (12, 15), (19, 15), (26, 15), (26, 10), (26, 4))
# Plinths with vases, by the corner of voxels they stand on and the floor's height.
VASES = ((12, 15, 0.0), (20, 15, 0.0), (16, 13, 15.0))


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Plot", (-11.0, FRONT, -1.0), (11.0, 11.0, BASE - 0.05), "Chalk", 0.0)
    masonry.floored(kit, "Paving", (-1.0, -1), (33.0, 33.0), "Stone", top=BASE)
    masonry.floored(kit, "Marble", (LEFT + 0.5, -1), (RIGHT + 0.5, BACK + 0.5), "Sand")
    _walls(kit)
    _rooms(kit)
    _roof(kit)
    for number, (x, y, height) in enumerate(((1, 22, 4.6), (1, 27, 4.0), (31, 14, 4.4), (31, 22, 5.0))):
        _cypress(kit, f"Cypress {number + 1}", (*place(x, y, 0)[:2], BASE), height)
    kit.ground(-1.0, 110.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(-9.0, 8.0, 17.0), voxel_size=VOXEL)
    kit.sun((0.4, 0.8, -0.55))
    for number, (x, z) in enumerate(((-4.0, 3.6), (4.0, 3.6), (-4.0, 8.0), (4.0, 8.0), (0.0, 13.4))):
        kit.lamp(f"Lamp {number + 1}", (x, -6.0, z), 140.0 if number < 4 else 300.0, 0.8)
    kit.camera((-15.0, -63.0, 15.5), (0.0, -3.0, 9.6), 43.0)


def _shell(left: int, right: int, back: int, low: float, high: float, width: float, recess: float) -> list[Solid]:
    """Return a band of wall, `width` thick, along the left, the right and the back, between two heights."""
    inset = 0.5 - 0.5 * width / VOXEL
    return [
        layer(0, left, (-1, low), (back + 1 - inset, high), thickness=width, recess=recess),
        layer(0, right, (-1, low), (back + 1 - inset, high), thickness=width, recess=recess),
        layer(1, back, (left + inset, low), (right + 1 - inset, high), thickness=width - 0.01),
    ]


def _walls(kit: Kit) -> None:
    """Add the outer walls with bands at each floor, piers at the corners, and windows."""
    top = ROOF + 0.4
    walls = [layer(0, x, (-1, -1), (BACK + 0.8, top), SIDE_WINDOWS, thickness=0.36) for x in (LEFT, RIGHT)]
    walls.append(layer(1, BACK, (LEFT + 0.25, -1), (RIGHT + 0.75, top), BACK_WINDOWS, thickness=0.34))
    add_cut(kit, "Walls", walls, "Sand")
    bands = [part for floor in (0, *FLOORS) for part in _shell(LEFT, RIGHT, BACK, floor, floor + 0.9, 0.56, 0.05)]
    add_cut(kit, "Bands", bands, "Chalk")
    piers = []
    for x in (LEFT, RIGHT):
        for low, high in pairwise((0.5, *(floor + 0.4 for floor in FLOORS), ROOF + 0.5)):
            piers.append(box(place(x + 0.04, BACK + 0.04, low), place(x + 0.96, BACK + 0.96, high), 0.05))
    kit.solid("Piers", join(piers), "Chalk")
    frames, panes = [], []
    for axis, index, holes in ((0, LEFT, SIDE_WINDOWS), (0, RIGHT, SIDE_WINDOWS), (1, BACK, BACK_WINDOWS)):
        for hole in holes:
            frame, pane = window(axis, index, hole, (1, 1) if axis else (1, 2))
            frames += frame
            panes += pane
    kit.solid("Window Frames", join(frames), "Chalk")
    kit.solid("Window Panes", join(panes), "Slate")


def _rooms(kit: Kit) -> None:
    """Add both floors, the walls between left and right, and what stands in the rooms."""
    for number, (index, well) in enumerate(zip(FLOORS, WELLS, strict=True)):
        floor = layer(2, index, (LEFT + 0.5, -1), (RIGHT + 0.5, BACK + 0.5), [well], thickness=0.4, recess=0.02)
        add_cut(kit, f"Floor {number + 1}", [floor], "Clay")
    rims = [part for index, well in zip(FLOORS, WELLS, strict=True) for part in lining(2, index, well)]
    kit.solid("Well Rims", join(rims), "Stone")
    frames = []
    for number, (door, low, high) in enumerate(zip(DOORS, (-1.0, 7.5), (7.5, 14.5), strict=True)):
        wall = layer(0, MIDDLE, (-1, low), (BACK + 0.5, high), [door], thickness=0.3, recess=0.04)
        add_cut(kit, f"Wall {number + 1}", [wall], "Chalk")
        frames += lining(0, MIDDLE, door, sides="uUV")
    kit.solid("Door Frames", join(frames), "Rust")
    heights = (-0.1, *(floor + 0.7 for floor in FLOORS))
    tops = (*(floor + 0.3 for floor in FLOORS), ROOF + 0.3)
    columns = []
    for low, high, plan in zip(heights, tops, (COLUMNS, COLUMNS, COLONNADE), strict=True):
        columns += [_column(x, y, low, high) for x, y in plan]
    kit.solid("Columns", join(columns), "Chalk", smooth=True)
    plinths, vases = [], []
    for x, y, height in VASES:
        cx, cy, cz = place(x, y, height - 0.1)
        plinths.append(box((cx - 0.58, cy - 0.58, cz), (cx + 0.58, cy + 0.58, cz + 0.16), 0.04))
        plinths.append(box((cx - 0.48, cy - 0.48, cz + 0.1), (cx + 0.48, cy + 0.48, cz + 0.95), 0.06))
        profile = [(0, 0), (0.3, 0), (0.22, 0.25), (0.46, 0.9), (0.4, 1.2), (0.16, 1.42), (0.26, 1.62), (0, 1.7)]
        vases.append(turned(profile, 24, (cx, cy, cz + 0.93)))
    kit.solid("Plinths", join(plinths), "Stone")
    kit.solid("Vases", join(vases), "Rust", smooth=True)


def _column(x: int, y: int, low: float, high: float) -> Solid:
    """Return a column with base and capital within one voxel's square, between two heights in voxels."""
    foot, top = place(x + 0.5, y + 0.5, low), place(x + 0.5, y + 0.5, high)[2]
    parts = [cylinder((*foot[:2], foot[2] + 0.1), 0.2, top - foot[2] - 0.2, 16, 0.02)]
    parts += [cylinder((*foot[:2], end), 0.29, 0.24, 16, 0.05) for end in (foot[2], top - 0.24)]
    return join(parts)


def _roof(kit: Kit) -> None:
    """Add the steps of the roof, a shell without a floor, and the curb around its opening."""
    treads, risers, edges = [], [], []
    for tier in range(TIERS + 1):
        left, right, back = LEFT + STEP * tier, RIGHT - STEP * tier, BACK - STEP * tier
        height = ROOF + STEP * tier
        hole = (left + STEP + 0.5, -1.0, right - STEP + 0.5, back - STEP + 0.5) if tier < TIERS else EYE
        treads.append(layer(2, height, (left + 0.1, -1), (right + 0.9, back + 0.9), [hole], thickness=0.4, recess=0.01))
        edges += _shell(left, right, back, height + 0.35, height + 0.95, 0.6, 0.03)
        if tier:
            risers += _shell(left, right, back, height - STEP + 0.4, height + 0.5, 0.4, 0.02)
    add_cut(kit, "Roof Treads", treads, "Sage")
    add_cut(kit, "Roof Risers", risers, "Sage")
    add_cut(kit, "Roof Edges", edges, "Moss")
    kit.solid("Roof Opening", join(lining(2, ROOF + STEP * TIERS, EYE, sides="uUV")), "Chalk")


def _cypress(kit: Kit, name: str, foot: tuple[float, float, float], height: float) -> None:
    """Add a slim tree that fills the four voxels around its foot."""
    trunk = cylinder(foot, 0.12, 0.8, 10)
    rings = ((0.0, 0.12), (0.42, 0.15), (0.57, 0.3), (0.52, 0.5), (0.34, 0.75), (0.14, 0.94), (0.0, 1.0))
    crown = turned([(radius, height * along) for radius, along in rings], 20, foot)
    slots = [0] * len(trunk[1]) + [1] * len(crown[1])
    kit.solid(name, join([trunk, crown]), ("Rust", "Moss"), smooth=True, location=foot, slots=slots)
