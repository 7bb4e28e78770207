# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small works with tanks, a hall, a bridge and a crane in open air; after the map Industrial of merged.

Everything stands on a raster of two voxels. A pipe that fills a raster square blocks it whole instead of
leaving slivers around it, which keeps the octree as sparse as its model's.
"""

from itertools import pairwise

import numpy as np
from kit import Kit
from shapes import Solid, ball, box, cylinder, directions, join, rounded, swept, turned

LOW, HIGH = (-10.0, -10.0, 0.0), (10.0, 10.0, 20.0)
START, GOAL = (7.4, -8.2, 1.6), (-1.5, 8.6, 2.0)
RASTER = 1.25
BASE = -0.05


def at(column: int) -> float:
    """Return the middle of a raster square, counted from the volume's low side."""
    return LOW[0] + RASTER * (column + 0.5)


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Slab", (-11.0, -11.0, -0.9), (11.0, 11.0, BASE), "Chalk", 0.2)
    _hall(kit)
    _tank(kit)
    _sphere(kit)
    _stack(kit)
    _bridge(kit)
    _crane(kit)
    _pipes(kit)
    _containers(kit)
    kit.ground(-0.9, 100.0)
    kit.add_volume("Volume", LOW, HIGH, voxel_size=0.625)
    kit.add_marker("Keep", (0.0, -8.0, 14.0))
    kit.add_path("Start", START, "Goal", GOAL)
    kit.sun((0.5, 0.6, -0.75))
    kit.camera((-20.0, -55.0, 34.0), (0.0, 0.0, 8.6), 40.0)


def _hall(kit: Kit) -> None:
    """Add the hall with its saw-tooth roof; its inside is closed."""
    low, high = (0.1, -4.9, BASE), (7.4, 4.9, 5.0)
    kit.box("Hall", low, high, "Steel")
    teeth = []
    for number in range(4):
        near = -4.95 + 2.475 * number
        profile = [(near + 0.1, 4.95), (near + 2.4, 4.95), (near + 0.5, 6.2), (near + 0.1, 6.2)]
        teeth.append(_extruded(profile, 0.05, 7.45))
    kit.solid("Hall Roof", join(teeth), "Slate", location=(3.75, 0.0, 5.0))
    panes = [box((0.0, y, 1.6), (0.2, y + 1.3, 3.6), 0.03) for y in (-4.2, -1.9, 0.6, 2.9)]
    panes += [box((x, -5.0, 1.6), (x + 1.3, -4.8, 3.6), 0.03) for x in (0.7, 5.4)]
    panes.append(box((2.6, -5.0, BASE), (4.9, -4.8, 3.0), 0.03))
    panes += [box((0.5, -4.9 + 2.475 * n, 5.2), (7.0, -4.8 + 2.475 * n, 6.0), 0.02) for n in range(4)]
    kit.solid("Hall Windows", join(panes), "Ink", location=(3.75, -5.0, 2.0))


def _extruded(profile: list[tuple[float, float]], low: float, high: float) -> Solid:
    """Return the solid between two copies of a (y, z) outline, carried along X."""
    count = len(profile)
    vertices = np.array([(x, y, z) for x in (low, high) for y, z in profile])
    sides = [(i, (i + 1) % count, (i + 1) % count + count, i + count) for i in range(count)]
    ends = [tuple(range(count)), tuple(range(count, 2 * count))]
    return vertices, [ends[0][::-1], ends[1], *sides]


def _tank(kit: Kit) -> None:
    """Add the great tank with its hoops and the stair that winds up to the bridge, and a slim one behind."""
    x, y = -7.5, 2.5
    profile = [(0, 0), (2.12, 0), (2.2, 0.08), (2.2, 8.6), (2.05, 8.85), (1.2, 9.25), (0.4, 9.4), (0, 9.42)]
    kit.solid("Tank", turned(profile, 48, (x, y, BASE)), "Chalk", smooth=True, location=(x, y, BASE))
    hoops = [cylinder((x, y, z), 2.27, 0.16, 48, 0.04) for z in (0.7, 3.3, 5.9, 8.4)]
    kit.solid("Tank Hoops", join(hoops), "Clay", smooth=True, location=(x, y, BASE))
    steps = []
    for number, (c, s) in enumerate(directions(0.62 + 0.44 * np.arange(30) / 29)):
        height = 0.25 + 8.2 * number / 29
        points = [(x + 2.16 * c, y + 2.16 * s, height), (x + 2.46 * c, y + 2.46 * s, height)]
        steps.append(swept(points, 0.1, 4))
    kit.solid("Tank Stair", join(steps), "Ink", location=(x, y, BASE))
    x, y = -3.75, 6.25
    profile = [(0, 0), (1.05, 0), (1.1, 0.06), (1.1, 9.2), (0.8, 9.75), (0, 9.95)]
    kit.solid("Column", turned(profile, 32, (x, y, BASE)), "Steel", smooth=True, location=(x, y, BASE))
    hoops = [cylinder((x, y, z), 1.17, 0.14, 32, 0.04) for z in (2.2, 4.7, 7.2)]
    kit.solid("Column Hoops", join(hoops), "Slate", smooth=True, location=(x, y, BASE))


def _sphere(kit: Kit) -> None:
    """Add the ball tank on its legs."""
    x, y, z = -6.25, -5.0, 3.75
    kit.solid("Ball Tank", ball((x, y, z), 2.2, 40), "Chalk", smooth=True, location=(x, y, z))
    legs = []
    for dx, dy in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        legs.append(cylinder((x + 1.55 * dx, y + 1.55 * dy, BASE), 0.17, 3.9, 12))
    belt = cylinder((x, y, z - 0.1), 2.26, 0.2, 40, 0.05)
    kit.solid("Ball Tank Legs", join([*legs, belt]), "Clay", smooth=True, location=(x, y, BASE))


