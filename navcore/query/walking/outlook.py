# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which bends can follow which, looked up once for all paths over a surface."""

from __future__ import annotations

from math import sqrt
from typing import TypeAlias

from ...progress import Steps
from ..route import SEARCHING
from .lookout import Cone, look_around, look_on, look_through
from .mesh import Bend, FloorMesh
from .place import Place

#: A bend that can follow, which way it lies, and how far, 1/64 voxel.
Ahead: TypeAlias = tuple[Bend, float, float, float]

#: A step looks through so many cones: a few milliseconds.
_CONES_PER_STEP = 1 << 11
#: Of how many bends ahead is kept what they are; then it begins anew. Some hundred megabytes.
_MOST_KEPT = 1 << 20


class Outlook:
    """The bends that a shortest path can reach straight from each bend, worked out when first asked for.

    What is ahead of a bend does not depend on where a path comes from, as long as it comes so that it may bend there.
    On a level of 60,000 triangles that is four bends on average, found in some hundredths of a millisecond.
    """

    def __init__(self, mesh: FloorMesh) -> None:
        self.mesh = mesh
        #: What is ahead of each bend that was asked for.
        self.known: dict[Bend, list[Ahead]] = {}
        self._kept = 0

    def ahead(self, bend: Bend) -> Steps[list[Ahead]]:
        """The bends ahead of a bend."""
        bends: dict[Bend, None] = {}
        cones = look_on(self.mesh, bend, bends)
        x, y = self.mesh.node_x[bend >> 1], self.mesh.node_y[bend >> 1]
        ahead = yield from self._seen(x, y, cones, bends, None)
        if self._kept > _MOST_KEPT:
            self.known.clear()
            self._kept = 0
        self.known[bend] = ahead
        self._kept += len(ahead)
        return ahead

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
