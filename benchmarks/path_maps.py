# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The published queries of the voxel maps, with a query's settings left alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from . import charts, voxel_maps
from .fresh_process import Case, Counts, Measurement, measure
from .query_figures import query_figures
from .tables import HERE, NONE, counted, number, span, table, verdict

#: The most that the mean of length / the grid's shortest may be, by map.
MOST_LENGTH = {"Simple": 0.902, "Complex": 0.914, "A1": 0.920, "DA1": 0.921, "BC1": 0.945}
_MOST_EXPANDED = 400
#: Lengths of [Massonnat 2023] over the grid's, as nearly as it tells.
_MERGED_LENGTH = 0.95

_HEADER = (
    *("map", "cells", "queries", "solved", "length / grid optimum", "at most", "expanded"),
    *("sight checks: search", "refining"),
    *(f"{name} {HERE}" for name in ("ms mean", "median", "95 %", "first query")),
)


@cache
def measured(name: str, count: int, limit: float) -> Measurement:
    """A map's queries in a fresh process; run once, however many parts of the report need them."""
    place = voxel_maps.folder()
    if place is None:
        return Measurement(None, problem="no maps")
    print(f"{count} queries on {name} …", file=sys.stderr, flush=True)
    files = {kind: str(voxel_maps.map_file(place, name, kind)) for kind in ("3dmap", "3dscen")}
    return measure("benchmarks.path_maps:case", limit, path=files["3dmap"], scenario=files["3dscen"], count=count)


def case(path: str, scenario: str, count: int) -> Case:
    """For `fresh_process`: queries on a baked map."""
    from volant import navcore

    nav = voxel_maps.merged(*voxel_maps.read_map(Path(path)))
    queries = voxel_maps.evenly_chosen(voxel_maps.read_queries(Path(scenario)), count)

    def work() -> list[tuple[Any, float]]:
        answers = []
        for row in queries:
            # Of the processor: queries run in one thread, and other work on the machine must not count.
            began = time.process_time()
            path = navcore.find_path(nav, row[:3] + 0.5, row[3:6] + 0.5)
            answers.append((path, time.process_time() - began))
        return answers

    def counts(answers: Any) -> Counts:
        paths, seconds = ([answer[index] for answer in answers] for index in (0, 1))
        return {
            **query_figures(paths, seconds),
            "cells": len(nav.cells),
            "ratios": voxel_maps.against_optimum(paths, queries),
            "each": [[path.length, path.stats["expanded"], taken] for path, taken in answers],
        }

    return work, counts


def report(names: Sequence[str], count: int, limit: float, folder: Path | None) -> str:
    """Answer `count` queries of each map and say in Markdown what came of it."""
    if voxel_maps.folder() is None:
        return voxel_maps.absent()
    runs = {name: measured(name, count, limit) for name in names}
    lines = [
        "Published queries of the Warframe voxel maps between the centres of their voxels, in the order given, "
        "with the default settings, one run. Milliseconds are of the processor, so that other work on the machine "
        "does not count. The first query of a map prepares what all share; it counts.",
        "",
        table(_HEADER, [_row(name, run) for name, run in runs.items()]),
        "",
        *_verdicts(runs),
    ]
    finished = {name: run for name, run in runs.items() if run.finished}
    if folder is not None and finished:
        _draw(finished, folder)
        lines += ["", charts.link("maps", "Length against the grid's optimum, and milliseconds, for each map")]
    return "\n".join(lines)


def _row(name: str, run: Measurement) -> list[str]:
    if not run.finished:
        return [name, run.problem, *[NONE] * (len(_HEADER) - 2)]
    times = ("milliseconds", "median_milliseconds", "slow_milliseconds")
    return [
        name,
        *counted(run, "cells", "queries", "found"),
        number(_length(run), 4),
        number(MOST_LENGTH[name], 3),
        *(number(run.counts[key], 1) for key in ("expanded", "sight_checks", "refine_sight_checks")),
        *(number(run.counts[key], 1) for key in times),
        number(1e3 * run.counts["each"][0][2], 1),
    ]


def _length(run: Measurement) -> float:
    return float(np.mean(run.counts["ratios"]))


def _verdicts(runs: dict[str, Measurement]) -> list[str]:
    failed = [f"{name}: {run.problem}" for name, run in runs.items() if not run.finished]
    unsolved, long, wide = list(failed), list(failed), list(failed)
    for name, run in runs.items():
        if run.finished:
            missing = run.counts["queries"] - run.counts["found"]
            unsolved += [f"{name} lacks {missing}"] * (missing > 0)
            long += [f"{name} {_length(run):.4f}"] * (_length(run) > MOST_LENGTH[name])
            wide += [f"{name} {run.counts['expanded']:.0f}"] * (run.counts["expanded"] > _MOST_EXPANDED)
    limits = ", ".join(f"{name} {MOST_LENGTH[name]:.3f}" for name in runs)
    done = {name: run for name, run in runs.items() if run.finished}
    found, asked = (sum(run.counts[key] for run in done.values()) for key in ("found", "queries"))
    return [
        verdict("every published query of the voxel maps is solved", unsolved, f"{found:,} of {asked:,}"),
        verdict(
            f"the mean of length / grid optimum is at most {limits}",
            long,
            ", ".join(f"{name} {_length(run):.4f}" for name, run in done.items()),
        ),
        verdict(
            f"on each map at most {_MOST_EXPANDED} cells are expanded on average",
            wide,
            span((run.counts["expanded"] for run in done.values()), 1),
        ),
    ]


def _draw(runs: dict[str, Measurement], folder: Path) -> None:
    """For each map where the middle 90 % lie, the mean, and what was asked."""
    names = list(runs)
    places = np.arange(len(names))[::-1]
    with charts.chart(folder, "maps", 1, 2, (9.5, 0.55 * len(names) + 1.4)) as axes:
        lengths, times = axes[0]
        for place, name in zip(places, names, strict=True):
            run = runs[name]
            for axis, values, mean in (
                (lengths, run.counts["ratios"], _length(run)),
                (times, [1e3 * row[2] for row in run.counts["each"]], run.counts["milliseconds"]),
            ):
                axis.plot(np.quantile(values, (0.05, 0.95)), (place, place), color=charts.SKY, linewidth=7)
                axis.plot(mean, place, "o", color=charts.BLUE, label="mean" if place == 0 else None)
            asked = "at most" if place == 0 else None
            lengths.plot(
                [MOST_LENGTH[name]] * 2, (place - 0.3, place + 0.3), color=charts.RED, linewidth=2, label=asked
            )
        lengths.axvline(_MERGED_LENGTH, color=charts.BLACK, linestyle=":", label="merged source, about")
        lengths.set_title("Length / grid optimum (bar: middle 90 %)")
        times.set_title("Milliseconds a query (bar: middle 90 %)")
        charts.logarithmic(times.xaxis)
        for axis in (lengths, times):
            axis.set_yticks(places, names)
            axis.set_ylim(-0.6, len(names) - 0.4)
            axis.grid(visible=False, axis="y")
        charts.legend_below(lengths)
