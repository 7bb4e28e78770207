# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions asked of baked cells; nothing here changes them."""

from .find_path import find_path, find_paths
from .leak import Leak, find_leak
from .portal_landmarks import with_landmarks
from .routes import k_routes

__all__ = ["Leak", "find_leak", "find_path", "find_paths", "k_routes", "with_landmarks"]
