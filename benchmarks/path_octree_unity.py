# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of octree-unity [Albertini 2022] remade in worlds after its own: eight algorithms, one target and many."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from . import octree_unity_chart, scenes
from . import octree_unity_published as published
from .fresh_process import Case, Counts, Measurement, measure
from .octree_unity_published import ALGORITHMS
from .tables import HERE, NONE, number, span, table, verdict

WORLDS = tuple(published.NODES)
DEFAULT = "Volant's default"
#: What the nodes are, and what sets such a bake apart from the scene's own.
STRUCTURES: dict[str, dict[str, Any]] = {
    "leaves": {"merge": False},
    "cells": {},
    # The source's tables of grid and octree have the nodes of depth 5.
    "octree": {"merge": False, "max_depth": 5, "voxel_size": None},
    "grid": {"merge": False, "max_depth": 5, "voxel_size": None, "min_depth": 5},
}
_SETTINGS = {
    "Dijkstra": "dijkstra",
    "Greedy": "greedy",
    "A*": "astar",
    "Basic Theta*": "theta",
    "Lazy Theta*": "lazy_theta",
}
_SEED = 5
#: How much longer paths to many targets may be than to one, on average, as a share.
_MOST_LONGER = 0.002

#: By world and structure.
Results = dict[tuple[str, str], Measurement]


def case(world: str, structure: str, targets: int) -> Case:
    """For `fresh_process`: every algorithm to random targets, one by one and all at once."""
    from volant import navcore

    scene = scenes.read(world)
    nav = navcore.bake(scene.vertices, scene.triangles, replace(scene.config, **STRUCTURES[structure]))
    source, goals = scene.ends[0], _targets(scene, targets)

    def ask(config: Any) -> tuple[list[Any], list[Any]]:
        # The first time, links between cells are made that later queries find.
        navcore.find_paths(nav, source, goals, config)
        single = [navcore.find_path(nav, source, goal, config) for goal in goals]
        return single, navcore.find_paths(nav, source, goals, config)

    def work() -> dict[str, Any]:
        return {name: ask(config) for name, config in _configs(structure).items()}

    def counts(answers: Any) -> Counts:
        found = {name: [_figures(single), _figures(multi)] for name, (single, multi) in answers.items()}
        return {"cells": len(nav.cells), "found": found}

    return work, counts


def report(worlds: Sequence[str], targets: int, limit: float, folder: Path | None) -> str:
    """Remake the tables for some worlds and say in Markdown what came of it."""
    wanted = [(world, structure) for world in worlds for structure in ("leaves", "cells")]
    if WORLDS[0] in worlds:
        wanted += [(WORLDS[0], "octree"), (WORLDS[0], "grid")]
    results: Results = {}
    for world, structure in wanted:
        print(f"{world}, {structure} …", file=sys.stderr, flush=True)
        options: dict[str, Any] = {"world": world, "structure": structure, "targets": targets}
        results[world, structure] = measure("benchmarks.path_octree_unity:case", limit, **options)
    lines = [
        f"From the scene's start to {targets} targets, centres of octree leaves drawn at random; means for one target. "
        "*Single* asks for one after the other, *multi* for all at once. *Leaves* are octree leaves as nodes, as the "
        "source has them; *cells* are leaves merged. Both are entered at the best point of a portal where the source "
        "takes centres. g = h = 1. Smoothing is pruning by sight, and its checks count. Trade-off is milliseconds x "
        "length / 100. *Theirs* are the published figures, from a C# program on an i7-8650U in worlds of other sizes, "
        "so that lengths can only be compared with each other; left out are Table 3 and a row of Table 6, which "
        "cannot be right. Their counts for Lazy Theta* are below what its listing makes.",
    ]
    for world in worlds:
        lines += ["", f"### {world}", "", _nodes(world, results), "", _table(world, results)]
    if WORLDS[0] in worlds:
        lines += ["", f"### Octree against uniform grid: {WORLDS[0]} at depth 5, single target", "", _grids(results)]
    lines += ["", *_verdicts(results)]
    if folder is not None:
        lines += ["", octree_unity_chart.draw(results, worlds, folder)]
    return "\n".join(lines)


def _configs(structure: str) -> dict[str, Any]:
    from volant import navcore

    configs = {}
    for name in ALGORITHMS:
        search, smoothing, _rest = name.partition(" + ")
        refine = "prune" if smoothing else "none"
        configs[name] = navcore.PathConfig(algorithm=_SETTINGS[search], g=1.0, h=1.0, refine=refine)
    # What is merged by default is left whole here for the sake of the others only.
    return {**configs, DEFAULT: navcore.PathConfig()} if structure == "cells" else configs


def _targets(scene: scenes.Scene, count: int) -> Any:
    """Centres of random leaves that can be reached: (count, 3) float64, the same whatever is baked of the scene."""
    from volant import navcore

    leaves = navcore.bake(scene.vertices, scene.triangles, replace(scene.config, merge=False))
    reached = np.flatnonzero(leaves.components == leaves.components[leaves.nearest(scene.ends[:1])[0][0]])
    return leaves.boxes()[sorted(Random(_SEED).sample(reached.tolist(), count))].mean(axis=1)


