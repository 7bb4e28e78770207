# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finding the hole of a room that should be closed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import Float64s
from ...geometry.primitives import Box, Point, Rect, clamp_to_box, distance, flat_axis, holds
from ...progress import Steps
from ..ends import snap_limit
from ..path import Path
from ..refine.shortest import shortest_steps
from ..search.cells import CellSearch
from ..search.policy import THOROUGH_FLOOD
from ..status import PathStatus, too_far
from .narrowest import narrowest

if TYPE_CHECKING:
    from ..navigator import Navigator

#: The exits that are nearest by the search are compared by their taut paths: so many, and none that seems farther than
#: this times the nearest one.
_MOST_EXITS = 12
_FARTHER = 1.15
#: A goal this many times the domain's size beyond its border makes a path meet the border squarely.
_FAR = 1e3


@dataclass(frozen=True)
class Leak:
    """Whether a room is open, and where.

    Attributes
    ----------
    reason : why there is no path out, in words; empty when there is one.
    path : the shortest path out, taut; not found when the room is closed.
    portal : (2, 3) float64, world: the narrowest place of the path, a box flat along one axis; None when closed.
    width : how wide free space is there, in scene units; 0 when closed. Free is where the agent's centre may be, so
        what it slips through is wider by two of its radii.
    room_volume : of the free space that can be reached from inside, in cubic scene units; 0 when inside is not free.
    """

    reason: str
    path: Path
    portal: Float64s | None = None
    width: float = 0.0
    room_volume: float = 0.0

    @property
    def found(self) -> bool:
        """Whether the room is open."""
        return self.path.found


def leak_steps(navigator: Navigator, inside: ArrayLike, outside: ArrayLike | None) -> Steps[Leak]:
    """The path out of a room and its narrowest place, as `Navigator.find_leak` tells."""
    nav = navigator.nav
    # A path from a point to itself checks the point.
    stay = yield from navigator.find_path_steps(inside, inside)
    if not stay.found:
        return Leak(_explain(navigator, stay), stay)
    here = stay.points[0]
    island = nav.components == stay.islands[0]
    sizes = (nav.cells[island, 1] - nav.cells[island, 0]).astype(np.int64)
    volume = float(sizes.prod(axis=1).sum()) * nav.voxel_size**3
    if outside is None:
        path = yield from _path_to_border(navigator, here, stay.cells[0])
    else:
        path = yield from navigator.find_path_steps(here, outside)
    if not path.found:
        return Leak(_explain(navigator, path), path, room_volume=volume)
    portal, width = yield from narrowest(nav, navigator.cells(), path.points, path.cells)
    return Leak("", path, portal, width, volume)


def _explain(navigator: Navigator, path: Path) -> str:
    """Why there is no path out, in words."""
    limit = snap_limit(navigator.nav, None)
    match path.status:
        case PathStatus.NO_EXIT:
            return "closed: no way leads from inside to the domain's border"
        case PathStatus.DIFFERENT_ISLANDS:
            return "closed: no way leads from inside to the point outside"
        case PathStatus.START_OUTSIDE:
            return too_far("point inside", path.snap_distances[0], limit)
        case _:
            return too_far("point outside", path.snap_distances[1], limit)


def _path_to_border(navigator: Navigator, inside: Float64s, first: int) -> Steps[Path]:
    """The shortest path from a point in the cell `first` to the border of the domain."""
    nav, graph = navigator.nav, navigator.cells()
    x, y, z = ((inside - nav.origin) / nav.voxel_size).tolist()
    start = clamp_to_box((x, y, z), graph.box(first))
    shape = tuple(map(float, nav.shape))
    exits: list[tuple[float, Point]] = []
    nearest = inf

    def note_exits(cell: int, travelled: float, entry: Point) -> bool:
        nonlocal nearest
        if travelled > nearest * _FARTHER:
            return True
        for side in _border_sides(graph.box(cell), shape):
            place = clamp_to_box(entry, side)
            far = travelled + distance(place, entry)
            nearest = min(nearest, far)
            exits.append((far, place))
        return False

    yield from CellSearch(graph, start, first, THOROUGH_FLOOD).flood(note_exits)
    exits = sorted(leaving for leaving in set(exits) if leaving[0] <= nearest * _FARTHER)[:_MOST_EXITS]
    if not exits:
        return Path(PathStatus.NO_EXIT)
    goals = nav.origin + np.array([place for _far, place in exits]) * nav.voxel_size
    paths = yield from navigator.find_paths_steps(inside, goals)
    squared = []
    for path, (_far, place) in zip(paths, exits, strict=True):
        squared.append((yield from _with_end_moved(navigator, start, path, place)))
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


def _with_end_moved(navigator: Navigator, start: Point, path: Path, place: Point) -> Steps[Path]:
    """A path to a place on the border, with its end moved along the border of its last cell to where it is shortest."""
    nav, graph = navigator.nav, navigator.cells()
    best = path
    for side in _border_sides(graph.box(path.cells[-1]), tuple(map(float, nav.shape))):
        if not holds(side, place):
            continue
        axis = flat_axis(side)
        beyond = [(low + high) / 2 for low, high in zip(side[:3], side[3:], strict=True)]
        beyond[axis] += (1.0 if side[axis] > 0.0 else -1.0) * _FAR * float(nav.shape.max())
        x, y, z = beyond
        points, _places = yield from shortest_steps(start, (x, y, z), [*graph.portals(path.cells), side])
        # The path passes the side at its last bend, or straight behind that and square to the side.
        goal = nav.origin + np.array(clamp_to_box(points[-2], side)) * nav.voxel_size
        moved = yield from navigator.find_path_steps(path.points[0], goal)
        if moved.found and moved.length < best.length:
            best = moved
    return best
