# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Triangles in, convex cells out: one module a stage, each with one public function."""

from .memory import Expected, expect
from .pipeline import bake, bake_steps, bake_voxels, erode, erode_steps

__all__ = ["Expected", "bake", "bake_steps", "bake_voxels", "erode", "erode_steps", "expect"]
