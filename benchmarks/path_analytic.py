# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths whose shortest length is known by formula: round a wall, over a box, through a hole, around a sphere.

How well voxels fit a face depends on where it lies between their planes, and finer ones may fit it no better. So each
scene is baked several times, the grid moved by random parts of a voxel. Every domain is a cube of 16 units.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from . import meshes
from .fresh_process import Case, Counts, Measurement, measure
from .query_figures import warm_milliseconds
from .tables import HERE, NONE, number, span, table, verdict

if TYPE_CHECKING:
    from volant.navcore.arrays import Float64s, Int64s

_SIDE = 16.0
_MOST_PERCENT = 1.0
_SEED = 4
#: How much longer than the shortest a taut path may be, as a share.
_TAUT = 1e-6
#: Shares below this are rounding, which differs between machines.
_ROUNDING = 1e-12
_HEADER = (
    *("scene", "voxels", "true optimum", "taut length", "longer by %", "moved: mean %", "most %"),
    *("cells", "expanded", "bends", "over the voxels' optimum", f"ms {HERE}"),
)

Flat = tuple[float, float]
Corner = tuple[float, float, float]


@dataclass(frozen=True)
class Problem:
    """Triangles, two points, and the length of the shortest path between them.

    Attributes
    ----------
    mesh : vertices and triangles.
    faces : where the faces lie that the path runs by, along the axes they cross; none for a sphere.
    outward : for each face, the way from it to free space along its axis: its number (0 to 2), and -1 or 1.
    length : of the shortest path, if the faces were elsewhere.
    """

    mesh: tuple[Float64s, Int64s]
    start: Corner
    goal: Corner
    faces: tuple[float, ...]
    outward: tuple[tuple[int, int], ...]
    length: Callable[..., float]

    def shortest(self) -> float:
        """The true optimum."""
        return self.length(*self.faces)

    def around_voxels(self, low: Sequence[float], voxel: float) -> float:
        """The optimum if whole voxels of a grid that begins at `low` are blocked."""
        fitted = []
        for face, (axis, side) in zip(self.faces, self.outward, strict=True):
            index = math.floor((face - low[axis]) / voxel)
            fitted.append(low[axis] + voxel * (index + (side > 0)))
        return self.length(*fitted)


def wall_edge() -> Problem:
    """Round the upright edges at one end of a wall that fills the rest of the domain."""
    # The end rounds to another plane at each resolution, or finer voxels could not fit it better.
    faces = left, right, end = 7.43, 8.57, 9.05
    start, goal = (2.3, 3.1, 4.2), (13.1, 5.3, 11.7)

    def length(left: float, right: float, end: float) -> float:
        return _bent((0, 1), start, (left, end), (right, end), goal)

    wall = _box((left, -1.0, -1.0), (right, end, 17.0))
    return Problem(wall, start, goal, faces, ((0, -1), (0, 1), (1, 1)), length)


def over_box() -> Problem:
    """Over the two upper edges of a box that stands on the floor and is too long to go around."""
    faces = left, right, top = 5.21, 10.63, 6.83
    start, goal = (2.1, 7.4, 1.9), (13.9, 9.2, 2.7)

    def length(left: float, right: float, top: float) -> float:
        return _bent((0, 2), start, (left, top), (right, top), goal)

    box = _box((left, 1.37, -1.0), (right, 15.23, top))
    return Problem(box, start, goal, faces, ((0, -1), (0, 1), (2, 1)), length)


def through_hole() -> Problem:
    """Up to a hole in a thick wall, over its sill, and up again past its lintel on the other side."""
    faces = left, right, sill, lintel = 6.43, 9.57, 6.31, 7.89
    start, goal = (2.3, 6.9, 1.2), (13.7, 9.6, 14.1)

    def length(left: float, right: float, sill: float, lintel: float) -> float:
        return _bent((0, 2), start, (left, sill), (right, lintel), goal)

    parts = [
        _box((left, -1.0, -1.0), (right, 17.0, sill)),
        _box((left, -1.0, lintel), (right, 17.0, 17.0)),
        _box((left, -1.0, -1.0), (right, 5.2, 17.0)),
        _box((left, 11.3, -1.0), (right, 17.0, 17.0)),
    ]
    return Problem(meshes.joined(parts), start, goal, faces, ((0, -1), (0, 1), (2, 1), (2, -1)), length)


