# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What landmarks spare a search, and that they cost no length."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import scenes, voxel_maps
from .fresh_process import Case, Counts, Measurement, measure
from .tables import HERE, NONE, number, table, verdict

if TYPE_CHECKING:
    from volant.navcore import NavVolume

_LANDMARKS = 8
_STORED = "portals, stored"
_GRAPHS = ("portals", _STORED, "corners", "cells")
_WORLDS = ("maze", "Complex")
#: By how much at least the expanded nodes fall on graphs of points.
_SPARED = 0.30
#: Lengths are equal up to rounding.
_EQUAL = 1e-9

_HEADER = (
    *("world", "graph", "queries", "expanded: Dijkstra", "A*", "A* with landmarks", "spared %"),
    *("longest over Dijkstra's", "in the file: bytes a cell", f"landmarks: ms, once {HERE}"),
)


def case(world: str, graph: str, count: int) -> Case:
    """For `fresh_process`: the same queries by Dijkstra, by A*, and by A* with landmarks."""
    from volant import navcore

    nav, ends = _maze(count) if world == "maze" else _complex(count)
    data = bare = navcore.dumps(nav)
    if graph == _STORED:
        data = navcore.dumps(navcore.with_landmarks(nav, _LANDMARKS))
        nav = navcore.loads(data)
    graph = graph.partition(",")[0]

    def ask(**settings: Any) -> list[Any]:
        config = navcore.PathConfig(graph=graph, h=1.0, refine="none", **settings)
        return [navcore.find_path(nav, *pair, config) for pair in ends]

    def work() -> dict[str, Any]:
        answers = {"dijkstra": ask(algorithm="dijkstra"), "plain": ask(algorithm="astar")}
        began = time.process_time()
        navcore.find_path(nav, *ends[0], navcore.PathConfig(graph=graph, landmarks=_LANDMARKS))
        answers["once"] = time.process_time() - began
        answers["sharp"] = ask(algorithm="astar", landmarks=_LANDMARKS)
        return answers

    def counts(answers: Any) -> Counts:
        kinds = ("dijkstra", "plain", "sharp")
        truth, sharp = ([path.length for path in answers[kind]] for kind in ("dijkstra", "sharp"))
        return {
            **{kind: float(np.mean([path.stats["expanded"] for path in answers[kind]])) for kind in kinds},
            "longest": float(np.max(np.array(sharp) / np.array(truth))),
            "once": 1e3 * answers["once"],
            "bytes": (len(data) - len(bare)) / len(nav.cells),
        }

    return work, counts


def _complex(count: int) -> tuple[NavVolume, NDArray[np.float64]]:
    place = voxel_maps.folder()
    assert place is not None, "only asked for where there are maps"
    nav = voxel_maps.merged(*voxel_maps.read_map(voxel_maps.map_file(place, "Complex", "3dmap")))
    rows = voxel_maps.evenly_chosen(voxel_maps.read_queries(voxel_maps.map_file(place, "Complex", "3dscen")), count)
    return nav, rows[:, :6].reshape(-1, 2, 3) + 0.5


def _maze(count: int) -> tuple[NavVolume, NDArray[np.float64]]:
    from volant import navcore

    scene = scenes.read("maze")
    nav = navcore.bake(scene.vertices, scene.triangles, scene.config)
    random = np.random.default_rng(8)
    boxes = nav.boxes()
    sizes = (boxes[:, 1] - boxes[:, 0]).prod(axis=1)
    chosen = boxes[random.choice(len(boxes), (count, 2), p=sizes / sizes.sum())]
    return nav, random.uniform(chosen[..., 0, :], chosen[..., 1, :])


def report(count: int, limit: float) -> str:
    """Ask `count` queries in each world and say in Markdown what came of it."""
    worlds = [world for world in _WORLDS if world == "maze" or voxel_maps.folder() is not None]
    runs: dict[tuple[str, str], Measurement] = {}
    for world in worlds:
        for graph in _GRAPHS:
            print(f"landmarks in {world}, {graph} …", file=sys.stderr, flush=True)
            runs[world, graph] = measure("benchmarks.path_landmarks:case", limit, world=world, graph=graph, count=count)
    little, long = [], []
    for (world, graph), run in runs.items():
        if graph == "cells":
            continue
        if not run.finished or _spared(run) < _SPARED:
            little.append(f"{world}, {graph} {run.problem or f'{_spared(run):.0%}'}")
        if not run.finished or run.counts["longest"] > 1.0 + _EQUAL:
            long.append(f"{world}, {graph} {run.problem or number(run.counts['longest'], 6)}")
    points = [run for (_world, graph), run in runs.items() if graph != "cells" and run.finished]
    return "\n".join(
        [
            f"A* with {_LANDMARKS} landmarks beside A* and Dijkstra without, g = h = 1, nothing refined. Over graphs "
            "of points the paths must be exactly Dijkstra's, also with landmarks that come with the file (“stored”). "
            "Over cells, which are entered at the best point, A* aims "
            "better than Dijkstra to begin with; landmarks help there where a maze misleads it.",
            "",
            table(_HEADER, [_row(world, graph, count, run) for (world, graph), run in runs.items()], words=2),
            "",
            verdict(
                f"{_LANDMARKS} landmarks spare at least {_SPARED:.0%} of the nodes expanded over portals and corners",
                little,
                ", ".join(f"{_spared(run):.0%}" for run in points),
            ),
            verdict(
                "with landmarks A* finds paths as short as Dijkstra's, over portals and corners", long, "all equal"
            ),
        ]
    )


def _spared(run: Measurement) -> float:
    return 1.0 - float(run.counts["sharp"]) / float(run.counts["plain"])


def _row(world: str, graph: str, count: int, run: Measurement) -> list[str]:
    if not run.finished:
        return [world, graph, run.problem, *[NONE] * (len(_HEADER) - 3)]
    expanded = (number(run.counts[kind], 1) for kind in ("dijkstra", "plain", "sharp"))
    longest = number(run.counts["longest"], 6)
    return [
        *(world, graph, number(count), *expanded),
        *(number(100 * _spared(run), 1), longest, number(run.counts["bytes"], 1), number(run.counts["once"])),
    ]
