# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes to walk in, small and made by hand, with what is known of them. Shares no code with navcore."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scenes import box_mesh

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mesh = tuple[Floats, Ints]
Point = tuple[float, float, float]

RADIUS, HEIGHT, STEP, SLOPE, VOXEL = 0.4, 1.8, 0.4, 45.0, 0.2


@dataclass(frozen=True)
class World:
    """A scene and what every surface of it must answer.

    Attributes
    ----------
    vertices, triangles : (n, 3) float64 and (m, 3) int64.
    on, off : points on floors that must lie on the surface, and such that must not.
    joined, apart : pairs of points that lie on the same island, and on different ones.
    area : plan area of the true answer, where a formula tells it; None where none does.
    settings : those of `GroundConfig` that differ from the ones above.
    """

    vertices: Floats
    triangles: Ints
    on: Sequence[Point] = ()
    off: Sequence[Point] = ()
    joined: Sequence[tuple[Point, Point]] = ()
    apart: Sequence[tuple[Point, Point]] = ()
    area: float | None = None
    settings: tuple[tuple[str, object], ...] = ()

    @property
    def options(self) -> dict[str, object]:
        """Everything that `GroundConfig` is to be called with."""
        agent = {"agent_radius": RADIUS, "agent_height": HEIGHT, "step_height": STEP, "max_slope": SLOPE}
        return {**agent, "voxel_size": VOXEL, **dict(self.settings)}

    def with_mesh(self, mesh: Mesh) -> World:
        """The same questions to other triangles."""
        return replace(self, vertices=mesh[0], triangles=mesh[1])


# --- parts ---


def joined(*meshes: Mesh) -> Mesh:
    """One mesh of several."""
    offsets = np.cumsum([0, *(len(vertices) for vertices, _triangles in meshes)])
    triangles = [some + offset for (_vertices, some), offset in zip(meshes, offsets[:-1], strict=True)]
    return np.concatenate([vertices for vertices, _triangles in meshes]).astype(float), np.concatenate(triangles)


def quad(*corners: Sequence[float]) -> Mesh:
    """Two triangles between four corners, which face up where these go around counter-clockwise."""
    return np.array(corners, float), np.array([(0, 1, 2), (0, 2, 3)])


def floor(x0: float, y0: float, x1: float, y1: float, z: float = 0.0) -> Mesh:
    """A level floor without thickness."""
    return quad((x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z))


def box(x0: float, y0: float, z0: float, x1: float, y1: float, z1: float) -> Mesh:
    """A closed box."""
    return box_mesh((x0, y0, z0), (x1, y1, z1))


def prism(outline: Sequence[tuple[float, float]], low: float, high: float) -> Mesh:
    """A closed upright prism over a convex outline, which goes around counter-clockwise."""
    count = len(outline)
    plan = np.array(outline, float)
    vertices = np.concatenate([np.column_stack((plan, np.full(count, z))) for z in (low, high)])
    triangles = [(0, i + 1, i) for i in range(1, count - 1)]
    triangles += [(count, count + i, count + i + 1) for i in range(1, count - 1)]
    for i in range(count):
        j = (i + 1) % count
        triangles += [(i, j, count + j), (i, count + j, count + i)]
    return vertices, np.array(triangles)


