# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write bakes to .volant files, after asking if they are out of date."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import bpy
from bpy_extras.io_utils import ExportHelper

from ... import navcore
from ...navcore.fileformat import file_names
from .. import wording
from ..scene import exporting
from .preconditions import needs_bake

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems

#: An engine's name in small letters is what files and the command line know it by.
_ENGINES = (
    ("NONE", "Any Engine", "The file as it is: right-handed, Z up, in the scene's units"),
    ("UNITY", "Unity", "Tell the reader how to turn positions for Unity: left-handed, Y up, meters"),
    ("UNREAL", "Unreal", "Tell the reader how to turn positions for Unreal: left-handed, Z up, centimeters"),
    ("GODOT", "Godot", "Tell the reader how to turn positions for Godot: right-handed, Y up, meters"),
)


class VOLANT_OT_export_anyway(bpy.types.Operator):
    """Write bakes that are out of date"""

    bl_idname = "volant.export_anyway"
    bl_label = "Export Anyway"
    bl_options = {"INTERNAL"}

    every: bpy.props.BoolProperty(
        name="All", description="Write the bakes of all volumes", options={"HIDDEN", "SKIP_SAVE"}
    )
    reason: bpy.props.StringProperty(
        name="Reason", description="Why they are out of date", options={"HIDDEN", "SKIP_SAVE"}
    )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[OperatorReturnItems]:
        title = "Export Bakes That Are Out of Date?" if self.every else "Export a Bake That Is Out of Date?"
        return context.window_manager.invoke_confirm(
            self, event, title=title, message=self.reason, confirm_text=self.bl_label, icon="WARNING"
        )

    def execute(self, _context: bpy.types.Context) -> set[OperatorReturnItems]:
        export = bpy.ops.volant.export_all if self.every else bpy.ops.volant.export_file
        export("INVOKE_DEFAULT", is_confirmed=True)
        return {"FINISHED"}


class _Exporting:
    """What every export can be told."""

    engine: bpy.props.EnumProperty(
        name="Engine",
        description="What a file tells its reader about axes and units; its positions stay as they are in Blender",
        items=_ENGINES,
        default="NONE",
    )
    is_confirmed: bpy.props.BoolProperty(
        name="Confirmed", description="Do not ask when the bake is out of date", options={"HIDDEN", "SKIP_SAVE"}
    )


class VOLANT_OT_export_file(_Exporting, bpy.types.Operator, ExportHelper):
    """Write the active volume's bake to a file that engines can load"""

    bl_idname = "volant.export_file"
    bl_label = "Export Volant"

    filename_ext = ".volant"
    filter_glob: bpy.props.StringProperty(default="*.volant", options={"HIDDEN"})

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_bake(cls, context)

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> set[OperatorReturnItems]:
        volume = context.scene.volant.active_volume
        if not self.is_confirmed:
            reason = exporting.stale_words(exporting.stale_volumes(context, [volume]))
            if reason:
                bpy.ops.volant.export_anyway("INVOKE_DEFAULT", reason=reason)
                return {"CANCELLED"}
        if not self.filepath:
            # Where it went last time, or beside the .blend under the volume's name.
            last = volume.volant.volume.exported_to
            folder = Path(bpy.data.filepath).parent if bpy.data.filepath else Path.home()
            self.filepath = last or str(folder / file_names([volume.name])[0])
        return super().invoke(context, event)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        volume = context.scene.volant.active_volume
        reason = exporting.stale_words(exporting.stale_volumes(context, [volume]))
        try:
            written = exporting.write(context.scene, volume, self.filepath, self.engine.lower())
        except navcore.NavError as error:
            self.report({"ERROR"}, wording.readable(str(error)))
            return {"CANCELLED"}
        done = wording.readable(f"{Path(self.filepath).name}: {wording.size(written)}")
        self.report({"WARNING" if reason else "INFO"}, f"{done}. {reason}" if reason else done)
        return {"FINISHED"}


class VOLANT_OT_export_all(_Exporting, bpy.types.Operator):
    """Write every baked volume of the scene to a folder, each to a file of its own name"""

    bl_idname = "volant.export_all"
    bl_label = "Export All Volumes"

    directory: bpy.props.StringProperty(
        name="Folder", description="Where the files are written", subtype="DIR_PATH", options={"SKIP_SAVE"}
    )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if not exporting.baked_volumes(context.scene):
            cls.poll_message_set("Bake a volume first")
            return False
        return True

    def invoke(self, context: bpy.types.Context, _event: bpy.types.Event) -> set[OperatorReturnItems]:
        if not self.is_confirmed:
            chosen = exporting.baked_volumes(context.scene)
            reason = exporting.stale_words(exporting.stale_volumes(context, chosen))
            if reason:
                bpy.ops.volant.export_anyway("INVOKE_DEFAULT", every=True, reason=reason)
                return {"CANCELLED"}
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        if not self.directory:
            self.report({"ERROR"}, "Choose a folder to write the files to")
            return {"CANCELLED"}
        chosen = exporting.baked_volumes(context.scene)
        reason = exporting.stale_words(exporting.stale_volumes(context, chosen))
        # Most reasons are the same for all.
        failures: dict[str, list[str]] = {}
        written = total = 0
        for volume, file in zip(chosen, file_names(volume.name for volume in chosen), strict=True):
            target = os.path.join(self.directory, file)
            try:
                total += exporting.write(context.scene, volume, target, self.engine.lower())
            except navcore.NavError as error:
                failures.setdefault(str(error), []).append(volume.name)
            else:
                written += 1
        done = f"{wording.counted(written, 'file')} written, {wording.size(total)}"
        if failures:
            told = [f"{wording.listed(names)}: {error}" for error, names in failures.items()]
            self.report({"ERROR"}, wording.readable(". ".join([*told, done] if written else told)))
            return {"FINISHED"} if written else {"CANCELLED"}
        self.report({"WARNING" if reason else "INFO"}, f"{done}. {reason}" if reason else done)
        return {"FINISHED"}
