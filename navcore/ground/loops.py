# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed lines, told by what follows what."""

from __future__ import annotations

import numpy as np

from ..arrays import Int64s


def in_loops(following: Int64s) -> tuple[Int64s, Int64s]:
    """Members of closed lines, line by line, each from its lowest on: (n,) int64, and where lines begin, (k + 1,).

    following : (n,) int64, a permutation.
    """
    count = len(following)
    lowest, steps = _ranked(following)
    order = np.lexsort((steps, lowest))
    ordered = lowest[order]
    begins = np.ones(count, bool)
    begins[1:] = ordered[1:] != ordered[:-1]
    return order, np.append(np.flatnonzero(begins), count)


def _ranked(following: Int64s) -> tuple[Int64s, Int64s]:
    """For each member the lowest of its line, and how many steps lead from that one to it: (n,) int64 both."""
    count = len(following)
    everything = np.arange(count)
    lowest, jump = everything, following
    while True:
        # Twice as far each time; whoever saw nothing lower may do so yet, until the jumps have gone around.
        lower = np.minimum(lowest, lowest[jump])
        jump = jump[jump]
        if np.array_equal(lower, lowest) and np.array_equal(lower[following], lower):
            break
        lowest = lower
    before = np.empty(count, np.int64)
    before[following] = everything
    steps = (lowest != everything).astype(np.int64)
    back = np.where(steps > 0, before, everything)
    while True:
        more = steps[back]
        if not more.any():
            return lowest, steps
        steps, back = steps + more, back[back]
