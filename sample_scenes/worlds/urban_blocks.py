# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A district of blocks, avenues and lanes; after the urban environment of [Leenknecht 2013].

Like its model it is 100 units wide and 50 high with voxels as large as an agent, all its buildings are
cuboids, and hardly two of them are in line, which is what cuts the open space above the streets into many
cells. The start is down in a street and the goal on a roof. Every building fills whole voxels; storeys and
piers stay within the outermost of them. Places are counted in voxels from the volume's low corner.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

from kit import Kit
from shapes import Solid, box, cylinder, join, plate

LOW, HIGH = (-50.0, -50.0, 0.0), (50.0, 50.0, 50.0)
START, GOAL = (-36.0, -45.5, 1.5), (40.5, 43.5, 22.0)

# The luck of the draw for streets and heights.
SEED = 2
# The outermost street, then the width of the first cuts through the district, of the next, and so on.
MARGIN, STREETS = 3, (8, 7, 5, 5, 4, 4)
# Blocks are cut until they are no longer than this; longer plots are shared by two houses.
LONGEST, SHARED = 18, 12
STOREY = 3
# The block that is left open as a park.
PARK = 12
# What is below the volume blocks nothing of it.
BASE = -0.05

# Materials of a building's core and of what is in front of it: storeys for the first three, else piers.
FACADES = (("Slate", "Chalk"), ("Ink", "Sand"), ("Rust", "Sand"), ("Ink", "Steel"), ("Slate", "Clay"))


class Plot(NamedTuple):
    """A piece of ground, in voxels."""

    x: int
    y: int
    wide: int
    deep: int

    def within(self, margin: int) -> "Plot":
        """Return the plot without a strip along its rim."""
        return Plot(self.x + margin, self.y + margin, self.wide - 2 * margin, self.deep - 2 * margin)

    def solid(self, inset: float, low: float, high: float, chamfer: float = 0.0) -> Solid:
        """Return the box on the plot between two heights, narrower than it by `inset` on every side."""
        x, y = LOW[0] + self.x, LOW[1] + self.y
        far = (x + self.wide - inset, y + self.deep - inset, high)
        return box((x + inset, y + inset, low), far, chamfer)


class Mass(NamedTuple):
    """A cuboid of a building: its plot, from where to where it reaches in voxels, and its facade."""

    plot: Plot
    foot: int
    top: int
    facade: int


def build(kit: Kit) -> None:
    """Fill the scene."""
    draw = random.Random(SEED)
    blocks, streets = cut(Plot(MARGIN, MARGIN, 100 - 2 * MARGIN, 100 - 2 * MARGIN), 0, draw)
    kit.box("Asphalt", (-52.0, -52.0, -2.0), (52.0, 52.0, -0.35), "Steel", 0.2)
    kit.solid("Pavements", join(block.solid(0.0, -0.5, BASE - 0.05, 0.1) for block in blocks), "Chalk")
    kit.solid("Lanes", join(line for street in streets[1:] for line in _lane(street)), "Chalk")
    _trees(kit, "Avenue", streets[0].within(3))
    for number, block in enumerate(blocks):
        masses = raised(block, draw)
        if number == PARK:
            _trees(kit, "Park", block.within(1))
            continue
        for part, mass in enumerate(masses):
            _building(kit, f"Building {number + 1}.{part + 1}", mass)
    kit.ground(-2.0, 420.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(-45.0, -45.0, 45.0), voxel_size=1.0)
    kit.sun((0.5, 0.62, -0.8))
    kit.camera((-52.0, -215.0, 150.0), (1.5, 0.0, 12.0), 46.0)


def cut(plot: Plot, level: int, draw: random.Random) -> tuple[list[Plot], list[Plot]]:
    """Return the blocks that streets cut a plot into, and the streets."""
    long = max(plot.wide, plot.deep)
    if long <= LONGEST:
        return [plot], []
    width = STREETS[min(level, len(STREETS) - 1)]
    first = round((long - width) * (0.38 + 0.24 * draw.random()))
    if plot.wide >= plot.deep:
        street = plot._replace(x=plot.x + first, wide=width)
        parts = plot._replace(wide=first), plot._replace(x=street.x + width, wide=long - first - width)
    else:
        street = plot._replace(y=plot.y + first, deep=width)
        parts = plot._replace(deep=first), plot._replace(y=street.y + width, deep=long - first - width)
    blocks, streets = [], [street]
    for part in parts:
        more = cut(part, level + 1, draw)
        blocks += more[0]
        streets += more[1]
    return blocks, streets


