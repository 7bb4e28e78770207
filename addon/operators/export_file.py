# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write bakes to .volant files."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import bpy
from bpy_extras.io_utils import ExportHelper

from ... import navcore
from .. import volumes
from ..engines import engine_metadata
from ..properties import ENGINES
from ..requirements import needs_bake
from ..wording import counted, size

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


def _write(volume: bpy.types.Object, target: str, engine: str) -> int:
    """Write a volume's bake, and give the size of the file in bytes."""
    nav = volumes.stored_bake(volume)
    assert nav is not None, "only baked volumes are written"
    navcore.save(replace(nav, metadata={**nav.metadata, **engine_metadata(engine)}), target)
    volume.volant.volume.exported_to = target
    return os.path.getsize(target)


class VOLANT_OT_export_file(bpy.types.Operator, ExportHelper):
    """Write the active volume's bake to a file that engines can load"""

    bl_idname = "volant.export_file"
    bl_label = "Export Volant"

    filename_ext = ".volant"
    filter_glob: bpy.props.StringProperty(default="*.volant", options={"HIDDEN"})
    engine: bpy.props.EnumProperty(
        name="Engine",
        description="What the file tells its reader about axes; its positions stay as they are in Blender",
        items=ENGINES,
        default="NONE",
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_bake(cls, context)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[OperatorReturnItems]:
        volume = context.scene.volant.active_volume
        if not self.filepath:
            # Where it went last time, or beside the .blend under the volume's name.
            last = volume.volant.volume.exported_to
            folder = Path(bpy.data.filepath).parent if bpy.data.filepath else Path.home()
            self.filepath = last or str(folder / f"{bpy.path.clean_name(volume.name)}.volant")
        return super().invoke(context, event)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        try:
            written = _write(context.scene.volant.active_volume, self.filepath, self.engine)
        except navcore.NavError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        self.report({"INFO"}, f"{Path(self.filepath).name}: {size(written)}")
        return {"FINISHED"}


class VOLANT_OT_export_all(bpy.types.Operator):
    """Write every baked volume of the scene to a folder, each to a file of its own name"""

    bl_idname = "volant.export_all"
    bl_label = "Export All Volumes"

    directory: bpy.props.StringProperty(
        name="Folder", description="Where the files are written", subtype="DIR_PATH", options={"SKIP_SAVE"}
    )
    engine: bpy.props.EnumProperty(
        name="Engine",
        description="What the files tell their reader about axes; their positions stay as they are in Blender",
        items=ENGINES,
        default="NONE",
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if not any(volume.volant.volume.bake for volume in volumes.scene_volumes(context.scene)):
            cls.poll_message_set("Bake a volume first")
            return False
        return True

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[OperatorReturnItems]:
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        if not self.directory:
            self.report({"ERROR"}, "Choose a folder to write the files to")
            return {"CANCELLED"}
        written: set[str] = set()
        total = 0
        for volume in volumes.scene_volumes(context.scene):
            if not volume.volant.volume.bake:
                continue
            name = _unused(bpy.path.clean_name(volume.name), written)
            try:
                total += _write(volume, os.path.join(self.directory, f"{name}.volant"), self.engine)
            except navcore.NavError as error:
                kept = f" ({counted(len(written), 'file')} written before)" if written else ""
                self.report({"ERROR"}, f"{volume.name}: {error}{kept}")
                return {"CANCELLED"}
            written.add(name.lower())
        self.report({"INFO"}, f"{counted(len(written), 'file')} written, {size(total)}")
        return {"FINISHED"}


def _unused(name: str, used: set[str]) -> str:
    """A file name that no other volume has, on disks that do not tell case apart, too."""
    number, candidate = 1, name
    while candidate.lower() in used:
        number += 1
        candidate = f"{name}_{number}"
    return candidate
