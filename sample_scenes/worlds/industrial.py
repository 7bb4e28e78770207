# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small works with tanks, a hall, a bridge and a crane in open air; after the map Industrial of [Massonnat 2023].

Everything stands on a raster of two voxels. A pipe that fills a raster square blocks it whole instead of
leaving slivers around it, and a tank just narrower than six voxels reaches into the corners of its square,
which keeps the octree as sparse as its model's.
"""

from itertools import pairwise

import numpy as np
from kit import Kit
from shapes import Solid, box, cylinder, join, moved, rounded, swept, turned

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
    _vessel(kit)
    _silos(kit)
    _stack(kit)
    _bridge(kit)
    _crane(kit)
    _pipes(kit)
    _containers(kit)
    kit.ground(-0.9, 100.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(0.0, -8.0, 14.0), voxel_size=0.625)
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
    """Add the great tank with its hoops and the ladder up to the bridge, and a slim one behind."""
    x, y = -6.875, at(9)
    profile = [(0, 0), (1.78, 0), (1.84, 0.06), (1.84, 8.85), (1.76, 8.95), (1.0, 9.2), (0.4, 9.3), (0, 9.32)]
    kit.solid("Tank", turned(profile, 48, (x, y, BASE)), "Chalk", smooth=True, location=(x, y, BASE))
    hoops = [cylinder((x, y, z), 1.87, 0.16, 48, 0.02) for z in (0.7, 3.3, 5.9, 8.5)]
    kit.solid("Tank Hoops", join(hoops), "Clay", smooth=True, location=(x, y, BASE))
    # The ladder stands in the corner that the round tank leaves of its square.
    corner, parts = (x + 1.5, y - 1.5), []
    rails = [(corner[0] + side, corner[1] + side) for side in (-0.2, 0.2)]
    parts += [swept([(*rail, BASE), (*rail, 9.3)], 0.045, 6) for rail in rails]
    parts += [swept([(*rails[0], z), (*rails[1], z)], 0.035, 6) for z in 0.3 + 0.36 * np.arange(25)]
    parts += [swept([(*corner, z), (corner[0] - 0.25, corner[1] + 0.25, z)], 0.04, 6) for z in (0.8, 3.4, 6.0, 8.6)]
    kit.solid("Tank Ladder", join(parts), "Ink", location=(*corner, BASE))
    x, y = -3.75, 6.25
    profile = [(0, 0), (1.05, 0), (1.1, 0.06), (1.1, 9.2), (0.8, 9.75), (0, 9.95)]
    kit.solid("Column", turned(profile, 32, (x, y, BASE)), "Steel", smooth=True, location=(x, y, BASE))
    hoops = [cylinder((x, y, z), 1.17, 0.14, 32, 0.04) for z in (2.2, 4.7, 7.2)]
    kit.solid("Column Hoops", join(hoops), "Slate", smooth=True, location=(x, y, BASE))


def _lying(solid: Solid) -> Solid:
    """Return an upright solid tipped over, so that its axis runs along Y."""
    vertices = solid[0]
    return np.stack([vertices[:, 0], vertices[:, 2], -vertices[:, 1]], axis=1), solid[1]


def _vessel(kit: Kit) -> None:
    """Add the pressure vessel that lies on its saddles."""
    x, y, z, length = -5.625, -7.43, 3.125, 6.1
    half = [(0.0, 0.0), (0.5, 0.03), (1.1, 0.14), (1.55, 0.28), (1.76, 0.4), (1.84, 0.55)]
    profile = [*half, *((radius, length - along) for radius, along in half[::-1])]
    tank = moved(_lying(turned(profile, 48)), (x, y, z))
    kit.solid("Vessel", tank, "Chalk", smooth=True, location=(x, y, z))
    belts = [_lying(cylinder((0.0, 0.0, along), 1.87, 0.22, 48, 0.02)) for along in (1.2, length - 1.42)]
    kit.solid("Vessel Belts", moved(join(belts), (x, y, z)), "Clay", smooth=True, location=(x, y, z))
    saddles = []
    for along in (1.31, length - 1.31):
        middle = y + along
        saddles.append(box((x - 1.7, middle - 0.22, BASE), (x + 1.7, middle + 0.22, 1.6), 0.05))
        saddles.append(box((x - 1.8, middle - 0.28, BASE), (x + 1.8, middle + 0.28, 0.2), 0.03))
    kit.solid("Vessel Saddles", join(saddles), "Slate", location=(x, y, BASE))
    walkway = box((x - 0.5, y + 0.75, z + 1.8), (x + 0.5, y + length - 0.75, z + 1.86), 0.01)
    kit.solid("Vessel Walkway", walkway, "Ink", location=(x, y, z))


def _silos(kit: Kit) -> None:
    """Add a row of slim silos, each in one raster square."""
    bodies, caps = [], []
    for row in (4, 5, 6):
        foot = (at(0), at(row), BASE)
        bodies.append(cylinder(foot, 0.58, 5.2, 28, 0.04))
        caps.append(turned([(0, 5.15), (0.61, 5.15), (0.61, 5.25), (0.14, 5.5), (0.14, 5.58), (0, 5.58)], 28, foot))
        caps += [cylinder((*foot[:2], z), 0.605, 0.1, 28, 0.02) for z in (0.3, 1.9, 3.5)]
    kit.solid("Silos", join(bodies), "Sand", smooth=True, location=(at(0), at(5), BASE))
    kit.solid("Silo Caps", join(caps), "Slate", smooth=True, location=(at(0), at(5), BASE))


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
    y, deck, left, right = at(9) - 0.02, 9.42, -5.6, 0.0
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
            (-3.9, y + side, z + side),
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