def raised(block: Plot, draw: random.Random) -> list[Mass]:
    """Return what is built on a block: one or two houses, each perhaps a tower on a wider foot."""
    masses = []
    for plot in _shared(block.within(1), draw):
        facade = int(draw.random() * len(FACADES))
        # Higher towards the back and the middle, so that the front does not hide the rest.
        middle = abs(plot.x + plot.wide / 2.0 - 54.0) / 50.0
        back = (plot.y + plot.deep / 2.0) / 100.0
        storeys = max(2, round((4.0 + 30.0 * back * (1.2 - middle) + 10.0 * draw.random()) / STOREY))
        shaft = plot.within(1)
        if storeys > 6 and min(shaft.wide, shaft.deep) >= 5:
            masses.append(Mass(plot, 0, 2 * STOREY, facade))
            masses.append(Mass(shaft, 2 * STOREY, STOREY * storeys, facade))
        else:
            masses.append(Mass(plot, 0, STOREY * storeys, facade))
        roof = masses[-1]
        if min(roof.plot.wide, roof.plot.deep) >= 6:
            x = roof.plot.x + 1 + int(draw.random() * (roof.plot.wide - 4))
            y = roof.plot.y + 1 + int(draw.random() * (roof.plot.deep - 4))
            masses.append(Mass(Plot(x, y, 3, 2), roof.top, roof.top + 1 + int(2 * draw.random()), -1))
    return masses


def _shared(plot: Plot, draw: random.Random) -> list[Plot]:
    """Return the plot, or its two parts when it is long."""
    long = max(plot.wide, plot.deep)
    if long < SHARED or draw.random() < 0.15:
        return [plot]
    first = round(long * (0.35 + 0.3 * draw.random()))
    if plot.wide >= plot.deep:
        return [plot._replace(wide=first), plot._replace(x=plot.x + first, wide=plot.wide - first)]
    return [plot._replace(deep=first), plot._replace(y=plot.y + first, deep=plot.deep - first)]


def _building(kit: Kit, name: str, mass: Mass) -> None:
    """Add a mass: a core, storeys or piers in front of it, and a parapet around the roof."""
    plot, foot, top, facade = mass
    origin = (LOW[0] + plot.x + plot.wide / 2.0, LOW[1] + plot.y + plot.deep / 2.0, float(foot))
    low = foot - 0.8 if foot else BASE - 0.2
    if facade < 0:
        kit.solid(name, plot.solid(0.12, low, top - 0.15, 0.08), "Stone", location=origin)
        return
    core = plot.solid(0.42, low, top - 0.5)
    x, y = LOW[0] + plot.x, LOW[1] + plot.y
    rim = (x + 0.6, y + 0.6, x + plot.wide - 0.6, y + plot.deep - 0.6)
    near, far = (x + 0.06, y + 0.06, top - 0.95), (x + plot.wide - 0.06, y + plot.deep - 0.06, top - 0.06)
    parts = [plate(near, far, [rim])]
    if facade < 3:
        parts += [plot.solid(0.14, z - 0.55, z + 0.55) for z in range(foot + STOREY, top, STOREY)]
    else:
        parts += _piers(plot, low, top - 0.7)
    slots = [0] * len(core[1]) + [1] * sum(len(part[1]) for part in parts)
    kit.solid(name, join([core, *parts]), FACADES[facade], location=origin, slots=slots)


def _piers(plot: Plot, low: float, high: float) -> Iterator[Solid]:
    """Yield walls that run through a building and show as piers on both sides."""
    for size, along_x in ((plot.wide, True), (plot.deep, False)):
        count = size // 2
        for number in range(count + 1):
            at = 0.14 + (size - 0.7) * number / count
            x, y = LOW[0] + plot.x, LOW[1] + plot.y
            a = (x + at, y + 0.14, low) if along_x else (x + 0.14, y + at, low)
            b = (x + at + 0.42, y + plot.deep - 0.14) if along_x else (x + plot.wide - 0.14, y + at + 0.42)
            yield box(a, (*b, high))


def _lane(street: Plot) -> Iterator[Solid]:
    """Yield the dashes along the middle of a street."""
    long = max(street.wide, street.deep)
    for start in range(1, long - 2, 5):
        x, y = LOW[0] + street.x, LOW[1] + street.y
        if street.wide < street.deep:
            x, y, wide, deep = x + street.wide / 2.0 - 0.15, y + start, 0.3, 2.4
        else:
            x, y, wide, deep = x + start, y + street.deep / 2.0 - 0.15, 2.4, 0.3
        yield box((x, y, -0.4), (x + wide, y + deep, -0.3))


def _trees(kit: Kit, name: str, strip: Plot) -> None:
    """Add a lawn with clipped trees along its rim, each as narrow as two voxels."""
    kit.solid(f"{name} Lawn", strip.solid(0.0, -0.5, BASE), "Sage")
    trunks, crowns = [], []
    for x in _row(strip.x, strip.wide):
        for y in _row(strip.y, strip.deep):
            if x in (strip.x, strip.x + strip.wide - 2) or y in (strip.y, strip.y + strip.deep - 2):
                trunks.append(cylinder((LOW[0] + x + 1.0, LOW[1] + y + 1.0, BASE - 0.1), 0.22, 2.6, 10))
                crowns.append(Plot(x, y, 2, 2).solid(0.08, 2.1, 4.9, 0.5))
    kit.solid(f"{name} Trunks", join(trunks), "Rust")
    kit.solid(f"{name} Crowns", join(crowns), "Moss")


def _row(first: int, length: int) -> list[int]:
    """Return where trees stand along a strip, about five voxels apart, the last at its end."""
    gaps = max(1, round((length - 2) / 5)) if length > 2 else 0
    return [first + round((length - 2) * number / gaps) for number in range(gaps + 1)] if gaps else [first]
