# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cells of a volume as plain Python numbers, for loops that look at a few of them at a time.

A query touches a hundred cells of a hundred thousand, so nothing is prepared before it is asked for. What is
prepared is kept for the next query and never changes, so that threads may share it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from ...geometry.primitives import TOUCH, Box, Point, Rect, common_box
from ...geometry.sorting import stable_order
from ...model import NavVolume
from ...progress import PREPARING, MadeInSteps, Steps

#: From one cell to the next: that cell, and the portal to it as a `FlatRect`.
Link: TypeAlias = tuple[int, int, float, float, float, float, float]

#: Where a face has many links, they are found by square tiles of 2**_TILE_BITS voxels; by larger ones where links would
#: stand in more tiles than this altogether.
_TILE_BITS = 3
_MANY_LINKS = 8
_MOST_TILES = 1 << 14


class Face:
    """One side of a cell, as links to what lies beyond it."""

    __slots__ = ("_order", "_tile_bits", "_tiles", "few", "links")

    def __init__(self, links: list[Link]) -> None:
        self.links = links
        #: The same if there are few, so that nobody needs to ask which are near.
        self.few = links if len(links) <= _MANY_LINKS else []
        self._tiles: dict[tuple[int, int], list[Link]] = {}
        self._tile_bits = _TILE_BITS
        self._order: dict[Link, int] = {}

    def near(self, u: float, v: float) -> list[Link]:
        """All links that may hold a place of the face, given by the two axes that follow its own. In voxels."""
        if len(self.links) <= _MANY_LINKS:
            return self.links
        tiles = self._tiles or self._make_tiles()
        return tiles.get((int(u) >> self._tile_bits, int(v) >> self._tile_bits), [])

    def near_line(self, low: tuple[float, float], high: tuple[float, float]) -> list[Link]:
        """All links that may hold a place between two, given as for `near`; along one axis the two are the same."""
        if len(self.links) <= _MANY_LINKS:
            return self.links
        tiles, bits = self._tiles or self._make_tiles(), self._tile_bits
        along_u, along_v = (range(int(a) >> bits, (int(b) >> bits) + 1) for a, b in zip(low, high, strict=True))
        places = itertools.product(along_u, along_v)
        return list(dict.fromkeys(link for place in places for link in tiles.get(place, [])))

    def holding(self, u: float, v: float) -> list[Link]:
        """The links that hold a place of the face, their borders included."""
        links = self.links
        if len(links) > _MANY_LINKS:
            places = {(a, b): None for a in (u - TOUCH, u + TOUCH) for b in (v - TOUCH, v + TOUCH)}
            near = {link for place in places for link in self.near(*place)}
            # In the order of the face, so that no answer depends on how large tiles are.
            links = sorted(near, key=self._order.__getitem__)
        return [
            link
            for link in links
            if link[3] - TOUCH <= u <= link[4] + TOUCH and link[5] - TOUCH <= v <= link[6] + TOUCH
        ]

    def _make_tiles(self) -> dict[tuple[int, int], list[Link]]:
        bits = _TILE_BITS
        while sum(_tile_count(link, bits) for link in self.links) > max(_MOST_TILES, 4 * len(self.links)):
            bits += 1
        tiles: dict[tuple[int, int], list[Link]] = {}
        for link in self.links:
            low_u, high_u, low_v, high_v = (int(side) for side in link[3:])
            for tile_u in range(low_u >> bits, (high_u - 1 >> bits) + 1):
                for tile_v in range(low_v >> bits, (high_v - 1 >> bits) + 1):
                    tiles.setdefault((tile_u, tile_v), []).append(link)
        # The tiles last: whoever finds them finds the rest, too.
        self._tile_bits, self._order = bits, {link: place for place, link in enumerate(self.links)}
        self._tiles = tiles
        return tiles


def _tile_count(link: Link, bits: int) -> int:
    """In how many tiles of 2**bits voxels a link stands."""
    low_u, high_u, low_v, high_v = (int(side) for side in link[3:])
    return ((high_u - 1 >> bits) - (low_u >> bits) + 1) * ((high_v - 1 >> bits) - (low_v >> bits) + 1)


