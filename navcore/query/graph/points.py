# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Graphs whose nodes are points: the middles of portals [Massonnat 2023], or the corners of cells [Hung & He 2016].

A node belongs to the cells that hold its point and are linked to each other there. Where cells meet at a point
without being linked around it, as across an edge that blocked space leaves alone, there are several nodes at one
point, and no path slips from one to the other. Edges are straight and lie in one cell, so nothing blocks them.

Which nodes of a cell are joined is a rule that keeps edges proportional to nodes, since a large cell has hundreds:

- Up to `FEW` nodes in a cell are all joined to one another.
- A cell with n > `FEW` nodes is cut into blocks: its box into equal parts along x, y and z, one more along the axis
  where parts are longest, until there are at least √n of them. Each block that has nodes gets a *relay*, a node at its
  centre, joined to the block's nodes and to the cell's other relays. Up to `FEW` nodes in a block are joined to one
  another, too. These are (FEW / 2 + 3) n edges at most, where joining all would make n² / 2.

A start or a goal is *injected*: a node that the graph does not keep, joined to all nodes of its cells, relays
included, and to another injected one if they have a cell in common.

Like the cells, nodes are prepared where a search comes by and are kept. Threads may share them.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from ...geometry.primitives import Box, Point, point_in_plane
from .cells import CellGraph, Link

#: As many nodes are joined to one another without further ado.
FEW = 32


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """A point, in voxels, and in rising order the cells that hold it and are linked to each other there.

    Two nodes are equal only if they are the same one.
    """

    point: Point
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Block:
    """Nodes of a cell that lie together, and the relay that joins them to the rest of it, if there is more."""

    members: list[Node]
    relay: Node | None


@dataclass(frozen=True, slots=True)
class _Room:
    """The nodes of a cell: in blocks, and the block of each, relays included."""

    blocks: list[_Block]
    home: dict[Node, _Block]


class PointGraph(ABC):
    """A graph of points over the cells of a volume; what its points are, subclasses say."""

    def __init__(self, cells: CellGraph) -> None:
        self.cells = cells
        self._rooms: dict[int, _Room] = {}
        self._neighbours: dict[Node, list[Node]] = {}

    def nodes(self, cell: int) -> list[Node]:
        """All nodes that lie in a cell, its border included; relays are last."""
        return list(self._room(cell).home)

    def neighbours(self, node: Node) -> list[Node]:
        """The nodes that share an edge with one of the graph; an edge is as long as its ends are apart."""
        others = self._neighbours.get(node)
        if others is None:
            joined = dict.fromkeys(other for cell in node.cells for other in self._joined(node, self._room(cell)))
            others = self._neighbours[node] = list(joined)
        return others

    def keeps(self, node: Node) -> bool:
        """Whether a node is one of the graph, not an injected one."""
        return node in self._room(node.cells[0]).home

    def injected(self, point: Point, cell: int) -> Node:
        """A node for a point of a query, in voxels, in a cell."""
        return Node(point, tuple(sorted(self.cells.cells_at(point, cell))))

    @abstractmethod
    def _points(self, cell: int) -> list[Node]:
        """The nodes of a cell that are not relays, in an order that depends on nothing but the volume."""

    def _room(self, cell: int) -> _Room:
        room = self._rooms.get(cell)
        # Of two threads that make the same room, one must win: relays are told apart by being the same.
        return room or self._rooms.setdefault(cell, _furnished(cell, self.cells.box(cell), self._points(cell)))

    @staticmethod
    def _joined(node: Node, room: _Room) -> Iterator[Node]:
        """The other nodes of a cell that share an edge with one of them."""
        block = room.home[node]
        if node is block.relay or len(block.members) <= FEW:
            yield from (member for member in block.members if member is not node)
        if node is block.relay:
            yield from (other.relay for other in room.blocks if other.relay is not None and other is not block)
        elif block.relay is not None:
            yield block.relay


def _furnished(cell: int, box: Box, nodes: list[Node]) -> _Room:
    """A cell's nodes in blocks."""
    if len(nodes) <= FEW:
        block = _Block(nodes, None)
        return _Room([block], dict.fromkeys(nodes, block))
    size = [box[axis + 3] - box[axis] for axis in range(3)]
    parts = [1, 1, 1]
    while prod(parts) ** 2 < len(nodes):
        longest = max(range(3), key=lambda axis: size[axis] / parts[axis])
        parts[longest] += 1
    groups: dict[Point, list[Node]] = {}
    for node in nodes:
        groups.setdefault(_block_centre(node.point, box, parts), []).append(node)
    blocks = [_Block(group, Node(centre, (cell,))) for centre, group in groups.items()]
    home = {node: block for block in blocks for node in block.members}
    home.update((block.relay, block) for block in blocks if block.relay is not None)
    return _Room(blocks, home)


def _block_centre(point: Point, box: Box, parts: list[int]) -> Point:
    """The centre of that block of a box, cut into parts along x, y and z, which holds a point."""
    centre = []
    for here, low, high, count in zip(point, box[:3], box[3:], parts, strict=True):
        part = (high - low) / count
        centre.append(low + (min(int((here - low) / part), count - 1) + 0.5) * part)
    return centre[0], centre[1], centre[2]


