# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A still life of concave and convex bodies; after the fifth world of [Albertini 2022].

Every body is a closed mesh. A bake that only looks for surfaces finds free space inside them too; the marker
outside removes it, and leaves the hollows of bowl, jar and beaker, which are open.
"""

import numpy as np
from kit import Kit
from shapes import Point, Solid, ball, cylinder, join, moved, sector, turned, unit_circle

LOW, HIGH = (-16.0, -16.0, 0.0), (16.0, 16.0, 20.0)
START, GOAL = (-9.4, -7.6, 2.6), (8.6, -3.4, 4.8)
BASE = -0.05

# x, y, radius and material of the small balls.
MARBLES = (
    (-4.2, -14.2, 0.9, "Slate"),
    (6.6, -14.6, 0.8, "Clay"),
    (14.4, -8.6, 1.0, "Sand"),
    (14.6, -3.0, 0.75, "Rust"),
    (-14.8, 5.2, 0.9, "Sage"),
    (-4.0, -3.0, 0.85, "Chalk"),
    (1.4, 0.6, 1.1, "Steel"),
    (-14.6, -3.4, 0.8, "Stone"),
    (2.2, -14.8, 0.65, "Moss"),
    (8.0, 14.8, 0.9, "Sage"),
)


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Table", (-17.5, -17.5, -1.2), (17.5, 17.5, BASE), "Chalk", 0.25)
    _concave(kit)
    _convex(kit)
    kit.ground(-1.2, 130.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(-13.0, -14.0, 17.0), max_depth=6)
    kit.sun((0.5, 0.55, -0.75))
    kit.camera((-21.0, -74.0, 42.0), (0.2, -0.6, 6.6), 43.0)


def _concave(kit: Kit) -> None:
    """Add what has a hollow, a hole or a notch."""
    bowl = [(0, 0), (2.0, 0), (2.3, 0.5), (3.6, 1.0), (5.0, 2.4), (5.7, 4.6), (5.55, 4.85), (5.2, 4.8)]
    bowl += [(4.3, 2.9), (3.0, 1.75), (0, 1.35)]
    foot = (-9.4, -8.2, BASE)
    kit.solid("Bowl", turned(_fine(bowl), 48, foot), "Clay", smooth=True, location=foot)
    jar = [(0, 0), (2.6, 0.0), (3.2, 0.4), (4.3, 3.2), (4.4, 5.0), (3.6, 7.6), (2.6, 8.9), (2.5, 9.4), (3.0, 10.0)]
    jar += [(2.9, 10.2), (2.3, 10.0), (1.9, 9.2), (2.1, 8.6), (2.9, 7.3), (3.6, 4.9), (3.5, 3.4), (2.6, 1.0), (0, 0.8)]
    kit.solid("Jar", moved(_tipped(turned(_fine(jar), 48)), (8.6, 1.6, 4.4)), "Slate", smooth=True)
    beaker = [(0, 0), (2.4, 0), (2.6, 0.2), (3.0, 13.0), (2.85, 13.15), (2.3, 13.0), (2.0, 1.0), (0, 0.8)]
    foot = (-11.6, 9.6, BASE)
    kit.solid("Beaker", turned(_fine(beaker), 40, foot), "Sand", smooth=True, location=foot)
    kit.solid("Ring", _torus((-0.6, -7.2, 5.35), 4.1, 1.25), "Sage", smooth=True)
    arch = _tipped(sector(_round_outline(5.2, 0.0, 1.3), 0.0, 0.5, 40))
    kit.solid("Arch", moved(arch, (-2.6, 4.6, BASE)), "Rust", smooth=True)
    kit.solid("Star", _star((-2.6, 12.0, BASE), 3.6, 1.7, 11.0), "Stone", location=(-2.6, 12.0, BASE))
    kit.solid("Gear", _gear((10.2, -12.2, BASE)), "Sage", location=(10.2, -12.2, BASE))
    vase = [(0, 0), (1.5, 0), (1.7, 0.3), (2.7, 4.5), (2.6, 6.6), (1.2, 10.2), (1.2, 11.4), (1.9, 12.6), (1.8, 12.8)]
    vase += [(1.5, 12.6), (0.85, 11.4), (0.85, 10.0), (2.1, 6.4), (2.2, 4.6), (1.3, 0.9), (0, 0.7)]
    foot = (4.6, 13.0, BASE)
    kit.solid("Vase", turned(_fine(vase), 40, foot), "Chalk", smooth=True, location=foot)
    rings = []
    for height, radius, thickness in ((0.8, 2.4, 0.85), (2.4, 1.95, 0.8), (3.85, 1.5, 0.75)):
        vertices, faces = _torus((0.0, 0.0, 0.0), radius, thickness)
        # Its axis goes from X to Z.
        rings.append(moved((np.roll(vertices, -1, axis=1), faces), (12.7, 5.2, height)))
    rings.append(turned([(0, 0), (0.5, 0), (0.5, 5.2), (0.35, 5.6), (0, 5.7)], 20, (12.7, 5.2, BASE)))
    kit.solid("Stacked Rings", join(rings), "Sand", smooth=True, location=(12.7, 5.2, BASE))
    bench = [
        (-15.4, BASE),
        (-9.8, BASE),
        (-9.8, 3.0),
        (-11.0, 3.0),
        (-11.0, 1.1),
        (-14.2, 1.1),
        (-14.2, 3.0),
        (-15.4, 3.0),
    ]
    trough = _tipped(_prism(np.array(bench), (0.0, 0.0, 0.0), 1.5))
    kit.solid("Trough", moved(trough, (0.0, -14.0, 0.0)), "Stone")


def _convex(kit: Kit) -> None:
    """Add what has none of these."""
    cone = turned([(0, 0), (3.1, 0), (3.2, 0.12), (0.1, 13.9), (0, 14.0)], 48, (11.6, 12.4, BASE))
    kit.solid("Cone", cone, "Clay", smooth=True, location=(11.6, 12.4, BASE))
    kit.solid("Ball", ball((5.2, 7.0, 2.4), 2.45, 36), "Clay", smooth=True, location=(5.2, 7.0, 2.4))
    kit.solid("Egg", _egg((-14.0, 1.0, 1.9)), "Chalk", smooth=True, location=(-14.0, 1.0, 0.0))
    kit.box("Cube", (-8.8, 1.4, BASE), (-5.2, 5.0, 3.6), "Moss", 0.15)
    kit.solid("Crystal", _crystal((-7.0, 3.2, 6.2)), "Steel", location=(-7.0, 3.2, 3.6))
    kit.solid("Drum", cylinder((-1.6, -13.2, BASE), 1.9, 2.2, 36, 0.15), "Rust", smooth=True)
    kit.solid("Hexagon", cylinder((-6.6, 13.6, BASE), 1.9, 8.2, 6, 0.15), "Sage", location=(-6.6, 13.6, BASE))
    kit.solid("Small Ball", ball((4.0, -12.6, 1.2), 1.25, 28), "Stone", smooth=True, location=(4.0, -12.6, 1.2))
    for number, (x, y, radius, material) in enumerate(MARBLES):
        marble = ball((x, y, radius + BASE), radius, 20)
        kit.solid(f"Marble {number + 1}", marble, material, smooth=True, location=(x, y, 0.0))


def _fine(profile: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return a profile with its corners cut once, which makes thrown pots of polygons."""
    points = [profile[0]]
    for before, (r, h), after in zip(profile, profile[1:], profile[2:], strict=False):
        points += [(0.75 * r + 0.25 * other[0], 0.75 * h + 0.25 * other[1]) for other in (before, after)]
    return [*points, profile[-1]]


