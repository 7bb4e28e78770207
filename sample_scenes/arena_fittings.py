# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands in the arena and can be left out without its walls falling down."""

from arena_plan import (
    BAY,
    BAYS,
    BOX,
    EAST,
    HOUSE_HEIGHT,
    PASSAGES,
    PIT_NORTH,
    PIT_SOUTH,
    RISE,
    ROOM_HEIGHT,
    ROWS,
    STAIRS,
    STOREY,
    STOREYS,
    TREAD,
    WALK_HEIGHT,
    WALK_SOUTH,
    WEST,
    bay,
)
from kit import Kit
from shapes import ball, box, cylinder, join, moved, rounded, swept, turned
from structures import bar, bench, pyramid, railing


def add_seats(kit: Kit) -> None:
    """Add rows of seats with aisles between them, and a box with a canopy in the middle."""
    first = None
    for n in sorted(set(range(BAYS)) - set(BOX)):
        for row in range(1, ROWS):
            place = (bay(n) + BAY / 2.0, PIT_SOUTH - TREAD * (row + 0.55), ROOM_HEIGHT + RISE * row)
            if first is None:
                seats = moved(bench(5, 1.75), place)
                first = kit.solid("Seats", seats, "Clay", location=place)
            else:
                kit.copy(first, "Seats", place)
    low, high, top = bay(BOX[0]) + 1.0, bay(BOX[-1] + 1) - 1.0, WALK_HEIGHT + 3.2
    parts = [box((low, WALK_SOUTH, top), (high, PIT_SOUTH - 3.0, top + 0.3))]
    parts += [box((x, y, 3.5), (x + 0.3, y + 0.3, top)) for x in (low, high - 0.3) for y in (-25.7, -17.5)]
    parts.append(box((low, PIT_SOUTH - 4.5, 4.0), (high, PIT_SOUTH - 4.2, 6.2)))
    kit.solid("Box", join(parts), "Rust")


def add_galleries(kit: Kit) -> None:
    """Add the pillars in front of the house, railings between them and beams above."""
    foot = (WEST, PIT_NORTH + 0.6, 0.0)
    shaft = [(0.0, 0.0), (0.6, 0.0), (0.38, 0.5), (0.34, 4.2), (0.6, 4.7), (0.0, 4.7)]
    pillar = kit.solid("Pillar", turned(shaft, 8, foot), "Chalk", smooth=True, location=foot)
    rail_at = (bay(0) + 0.5, PIT_NORTH + 0.25, STOREY)
    rail = kit.solid("Railing", moved(railing(BAY - 1.0, 4), rail_at), "Ink", location=rail_at)
    for storey in range(STOREYS):
        for n in range(BAYS + 1):
            if storey or n:
                kit.copy(pillar, "Pillar", (bay(n), foot[1], STOREY * storey))
            # The bridge arrives at the third storey.
            if storey and n < BAYS and (storey, n) not in ((1, 0), (2, 10)):
                kit.copy(rail, "Railing", (bay(n) + 0.5, rail_at[1], STOREY * storey))
    edges = [box((WEST, 11.8, STOREY * n - 0.6), (EAST, 12.3, STOREY * n + 0.05)) for n in range(1, STOREYS + 1)]
    kit.solid("Gallery Edges", join(edges), "Clay")


def add_pit(kit: Kit) -> None:
    """Add what one hides behind in the pit, and the platform in its middle."""
    steps = [(0.0, 0.0), (9.0, 0.0), (9.0, 0.6), (7.6, 0.6), (7.6, 1.2), (6.2, 1.2), (6.2, 1.8), (0.0, 1.8)]
    kit.solid("Platform", turned(steps, 32, (0.0, -1.0, 0.0)), "Stone", location=(0.0, -1.0, 0.0))
    needle = [box((-1.6, -1.6, 1.7), (1.6, 1.6, 3.1)), box((-0.9, -0.9, 3.0), (0.9, 0.9, 13.0))]
    needle.append(pyramid(0.9, 0.9, 13.0, 14.6))
    kit.solid("Obelisk", moved(join(needle), (0.0, -1.0, 0.0)), "Clay", location=(0.0, -1.0, 0.0))
    walls = []
    for n, x in enumerate((-72.0, -61.0, -50.0, -39.0, -28.0, -17.0, 17.0, 28.0, 39.0, 50.0, 61.0, 72.0)):
        y = -7.0 if n % 2 else 4.0
        walls.append(box((x - 3.0, y - 0.25, 0.0), (x + 3.0, y + 0.25, 2.2)))
        walls.append(box((x + 2.5, y - 2.0, 0.0), (x + 3.0, y + 2.0, 1.3)))
    kit.solid("Cover", join(walls), "Sage")
    foot = (-66.0, -1.0, 0.0)
    pile = [box((-1.5, -1.5, 0.0), (0.0, 0.0, 1.5)), box((0.1, -1.4, 0.0), (1.5, 0.1, 1.4))]
    pile.append(box((-0.8, -1.1, 1.5), (0.5, 0.1, 2.7)))
    crates = kit.solid("Crates", moved(join(pile), foot), "Rust", location=foot)
    places = ((-44.0, 1.0), (-33.0, -10.0), (-22.0, 7.0), (23.0, -9.5), (34.0, 2.0), (56.0, -3.0), (67.0, 6.5))
    for turn, place in enumerate(places):
        kit.copy(crates, "Crates", (*place, 0.0), turn)
    foot = (-55.0, -1.0, 0.0)
    profile = [(0.0, 0.0), (1.3, 0.0), (1.3, 0.5), (0.9, 0.7), (0.8, 7.2), (1.2, 7.6), (1.2, 8.0), (0.0, 8.0)]
    parts = join([turned(profile, 10, foot), ball((-55.0, -1.0, 8.8), 0.9, 10)])
    statue = kit.solid("Column", parts, "Sand", smooth=True, location=foot)
    for x in (-36.0, -18.0, 18.0, 36.0, 55.0):
        kit.copy(statue, "Column", (x, -1.0, 0.0))


