# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bake the active volume."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import bpy

from ... import navcore
from .. import sources, volumes
from ..wording import counted

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems


class VOLANT_OT_bake(bpy.types.Operator):
    """Find the space inside the active volume that an agent can move through"""

    bl_idname = "volant.bake"
    bl_label = "Bake"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if context.scene.volant.active_volume is None:
            cls.poll_message_set("Add a volume first")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        volume = context.scene.volant.active_volume
        window_manager = context.window_manager
        window_manager.progress_begin(0, 100)
        try:
            vertices, triangles = sources.gather_triangles(context.evaluated_depsgraph_get(), volume)
            config = volumes.bake_config(context, volume)
            nav = navcore.bake(
                vertices,
                triangles,
                config,
                lambda fraction, _stage: window_manager.progress_update(int(100 * fraction)),
            )
        except navcore.MarkerError as error:
            marker = volumes.markers_inside(context, volume)[error.index]
            self.report({"ERROR"}, f"{marker.name} {error.problem}")
            return {"CANCELLED"}
        except navcore.NavError as error:
            self.report({"ERROR"}, f"{volume.name}: {error}")
            return {"CANCELLED"}
        finally:
            window_manager.progress_end()
        nav = replace(nav, metadata=navcore.bake_metadata(volume.name, config))
        volumes.store_bake(volume, nav)
        outcome = f"{counted(len(nav.cells), 'cell')} from {counted(len(triangles), 'triangle')}"
        self.report({"INFO"}, f"{volume.name}: {outcome}")
        return {"FINISHED"}
