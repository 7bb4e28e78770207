# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Triangles in, convex cells out: one module a stage, each with one public function."""

from .memory import Expected, check_limit, expect
from .pipeline import bake, bake_voxels, erode
from .sample import Sample, sample_triangles

__all__ = ["Expected", "Sample", "bake", "bake_voxels", "check_limit", "erode", "expect", "sample_triangles"]
