# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which mesh files Blender reads and writes for Volant. Plain names, no bpy: the command line lists them without it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

#: Blender's operators by suffix; the first that a Blender has is taken. FBX is Blender's own since 4.5, an add-on's
#: before.
IMPORTERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **dict.fromkeys((".glb", ".gltf"), ("import_scene.gltf",)),
        ".obj": ("wm.obj_import",),
        ".ply": ("wm.ply_import",),
        ".stl": ("wm.stl_import",),
        ".fbx": ("wm.fbx_import", "import_scene.fbx"),
        **dict.fromkeys((".usd", ".usda", ".usdc", ".usdz"), ("wm.usd_import",)),
    }
)
#: What cells are written as.
EXPORTED = (".glb", ".obj")