def wedge(x0: float, y0: float, x1: float, y1: float, low: float, high: float, base: float) -> Mesh:
    """A closed ramp that rises along x from `low` to `high` and stands on `base`."""
    top = [(x0, y0, low), (x1, y0, high), (x1, y1, high), (x0, y1, low)]
    vertices = np.array([(x, y, base) for x, y, _z in top] + top, float)
    faces = [(0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    return vertices, np.array([t for a, b, c, d in faces for t in ((a, b, c), (a, c, d))])


def stairs(x: float, y0: float, y1: float, count: int, rise: float, run: float, base: float = 0.0) -> Mesh:
    """Closed steps along x, the first riser at `x`; each stands on `base`."""
    return joined(
        *(box(x + i * run, y0, base, x + (i + 1) * run, y1, base + (i + 1) * rise) for i in range(count)),
    )


def doors(widths: Sequence[float]) -> World:
    """Two rooms, and between them a wall with a closet in front of each door of these widths."""
    parts, on, pairs = [floor(0.0, 0.0, 3.0 * len(widths), 7.0)], [], []
    for index, width in enumerate(widths):
        x = 3.0 * index
        parts += [box(x - 0.1, 0.0, 0.0, x + 0.1, 7.0, 3.0)]
        middle = x + 1.5
        parts += [box(x, 3.4, 0.0, middle - width / 2, 3.6, 3.0), box(middle + width / 2, 3.4, 0.0, x + 3.0, 3.6, 3.0)]
        on += [(middle, 1.5, 0.0), (middle, 5.5, 0.0)]
        pairs += [((middle, 1.5, 0.0), (middle, 5.5, 0.0))]
    parts += [box(3.0 * len(widths) - 0.1, 0.0, 0.0, 3.0 * len(widths) + 0.1, 7.0, 3.0)]
    return World(*joined(*parts), on=on, joined=pairs)


# --- worlds ---


def empty_floor() -> World:
    """A floor without anything: all but its rim."""
    return World(*floor(0.0, 0.0, 6.0, 4.0), on=[(3.0, 2.0, 0.0), (0.45, 0.45, 0.0)], off=[(0.3, 2.0, 0.0)], area=16.64)


def open_edge() -> World:
    """A floor whose sides are on no line of the grid."""
    turn = np.array([[0.8, 0.6, 0.0], [-0.6, 0.8, 0.0], [0.0, 0.0, 1.0]])
    vertices, triangles = floor(0.03, 0.07, 6.03, 4.07)
    return World(vertices @ turn, triangles, area=16.64)


def pillar() -> World:
    """A square pillar, whose corners the surface must go round."""
    parts = (floor(0.0, 0.0, 6.0, 6.0), box(2.5, 2.5, 0.0, 3.5, 3.5, 3.0))
    around = 1.0 + 4 * RADIUS + np.pi * RADIUS**2
    return World(
        *joined(*parts), on=[(1.0, 1.0, 0.0), (5.0, 5.0, 0.0)], off=[(2.2, 3.0, 0.0)], area=5.2**2 - float(around)
    )


def two_boxes_almost_touching() -> World:
    """Nobody fits between them, but around them."""
    parts = (floor(0.0, 0.0, 8.0, 8.0), box(2.0, 2.0, 0.0, 3.99, 6.0, 2.0), box(4.0, 2.0, 0.0, 6.0, 6.0, 2.0))
    return World(
        *joined(*parts),
        on=[(1.0, 4.0, 0.0), (7.0, 4.0, 0.0)],
        off=[(3.995, 1.8, 0.0), (3.995, 4.0, 0.0)],
        joined=[((1.0, 4.0, 0.0), (7.0, 4.0, 0.0))],
        apart=[((1.0, 4.0, 0.0), (3.0, 4.0, 2.0))],
    )


def table() -> World:
    """Too low to walk under, too high to step on; one can stand on it."""
    legs = [box(x, y, 0.0, x + 0.1, y + 0.1, 0.75) for x in (2.5, 5.4) for y in (2.5, 4.4)]
    parts = (floor(0.0, 0.0, 8.0, 7.0), box(2.5, 2.5, 0.75, 5.5, 4.5, 0.8), *legs)
    return World(
        *joined(*parts),
        on=[(1.0, 1.0, 0.0), (4.0, 3.5, 0.8)],
        off=[(4.0, 3.5, 0.0), (4.0, 2.2, 0.0)],
        apart=[((1.0, 1.0, 0.0), (4.0, 3.5, 0.8))],
    )


def chamfered_block() -> World:
    """The chamfers around its top are needles, whose sides go on as lines over the floor that is beside the block."""
    low, high, bevel = (2.75, 2.28), (4.48, 4.75), 0.01
    outer = [(*low, 0.75), (high[0], low[1], 0.75), (*high, 0.75), (low[0], high[1], 0.75)]
    inner = [(x + bevel * np.sign(3.6 - x), y + bevel * np.sign(3.5 - y), z + bevel) for x, y, z in outer]
    sides = [quad((*a[:2], 0.0), (*b[:2], 0.0), b, a) for a, b in zip(outer, [*outer[1:], outer[0]], strict=True)]
    chamfers = [quad(outer[k], outer[(k + 1) % 4], inner[(k + 1) % 4], inner[k]) for k in range(4)]
    return World(
        *joined(floor(0.0, 0.0, 8.0, 7.0), *sides, *chamfers, quad(*inner)),
        on=[(1.0, 1.0, 0.0), (3.6, 3.5, 0.76)],
        off=[(3.6, 2.0, 0.0)],
        apart=[((1.0, 1.0, 0.0), (3.6, 3.5, 0.76))],
        settings=(("voxel_size", 0.2),),
    )


def low_beam_over_a_step() -> World:
    """Room for the body below the step and above it, but not while it takes the step; beside the beam there is."""
    parts = (floor(0.0, 0.0, 4.0, 8.0), box(4.0, 0.0, -0.5, 8.0, 8.0, 0.3), box(2.0, 0.0, 1.9, 4.0, 5.0, 2.2))
    return World(
        *joined(*parts),
        on=[(3.0, 2.0, 0.0), (5.0, 2.0, 0.3), (4.0, 7.0, 0.3)],
        off=[(3.7, 2.0, 0.0), (4.3, 2.0, 0.3)],
        joined=[((3.0, 2.0, 0.0), (5.0, 2.0, 0.3))],
    )


def low_beam_over_the_only_step() -> World:
    """The same, with no way beside the beam."""
    parts = (floor(0.0, 0.0, 4.0, 4.0), box(4.0, 0.0, -0.5, 8.0, 4.0, 0.3), box(2.0, -1.0, 1.9, 4.0, 5.0, 2.2))
    return World(*joined(*parts), apart=[((3.0, 2.0, 0.0), (5.0, 2.0, 0.3))])


def steep_stairs() -> World:
    """Within the radius the stairs rise by more than a step: a rigid cylinder would be stuck."""
    parts = (floor(0.0, 0.0, 3.0, 3.0), stairs(3.0, 0.0, 3.0, 8, 0.3, 0.25), box(5.0, 0.0, 0.0, 8.0, 3.0, 2.4))
    return World(
        *joined(*parts),
        on=[(1.0, 1.5, 0.0), (4.13, 1.5, 1.5), (7.0, 1.5, 2.4)],
        joined=[((1.0, 1.5, 0.0), (7.0, 1.5, 2.4)), ((1.0, 1.5, 0.0), (4.13, 1.5, 1.5))],
    )


def stairs_too_high() -> World:
    """Steps that are higher than a step."""
    parts = (floor(0.0, 0.0, 3.0, 3.0), stairs(3.0, 0.0, 3.0, 3, 0.45, 1.0), box(6.0, 0.0, 0.0, 9.0, 3.0, 1.8))
    return World(*joined(*parts), apart=[((1.0, 1.5, 0.0), (8.0, 1.5, 1.8))])


def spiral_stair() -> World:
    """Two turns around a column, one above the other, from the floor to a landing."""
    parts = [floor(-4.0, -4.0, 6.0, 4.0), prism(_round(0.5, 24), 0.0, 6.0)]
    count, rise = 16, 0.16
    for index in range(2 * count):
        a, b = (2 * np.pi * (index + share) / count for share in (0.0, 1.0))
        top = (index + 1) * rise
        outline = [(0.4 * np.cos(a), 0.4 * np.sin(a)), (2.2 * np.cos(a), 2.2 * np.sin(a))]
        outline += [(2.2 * np.cos(b), 2.2 * np.sin(b)), (0.4 * np.cos(b), 0.4 * np.sin(b))]
        parts.append(prism(outline, top - 0.12, top))
    top = 2 * count * rise
    parts.append(box(0.4, 0.0, top - 0.1, 6.0, 3.0, top + 0.1))
    low, once, high = (1.36 * np.cos(np.pi / 16), 1.36 * np.sin(np.pi / 16), 0.16), (1.3, -0.2, 2.56), (4.0, 1.5, 5.22)
    return World(
        *joined(*parts), on=[(-3.0, 3.0, 0.0), high], joined=[((-3.0, 3.0, 0.0), high), (low, once), (once, high)]
    )


def three_storeys() -> World:
    """The same storey three times, each with a pillar; there is no way between them."""
    storeys = [joined(box(0.0, 0.0, z - 0.2, 6.0, 6.0, z), box(2.6, 2.6, z, 3.4, 3.4, z + 1.0)) for z in (0, 2.5, 5)]
    levels = [(1.0, 1.0, float(z)) for z in (0.0, 2.5, 5.0)]
    around = 0.8**2 + 4 * 0.8 * RADIUS + np.pi * RADIUS**2
    return World(
        *joined(*storeys),
        on=levels,
        apart=[(levels[0], levels[1]), (levels[1], levels[2]), (levels[0], levels[2])],
        area=3 * (5.2**2 - float(around)),
    )


def crack() -> World:
    """A floor in two parts that miss each other by a hundredth of a voxel."""
    parts = (floor(0.0, 0.0, 3.0, 4.0), floor(3.0 + 0.01 * VOXEL, 0.0, 6.0, 4.0))
    return World(*joined(*parts), on=[(3.0, 2.0, 0.0)], joined=[((1.0, 2.0, 0.0), (5.0, 2.0, 0.0))], area=16.64)


def small_hole(side: float = 0.6 * VOXEL, x: float = 3.07, y: float = 3.11) -> World:
    """A hole that no voxel lies in wholly; the disc must not lie over it."""
    low_x, high_x, low_y, high_y = x - side / 2, x + side / 2, y - side / 2, y + side / 2
    parts = (
        *(floor(0.0, 0.0, 6.0, low_y), floor(0.0, high_y, 6.0, 6.0)),
        *(floor(0.0, low_y, low_x, high_y), floor(high_x, low_y, 6.0, high_y)),
    )
    around = side**2 + 4 * side * RADIUS + np.pi * RADIUS**2
    return World(
        *joined(*parts), on=[(1.0, 1.0, 0.0)], off=[(x, y, 0.0), (x + 0.3, y, 0.0)], area=5.2**2 - float(around)
    )


def steep_walls() -> World:
    """Walls that lean away from the floor and over it: what counts is where they are as high as a step."""
    away = quad((2.0, 0.0, 0.0), (2.0, 6.0, 0.0), (1.5, 6.0, 3.0), (1.5, 0.0, 3.0))
    over = quad((6.0, 6.0, 0.0), (6.0, 0.0, 0.0), (5.4, 0.0, 3.0), (5.4, 6.0, 3.0))
    near = 2.0 - 0.5 * STEP / 3.0 + RADIUS
    under = 6.0 - 0.6 * HEIGHT / 3.0 - RADIUS
    return World(
        *joined(floor(0.0, 0.0, 8.0, 6.0), away, over),
        on=[(near + 0.05, 3.0, 0.0), (under - 0.05, 3.0, 0.0)],
        off=[(near - 0.02, 3.0, 0.0), (under + 0.02, 3.0, 0.0)],
    )


def hollow_box() -> World:
    """Nobody gets into it; the floor inside is an island of its own."""
    parts = (floor(0.0, 0.0, 9.0, 9.0), box(2.0, 2.0, -0.2, 7.0, 7.0, 4.0))
    return World(
        *joined(*parts),
        on=[(1.0, 1.0, 0.0), (4.5, 4.5, 0.0), (4.5, 4.5, 4.0)],
        off=[(2.2, 4.5, 0.0)],
        apart=[((1.0, 1.0, 0.0), (4.5, 4.5, 0.0)), ((1.0, 1.0, 0.0), (4.5, 4.5, 4.0))],
    )


def duplicate_faces() -> World:
    """A platform of which every triangle is there three times: its rim is used by more than one, and is a ledge."""
    plain = joined(floor(0.0, 0.0, 8.0, 8.0), floor(2.0, 2.0, 6.0, 6.0, 2.5))
    return World(
        *joined(plain, plain, plain),
        on=[(1.0, 1.0, 0.0), (4.0, 4.0, 0.0), (4.0, 4.0, 2.5)],
        off=[(2.2, 4.0, 2.5)],
        area=7.2**2 + 3.2**2,
    )


def ramp_on_a_floor() -> World:
    """Up the ramp at its foot and along its low side, but not where that is higher than a step."""
    parts = (floor(0.0, 0.0, 10.0, 8.0), wedge(2.0, 3.0, 6.0, 5.0, 0.0, 2.0, 0.0), box(6.0, 3.0, 0.0, 9.0, 5.0, 2.0))
    return World(
        *joined(*parts),
        on=[(1.0, 4.0, 0.0), (4.0, 4.0, 1.0), (8.0, 4.0, 2.0), (4.0, 2.0, 0.0)],
        off=[(4.5, 2.7, 0.0), (4.5, 3.3, 1.25), (8.0, 4.8, 2.0)],
        joined=[((1.0, 4.0, 0.0), (8.0, 4.0, 2.0))],
    )


def bridge() -> World:
    """Over it and under it, and from one to the other along its ramps."""
    parts = (
        floor(0.0, 0.0, 16.0, 8.0),
        wedge(1.0, 3.0, 6.0, 5.0, 0.0, 3.0, 0.0),
        box(6.0, 3.0, 2.8, 10.0, 5.0, 3.0),
        _mirrored(wedge(-15.0, 3.0, -10.0, 5.0, 0.0, 3.0, 0.0)),
    )
    return World(
        *joined(*parts),
        on=[(8.0, 4.0, 3.0), (8.0, 4.0, 0.0), (3.5, 4.0, 1.5)],
        joined=[((8.0, 4.0, 3.0), (8.0, 4.0, 0.0)), ((8.0, 1.0, 0.0), (8.0, 7.0, 0.0))],
    )


def ledge_ends() -> World:
    """A terrace beside a ramp down to it: the ledge between them ends where the ramp is a step below."""
    parts = (box(0.0, 4.0, -1.0, 8.0, 8.0, 2.0), wedge(0.0, 0.0, 8.0, 4.0, 0.0, 2.0, -1.0))
    return World(
        *joined(*parts),
        on=[(1.0, 6.0, 2.0), (4.0, 2.0, 1.0), (7.0, 6.0, 2.0), (7.4, 3.9, 1.85)],
        off=[(2.0, 3.8, 0.5), (2.0, 4.2, 2.0)],
        joined=[((1.0, 6.0, 2.0), (1.0, 2.0, 0.25))],
    )


def slope(degrees: float = 30.0) -> World:
    """A plane that rises along x, on no line of the grid."""
    rise = float(np.tan(np.radians(degrees)))
    corners = [(x, y, rise * x) for x, y in ((0.0, 0.0), (6.0, 0.0), (6.0, 4.0), (0.0, 4.0))]
    return World(*quad(*corners), on=[(3.0, 2.0, 3.0 * rise)], area=16.64 if degrees < SLOPE else 0.0)


def trench() -> World:
    """Two floors with a gap between them that is narrower than the body, and deep."""
    parts = (floor(0.0, 0.0, 3.0, 4.0), floor(3.3, 0.0, 6.3, 4.0), floor(0.0, 0.0, 6.3, 4.0, -3.0))
    return World(*joined(*parts), off=[(2.8, 2.0, 0.0), (3.5, 2.0, 0.0)], apart=[((1.0, 2.0, 0.0), (5.0, 2.0, 0.0))])


def house() -> World:
    """Two rooms with a door, stairs to an upper floor with an opening, and a flat roof over it."""
    walls = [
        *(box(0.0, 0.0, 0.0, 10.0, 0.2, 6.0), box(0.0, 7.8, 0.0, 10.0, 8.0, 6.0)),
        *(box(0.0, 0.0, 0.0, 0.2, 8.0, 6.0), box(9.8, 0.0, 0.0, 10.0, 3.5, 6.0)),
        *(box(9.8, 4.7, 0.0, 10.0, 8.0, 6.0), box(9.8, 3.5, 2.2, 10.0, 4.7, 6.0)),
        *(box(5.0, 0.2, 0.0, 5.2, 2.0, 2.8), box(5.0, 3.2, 0.0, 5.2, 6.3, 2.8), box(5.0, 2.0, 2.1, 5.2, 3.2, 2.8)),
    ]
    storey = [box(0.2, 0.2, 2.8, 9.8, 6.3, 3.0), box(6.8, 6.3, 2.8, 9.8, 7.8, 3.0), box(0.2, 6.3, 2.8, 1.6, 7.8, 3.0)]
    flight = stairs(1.8, 6.35, 7.8, 15, 0.2, 0.3)
    parts = (floor(-4.0, -4.0, 14.0, 12.0), *walls, *storey, flight, box(6.3, 6.35, 2.8, 6.8, 7.8, 3.0))
    roof = box(0.0, 0.0, 6.0, 10.0, 8.0, 6.2)
    ground, upper = (2.5, 2.5, 0.0), (2.5, 2.5, 3.0)
    return World(
        *joined(*parts, roof),
        on=[ground, upper, (7.5, 2.5, 0.0), (12.0, 4.1, 0.0), (5.0, 4.0, 6.2)],
        joined=[(ground, (12.0, 4.1, 0.0)), (ground, upper)],
        apart=[(ground, (5.0, 4.0, 6.2))],
    )


def terrain(side: int = 24, seed: int = 4) -> World:
    """Hills on a grid of unit squares, some of them too steep."""
    random = np.random.default_rng(seed)
    x, y = (axis.ravel().astype(float) for axis in np.meshgrid(np.arange(side), np.arange(side), indexing="ij"))
    z = np.zeros_like(x)
    for wave in range(1, 5):
        angle, phase = random.uniform(0.0, 2 * np.pi, 2)
        z += 1.6 / wave * np.sin(0.35 * wave * (np.cos(angle) * x + np.sin(angle) * y) + phase)
    corner = (np.arange(side - 1)[:, None] * side + np.arange(side - 1)).ravel()
    triangles = np.concatenate(
        [
            np.stack(some, axis=1)
            for some in ((corner, corner + side, corner + side + 1), (corner, corner + side + 1, corner + 1))
        ]
    )
    return World(np.stack((x, y, z), axis=1), triangles)


def small_arena() -> World:
    """A walled court with a platform, a ramp up to it and a colonnade under it."""
    walls = [box(-0.5, -0.5, -0.5, 12.5, 0.0, 4.0), box(-0.5, 12.0, -0.5, 12.5, 12.5, 4.0)]
    walls += [box(-0.5, 0.0, -0.5, 0.0, 12.0, 4.0), box(12.0, 0.0, -0.5, 12.5, 12.0, 4.0)]
    columns = [box(x, y, 0.0, x + 0.3, y + 0.3, 2.4) for x in (7.0, 9.2, 11.4) for y in (3.0, 6.0, 8.7)]
    parts = (box(0.0, 0.0, -0.5, 12.0, 12.0, 0.0), *walls, *columns, box(7.0, 3.0, 2.4, 12.0, 9.0, 2.6))
    ramp = wedge(1.8, 5.0, 7.0, 7.0, 0.0, 2.6, 0.0)
    return World(
        *joined(*parts, ramp),
        on=[(1.0, 1.0, 0.0), (9.5, 7.5, 2.6), (8.2, 4.6, 0.0)],
        joined=[((1.0, 1.0, 0.0), (9.5, 7.5, 2.6)), ((1.0, 1.0, 0.0), (8.2, 4.6, 0.0))],
    )


#: Worlds by name.
WORLDS: dict[str, Callable[[], World]] = {
    make.__name__: make
    for make in (
        *(empty_floor, open_edge, pillar, two_boxes_almost_touching, table, low_beam_over_a_step, chamfered_block),
        *(low_beam_over_the_only_step, steep_stairs, stairs_too_high, spiral_stair, three_storeys, crack, small_hole),
        *(steep_walls, hollow_box, duplicate_faces, ramp_on_a_floor, bridge, ledge_ends, slope, trench, house),
        *(terrain, small_arena),
    )
}


def _mirrored(mesh: Mesh) -> Mesh:
    """At x = 0."""
    return mesh[0] * (-1.0, 1.0, 1.0), mesh[1][:, ::-1]


def _round(radius: float, count: int) -> list[tuple[float, float]]:
    """A regular outline."""
    return [(radius * np.cos(a), radius * np.sin(a)) for a in np.arange(count) * (2 * np.pi / count)]
