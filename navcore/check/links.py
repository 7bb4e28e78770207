# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links that were found: both ends are where an agent can be, and nothing is in the way of the body in between.

Those that an artist has placed, which have names, may lead through anything, and from wherever an agent is moved.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Bools, Float64s, Int64s
from ..progress import Steps
from .clipping import clipped, nearest_in_plan
from .columns import Columns, ragged
from .faults import Faults, Kind
from .floor_arrays import FloorIntake, take_in_scene, take_in_surface
from .inputs import TOLERANCE, Reader
from .sheet import Body

_STAGE = "Checking links"
#: Kinds of links as files number them.
_TAKE_OFF, _LANDING, _DROP, _JUMP = range(4)
_NAMES = ("take-off", "landing", "drop", "jump", "ladder")
#: How far an end may be off a floor, in voxels: corners are counted in 1/64.
_OFF = 1.0 / 32.0
#: The body is looked at so often a voxel on its way, and may be as much nearer in between as these places allow.
_PLACES = 8
#: Heights of surfaces may be off by this, in voxels, so that feet may be higher and the head lower.
_HEIGHTS = 0.5
#: Places of bodies looked at in one step.
_AT_ONCE = 4096


def check_links_steps(
    links: object, surface: object, volume: object, vertices: ArrayLike, triangles: ArrayLike
) -> Steps[list[str]]:
    """The faults of links between places of a surface and a volume, either of which may be None, as sentences."""
    faults = Faults()
    reader = Reader(faults)
    starts = reader.floats("starts of links", getattr(links, "starts", None), (None, 3))
    ends = reader.floats("ends of links", getattr(links, "ends", None), (None, 3))
    kinds = reader.integers("kinds of links", getattr(links, "kinds", None), (None,))
    if starts is None or ends is None or kinds is None or not len(starts) == len(ends) == len(kinds):
        faults.add(Kind.MALFORMED, "links have not one start, one end and one kind each")
        return faults.sentences()
    names = list(getattr(links, "names", ()))
    found = np.array([not name for name in names], bool) if len(names) == len(starts) else np.ones(len(starts), bool)
    yield 0.0, _STAGE
    given = None if surface is None else take_in_surface(surface, Faults())
    if given is None:
        return faults.sentences()
    voxel, origin = float(surface.voxel_size), np.asarray(surface.origin)  # type: ignore[attr-defined]
    at = np.stack((starts, ends), axis=1)
    in_air = np.stack((kinds == _LANDING, kinds == _TAKE_OFF), axis=1)
    on_floor = _on_floor(given, (at - origin).reshape(-1, 3) / voxel).reshape(-1, 2)
    free = np.zeros_like(on_floor) if volume is None else _free(volume, at.reshape(-1, 3)).reshape(-1, 2)
    for link, end in np.argwhere(found[:, None] & ~np.where(in_air, free, on_floor)).tolist():
        where = "in free space" if in_air[link, end] else "on a floor"
        faults.add(
            Kind.LINK, f"{_name(link, kinds)} {'ends' if end else 'begins'} at {_place(at[link, end])}, not {where}"
        )
    scene = take_in_scene(surface, vertices, triangles, None, Faults())
    leaping = np.flatnonzero(found & np.isin(kinds, (_DROP, _JUMP)))
    if scene is not None and len(leaping):
        ways = (at[leaping] - origin) / voxel
        met = yield from _met(given.body, Columns(scene.corners, 1.0), scene.corners, ways)
        for link, triangle in zip(leaping.tolist(), met.tolist(), strict=True):
            if triangle >= 0:
                faults.add(Kind.LINK, f"triangle {triangle} is in the way of {_name(link, kinds)}")
    return faults.sentences()


def _on_floor(given: FloorIntake, points: Float64s) -> Bools:
    """Whether points, (k, 3) voxels, are on triangles of the surface: (k,)."""
    floor = given.triangles / 64.0
    columns = Columns(floor, 1.0, _OFF)
    point, _triangle, height, _is_over = columns.hits(points[:, :2])
    on = np.zeros(len(points), bool)
    slack = _OFF * (1.0 + given.body.rise)
    on[point[np.abs(height - points[point, 2]) <= slack]] = True
    return on


def _free(volume: object, points: Float64s) -> Bools:
    """Whether points, (k, 3) world, are in cells: (k,)."""
    boxes = np.asarray(volume.boxes(), np.float64)  # type: ignore[attr-defined]
    slack = TOLERANCE * float(volume.voxel_size)  # type: ignore[attr-defined]
    return np.array(
        [bool(((boxes[:, 0] - slack <= at) & (at <= boxes[:, 1] + slack)).all(axis=1).any()) for at in points], bool
    )


def _met(body: Body, columns: Columns, corners: Float64s, ways: Float64s) -> Steps[Int64s]:
    """A triangle that the body meets between two places, (k, 2, 3) voxels; -1 where there is none: (k,)."""
    upper = ways[:, :, 2].max(axis=1)
    lengths = np.sqrt(((ways[:, 1, :2] - ways[:, 0, :2]) ** 2).sum(axis=1))
    counts = np.ceil(lengths * _PLACES).astype(np.int64) + 2
    way, nth = ragged(counts)
    share = np.clip(nth / (counts[way] - 1), 0.0, 1.0)
    plan = ways[way, 0, :2] + share[:, None] * (ways[way, 1, :2] - ways[way, 0, :2])
    # Across at the higher of both ends, down to the ends' own floors where they are.
    low = np.where(share == 0.0, ways[way, 0, 2], np.where(share == 1.0, ways[way, 1, 2], upper[way]))
    low, high = low + body.step + _HEIGHTS, upper[way] + body.height - _HEIGHTS
    half = 0.5 / _PLACES
    reach = np.sqrt(max(body.radius * body.radius - half * half, 0.0)) * (1.0 - 1e-5)
    met = np.full(len(ways), -1, np.int64)
    for begin in range(0, len(plan), _AT_ONCE):
        yield begin / len(plan), _STAGE
        some = slice(begin, begin + _AT_ONCE)
        for place, triangle in columns.near(plan[some] - reach, plan[some] + reach):
            place = place + begin
            tall = corners[triangle, :, 2]
            near = (tall.min(axis=1) < high[place]) & (tall.max(axis=1) > low[place])
            place, triangle = place[near], triangle[near]
            planes = np.zeros((len(place), 2, 4))
            planes[:, 0, 2], planes[:, 0, 3] = 1.0, -low[place]
            planes[:, 1, 2], planes[:, 1, 3] = -1.0, high[place]
            parts, there = clipped(corners[triangle], planes)
            _at, distance = nearest_in_plan(plan[place], parts)
            hit = there & (distance < reach)
            met[way[place[hit]]] = triangle[hit]
    return met


def _name(link: int, kinds: Int64s) -> str:
    kind = int(kinds[link])
    return f"link {link}, a {_NAMES[kind] if 0 <= kind < len(_NAMES) else 'link'}"


def _place(point: Float64s) -> str:
    return "({:.6g}, {:.6g}, {:.6g})".format(*point.tolist())
