# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""An arena as games have them: 200 m long, in metres, with rooms that a small agent enters by doors.

South is a stand with rows of seats over a corridor and rooms, north a house of four storeys with galleries, and at
both ends stand a hall and two towers, under a roof of trusses that covers the northern half. Some rooms
and everything hollow have no door, so there are many islands. Doors are between 0.9 and 1.2 m wide.
"""

from itertools import pairwise

from arena_fittings import add_bridge, add_furniture, add_galleries, add_pipes, add_pit, add_seats
from arena_plan import (
    BACK,
    BAY,
    BAYS,
    BRICKED_UP,
    CORRIDOR,
    EAST,
    EAVES,
    FLIGHT_WIDTH,
    FRONT,
    GALLERY,
    HOUSE_HEIGHT,
    PASSAGES,
    PIT_NORTH,
    PIT_SOUTH,
    RISE,
    ROOM_HEIGHT,
    ROWS,
    RUN,
    STAIRS,
    STEPS,
    STOREY,
    STOREYS,
    TOWER_STOREYS,
    TOWER_X,
    TOWER_Y,
    TOWERS,
    TREAD,
    TRUSSES,
    WALK_HEIGHT,
    WALK_SOUTH,
    WALL,
    WEST,
    Hole,
    across,
    along,
    bay,
    door,
    gate,
)
from kit import Kit
from shapes import Point, Solid, box, cylinder, join, moved, plate, turned
from structures import bar, flight, pyramid, truss

LOW, HIGH = (-104.0, -34.0, 0.0), (104.0, 34.0, 60.0)
# From a room under the stand to the uppermost gallery across the pit.
START, GOAL = (-57.0, -20.0, 1.4), (47.0, 14.0, 16.6)


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Slab", (-103.0, -33.0, -1.2), (103.0, 33.0, 0.0), "Stone", 0.2)
    kit.solid("Sand", box((WEST, PIT_SOUTH, -0.5), (EAST, PIT_NORTH, 0.03)), "Sand")
    _stand(kit)
    add_seats(kit)
    _house(kit)
    add_galleries(kit)
    _stairs(kit)
    _towers(kit)
    for name, side in (("West", -1.0), ("East", 1.0)):
        _hall(kit, name, side)
    _roof(kit)
    add_pit(kit)
    add_bridge(kit)
    add_pipes(kit)
    add_furniture(kit)
    kit.ground(-1.2, 700.0)
    hollow, vault = (bay(2) + 5.0, -24.0, 5.0), (92.0, 9.0, 2.0)
    kit.add_navigation(
        *(LOW, HIGH, START, GOAL),
        keep=(0.0, -6.0, 6.0),
        also_keep=(hollow, vault),
        agent_radius=0.3,
        voxel_size=0.25,
    )
    kit.sun((0.45, 0.75, -0.8))
    kit.camera((-80.0, -204.0, 116.0), (-5.0, -4.0, 14.0), 37.0)


def _stand(kit: Kit) -> None:
    """Add the stand: outer wall, corridor, rooms, and the tiers above them."""
    windows = [(bay(n) + 2.6, 4.3, bay(n) + 7.9, 6.3) for n in range(BAYS)]
    doors = [gate(bay(n) + BAY / 2.0, 0.0, 3.2, 2.6) for n in (2, 7, 8, 13)]
    outer = across(FRONT, (WEST, 0.0), (EAST, WALK_HEIGHT + 1.0), windows + doors)
    kit.solid("Stand Front", outer, "Chalk")
    inner: list[Hole] = []
    for n in range(BAYS):
        middle = bay(n) + BAY / 2.0
        if n in PASSAGES:
            inner.append(gate(middle, 0.0, 3.0, 2.6))
        elif n not in BRICKED_UP:
            inner.append(door(middle - 2.0, 0.0, n))
    kit.solid("Stand Corridor Wall", across(WALK_SOUTH, (WEST, 0.0), (EAST, WALK_HEIGHT), inner), "Sand")
    gates = [gate(bay(n) + BAY / 2.0, 0.0, 3.0, 2.4) for n in PASSAGES]
    kit.solid("Pit Wall South", across(PIT_SOUTH, (WEST, 0.0), (EAST, ROOM_HEIGHT + 1.0), gates), "Clay")
    partitions = []
    for n in range(BAYS + 1):
        through = [door(-20.0, 0.0, n)] if n in (3, 8, 13) else []
        partitions.append(along(bay(n), (WALK_SOUTH, 0.0), (PIT_SOUTH, ROOM_HEIGHT), through))
        if n % 2 == 0:
            # What is between the rooms' ceiling and the rows above is closed, two bays at a time.
            rows = [(WALK_SOUTH + TREAD * k, ROOM_HEIGHT + RISE * (ROWS - k) - 0.1) for k in range(ROWS)]
            partitions += [along(bay(n), (y, ROOM_HEIGHT), (y + TREAD, high), []) for y, high in rows]
    ends = [along(x, (FRONT, 0.0), (WALK_SOUTH, WALK_HEIGHT + 1.0), [door(-28.0, 0.0, 0)]) for x in (WEST, EAST)]
    kit.solid("Stand Partitions", join(partitions + ends), "Sand")
    wells = [(bay(n) + 2.0, -29.6, bay(n) + 2.0 + STEPS * RUN, -27.6) for n in (0, 5, 10, 15)]
    ceiling = plate((WEST, FRONT, ROOM_HEIGHT - 0.25), (EAST, PIT_SOUTH, ROOM_HEIGHT - 0.05), wells)
    walk = plate((WEST, FRONT, WALK_HEIGHT - 0.2), (EAST, WALK_SOUTH + 0.1, WALK_HEIGHT), wells)
    tiers = []
    for n in range(ROWS):
        y, z = PIT_SOUTH - TREAD * n, ROOM_HEIGHT + RISE * n
        tiers.append(box((WEST, y - TREAD - 0.1, z - 0.12), (EAST, y, z)))
        tiers.append(box((WEST, y - TREAD - 0.1, z - 0.12), (EAST, y - TREAD, z + RISE)))
    kit.solid("Tiers", join([ceiling, walk, *tiers]), "Stone")


def _room_doors(storey: int) -> tuple[list[Hole], list[Hole]]:
    """Return the doors from a storey's rooms to the gallery and to the corridor; a few rooms have none."""
    floor = STOREY * storey
    front, back = [], []
    for n in range(BAYS):
        kind = (5 * n + 3 * storey) % 8
        if n in STAIRS:
            front.append(gate(bay(n) + 1.4, floor, 1.6, 2.4))
            back.append(gate(bay(n) + 1.4, floor, 1.6, 2.4))
            continue
        if kind not in (2, 7):
            front.append(door(bay(n) + 3.2, floor, n + storey))
        if kind not in (0, 2, 5):
            back.append(door(bay(n) + 7.0, floor, n + storey + 1))
    return front, back