def _figures(paths: Sequence[Any]) -> Counts:
    """Means for one target, and the most sight checks of the search for each node it expanded."""
    totals = {name: sum(path.stats[name] for path in paths) for name in paths[0].stats}
    milliseconds = 1e3 * totals["seconds"] / len(paths)
    length = float(np.mean([path.length for path in paths]))
    return {
        "found": sum(path.found for path in paths),
        "length": length,
        "sight": (totals["sight_checks"] + totals["refine_sight_checks"]) / len(paths),
        "closed": totals["expanded"] / len(paths),
        "milliseconds": milliseconds,
        "trade-off": milliseconds * length / 100.0,
        "checks a node": max(path.stats["sight_checks"] / max(1, path.stats["expanded"]) for path in paths),
    }


def _nodes(world: str, results: Results) -> str:
    nodes = {kind: results[world, kind].counts.get("cells") for kind in ("leaves", "cells")}
    return (
        f"Nodes: {number(nodes['leaves'])} leaves, {number(nodes['cells'])} cells; theirs {published.NODES[world]:,}."
    )


def _table(world: str, results: Results) -> str:
    columns = ("length", "sight checks", "closed", f"ms {HERE}", f"trade-off {HERE}")
    header = ("algorithm", "nodes", *columns, *(f"multi: {name}" for name in columns))
    rows = []
    for name in (*ALGORITHMS, DEFAULT):
        rows += [
            [name, kind, *_cells(results[world, kind], name, 0), *_cells(results[world, kind], name, 1)]
            for kind in (("leaves", "cells") if name != DEFAULT else ("cells",))
        ]
        theirs = [_published(found.get(world, {}).get(name)) for found in (published.SINGLE, published.MULTI)]
        if name != DEFAULT:
            rows.append([name, "theirs", *theirs[0], *theirs[1]])
    return table(header, rows)


def _grids(results: Results) -> str:
    header = ("algorithm", "nodes", "length", "sight checks", "closed", f"ms {HERE}", f"trade-off {HERE}")
    rows = []
    for name in ALGORITHMS:
        for kind, theirs in (("octree", published.OCTREE), ("grid", published.GRID)):
            run = results[WORLDS[0], kind]
            rows.append([name, f"{kind}: {number(run.counts.get('cells'))}", *_cells(run, name, 0)])
            rows.append([name, f"{kind}, theirs", *_published(theirs.get(name))])
    return table(header, rows)


def _cells(run: Measurement, name: str, multi: int) -> list[str]:
    if not run.finished:
        return [run.problem, *[NONE] * 4]
    found = run.counts["found"][name][multi]
    return _written(*(found[key] for key in ("length", "sight", "closed", "milliseconds", "trade-off")))


def _published(row: published.Row | None) -> list[str]:
    if row is None:
        return [NONE] * 5
    milliseconds, length, sight, closed = row
    return _written(length, sight, closed, milliseconds, milliseconds * length / 100.0)


def _written(length: float, sight: float, closed: float, milliseconds: float, trade_off: float) -> list[str]:
    return [number(length, 2), number(sight, 1), number(closed), number(milliseconds, 2), number(trade_off, 2)]


def _verdicts(results: Results) -> list[str]:
    failed = [f"{world}, {kind}: {run.problem}" for (world, kind), run in results.items() if not run.finished]
    unsolved, many, more, wider, longer = list(failed), list(failed), list(failed), list(failed), list(failed)
    growths = {}
    for (world, kind), run in results.items():
        if not run.finished:
            continue
        where, found = f"{world}, {kind}", run.counts["found"]
        targets = max(single["found"] for single, _multi in found.values())
        lazy, basic = found["Lazy Theta*"][0], found["Basic Theta*"][0]
        many += [f"{where} {lazy['checks a node']:.2f}"] * (lazy["checks a node"] > 1.0)
        more += [f"{where} {lazy['sight']:.0f} against {basic['sight']:.0f}"] * (lazy["sight"] >= basic["sight"])
        for name, (single, multi) in found.items():
            unsolved += [f"{where}, {name}"] * (min(single["found"], multi["found"]) < targets)
            if multi["closed"] >= single["closed"]:
                wider.append(f"{where}, {name} {multi['closed']:.1f} against {single['closed']:.1f}")
        if DEFAULT in found:
            single, multi = found[DEFAULT]
            growths[world] = multi["length"] / single["length"] - 1.0
    mean = sum(growths.values()) / max(1, len(growths))
    if mean > _MOST_LONGER:
        longer += [f"{world} {100 * growth:.2f} %" for world, growth in growths.items()]
    done = [run.counts["found"] for run in results.values() if run.finished]
    pairs = [pair for found in done for pair in found.values()]
    lazy_sight = [found["Lazy Theta*"][0]["sight"] / found["Basic Theta*"][0]["sight"] for found in done]
    return [
        verdict(
            "every algorithm finds every path",
            unsolved,
            f"{sum(figures['found'] for pair in pairs for figures in pair):,} paths",
        ),
        verdict(
            "Lazy Theta* makes at most one check of sight for each node it expands, in every query",
            many,
            span((found["Lazy Theta*"][0]["checks a node"] for found in done), 2, " at most"),
        ),
        verdict(
            "Lazy Theta* makes fewer checks of sight than Basic Theta* in every world",
            more,
            span(lazy_sight, 2, " times as many"),
        ),
        verdict(
            "many targets at once expand less than one by one, with every algorithm",
            wider,
            span((multi["closed"] / single["closed"] for single, multi in pairs), 2, " times as many"),
        ),
        verdict(
            f"by default, paths to many are on average at most {100 * _MOST_LONGER:.1f} % longer",
            longer,
            f"{100 * mean:.2f} %",
        ),
    ]
