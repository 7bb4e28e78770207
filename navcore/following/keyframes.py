# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The few moments of a flight that tell all of it: at its bends, and where it begins or ends to stand."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Int64s
from ..errors import NavError
from ..given import array, number, points_array, shown


def keyframes(times: ArrayLike, points: ArrayLike, tolerance: float) -> Int64s:
    """Which moments of a flight to keep so that straight, even motion between them is the same flight.

    A follower flies straight and evenly between two bends. So what is kept is no matter of taste, and there is no need
    for a key in every frame.

    Parameters
    ----------
    times : (n,) float, never falling; as of all steps of a follower, one after the other.
    points : (n, 3) float, where it was at these times.
    tolerance : how far along each axis the motion may be off at any time; over 0, and far below a voxel, so that it
        stays where it was flown.

    Returns
    -------
    (k,) int64, rising, places in `times`; the first and the last are among them.
    """
    plain = number(tolerance)
    if plain is None or plain <= 0.0:
        raise NavError(f"the tolerance of keyframes must be a length over 0, not {shown(tolerance)}")
    places = points_array("points", points, NavError)
    moments = array("times", times, NavError)
    if moments.shape != (len(places),) or moments.dtype.kind not in "iuf" or not np.isfinite(moments).all():
        raise NavError(f"times must be a finite number for each of {len(places)} points, not {shown(times)}")
    if (moments[1:] < moments[:-1]).any():
        raise NavError("times must never fall; give the steps of a flight in their order")
    return np.array(_kept(moments.tolist(), places.tolist(), plain), np.int64)


def _kept(times: list[float], points: list[list[float]], tolerance: float) -> list[int]:
    """From the last that is kept, each moment allows some speeds along each axis. The first that none of these leads to
    has the one before it kept."""
    kept = [0] if times else []
    low, high = [-inf] * 3, [inf] * 3
    for now in range(1, len(times)):
        if not _is_led_to(times, points, kept[-1], now, low, high):
            kept.append(now - 1)
            low, high = [-inf] * 3, [inf] * 3
        seconds = times[now] - times[kept[-1]]
        for axis in (0, 1, 2):
            run = points[now][axis] - points[kept[-1]][axis]
            if seconds > 0.0:
                low[axis] = max(low[axis], (run - tolerance) / seconds)
                high[axis] = min(high[axis], (run + tolerance) / seconds)
            elif abs(run) > tolerance:
                low[axis] = inf
    return kept if len(times) < 2 else [*kept, len(times) - 1]


def _is_led_to(
    times: list[float], points: list[list[float]], begin: int, now: int, low: list[float], high: list[float]
) -> bool:
    """Whether the speeds from one moment to another are within limits along all axes."""
    seconds = times[now] - times[begin]
    if seconds <= 0.0:
        return low[0] < inf and low[1] < inf and low[2] < inf
    return all(low[axis] <= (points[now][axis] - points[begin][axis]) / seconds <= high[axis] for axis in (0, 1, 2))