def _house(kit: Kit) -> None:
    """Add the house: its floors, the walls with their doors and windows, and the rooms' partitions."""
    for storey in range(STOREYS):
        floor = STOREY * storey
        top = floor + STOREY
        name = f"House {storey + 1}"
        front, back = _room_doors(storey)
        walls = [across(GALLERY, (WEST, floor), (EAST, top), front), across(CORRIDOR, (WEST, floor), (EAST, top), back)]
        for n in range(BAYS + 1):
            through = [door(21.0, floor, n)] if (n + storey) % 5 == 0 and 0 < n < BAYS else []
            walls.append(along(bay(n), (GALLERY, floor), (CORRIDOR, top), through))
        kit.solid(f"{name} Walls", join(walls), "Sand")
        windows = [(bay(n) + 4.0, floor + 1.2, bay(n) + 6.4, floor + 2.8) for n in range(BAYS)]
        openings = windows if storey else [gate(bay(n) + 5.25, 0.0, 3.0, 3.0) for n in (1, 8, 14)]
        outer = [across(BACK, (WEST, floor), (EAST, top), openings)]
        # From gallery and corridor one gets into the towers.
        outer += [along(x, (CORRIDOR, floor), (BACK, top), [door(28.0, floor, 0)]) for x in (WEST, EAST)]
        kit.solid(f"{name} Outside", join(outer), "Chalk")
        y = _flight_at(storey)
        wells = [(bay(n) + 3.0, y, bay(n) + 3.0 + STEPS * RUN, y + FLIGHT_WIDTH) for n in STAIRS]
        kit.solid(f"{name} Ceiling", plate((WEST, PIT_NORTH, top - 0.3), (EAST, BACK, top), wells), "Stone")
    parapet = [box((WEST, y - 0.15, HOUSE_HEIGHT), (EAST, y + 0.15, HOUSE_HEIGHT + 1.0)) for y in (12.2, 29.8)]
    kit.solid("Parapets", join(parapet), "Chalk")


def _flight_at(storey: int) -> float:
    """Return where the flight of a storey begins along Y; flights alternate between two sides."""
    return 17.5 if storey % 2 == 0 else 22.5


