# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which floor a point means: floors are triangles, seen from above."""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Float64s


def nearest_in_plan(triangles: Float64s, point: Float64s) -> tuple[Float64s, Float64s]:
    """Where on triangles is nearest to a point as seen from above.

    Parameters
    ----------
    triangles : (t, 3, 3) float64, counter-clockwise seen from above; flat lines, too.
    point : (3,) float64; or (t, 3), one for each triangle.

    Returns
    -------
    distances : (t,) float64, in plan.
    places : (t, 3) float64, on the triangles.
    """
    inside = np.ones(len(triangles), bool)
    distances, places = np.full(len(triangles), np.inf), np.zeros((len(triangles), 3))
    for side in range(3):
        a, b = triangles[:, side], triangles[:, (side + 1) % 3]
        x, y = point[..., 0] - a[:, 0], point[..., 1] - a[:, 1]
        u, w = b[:, 0] - a[:, 0], b[:, 1] - a[:, 1]
        inside &= u * y - w * x > 0.0
        square = u * u + w * w
        share = np.clip((u * x + w * y) / np.where(square > 0.0, square, 1.0), 0.0, 1.0)
        x, y = x - share * u, y - share * w
        distance = np.sqrt(x * x + y * y)
        nearer = distance < distances
        distances[nearer] = distance[nearer]
        places[nearer] = (a + share[:, None] * (b - a))[nearer]
    a = triangles[inside, 0]
    (ux, uy, uz), (vx, vy, vz) = (triangles[inside, corner].T - a.T for corner in (1, 2))
    plan = np.broadcast_to(point[..., :2], (len(triangles), 2))[inside]
    x, y = (plan - a[:, :2]).T
    rise = ((x * vy - y * vx) * uz + (ux * y - uy * x) * vz) / (ux * vy - uy * vx)
    distances[inside] = 0.0
    places[inside] = np.column_stack((plan, a[:, 2] + rise))
    return distances, places


def meant_floor(heights: Float64s, height: float, slack: float, reach: float, among: Bools) -> int:
    """Which floor something at a height means: the nearest below, however far, or else the nearest above.

    Parameters
    ----------
    heights : (t,) float64, of floors at its place in plan.
    slack : floors up to so much higher count as below.
    reach : how much higher than it a floor above may be.
    among : (t,) bool, the floors in question.

    Returns
    -------
    The first of equally near ones; -1 where there is none.
    """
    below = np.flatnonzero(among & (heights <= height + slack))
    if len(below):
        return int(below[heights[below].argmax()])
    above = np.flatnonzero(among & (heights <= height + reach))
    return int(above[heights[above].argmin()]) if len(above) else -1