class PortalGraph(PointGraph):
    """Nodes are the middles of portals [Massonnat 2023]."""

    def __init__(self, cells: CellGraph) -> None:
        super().__init__(cells)
        self._middles: dict[tuple[int, int], Node] = {}

    def _points(self, cell: int) -> list[Node]:
        return [self._middle(cell, link) for link in self.cells.links(cell)]

    def _middle(self, cell: int, link: Link) -> Node:
        pair = (min(cell, link[0]), max(cell, link[0]))
        node = self._middles.get(pair)
        if node is None:
            _other, axis, plane, low_u, high_u, low_v, high_v = link
            middle = point_in_plane(axis, plane, (low_u + high_u) / 2, (low_v + high_v) / 2)
            node = self._middles.setdefault(pair, Node(middle, pair))
        return node


class CornerGraph(PointGraph):
    """Nodes are the corners of cells: in a cell, its own and all others on its border [Hung & He 2016]."""

    def __init__(self, cells: CellGraph) -> None:
        super().__init__(cells)
        self._corners: dict[tuple[Point, int], Node] = {}

    def _points(self, cell: int) -> list[Node]:
        x0, y0, z0, x1, y1, z1 = self.cells.box(cell)
        points: set[Point] = set(itertools.product((x0, x1), (y0, y1), (z0, z1)))
        for link in self.cells.links(cell):
            points.update(self._beyond_face(cell, link))
            points.update(self._beyond_edges(cell, link))
        return [self._corner(point, cell) for point in sorted(points)]

    def _corner(self, point: Point, cell: int) -> Node:
        """The node at a point for a cell that holds it."""
        node = self._corners.get((point, cell))
        if node is None:
            members = tuple(sorted(self.cells.cells_at(point, cell)))
            # Threads may come from different cells; the lowest decides whose node it will be.
            node = self._corners.setdefault((point, members[0]), Node(point, members))
            for member in members[1:]:
                self._corners[point, member] = node
        return node

    def _beyond_face(self, cell: int, link: Link) -> Iterator[Point]:
        """The corners of a linked cell that lie on a cell's border."""
        box, other = self.cells.box(cell), self.cells.box(link[0])
        for x, y, z in itertools.product(*((other[axis], other[axis + 3]) for axis in range(3))):
            if box[0] <= x <= box[3] and box[1] <= y <= box[4] and box[2] <= z <= box[5]:
                yield x, y, z

    def _beyond_edges(self, cell: int, link: Link) -> Iterator[Point]:
        """The corners on a cell's edges of those cells that a linked one leads to around the edge.

        Of four quarters around an edge two are linked to the cell's own, and this finds what is in the fourth alone.
        One step is enough: what takes two from the linked cell has a corner only where the first has one, too.
        """
        box, other = self.cells.box(cell), self.cells.box(link[0])
        axis = link[1]
        for across in ((axis + 1) % 3, (axis + 2) % 3):
            along = 3 - axis - across
            for side in (0, 3):
                edge = box[across + side]
                if edge == other[across + side]:
                    thirds = self._along_edge(link, 2 * across + side // 3, along)
                elif other[across] < edge < other[across + 3]:
                    # The linked cell reaches around the edge itself; others may follow where it ends.
                    ends = (end for end in (other[along], other[along + 3]) if box[along] < end < box[along + 3])
                    places = [_placed(axis, link[2], across, edge, end) for end in ends]
                    thirds = [third for place in places for third in self.cells.neighbours_at(place, link[0])]
                else:
                    continue
                for third in thirds:
                    yield from self._corners_on_edge(third, cell, link, across, edge)

    def _corners_on_edge(self, third: int, cell: int, link: Link, across: int, edge: float) -> Iterator[Point]:
        """The corners of a third cell on an edge of a cell, as far as a linked one touches that."""
        box, other, corners = self.cells.box(cell), self.cells.box(link[0]), self.cells.box(third)
        axis, plane = link[1], link[2]
        along = 3 - axis - across
        if plane in (corners[axis], corners[axis + 3]) and edge in (corners[across], corners[across + 3]):
            for end in (corners[along], corners[along + 3]):
                if max(box[along], other[along]) <= end <= min(box[along + 3], other[along + 3]):
                    yield _placed(axis, plane, across, edge, end)

    def _along_edge(self, link: Link, side: int, along: int) -> list[int]:
        """The cells beyond a side of a linked cell, near where that side meets the link; `along` is their edge's axis.

        A side may have hundreds of links, so only what is near the edge is looked at.
        """
        other, axis, plane = self.cells.box(link[0]), link[1], link[2]
        face = self.cells.faces(link[0])[side]
        low, high = (link[3], link[4]) if (axis + 1) % 3 == along else (link[5], link[6])
        # Half a voxel inside, so that tiles are met on the right side of their borders.
        inside = plane + (0.5 if other[axis] == plane else -0.5)
        first = (side // 2 + 1) % 3 == axis
        low, high = low + 0.5, high - 0.5
        ends = ((inside, low), (inside, high)) if first else ((low, inside), (high, inside))
        return [beyond[0] for beyond in face.near_line(*ends)]


def _placed(one: int, on_one: float, two: int, on_two: float, on_last: float) -> Point:
    """A point by its coordinates on two axes and on the third."""
    point = [on_last, on_last, on_last]
    point[one], point[two] = on_one, on_two
    return point[0], point[1], point[2]
