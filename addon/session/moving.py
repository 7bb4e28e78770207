# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the dynamic objects of volumes are, looked up once for each change of them."""

from __future__ import annotations

from dataclasses import dataclass, field

import bpy
import numpy as np
from numpy.typing import NDArray

from ... import navcore
from ...navcore.live.voxels import boxes_of
from ..scene import moving, sources, survey
from ..scene.moving import Moving, Shaped
from ..scene.shapes import Geometry


@dataclass
class _Blocked:
    """What each dynamic object blocks of a bake where it looks so, by its full name; and all of them together."""

    nav: navcore.NavVolume
    each: dict[str, tuple[moving.Look, NDArray[np.int32]]] = field(default_factory=dict)
    whole: NDArray[np.int32] = field(default_factory=lambda: np.empty((0, 2, 3), np.int32))

    def follow(self, now: Moving) -> None:
        """Have them where they are now."""
        if {name: look for name, (look, _boxes) in self.each.items()} == now.looks:
            return
        self.each = {name: self._one(name, look, now) for name, look in now.looks.items()}
        self.whole = np.concatenate([np.empty((0, 2, 3), np.int32), *(boxes for _look, boxes in self.each.values())])

    def _one(self, name: str, look: moving.Look, now: Moving) -> tuple[moving.Look, NDArray[np.int32]]:
        known = self.each.get(name)
        return known if known and known[0] == look else (look, boxes_of(name, now.mesh(name), self.nav))


class MovingThings:
    """What moves, by the `session_uid` of the volumes it moves in."""

    def __init__(self) -> None:
        self._known: dict[int, Moving] = {}
        self._blocked: dict[int, _Blocked] = {}
        #: Meshes of objects that can be found by their names.
        self._shapes: dict[Geometry, Shaped] = {}

    def of(self, scene: bpy.types.Scene, volume: bpy.types.Object) -> Moving:
        """What moves in a volume, where it is now."""
        uid = volume.session_uid
        if uid not in self._known:
            self._known[uid] = self._look(scene, volume)
        return self._known[uid]

    def blocked(self, scene: bpy.types.Scene, volume: bpy.types.Object, nav: navcore.NavVolume) -> NDArray[np.int32]:
        """What moves in a volume blocks so much of its bake now: (m, 2, 3) int32 voxel boxes, which may overlap.

        The same array until that changes. `BakeError` names an object whose mesh is broken.
        """
        known = self._blocked.get(volume.session_uid)
        if known is None or known.nav is not nav:
            known = self._blocked[volume.session_uid] = _Blocked(nav)
        known.follow(self.of(scene, volume))
        return known.whole

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
        self._blocked.clear()
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
