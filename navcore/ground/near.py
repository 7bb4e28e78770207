# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which features are near which floor cells: only where outlines run, all others are far from every outline."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s, Int64s
from ..geometry.ragged import chunks, stretches
from ..progress import Steps
from .features import Features
from .floors import Floors
from .scene import Scene

#: Pairs of a feature and a column at once.
_AT_ONCE = 1 << 16
#: From the middle of a column to its corner, and a little for rounding.
HALF_DIAGONAL = 0.5**0.5 + 1e-6
#: Floors bend by this, voxels, within a column.
_BEND = 0.5
STAGE = "Keeping away"


class Near(NamedTuple):
    """Features by the floor cells that outlines run through.

    cells : (k,) int64, ascending, the cells that an outline may run through.
    starts : (k + 1,) int64, where each one's features begin.
    features : (p,) int64, all that are nearer to any point of it than the agent's radius, corners' allowance included.
    is_dead : (n,) bool, the floor cells of which no point keeps the radius.
    """

    cells: Int64s
    starts: Int64s
    features: Int64s
    is_dead: Bools

    def of(self, places: Int64s) -> tuple[Int64s, Int64s]:
        """The features of cells, (m,) places among `cells`: (p,) which of these, (p,) features."""
        counts = self.starts[places + 1] - self.starts[places]
        return np.repeat(np.arange(len(places)), counts), self.features[stretches(self.starts[places], counts)]


def find_near(scene: Scene, floors: Floors, features: Features, allowed: float, margin: float) -> Steps[Near]:
    """The features near floor cells.

    allowed : share of the radius that is given away at corners. margin : how much farther than the radius, voxels, an
    outline keeps at least.
    """
    count = len(floors.z)
    nearest = np.full(count, np.inf)
    certain = scene.radius - HALF_DIAGONAL
    reach = scene.radius * (1.0 + allowed) + margin + HALF_DIAGONAL
    lines = _lines(floors, features, reach)
    found_cells, found_owners = [np.empty(0, np.int32)], [np.empty(0, np.int32)]
    ends = np.cumsum(lines.counts)
    for part in chunks(lines.counts, _AT_ONCE):
        yield float(ends[part.stop - 1]) / max(float(ends[-1]), 1.0), STAGE
        cell, owner, away = _meet(scene, floors, features, _Lines(*(line[part] for line in lines)), reach)
        np.minimum.at(nearest, cell, away)
        may = away >= certain
        found_cells.append(cell[may].astype(np.int32))
        found_owners.append(owner[may].astype(np.int32))
    is_dead = nearest < certain
    at_bounds = _meet_bounds(scene, floors, is_dead)
    runs = (nearest < scene.radius + margin + HALF_DIAGONAL) | at_bounds | _is_at_rim(floors)
    runs &= ~is_dead
    # Outlines pass through cells beside these, where one cell keeps away from what another has nothing to do with.
    around = _around(floors, np.flatnonzero(is_dead))
    runs[around[~is_dead[around]]] = True
    runs[_around(floors, np.flatnonzero(runs))] = True
    chosen = np.flatnonzero(runs)
    few = np.concatenate(found_cells)
    some = runs[few]
    cell, owner = few[some].astype(np.int64), np.concatenate(found_owners)[some].astype(np.int64)
    order = np.argsort(cell * len(features) + owner, kind="stable")
    cell, owner = cell[order], owner[order]
    starts = np.searchsorted(cell, np.append(chosen, count))
    return Near(chosen, starts, owner, is_dead)


def _meet_bounds(scene: Scene, floors: Floors, is_dead: Bools) -> Bools:
    """Which cells the bounds pass through, (n,) bool; those outside are entered as dead."""
    meet = np.zeros(len(is_dead), bool)
    if scene.inside is None:
        return meet
    for axis, place in enumerate(np.divmod(floors.column, floors.shape[1])):
        for bound, outward in ((scene.inside[0, axis], -1.0), (scene.inside[1, axis], 1.0)):
            beyond = (place + 0.5 - bound) * outward
            is_dead |= beyond >= 0.5
            meet |= np.abs(beyond) < 1.0
    return meet


