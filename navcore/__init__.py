# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volumetric navigation without Blender: numpy and the standard library only.

>>> nav = navcore.bake(vertices, triangles, navcore.BakeConfig(voxel_size=0.25, agent_radius=0.4))
>>> path = navcore.find_path(nav, (0, 0, 1), (8, 3, 2))
>>> navcore.save(nav, "level.volant")
"""

from .bake import bake, bake_steps, bake_voxels, erode, erode_steps, expect
from .check import check
from .config import BakeConfig, PathConfig
from .errors import BakeError, Cancelled, FormatError, MarkerError, NavError, PathError
from .fileformat import bake_metadata, dumps, dumps_steps, load, load_voxels, loads, save, save_voxels
from .model import NavVolume, Path
from .progress import Progress, Steps, run
from .query import Leak, find_leak, find_path, find_paths, k_routes, with_landmarks

__all__ = [
    "BakeConfig",
    "BakeError",
    "Cancelled",
    "FormatError",
    "Leak",
    "MarkerError",
    "NavError",
    "NavVolume",
    "Path",
    "PathConfig",
    "PathError",
    "Progress",
    "Steps",
    "bake",
    "bake_metadata",
    "bake_steps",
    "bake_voxels",
    "check",
    "dumps",
    "dumps_steps",
    "erode",
    "erode_steps",
    "expect",
    "find_leak",
    "find_path",
    "find_paths",
    "k_routes",
    "load",
    "load_voxels",
    "loads",
    "run",
    "save",
    "save_voxels",
    "with_landmarks",
]
