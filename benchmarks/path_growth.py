# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a query's cost grows: with the cells it expands, with its path's length, and with the number of cells."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from . import charts, path_maps, scenes, voxel_maps
from .fresh_process import Case, Counts, Measurement, measure
from .query_figures import query_figures
from .tables import HERE, NONE, counted, number, table, verdict

WORLDS = ("complex_scene", "cave", "single_sphere")
_SEED = 7
#: Below so many expanded cells, what every query costs hides how cost grows.
_FEWEST_EXPANDED = 16
#: The most that log(seconds) may rise with log(expanded); 1 is linear, the rest leaves room for noise.
_STEEPEST = 1.05
#: Queries of a map that are drawn, evenly spread.
_DRAWN = 100
_HEADER = (
    *("world", "depth", "cells", "queries", "solved", "expanded", "mean length"),
    *(f"{name} {HERE}" for name in ("ms mean", "µs an expanded cell")),
)

#: By world and depth.
Results = dict[tuple[str, int], Measurement]


def case(world: str, depth: int, count: int) -> Case:
    """For `fresh_process`: random queries in a world at some depth; the same points at every depth."""
    from volant import navcore

    scene = scenes.read(world)
    coarse = replace(scene.config, max_depth=5, voxel_size=None)
    places = _places(navcore.bake(scene.vertices, scene.triangles, coarse), 2 * count)
    nav = navcore.bake(scene.vertices, scene.triangles, replace(coarse, max_depth=depth))
    pairs = list(zip(places[::2], places[1::2], strict=True))
    navcore.find_path(nav, *pairs[0])

    def counts(paths: Any) -> Counts:
        lengths = [path.length for path in paths if path.found]
        return {"cells": len(nav.cells), "length": float(np.mean(lengths or [np.nan])), **query_figures(paths)}

    return lambda: [navcore.find_path(nav, *pair) for pair in pairs], counts


def report(
    maps: Sequence[str], queries: int, depths: Sequence[int], pairs: int, limit: float, folder: Path | None
) -> str:
    """Say in Markdown how cost grows over the maps' queries and in worlds at several depths."""
    runs = {} if voxel_maps.folder() is None else {name: path_maps.measured(name, queries, limit) for name in maps}
    each = {name: np.array(run.counts["each"]) for name, run in runs.items() if run.finished}
    results: Results = {}
    for world in WORLDS:
        for depth in depths:
            print(f"{world} at depth {depth} …", file=sys.stderr, flush=True)
            results[world, depth] = measure("benchmarks.path_growth:case", limit, world=world, depth=depth, count=pairs)
    slopes = {name: _slope(figures) for name, figures in each.items()}
    everything = _slope(np.concatenate(list(each.values()))) if each else None
    lines = [
        "How steeply seconds rise with expanded cells over the queries of the maps above, as the slope of a line "
        f"through the logarithms of both (1 is linear), from {_FEWEST_EXPANDED} expanded cells up; and the same "
        f"{pairs} random queries in worlds baked ever finer. One run, after one query to warm up.",
        "",
        table(
            ("map", "queries counted", f"slope of seconds over expanded {HERE}"),
            [[name, number(len(_counted(each[name]))), number(slope, 2)] for name, slope in slopes.items()]
            + [["all", number(sum(len(_counted(figures)) for figures in each.values())), number(everything, 2)]],
        ),
        "",
        table(_HEADER, [_row(world, depth, run) for (world, depth), run in results.items()]),
        "",
        verdict(
            f"seconds grow no faster than linearly with expanded cells (slope at most {_STEEPEST})",
            None if everything is None else [f"{everything:.2f}"] * (everything > _STEEPEST),
            number(everything, 2),
            here=True,
        ),
        _fewer(results),
    ]
    if folder is not None:
        _draw(each, results, folder)
        lines += ["", charts.link("growth", "Milliseconds and expanded cells against length and number of cells")]
    return "\n".join(lines)


