# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bake again only what has changed: the sources that look otherwise than in the bake, and what depends on them."""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import replace

import bpy

from ... import navcore
from ...navcore.progress import Answer, KeepingAnswer, Steps
from ..objects import asking, volumes
from ..scene import frames, layers, sources, survey
from ..scene.shapes import plain, world_steps
from . import current, stale
from .live_bakes import Remembered


def updatable(scene: bpy.types.Scene, volume: bpy.types.Object) -> Remembered | None:
    """What a volume's bake can go on from; None when all has to be baked, because nothing is remembered, the bake was
    cleared, or settings have changed since."""
    remembered = current().live.remembered(volume.session_uid)
    if remembered is None or current().bakes.of(volume) is None or frames.of_volume(volume) is not None:
        return None
    asked = asking.asked_of(scene, volume)
    return None if stale.changed_setting(volume, remembered.nav.metadata, asked) else remembered


class Updating:
    """A bake on its way to be what a new one would be, a slice at a time.

    nav : the bake, and `sources` what they look like in it, once `advance` says True; None when nothing was to be
    done. triangles : how many were read. seconds : how long all slices took together.
    """

    def __init__(
        self, scene: bpy.types.Scene, layer: bpy.types.ViewLayer, volume: bpy.types.Object, remembered: Remembered
    ) -> None:
        self.nav: navcore.NavVolume | None = None
        self.sources = survey.Survey({}, 0)
        self.triangles, self.seconds = 0, 0.0
        self.stage, self.fraction = "Reading meshes", 0.0
        self._layer, self._volume = layers.name_of(scene, layer), volume.session_uid
        self._remembered = remembered
        self._steps = self._run()

    def advance(self, budget: float) -> bool:
        """Go on for so many seconds, or a step; True when all is done."""
        began = time.perf_counter()
        try:
            return all(time.perf_counter() - began < budget for _step in self._steps)
        finally:
            self.seconds += time.perf_counter() - began

    def _run(self) -> Generator[None, None, None]:
        known = self._remembered.sources
        now = self._survey()
        changed = {name for name, look in now.looks.items() if known.get(name) != look}
        gone = known.keys() - now.looks.keys()
        if not (changed or gone or self._remembered.is_ahead) and self._remembered.nav is self._holding():
            return
        gathering = sources.Gathering(self._depsgraph(), self._listed(), sources.read_shape, changed)
        while not gathering.is_done:
            gathering.step(self._depsgraph())
            self.fraction = 0.5 * gathering.fraction
            yield
        self.stage = "Updating"
        yield from _without_telling(self._remembered.steps())
        # What is searched in it would end in the middle.
        current().preview.stop()
        for name in gone:
            yield from _without_telling(self._remembered.change_steps(name, None, None))
            yield
        for name in changed:
            places = [place for place in gathering.places if place.owner == name]
            shapes = {place.geometry: gathering.taken[place.geometry] for place in places}
            mesh = yield from _without_telling(world_steps(plain(places, shapes)))
            yield
            self.triangles += len(mesh[1])
            yield from _without_telling(self._remembered.change_steps(name, mesh, now.looks[name]))
            yield
        told = navcore.bake_metadata(self._find().name, self._remembered.config)
        told |= frames.metadata(layers.scene_of(self._layer), self._find())
        self.nav = yield from _without_telling(self._remembered.take_steps(told))
        self.sources = now

    def _survey(self) -> survey.Survey:
        """The sources as they look now. What was chosen by being selected stays chosen."""
        now = survey.without_sample(self._depsgraph(), self._listed())
        if self._by_selection():
            looks = {name: look for name, look in now.looks.items() if name in self._remembered.sources}
            return replace(now, looks=looks)
        return now

    def _listed(self) -> bpy.types.Object | None:
        """Whose sources are listed; None for everything visible."""
        return None if self._by_selection() else self._find()

    def _by_selection(self) -> bool:
        return self._find().volant.volume.sources == "SELECTED"

    def _holding(self) -> navcore.NavVolume | None:
        """The bake that holds now; not the remembered one after an undo."""
        return current().bakes.of(self._find())

    def _find(self) -> bpy.types.Object:
        volume = volumes.find(self._volume)
        if volume is None or not volume.users_scene:
            raise navcore.BakeError("the volume was deleted while it was updated; nothing was changed")
        return volume

    def _depsgraph(self) -> bpy.types.Depsgraph:
        return layers.depsgraph_of(self._layer)


def _without_telling(steps: Steps[Answer]) -> Generator[None, None, Answer]:
    """Steps whose fractions nobody asks for."""
    kept = KeepingAnswer(steps)
    for _told in kept:
        yield
    return kept.answer
