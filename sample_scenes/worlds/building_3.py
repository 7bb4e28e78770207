# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A block of flats under construction, cut open in front; after the map Building_3 of [Massonnat 2023].

The left half is bare concrete, the right half is walled up. Start and goal are a wall apart on the topmost
storey, but the only hole in that wall is on the ground.
"""

from itertools import pairwise

import masonry
from kit import Kit
from masonry import BASE, FRONT, HIGH, LOW, VOXEL, Hole, add_cut, layer, lining, place, window
from shapes import Solid, box, cylinder, join, swept

START, GOAL = (-1.6, -7.2, 13.4), (2.4, -7.2, 13.4)

# Voxel layers of the outer walls, of the wall between the halves and of the floors above the ground.
LEFT, MIDDLE, RIGHT, BACK = 3, 16, 28, 15
FLOORS = (6, 12, 18, 24)
# The holes of the floors, (x low, y low, x high, y high), and of the wall, (y low, z low, y high, z high).
SHAFTS: tuple[list[Hole], ...] = (
    [(5, 3, 9, 8), (23, 3, 27, 8)],
    [(11, 3, 15, 8), (18, 3, 22, 8)],
    [(5, 3, 9, 8), (23, 3, 27, 8)],
    [],
)
BREACH: Hole = (3, 0, 7, 4)
RIGHT_WINDOWS: list[Hole] = [(y, z, y + 4, z + 3) for z in (2, 8, 14, 20) for y in (3, 10)]
BACK_WINDOWS: list[Hole] = [(x, z, x + 3, z + 3) for z in (2, 8, 14, 20) for x in (18, 24)]


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Plot", (-11.0, FRONT, -1.0), (11.0, 11.0, BASE - 0.05), "Chalk", 0.0)
    masonry.floored(kit, "Gravel", (-1.0, -1), (33.0, 33.0), "Sand", top=BASE)
    masonry.floored(kit, "Foundation", (LEFT, -1), (RIGHT + 1, BACK + 1), "Stone")
    _frame(kit)
    _walls(kit)
    _crane(kit)
    _site(kit)
    kit.ground(-1.0, 110.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(-9.0, 4.0, 10.0), voxel_size=VOXEL)
    kit.sun((0.4, 0.8, -0.55))
    for number in range(4):
        z = (0.0, *FLOORS)[number] + 4.0
        kit.lamp(f"Left Lamp {number + 1}", place(9.0, 7.0, z), 60.0, 0.8)
        kit.lamp(f"Right Lamp {number + 1}", place(22.5, 7.0, z), 110.0, 0.8)
    kit.camera((-15.0, -63.0, 15.5), (0.0, -3.0, 9.6), 43.0)


def _frame(kit: Kit) -> None:
    """Add floors and columns; the columns of the left half wait for another storey."""
    for number, (index, holes) in enumerate(zip(FLOORS, SHAFTS, strict=True)):
        begin = LEFT if number < 3 else MIDDLE + 0.3
        floor = layer(2, index, (begin, -1), (RIGHT + 0.6, BACK + 0.9), holes, thickness=0.42, recess=0.02)
        add_cut(kit, f"Floor {number + 1}", [floor], "Stone")
    columns, bars = [], []
    for x, rows in ((LEFT, (1, 8, BACK)), (10, (9, BACK))):
        for y in rows:
            columns += [_post(x, y, low, high) for low, high in pairwise((-0.1, *FLOORS[:3]))]
            columns.append(_post(x, y, FLOORS[2], FLOORS[2] + 2.4))
            px, py, pz = place(x + 0.5, y + 0.5, FLOORS[2] + 2.3)
            for dx, dy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
                foot = (px + 0.14 * dx, py + 0.14 * dy, pz)
                bars.append(swept([foot, (foot[0], foot[1], pz + 0.75)], 0.025, 6))
    kit.solid("Columns", join(columns), "Stone")
    kit.solid("Steel Bars", join(bars), "Rust")


def _post(x: float, y: float, low: float, high: float) -> Solid:
    """Return a column within one voxel's square, between two heights in voxels."""
    a, b = place(x + 0.07, y + 0.07, low + 0.3), place(x + 0.93, y + 0.93, high + 0.3)
    return box((a[0], a[1], max(a[2], BASE)), b, 0.04)


def _walls(kit: Kit) -> None:
    """Add the wall between the halves with its hole, and the boarded-up brick walls of the right half."""
    top = FLOORS[-1] + 0.5
    middle = layer(0, MIDDLE, (-1, -1), (BACK + 0.9, top), [BREACH], thickness=0.4)
    add_cut(kit, "Middle Wall", [middle], "Sand")
    kit.solid("Breach Frame", join(lining(0, MIDDLE, BREACH, sides="uUV")), "Rust")
    add_cut(kit, "Right Wall", [layer(0, RIGHT, (-1, -1), (BACK + 0.9, top), RIGHT_WINDOWS)], "Clay")
    back = layer(1, BACK, (MIDDLE + 0.3, -1), (RIGHT + 0.8, top), BACK_WINDOWS)
    add_cut(kit, "Back Wall", [back], "Clay")
    frames, boards = [], []
    for axis, index, holes in ((0, RIGHT, RIGHT_WINDOWS), (1, BACK, BACK_WINDOWS)):
        for hole in holes:
            frame, board = window(axis, index, hole, (0, 2))
            frames += frame
            boards += board
    kit.solid("Window Frames", join(frames), "Chalk")
    kit.solid("Window Boards", join(boards), "Sand")
    # The brick wall behind the left half has only begun to grow.
    courses = [layer(1, BACK, (LEFT + 0.5, -1), (9.5, 3.0)), layer(1, BACK, (9.5, -1), (MIDDLE + 0.5, 4.2))]
    courses.append(layer(1, BACK, (9.5, 6.5), (MIDDLE + 0.5, 8.8)))
    kit.solid("Begun Wall", join(courses), "Clay")


