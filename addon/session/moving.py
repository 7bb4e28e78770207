# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the dynamic objects of volumes are, looked up once for each change of them."""

from __future__ import annotations

import bpy

from ..scene import moving, sources, survey
from ..scene.moving import Moving, Shaped
from ..scene.shapes import Geometry


class MovingThings:
    """What moves, by the `session_uid` of the volumes it moves in."""

    def __init__(self) -> None:
        self._known: dict[int, Moving] = {}
        #: Meshes of objects that can be found by their names.
        self._shapes: dict[Geometry, Shaped] = {}

    def of(self, scene: bpy.types.Scene, volume: bpy.types.Object) -> Moving:
        """What moves in a volume, where it is now."""
        uid = volume.session_uid
        if uid not in self._known:
            self._known[uid] = self._look(scene, volume)
        return self._known[uid]

    def look_again(self) -> None:
        """Anything may be elsewhere, or may have become dynamic."""
        self._known.clear()

    def mark_touched(self, touched: survey.Touched) -> None:
        """Some objects were just evaluated to something else."""
        for geometry in [known for known in self._shapes if known.name in touched.reshaped]:
            del self._shapes[geometry]
        names = touched.places.keys() | touched.reshaped
        for uid, known in list(self._known.items()):
            if not names.isdisjoint(known.names):
                del self._known[uid]

    def forget_all(self) -> None:
        """There is another past of this file."""
        self._known.clear()
        self._shapes.clear()

    def _look(self, scene: bpy.types.Scene, volume: bpy.types.Object) -> Moving:
        if not moving.has_any(scene):
            return moving.NOTHING
        depsgraph = _depsgraph(scene)

        def shaped(geometry: Geometry) -> Shaped:
            known = self._shapes.get(geometry)
            if known is None:
                evaluated = sources.find_evaluated(depsgraph, geometry)
                assert evaluated is not None, "it was listed just now"
                known = self._shapes[geometry] = moving.read(evaluated)
            return known

        return moving.look(depsgraph, volume, shaped)


def _depsgraph(scene: bpy.types.Scene) -> bpy.types.Depsgraph:
    """That of a scene as a window shows it. It is not evaluated anew: whoever asks may be called while it is."""
    shown = [bpy.context.view_layer] if bpy.context.scene == scene else []
    shown += [window.view_layer for window in bpy.context.window_manager.windows if window.scene == scene]
    layer = (shown or list(scene.view_layers))[0]
    # A scene that was never evaluated has none.
    return layer.depsgraph or bpy.context.evaluated_depsgraph_get()