def _stack(kit: Kit) -> None:
    """Add the chimney with its bands."""
    x, y = at(8), at(14)
    profile = [
        (0, 0),
        (0.6, 0),
        (0.6, 0.5),
        (0.52, 0.6),
        (0.42, 18.6),
        (0.5, 18.7),
        (0.5, 19.1),
        (0.3, 19.1),
        (0, 18.9),
    ]
    kit.solid("Chimney", turned(profile, 28, (x, y, BASE)), "Clay", smooth=True, location=(x, y, BASE))
    bands = [cylinder((x, y, z), 0.5, 0.8, 28, 0.03) for z in (14.4, 16.6)]
    kit.solid("Chimney Bands", join(bands), "Chalk", smooth=True, location=(x, y, BASE))


def _bridge(kit: Kit) -> None:
    """Add the footbridge from the great tank to the crane's near leg, with truss and rails."""
    y, deck, left, right = at(9) - 0.02, 9.42, -6.1, 0.0
    near, far = y - 0.52, y + 0.52
    low, high, bays = deck - 0.55, deck + 0.45, 10
    posts = [left + (right - left) * number / bays for number in range(bays + 1)]
    parts = [box((left, near, deck - 0.08), (right, far, deck), 0.02)]
    for y_side in (near, far):
        parts += [swept([(left, y_side, z), (right, y_side, z)], 0.05, 6) for z in (low, high)]
        parts += [swept([(x, y_side, low), (x, y_side, high)], 0.035, 6) for x in posts]
        for number, (x, x_next) in enumerate(pairwise(posts)):
            heights = (low, deck - 0.05) if number % 2 else (deck - 0.05, low)
            parts.append(swept([(x, y_side, heights[0]), (x_next, y_side, heights[1])], 0.03, 6))
    kit.solid("Bridge", join(parts), "Ink", location=(left, y, deck))


def _crane(kit: Kit) -> None:
    """Add the gantry crane that straddles the hall."""
    left, right, y, top = at(7), at(14), at(9), 11.25
    parts = []
    for x in (left, right):
        for side in (-0.4, 0.4):
            parts.append(swept([(x - 0.35, y + side, BASE), (x, y + side * 0.8, top)], 0.13, 8))
            parts.append(swept([(x + 0.35, y + side, BASE), (x, y + side * 0.8, top)], 0.13, 8))
        rungs = (2.5, 5.0, 7.5, 10.0)
        parts += [box((x - 0.4, y - 0.45, z - 0.09), (x + 0.4, y + 0.45, z + 0.09), 0.02) for z in rungs]
    for girder in (y - 0.38, y + 0.38):
        low, high = (left - 0.5, girder - 0.16, top), (right + 0.5, girder + 0.16, top + 1.0)
        parts.append(box(low, high, 0.05))
    kit.solid("Crane", join(parts), "Moss", location=(left, y, BASE))
    x = at(11)
    trolley = [box((x - 0.5, y - 0.58, top + 0.75), (x + 0.5, y + 0.58, top + 1.2), 0.06)]
    trolley.append(swept([(x, y, top + 0.9), (x, y, 9.2)], 0.04, 6))
    trolley.append(box((x - 0.35, y - 0.35, 8.8), (x + 0.35, y + 0.35, 9.25), 0.06))
    kit.solid("Crane Trolley", join(trolley), "Ink", location=(x, y, top))


def _pipes(kit: Kit) -> None:
    """Add pipes, two side by side in one raster square, and the frames that carry them."""
    y, z = at(4), at(2) - LOW[0]
    runs = []
    for side in (-0.3, 0.3):
        line = [
            (-4.15, y + side, z + side),
            (at(6) + side, y + side, z + side),
            (at(6) + side, y + side, BASE),
        ]
        runs.append(swept(rounded(line, 0.45), 0.26, 14))
    kit.solid("Feed Pipes", join(runs), "Sage", smooth=True, location=(-4.15, y, z))
    x, runs = at(15), []
    for side in (-0.3, 0.3):
        line = [
            (x + side, -9.2, BASE),
            (x + side, -9.2, 3.75 + side),
            (x + side, 3.0, 3.75 + side),
            (x + side, 3.0, BASE),
        ]
        runs.append(swept(rounded(line, 0.45), 0.26, 14))
    kit.solid("Yard Pipes", join(runs), "Sage", smooth=True, location=(x, -9.2, 3.75))
    frames = []
    for y in (-6.875, -1.875):
        frames.append(box((x - 0.55, y - 0.12, 3.05), (x + 0.55, y + 0.12, 3.2), 0.03))
        posts = (x - 0.45, x + 0.45)
        frames += [box((post - 0.08, y - 0.1, BASE), (post + 0.08, y + 0.1, 3.1), 0.03) for post in posts]
    kit.solid("Pipe Frames", join(frames), "Ink", location=(x, -1.875, BASE))


def _containers(kit: Kit) -> None:
    """Add freight containers in the yard."""
    for number, (x, y, z, material) in enumerate(
        (
            (0.1, -8.65, BASE, "Clay"),
            (0.1, -7.4, BASE, "Slate"),
            (0.25, -8.0, 1.15, "Sand"),
        )
    ):
        kit.box(f"Container {number + 1}", (x, y, z), (x + 2.3, y + 1.05, z + 1.18), material, 0.05)
