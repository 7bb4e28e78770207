# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a volume's panel and box tell: what a bake would take, what became of the last one, and what went wrong.

Looked up when something has changed and kept, so that panels only draw words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypedDict

import bpy

from ... import navcore
from ...navcore.query.analysis.islands import percent
from ..objects import volumes
from ..objects.asking import Asked
from ..scene import frames, motion, survey
from ..wording import counted, counted_parts, length, seconds, sentence, told
from . import current, stale
from .bakes import StillSpace
from .islands import IslandList, island_at, listed, main_space
from .outlook import Outlooks
from .stray_links import stray_link

Point = tuple[float, float, float]
State = Literal["NEVER", "FRESH", "STALE"]


@dataclass(frozen=True)
class MarkerStatus:
    """A keep marker: its name, what it keeps, and whether that is well."""

    name: str
    words: str
    is_good: bool


@dataclass(frozen=True)
class Status:
    """What is known of a volume.

    state : of its bake; words : the bake in figures, or why it is out of date; sources, grid : what the next bake
    would read and fill; gap : what its agent will pass for certain; coarse : what it costs that its voxels are larger
    than the agent asks for, if they are; warning : what would make that bake fail or hurt, and what to do; markers : by
    name; islands : of the last bake; frame : which frame it was made at, where that matters; survey : the sources as
    they looked.
    """

    state: State
    words: str
    sources: str
    grid: str
    gap: str
    coarse: str
    warning: str
    markers: tuple[MarkerStatus, ...]
    islands: IslandList
    frame: str
    survey: survey.Survey


@dataclass(frozen=True)
class Problem:
    """Why a bake failed. A marker in blocked space is named, with the nearest free point (x, y, z), world."""

    words: str
    marker: str = ""
    nearest: Point | None = None


def problem_of(
    scene: bpy.types.Scene, name: str, markers: Sequence[tuple[str, Point]], error: navcore.NavError
) -> Problem:
    """Why a bake of a volume failed, in words that name what it is about.

    markers : the names of those it was baked with, and where they were.
    """
    if not isinstance(error, navcore.MarkerError):
        return Problem(f"{name}: {told(scene, error)}")
    marker, place = markers[error.index]
    words = error.problem
    if error.nearest is not None:
        away = length(scene, math.dist(error.nearest, place))
        words = f"is in blocked space, {away} from the nearest free point; move it into the space to keep"
    return Problem(f"{marker} {words}", marker, error.nearest)


