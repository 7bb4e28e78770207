# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bring a .volant file or a voxel map into the scene as a volume."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import bpy
from bpy_extras.io_utils import ImportHelper

from ... import navcore
from ...navcore.fileformat import is_voxel_map
from ..objects import importing
from ..objects.empties import select_only
from ..scene import units
from ..session import handlers
from ..wording import counted_parts, readable
from .preconditions import needs_object_mode

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class VOLANT_OT_import_file(bpy.types.Operator, ImportHelper):
    """Bring a baked volume (.volant) or a voxel map (.3dmap) into the scene as a volume"""

    bl_idname = "volant.import_file"
    bl_label = "Import Volant"
    bl_options = {"UNDO"}

    filename_ext = ".volant"
    filepath: bpy.props.StringProperty(
        name="File", description="The file to read", subtype="FILE_PATH", options={"SKIP_SAVE"}
    )
    filter_glob: bpy.props.StringProperty(default="*.volant;*.3dmap", options={"HIDDEN"})

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_object_mode(cls, context)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[OperatorReturnItems]:
        # A file that was dropped is known already.
        return self.execute(context) if self.filepath else super().invoke(context, event)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        source = Path(self.filepath)
        try:
            held = _read(source)
            packed = navcore.dumps(held)
            volume = importing.add_baked(context, str(held.metadata.get("name") or source.stem), held, packed)
        except navcore.NavError as error:
            self.report({"ERROR"}, readable(str(error)))
            return {"CANCELLED"}
        except MemoryError:
            self.report({"ERROR"}, readable(f"{source.name} needs more memory than is free; nothing was changed"))
            return {"CANCELLED"}
        select_only(context, volume)
        context.view_layer.update()
        handlers.refresh_now(context)
        done = f"{volume.name}: {counted_parts(held)}"
        doubt = units.unit_doubt(context.scene, held.metadata)
        self.report({"WARNING" if doubt else "INFO"}, f"{done}. {doubt}" if doubt else done)
        return {"FINISHED"}


def _read(source: Path) -> navcore.Navigation:
    if is_voxel_map(source):
        return navcore.Navigation(navcore.bake_voxels(*navcore.load_voxels(source)))
    return navcore.Navigation.of(navcore.load(source))


class VOLANT_FH_files(bpy.types.FileHandler):
    """Files that can be dropped on a viewport."""

    bl_idname = "VOLANT_FH_files"
    bl_label = "Volant Navigation"
    bl_import_operator = "volant.import_file"
    bl_export_operator = "volant.export_file"
    bl_file_extensions = ".volant;.3dmap"

    @classmethod
    def poll_drop(cls, context: bpy.types.Context) -> bool:
        return context.area is not None and context.area.type == "VIEW_3D"
