# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links as arcs, with a head where they lead one way only: plain arrays, no bpy and no gpu."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ... import navcore

#: Pieces of an arc, and how high it rises, as a share of its length in plan.
_PIECES, _RISE = 16, 0.25
#: The length of a head and how far it spreads, as shares of a link's length.
_HEAD, _SPREAD = 0.12, 0.05


def arcs(links: navcore.Links, origin: NDArray[np.float64]) -> NDArray[np.float32]:
    """Ends of pieces of arcs, (2 k, 3) float32, from an origin, (3,)."""
    if not len(links):
        return np.empty((0, 3), np.float32)
    starts, ends = links.starts - origin, links.ends - origin
    share = np.linspace(0.0, 1.0, _PIECES + 1)[:, None]
    points = starts[:, None] * (1.0 - share) + ends[:, None] * share
    runs = np.linalg.norm((ends - starts)[:, :2], axis=1)
    points[:, :, 2] += (4.0 * _RISE * share * (1.0 - share) * runs).T
    pieces = np.stack((points[:, :-1], points[:, 1:]), axis=2).reshape(-1, 3)
    return np.concatenate((pieces, _heads(points[~links.both_ways]))).astype(np.float32)


def _heads(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Two lines each at the ends of arcs, (n, pieces + 1, 3), back along them and to either side: (4 n, 3)."""
    tips = points[:, -1]
    lengths = np.linalg.norm(tips - points[:, 0], axis=1, keepdims=True)
    back = points[:, -2] - tips
    back /= np.maximum(np.linalg.norm(back, axis=1, keepdims=True), 1e-12)
    side = np.stack((-back[:, 1], back[:, 0], np.zeros(len(back))), axis=1)
    # Straight down there is no side in plan.
    flat = np.linalg.norm(side, axis=1) < 1e-6
    side[flat] = (1.0, 0.0, 0.0)
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    ends = [tips + lengths * (_HEAD * back + sign * _SPREAD * side) for sign in (-1.0, 1.0)]
    return np.stack((tips, ends[0], tips, ends[1]), axis=1).reshape(-1, 3)
