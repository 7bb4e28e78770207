# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions asked of baked cells; nothing here changes them."""

from .analysis.leak import Leak, find_leak, find_leak_steps
from .analysis.routes import k_routes, k_routes_steps
from .navigator import find_path, find_path_steps, find_paths, find_paths_steps
from .search.portal_landmarks import with_landmarks

__all__ = [
    "Leak",
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
