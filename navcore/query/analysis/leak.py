# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finding the hole of a room that should be closed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import Floats
from ...geometry.primitives import Box, Point, Rect, closest, distance, holds
from ...model import NavVolume, Path
from ...progress import Progress, Steps, run
from ..graph.cells import CellGraph, cell_graph
from ..navigator import find_path_steps, find_paths_steps
from ..refine.shortest import shortest_steps
from ..route import SEARCHING
from ..search.flood import spread
from .narrowest import narrowest

#: Places on the border that are compared by their taut paths, and how much farther than the nearest one they may seem.
_MOST_EXITS = 12
_FARTHER = 1.15
#: A goal this many times the domain's size beyond its border makes a path meet the border squarely.
_FAR = 1e3
_CELLS_PER_REPORT = 256


@dataclass(frozen=True)
class Leak:
    """Whether a room is open, and where.

    Attributes
    ----------
    found : whether a way leads out; if not, `reason` says why not.
    path : the shortest way out, taut; not found when the room is closed.
    portal : (2, 3) float64, world: the narrowest place of the way, a box that is flat along one axis; None when closed.
    width : how wide free space is there, in scene units; 0 when closed. Free is where the agent's centre may be, so
        what it slips through is wider by two of its radii.
    room_volume : of the free space that can be reached from inside, in cubic scene units; 0 when inside is not free.
    """

    found: bool
    reason: str
    path: Path
    portal: Floats | None = None
    width: float = 0.0
    room_volume: float = 0.0


def find_leak(
    nav: NavVolume, inside: ArrayLike, outside: ArrayLike | None = None, progress: Progress | None = None
) -> Leak:
    """The way out of a room that should be closed, and its narrowest place.

    Parameters
    ----------
    nav : the volume, baked without markers or with one in the room.
    inside : (3,) float, world: a point in the room; up to two voxels from free space.
    outside : (3,) float, world: a point that should not be reached; None is the border of the domain, wherever it is
        reached first.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    """
    return run(find_leak_steps(nav, inside, outside), progress)


def find_leak_steps(nav: NavVolume, inside: ArrayLike, outside: ArrayLike | None = None) -> Steps[Leak]:
    """`find_leak` in steps of a few milliseconds at most."""
    # A path from a point to itself checks the point, and says what is wrong with it in a path's words.
    stay = yield from find_path_steps(nav, inside, inside)
    if not stay.found:
        return Leak(False, stay.reason.replace("the start", "the point inside"), stay)
    here = stay.points[0]
    island = nav.components == nav.components[stay.cells[0]]
    sizes = (nav.cells[island, 1] - nav.cells[island, 0]).astype(np.int64)
    volume = float(sizes.prod(axis=1).sum()) * nav.voxel_size**3
    if outside is None:
        path = yield from _way_to_border(nav, here, stay.cells[0])
        if path is None:
            reason = "closed: no way leads from inside to the domain's border"
            return Leak(False, reason, _no_way(reason), room_volume=volume)
    else:
        path = yield from find_path_steps(nav, here, outside)
        if not path.found:
            reason = path.reason
            if "island" in reason:
                reason = "closed: no way leads from inside to the point outside"
            reason = reason.replace("the goal", "the point outside")
            return Leak(False, reason, path, room_volume=volume)
    portal, width = yield from narrowest(nav, path.points, path.cells)
    return Leak(True, "", path, portal, width, volume)


def _no_way(reason: str) -> Path:
    return Path(False, reason, np.empty((0, 3)))


def _way_to_border(nav: NavVolume, inside: Floats, first: int) -> Steps[Path | None]:
    """The shortest path from a point in the cell `first` to the border of the domain; None when none leads there."""
    graph = cell_graph(nav)
    x, y, z = ((inside - nav.origin) / nav.voxel_size).tolist()
    start = closest(graph.box(first), (x, y, z))
    shape = tuple(map(float, nav.shape))
    exits: list[tuple[float, Point]] = []
    nearest = inf
    for count, reached in enumerate(spread(graph, start, first)):
        if count % _CELLS_PER_REPORT == 0:
            yield min(count / len(graph), 1.0), SEARCHING
        if reached.travelled > nearest * _FARTHER:
            break
        for side in _border_sides(graph.box(reached.cell), shape):
            place = closest(side, reached.entry)
            far = reached.travelled + distance(place, reached.entry)
            nearest = min(nearest, far)
            exits.append((far, place))
    exits = sorted(leaving for leaving in set(exits) if leaving[0] <= nearest * _FARTHER)[:_MOST_EXITS]
    if not exits:
        return None
    goals = nav.origin + np.array([place for _far, place in exits]) * nav.voxel_size
    paths = yield from find_paths_steps(nav, inside, goals)
    squared = []
    for path, (_far, place) in zip(paths, exits, strict=True):
        squared.append((yield from _squarely(nav, graph, start, path, place)))
    return min(squared, key=lambda path: path.length)


def _border_sides(box: Box, shape: tuple[float, ...]) -> Iterator[Rect]:
    """The sides of a cell that lie in the border of the domain."""
    for axis in range(3):
        for end, border in ((axis, 0.0), (axis + 3, shape[axis])):
            if box[end] == border:
                side = list(box)
                side[axis] = side[axis + 3] = border
                x0, y0, z0, x1, y1, z1 = side
                yield x0, y0, z0, x1, y1, z1


def _squarely(nav: NavVolume, graph: CellGraph, start: Point, path: Path, place: Point) -> Steps[Path]:
    """A path to a place on the border, with its end moved along the border of its last cell to where it is shortest."""
    best = path
    for side in _border_sides(graph.box(path.cells[-1]), tuple(map(float, nav.shape))):
        if not holds(side, place):
            continue
        axis = next(axis for axis in range(3) if side[axis] == side[axis + 3])
        beyond = [(low + high) / 2 for low, high in zip(side[:3], side[3:], strict=True)]
        beyond[axis] += (1.0 if side[axis] > 0.0 else -1.0) * _FAR * float(nav.shape.max())
        x, y, z = beyond
        points, _places = yield from shortest_steps(start, (x, y, z), [*graph.portals(path.cells), side])
        # Before the far goal comes a bend on the side, or one from which the way leads squarely through it.
        goal = nav.origin + np.array(closest(side, points[-2])) * nav.voxel_size
        moved = yield from find_path_steps(nav, path.points[0], goal)
        if moved.found and moved.length < best.length:
            best = moved
    return best
