# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finding links: where an agent drops, jumps, takes off and lands."""

from .finding import find_links, find_links_steps

__all__ = ["find_links", "find_links_steps"]