def _crane(kit: Kit) -> None:
    """Add the tower crane behind the building; its mast fills a square of two voxels."""
    x, y, _ = place(22.0, 24.0, 0.0)
    top, half = 17.3, 0.5
    parts = [box((x - 1.2, y - 1.2, BASE), (x + 1.2, y + 1.2, 0.5), 0.1)]
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    parts += [swept([(a, b, 0.3), (a, b, top)], 0.07, 6) for a, b in corners]
    heights = [0.5 + (top - 0.5) * number / 14 for number in range(15)]
    for (a, b), (c, d) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for number, (low, high) in enumerate(pairwise(heights)):
            ends = ((a, b, low), (c, d, high)) if number % 2 else ((c, d, low), (a, b, high))
            parts.append(swept(ends, 0.04, 6))
    parts.append(box((x - 0.6, y - 0.6, top - 0.1), (x + 0.6, y + 0.6, top + 0.2), 0.05))
    parts += _jib((x, y), top + 0.3)
    kit.solid("Crane", join(parts), "Moss", location=(x, y, BASE))
    cabin = [box((x - 0.55, y - 1.1, top - 0.9), (x + 0.45, y - 0.5, top + 0.1), 0.08)]
    cabin.append(box((x + 2.6, y - 0.5, top - 0.55), (x + 3.8, y + 0.5, top + 0.5), 0.08))
    kit.solid("Crane Cabin", join(cabin), "Chalk", location=(x, y, top))
    hook = x - 8.4
    load = [swept([(hook, y, top + 0.3), (hook, y, 14.2)], 0.03, 6)]
    load.append(box((hook - 1.1, y - 0.25, 13.75), (hook + 1.1, y + 0.25, 14.2), 0.04))
    kit.solid("Crane Load", join(load), "Ink", location=(hook, y, top))


def _jib(mast: tuple[float, float], base: float) -> list[Solid]:
    """Return the jib, a lattice of three chords, and the stays that hold it."""
    x, y = mast
    tip, tail, ridge = x - 11.2, x + 3.8, base + 0.75
    parts = [swept([(tip, y + side, base), (tail, y + side, base)], 0.06, 6) for side in (-0.3, 0.3)]
    parts.append(swept([(tip, y, ridge), (x + 0.4, y, ridge)], 0.06, 6))
    bays = [tip + (x + 0.4 - tip) * number / 16 for number in range(17)]
    for left, right in pairwise(bays):
        middle = (left + right) / 2.0
        for foot in (y - 0.3, y + 0.3):
            zigzag = [(left, foot, base), (middle, y, ridge), (right, foot, base)]
            parts.append(swept(zigzag, 0.035, 6))
    parts += [swept([(x, y, base), (x, y, base + 2.1)], 0.12, 8)]
    for end in (tip + 3.0, tail - 0.4):
        parts.append(swept([(x, y, base + 2.0), (end, y, ridge if end < x else base)], 0.03, 6))
    return parts


def _site(kit: Kit) -> None:
    """Add what lies about on a building site."""
    heights = (0.0, *(floor + 0.8 for floor in FLOORS))
    bricks = [(11.2, 12.6, 0), (6.0, 12.2, 1), (12.0, 12.4, 2), (20.4, 12.4, 1), (25.0, 12.2, 3)]
    stacks, pallets = [], []
    for x, y, storey in bricks:
        a, b = place(x, y, heights[storey]), place(x + 2.0, y + 2.0, heights[storey])
        pallets.append(box((a[0] - 0.06, a[1] - 0.06, a[2] - 0.04), (b[0] + 0.06, b[1] + 0.06, a[2] + 0.14), 0.02))
        stacks.append(box((a[0], a[1], a[2] + 0.12), (b[0], b[1], a[2] + 1.0), 0.03))
    kit.solid("Bricks", join(stacks), "Clay")
    kit.solid("Pallets", join(pallets), "Rust")
    drums = []
    for x, y, storey in ((25.4, 13.0, 0), (26.4, 11.6, 0), (13.4, 10.4, 3), (12.4, 13.0, 3), (20.0, 13.6, 2)):
        drums.append(cylinder(place(x, y, heights[storey] - 0.05), 0.3, 0.95, 20, 0.05))
    kit.solid("Drums", join(drums), "Slate", smooth=True)
    props_up = []
    for x in (6.5, 12.5):
        for y in (11.5, 14.5):
            foot = place(x, y, heights[2])
            props_up.append(swept([foot, (foot[0], foot[1], FLOORS[2] * VOXEL + 0.15)], 0.06, 8))
    kit.solid("Formwork Props", join(props_up), "Ink")
    office = place(0.3, 20.4, 0.0)
    low, high = (office[0], office[1], BASE), (office[0] + 2.2, office[1] + 4.6, 2.2)
    kit.box("Site Office", low, high, "Sage", 0.06)
    panes = [box((high[0] - 1.6, low[1] - 0.03, 0.9), (high[0] - 0.6, low[1] + 0.1, 1.7), 0.02)]
    panes.append(box((low[0] - 0.03, low[1] + 0.8, 0.9), (low[0] + 0.1, low[1] + 2.0, 1.7), 0.02))
    kit.solid("Site Office Windows", join(panes), "Ink")
