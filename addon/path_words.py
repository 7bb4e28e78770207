# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the panel tells of a path."""

from __future__ import annotations

import bpy

from .. import navcore
from . import preview
from .wording import counted, length, seconds, sentence


def summary(scene: bpy.types.Scene, known: preview.Result | None) -> str:
    """A path in a word or two, for its row."""
    if known is None:
        return ""
    if known.problem:
        return "!"
    found = [path for path in known.answers if path.found]
    if known.is_pending or not known.answers:
        return "…"
    if not found:
        return "no path"
    if len(known.answers) == 1:
        return length(scene, found[0].length)
    return f"{len(found)} of {counted(len(known.answers), 'goal')}"


def details(scene: bpy.types.Scene, known: preview.Result | None) -> list[tuple[str, bool]]:
    """What a path's row does not tell of it, in sentences, each with whether it is good news."""
    if known is None:
        return []
    if known.problem:
        return [(sentence(known.problem), False)]
    told = []
    for number, path in enumerate(known.answers, start=1):
        where = f"{number}: " if len(known.answers) > 1 else ""
        lost = _ends(tuple(island < 0 for island in path.islands))
        if path.found:
            moved = _ends(path.snapped)
            if moved or where:
                words = f", {moved} moved into free space" if moved else ""
                told.append((f"{where}{length(scene, path.length)}{words}", not moved))
        elif lost:
            told.append((f"{where}no path: {lost} not in free space", False))
        elif path.status is navcore.PathStatus.DIFFERENT_ISLANDS:
            start, goal = (island + 1 for island in path.islands)
            told.append((f"{where}no path: start on island {start}, goal on {goal}", False))
        else:
            told.append((f"{where}no path: {path.reason}", False))
    return told


def cost(known: preview.Result | None) -> str:
    """What finding a path took; empty when nothing was searched."""
    stats = [path.stats for path in known.answers if path.found] if known and not known.problem else []
    if known is None or not stats:
        return ""
    expanded = int(sum(each.get("expanded", 0) for each in stats))
    checks = int(sum(each.get("sight_checks", 0) + each.get("refine_sight_checks", 0) for each in stats))
    return f"{seconds(known.seconds)} · {counted(expanded, 'cell')} · {counted(checks, 'sight check')}"


def _ends(concerned: tuple[bool, ...]) -> str:
    """Which of a path's two ends, in words."""
    return " and ".join(name for name, is_it in zip(("start", "goal"), concerned, strict=True) if is_it)