def add_bridge(kit: Kit) -> None:
    """Add the bridge over the pit, from the walk above the stand to a gallery."""
    x, z = bay(10) + BAY / 2.0, 2.0 * STOREY
    deck = [box((x - 1.6, WALK_SOUTH - 2.0, z - 0.4), (x + 1.6, PIT_NORTH, z), 0.03)]
    deck += [box((x - 1.2, y - 0.5, 0.0), (x + 1.2, y + 0.5, z - 0.3), 0.08) for y in (-13.0, 0.5)]
    for side in (-1.5, 1.5):
        deck += [bar((x + side, -26.0, z + h), (x + side, 12.0, z + h), 0.08) for h in (0.6, 1.1)]
        deck += [bar((x + side, -26.0 + 2.0 * n, z), (x + side, -26.0 + 2.0 * n, z + 1.1), 0.08) for n in range(20)]
    for n in range(6):
        south = WALK_SOUTH - 2.0 - 0.3 * n
        deck.append(box((x - 1.6, south, WALK_HEIGHT), (x + 1.6, south + 0.3, z - 0.3 * n)))
    kit.solid("Bridge", join(deck), "Steel")


def add_pipes(kit: Kit) -> None:
    """Add pipes on the house's roof, along the corridors, and up beside the galleries."""
    roof = []
    for n, y in enumerate((19.0, 20.4, 21.8)):
        z = HOUSE_HEIGHT + 0.9
        line = [(WEST + 2.0 + 4.0 * n, y, HOUSE_HEIGHT - 0.2), (WEST + 2.0 + 4.0 * n, y, z), (40.0 + 9.0 * n, y, z)]
        line += [(40.0 + 9.0 * n, y + 5.0, z), (40.0 + 9.0 * n, y + 5.0, 36.0)]
        roof.append(swept(rounded(line, 0.9, 4), 0.45, 10))
    kit.solid("Roof Pipes", join(roof), "Sage", smooth=True)
    runs = [(27.0, STOREY * n + 4.2, 0.25) for n in range(STOREYS)] + [(-26.6, z, 0.14) for z in (2.3, 2.6)]
    ducts = [swept([(WEST + 0.5, y, z), (EAST - 0.5, y, z)], radius, 8) for y, z, radius in runs]
    kit.solid("Ducts", join(ducts), "Steel", smooth=True)
    tank = (-20.0, 23.0, HOUSE_HEIGHT)
    tanks = kit.solid("Tank", cylinder(tank, 2.4, 4.5, 20, 0.3), "Sage", smooth=True, location=tank)
    for x in (-12.0, 62.0):
        kit.copy(tanks, "Tank", (x, 24.0, HOUSE_HEIGHT))


def add_furniture(kit: Kit) -> None:
    """Add a table and lockers to most rooms of the house and below the stand."""
    parts = [box((-1.2, -0.5, 0.72), (1.2, 0.5, 0.8))]
    parts += [box((x - 0.05, -0.4, 0.0), (x + 0.05, 0.4, 0.73)) for x in (-1.1, 1.1)]
    parts += [box((-2.6 + 0.62 * n, 2.0, 0.0), (-2.02 + 0.62 * n, 2.6, 1.9)) for n in range(3)]
    first = None
    for n in range(BAYS):
        rooms = [(20.0, STOREY * storey) for storey in range(STOREYS) if n not in STAIRS and (n + storey) % 2]
        rooms += [] if n in PASSAGES else [(-20.0, 0.0)]
        for y, z in rooms:
            place = (bay(n) + 6.0, y, z)
            if first is None:
                first = kit.solid("Table and Lockers", moved(join(parts), place), "Rust", location=place)
            else:
                kit.copy(first, "Table and Lockers", place)
