# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that knows bytes: the .volant file and voxel maps."""

from .volant_file import dumps, load, loads, save
from .voxel_map import dumps_voxels, load_voxels, loads_voxels, save_voxels

__all__ = ["dumps", "dumps_voxels", "load", "load_voxels", "loads", "loads_voxels", "save", "save_voxels"]