class Statuses:
    """What is known of volumes, by their `session_uid`."""

    def __init__(self) -> None:
        self._known: dict[int, Status] = {}
        self._outlooks = Outlooks()
        #: Why the last bake of a volume failed.
        self.problems: dict[int, Problem] = {}

    def of(self, volume: bpy.types.Object) -> Status | None:
        """What is known of a volume; None until somebody has looked."""
        return self._known.get(volume.session_uid)

    def state(self, volume: bpy.types.Object) -> State:
        """Whether a volume was never baked, is up to date, or out of date."""
        known = self.of(volume)
        if known is not None:
            return known.state
        return "FRESH" if volume.volant.volume.bake else "NEVER"

    def forget_one(self, uid: int) -> None:
        """A volume is not what it was; somebody will look again."""
        self._known.pop(uid, None)

    def mark_fresh(self, scene: bpy.types.Scene, volume: bpy.types.Object, now: survey.Survey) -> None:
        """A volume was just updated to what its sources look like now. Its bake is told of at once, all else when
        somebody looks again: were it forgotten, rows of the panel would come and go with every change."""
        known = self.of(volume)
        if known is not None:
            told = _fresh(scene, volume, current().bakes.require_whole(volume), now)
            self._known[volume.session_uid] = replace(known, **told, survey=now)

    def refresh(self, scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
        """Look at every volume of a scene."""
        for volume in volumes.scene_volumes(scene):
            self._look(scene, depsgraph, volume)

    def mark_touched(self, scene: bpy.types.Scene, touched: survey.Touched) -> None:
        """Volumes whose sources were just evaluated to something else are out of date, until somebody looks again."""
        for volume in volumes.scene_volumes(scene):
            known = self.of(volume)
            if known is None or known.state != "FRESH" or not volume.volant.volume.baked_from:
                continue
            words = stale.reason_of_touch(known.survey, touched)
            if words:
                frame = frames.words(scene, current().bakes.whole(volume), is_animated=False)
                self._known[volume.session_uid] = replace(known, state="STALE", words=words, frame=frame)

    def concerns(self, scene: bpy.types.Scene, touched: survey.Touched) -> bool:
        """Whether any of some objects, evaluated anew just now, is a source of a volume, as far as is known."""
        names = touched.places.keys() | touched.reshaped
        known = [self.of(volume) for volume in volumes.scene_volumes(scene)]
        return any(status is None or not names.isdisjoint(status.survey.named) for status in known)

    def stale_reason(self, scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object) -> str:
        """Why a volume's bake is not what a bake of the scene as it is now would be, for who is about to hand it on.

        Empty when it is, when there is no bake, or when it came from a file and cannot be compared. Looks anew, because
        a script may have changed something without anybody being told.
        """
        current().roles.forget()
        current().bakes.verify_again()
        known = self._look(scene, depsgraph, volume)
        if known.state != "STALE":
            return ""
        return f"{known.words} ({known.frame.lower()})" if known.frame else known.words

    def settle(self, scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object) -> None:
        """Have voxels follow the agent, for who is about to bake: a script may just have set its radius."""
        if volume.volant.volume.resolution == "AGENT":
            self._look(scene, depsgraph, volume)

    def _look(self, scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object) -> Status:
        moving = current().moving.of(scene, volume)
        now = survey.survey(depsgraph, volume, self._outlooks.survey_of(volume))
        outlook = self._outlooks.look(scene, volume, now)
        found = self._known[volume.session_uid] = Status(
            **_bake_status(scene, depsgraph, volume, outlook.asked, now),
            sources=_source_words(now, len(moving.looks)),
            grid=outlook.grid,
            gap=outlook.gap,
            coarse=outlook.coarse,
            warning=outlook.warning or stray_link(scene, volume, outlook.asked),
            markers=_marker_statuses(scene, volume),
            islands=listed(scene, volume),
            # What a bake over a range has at all its frames is touched by no scrub.
            survey=replace(now, named=now.named - survey.in_motion(current().bakes.baked_from(volume))),
        )
        return found


def _source_words(now: survey.Survey, dynamic: int) -> str:
    """What blocks the way, and how much of it moves."""
    words = f"{counted(len(now.looks), 'object')}, {counted(now.triangles, 'triangle')}"
    return f"{words}; {dynamic:,} dynamic" if dynamic else words


class _BakeStatus(TypedDict):
    """What a `Status` tells of the last bake."""

    state: State
    words: str
    frame: str


def _bake_status(
    scene: bpy.types.Scene,
    depsgraph: bpy.types.Depsgraph,
    volume: bpy.types.Object,
    asked: Asked | None,
    now: survey.Survey,
) -> _BakeStatus:
    held = current().bakes.whole(volume)
    if held is None:
        words = sentence(current().bakes.damage_of(volume)) or "Not baked yet"
        return {"state": "NEVER", "words": words, "frame": ""}
    why = stale.reason(depsgraph, volume, held, asked, now)
    if why:
        return {"state": "STALE", "words": why, "frame": _frame(scene, held, now)}
    return _fresh(scene, volume, held, now)


def _fresh(
    scene: bpy.types.Scene, volume: bpy.types.Object, held: navcore.Navigation, now: survey.Survey
) -> _BakeStatus:
    """A bake in figures."""
    took = volume.volant.volume.baked_seconds
    space = main_space(volume)
    assert space is not None, "a bake holds something"
    words = f"{counted_parts(held)}, {counted(len(navcore.islands(space)), 'island')}"
    if took:
        words = f"{words}, {seconds(took)}"
    return {"state": "FRESH", "words": words, "frame": _frame(scene, held, now)}


def _frame(scene: bpy.types.Scene, held: navcore.Navigation, now: survey.Survey) -> str:
    return frames.words(scene, held, bool(motion.animated(now.looks)))


def _marker_statuses(scene: bpy.types.Scene, volume: bpy.types.Object) -> tuple[MarkerStatus, ...]:
    space = main_space(volume)
    return tuple(_marker_status(marker, space) for marker in volumes.markers_inside(scene, volume))


def _marker_status(marker: bpy.types.Object, space: StillSpace | None) -> MarkerStatus:
    """What a marker keeps of all free space or floors, by the last bake."""
    if space is None:
        return MarkerStatus(marker.name, "", True)
    kept = island_at(space, marker.matrix_world.translation.to_tuple())
    if kept is None:
        return MarkerStatus(marker.name, "in no kept space", False)
    return MarkerStatus(marker.name, f"keeps {percent(kept.share)}", True)
