# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The plan of the arena: its measures in metres, and walls with doors in them."""

from shapes import Solid, plate

# The pit lies between the stand and the house, which are cut into bays along X.
WEST, EAST, BAYS = -84.0, 84.0, 16
BAY = (EAST - WEST) / BAYS
FRONT, PIT_SOUTH, PIT_NORTH, BACK = -30.0, -14.0, 12.0, 30.0
WALL = 0.3

# The stand: its rows climb to the south, from the ceiling of the rooms below to a walk.
ROWS, TREAD, RISE, ROOM_HEIGHT, WALK_SOUTH = 8, 1.5, 0.6, 3.0, -26.0
WALK_HEIGHT = ROOM_HEIGHT + RISE * ROWS
PASSAGES, BRICKED_UP, BOX = (1, 6, 9, 14), (4, 11), (7, 8)
# The house: storeys, and the walls between gallery, rooms and corridor.
STOREY, STOREYS, GALLERY, CORRIDOR = 5.0, 4, 16.0, 26.0
HOUSE_HEIGHT = STOREY * STOREYS
STAIRS = (3, 12)
# A flight climbs one storey.
STEPS, RUN, FLIGHT_WIDTH = 16, 0.35, 1.6
# The towers: half of their sizes, and their middles.
TOWER_X, TOWER_Y, TOWER_STOREYS = 8.0, 7.0, 8
TOWERS = ((-92.0, -23.0), (92.0, -23.0), (-92.0, 23.0), (92.0, 23.0))
EAVES = 33.0
TRUSSES = 9
DOORS = (1.2, 1.0, 1.2, 0.9)

Hole = tuple[float, float, float, float]


def bay(number: float) -> float:
    """Return where a bay begins along X."""
    return WEST + BAY * number


def door(middle: float, floor: float, number: int) -> Hole:
    """Return a door in a wall; they differ in width."""
    half = DOORS[number % len(DOORS)] / 2.0
    return (middle - half, floor, middle + half, floor + 2.2)


def gate(middle: float, floor: float, width: float, height: float) -> Hole:
    """Return an opening that reaches to the floor."""
    return (middle - width / 2.0, floor, middle + width / 2.0, floor + height)


def across(y: float, low: tuple[float, float], high: tuple[float, float], holes: list[Hole]) -> Solid:
    """Return a wall along X at `y`, between (x, z) corners."""
    return plate((low[0], y - WALL / 2.0, low[1]), (high[0], y + WALL / 2.0, high[1]), holes)


def along(x: float, low: tuple[float, float], high: tuple[float, float], holes: list[Hole]) -> Solid:
    """Return a wall along Y at `x`, between (y, z) corners."""
    return plate((x - WALL / 2.0, low[0], low[1]), (x + WALL / 2.0, high[0], high[1]), holes)
