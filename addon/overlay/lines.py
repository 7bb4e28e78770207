# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells as line segments: plain arrays, no gpu."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Ends of a box's 12 edges; corner i is at its low or high x, y, z by bits 0, 1, 2.
_EDGES = [(a, a | 1 << axis) for axis in range(3) for a in range(8) if not a & 1 << axis]


def box_edges(boxes: NDArray[np.float64]) -> NDArray[np.float32]:
    """Ends of the 12 edges of each box: (n, 2, 3) world corners to (24 n, 3) float32."""
    corners = np.array([[(corner >> axis) & 1 for axis in range(3)] for edge in _EDGES for corner in edge])
    ends = np.take_along_axis(boxes, np.broadcast_to(corners, (len(boxes), 24, 3)), axis=1)
    return ends.reshape(-1, 3).astype(np.float32)