class CellGraph(MadeInSteps):
    """The boxes of a volume's cells, and what each is linked to."""

    def _make(self, nav: NavVolume) -> Steps[None]:
        count = len(nav.cells)
        source = np.concatenate((nav.portals[:, 0], nav.portals[:, 1]))
        target = np.concatenate((nav.portals[:, 1], nav.portals[:, 0]))
        yield 0.2, PREPARING
        order = stable_order(source, count)
        yield 0.6, PREPARING
        self._targets = target[order]
        self._starts = np.append(0, np.cumsum(np.bincount(source, minlength=count)))
        yield 0.8, PREPARING
        self._corners = nav.cells.reshape(count, 6).astype(np.float64)
        self._boxes: list[Box | None] = [None] * count
        self._links: list[list[Link] | None] = [None] * count
        self._faces: list[list[Face] | None] = [None] * count

    def __len__(self) -> int:
        return len(self._boxes)

    def box(self, cell: int) -> Box:
        """The corners of a cell, in voxels."""
        box = self._boxes[cell]
        if box is None:
            x0, y0, z0, x1, y1, z1 = self._corners_of(cell)
            box = self._boxes[cell] = (x0, y0, z0, x1, y1, z1)
        return box

    def _corners_of(self, cell: int) -> list[float]:
        """The corners of a cell, in voxels, low and high."""
        corners: list[float] = self._corners[cell].tolist()
        return corners

    def _others(self, cell: int) -> tuple[list[int], list[list[float]]]:
        """The cells that one is linked to, and their corners: first those after it, then those before it, each in
        rising order. Of ways that are equally long, searches find the same one wherever links are in that order."""
        others = self._targets[self._starts[cell] : self._starts[cell + 1]]
        return others.tolist(), self._corners[others].tolist()

    def links(self, cell: int) -> list[Link]:
        """The links out of a cell, one for each neighbour."""
        links = self._links[cell]
        if links is None:
            links = self._links[cell] = self._make_links(cell)
        return links

    def portals(self, cells: Sequence[int]) -> list[Rect]:
        """The rectangles between consecutive cells of a chain."""
        return [common_box(one, other) for one, other in itertools.pairwise(map(self.box, cells))]

    def faces(self, cell: int) -> list[Face]:
        """The sides of a cell: low and high x, low and high y, low and high z."""
        faces = self._faces[cell]
        if faces is None:
            sides: list[list[Link]] = [[] for _side in range(6)]
            box = self.box(cell)
            for link in self.links(cell):
                axis = link[1]
                sides[2 * axis + (link[2] == box[axis + 3])].append(link)
            faces = self._faces[cell] = [Face(links) for links in sides]
        return faces

    def _make_links(self, cell: int) -> list[Link]:
        # `as_flat(common_box(…))`, spelled out: two calls for each link would cost a query a thirtieth of its time.
        x0, y0, z0, x1, y1, z1 = self.box(cell)
        links: list[Link] = []
        for other, (low_x, low_y, low_z, high_x, high_y, high_z) in zip(*self._others(cell), strict=True):
            low_x, high_x = x0 if x0 > low_x else low_x, x1 if x1 < high_x else high_x
            low_y, high_y = y0 if y0 > low_y else low_y, y1 if y1 < high_y else high_y
            low_z, high_z = z0 if z0 > low_z else low_z, z1 if z1 < high_z else high_z
            if low_x == high_x:
                links.append((other, 0, low_x, low_y, high_y, low_z, high_z))
            elif low_y == high_y:
                links.append((other, 1, low_y, low_z, high_z, low_x, high_x))
            else:
                links.append((other, 2, low_z, low_x, high_x, low_y, high_y))
        return links

    def cells_at(self, point: Point, cell: int) -> dict[int, int]:
        """A cell that holds a point, its border included, and all that are linked to it at that point.

        Each with the cell it was reached from; the first with itself.
        """
        came_from = {cell: cell}
        reached = [cell]
        for member in reached:
            for other in self.neighbours_at(point, member):
                if other not in came_from:
                    came_from[other] = member
                    reached.append(other)
        return came_from

    def linked_at(self, point: Point, cell: int) -> dict[int, list[int]]:
        """The cells that `cells_at` finds, each with those it is linked to at that point."""
        linked: dict[int, list[int]] = {}
        waiting = [cell]
        for member in waiting:
            if member not in linked:
                linked[member] = self.neighbours_at(point, member)
                waiting += linked[member]
        return linked

    def neighbours_at(self, point: Point, cell: int) -> list[int]:
        """The cells linked to one at a point on its border."""
        box, faces = self.box(cell), self.faces(cell)
        found: list[Link] = []
        for axis in (0, 1, 2):
            here = point[axis]
            if here - box[axis] <= TOUCH:
                found += faces[2 * axis].holding(point[axis - 2], point[axis - 1])
            if box[axis + 3] - here <= TOUCH:
                found += faces[2 * axis + 1].holding(point[axis - 2], point[axis - 1])
        return [link[0] for link in found]


def chain_to(cell: int, came_from: dict[int, int]) -> list[int]:
    """The cells that lead to one, from the one that was reached from itself."""
    chain = [cell]
    while came_from[chain[-1]] != chain[-1]:
        chain.append(came_from[chain[-1]])
    return chain[::-1]
