# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From triangles to the surface that an agent can walk on."""

from .estimate import estimate_ground
from .pipeline import bake_ground, bake_ground_steps

__all__ = ["bake_ground", "bake_ground_steps", "estimate_ground"]
