# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of progressive [Hung & He 2016] remade in worlds built after its scenes, beside what it published."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import charts, scenes
from .fresh_process import Case, Counts, Measurement, measure
from .query_figures import warm_milliseconds
from .tables import HERE, NONE, number, span, table, verdict

ALGORITHMS = {"astar": "A*", "theta": "Theta*", "lazy_theta": "Lazy Theta*"}
#: Octrees by the names the source gives them: what sets them apart from a default bake.
TREES = {
    "Octree": {"merge": False, "balanced": False},
    "Progressive octree": {"merge": False, "balanced": True},
    "Volant": {},
}
#: Length and milliseconds that the source states for the two halves of each table, row by row. Lengths are in percent
#: (of the optimum, it seems) but for the complex scene's, which are in units of its own.
PUBLISHED = {
    ("wall", "Octree", "astar"): (125.18, 1.6, 124.56, 4.5),
    ("wall", "Octree", "theta"): (101.58, 11.8, 109.24, 53.0),
    ("wall", "Octree", "lazy_theta"): (101.73, 6.6, 109.48, 22.1),
    ("wall", "Progressive octree", "astar"): (125.19, 4.6, 126.27, 5.8),
    ("wall", "Progressive octree", "theta"): (101.58, 21.5, 101.63, 42.7),
    ("wall", "Progressive octree", "lazy_theta"): (101.39, 10.6, 102.27, 18.1),
    ("sphere", "Octree", "astar"): (121.38, 1.5, 121.03, 28.0),
    ("sphere", "Octree", "theta"): (104.59, 6.7, 102.71, 236.1),
    ("sphere", "Octree", "lazy_theta"): (104.65, 4.2, 102.34, 114.8),
    ("sphere", "Progressive octree", "astar"): (127.43, 3.3, 126.88, 55.6),
    ("sphere", "Progressive octree", "theta"): (103.49, 6.3, 101.23, 229.4),
    ("sphere", "Progressive octree", "lazy_theta"): (103.68, 3.2, 101.16, 108.8),
    ("complex", "Octree", "astar"): (3.2472, 9.5, 3.3302, 5.3),
    ("complex", "Octree", "theta"): (2.4108, 23.9, 2.4600, 45.5),
    ("complex", "Octree", "lazy_theta"): (2.4135, 9.5, 2.4592, 16.3),
    ("complex", "Progressive octree", "astar"): (3.3949, 14.1, 3.3222, 7.15),
    ("complex", "Progressive octree", "theta"): (2.4009, 17.59, 2.4158, 43.1),
    ("complex", "Progressive octree", "lazy_theta"): (2.4057, 7.78, 2.4205, 14.6),
}
#: For each table the world, and for each half its name, depth (0: the scene's own), graph, and whether the ends are
#: swapped.
HALVES = {
    "wall": ("single_wall", (("source sparse", 0, "cells", 0), ("destination sparse", 0, "cells", 1))),
    "sphere": ("single_sphere", (("depth 7", 7, "cells", 0), ("depth 9", 9, "cells", 0))),
    "complex": ("complex_scene", (("edge-corner graph", 0, "corners", 0), ("dual graph", 0, "cells", 0))),
}
TITLES = {"wall": "A single wall", "sphere": "A single sphere", "complex": "A complex scene"}

#: What each algorithm found, by table, half and tree.
Results = dict[tuple[str, str, str], Measurement]


def case(world: str, tree: str, depth: int, graph: str, swapped: int) -> Case:
    """For `fresh_process`: a world's own path by every algorithm on one tree."""
    from volant import navcore

    scene = scenes.read(world)
    config = replace(scene.config, **TREES[tree])
    if depth:
        config = replace(config, max_depth=depth, voxel_size=None)
    nav = navcore.bake(scene.vertices, scene.triangles, config)
    start, goal = scene.ends[::-1] if swapped else scene.ends
    ways = {name: navcore.PathConfig(algorithm=name, h=1.0, graph=graph, refine="none") for name in ALGORITHMS}
    if tree == "Volant":
        ways = {"default": navcore.PathConfig()}

    def work() -> dict[str, Any]:
        return {
            name: warm_milliseconds(lambda way=way: navcore.find_path(nav, start, goal, way))
            for name, way in ways.items()
        }

    def counts(answers: Any) -> Counts:
        found = {
            name: {
                "length": path.length,
                "expanded": path.stats["expanded"],
                "sight_checks": path.stats["sight_checks"] + path.stats["refine_sight_checks"],
                "milliseconds": milliseconds,
            }
            for name, (path, milliseconds) in answers.items()
        }
        shortest = None if world == "complex_scene" else scenes.shortest_length(world)
        return {"cells": len(nav.cells), "shortest": shortest, "found": found}

    return work, counts


def report(tables: Sequence[str], deepest: int, limit: float, folder: Path | None) -> str:
    """Remake some of the tables, of depths up to `deepest`, and say in Markdown what came of it."""
    results: Results = {}
    for name in tables:
        world, halves = HALVES[name]
        for half, depth, graph, swapped in halves:
            if depth > deepest:
                continue
            for tree in TREES:
                if tree == "Volant" and graph == "corners":
                    continue
                print(f"{world}, {half}, {tree} …", file=sys.stderr, flush=True)
                options = {"tree": tree, "depth": depth, "graph": graph, "swapped": swapped}
                results[name, half, tree] = measure("benchmarks.path_progressive:case", limit, world=world, **options)
    lines = [
        "Theirs are the published figures of another machine, which the slides do not name, and of other scenes. "
        "Lengths are in percent of the true optimum, for the complex scene in scene units. Nodes are octree leaves, "
        "entered at the best point of a portal instead of the leaf's centre; g = h = 1, nothing refined. *Volant* is a "
        "bake and a query with nothing set: merged cells, taut. Milliseconds are the median of three after one to warm "
        "up, or the second where that takes over two seconds.",
    ]
    for name in tables:
        lines += ["", f"### {TITLES[name]}", "", *_tables(name, results)]
    lines += ["", *_verdicts(results)]
    if folder is not None:
        _draw(results, folder)
        lines += ["", charts.link("progressive", "Lengths in percent of the optimum, ours and published")]
    return "\n".join(lines)


