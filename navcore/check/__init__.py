# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The independent verifier: what a bake promises, checked from the scene alone.

It shares no code with the bake, and on purpose no method either, so that a mistake there shows up here.
"""

from .verify import check

__all__ = ["check"]
