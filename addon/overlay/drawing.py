# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws prepared batches; builds one only when a bake is seen for the first time."""

from __future__ import annotations

import bpy
import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader

from ... import navcore
from .. import volumes
from .lines import box_edges

_CELL_COLOR = (0.35, 0.62, 0.92, 0.5)
#: Cells are drawn this share of a voxel smaller, so that edges of neighbours and of the volume do not flicker.
_INSET = 0.03
_LINE_WIDTH = 1.0


class Overlay:
    """Owner of the draw handle and of the batches it draws."""

    def __init__(self) -> None:
        self._handle: object | None = None
        self._batches: dict[int, tuple[object, gpu.types.GPUBatch]] = {}

    def install(self) -> None:
        """Start drawing; harmless when already started."""
        if self._handle is None:
            self._handle = bpy.types.SpaceView3D.draw_handler_add(self._draw, (), "WINDOW", "POST_VIEW")

    def remove(self) -> None:
        """Stop drawing and let go of everything."""
        if self._handle is not None:
            bpy.types.SpaceView3D.draw_handler_remove(self._handle, "WINDOW")
            self._handle = None
        self.forget_batches()

    def forget_batches(self) -> None:
        self._batches.clear()

    def _draw(self) -> None:
        context = bpy.context
        volume = context.scene.volant.active_volume
        shown = context.space_data.overlay.show_overlays and context.scene.volant.display.show
        if volume is None or not shown or not volume.visible_get():
            return
        nav = volumes.stored_bake(volume)
        if nav is None:
            return
        shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
        batch = self._batch(volume, nav, shader)
        _x, _y, width, height = gpu.state.viewport_get()
        shader.uniform_float("viewportSize", (width, height))
        shader.uniform_float("lineWidth", _LINE_WIDTH * context.preferences.system.ui_scale)
        shader.uniform_float("color", _CELL_COLOR)
        gpu.state.blend_set("ALPHA")
        gpu.state.depth_test_set("LESS_EQUAL")
        batch.draw(shader)
        gpu.state.depth_test_set("NONE")
        gpu.state.blend_set("NONE")

    def _batch(
        self, volume: bpy.types.Object, nav: navcore.NavVolume, shader: gpu.types.GPUShader
    ) -> gpu.types.GPUBatch:
        known = self._batches.get(volume.session_uid)
        if known is None or known[0] is not nav:
            inset = _INSET * nav.voxel_size * np.array([[1.0], [-1.0]])
            batch = batch_for_shader(shader, "LINES", {"pos": box_edges(nav.boxes() + inset)})
            known = self._batches[volume.session_uid] = (nav, batch)
        return known[1]


_overlay = Overlay()


def forget_batches() -> None:
    """Drop cached batches, because the bakes they show may be gone."""
    _overlay.forget_batches()


def register() -> None:
    _overlay.install()


def unregister() -> None:
    _overlay.remove()
