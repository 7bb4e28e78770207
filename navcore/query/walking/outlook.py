# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which bends can follow which, looked up once for all paths over a surface."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple, TypeAlias

from ...progress import Steps
from ..route import SEARCHING
from .lookout import Cone, bends_on, look_around, look_on, look_through
from .mesh import Bend, FloorMesh
from .place import Place

#: A bend that can follow, which way it lies, and how far, 1/64 voxel.
Ahead: TypeAlias = tuple[Bend, float, float, float]


class Chain(NamedTuple):
    """Bends that follow a bend, each the only one that can.

    along_x, along_y : to the first of them. between : those of which one alone follows, or none, in order.
    end : the bend then, of which several follow; -1 where it ends. came_x, came_y : the way that it comes there.
    length : to the end, 1/64 voxel.
    """

    along_x: float
    along_y: float
    between: tuple[Bend, ...]
    end: Bend
    came_x: float
    came_y: float
    length: float


#: A step looks through so many cones: a few milliseconds.
_CONES_PER_STEP = 1 << 11
#: A chain ends after so many bends, so that it is made in a step.
_LONGEST_CHAIN = 64
#: Of how many bends ahead is kept what they are; then it begins anew. Some hundred megabytes.
_MOST_KEPT = 1 << 20


class Outlook:
    """The bends that a shortest path can reach straight from each bend, worked out when first asked for.

    What is ahead of a bend does not depend on where a path comes from, as long as it comes so that it may bend there.
    On a level of 60,000 triangles that is four bends on average, found in some hundredths of a millisecond; and after
    most of them only one can follow.
    """

    def __init__(self, mesh: FloorMesh) -> None:
        self.mesh = mesh
        #: What is ahead of each bend that was asked for, and the chains that begin there.
        self.known: dict[Bend, list[Ahead]] = {}
        self.known_chains: dict[Bend, list[Chain]] = {}
        self._kept = 0

    def ahead(self, bend: Bend) -> Steps[list[Ahead]]:
        """The bends ahead of a bend."""
        known = self.known.get(bend)
        if known is None:
            bends: dict[Bend, None] = {}
            cones = look_on(self.mesh, bend, bends)
            x, y = self.mesh.node_x[bend >> 1], self.mesh.node_y[bend >> 1]
            known = yield from self._seen(x, y, cones, bends, None)
            if self._kept > _MOST_KEPT:
                self.known.clear()
                self.known_chains.clear()
                self._kept = 0
            self.known[bend] = known
            self._kept += len(known) + 1
        return known

    def chains(self, bend: Bend) -> Steps[list[Chain]]:
        """The chains ahead of a bend."""
        known = self.known_chains.get(bend)
        if known is None:
            known = []
            for first in (yield from self.ahead(bend)):
                known.append((yield from self._chain(bend, first)))
            self.known_chains[bend] = known
        return known

    def _chain(self, begin: Bend, first: Ahead) -> Steps[Chain]:
        """The chain that goes on from a bend to one ahead."""
        bend, came_x, came_y, length = first
        between: list[Bend] = []
        while len(between) < _LONGEST_CHAIN:
            ahead = yield from self.ahead(bend)
            following = [each for each in ahead if bends_on(bend, came_x * each[2] - came_y * each[1])]
            if len(following) > 1:
                break
            between.append(bend)
            # Whoever goes around something comes by again.
            if not following or following[0][0] == begin or following[0][0] in between:
                bend = -1
                break
            bend, came_x, came_y, further = following[0]
            length += further
        return Chain(first[1], first[2], tuple(between), bend, came_x, came_y, length)

    def ahead_of_start(self, start: Place, blocks: bytearray) -> Steps[list[Ahead]]:
        """The first bends of paths from a place that pass only through some blocks, for which there is a 1."""
        bends: dict[Bend, None] = {}
        cones = look_around(self.mesh, start, bends)
        return (yield from self._seen(start.x, start.y, cones, bends, blocks))

    def _seen(
        self, x: float, y: float, cones: list[Cone], bends: dict[Bend, None], blocks: bytearray | None
    ) -> Steps[list[Ahead]]:
        mesh = self.mesh
        block = mesh.block
        looked = 0
        while cones:
            cone = cones.pop()
            if blocks is None or blocks[block[cone[0]]]:
                cones += look_through(mesh, x, y, cone, bends)
                looked += 1
                if not looked % _CONES_PER_STEP:
                    yield 0.0, SEARCHING
        found = []
        for bend in bends:
            u, v = mesh.node_x[bend >> 1] - x, mesh.node_y[bend >> 1] - y
            found.append((bend, u, v, sqrt(u * u + v * v)))
        return found
