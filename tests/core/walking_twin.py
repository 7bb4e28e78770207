# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shortest paths over a surface by brute force: all corners that see each other, in whole numbers.

A line is seen along where a chain of polygons leads from its beginning to its end, each through an edge that the line
touches into the next. Corners at which polygons meet that are not linked around it are several.
"""

from __future__ import annotations

import heapq
import itertools
import math
from fractions import Fraction

from hand_made_surfaces import edges_of, turn

from volant.navcore.surface import NavSurface

#: Parts of 1/64 voxel that ends of paths are told in.
PARTS = 1 << 10


class VisibilityGraph:
    def __init__(self, surface: NavSurface) -> None:
        starts, corners = surface.polygon_starts.tolist(), surface.polygon_vertices.tolist()
        behind = surface.neighbours.tolist()
        self.at = [(x * PARTS, y * PARTS) for x, y, _z in surface.corners.tolist()]
        self.rings = [corners[begin:end] for begin, end in itertools.pairwise(starts)]
        self.links = [
            [(edge, other) for edge, other in zip(edges_of(ring), behind[begin:], strict=False) if other >= 0]
            for ring, begin in zip(self.rings, starts, strict=False)
        ]
        self.nodes = [fan for corner in range(len(self.at)) for fan in self._fans(corner)]
        self.seen = {
            one: [
                other
                for other in range(len(self.nodes))
                if other != one and self._sees(self.nodes[one], self.nodes[other])
            ]
            for one in range(len(self.nodes))
        }

    def _fans(self, corner: int):
        """(place, polygons) for each set of polygons around a corner that are linked there."""
        left = [polygon for polygon, ring in enumerate(self.rings) if corner in ring]
        while left:
            fan, waiting = set(), [left[0]]
            while waiting:
                polygon = waiting.pop()
                if polygon not in fan:
                    fan.add(polygon)
                    waiting += [other for edge, other in self.links[polygon] if corner in edge]
            left = [polygon for polygon in left if polygon not in fan]
            yield self.at[corner], fan

    def _sees(self, one, other) -> bool:
        """Whether a line leads from polygon to polygon, never back."""
        (a, first), (b, last) = one, other
        # How much of the line each polygon needs to be reached.
        reached, waiting = dict.fromkeys(first, Fraction(0)), list(first)
        while waiting:
            polygon = waiting.pop()
            if polygon in last:
                return True
            for (c, d), behind in self.links[polygon]:
                shares = touch(a, b, self.at[c], self.at[d])
                if shares and shares[1] >= reached[polygon]:
                    share = max(shares[0], reached[polygon])
                    if share < reached.get(behind, 2):
                        reached[behind] = share
                        waiting.append(behind)
        return False

    def end(self, x: float, y: float, polygon: int):
        """A place that a path may begin or end at."""
        place = round(x * PARTS), round(y * PARTS)
        assert place == (x * PARTS, y * PARTS), "not a whole number of parts"
        corners = [corner for corner in self.rings[polygon] if self.at[corner] == place]
        if corners:
            return next(node for node in self._fans(corners[0]) if polygon in node[1])
        ring = [(self.at[a], self.at[b]) for a, b in edges_of(self.rings[polygon])]
        assert all(turn(a, b, place) >= 0 for a, b in ring), "not in its polygon"
        others = [
            other for (a, b), other in self.links[polygon] if touch(place, place, self.at[a], self.at[b])
        ]  # fmt: skip
        return place, {polygon, *others}

    def distance(self, start, goal) -> float:
        if self._sees(start, goal):
            return math.dist(start[0], goal[0]) / PARTS
        far = {}
        last = {number for number, node in enumerate(self.nodes) if self._sees(goal, node)}
        opened = [
            (math.dist(start[0], node[0]), number) for number, node in enumerate(self.nodes) if self._sees(start, node)
        ]
        heapq.heapify(opened)
        best = math.inf
        while opened:
            so_far, number = heapq.heappop(opened)
            if number in far:
                continue
            far[number] = so_far
            if number in last:
                best = min(best, so_far + math.dist(self.nodes[number][0], goal[0]))
            for other in self.seen[number]:
                heapq.heappush(opened, (so_far + math.dist(self.nodes[number][0], self.nodes[other][0]), other))
        return best / PARTS


def touch(a, b, c, d) -> tuple[Fraction, Fraction] | None:
    """The first and the last share of a segment, from a to b, that touches another one; None if they do not touch."""
    one, other = turn(a, b, c), turn(a, b, d)
    if one == other == 0:
        along = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
        if not along:
            ahead = [(p[0] - a[0]) * (q[0] - a[0]) + (p[1] - a[1]) * (q[1] - a[1]) for p, q in ((c, d),)]
            is_on = turn(c, d, a) == 0 and ahead[0] <= 0
            return (Fraction(0), Fraction(1)) if is_on else None
        shares = sorted(Fraction((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]), along) for p in (c, d))
        low, high = max(shares[0], Fraction(0)), min(shares[1], Fraction(1))
        return (low, high) if low <= high else None
    third, fourth = turn(c, d, a), turn(c, d, b)
    if min(one, other) <= 0 <= max(one, other) and min(third, fourth) <= 0 <= max(third, fourth):
        share = Fraction(third, third - fourth)
        return share, share
    return None
