# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sculpture garden: knots, coils, rings, gates and leaning stones; after the complex scene of [Hung & He 2016].

That source says of its scene only that it is complex. Here hardly a surface is in line with an axis: the
obstacles are curved, pierced, turned or tilted, stand in each other's way and leave short cuts through
themselves, which is what parts good searches from poor ones.
"""

import numpy as np
import props
from kit import Kit
from shapes import (
    Point,
    Solid,
    ball,
    box,
    cylinder,
    directions,
    join,
    lengths,
    moved,
    sector,
    swept,
    turned,
    unit_circle,
)

LOW, HIGH = (-16.0, -16.0, 0.0), (16.0, 16.0, 20.0)
START, GOAL = (-9.0, 10.2, 8.4), (8.0, -8.5, 2.2)
# What is below the volume blocks nothing of it.
BASE = -0.05

# Standing stones: how many there are, their circle's middle and radius.
STONES, HENGE, REACH = 11, (8.0, -8.5), 5.0
# Balls on poles: where they stand, the height of the ball's middle and its radius.
PINS = (
    (0.4, 1.4, 6.6, 1.1),
    (-11.0, 1.6, 9.4, 1.3),
    (-1.0, 5.4, 11.6, 1.4),
    (7.6, 6.0, 10.4, 1.0),
    (7.4, 1.8, 8.0, 1.2),
    (13.6, 12.8, 4.6, 1.0),
    (-14.0, 4.4, 7.2, 1.2),
    (14.2, -14.0, 5.2, 0.9),
    (2.6, -13.6, 4.4, 0.8),
    (-7.2, -6.4, 6.4, 1.0),
    (1.2, -6.2, 7.4, 1.1),
)
TREES = (
    (-14.2, -7.0, 3.0),
    (-13.2, 13.6, 4.4),
    (-9.8, 14.4, 3.4),
    (-1.6, 14.2, 3.8),
    (3.0, 14.6, 3.0),
    (-2.6, -14.4, 2.6),
)


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Terrace", (-17.5, -17.5, -1.2), (17.5, 17.5, BASE), "Chalk", 0.25)
    _gates(kit)
    _knot(kit)
    _coil(kit)
    _armillary(kit)
    _henge(kit)
    _stairs(kit)
    _stack(kit)
    _arches(kit)
    _wave(kit)
    _pins(kit)
    for number, (x, y, height) in enumerate(TREES):
        props.tree(kit, f"Tree {number + 1}", (x, y, BASE), height, pointed=number % 3 == 1)
    kit.ground(-1.2, 130.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(-14.0, -14.0, 18.0), max_depth=7)
    kit.sun((-0.5, 0.6, -0.75))
    kit.camera((23.0, -70.0, 48.0), (0.2, -1.2, 4.2), 45.0)


def tilted(solid: Solid, axis: int, turns: float, about: Point) -> Solid:
    """Return the solid turned about an axis through a point; a positive angle, in full turns, turns left."""
    cosine, sine = directions(np.array([turns]))[0]
    u, v = (axis + 1) % 3, (axis + 2) % 3
    vertices = solid[0] - np.asarray(about, dtype=float)
    result = vertices.copy()
    result[:, u] = cosine * vertices[:, u] - sine * vertices[:, v]
    result[:, v] = sine * vertices[:, u] + cosine * vertices[:, v]
    return result + np.asarray(about, dtype=float), solid[1]


def loop(line: np.ndarray, radius: float, sides: int = 12) -> Solid:
    """Return a tube along a closed line (k, 3); its cross-section keeps facing away from 0."""
    ahead = np.roll(line, -1, axis=0) - np.roll(line, 1, axis=0)
    ahead = ahead / lengths(ahead)
    out = line - np.sum(line * ahead, axis=1, keepdims=True) * ahead
    out = out / lengths(out)
    up = np.cross(ahead, out)
    circle = unit_circle(sides) * radius
    vertices = line[:, None] + circle[None, :, :1] * out[:, None] + circle[None, :, 1:] * up[:, None]
    index = np.arange(len(line) * sides).reshape(len(line), sides)
    after = np.roll(index, -1, axis=0)
    quads = np.stack([index, np.roll(index, -1, axis=1), np.roll(after, -1, axis=1), after], axis=-1).reshape(-1, 4)
    # Twisted quads are cut here, for which way Blender cuts them may hang on a last bit.
    triangles = quads[:, [[0, 1, 2], [0, 2, 3]]].reshape(-1, 3)
    return vertices.reshape(-1, 3), [tuple(triangle) for triangle in triangles.tolist()]


def ring(radius: float, tube: float, segments: int = 48) -> Solid:
    """Return a torus that lies around 0."""
    return loop(np.column_stack([unit_circle(segments) * radius, np.zeros(segments)]), tube)


def _gate(size: float, hole: float, thickness: float) -> Solid:
    """Return an upright square slab across X that stands on 0, with a round hole in its middle."""
    # Of 48 points on a circle four lie on diagonals and so become the square's corners.
    circle = unit_circle(48)
    square = circle / np.abs(circle).max(axis=1, keepdims=True) * size / 2.0
    outlines = [(x, outline) for x in (-thickness / 2.0, thickness / 2.0) for outline in (circle * hole, square)]
    rims = [np.column_stack([np.full(48, x), y, z + size / 2.0]) for x, (y, z) in ((x, o.T) for x, o in outlines)]
    faces: list[tuple[int, ...]] = []
    for first, second in ((1, 0), (2, 3), (0, 2), (3, 1)):
        for i in range(48):
            j = (i + 1) % 48
            faces.append((48 * first + i, 48 * second + i, 48 * second + j, 48 * first + j))
    return np.concatenate(rims), faces


def _gates(kit: Kit) -> None:
    """Add three moon gates, each turned a little more than the one before."""
    for number, (x, y, size, hole, turns) in enumerate(
        ((-5.8, 3.0, 8.0, 2.0, -0.13), (-12.2, -3.4, 6.4, 1.8, -0.19), (-3.6, -10.4, 5.4, 1.6, -0.07))
    ):
        gate = moved(tilted(_gate(size, hole, 0.9), 2, turns, (0.0, 0.0, 0.0)), (x, y, BASE))
        kit.solid(f"Moon Gate {number + 1}", gate, ("Sand", "Stone", "Clay")[number], location=(x, y, BASE))


def _knot(kit: Kit) -> None:
    """Add a trefoil knot on a pedestal."""
    place = (3.8, 4.4, 7.4)
    turns = np.arange(144) / 144.0
    thrice, twice = directions(3.0 * turns), directions(2.0 * turns)
    out = 2.6 + 1.25 * thrice[:, :1]
    line = np.column_stack([out * twice, 1.5 * thrice[:, 1]])
    knot = tilted(loop(line, 0.62, 14), 0, 0.2, (0.0, 0.0, 0.0))
    kit.solid("Knot", moved(knot, place), "Rust", smooth=True, location=place)
    pedestal = [cylinder((3.8, 4.4, BASE), 1.6, 0.5, 40), cylinder((3.8, 4.4, 0.4), 1.0, 3.2, 40, 0.1)]
    kit.solid("Knot Pedestal", join(pedestal), "Stone", smooth=True, location=(3.8, 4.4, BASE))


def _coil(kit: Kit) -> None:
    """Add a coil that widens towards its top."""
    x, y = -9.0, 10.2
    steps = np.arange(181) / 180.0
    arms = directions(5.0 * steps)
    line = np.column_stack([arms * (1.4 + 1.6 * steps[:, None]), 0.3 + 10.5 * steps])
    kit.solid("Coil", moved(swept(line, 0.3, 10), (x, y, BASE)), "Moss", smooth=True, location=(x, y, BASE))


def _armillary(kit: Kit) -> None:
    """Add nested rings about a ball, held by a column."""
    place = (10.5, 9.6, 9.6)
    rings = [tilted(ring(4.4, 0.26, 72), 0, 0.25, (0, 0, 0)), tilted(ring(3.9, 0.22, 64), 1, 0.07, (0, 0, 0))]
    rings += [tilted(ring(3.4, 0.2, 64), 0, 0.13, (0, 0, 0)), tilted(ring(2.9, 0.18, 56), 1, 0.19, (0, 0, 0))]
    kit.solid("Armillary Rings", moved(join(rings), place), "Clay", smooth=True, location=place)
    foot = (*place[:2], BASE)
    profile = [(0, 0), (1.9, 0), (1.9, 0.4), (0.9, 0.8), (0.45, 2.4), (0.4, 4.6), (0.7, 5.1), (0.5, 5.3), (0, 5.3)]
    kit.solid("Armillary Foot", turned(profile, 32, foot), "Slate", smooth=True, location=foot)


def _henge(kit: Kit) -> None:
    """Add a circle of leaning stones around an altar."""
    stones = []
    arms = unit_circle(STONES, 0.03)
    for number, (x, y) in enumerate(arms):
        height, lean = 4.4 + 1.7 * ((number * 5) % 7) / 6.0, 0.012 * ((number * 3) % 5 - 2)
        stone = tilted(box((-0.45, -0.75, -0.3), (0.45, 0.75, height), 0.12), 1, lean, (0, 0, 0))
        stone = tilted(stone, 2, 0.03 + number / STONES, (0, 0, 0))
        stones.append(moved(stone, (HENGE[0] + REACH * x, HENGE[1] + REACH * y, BASE)))
    kit.solid("Standing Stones", join(stones), "Slate", location=(*HENGE, BASE))
    altar = tilted(box((-1.4, -0.8, -0.2), (1.4, 0.8, 1.2), 0.1), 2, 0.06, (0, 0, 0))
    kit.solid("Altar", moved(altar, (*HENGE, BASE)), "Stone", location=(*HENGE, BASE))


def _stairs(kit: Kit) -> None:
    """Add a winding stair around a column."""
    x, y, count = -11.6, -11.0, 26
    steps = []
    for number in range(count):
        step = box((0.3, -0.5, 0.32 * number), (2.9, 0.5, 0.32 * number + 0.2), 0.03)
        steps.append(tilted(step, 2, 0.058 * number, (0, 0, 0)))
    column = cylinder((0.0, 0.0, 0.0), 0.42, 10.2, 24)
    kit.solid("Winding Stair", moved(join([*steps, column]), (x, y, BASE)), "Steel", location=(x, y, BASE))
    finial = ball((x, y, 10.75), 0.75, 24)
    kit.solid("Stair Ball", finial, "Clay", smooth=True, location=(x, y, 10.75))


def _stack(kit: Kit) -> None:
    """Add blocks piled up askew."""
    x, y, z = 12.4, 1.6, BASE
    for number, (size, turns, shift) in enumerate(
        ((3.4, 0.02, 0.0), (2.6, 0.1, 0.3), (3.0, 0.19, -0.2), (2.0, 0.06, 0.3), (1.4, 0.15, -0.1))
    ):
        half, high = size / 2.0, 0.72 * size
        block = tilted(box((-half, -half, 0.0), (half, half, high), 0.1), 2, turns, (0, 0, 0))
        material = ("Stone", "Clay", "Sand", "Sage", "Rust")[number]
        kit.solid(f"Block {number + 1}", moved(block, (x + shift, y - shift, z)), material, location=(x, y, z))
        z += high - 0.02


def _arches(kit: Kit) -> None:
    """Add a row of half rings that grow out of the ground, one within sight of the next."""
    for number, (x, y, radius, turns) in enumerate(
        ((-2.4, 9.4, 4.0, 0.06), (1.6, 10.6, 5.2, 0.04), (5.6, 11.8, 4.2, 0.02))
    ):
        outline = [(radius - 0.45, -0.5), (radius + 0.45, -0.5), (radius + 0.45, 0.5), (radius - 0.45, 0.5)]
        arch = tilted(sector(outline, 0.0, 0.5, 28), 0, 0.25, (0, 0, 0))
        arch = moved(tilted(arch, 2, 0.25 + turns, (0, 0, 0)), (x, y, BASE - 0.1))
        kit.solid(f"Arch {number + 1}", arch, "Sage", smooth=True, location=(x, y, BASE))


def _wave(kit: Kit) -> None:
    """Add a wall that winds through the garden, its crest rising and falling."""
    steps = np.arange(61) / 60.0
    way, crest = directions(1.7 * steps), directions(1.1 * steps + 0.1)
    line = np.column_stack([-1.2 + 16.8 * steps, -2.2 + 1.5 * way[:, 1]])
    ahead = np.diff(line, axis=0, append=2.0 * line[-1:] - line[-2:-1])
    side = np.column_stack([-ahead[:, 1], ahead[:, 0]]) / np.sqrt((ahead * ahead).sum(axis=1, keepdims=True)) * 0.4
    foot, top = np.full(61, BASE - 0.1), 6.4 + 1.4 * crest[:, 1]
    rims = [(line - side, foot), (line + side, foot), (line + side, top), (line - side, top)]
    vertices = np.stack([np.column_stack(rim) for rim in rims], axis=1).reshape(-1, 3)
    faces: list[tuple[int, ...]] = [(3, 2, 1, 0), (240, 241, 242, 243)]
    for i in range(60):
        for k in range(4):
            a, b = 4 * i + k, 4 * i + (k + 1) % 4
            faces += [(a, b, b + 4), (a, b + 4, a + 4)]
    kit.solid("Wave", (vertices, faces), "Chalk", smooth=True, location=(7.2, -2.2, BASE))


def _pins(kit: Kit) -> None:
    """Add balls on slim poles."""
    for number, (x, y, height, radius) in enumerate(PINS):
        foot = (x, y, BASE)
        pole, head = cylinder(foot, 0.14, height, 10), ball((x, y, height), radius, 24)
        materials = ("Ink", ("Clay", "Sand", "Moss", "Slate")[number % 4])
        slots = [0] * len(pole[1]) + [1] * len(head[1])
        kit.solid(f"Pin {number + 1}", join([pole, head]), materials, smooth=True, location=foot, slots=slots)
