# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Polygons cut by planes, and how far what is left is from points in plan; many at once."""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Float64s


def clipped(polygons: Float64s, planes: Float64s) -> tuple[Float64s, Bools]:
    """What polygons have on the positive sides of all their planes.

    Parameters
    ----------
    polygons : (k, n, 3) float64, convex; corners may repeat.
    planes : (k, h, 4) float64, of each polygon: x, y, z and a constant, 0 or more on the side that is kept.

    Returns
    -------
    polygons : (k, n + h, 3) float64; the last corner repeats to fill up.
    there : (k,) bool, whether anything is left; corners of what is not mean nothing.
    """
    there = np.ones(len(polygons), bool)
    for number in range(planes.shape[1]):
        plane = planes[:, number]
        value = np.einsum("knc,kc->kn", polygons, plane[:, :3]) + plane[:, 3:]
        polygons, left = _cut(polygons, value)
        there &= left
    return polygons, there


def _cut(polygons: Float64s, value: Float64s) -> tuple[Float64s, Bools]:
    """The part of each polygon where a linear value, (k, n), is 0 or more."""
    count, corners = value.shape
    made = np.zeros((count, corners + 1, 3))
    filled = np.zeros(count, np.int64)

    def put(rows: Bools, points: Float64s) -> None:
        which = np.flatnonzero(rows & (filled <= corners))
        made[which, filled[which]] = points[which]
        filled[which] += 1

    for corner in range(corners):
        here, there = value[:, corner], value[:, (corner + 1) % corners]
        start, end = polygons[:, corner], polygons[:, (corner + 1) % corners]
        put(here >= 0, start)
        crosses = (here >= 0) != (there >= 0)
        share = np.where(crosses, here, 0.0) / np.where(crosses, here - there, 1.0)
        put(crosses, start + (end - start) * share[:, None])
    last = np.maximum(filled - 1, 0)
    place = np.minimum(np.arange(corners + 1), last[:, None])
    return made[np.arange(count)[:, None], place], filled > 0


def nearest_in_plan(points: Float64s, polygons: Float64s) -> tuple[Float64s, Float64s]:
    """Where polygons are nearest to points as seen from above, and how far that is.

    Parameters
    ----------
    points : (k, 2) float64; `polygons` : (k, n, 3) float64, convex; corners may repeat.

    Returns
    -------
    place : (k, 3) float64, of the polygon; of several over each other any. The point itself where the polygon is there.
    distance : (k,) float64.
    """
    best = np.full(len(points), np.inf)
    place = np.zeros((len(points), 3))
    turns = np.zeros((2, len(points)), bool)
    for corner in range(polygons.shape[1]):
        start, end = polygons[:, corner - 1], polygons[:, corner]
        step, to = (end - start)[:, :2], points - start[:, :2]
        square = (step**2).sum(axis=1)
        share = np.clip((to * step).sum(axis=1) / np.where(square > 0, square, 1.0), 0.0, 1.0)
        at = start + (end - start) * share[:, None]
        distance = ((at[:, :2] - points) ** 2).sum(axis=1)
        nearer = distance < best
        best[nearer], place[nearer] = distance[nearer], at[nearer]
        across = step[:, 0] * to[:, 1] - step[:, 1] * to[:, 0]
        turns[0] |= across > 0
        turns[1] |= across < 0
    # Upright polygons have both turns nowhere else than on their line, where they are at distance 0 anyway.
    wide = np.ptp(polygons[:, :, 0], axis=1) + np.ptp(polygons[:, :, 1], axis=1) > 0
    inside = wide & (turns[0] != turns[1])
    best[inside] = 0.0
    place[inside, :2] = points[inside]
    return place, np.sqrt(best)
