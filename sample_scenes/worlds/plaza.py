# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A town square to walk on: stairs, a ramp, a mound, an arcade with an upper floor, and a bridge over the square.

One comes from anywhere to the terrace and to the upper floor, by the stairs, by the ramp or over the bridge, but not
onto tables. Bollards and planters stand closer and closer together: between some of them an agent of 0.4 m fits,
between others it does not.
"""

import numpy as np
from kit import Kit
from props import tree
from shapes import Solid, box, cylinder, join, moved, unit_circle
from structures import flight, railing

LOW, HIGH = (-17.0, -13.0, 0.0), (17.0, 13.0, 8.0)
# On the square, behind the bollards, and at the far end of the arcade's upper floor.
START, GOAL = (12.5, -9.5, 0.9), (-14.0, -8.5, 4.1)

# The terrace and the arcade's upper floor are as high as sixteen steps.
STEP, RUN, COUNT = 0.2, 0.32, 16
STOREY = STEP * COUNT
# How far apart bollards are, from middle to middle, and how wide they are.
GAPS, BOLLARD = (1.5, 1.3, 1.2, 1.1, 1.05, 1.0, 0.9, 0.8), 0.12


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Paving", (-17.0, -13.0, -0.6), (17.0, 13.0, 0.0), "Chalk", 0.0)
    _terrace(kit)
    _arcade(kit)
    _bridge(kit)
    _mound(kit)
    _bollards(kit)
    _tables(kit)
    for number, (x, y) in enumerate(((15.2, -11.2), (15.2, -5.0), (4.5, -11.6), (-3.5, -11.6))):
        kit.box(f"Planter {number + 1}", (x - 0.7, y - 0.7, 0.0), (x + 0.7, y + 0.7, 0.6), "Clay", 0.04)
        tree(kit, f"Tree {number + 1}", (x, y, 0.5), 4.6)
    kit.ground(-0.62, 120.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(0.0, 0.0, 0.9), agent_radius=0.4, voxel_size=0.2, walk=True)
    kit.sun((0.45, 0.5, -0.9))
    kit.camera((27.0, -40.0, 27.0), (-0.5, -0.6, 0.6), 46.0)


def _terrace(kit: Kit) -> None:
    """The upper square in the north, with a broad flight of stairs in its front and a ramp along it."""
    kit.box("Terrace", (-17.0, 6.0, 0.0), (17.0, 13.0, STOREY), "Stone", 0.0)
    stairs = _along_y(flight(COUNT, STEP, RUN, 7.0), (13.0, 6.0 - COUNT * RUN, 0.0))
    kit.solid("Stairs", stairs, "Sand", location=(9.5, 6.0 - COUNT * RUN, 0.0))
    ramp = [(-15.0, 3.6, 0.0), (-2.2, 3.6, STOREY), (-2.2, 6.0, STOREY), (-15.0, 6.0, 0.0)]
    below = [(x, y, 0.0 if z else -0.3) for x, y, z in ramp]
    sides = [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    kit.solid("Ramp", (np.array(below + ramp), sides), "Sand", location=(-8.6, 4.8, 0.0))
    rails = [moved(railing(8.0, 7), (-2.0, 6.15, STOREY)), moved(railing(3.6, 4), (13.2, 6.15, STOREY))]
    kit.solid("Terrace Railing", join(rails), "Ink", location=(2.0, 6.15, STOREY))
    fountain = [cylinder((0.0, 9.8, STOREY), 1.5, 0.55, 32, 0.05), cylinder((0.0, 9.8, STOREY + 0.5), 0.25, 1.2, 16)]
    kit.solid("Fountain", join(fountain), "Slate", location=(0.0, 9.8, STOREY))


def _arcade(kit: Kit) -> None:
    """A hall on columns in the west, and a floor over it that stairs inside and the bridge lead to."""
    thick = 0.3
    columns = [
        box((x - 0.25, y - 0.25, 0.0), (x + 0.25, y + 0.25, STOREY - thick), 0.04)
        for x in (-16.4, -11.4)
        for y in (-12.4, -9.3, -6.2, -3.1, 0.0)
    ]
    kit.solid("Columns", join(columns), "Sand", location=(-14.0, -6.2, 0.0))
    # The opening is over the stairs.
    begin, end = -11.2, -11.2 + COUNT * RUN
    slabs = [
        box((-16.8, -12.8, STOREY - thick), (-11.0, begin - 0.1, STOREY)),
        box((-14.9, begin - 0.1, STOREY - thick), (-11.0, end, STOREY)),
        box((-16.8, end, STOREY - thick), (-11.0, 0.4, STOREY)),
    ]
    kit.solid("Upper Floor", join(slabs), "Chalk", location=(-14.0, -6.2, STOREY))
    stairs = _along_y(flight(COUNT, STEP, RUN, 1.6), (-15.0, begin, 0.0))
    kit.solid("Arcade Stairs", stairs, "Clay", location=(-15.8, begin, 0.0))
    rails = [
        _along_y(railing(COUNT * RUN, 6), (-14.82, begin - 0.1, STOREY)),
        moved(railing(1.9, 3), (-16.75, begin - 0.15, STOREY)),
        _along_y(railing(10.0, 9), (-11.1, -12.7, STOREY)),
        moved(railing(5.6, 6), (-16.7, -12.7, STOREY)),
    ]
    kit.solid("Arcade Railing", join(rails), "Ink", location=(-11.1, -6.0, STOREY))


def _bridge(kit: Kit) -> None:
    """From the upper floor over the square to the terrace; one walks under it."""
    deck = [box((-11.0, -2.4, STOREY - 0.25), (2.4, -0.2, STOREY)), box((0.2, -0.2, STOREY - 0.25), (2.4, 6.0, STOREY))]
    kit.solid("Bridge", join(deck), "Steel", location=(-4.0, -1.3, STOREY))
    rails = [
        moved(railing(13.2, 12), (-10.9, -2.3, STOREY)),
        moved(railing(11.0, 10), (-10.9, -0.3, STOREY)),
        _along_y(railing(5.9, 6), (0.3, -0.2, STOREY)),
        _along_y(railing(8.2, 8), (2.3, -2.3, STOREY)),
    ]
    kit.solid("Bridge Railing", join(rails), "Ink", location=(-4.0, -1.3, STOREY))
    piers = [cylinder((x, y, 0.0), 0.22, STOREY - 0.25, 16) for x, y in ((-6.0, -1.3), (1.3, -1.3))]
    kit.solid("Piers", join(piers), "Slate", location=(-2.0, -1.3, 0.0))


def _mound(kit: Kit) -> None:
    """A lawn that one walks over, gentle on one side and too steep on the other."""
    rings, around = 8, 32
    vertices: list[tuple[float, float, float]] = [(9.0, -4.5, 1.6)]
    faces: list[tuple[int, ...]] = []
    turn = unit_circle(around).tolist()
    for ring in range(1, rings + 1):
        share = ring / rings
        for x, y in turn:
            # The top lies to the east, so that the slope is steep there.
            shift = 1.9 * (1.0 - share)
            height = 1.6 * (1.0 - share * share * (3.0 - 2.0 * share))
            vertices.append((9.0 - 1.9 + shift + 3.4 * share * x, -4.5 + 2.8 * share * y, height))
    for corner in range(around):
        after = (corner + 1) % around
        faces.append((0, 1 + corner, 1 + after))
        for ring in range(rings - 1):
            inner, outer = 1 + ring * around, 1 + (ring + 1) * around
            faces.append((inner + corner, outer + corner, outer + after, inner + after))
    last = 1 + (rings - 1) * around
    faces.append(tuple(last + corner for corner in reversed(range(around))))
    kit.solid("Mound", (np.array(vertices), faces), "Sage", smooth=True, location=(8.0, -4.5, 0.0))


def _bollards(kit: Kit) -> None:
    """A row across the way, closer and closer together."""
    x, posts = 3.4, list[Solid]()
    for gap in (0.0, *GAPS):
        x += gap
        posts.append(cylinder((x, -8.6, 0.0), BOLLARD, 0.95, 12, 0.03))
    kit.solid("Bollards", join(posts), "Ink", location=(7.0, -8.6, 0.0))


def _tables(kit: Kit) -> None:
    """Tables with benches: too high to step on, too low to walk under."""
    parts: list[Solid] = [box((-0.8, -0.45, 0.7), (0.8, 0.45, 0.76), 0.01)]
    parts += [box((x - 0.04, y - 0.04, 0.0), (x + 0.04, y + 0.04, 0.71)) for x in (-0.7, 0.7) for y in (-0.35, 0.35)]
    for y in (-0.85, 0.85):
        parts.append(box((-0.8, y - 0.15, 0.41), (0.8, y + 0.15, 0.45)))
        parts += [box((x - 0.04, y - 0.1, 0.0), (x + 0.04, y + 0.1, 0.42)) for x in (-0.7, 0.7)]
    first = kit.solid("Table 1", join(parts), "Rust")
    first.location = (-7.4, -9.4, 0.0)
    for number, (x, y, turns) in enumerate(((-4.6, -7.6, 1), (-7.6, -5.6, 0), (-1.6, -5.2, 1)), 2):
        kit.copy(first, f"Table {number}", (x, y, 0.0), turns)


def _along_y(solid: Solid, offset: tuple[float, float, float]) -> Solid:
    """Something that was made along x along y instead, turned to the left."""
    return moved(solid, offset, 1)