def sphere_across() -> Problem:
    """Around a sphere, between opposite points at the same height."""
    return _around_sphere((0.6, 0.8, 0.0))


def sphere_aslant() -> Problem:
    """Around a sphere, between opposite points in no special direction."""
    return _around_sphere((0.48, 0.6, 0.64))


PROBLEMS: dict[str, Callable[[], Problem]] = {
    "wall edge": wall_edge,
    "over a box": over_box,
    "through a hole": through_hole,
    "sphere, across": sphere_across,
    "sphere, aslant": sphere_aslant,
}


def case(problem: str, resolution: int, moves: int) -> Case:
    """For `fresh_process`: one path in one scene, on the grid as it is and on grids moved a little."""
    from volant import navcore

    posed, voxel = PROBLEMS[problem](), _SIDE / resolution
    random = Random(_SEED)
    # The same moves at every resolution: up to a voxel of 128³, less than any scene leaves at the border.
    moved = [tuple(-random.random() * _SIDE / 128 for _axis in range(3)) for _move in range(moves)]
    corners = [(0.0, 0.0, 0.0), *moved]
    bounds = [(low, tuple(place + _SIDE for place in low)) for low in corners]
    volumes = [navcore.bake(*posed.mesh, navcore.BakeConfig(voxel_size=voxel, bounds=pair)) for pair in bounds]

    def work() -> list[Any]:
        return [warm_milliseconds(lambda nav=nav: navcore.find_path(nav, posed.start, posed.goal)) for nav in volumes]

    def counts(answers: Any) -> Counts:
        path, milliseconds = answers[0]
        lengths = [path.length for path, _milliseconds in answers]
        longer = [100.0 * (length / posed.shortest() - 1.0) for length in lengths]
        fitted = [posed.around_voxels(low, voxel) for low in corners] if posed.faces else []
        return {
            "shortest": posed.shortest(),
            "length": path.length,
            "longer": longer[0],
            "moved": float(np.mean(longer[1:])),
            "most": max(longer[1:]),
            "over voxels": max(a / b - 1.0 for a, b in zip(lengths, fitted, strict=True)) if fitted else None,
            "cells": len(volumes[0].cells),
            "expanded": path.stats["expanded"],
            "bends": max(0, len(path.points) - 2),
            "milliseconds": milliseconds,
        }

    return work, counts


def report(resolutions: Sequence[int], limit: float, moves: int) -> str:
    """Find each path at each resolution and say in Markdown how near it is to the truth."""
    runs: dict[tuple[str, int], Measurement] = {}
    for name in PROBLEMS:
        for resolution in resolutions:
            print(f"{name} at {resolution}³ …", file=sys.stderr, flush=True)
            runs[name, resolution] = measure(
                "benchmarks.path_analytic:case", limit, problem=name, resolution=resolution, moves=moves
            )
    rows = [_row(name, resolution, run) for (name, resolution), run in runs.items()]
    return "\n".join(
        (
            f"Domains of {_SIDE:.0f}³ units; the sphere's radius is a quarter of that and its paths run between points "
            "two radii from its centre. Blocked voxels reach past a face by up to their own size, which no path can "
            "make good, and finer ones may fit a face no better. So each scene is also baked with the grid moved by "
            f"random parts of a voxel, {moves} times; and where a formula tells the optimum around the blocked voxels "
            "themselves, the last column but one has the most that any path exceeds it. Milliseconds are the median of "
            "three after one to warm up.",
            "",
            table(_HEADER, rows),
            "",
            *_verdicts(runs, resolutions),
        )
    )


def _row(name: str, resolution: int, run: Measurement) -> list[str]:
    if not run.finished:
        return [name, f"{resolution}³", run.problem, *[NONE] * (len(_HEADER) - 3)]
    digits = {"shortest": 4, "length": 4, "longer": 3, "moved": 3, "most": 3, "cells": 0, "expanded": 0, "bends": 0}
    over = run.counts["over voxels"]
    return [
        *(name, f"{resolution}³"),
        *(number(run.counts[key], places) for key, places in digits.items()),
        *(_share(over), number(run.counts["milliseconds"], 1)),
    ]


