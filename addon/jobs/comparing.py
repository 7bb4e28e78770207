# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several ways between the same two points, drawn together and told in a table."""

from __future__ import annotations

import colorsys
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import count
from typing import NamedTuple

import bpy
import numpy as np

from ... import navcore
from .. import session
from ..objects import paths, volumes
from ..properties.path import METHODS, SHAPES, WALK_METHODS
from ..session.questions import Ways, shown_of
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
        if known is None or known.answered is None or known.space is None or known.is_pending:
            raise navcore.PathError(f"{start.name} asks nothing yet: {known.problem if known else 'choose a goal'}")
        if known.answered.level is not None:
            raise navcore.PathError(f"{start.name} takes any way; choose Fly or Walk as its Way to see others")
        self._uid = start.session_uid
        self._question = known.answered
        self._nav = known.nav

    def asked(self) -> tasks.Values:
        question = self._question
        return {"space": tasks.space_values(self._nav), "start": question.start, "goal": question.goals[0]}

    @abstractmethod
    def labels(self) -> Iterator[str]:
        """What each path is called, in their order."""

    @abstractmethod
    def choices(self, found: Sequence[navcore.Path]) -> Iterator[_Choice]:
        """What there is to choose from."""

    def ways(self) -> Sequence[_Way]:
        """How each path was searched, where that is what tells them apart."""
        return ()

    def store(self, context: bpy.types.Context, answer: tasks.Values) -> str:
        start = volumes.find(self._uid)
        known = session.current().preview.result(start) if start else None
        if known is None or known.question != self._question:
            raise navcore.PathError("the path was changed or deleted meanwhile; compare again")
        found = [tasks.path_of(values) for values in answer["paths"]]
        drawn = []
        told = context.window_manager.volant
        told.rows.clear()
        told.choices.clear()
        # There may be fewer routes than labels for them.
        for number, (path, label) in enumerate(zip(found, self.labels(), strict=False)):
            color = distinct_color(number, len(found))
            base = shown_of(known, color)[0]
            drawn.append(replace(base, path=path, color=color))
            row = told.rows.add()
            row.label, row.color = label, color
            _fill(row, context.scene, path)
        for row, way in zip(told.rows, self.ways(), strict=False):
            row.method, row.shape = way.method, way.shape
        for label, number, figure in self.choices(found):
            choice = told.choices.add()
            choice.label, choice.row = label, number
            choice.figure = getattr(told.rows[number], figure)
        told.rows_of = str(self._uid)
        configs = tuple(way.config for way in self.ways())
        session.current().preview.show_instead(self._uid, Ways(self._question, tuple(drawn), configs))
        return f"{len(found)} paths"


def _fill(row: bpy.types.PropertyGroup, scene: bpy.types.Scene, path: navcore.Path) -> None:
    stats = path.stats
    row.length = length(scene, path.length) if path.found else "no path"
    row.time = seconds(stats["seconds"])
    row.turns = f"turns by {_turned(path):.0f}°"
    row.expanded = int(stats["expanded"])
    row.checks = int(stats.get("sight_checks", 0) + stats.get("refine_sight_checks", 0))


def _turned(path: navcore.Path) -> float:
    """By how many degrees a path turns on its whole way."""
    runs = np.diff(path.points, axis=0)
    runs = runs[(runs != 0.0).any(axis=1)]
    runs /= np.linalg.norm(runs, axis=1, keepdims=True)
    return float(np.degrees(np.arccos(np.clip((runs[:-1] * runs[1:]).sum(axis=1), -1.0, 1.0))).sum())


class CompareJob(ComparingJob):
    """Every method with a taut path, and every shape of what the best method finds; over floors every method."""

    task = "compare"

    def asked(self) -> tasks.Values:
        return {**super().asked(), "variants": [(way.label, asdict(way.config)) for way in self.ways()]}

    def labels(self) -> Iterator[str]:
        return (way.label for way in self.ways())

    def ways(self) -> Sequence[_Way]:
        if isinstance(self._question.nav, navcore.NavSurface):
            return [_Way(name, method, "") for method, name, _tip in WALK_METHODS]
        return list(_ways())

    def choices(self, found: Sequence[navcore.Path]) -> Iterator[_Choice]:
        numbers = [number for number, path in enumerate(found) if path.found]
        if not numbers:
            return
        yield _Choice("Shortest", min(numbers, key=lambda number: found[number].length), "length")
        yield _Choice("Fastest to Compute", min(numbers, key=lambda number: found[number].stats["seconds"]), "time")
        # Of several that turn as little, the shortest.
        smoothness = [(round(_turned(path), 3), path.length) for path in found]
        yield _Choice("Smoothest", min(numbers, key=smoothness.__getitem__), "turns")


class _Way(NamedTuple):
    """A method and a shape, as a path's settings name them; those over floors have no shape."""

    label: str
    method: str
    shape: str

    @property
    def config(self) -> navcore.PathConfig:
        return paths.config_of(self.method, self.shape) if self.shape else paths.walk_config(self.method)


class _Choice(NamedTuple):
    """What speaks for a path: in a word, which one it is, and which figure of its row shows it."""

    label: str
    number: int
    figure: str


def _ways() -> Iterator[_Way]:
    for method, name, _tip in METHODS:
        yield _Way(f"{name}, Taut", method, "taut")
    for shape, name, _tip in SHAPES:
        if shape != "taut":
            yield _Way(f"Best, {name}", "BEST", shape)


class AlternativesJob(ComparingJob):
    """The best routes that really differ."""

    task = "alternatives"

    def asked(self) -> tasks.Values:
        return {**super().asked(), "most": ALTERNATIVES, "config": asdict(self._question.config)}

    def labels(self) -> Iterator[str]:
        return (f"Route {number}" for number in count(1))

    def choices(self, found: Sequence[navcore.Path]) -> Iterator[_Choice]:
        for number, label in zip(range(len(found)), self.labels(), strict=False):
            yield _Choice(label, number, "length")


def distinct_color(number: int, count: int) -> tuple[float, float, float]:
    """One of `count` colours around the wheel, lighter and darker by turns so that neighbours differ for all eyes."""
    return colorsys.hsv_to_rgb(number / max(count, 1), 0.85, 1.0 if number % 2 == 0 else 0.55)


def is_shown(context: bpy.types.Context, start: bpy.types.Object) -> bool:
    """Whether what was compared still is what a path object asks."""
    is_compared = context.window_manager.volant.rows_of == str(start.session_uid)
    return is_compared and session.current().preview.ways(start.session_uid) is not None


def as_text(rows: Sequence[bpy.types.PropertyGroup]) -> str:
    """The table as Markdown, to paste anywhere."""
    lines = ["| path | length | turns | time | cells | sight checks |", "| --- | ---: | ---: | ---: | ---: | ---: |"]
    for row in rows:
        turns = row.turns.removeprefix("turns by ")
        lines.append(f"| {row.label} | {row.length} | {turns} | {row.time} | {row.expanded:,} | {row.checks:,} |")
    return "\n".join(lines)
