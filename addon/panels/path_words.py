# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the panel tells of a path."""

from __future__ import annotations

import bpy

from ... import navcore
from ..session.questions import Result
from ..wording import counted, length, seconds, sentence


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
    for number, path in enumerate(known.answers, start=1):
        where = f"{number}: " if len(known.answers) > 1 else ""
        words, is_good = _outcome(scene, path, is_one_of_many=bool(where))
        if known.is_pending and not where and path.status is navcore.PathStatus.LIMIT_REACHED:
            # The true path is likely to be found, and then its row tells all.
            continue
        if words:
            told.append((f"{where}searching…", True) if known.is_pending else (f"{where}{words}", is_good))
    return told


def _outcome(scene: bpy.types.Scene, path: navcore.Path, is_one_of_many: bool) -> tuple[str, bool]:
    """What became of the way to one goal, and whether that is well; no words when its row tells all."""
    if path.found:
        moved = _ends(path.snapped)
        words = f"{length(scene, path.length)}, {moved} moved into free space" if moved else length(scene, path.length)
        return (words if moved or is_one_of_many else ""), not moved
    lost = _ends(tuple(island < 0 for island in path.islands))
    if lost:
        return f"no path: {lost} not in free space", False
    if path.status is navcore.PathStatus.DIFFERENT_ISLANDS:
        start, goal = (island + 1 for island in path.islands)
        return f"no path: start on island {start}, goal on {goal}", False
    return f"no path: {path.reason}", False


def cost(known: Result | None) -> str:
    """What finding a path took, or that it is still searched; empty when nothing was searched."""
    if known is None or known.problem:
        return ""
    if known.is_pending:
        return "Searching…"
    stats = [path.stats for path in known.answers if path.found]
    if not stats:
        return ""
    expanded = int(sum(each.get("expanded", 0) for each in stats))
    checks = int(sum(each.get("sight_checks", 0) + each.get("refine_sight_checks", 0) for each in stats))
    return f"{seconds(known.seconds)} · {counted(expanded, 'cell')} · {counted(checks, 'sight check')}"


def _ends(concerned: tuple[bool, ...]) -> str:
    """Which of a path's two ends, in words."""
    return " and ".join(name for name, is_it in zip(("start", "goal"), concerned, strict=True) if is_it)
