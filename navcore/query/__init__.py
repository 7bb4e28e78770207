# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions asked of baked cells; nothing here changes them.

`navigator` : answers questions, and owns the graphs that they share. `shorthands` : the same questions as functions.
`ends` : points in free space. `question` : one start, one goal after the other. `assembly` : from a route to a `path`.
`graph/` : what is searched. `search/` : how. `refine/` : makes routes shorter. `analysis/` : leaks and several routes.
"""

from .analysis.leak import Leak
from .navigator import Navigator
from .path import Path
from .shorthands import (
    find_leak,
    find_leak_steps,
    find_path,
    find_path_steps,
    find_paths,
    find_paths_steps,
    k_routes,
    k_routes_steps,
    with_landmarks,
)
from .status import PathStatus

__all__ = [
    "Leak",
    "Navigator",
    "Path",
    "PathStatus",
    "find_leak",
    "find_leak_steps",
    "find_path",
    "find_path_steps",
    "find_paths",
    "find_paths_steps",
    "k_routes",
    "k_routes_steps",
    "with_landmarks",
]
