# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers as a person would say them."""


def counted(number: int, thing: str) -> str:
    """A count with its noun: 1 cell, 9,623 cells."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