def _tables(name: str, results: Results) -> list[str]:
    halves = [half for table_name, half, _tree in results if table_name == name]
    lines = []
    for half in dict.fromkeys(halves):
        side = 2 * [found for found, *_rest in HALVES[name][1]].index(half)
        unit = "length" if name == "complex" else "length %"
        figures = (unit, "theirs", "expanded", "sight checks", "ms, theirs", f"ms {HERE}")
        header = ("structure", "algorithm", "cells", *figures)
        rows = []
        for tree in TREES:
            run = results.get((name, half, tree))
            if run is None:
                continue
            if not run.finished:
                rows.append([tree, run.problem, *[NONE] * 7])
                continue
            for algorithm, found in run.counts["found"].items():
                theirs = PUBLISHED.get((name, tree, algorithm), (None,) * 4)[side : side + 2]
                rows.append(
                    [
                        tree,
                        ALGORITHMS.get(algorithm, algorithm),
                        number(run.counts["cells"]),
                        number(_length(run, algorithm), 4 if name == "complex" else 2),
                        number(theirs[0], 4 if name == "complex" else 2),
                        number(found["expanded"]),
                        number(found["sight_checks"]),
                        number(theirs[1], 1),
                        number(found["milliseconds"], 1),
                    ]
                )
        lines += [f"**{half.capitalize()}**", "", table(header, rows), ""]
    return lines[:-1]


def _length(run: Measurement, algorithm: str) -> float:
    """In percent of the optimum where that is known."""
    length: float = run.counts["found"][algorithm]["length"]
    return 100.0 * length / run.counts["shortest"] if run.counts["shortest"] else length


def _verdicts(results: Results) -> list[str]:
    longer, behind, defaults = [], [], []
    corners = None
    near: list[tuple[float, float]] = []
    for (name, half, tree), run in results.items():
        if not run.finished:
            behind.append(f"{name}, {half}, {tree}: {run.problem}")
        elif tree != "Volant" and name != "complex":
            side = 2 * [found for found, *_rest in HALVES[name][1]].index(half)
            for algorithm in ALGORITHMS:
                ours, theirs = _length(run, algorithm), PUBLISHED[name, tree, algorithm][side]
                near.append((ours, theirs))
                behind += [f"{name}, {half}, {tree}, {ALGORITHMS[algorithm]} {ours:.2f} %"] * (ours > theirs)
            default = results.get((name, half, "Volant"))
            if default and default.finished:
                best, ours = min(_length(run, algorithm) for algorithm in ALGORITHMS), _length(default, "default")
                defaults.append(ours)
                longer += [f"{name}, {half}: {ours:.3f} % against {best:.3f} % on {tree}"] * (ours > best + 1e-9)
        elif half == "edge-corner graph":
            dual = results.get((name, "dual graph", tree))
            if dual and dual.finished:
                pairs = {key: (_length(run, key), _length(dual, key)) for key in ALGORITHMS}
                corners = (corners or []) + [
                    f"{tree}, {ALGORITHMS[key]} {edge:.4f} against {cells:.4f}"
                    for key, (edge, cells) in pairs.items()
                    if edge > cells
                ]
    lengths = [span((pair[side] for pair in near), 2, " %") for side in (0, 1)]
    return [
        verdict(
            "every algorithm is as near to the optimum as the published one, or nearer",
            behind,
            f"{lengths[0]} of it, published {lengths[1]}",
        ),
        verdict(
            "the default's path is no longer than any algorithm's on the source's octrees",
            longer,
            span(defaults, 2, " % of the optimum"),
        ),
        verdict("the edge-corner graph's paths are no longer than the dual graph's, as in the source", corners),
    ]


def _draw(results: Results, folder: Path) -> None:
    """Lengths in percent, a panel for each half whose optimum is known."""
    panels = list(dict.fromkeys((name, half) for name, half, _tree in results if name != "complex"))
    if not panels:
        return
    labels = [f"{tree.removesuffix(' octree')}, {title}" for tree in list(TREES)[:2] for title in ALGORITHMS.values()]
    labels.append("Volant")
    with charts.chart(folder, "progressive", 1, len(panels), (2.1 * len(panels) + 2.2, 3.0)) as axes:
        for axis, (name, half) in zip(axes[0], panels, strict=True):
            side = 2 * [found for found, *_rest in HALVES[name][1]].index(half)
            place = len(labels)
            for tree in TREES:
                run = results[name, half, tree]
                for algorithm in ALGORITHMS if tree != "Volant" else ("default",):
                    place -= 1
                    if (name, tree, algorithm) in PUBLISHED:
                        theirs = PUBLISHED[name, tree, algorithm][side]
                        axis.plot(theirs, place, "D", color=charts.RED, fillstyle="none", label="published")
                    if run.finished:
                        axis.plot(_length(run, algorithm), place, "o", color=charts.BLUE, label="measured here")
            axis.set_title(f"{TITLES[name]}:\n{half}")
            axis.set_yticks(range(len(labels)), labels[::-1] if axis is axes[0][0] else [""] * len(labels))
            axis.axvline(100.0, color=charts.BLACK, linewidth=1)
            axis.set_xlim(98.0, 129.0)
            axis.set_xlabel("length in % of the optimum")
        charts.legend_below(axes[0][0])
