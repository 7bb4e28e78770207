# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions asked of baked cells; nothing here changes them."""

from .find_path import find_path, find_paths

__all__ = ["find_path", "find_paths"]
