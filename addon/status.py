# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a volume's panel and box tell of its bake."""

from __future__ import annotations

from typing import Literal

import bpy

State = Literal["NEVER", "FRESH", "STALE"]


def state(volume: bpy.types.Object) -> State:
    """Whether a volume was never baked, is up to date, or out of date."""
    return "FRESH" if volume.volant.volume.bake else "NEVER"
