# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Triangles in, convex cells out: one module a stage, each with one public function."""

from .clearance import with_clearance, with_clearance_steps
from .estimate import estimate_bake
from .pipeline import bake, bake_steps, bake_voxels, erode, erode_steps

__all__ = [
    "bake",
    "bake_steps",
    "bake_voxels",
    "erode",
    "erode_steps",
    "estimate_bake",
    "with_clearance",
    "with_clearance_steps",
]
