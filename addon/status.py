# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a volume's panel and box tell: what a bake would take, what became of the last one, and what went wrong.

Looked up when something has changed and kept, so that panels only draw words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

import bpy
import numpy as np

from .. import navcore
from ..navcore.bake.memory import Expected
from . import frames, roles, survey, volumes
from .wording import counted, listed, seconds, sentence, size, told

State = Literal["NEVER", "FRESH", "STALE"]

#: Above this, the panel warns before a bake: more than many an artist's machine has to spare.
_MUCH_MEMORY = 6 << 30

#: A setting that a bake's metadata names, as the panel calls it.
_SETTINGS = {
    "voxel_size": "Voxel Size changed",
    "max_depth": "Max Depth changed",
    "min_depth": "Min Depth changed",
    "agent_radius": "Agent Radius changed",
    "bounds": "the volume moved or changed its size",
    "markers": "keep markers changed",
    "merge": "Merge changed",
    "balanced": "Balanced changed",
}


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
    would read and fill; warning : what would make that bake fail or hurt, and what to do; markers : by name;
    frame : which frame the bake was made at, where that matters; survey : the sources as they looked.
    """

    state: State
    words: str
    sources: str
    grid: str
    warning: str
    markers: tuple[MarkerStatus, ...]
    frame: str
    survey: survey.Survey


@dataclass(frozen=True)
class Problem:
    """Why a bake failed. A marker in blocked space is named, with the nearest free point (x, y, z), world."""

    words: str
    marker: str = ""
    nearest: tuple[float, float, float] | None = None


class _Forecast(NamedTuple):
    """What a bake of some sources with some settings is expected to take."""

    survey: survey.Survey
    config: navcore.BakeConfig
    expected: Expected


_known: dict[int, Status] = {}
#: The last one of each volume, because it takes longer than all else that is looked at.
_forecasts: dict[int, _Forecast] = {}
_problems: dict[int, Problem] = {}


def status(volume: bpy.types.Object) -> Status | None:
    """What is known of a volume; None until somebody has looked."""
    return _known.get(volume.session_uid)


def state(volume: bpy.types.Object) -> State:
    """Whether a volume was never baked, is up to date, or out of date."""
    known = _known.get(volume.session_uid)
    if known is not None:
        return known.state
    return "FRESH" if volume.volant.volume.bake else "NEVER"


def problem(uid: int) -> Problem | None:
    """Why the last bake of a volume failed; None when it did not."""
    return _problems.get(uid)


def set_problem(uid: int, what: Problem) -> None:
    _problems[uid] = what


def clear_problem(uid: int) -> None:
    _problems.pop(uid, None)


def forget_one(uid: int) -> None:
    """A volume is not what it was; somebody will look again."""
    _known.pop(uid, None)


def forget() -> None:
    """Another file is open."""
    _known.clear()
    _forecasts.clear()
    _problems.clear()


def refresh(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    """Look at every volume of a scene."""
    for volume in volumes.scene_volumes(scene):
        _known[volume.session_uid] = _look(scene, depsgraph, volume)


def mark_touched(scene: bpy.types.Scene, touched: survey.Touched) -> None:
    """Volumes whose sources were just evaluated to something else are out of date, until somebody looks again."""
    for volume in volumes.scene_volumes(scene):
        known = _known.get(volume.session_uid)
        if known is None or known.state != "FRESH" or not volume.volant.volume.baked_from:
            continue
        names = survey.touched_sources(known.survey, touched)
        if names:
            frame = frames.words(scene, volumes.stored_bake(volume), is_animated=False)
            changed = "moved" if touched.reshaped.isdisjoint(names) else "changed"
            _known[volume.session_uid] = replace(known, state="STALE", words=f"{listed(names)} {changed}", frame=frame)


def stale_reason(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object) -> str:
    """Why a volume's bake is not what a bake of the scene as it is now would be, for who is about to hand it on.

    Empty when it is, when there is no bake, or when it came from a file and cannot be compared. Looks anew, because a
    script may have changed something without anybody being told.
    """
    roles.forget()
    volumes.verify_again()
    known = _known[volume.session_uid] = _look(scene, depsgraph, volume)
    if known.state != "STALE":
        return ""
    return f"{known.words} ({known.frame.lower()})" if known.frame else known.words


def _look(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object) -> Status:
    before = _forecasts.get(volume.session_uid)
    now = survey.survey(depsgraph, volume, before.survey if before else None)
    count = f"{counted(len(now.looks), 'object')}, {counted(now.triangles, 'triangle')}"
    grid, warning, config = "", "", None
    try:
        config = volumes.bake_config(scene, volume)
        expected = _expect(volume, now, config)
        x, y, z = expected.shape.tolist()
        grid = f"{x:,} × {y:,} × {z:,}, about {size(expected.memory)}"
        warning = _warning(volume, now, expected.memory)
        # As the bake would; the panel need not tell more.
        navcore.check_limit(expected, config)
    except navcore.NavError as error:
        warning = sentence(told(scene, error))
    nav = volumes.stored_bake(volume)
    markers = tuple(_marker_status(marker, nav) for marker in volumes.markers_inside(scene, volume))
    if nav is None:
        words = sentence(volumes.damage_of(volume)) or "Not baked yet"
        return Status("NEVER", words, count, grid, warning, markers, "", now)
    why = _out_of_date(depsgraph, volume, nav, config, now)
    frame = frames.words(scene, nav, frames.are_animated(now.looks))
    islands = int(nav.components.max(initial=-1)) + 1
    took = volume.volant.volume.baked_seconds
    figures = f"{counted(len(nav.cells), 'cell')}, {counted(islands, 'island')}" + (
        f", {seconds(took)}" if took else ""
    )
    return Status("STALE" if why else "FRESH", why or figures, count, grid, warning, markers, frame, now)


def _expect(volume: bpy.types.Object, now: survey.Survey, config: navcore.BakeConfig) -> Expected:
    """What a bake will take; as known when neither sources nor settings have changed."""
    known = _forecasts.get(volume.session_uid)
    if known is None or known.survey != now or known.config != config:
        known = _forecasts[volume.session_uid] = _Forecast(now, config, navcore.expect(now.sample, config))
    return known.expected


def _warning(volume: bpy.types.Object, now: survey.Survey, memory: int) -> str:
    settings = volume.volant.volume
    if settings.sources == "COLLECTION" and settings.collection is None:
        return "Choose the collection that holds the obstacles"
    if not now.triangles:
        return {
            "VISIBLE": "No visible object has faces: everything will be free",
            "SELECTED": "No selected object has faces: everything will be free",
            "COLLECTION": "Nothing in this collection has faces: everything will be free",
        }[settings.sources]
    if memory > _MUCH_MEMORY:
        return f"This needs about {size(memory)} of memory; a larger Voxel Size or a smaller box needs less"
    return ""


def _out_of_date(
    depsgraph: bpy.types.Depsgraph,
    volume: bpy.types.Object,
    nav: navcore.NavVolume,
    config: navcore.BakeConfig | None,
    now: survey.Survey,
) -> str:
    """Why a bake is not what a new one would be; empty when it is, or when it was imported and cannot be compared."""
    settings = volume.volant.volume
    if not settings.baked_from:
        return ""
    if config is not None:
        wanted: dict[str, Any] = navcore.bake_metadata(volume.name, config)["settings"]
        baked = nav.metadata.get("settings", {})
        for name, words in _SETTINGS.items():
            if not _same(wanted.get(name), baked.get(name)):
                return words
    # What was chosen by being selected stays chosen, whatever is selected now.
    by_selection = settings.sources == "SELECTED"
    compared = survey.survey(depsgraph, None) if by_selection else now
    return survey.changes(settings.baked_from, compared, by_selection)


def _same(one: Any, other: Any) -> bool:
    """Whether two settings are equal but for the last digits of single precision."""
    if one is None or other is None or isinstance(one, bool):
        return bool(one == other)
    first, second = np.asarray(one, np.float64), np.asarray(other, np.float64)
    return first.shape == second.shape and bool(np.allclose(first, second, rtol=1e-6, atol=1e-6))


def _marker_status(marker: bpy.types.Object, nav: navcore.NavVolume | None) -> MarkerStatus:
    """What a marker keeps of all free space, by the last bake."""
    if nav is None:
        return MarkerStatus(marker.name, "", True)
    cells, _points, distances = nav.nearest(np.array([marker.matrix_world.translation]))
    if distances[0] > 2.0 * nav.voxel_size:
        return MarkerStatus(marker.name, "in no kept space", False)
    kept = _volume(nav.cells[nav.components == nav.components[cells[0]]])
    return MarkerStatus(marker.name, f"keeps {kept / (_volume(nav.cells) + _volume(nav.removed())):.0%}", True)


def _volume(boxes: Any) -> float:
    """Voxels in boxes, (n, 2, 3)."""
    return float((boxes[:, 1] - boxes[:, 0]).prod(axis=1, dtype=np.float64).sum())
