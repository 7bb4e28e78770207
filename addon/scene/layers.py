# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The scene and view layer that long work was started in, whichever ones the window shows by now."""

from __future__ import annotations

from typing import NamedTuple

import bpy

from ... import navcore


class LayerName(NamedTuple):
    """A view layer by what undo leaves alone: the `session_uid` of its scene, and its own name."""

    scene: int
    name: str


def name_of(scene: bpy.types.Scene, layer: bpy.types.ViewLayer) -> LayerName:
    return LayerName(scene.session_uid, layer.name)


def scene_of(layer: LayerName) -> bpy.types.Scene:
    """The scene of a view layer; `BakeError` when either is gone."""
    scene = next((known for known in bpy.data.scenes if known.session_uid == layer.scene), None)
    if scene is None or layer.name not in scene.view_layers:
        raise navcore.BakeError("its scene or view layer was deleted while meshes were read; bake again")
    return scene


def depsgraph_of(layer: LayerName) -> bpy.types.Depsgraph:
    """What a view layer was evaluated to."""
    scene = scene_of(layer)
    # Not `layer.update`, which has Blender look at everything again even when nothing has changed.
    with bpy.context.temp_override(scene=scene, view_layer=scene.view_layers[layer.name]):
        return bpy.context.evaluated_depsgraph_get()