def _is_at_rim(floors: Floors) -> Bools:
    """Which cells have no neighbor somewhere, diagonally too."""
    right, up, left, down = floors.links
    rim: Bools = (right < 0) | (up < 0) | (left < 0) | (down < 0)
    # A cell that only lacks one diagonally is beside one that lacks one straight ahead.
    ends = np.flatnonzero(rim)
    beside = floors.links[:, ends].ravel()
    beside = beside[beside >= 0]
    some = beside[~rim[beside]]
    for across in (0, 2):
        for along in (1, 3):
            corner = floors.links[along][floors.links[across][some]]
            rim[some[(corner < 0) | (corner != floors.links[across][floors.links[along][some]])]] = True
    return rim


def _around(floors: Floors, cells: Int64s) -> Int64s:
    """The neighbors of cells, diagonally too, each once: (k,) to (m,)."""
    is_around = np.zeros(len(floors.z) + 1, bool)
    for direction in range(4):
        beside = floors.links[direction][cells]
        is_around[beside] = True
        is_around[floors.beside(beside, (direction + 1) % 4)] = True
        is_around[floors.beside(beside, (direction + 3) % 4)] = True
    # What -1 stands for.
    around: Int64s = np.flatnonzero(is_around[:-1])
    return around


class _Lines(NamedTuple):
    """Columns along y that may be near a feature: all (k,) int64, columns first … first + counts - 1 of the line x."""

    feature: Int64s
    x: Int64s
    first: Int64s
    counts: Int64s


def _lines(floors: Floors, features: Features, reach: float) -> _Lines:
    """Which columns may be near features, line by line."""
    start, end = features.start, features.end
    swap = start[:, 0] > end[:, 0]
    x0, x1 = np.where(swap, end[:, 0], start[:, 0]), np.where(swap, start[:, 0], end[:, 0])
    y0, y1 = np.where(swap, end[:, 1], start[:, 1]), np.where(swap, start[:, 1], end[:, 1])
    low = np.clip(np.ceil(x0 - reach - 0.5).astype(np.int64), 0, floors.shape[0])
    high = np.clip(np.floor(x1 + reach - 0.5).astype(np.int64), -1, floors.shape[0] - 1)
    counts = np.maximum(high - low + 1, 0)
    x = stretches(low, counts)
    item = np.repeat(np.arange(len(start)), counts)
    run = x1 - x0
    rate = np.where(run > 0.0, (y1 - y0) / np.where(run > 0.0, run, 1.0), 0.0)
    upright = (run <= 0.0)[item]
    one, other = (
        y0[item] + rate[item] * (np.clip(x + 0.5 + beyond, x0[item], x1[item]) - x0[item]) for beyond in (-reach, reach)
    )
    other = np.where(upright, y1[item], other)
    first = np.clip(np.ceil(np.minimum(one, other) - reach - 0.5).astype(np.int64), 0, floors.shape[1])
    last = np.clip(np.floor(np.maximum(one, other) + reach - 0.5).astype(np.int64), -1, floors.shape[1] - 1)
    length = np.maximum(last - first + 1, 0)
    return _Lines(item, x, first, length)