def _places(nav: Any, count: int) -> list[Any]:
    """Centres of random cells of the largest component, weighted by their volume so that all space counts alike."""
    component = np.bincount(nav.components).argmax()
    cells = np.flatnonzero(nav.components == component)
    sizes = (nav.cells[cells, 1] - nav.cells[cells, 0]).prod(axis=1)
    random = Random(_SEED)
    places = []
    for cell in random.choices(cells.tolist(), weights=sizes.tolist(), k=count):
        low, high = nav.boxes()[cell]
        places.append(low + (high - low) * [random.uniform(0.1, 0.9) for _axis in range(3)])
    return places


def _counted(figures: Any) -> Any:
    """Rows of length, expanded and seconds that tell something of growth."""
    return figures[figures[:, 1] >= _FEWEST_EXPANDED]


def _slope(figures: Any) -> float | None:
    rows = _counted(figures)
    if len(rows) < 3:
        return None
    return float(np.polyfit(np.log(rows[:, 1]), np.log(rows[:, 2]), 1)[0])


def _row(world: str, depth: int, run: Measurement) -> list[str]:
    if not run.finished:
        return [world, str(depth), run.problem, *[NONE] * (len(_HEADER) - 3)]
    counts = run.counts
    return [
        *(world, str(depth), *counted(run, "cells", "queries", "found")),
        *(number(counts["expanded"], 1), number(counts["length"], 3), number(counts["milliseconds"], 2)),
        number(1e3 * counts["milliseconds"] / counts["expanded"], 0),
    ]


def _fewer(results: Results) -> str:
    """Whether expanded cells grow more slowly than cells do."""
    against, growths = [], []
    for world in WORLDS:
        runs = [run for (name, _depth), run in results.items() if name == world]
        if not all(run.finished for run in runs):
            against.append(f"{world} did not finish")
        elif len(runs) > 1:
            first, last = runs[0].counts, runs[-1].counts
            cells, expanded = (last[key] / first[key] for key in ("cells", "expanded"))
            growths.append(f"{world} {expanded:.1f} times, cells {cells:.1f} times")
            against += growths[-1:] * (expanded > cells)
    return verdict("expanded cells grow no faster than the number of cells", against, "; ".join(growths))


def _draw(each: dict[str, Any], results: Results, folder: Path) -> None:
    with charts.chart(folder, "growth", 2, 2, (9.5, 7.2)) as axes:
        by_expanded, by_length, cells_expanded, cells_time = axes.ravel()
        for (name, figures), colour in zip(each.items(), charts.COLOURS, strict=False):
            length, expanded, seconds = figures[:: max(1, len(figures) // _DRAWN)].T
            style = {"color": colour, "markersize": 2.5, "alpha": 0.6, "label": name}
            by_expanded.plot(expanded, 1e3 * seconds, "o", **style)
            by_length.plot(length, expanded, "o", **style)
        if each:
            middle = np.median(_counted(np.concatenate(list(each.values()))), axis=0)
            ends = np.array((1.0, max(figures[:, 1].max() for figures in each.values())))
            by_expanded.plot(ends, 1e3 * middle[2] / middle[1] * ends, color=charts.BLACK, linewidth=1, label="linear")
        for world, colour, marker in zip(WORLDS, charts.COLOURS, charts.MARKERS, strict=False):
            runs = [run.counts for (name, _depth), run in results.items() if name == world and run.finished]
            for axis, key in ((cells_expanded, "expanded"), (cells_time, "milliseconds")):
                axis.plot([c["cells"] for c in runs], [c[key] for c in runs], marker + "-", color=colour, label=world)
        for axis, x, y in (
            (by_expanded, "expanded cells", "milliseconds"),
            (by_length, "length of the path, voxels", "expanded cells"),
            (cells_expanded, "cells of the volume", "expanded cells, mean"),
            (cells_time, "cells of the volume", "milliseconds, mean"),
        ):
            axis.set(xlabel=x, ylabel=y)
            charts.logarithmic(axis.xaxis)
            charts.logarithmic(axis.yaxis)
            if axis.get_legend_handles_labels()[0]:
                axis.legend(markerscale=2.0 if axis in (by_expanded, by_length) else 1.0)
        by_expanded.set_title(f"Queries of the voxel maps, {_DRAWN} of each at most")
        by_length.set_title(f"Queries of the voxel maps, {_DRAWN} of each at most")
        cells_expanded.set_title("The same queries, finer voxels")
        cells_time.set_title("The same queries, finer voxels")