def _stairs(kit: Kit) -> None:
    """Add the flights in the house and in the stand."""
    first = None
    for n in STAIRS:
        for storey in range(STOREYS):
            place = (bay(n) + 3.0, _flight_at(storey), STOREY * storey)
            if first is None:
                stairs = moved(flight(STEPS, STOREY / STEPS, RUN, FLIGHT_WIDTH), place)
                first = kit.solid("Stairs", stairs, "Slate", location=place)
            else:
                kit.copy(first, "Stairs", place)
    place = (bay(0) + 2.0, -29.4, 0.0)
    low = kit.solid("Stand Stairs", moved(flight(STEPS, 0.15, RUN, 1.6), place), "Slate", location=place)
    for n in (5, 10, 15):
        kit.copy(low, "Stand Stairs", (bay(n) + 2.0, -29.4, 0.0))
    for n in (0, 5, 10, 15):
        kit.copy(first, "Stand Stairs", (bay(n) + 2.0, -29.4, ROOM_HEIGHT))


def _towers(kit: Kit) -> None:
    """Add the corner towers: one mesh in four places, with stairs to the top in one of them."""
    top = STOREY * TOWER_STOREYS
    walls, floors = [], []
    # Where the house or the stand leans against a tower, their doors go on into it.
    for side, long in ((-1.0, False), (1.0, False), (-1.0, True), (1.0, True)):
        holes = [door(0.0, 0.0, 0)] if long else [door(5.0, STOREY * n, 0) for n in range(STOREYS)]
        holes += [] if long else [door(-5.0, 0.0, 0)]
        first = 1 if long else STOREYS
        holes += [
            (-0.6, STOREY * n + 1.2, 0.6, STOREY * n + 3.2) for n in range(first, TOWER_STOREYS, 2 if long else 1)
        ]
        if long:
            walls.append(across(side * (TOWER_Y - 0.15), (-TOWER_X, 0.0), (TOWER_X, top + 1.0), holes))
        else:
            low, high = (-TOWER_Y + WALL, 0.0), (TOWER_Y - WALL, top + 1.0)
            walls.append(along(side * (TOWER_X - 0.15), low, (high[0], HOUSE_HEIGHT), holes[:5]))
            walls.append(along(side * (TOWER_X - 0.15), (low[0], HOUSE_HEIGHT), high, holes[5:]))
    for n in range(1, TOWER_STOREYS + 1):
        y = _tower_flight(n - 1)
        well = (-2.8, y, -2.8 + STEPS * RUN, y + FLIGHT_WIDTH)
        high = STOREY * n
        floors.append(plate((-7.9, -6.9, high - 0.3), (7.9, 6.9, high), [well]))
    inside = (-7.6, -6.6, 7.6, 6.6)
    bands = [plate((-8.2, -7.2, z), (8.2, 7.2, z + 0.5), [inside]) for z in (HOUSE_HEIGHT, top - 0.4)]
    feet = [(x, y) for x in (-7.0, 0.0, 7.0) for y in (-6.0, 6.0)]
    columns = [box((x - 0.4, y - 0.4, top), (x + 0.4, y + 0.4, top + 5.0)) for x, y in feet]
    cap = [pyramid(TOWER_X + 0.8, TOWER_Y + 0.8, top + 5.0, top + 14.0), bar((0, 0, top + 13), (0, 0, 59.0), 0.3)]
    parts = (walls, floors, bands + columns, cap)
    slots = [slot for slot, solids in enumerate(parts) for solid in solids for _face in solid[1]]
    x, y = TOWERS[0]
    solid = moved(join([solid for solids in parts for solid in solids]), (x, y, 0.0))
    tower = kit.solid("Tower", solid, ("Chalk", "Stone", "Sand", "Rust"), location=(x, y, 0.0), slots=slots)
    for place in TOWERS[1:]:
        # The doors to the house are on the northern side of a tower, those to the stand on the southern.
        kit.copy(tower, "Tower", (*place, 0.0))
    stairs = next(thing for thing in kit.level.objects if thing.name == "Stairs")
    x, y = TOWERS[1]
    for n in range(TOWER_STOREYS):
        kit.copy(stairs, "Tower Stairs", (x - 2.8, y + _tower_flight(n), STOREY * n))


def _tower_flight(storey: int) -> float:
    """Return where a tower's flight begins along Y, seen from the tower's middle."""
    return -3.4 if storey % 2 == 0 else 1.8