def _meet(
    scene: Scene, floors: Floors, features: Features, lines: _Lines, reach: float
) -> tuple[Int64s, Int64s, Float64s]:
    """Floor cells, features and distances in plan from the middles of the ones to the others, below `reach`."""
    # What is the same all along a line is worked out once for it.
    start = features.start[lines.feature]
    run = features.end[lines.feature] - start
    squared = run[:, 0] * run[:, 0] + run[:, 1] * run[:, 1]
    scale = 1.0 / np.where(squared > 0.0, squared, 1.0)
    x = lines.x + 0.5 - start[:, 0]
    share_at, share_by = x * run[:, 0] * scale, run[:, 1] * scale
    line = np.repeat(np.arange(len(x)), lines.counts)
    line_y = stretches(lines.first, lines.counts)
    column = (lines.x * floors.shape[1])[line] + line_y
    some = np.flatnonzero(floors.starts[column + 1] > floors.starts[column])
    line, column = line[some], column[some]
    y = line_y[some] + 0.5 - start[:, 1][line]
    share = np.clip(share_at[line] + share_by[line] * y, 0.0, 1.0)
    off_x, off_y = x[line] - share * run[:, 0][line], y - share * run[:, 1][line]
    squared = off_x * off_x + off_y * off_y
    some = np.flatnonzero(squared < reach * reach)
    line, column, away, share = line[some], column[some], np.sqrt(squared[some]), share[some]
    level = start[:, 2][line] + share * run[:, 2][line]
    counts = floors.starts[column + 1] - floors.starts[column]
    cell = stretches(floors.starts[column], counts)
    place = np.repeat(np.arange(len(counts)), counts)
    line, away, level = line[place], away[place], level[place]
    # A floor rises no more than this on the way there.
    off = np.abs(floors.z[cell] - level)
    some = np.flatnonzero(off <= 2.0 * scene.step + scene.steepest * (away + 1.0))
    far = np.flatnonzero(off[some] > scene.step + _BEND)
    if len(far):
        pair = some[far]
        lost = ~_leads_to(
            scene, floors, cell[pair], _nearest(features, lines.feature[line[pair]], cell[pair], floors), level[pair]
        )
        some = np.delete(some, far[lost])
    return cell[some], lines.feature[line[some]], away[some]


def _nearest(features: Features, which: Int64s, cell: Int64s, floors: Floors) -> tuple[Int64s, Int64s]:
    """The columns, x and y, in which features, (k,), are nearest to the middles of cells, (k,)."""
    x, y = np.divmod(floors.column[cell], floors.shape[1])
    start = features.start[which, :2]
    run = features.end[which, :2] - start
    squared = run[:, 0] * run[:, 0] + run[:, 1] * run[:, 1]
    share = (x + 0.5 - start[:, 0]) * run[:, 0] + (y + 0.5 - start[:, 1]) * run[:, 1]
    share = np.clip(share / np.where(squared > 0.0, squared, 1.0), 0.0, 1.0)
    place = np.floor(start + run * share[:, None]).astype(np.int64)
    return place[:, 0], place[:, 1]


def _leads_to(scene: Scene, floors: Floors, cell: Int64s, column: tuple[Int64s, Int64s], level: Float64s) -> Bools:
    """Whether the floor that goes on from cells, (k,), may come to heights, (k,), in columns, x and y: (k,).

    One goes there as straight as links do, once along x first and once along y. Where they end, the floor may yet rise
    as much as the way that is left allows.
    """
    may = np.zeros(len(cell), bool)
    for axes in ((0, 1), (1, 0)):
        at = cell.copy()
        going = np.ones(len(cell), bool)
        for axis in axes:
            while True:
                left = column[axis] - np.divmod(floors.column[at], floors.shape[1])[axis]
                some = np.flatnonzero(going & (left != 0))
                if not len(some):
                    break
                onward = floors.links[np.where(left[some] > 0, axis, axis + 2), at[some]]
                going[some[onward < 0]] = False
                at[some[onward >= 0]] = onward[onward >= 0]
        x, y = np.divmod(floors.column[at], floors.shape[1])
        left = np.abs(column[0] - x) + np.abs(column[1] - y)
        rise = scene.step * np.where(left > 0, 2.0, 1.0) + scene.steepest * (left + 1.0) + _BEND
        may |= np.abs(floors.z[at] - level) <= rise
    return may
