# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sources of a volume wherever they are at any frame of a range."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

import bpy

from .. import session
from . import sources, survey
from .motion import animated, motion_of
from .shapes import Geometry, Place, plain
from .sources import Taken


class FrameGathering(Generic[Taken]):
    """What is taken of a volume's sources, a frame at a time, in the manner of `sources.Gathering`.

    The scene is at each of the frames in turn; `close` puts it back.
    """

    def __init__(
        self,
        scene: bpy.types.Scene,
        volume: bpy.types.Object,
        frames: range,
        take: Callable[[bpy.types.Object], Taken],
    ) -> None:
        self.places: list[Place] = []
        self.taken: dict[Geometry, Taken] = {}
        self._volume, self._take = volume.session_uid, take
        self._left, self._number = list(frames), len(frames)
        self._before = scene.frame_current, scene.frame_subframe
        self._scene = scene.session_uid
        self._placed: set[tuple[Geometry, str, bytes]] = set()
        self._looks: dict[str, survey.Look] = {}
        self._moving: set[str] = set()
        self._triangles = 0

    @property
    def is_done(self) -> bool:
        return not self._left

    @property
    def fraction(self) -> float:
        return 1.0 - len(self._left) / self._number

    def step(self, depsgraph: bpy.types.Depsgraph) -> None:
        """Go to the next frame or, once there, take what is there."""
        scene = depsgraph.scene
        if (scene.frame_current, scene.frame_subframe) != (self._left[0], 0.0):
            scene.frame_set(self._left[0])
            return
        self._take_all(depsgraph)
        del self._left[0]
        if self.is_done:
            self.close()

    def close(self) -> None:
        """Put the scene back to the frame it was at."""
        scene = next((known for known in bpy.data.scenes if known.session_uid == self._scene), None)
        if scene is not None and (scene.frame_current, scene.frame_subframe) != self._before:
            scene.frame_set(self._before[0], subframe=self._before[1])

    def survey(self) -> survey.Survey:
        """The sources, once all are taken: those that move by what moves them, the others as they look."""
        looks = dict(self._looks)
        # What rests during the range may move before or after it.
        for name in self._moving | animated(self._looks):
            looks[name] = (motion_of(name) or 0, survey.MOTION)
        return survey.Survey(looks, self._triangles)

    def _take_all(self, depsgraph: bpy.types.Depsgraph) -> None:
        volume = next(known for known in bpy.data.objects if known.session_uid == self._volume)
        measured = session.current().meshes
        places, made = sources.list_sources(depsgraph, volume, lambda one: (self._take(one), survey.measure(one)))
        facts = {geometry: known for geometry, (_taken, known) in made.items()}
        for place in places:
            geometry = place.geometry
            if geometry not in facts:
                facts[geometry] = measured.facts(depsgraph, geometry)
            # What is bent is another shape at each frame.
            key = geometry._replace(made=facts[geometry].checksum or 1)
            if key not in self.taken:
                self.taken[key] = made[geometry][0] if geometry in made else self._taken(depsgraph, geometry)
            stood = (key, place.owner, place.matrix.tobytes())
            if stood not in self._placed:
                self._placed.add(stood)
                self.places.append(place._replace(geometry=key))
        now = survey.summed(places, facts)
        self._triangles = max(self._triangles, now.triangles)
        is_first = len(self._left) == self._number
        for name in now.looks.keys() | self._looks.keys():
            look = now.looks.get(name)
            if not is_first and self._looks.get(name) != look:
                self._moving.add(name)
            if look is not None:
                self._looks.setdefault(name, look)

    def _taken(self, depsgraph: bpy.types.Depsgraph, geometry: Geometry) -> Taken:
        evaluated = sources.find_evaluated(depsgraph, geometry)
        assert evaluated is not None, "it was listed just now"
        return self._take(evaluated)


def meshes_over(scene: bpy.types.Scene, volume: bpy.types.Object, frames: range) -> dict[str, Any]:
    """All that a volume's sources are at all frames of a range, as `sources.gather`."""
    gathering = FrameGathering(scene, volume, frames, sources.read_shape)
    try:
        while not gathering.is_done:
            gathering.step(bpy.context.evaluated_depsgraph_get())
    finally:
        gathering.close()
    return plain(gathering.places, gathering.taken)
