# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the next bake of a volume would take, what its agent will pass, and what would make that bake fail or hurt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import bpy
import numpy as np

from ... import navcore
from ...navcore.limits import BakeEstimate
from ..objects import agents, asking, volume_box, volumes, walking
from ..objects.asking import Asked
from ..scene import survey
from ..wording import length, sentence, size, told

#: Above this, the panel warns before a bake: more than many an artist's machine has to spare.
_MUCH_MEMORY = 6 << 30


@dataclass
class Outlook:
    """What can be told before a bake, as far as it is known: see `status.Status`.

    asked : what the bake would be asked for; None when it would be refused.
    """

    asked: Asked | None = None
    grid: str = ""
    gap: str = ""
    coarse: str = ""
    warning: str = ""


class _Forecast(NamedTuple):
    """What a bake for fliers is expected to take: asked for was `asked`, and `config` can be had."""

    survey: survey.Survey
    asked: navcore.BakeConfig
    config: navcore.BakeConfig
    expected: BakeEstimate


class Outlooks:
    """What was found out, by the `session_uid` of volumes; forecasts are kept, because they take long."""

    def __init__(self) -> None:
        self._surveys: dict[int, survey.Survey] = {}
        self._forecasts: dict[int, _Forecast] = {}
        self._floors: dict[int, tuple[survey.Survey, navcore.GroundConfig, BakeEstimate]] = {}

    def survey_of(self, volume: bpy.types.Object) -> survey.Survey | None:
        """The sources that were looked at last."""
        return self._surveys.get(volume.session_uid)

    def look(self, scene: bpy.types.Scene, volume: bpy.types.Object, now: survey.Survey) -> Outlook:
        """What a bake of these sources would be."""
        self._surveys[volume.session_uid] = now
        outlook = Outlook()
        try:
            self._look(scene, volume, now, outlook)
        except navcore.NavError as error:
            outlook.warning = sentence(told(scene, error))
        return outlook

    def _look(self, scene: bpy.types.Scene, volume: bpy.types.Object, now: survey.Survey, outlook: Outlook) -> None:
        """As much of it as can be found out; why no more, as `NavError`."""
        memory, forecast = 0, None
        if walking.flies(volume):
            forecast = self._expect(scene, volume, now)
            config, expected = forecast.config, forecast.expected
            agents.follow(volume, config.agent_radius, volumes.voxel_of(config))
            x, y, z = expected.shape.tolist()
            memory = expected.memory
            outlook.grid = f"{x:,} × {y:,} × {z:,}, about {size(memory)}"
            gap = length(scene, agents.passed_gap(scene, config))
            outlook.gap = f"Passes gaps of {gap}"
            outlook.coarse = _price(scene, volume, forecast, gap)
            outlook.asked = Asked(config)
        asked = outlook.asked = asking.asked_of(scene, volume, outlook.asked.fly if outlook.asked else None)
        if asked.walk is not None:
            floors = self._expect_floors(volume, now, asked.walk)
            # One after the other.
            memory = max(memory, floors.memory)
            x, y = floors.shape.tolist()[:2]
            doors = f"doors of {length(scene, agents.rounded_up(scene, walking.passed_gap(asked.walk)))}"
            outlook.gap = f"{outlook.gap} and {doors}" if outlook.gap else f"Passes {doors}"
            if asked.fly is None:
                agents.follow(volume, asked.walk.agent_radius, asked.walk.voxel)
                outlook.grid = f"{x:,} × {y:,} columns, about {size(memory)}"
        outlook.warning = _warning(scene, volume, now, memory)
        # As the bake would; the panel need not tell more.
        if forecast is not None:
            navcore.check_limit(forecast.expected, forecast.config)
        if asked.walk is not None:
            navcore.check_limit(floors, asked.walk)

    def _expect(self, scene: bpy.types.Scene, volume: bpy.types.Object, now: survey.Survey) -> _Forecast:
        """What a bake for fliers will take; as known when neither sources nor settings have changed."""
        configs = agents.bake_configs(scene, volume)
        asked = next(configs)
        known = self._forecasts.get(volume.session_uid)
        if known is None or known.survey != now or known.asked != asked:
            config, expected = asked, navcore.estimate_bake(now.sample, asked)
            for coarser in configs:
                if agents.is_affordable(expected, asked):
                    break
                config, expected = coarser, navcore.estimate_bake(now.sample, coarser)
            known = self._forecasts[volume.session_uid] = _Forecast(now, asked, config, expected)
        return known

    def _expect_floors(self, volume: bpy.types.Object, now: survey.Survey, asked: navcore.GroundConfig) -> BakeEstimate:
        """What a bake for walkers will take, in the same way."""
        known = self._floors.get(volume.session_uid)
        if known is None or known[:2] != (now, asked):
            known = self._floors[volume.session_uid] = (now, asked, navcore.estimate_ground(now.sample, asked))
        return known[2]


def _price(scene: bpy.types.Scene, volume: bpy.types.Object, forecast: _Forecast, gap: str) -> str:
    """Why voxels that follow the agent are larger than it asks for, and what that costs; empty if they are not.

    gap : the narrowest that is passed for certain.
    """
    wanted = agents.wanted_voxel(scene, volume)
    chosen = forecast.config.voxel_size
    if volume.volant.volume.resolution != "AGENT" or chosen is None or chosen <= wanted:
        return ""
    why = f"The box is too long for voxels of {length(scene, wanted)}"
    if forecast.config != forecast.asked:
        why = f"Voxels of {length(scene, wanted)} take too much memory"
    return f"{why}: gaps under {gap} may close. Smaller boxes, or several, keep them open"


def _warning(scene: bpy.types.Scene, volume: bpy.types.Object, now: survey.Survey, memory: int) -> str:
    settings = volume.volant.volume
    if volume_box.is_rotated(volume):
        # Cells are boxes along the axes, here and in the file, so that games find them fast.
        turned = "its parent's" if volume.parent else "its"
        return (
            f"{volume.name} is rotated, but cells lie along the world's axes, so all of the box around it is baked; "
            f"clear {turned} rotation (Alt R)"
        )
    if volume_box.is_bent(volume):
        return f"{volume.name} is no box any more, so all of the box around it is baked; fit it again or set its Size"
    if settings.sources == "COLLECTION" and settings.collection is None:
        return "Choose the collection that holds the obstacles"
    if not now.triangles:
        return {
            "VISIBLE": "No visible object has faces: everything will be free",
            "SELECTED": "No selected object has faces: everything will be free",
            "COLLECTION": "Nothing in this collection has faces: everything will be free",
        }[settings.sources]
    doubt = _doubted_size(scene, volume, now)
    if not doubt and memory > _MUCH_MEMORY:
        return f"This needs about {size(memory)} of memory; a larger Voxel Size or a smaller box needs less"
    return doubt


def _doubted_size(scene: bpy.types.Scene, volume: bpy.types.Object, now: survey.Survey) -> str:
    """That the scene seems to be in another unit than its agent; empty when it does not."""
    corners = now.sample.corners.reshape(-1, 3)
    longest = float(np.ptp(corners, axis=0).max())
    misfit = agents.misfit(scene, volume, longest)
    if not misfit:
        return ""
    what, factor, other = ("large", "0.01", "larger") if misfit == "LARGE" else ("small", "100", "smaller")
    radius = length(scene, volume.volant.volume.agent_radius)
    return (
        f"The scene is {length(scene, longest)} long, very {what} for an agent with a radius of {radius}. If it was "
        f"imported in another unit, scale it by {factor} and fit the box; otherwise choose a {other} agent"
    )
