# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the panel tells of a path."""

from __future__ import annotations

import bpy

from ... import navcore
from .. import session
from ..objects import volume_box, volumes
from ..scene.precision import Corner
from ..session.questions import Result
from ..wording import counted, length, listed, seconds, sentence


def summary(scene: bpy.types.Scene, known: Result | None) -> str:
    """A path in a word or two, for its row."""
    if known is None:
        return ""
    if known.problem:
        return "!"
    if known.is_pending:
        return "searching…"
    found = [path for path in known.answers if path.found]
    if not found:
        return "no path"
    if len(known.answers) == 1:
        return length(scene, found[0].length)
    return f"{len(found)} of {counted(len(known.answers), 'goal')}"


def details(scene: bpy.types.Scene, known: Result | None) -> list[tuple[str, bool]]:
    """What a path's row does not tell of it, in sentences, each with whether it is good news.

    While the true path is searched there are as many as the path of the moment lets expect, so that little below them
    jumps, but none tells what may not hold.
    """
    if known is None:
        return []
    if known.problem:
        return [(sentence(known.problem), False)]
    told = []
    place = ("onto the floor", "on a floor") if _is_walked(known) else ("into free space", "in free space")
    elsewhere = _other_volumes(scene, known)
    for number, path in enumerate(known.answers, start=1):
        where = f"{number}: " if len(known.answers) > 1 else ""
        words, is_good = elsewhere.get(number, ""), False
        if number - 1 in known.barred:
            words = f"no path: {_movers(known)} in the way at this frame"
        if not words:
            words, is_good = _outcome(scene, path, place, is_one_of_many=bool(where))
        if known.is_pending and not where and path.status is navcore.PathStatus.LIMIT_REACHED:
            # The true path is likely to be found, and then its row tells all.
            continue
        if words:
            told.append((f"{where}searching…", True) if known.is_pending else (f"{where}{words}", is_good))
    unheeded = _unheeded(scene, known)
    return [*told, (f"does not heed what moves: {listed(unheeded)}", False)] if unheeded else told


def _outcome(
    scene: bpy.types.Scene, path: navcore.Path, where: tuple[str, str], *, is_one_of_many: bool
) -> tuple[str, bool]:
    """What became of the way to one goal, and whether that is well; no words when its row tells all.

    where : what becomes of an end that had to be moved, and where one is not that could not be.
    """
    if path.found:
        moved = _ends(path.snapped)
        words = f"{length(scene, path.length)}, {moved} moved {where[0]}" if moved else length(scene, path.length)
        return (words if moved or is_one_of_many else ""), not moved
    lost = _ends(tuple(island < 0 for island in path.islands))
    if lost:
        return f"no path: {lost} not {where[1]}", False
    if path.status is navcore.PathStatus.DIFFERENT_ISLANDS:
        start, goal = (island + 1 for island in path.islands)
        return f"no path: start on island {start}, goal on {goal}", False
    return f"no path: {path.reason}", False


def _is_walked(known: Result) -> bool:
    """Whether a path leads over floors."""
    return known.answered is not None and isinstance(known.answered.nav, navcore.NavSurface)


def _unheeded(scene: bpy.types.Scene, known: Result) -> list[str]:
    """The names of dynamic objects that may be in the way of whoever walks: floors know none."""
    if not _is_walked(known) or known.answered is None:
        return []
    owner = volumes.find(known.answered.owner)
    return sorted(session.current().moving.of(scene, owner).looks) if owner is not None else []


def _movers(known: Result) -> str:
    """What is in the way that moves."""
    assert known.answered is not None, "barred is what was answered"
    names = sorted(known.answered.moving.looks)
    return f"{names[0]} is" if len(names) == 1 else "dynamic objects are"


def _other_volumes(scene: bpy.types.Scene, known: Result) -> dict[int, str]:
    """What to tell of goals, counted from 1, that cannot be reached because an end is in another volume."""
    asked = known.answered
    lost = {number: path for number, path in enumerate(known.answers, start=1) if -1 in path.islands}
    if asked is None or not lost:
        return {}
    boxes = {volume: volume_box.world_box(volume) for volume in volumes.scene_volumes(scene)}
    own = next((volume for volume in boxes if volume.session_uid == asked.owner), None)
    if own is None:
        return {}

    def holder(place: Corner) -> str:
        """The name of another volume that holds what the path's own does not; empty without one."""
        if volumes.is_inside(boxes[own], place):
            return ""
        return next((volume.name for volume, box in boxes.items() if volumes.is_inside(box, place)), "")

    told = {}
    for number, path in lost.items():
        start = holder(asked.start) if path.islands[0] < 0 else ""
        goal = holder(asked.goals[number - 1]) if path.islands[1] < 0 else ""
        if start or goal:
            told[number] = f"no path: {_in_other_volume(start, goal, own.name)}"
    return told


def _in_other_volume(start: str, goal: str, own: str) -> str:
    """That ends are in volumes of these names, empty for one that is not, and what to do about it."""
    if start == goal:
        return f"start and goal are in volume {start}; choose it as Volume under Search"
    if start and goal:
        where = f"start is in volume {start}, goal in {goal}"
    else:
        where = f"start is in volume {start}" if start else f"goal is in volume {goal}"
    return f"{where}; a path stays in one volume, this one in {own}"


def cost(known: Result | None) -> str:
    """What finding a path took, or that it is still searched; empty when nothing was searched."""
    if known is None or known.problem:
        return ""
    if known.is_pending:
        return "Searching…"
    stats = [path.stats for path in known.answers if path.found]
    links = sum(leg.link >= 0 for path in known.answers for leg in path.legs)
    if not stats:
        return ""
    expanded = int(sum(each.get("expanded", 0) for each in stats))
    checks = int(sum(each.get("sight_checks", 0) + each.get("refine_sight_checks", 0) for each in stats))
    if _is_walked(known):
        over = f" · {counted(links, 'link')}" if links else ""
        return f"{seconds(known.seconds)} · {counted(expanded, 'step')} of the search{over}"
    return f"{seconds(known.seconds)} · {counted(expanded, 'cell')} · {counted(checks, 'sight check')}"


def _ends(concerned: tuple[bool, ...]) -> str:
    """Which of a path's two ends, in words."""
    return " and ".join(name for name, is_it in zip(("start", "goal"), concerned, strict=True) if is_it)
