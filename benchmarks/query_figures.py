# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a number of queries found and cost, in figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from .fresh_process import Counts

if TYPE_CHECKING:
    from volant.navcore import Path

#: Queries that take longer than this, in seconds, are not repeated for their time.
_LONG = 2.0


def query_figures(paths: Sequence[Path], seconds: Sequence[float] | None = None) -> Counts:
    """How many were found; means of what the search did and of the milliseconds, and two of their quantiles.

    Seconds are those that the paths tell, unless others are given.
    """
    milliseconds = [1e3 * taken for taken in seconds or [path.stats["seconds"] for path in paths]]
    return {
        "queries": len(paths),
        "found": sum(path.found for path in paths),
        "expanded": mean_of(paths, "expanded"),
        "sight_checks": mean_of(paths, "sight_checks"),
        "refine_sight_checks": mean_of(paths, "refine_sight_checks"),
        "milliseconds": float(np.mean(milliseconds)),
        "median_milliseconds": float(np.median(milliseconds)),
        "slow_milliseconds": float(np.quantile(milliseconds, 0.95)),
    }


def mean_of(paths: Sequence[Path], name: str) -> float:
    """The mean of one of the paths' stats."""
    return float(np.mean([path.stats[name] for path in paths]))


def warm_milliseconds(ask: Callable[[], Path], times: int = 3) -> tuple[Path, float]:
    """A query's path, and its median time once the volume holds what the query needs of it."""
    ask()
    path = ask()
    if path.stats["seconds"] > _LONG:
        return path, 1e3 * path.stats["seconds"]
    return path, 1e3 * median([path.stats["seconds"], *(ask().stats["seconds"] for _time in range(times - 1))])
