# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether distances from landmarks can be what they claim to be, as far as a look at each of them tells."""

from __future__ import annotations

import numpy as np

from ..arrays import Int32s, UInt32s
from ..config import MOST_LANDMARKS
from ..errors import FormatError
from ..model import LANDMARK_UNIT

#: Portals looked at together.
_AT_ONCE = 1 << 15
_AGAIN = "make the landmarks and export again"


def check_landmarks(landmarks: UInt32s, cells: Int32s, portals: Int32s) -> None:
    """Raise `FormatError` unless landmarks, (l, k) uint32, have a distance for each portal that may be true.

    Within a cell it cannot change by more than the longest way between two portals, which is over two relays.
    """
    if landmarks.shape[1:] != (len(portals),) or not 1 <= len(landmarks) <= MOST_LANDMARKS:
        raise FormatError(f"landmarks are {landmarks.shape}, not 1 to {MOST_LANDMARKS} by {len(portals)}; {_AGAIN}")
    if int(landmarks.max(initial=0)) >= 1 << 31:
        raise FormatError(f"some distances from landmarks are longer than any way; {_AGAIN}")
    for begin in range(0, len(portals) - 1, _AT_ONCE):
        part = slice(begin, begin + _AT_ONCE + 1)
        first = portals[part, 0]
        same = np.flatnonzero(first[1:] == first[:-1])
        boxes = cells[first[same]].astype(np.int64)
        # Three steps in one cell, of its diagonal each.
        most = 9 * LANDMARK_UNIT**2 * ((boxes[:, 1] - boxes[:, 0]) ** 2).sum(axis=1)
        for table in landmarks:
            away = table[part].astype(np.int64)
            apart = np.minimum(np.abs(away[1:] - away[:-1])[same], 1 << 30)
            if (apart * apart > most).any():
                raise FormatError(f"distances from landmarks leap within a cell; {_AGAIN}")
