# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that knows bytes: the .volant file and voxel maps."""

from .atomic import check_target, read_bytes, shown_name, write_bytes
from .detour import dumps_detour, save_detour
from .gltf import dumps_glb, save_glb
from .metadata import bake_metadata
from .names import file_names, is_voxel_map
from .volant_file import FileInfo, dumps, dumps_steps, file_info, load, loads, save
from .voxel_map import dumps_voxels, load_voxels, loads_voxels, save_voxels, voxel_faces, voxels_outside

__all__ = [
    "FileInfo",
    "bake_metadata",
    "check_target",
    "dumps",
    "dumps_detour",
    "dumps_glb",
    "dumps_steps",
    "dumps_voxels",
    "file_info",
    "file_names",
    "is_voxel_map",
    "load",
    "load_voxels",
    "loads",
    "loads_voxels",
    "read_bytes",
    "save",
    "save_detour",
    "save_glb",
    "save_voxels",
    "shown_name",
    "voxel_faces",
    "voxels_outside",
    "write_bytes",
]