def _hall(kit: Kit, name: str, side: float) -> None:
    """Add the hall at an end of the pit, with a gate to it, a vault without a door, and a dome."""
    inner, outer, height = side * 84.0, side * 99.85, 14.0
    gates = [gate(0.0, 0.0, 9.0, 8.5), gate(-11.0, 0.0, 1.2, 2.4)]
    walls = [along(inner, (-16.0, 0.0), (16.0, height), gates)]
    slits = [(y - 0.7, 5.0, y + 0.7, 10.0) for y in (-12.0, -8.0, 8.0, 12.0)]
    walls.append(along(outer, (-16.0, 0.0), (16.0, height + 1.0), [gate(0.0, 0.0, 5.0, 5.5), *slits]))
    low, high = sorted((inner, outer))
    kit.solid(f"{name} Hall", join(walls), "Sand")
    roof = plate((low, -16.0, height - 0.4), (high, 16.0, height), [(side * 92.0 - 4.0, -4.0, side * 92.0 + 4.0, 4.0)])
    kit.solid(f"{name} Hall Roof", roof, "Stone")
    middle = (side * 92.0, 0.0, height)
    dome = [(0.0, 5.9), (2.2, 5.5), (4.0, 4.4), (5.2, 2.8), (5.8, 1.0), (6.0, 0.0), (6.4, 0.0), (6.4, 0.3)]
    dome += [(6.2, 1.2), (5.6, 3.1), (4.3, 4.8), (2.4, 6.0), (0.8, 6.4), (0.6, 8.0), (0.0, 8.4)]
    kit.solid(f"{name} Dome", turned(dome, 20, middle), "Sage", smooth=True, location=middle)
    columns = [cylinder((side * 92.0 + x, y, 0.0), 0.6, height - 0.4, 12) for x in (-4.5, 4.5) for y in (-6.0, 6.0)]
    kit.solid(f"{name} Hall Columns", join(columns), "Chalk", smooth=True, location=(side * 92.0, 0.0, 0.0))
    kit.box(f"{name} Vault", (side * 92.0 - 5.0, 8.0, 0.0), (side * 92.0 + 5.0, 14.0, 4.5), "Slate", 0.15)


def _roof(kit: Kit) -> None:
    """Add trusses on pylons, purlins, the covered northern half and a catwalk."""
    xs = [WEST + (EAST - WEST) * n / (TRUSSES - 1) for n in range(TRUSSES)]
    place = (xs[0], 0.0, EAVES)
    first = kit.solid("Truss", moved(truss(62.0, 2.0, 12, 2.4), place), "Ink", location=place)
    legs = []
    for x in xs:
        if x != xs[0]:
            kit.copy(first, "Truss", (x, 0.0, EAVES))
        legs.append(box((x - 0.6, -31.6, 0.0), (x + 0.6, -30.3, EAVES + 0.1), 0.1))
        legs += [box((x - 0.4, y - 0.4, HOUSE_HEIGHT), (x + 0.4, y + 0.4, EAVES + 0.1)) for y in (13.5, 28.5)]
    kit.solid("Pylons", join(legs), "Chalk")
    purlins = ((-29.0, 35.2), (-15.5, 36.9), (-1.0, 37.5))
    bars = [bar((WEST - 1.0, y, z), (EAST + 1.0, y, z), 0.22) for y, z in purlins]
    kit.solid("Purlins", join(bars), "Ink")
    sheets = []
    for low, high, near, far in ((3.875, 15.5, 37.4, 36.9), (15.5, 32.0, 36.9, 35.2)):
        for x, x_next in pairwise(xs):
            sheets.append(_sheet((x + 0.15, low, near), (x_next - 0.15, high, far)))
    kit.solid("Roof", join(sheets), "Slate")
    catwalk = [box((WEST + 1.0, -1.0, EAVES - 1.5), (EAST - 1.0, 1.0, EAVES - 1.35))]
    catwalk += [bar((x, y, EAVES - 1.4), (x, 0.0, EAVES), 0.1) for x in xs[1:-1] for y in (-0.9, 0.9)]
    for y in (-0.95, 0.95):
        catwalk += [bar((WEST + 1.0, y, EAVES - h), (EAST - 1.0, y, EAVES - h), 0.06) for h in (0.4, 0.9)]
    kit.solid("Catwalk", join(catwalk), "Rust")


def _sheet(low: Point, high: Point) -> Solid:
    """Return a sloping board that is 0.15 thick, from its southern rim to its northern."""
    vertices, faces = box((low[0], low[1], 0.0), (high[0], high[1], 0.15))
    vertices[:, 2] += [low[2] if y == low[1] else high[2] for y in vertices[:, 1]]
    return vertices, faces