def _share(over: float | None) -> str:
    if over is None:
        return NONE
    return f"{over:.0e}" if abs(over) > _ROUNDING else f"< {_ROUNDING:.0e}"


def _verdicts(runs: dict[tuple[str, int], Measurement], resolutions: Sequence[int]) -> list[str]:
    failed = [f"{name} {resolution}³: {run.problem}" for (name, resolution), run in runs.items() if not run.finished]
    done = {key: run.counts for key, run in runs.items() if run.finished}
    coarse, fine = resolutions[0], resolutions[-1]

    def far(key: str) -> list[str]:
        there = {name: done[name, coarse][key] for name in PROBLEMS if (name, coarse) in done}
        return failed + [f"{name} {percent:.2f} %" for name, percent in there.items() if percent > _MOST_PERCENT]

    def no_nearer(key: str) -> list[str]:
        pairs = {name: (done.get((name, coarse)), done.get((name, fine))) for name in PROBLEMS}
        both = {name: (a[key], b[key]) for name, (a, b) in pairs.items() if a and b}
        return failed + [f"{name} {a:.3f} %, then {b:.3f} %" for name, (a, b) in both.items() if b >= a]

    loose = [
        f"{name} {resolution}³ by {counts['over voxels']:.0e}"
        for (name, resolution), counts in done.items()
        if counts["over voxels"] is not None and abs(counts["over voxels"]) > _TAUT
    ]

    def longer(key: str, size: int) -> str:
        there = (counts[key] for (_name, resolution), counts in done.items() if resolution == size)
        return f"longer by {span(there, 3, ' %')}"

    near, nearer = f"within {_MOST_PERCENT:.0f} % of the true optimum", "nearer to the true optimum"
    return [
        verdict(f"taut lengths are {near} at {coarse}³", far("longer"), longer("longer", coarse)),
        verdict(f"taut lengths are {nearer} at {fine}³", no_nearer("longer"), longer("longer", fine)),
        verdict(f"taut lengths are {near} at {coarse}³ on every moved grid, too", far("most"), longer("most", coarse)),
        verdict(
            f"on average over the moved grids, taut lengths are {nearer} at {fine}³",
            no_nearer("moved"),
            longer("moved", fine),
        ),
        verdict(
            f"where it is known, the optimum around the blocked voxels is met to {_TAUT:.0e}",
            failed + loose,
            _share(max((counts["over voxels"] or 0.0 for counts in done.values()), default=None)),
        ),
    ]


def _bent(plane: tuple[int, int], start: Corner, first: Flat, second: Flat, goal: Corner) -> float:
    """The length of a path that bends at two edges across a plane, given by two axes; `first` and `second` lie in it.

    Seen along the edges the path is a polyline, which can be laid out in one line; across it the path climbs evenly.
    """
    u, v = plane
    points = [(start[u], start[v]), first, second, (goal[u], goal[v])]
    across = 3 - u - v
    return math.hypot(sum(map(math.dist, points, points[1:])), goal[across] - start[across])


def _box(low: Corner, high: Corner) -> tuple[Float64s, Int64s]:
    corners = np.array((low, high))
    return meshes.box(corners.mean(axis=0), (corners[1] - corners[0]) / 2.0, 0.0)


def _around_sphere(direction: Corner) -> Problem:
    radius, away = _SIDE / 4.0, _SIDE / 2.0
    vertices, triangles = meshes.icosphere(6)
    centre = np.full(3, _SIDE / 2.0)
    start, goal = ((centre + sign * away * np.array(direction)).tolist() for sign in (-1.0, 1.0))
    # Straight to the sphere, along a great circle, straight on.
    shortest = 2.0 * math.sqrt(away**2 - radius**2) + radius * (math.pi - 2.0 * math.acos(radius / away))
    mesh = vertices * radius + centre, triangles
    return Problem(mesh, tuple(start), tuple(goal), (), (), lambda: shortest)
