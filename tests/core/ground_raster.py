# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A slow, obvious twin of bakes of floors: points on a fine grid, where one can stand on each, and how far that is from
wherever one cannot go on. Shares no code with navcore."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_HAIR = 1e-6
_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))


@dataclass(frozen=True)
class Body:
    radius: float
    height: float
    step: float
    slope: float


class Raster:
    """Floors of a scene by the points of a grid.

    places : (n, 3) float64, where one can stand. clearances : (n,) float64, how far one may go from there, straight on
    in every direction; what is farther than `most` is `most`. Both are exact to about a cell.
    """

    def __init__(self, vertices: Floats, triangles: Ints, body: Body, cell: float, most: float) -> None:
        self.cell, self._body, self._corners = cell, body, np.asarray(vertices, float)[triangles]
        # On no line that anybody draws.
        self._low = self._corners.min(axis=(0, 1))[:2] - 2.37 * cell
        self._shape = np.ceil((self._corners.max(axis=(0, 1))[:2] - self._low) / cell).astype(int) + 3
        side = self._corners[:, 1:] - self._corners[:, :1]
        normal = np.cross(side[:, 0], side[:, 1])
        self._upright = np.abs(normal[:, 2]) < 1e-9
        self._is_floor = np.abs(normal[:, 2]) >= (np.cos(np.radians(body.slope)) - _HAIR) * np.linalg.norm(
            normal, axis=1
        )
        column, height, room = self._standing()
        self._column, self._height = column, height
        x, y = np.divmod(column, self._shape[1])
        self.places = np.column_stack((self._low + cell * np.stack((x, y), axis=1), height))
        self._links = [self._linked(number, room) for number in range(4)]
        self.clearances = self._clear(most)

    def area(self, clearance: float) -> float:
        """Of places that one may go so far from."""
        return float((self.clearances >= clearance).sum() * self.cell**2)

    def _standing(self) -> tuple[Ints, Floats, Floats]:
        """Columns, heights and what is above, of all floors, by column and height."""
        columns, heights, floors = [], [], []
        for corners, upright, is_floor in zip(self._corners, self._upright, self._is_floor, strict=True):
            if upright:
                continue
            first = np.maximum(np.floor((corners[:, :2].min(axis=0) - self._low) / self.cell).astype(int), 0)
            last = np.ceil((corners[:, :2].max(axis=0) - self._low) / self.cell).astype(int)
            x, y = (
                axis.ravel()
                for axis in np.meshgrid(*(np.arange(a, b + 1) for a, b in zip(first, last, strict=True)), indexing="ij")
            )
            at = self._low + self.cell * np.stack((x, y), axis=1)
            shares = np.linalg.solve(np.vstack((corners[:, :2].T, np.ones(3))), np.vstack((at.T, np.ones(len(at)))))
            inside = (shares >= -_HAIR).all(axis=0)
            columns.append((x * self._shape[1] + y)[inside])
            heights.append(corners[:, 2] @ shares[:, inside])
            floors.append(np.full(inside.sum(), is_floor))
        column, height, floor = (np.concatenate(part) for part in (columns, heights, floors))
        order = np.lexsort((height, column))
        column, height, floor = column[order], height[order], floor[order]
        stands, room = floor.copy(), np.full(len(column), np.inf)
        for ahead in range(1, int(np.bincount(column).max())):
            same = column[ahead:] == column[:-ahead]
            above = np.where(same, height[ahead:] - height[:-ahead], np.inf)
            in_way = (above < self._body.height - _HAIR) & (
                above > np.where(floor[ahead:], -1.0, self._body.step + _HAIR)
            )
            # Of two floors at one height the upper one in the order stands.
            stands[:-ahead] &= ~in_way
            over = same & (above >= self._body.height - _HAIR)
            room[:-ahead] = np.minimum(room[:-ahead], np.where(over, height[ahead:], np.inf))
        return column[stands], height[stands], room[stands]

    def _linked(self, side: int, room: Floats) -> Ints:
        """The place that each one leads to on a side, -1 where one cannot go on."""
        dx, dy = _SIDES[side]
        beside = self._column + dx * self._shape[1] + dy
        first = np.searchsorted(self._column, beside)
        found = np.full(len(self._column), -1)
        allowed = self._body.step + self.cell * np.tan(np.radians(self._body.slope)) + _HAIR
        for nth in range(int(np.bincount(self._column).max())):
            other = np.minimum(first + nth, len(self._column) - 1)
            near = (self._column[other] == beside) & (np.abs(self._height[other] - self._height) <= allowed)
            common = np.minimum(room[other], room) - np.maximum(self._height[other], self._height)
            near &= common >= self._body.height - 2 * self.cell
            found[near] = other[near]
        for place, low, high in self._crossings(side):
            for floor in (self._height[place], np.where(found[place] >= 0, self._height[found[place]], np.inf)):
                hit = (high > floor + self._body.step + _HAIR) & (low < floor + self._body.height - _HAIR)
                found[place[hit]] = -1
        return found

    def _crossings(self, side: int) -> Iterator[tuple[Ints, Floats, Floats]]:
        """Places whose way to a side crosses an upright triangle, and from where to where it is upright there."""
        along = side % 2
        for corners in self._corners[self._upright]:
            plan = (corners[:, :2] - self._low) / self.cell
            across = plan[:, 1 - along]
            lines = np.arange(np.ceil(across.min()), np.floor(across.max()) + 1)
            if np.ptp(across) < 1e-12 or not len(lines):
                continue
            cuts = []
            for corner in range(3):
                a, b = corner, (corner + 1) % 3
                if across[a] != across[b]:
                    share = (lines - across[a]) / (across[b] - across[a])
                    point = plan[a, along] + share * (plan[b, along] - plan[a, along])
                    level = corners[a, 2] + share * (corners[b, 2] - corners[a, 2])
                    cuts.append(np.where((share >= 0) & (share <= 1), np.stack((point, level)), np.nan))
            cut = np.stack(cuts)
            at, low, high = np.nanmean(cut[:, 0], axis=0), np.nanmin(cut[:, 1], axis=0), np.nanmax(cut[:, 1], axis=0)
            begin = np.floor(at) if _SIDES[side][along] > 0 else np.ceil(at)
            column = begin * self._shape[1] + lines if along == 0 else lines * self._shape[1] + begin
            first, last = (np.searchsorted(self._column, column, side=way) for way in ("left", "right"))
            for nth in range(int((last - first).max(initial=0))):
                there = first + nth < last
                yield (first + nth)[there], low[there], high[there]

    def _clear(self, most: float) -> Floats:
        """How far places are from ends of ways, along the floor."""
        clear = np.full(len(self._column), most)
        reach = int(np.ceil(most / self.cell)) + 1
        for number, (dx, dy) in enumerate(_SIDES):
            ends = np.flatnonzero(self._links[number] < 0)
            rows = {(0, 0): ends}
            for x in range(reach + 1):
                for y in range(reach + 1):
                    for ix, iy in {(x, y), (-x, y), (x, -y), (-x, -y)}:
                        if (ix, iy) != (0, 0):
                            rows[ix, iy] = self._stepped(rows, ix, iy)
                        distance = self.cell * np.hypot(ix - dx / 2, iy - dy / 2)
                        there = rows[ix, iy][rows[ix, iy] >= 0]
                        clear[there] = np.minimum(clear[there], distance)
        return clear

    def _stepped(self, rows: dict[tuple[int, int], Ints], x: int, y: int) -> Ints:
        """Where one comes to by one step more, along x or along y."""
        found = np.full(len(rows[0, 0]), -1)
        for axis, value in ((0, x), (1, y)):
            if value:
                before = rows[x - np.sign(x), y] if axis == 0 else rows[x, y - np.sign(y)]
                side = axis if value > 0 else axis + 2
                step = np.where(before >= 0, self._links[side][before], -1)
                found = np.where(found >= 0, found, step)
        return found
