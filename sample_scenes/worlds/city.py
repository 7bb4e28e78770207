# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A city of 5 km by 5 km, in metres: what is large and far from the origin, and made of thousands of objects.

Streets cut it into blocks of four plots, with a river from south to north and a raised motorway from west to east.
Buildings are copies of a few meshes, higher towards the middle. Each is hollow and thus an island of its own.
"""

import random

import bpy
from kit import Kit
from shapes import Solid, ball, box, cylinder, join, moved, plate, turned
from structures import pyramid

LOW, HIGH = (-2560.0, -2560.0, 0.0), (2560.0, 2560.0, 400.0)
# From a street in the west, across the river, to the roof of a house in the east.
START, GOAL = (-2300.0, -1190.0, 12.0), (1850.0, 1450.0, 90.0)

# The luck of the draw for what is built where.
SEED = 5
BLOCKS, PITCH, STREET = 25, 204.0, 28.0
# A block's plots are this far from its middle.
PLOT = 44.0
RIVER, MOTORWAY = 8, 6
# Blocks that are left to trees.
PARKS = ((13, 14), (14, 14), (13, 15), (14, 15), (4, 19), (20, 5))


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Asphalt", (-2560.0, -2560.0, -6.0), (2560.0, 2560.0, -0.3), "Steel", 0.5)
    kinds = _kinds(kit)
    pavement = _kind(kit, "Pavement", [(box((-88.0, -88.0, -0.5), (88.0, 88.0, 0.0)), "Chalk")])
    draw = random.Random(SEED)
    for column in range(BLOCKS):
        for row in range(BLOCKS):
            if column == RIVER:
                continue
            x, y = middle(column), middle(row)
            _put(kit, pavement, (x, y), 0)
            for dx in (-PLOT, PLOT):
                for dy in (-PLOT, PLOT):
                    name = "Grove" if (column, row) in PARKS else chosen(x + dx, y + dy, draw)
                    _put(kit, kinds[name], (x + dx, y + dy), draw.randrange(4))
    _river(kit)
    _motorway(kit)
    for original in (*kinds.values(), pavement):
        bpy.data.objects.remove(original)
    kit.ground(-6.0, 16000.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(0.0, 0.0, 395.0), agent_radius=0.5, voxel_size=8.0)
    kit.sun((0.5, 0.62, -0.8))
    kit.camera((-1900.0, -5000.0, 2500.0), (-60.0, -330.0, 0.0), 33.0)


def middle(number: int) -> float:
    """Return where the middle of a row or column of blocks is."""
    return PITCH * (number - (BLOCKS - 1) / 2.0)


def chosen(x: float, y: float, draw: random.Random) -> str:
    """Return what is built on a plot: higher buildings towards the middle of the city."""
    far = (x * x + y * y) ** 0.5 / 2500.0 + draw.uniform(-0.12, 0.12)
    for limit, names in (
        (0.12, ("Skyscraper", "Spire", "Stepped Tower")),
        (0.30, ("Stepped Tower", "Tower", "Slab", "Skyscraper")),
        (0.60, ("Tower", "Slab", "Court", "Court", "Corner")),
        (0.95, ("Court", "Corner", "Corner", "Slab", "Church")),
    ):
        if far < limit:
            return draw.choice(names)
    return draw.choice(("Corner", "Works", "Works", "Tank", "Grove"))


def _kind(kit: Kit, name: str, parts: list[tuple[Solid, str]], *, smooth: bool = False) -> bpy.types.Object:
    """Add something to copy, of several materials, standing on the origin."""
    materials = list(dict.fromkeys(material for _solid, material in parts))
    slots = [materials.index(material) for solid, material in parts for _face in solid[1]]
    return kit.solid(name, join([solid for solid, _material in parts]), materials, slots=slots, smooth=smooth)


def _put(kit: Kit, kind: bpy.types.Object, place: tuple[float, float], turns: int) -> None:
    kit.copy(kind, kind.name, (*place, 0.0), turns)


def _shaft(half_x: float, half_y: float, low: float, high: float, step: float) -> list[Solid]:
    """Return a box and the bands around it, `step` apart."""
    bands = int((high - low) / step)
    parts = [box((-half_x, -half_y, low), (half_x, half_y, high))]
    for number in range(1, bands + 1):
        z = low + (high - low) * number / bands
        parts.append(box((-half_x - 0.8, -half_y - 0.8, z - 2.2), (half_x + 0.8, half_y + 0.8, z + 0.3)))
    return parts


def _kinds(kit: Kit) -> dict[str, bpy.types.Object]:
    """Add one of each building and return them by name."""

    def painted(solids: list[Solid], material: str) -> list[tuple[Solid, str]]:
        return [(solid, material) for solid in solids]

    def shaft(*measures: float, core: str, bands: str) -> list[tuple[Solid, str]]:
        first, *others = _shaft(*measures)
        return [(first, core), *painted(others, bands)]

    yard = plate((-36.0, -36.0, 0.0), (36.0, 36.0, 22.0), [(-20.0, -20.0, 20.0, 20.0)])
    eaves = plate((-37.0, -37.0, 22.0), (37.0, 37.0, 25.0), [(-19.0, -19.0, 19.0, 19.0)])
    wings = [box((-36.0, -36.0, 0.0), (36.0, -18.0, 28.0)), box((18.0, -18.0, 0.0), (36.0, 36.0, 34.0))]
    halls = [box((-36.0, y, 0.0), (36.0, y + 20.0, 16.0)) for y in (-34.0, -10.0, 14.0)]
    feet = [(x, y, 16.0) for x in (-25.0, 0.0, 25.0) for y in (-24.0, 0.0, 24.0)]
    vents = [moved(box((-3.0, -2.0, 0.0), (3.0, 2.0, 4.0)), foot) for foot in feet]
    trees = [(-30.0, -24.0), (-22.0, 18.0), (-4.0, -6.0), (8.0, 30.0), (14.0, -30.0), (28.0, 4.0), (32.0, 32.0)]
    crowns = [ball((x, y, 11.0), 8.0, 8) for x, y in trees]
    spire = [(0.0, 0.0), (24.0, 0.0), (24.0, 40.0), (18.0, 44.0), (16.0, 210.0), (20.0, 218.0), (20.0, 232.0)]
    spire += [(9.0, 244.0), (2.0, 300.0), (0.0, 372.0)]
    nave = [box((-30.0, -10.0, 0.0), (14.0, 10.0, 20.0)), box((14.0, -8.0, 0.0), (30.0, 8.0, 44.0))]
    roof = moved(pyramid(9.0, 9.0, 44.0, 74.0), (22.0, 0.0, 0.0))
    glass, stone = {"core": "Slate", "bands": "Steel"}, {"core": "Ink", "bands": "Sand"}
    podium = painted([box((-37.0, -37.0, 0.0), (37.0, 37.0, 18.0))], "Sand")
    return {
        "Court": _kind(kit, "Court", [(yard, "Sand"), (eaves, "Clay")]),
        "Corner": _kind(kit, "Corner", painted(wings, "Chalk") + painted([_cap(wing) for wing in wings], "Clay")),
        "Slab": _kind(kit, "Slab", shaft(36.0, 13.0, 0.0, 62.0, 15.0, core="Rust", bands="Sand")),
        "Tower": _kind(kit, "Tower", podium + shaft(18.0, 18.0, 18.0, 118.0, 20.0, **stone)),
        "Stepped Tower": _kind(
            kit,
            "Stepped Tower",
            podium
            + shaft(26.0, 26.0, 18.0, 110.0, 23.0, core="Slate", bands="Chalk")
            + shaft(17.0, 17.0, 110.0, 176.0, 22.0, core="Slate", bands="Chalk"),
        ),
        "Skyscraper": _kind(
            kit,
            "Skyscraper",
            [*podium, *shaft(23.0, 23.0, 18.0, 262.0, 30.0, **glass), (pyramid(23.0, 23.0, 262.0, 300.0), "Steel")],
        ),
        "Spire": _kind(kit, "Spire", [(turned(spire, 14), "Chalk")], smooth=True),
        "Church": _kind(kit, "Church", [*painted(nave, "Stone"), (roof, "Moss")]),
        "Works": _kind(kit, "Works", painted(halls, "Stone") + painted(vents, "Slate")),
        "Tank": _kind(kit, "Tank", painted([cylinder((0.0, 0.0, 0.0), 32.0, 30.0, 20, 2.0)], "Sage"), smooth=True),
        "Grove": _kind(kit, "Grove", painted(crowns, "Moss")),
    }


def _cap(wing: Solid) -> Solid:
    """Return the eaves on top of a box."""
    low, high = wing[0].min(axis=0), wing[0].max(axis=0)
    return box((low[0] - 0.8, low[1] - 0.8, high[2]), (high[0] + 0.8, high[1] + 0.8, high[2] + 2.5))


def _river(kit: Kit) -> None:
    """Add the river in place of a column of blocks, and a bridge where every third street meets it."""
    x, half = middle(RIVER), PITCH / 2.0
    kit.box("River", (x - half + 14.0, -2560.0, -0.4), (x + half - 14.0, 2560.0, 0.1), "Ink", 0.1)
    decks = []
    for row in range(2, BLOCKS, 3):
        y = middle(row) + PITCH / 2.0
        decks.append(box((x - half, y - 11.0, 14.0), (x + half, y + 11.0, 17.0)))
        decks += [box((x + at - 4.0, y - 9.0, 0.0), (x + at + 4.0, y + 9.0, 14.0)) for at in (-80.0, -27.0, 27.0, 80.0)]
        for at, side in ((-27.0, -10.0), (-27.0, 10.0), (27.0, -10.0), (27.0, 10.0)):
            decks.append(moved(box((-2.0, -1.5, 17.0), (2.0, 1.5, 52.0)), (x + at, y + side, 0.0)))
    kit.solid("Bridges", join(decks), "Rust")


def _motorway(kit: Kit) -> None:
    """Add the raised motorway along a street, from one side of the city to the other."""
    y = middle(MOTORWAY) + PITCH / 2.0
    deck = [box((-2560.0, y - 11.0, 22.0), (2560.0, y + 11.0, 24.0))]
    deck += [box((-2560.0, y + side - 0.3, 24.0), (2560.0, y + side + 0.3, 25.2)) for side in (-10.6, 10.6)]
    deck += [box((x - 2.0, y - 3.0, 0.0), (x + 2.0, y + 3.0, 22.0)) for x in (-2530.0 + 55.0 * n for n in range(93))]
    kit.solid("Motorway", join(deck), "Chalk")
