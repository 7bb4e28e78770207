# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that knows bytes: the .volant file."""

from .volant_file import dumps, load, loads, save

__all__ = ["dumps", "load", "loads", "save"]