def _tipped(solid: Solid) -> Solid:
    """Return the solid tipped over towards the viewer: what was up points along -Y."""
    x, y, z = solid[0].T
    return np.column_stack([x, -z, y]), solid[1]


def _round_outline(radius: float, height: float, thickness: float, count: int = 20) -> list[tuple[float, float]]:
    """Return a circle of `thickness` around (radius, height), as an outline for `sector`."""
    return [(radius + thickness * float(c), height + thickness * float(s)) for c, s in unit_circle(count)]


def _torus(centre: Point, radius: float, thickness: float) -> Solid:
    """Return a ring that stands upright, its axis along X."""
    around, count = 48, 20
    outline = np.array(_round_outline(radius, 0.0, thickness, count))
    vertices = [(h, r * c, r * s) for c, s in unit_circle(around) for r, h in outline]
    faces = []
    for ring in range(around):
        for i in range(count):
            a, b = ring * count + i, ring * count + (i + 1) % count
            c, d = (ring + 1) % around * count + (i + 1) % count, (ring + 1) % around * count + i
            faces.append((a, d, c, b))
    return np.array(vertices) + np.asarray(centre), faces


def _prism(outline: np.ndarray, foot: Point, height: float) -> Solid:
    """Return an upright prism over a counter-clockwise outline (n, 2)."""
    count = len(outline)
    low, high = (np.column_stack([outline, np.full(count, z)]) for z in (0.0, height))
    sides = [(i, (i + 1) % count, (i + 1) % count + count, i + count) for i in range(count)]
    ends = [tuple(range(count))[::-1], tuple(range(count, 2 * count))]
    return np.concatenate([low, high]) + np.asarray(foot), [*ends, *sides]


def _star(foot: Point, outer: float, inner: float, height: float) -> Solid:
    """Return a pillar over a star of six points."""
    radii = np.where(np.arange(12) % 2 == 0, outer, inner)[:, None]
    return _prism(unit_circle(12, 0.02) * radii, foot, height)


def _gear(foot: Point) -> Solid:
    """Return a cogwheel that lies flat."""
    count = 12
    radii = np.tile([3.4, 3.4, 2.6, 2.6], count)[:, None]
    return _prism(unit_circle(4 * count) * radii, foot, 1.9)


def _egg(centre: Point) -> Solid:
    """Return an egg that lies along Y."""
    vertices, faces = ball((0.0, 0.0, 0.0), 1.9, 32)
    slim = 1.0 - 0.09 * vertices[:, 1:2] / 1.9
    return vertices * np.concatenate([slim, np.full_like(slim, 1.35), slim], axis=1) + np.asarray(centre), faces


def _crystal(centre: Point) -> Solid:
    """Return a double pyramid over a hexagon."""
    return turned([(0, -2.6), (1.8, 0.0), (0, 2.6)], 6, centre)
