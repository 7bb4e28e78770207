# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a body that moves upright has anything in its way."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s
from .plan_grid import PlanGrid

#: Nearer than the radius by less than this share of it is not nearer: coordinates are rounded.
_SLACK = 1e-6


class Sweeps(NamedTuple):
    """Upright bodies, each moved along a line in plan: all within a radius of it, from one height to another.

    begins, ends : (k, 2) float64, world, in plan. low, high : (k,) float64.
    """

    begins: Float64s
    ends: Float64s
    low: Float64s
    high: Float64s


def are_free(sweeps: Sweeps, radius: float, scene: PlanGrid) -> Bools:
    """Whether no triangle of a scene reaches into each of some sweeps: (k,) bool."""
    lowest, highest = np.minimum(sweeps.begins, sweeps.ends) - radius, np.maximum(sweeps.begins, sweeps.ends) + radius
    sweep, triangle = scene.near(np.column_stack((lowest, sweeps.low)), np.column_stack((highest, sweeps.high)))
    low, high = sweeps.low[sweep], sweeps.high[sweep]
    near = _distances(scene.triangles[triangle], low, high, sweeps.begins[sweep], sweeps.ends[sweep])
    free = np.ones(len(sweeps.low), np.bool_)
    free[sweep[near < radius * (1.0 - _SLACK)]] = False
    return free & (sweeps.low < sweeps.high)


def _distances(triangles: Float64s, low: Float64s, high: Float64s, begins: Float64s, ends: Float64s) -> Float64s:
    """How near in plan the parts of triangles between two heights come to lines, (k,) of each; inf without such a part.

    A part is a convex polygon. Its outline is made of parts of the triangle's sides, and of where it meets the heights.
    """
    nearest = np.full(len(triangles), np.inf)
    for one, other in ((0, 1), (1, 2), (2, 0)):
        _take(nearest, *_between(triangles[:, one], triangles[:, other], low, high), begins, ends)
    for level in (low, high):
        _take(nearest, *_at_level(triangles, level), begins, ends)
    # Over the middle of a part that is wider than the radius, no outline is near.
    a, b, c = (triangles[:, corner] for corner in range(3))
    across = np.stack([_turns(q, r, begins) for q, r in ((b, c), (c, a), (a, b))], axis=1)
    total = across.sum(axis=1)
    inside = ((across > 0.0).all(axis=1) | (across < 0.0).all(axis=1)) & (total != 0.0)
    height = (across * triangles[:, :, 2]).sum(axis=1) / np.where(inside, total, 1.0)
    nearest[inside & (height > low) & (height < high)] = 0.0
    return nearest


def _take(nearest: Float64s, one: Float64s, other: Float64s, there: Bools, begins: Float64s, ends: Float64s) -> None:
    """Note the distances of lines in plan from lines that are there, if they are less."""
    distances = _line_distances(one, other, begins, ends)
    np.minimum(nearest, np.where(there, distances, np.inf), out=nearest)


def _between(one: Float64s, other: Float64s, low: Float64s, high: Float64s) -> tuple[Float64s, Float64s, Bools]:
    """The parts of lines, (k, 3) ends, between two heights, (k,), in plan; and whether there is one."""
    rise = other[:, 2] - one[:, 2]
    steep = np.where(rise == 0.0, 1.0, rise)
    shares = np.sort(np.stack(((low - one[:, 2]) / steep, (high - one[:, 2]) / steep)), axis=0)
    level = (one[:, 2] > low) & (one[:, 2] < high)
    first = np.where(rise == 0.0, 0.0, np.clip(shares[0], 0.0, 1.0))
    last = np.where(rise == 0.0, 1.0, np.clip(shares[1], 0.0, 1.0))
    along = other[:, :2] - one[:, :2]
    there = np.where(rise == 0.0, level, (shares[0] < 1.0) & (shares[1] > 0.0))
    return one[:, :2] + first[:, None] * along, one[:, :2] + last[:, None] * along, there


def _at_level(triangles: Float64s, level: Float64s) -> tuple[Float64s, Float64s, Bools]:
    """Where triangles, (k, 3, 3), meet heights, (k,), in plan; and whether they do."""
    order = np.argsort(triangles[:, :, 2], axis=1, kind="stable")
    lowest, middle, highest = (triangles[np.arange(len(order)), order[:, rank]] for rank in range(3))
    there = (lowest[:, 2] < level) & (highest[:, 2] > level)
    upper = middle[:, 2] < level
    begin, end = np.where(upper[:, None], middle, lowest), np.where(upper[:, None], highest, middle)
    return _crossing(lowest, highest, level), _crossing(begin, end, level), there


def _crossing(one: Float64s, other: Float64s, level: Float64s) -> Float64s:
    """Where lines, (k, 3) ends, are at heights, (k,), in plan."""
    rise = other[:, 2] - one[:, 2]
    share = np.clip((level - one[:, 2]) / np.where(rise == 0.0, 1.0, rise), 0.0, 1.0)
    crossing: Float64s = one[:, :2] + share[:, None] * (other[:, :2] - one[:, :2])
    return crossing


def _turns(one: Float64s, other: Float64s, at: Float64s) -> Float64s:
    """Twice the areas of triangles in plan, (k,)."""
    along, away = (other - one)[:, :2], at - one[:, :2]
    turns: Float64s = along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]
    return turns


def _line_distances(a: Float64s, b: Float64s, c: Float64s, d: Float64s) -> Float64s:
    """Distances between the lines a b and c d, (k, 2) each."""
    ends = [_point_distances(*each) for each in ((a, c, d), (b, c, d), (c, a, b), (d, a, b))]
    cross = (_turns(a, b, c) * _turns(a, b, d) < 0.0) & (_turns(c, d, a) * _turns(c, d, b) < 0.0)
    distances: Float64s = np.where(cross, 0.0, np.minimum.reduce(ends))
    return distances


def _point_distances(at: Float64s, one: Float64s, other: Float64s) -> Float64s:
    """Distances of points from lines, (k, 2) each."""
    along, away = other - one, at - one
    square = (along * along).sum(axis=1)
    share = np.clip((away * along).sum(axis=1) / np.where(square > 0.0, square, 1.0), 0.0, 1.0)
    apart = away - share[:, None] * along
    distances: Float64s = np.sqrt((apart * apart).sum(axis=1))
    return distances
