# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several ways between the same two points, drawn together and told in a table."""

from __future__ import annotations

import colorsys
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace

import bpy

from .. import navcore
from . import preview, volumes
from .background import Job
from .properties import METHODS, SHAPES
from .wording import length, seconds

#: How many alternatives are looked for: as many as stay apart in a view.
ALTERNATIVES = 4


class ComparingJob(Job):
    """Finds several paths for the question that a path object asks; `NavError` when it asks none."""

    def __init__(self, start: bpy.types.Object) -> None:
        super().__init__("Searching")
        known = preview.result(start)
        if known is None or known.answered is None or known.eroded is None or known.is_pending:
            raise navcore.PathError(f"{start.name} asks nothing yet: {known.problem if known else 'choose a goal'}")
        self._uid = start.session_uid
        self._question = known.answered
        self._nav = known.eroded
        self._found: list[tuple[str, navcore.Path]] = []

    @abstractmethod
    def labelled(self) -> Iterator[tuple[str, navcore.Path]]:
        """The paths, each with what it is called."""

    def work(self) -> None:
        self._found.extend(self.labelled())

    def store(self, context: bpy.types.Context) -> str:
        start = volumes.find(self._uid)
        known = preview.result(start) if start else None
        if known is None or known.question != self._question:
            raise navcore.PathError("the path was changed or deleted meanwhile; compare again")
        drawn = []
        rows = context.window_manager.volant.rows
        rows.clear()
        for number, (label, path) in enumerate(self._found):
            color = distinct_color(number, len(self._found))
            base = preview.shown_of(known, color)[0]
            drawn.append(replace(base, path=path, color=color))
            row = rows.add()
            row.label, row.color = label, color
            _fill(row, context.scene, path)
        context.window_manager.volant.rows_of = str(self._uid)
        preview.show_instead(self._uid, self._question, drawn)
        return f"{len(self._found)} paths"


def _fill(row: bpy.types.PropertyGroup, scene: bpy.types.Scene, path: navcore.Path) -> None:
    stats = path.stats
    row.length = length(scene, path.length) if path.found else "no path"
    row.time = seconds(stats["seconds"])
    row.expanded = int(stats["expanded"])
    row.checks = int(stats.get("sight_checks", 0) + stats.get("refine_sight_checks", 0))


class CompareJob(ComparingJob):
    """Every method with a taut path, and every shape of what the best method finds."""

    def labelled(self) -> Iterator[tuple[str, navcore.Path]]:
        variants = [("Best, Taut", navcore.PathConfig())]
        variants += [
            (f"{name}, Taut", navcore.PathConfig(algorithm=key, h=1.0)) for key, name, _tip in METHODS if key != "BEST"
        ]
        variants += [(f"Best, {name}", navcore.PathConfig(refine=key)) for key, name, _tip in SHAPES if key != "taut"]
        for number, (label, config) in enumerate(variants):
            if not self.tell(number / len(variants), label):
                raise navcore.Cancelled("cancelled while comparing; nothing was changed")
            yield label, self._one(config)

    def _one(self, config: navcore.PathConfig) -> navcore.Path:
        stage, done = self.stage, self.fraction
        asked = self._question
        return navcore.find_path(
            self._nav, asked.start, asked.goals[0], config, lambda _part, _stage: self.tell(done, stage)
        )


class AlternativesJob(ComparingJob):
    """The best routes that really differ."""

    def labelled(self) -> Iterator[tuple[str, navcore.Path]]:
        asked = self._question
        routes = navcore.k_routes(self._nav, asked.start, asked.goals[0], ALTERNATIVES, asked.config, self.tell)
        for number, path in enumerate(routes, start=1):
            yield f"Route {number}", path


def distinct_color(number: int, count: int) -> tuple[float, float, float]:
    """One of `count` colours around the wheel, lighter and darker by turns so that neighbours differ for all eyes."""
    return colorsys.hsv_to_rgb(number / max(count, 1), 0.85, 1.0 if number % 2 == 0 else 0.55)


def is_shown(context: bpy.types.Context, start: bpy.types.Object) -> bool:
    """Whether what was compared still is what a path object asks."""
    return context.window_manager.volant.rows_of == str(start.session_uid) and preview.is_instead(start.session_uid)


def as_text(rows: Sequence[bpy.types.PropertyGroup]) -> str:
    """The table as Markdown, to paste anywhere."""
    lines = ["| path | length | time | cells | sight checks |", "| --- | ---: | ---: | ---: | ---: |"]
    lines += [f"| {row.label} | {row.length} | {row.time} | {row.expanded:,} | {row.checks:,} |" for row in rows]
    return "\n".join(lines)
