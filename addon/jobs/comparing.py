# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several ways between the same two points, drawn together and told in a table."""

from __future__ import annotations

import colorsys
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import count

import bpy

from ... import navcore
from .. import session
from ..objects import volumes
from ..properties.path import METHODS, SHAPES
from ..session.questions import shown_of
from ..wording import length, seconds
from . import tasks
from .job import Job

#: How many alternatives are looked for: as many as stay apart in a view.
ALTERNATIVES = 4


class ComparingJob(Job):
    """Finds several paths for the question that a path object asks; `NavError` when it asks none."""

    def __init__(self, start: bpy.types.Object) -> None:
        super().__init__("Searching")
        known = session.current().preview.result(start)
        if known is None or known.answered is None or known.eroded is None or known.is_pending:
            raise navcore.PathError(f"{start.name} asks nothing yet: {known.problem if known else 'choose a goal'}")
        self._uid = start.session_uid
        self._question = known.answered
        self._nav = known.eroded

    def asked(self) -> tasks.Values:
        question = self._question
        return {"volume": tasks.volume_values(self._nav), "start": question.start, "goal": question.goals[0]}

    @abstractmethod
    def labels(self) -> Iterator[str]:
        """What each path is called, in their order."""

    def store(self, context: bpy.types.Context, answer: tasks.Values) -> str:
        start = volumes.find(self._uid)
        known = session.current().preview.result(start) if start else None
        if known is None or known.question != self._question:
            raise navcore.PathError("the path was changed or deleted meanwhile; compare again")
        drawn = []
        rows = context.window_manager.volant.rows
        rows.clear()
        number_of_paths = len(answer["paths"])
        # There may be fewer routes than labels for them.
        for number, (values, label) in enumerate(zip(answer["paths"], self.labels(), strict=False)):
            path = tasks.path_of(values)
            color = distinct_color(number, number_of_paths)
            base = shown_of(known, color)[0]
            drawn.append(replace(base, path=path, color=color))
            row = rows.add()
            row.label, row.color = label, color
            _fill(row, context.scene, path)
        context.window_manager.volant.rows_of = str(self._uid)
        session.current().preview.show_instead(self._uid, self._question, drawn)
        return f"{number_of_paths} paths"


def _fill(row: bpy.types.PropertyGroup, scene: bpy.types.Scene, path: navcore.Path) -> None:
    stats = path.stats
    row.length = length(scene, path.length) if path.found else "no path"
    row.time = seconds(stats["seconds"])
    row.expanded = int(stats["expanded"])
    row.checks = int(stats.get("sight_checks", 0) + stats.get("refine_sight_checks", 0))


class CompareJob(ComparingJob):
    """Every method with a taut path, and every shape of what the best method finds."""

    task = "compare"

    def asked(self) -> tasks.Values:
        return {**super().asked(), "variants": [(label, asdict(config)) for label, config in _variants()]}

    def labels(self) -> Iterator[str]:
        return (label for label, _config in _variants())


def _variants() -> Iterator[tuple[str, navcore.PathConfig]]:
    yield "Best, Taut", navcore.PathConfig()
    for method, name, _tip in METHODS:
        if method != "BEST":
            yield f"{name}, Taut", navcore.PathConfig(algorithm=method, h=1.0)
    for shape, name, _tip in SHAPES:
        if shape != "taut":
            yield f"Best, {name}", navcore.PathConfig(refine=shape)


class AlternativesJob(ComparingJob):
    """The best routes that really differ."""

    task = "alternatives"

    def asked(self) -> tasks.Values:
        return {**super().asked(), "most": ALTERNATIVES, "config": asdict(self._question.config)}

    def labels(self) -> Iterator[str]:
        return (f"Route {number}" for number in count(1))


def distinct_color(number: int, count: int) -> tuple[float, float, float]:
    """One of `count` colours around the wheel, lighter and darker by turns so that neighbours differ for all eyes."""
    return colorsys.hsv_to_rgb(number / max(count, 1), 0.85, 1.0 if number % 2 == 0 else 0.55)


def is_shown(context: bpy.types.Context, start: bpy.types.Object) -> bool:
    """Whether what was compared still is what a path object asks."""
    is_compared = context.window_manager.volant.rows_of == str(start.session_uid)
    return is_compared and session.current().preview.is_instead(start.session_uid)


def as_text(rows: Sequence[bpy.types.PropertyGroup]) -> str:
    """The table as Markdown, to paste anywhere."""
    lines = ["| path | length | time | cells | sight checks |", "| --- | ---: | ---: | ---: | ---: |"]
    lines += [f"| {row.label} | {row.length} | {row.time} | {row.expanded:,} | {row.checks:,} |" for row in rows]
    return "\n".join(lines)
