# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A* with taut paths beside networkx on octree leaves and pathfinding3d on voxels: the same questions, one process."""

from __future__ import annotations

import itertools
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import voxel_maps
from .fresh_process import Case, Counts, Measurement, measure
from .tables import HERE, NONE, number, table, verdict

#: Of growing size; the first is the one whose crop is compared with voxels.
_MAPS = ("Complex", "DA1", "BC1")
_CROP = 64
_SEED = 6
_TIMES_NETWORKX, _TIMES_PATHFINDING3D = 20, 1_000
_HEADER = (
    *("contestant", "nodes", "queries", "solved", "mean length"),
    *(f"{name} {HERE}" for name in ("of queries: ms mean", "median", "slowest", "beforehand, once: ms")),
    f"all together: ms {HERE}",
)


@dataclass
class Answers:
    """What a contestant found, and what it took; what it made beforehand, and how long that took, in seconds."""

    nodes: int
    beforehand: float
    lengths: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def ask(self, question: Callable[[], float]) -> None:
        """Time a question, a function that returns a length: of the processor, all run in one thread."""
        began = time.process_time()
        length = question()
        self.seconds.append(time.process_time() - began)
        self.lengths.append(length)


def against_networkx(path: str, scenario: str, count: int) -> Case:
    """For `fresh_process`: a map's queries, by A* over merged cells and over octree leaves."""
    import networkx

    occupied, shape = voxel_maps.read_map(Path(path))
    queries = voxel_maps.evenly_chosen(voxel_maps.read_queries(Path(scenario)), count)
    leaves = voxel_maps.unmerged(occupied, shape)
    ends = leaves.locate(queries[:, :6].reshape(-1, 3) + 0.5).reshape(-1, 2).tolist()
    centres = [tuple(centre) for centre in leaves.boxes().mean(axis=1).tolist()]

    def heuristic(one: int, other: int) -> float:
        return math.dist(centres[one], centres[other])

    def work() -> dict[str, Answers]:
        began = time.process_time()
        graph = networkx.Graph()
        graph.add_weighted_edges_from((one, other, heuristic(one, other)) for one, other in leaves.portals.tolist())
        theirs = Answers(len(leaves.cells), time.process_time() - began)

        def length(one: int, other: int) -> float:
            nodes = networkx.astar_path(graph, one, other, heuristic)
            return sum(map(heuristic, nodes, nodes[1:]))

        began = time.process_time()
        nav = voxel_maps.merged(occupied, shape)
        ours = Answers(len(nav.cells), time.process_time() - began)
        for row, (one, other) in zip(queries, ends, strict=True):
            ours.ask(_taut(nav, row[:3] + 0.5, row[3:6] + 0.5))
            theirs.ask(lambda one=one, other=other: length(one, other))
        return {"Volant": ours, "networkx": theirs}

    return work, _counts


def against_pathfinding3d(path: str, count: int) -> Case:
    """For `fresh_process`: questions in a crop of a map, by A* over merged cells and over voxels."""
    from pathfinding3d.core.diagonal_movement import DiagonalMovement
    from pathfinding3d.core.grid import Grid
    from pathfinding3d.finder.a_star import AStarFinder

    free = _crop(*voxel_maps.read_map(Path(path)))
    occupied, shape = np.argwhere(~free), np.array(free.shape)
    pairs = _far_pairs(voxel_maps.merged(occupied, shape), free, count)

    def work() -> dict[str, Answers]:
        began = time.process_time()
        grid = Grid(matrix=free.astype(int))
        theirs = Answers(int(free.sum()), time.process_time() - began)

        def length(start: list[int], goal: list[int]) -> float:
            finder = AStarFinder(diagonal_movement=DiagonalMovement.only_when_no_obstacle)
            nodes, _runs = finder.find_path(grid.node(*start), grid.node(*goal), grid)
            places = [(node.x, node.y, node.z) for node in nodes]
            return sum(map(math.dist, places, places[1:])) if places else math.inf

        began = time.process_time()
        nav = voxel_maps.merged(occupied, shape)
        ours = Answers(len(nav.cells), time.process_time() - began)
        for start, goal in pairs:
            ours.ask(_taut(nav, np.array(start) + 0.5, np.array(goal) + 0.5))
            theirs.ask(lambda start=start, goal=goal: length(start, goal))
            grid.cleanup()
        return {"Volant": ours, "pathfinding3d": theirs}

    return work, _counts


def report(queries: int, pairs: int, limit: float) -> str:
    """Race both and say in Markdown what came of it."""
    place = voxel_maps.folder()
    if place is None:
        return voxel_maps.absent()
    files = {
        name: {kind: str(voxel_maps.map_file(place, name, kind)) for kind in ("3dmap", "3dscen")} for name in _MAPS
    }
    leaves: dict[str, Measurement] = {}
    for name in _MAPS:
        print(f"against networkx on {name} …", file=sys.stderr, flush=True)
        paths = {"path": files[name]["3dmap"], "scenario": files[name]["3dscen"]}
        leaves[name] = measure("benchmarks.path_peers:against_networkx", limit, **paths, count=queries)
    print("against pathfinding3d …", file=sys.stderr, flush=True)
    case = "benchmarks.path_peers:against_pathfinding3d"
    voxels = measure(case, limit, path=files[_MAPS[0]]["3dmap"], count=pairs)
    by_map = ((f"**{name}.**", "", table(_HEADER, _rows(run)), "") for name, run in leaves.items())
    return "\n".join(
        (
            'Volant: `PathConfig(algorithm="astar")` on merged cells, from two points to a taut path, the way ahead '
            f"weighing {_weight():g} as by default; its first query prepares what all share, and counts. What each "
            "makes beforehand (Volant's whole bake, the others' graph or grid of Python objects) is shown apart and "
            "does not count. Milliseconds are of the processor.",
            "",
            f"{queries} of each map's published queries, evenly spread over the scenario. networkx: `astar_path` "
            "on a graph of the octree's leaves, their centres' distances as weights and as heuristic, which is never "
            "too long; the leaves themselves and finding those of start and goal are given to it. Its lengths are "
            "between centres, and nothing is refined.",
            "",
            *itertools.chain.from_iterable(by_map),
            f"**A crop of {_CROP}³ voxels of {_MAPS[0]}, the one with the most surface; {pairs} random pairs of free "
            "voxels at least its side apart.** pathfinding3d: `AStarFinder` over 26 neighbours, diagonals only where "
            "no obstacle is cut, its own heuristic; clearing its grid between queries is given to it.",
            "",
            table(_HEADER, _rows(voxels)),
            "",
            _verdict("networkx's A*", leaves, _TIMES_NETWORKX),
            _verdict("pathfinding3d", {f"a crop of {_MAPS[0]}": voxels}, _TIMES_PATHFINDING3D),
        )
    )


def _weight() -> float:
    from volant import navcore

    return float(navcore.PathConfig().h)


def _taut(nav: Any, start: NDArray[np.float64], goal: NDArray[np.float64]) -> Callable[[], float]:
    from volant import navcore

    config = navcore.PathConfig(algorithm="astar")
    return lambda: navcore.find_path(nav, start, goal, config).length


def _crop(occupied: NDArray[np.int64], shape: Any) -> NDArray[np.bool_]:
    """Which voxels are free in the crop, of those half a crop apart, where most free voxels touch occupied ones."""
    free = np.ones(tuple(shape), bool)
    free[tuple(occupied.T)] = False
    starts = [range(0, side - _CROP + 1, _CROP // 2) for side in free.shape]
    crops = [free[x : x + _CROP, y : y + _CROP, z : z + _CROP] for x in starts[0] for y in starts[1] for z in starts[2]]
    return max(crops, key=lambda crop: sum(int(np.diff(crop, axis=axis).sum()) for axis in range(3)))


def _far_pairs(nav: Any, free: NDArray[np.bool_], count: int) -> list[tuple[list[int], list[int]]]:
    """Random pairs of connected free voxels, at least a crop's side apart."""
    random, voxels = Random(_SEED), np.argwhere(free).tolist()
    pairs: list[tuple[list[int], list[int]]] = []
    while len(pairs) < count:
        start, goal = random.choice(voxels), random.choice(voxels)
        one, other = nav.components[nav.locate(np.array((start, goal)) + 0.5)]
        if math.dist(start, goal) >= _CROP and one == other:
            pairs.append((start, goal))
    return pairs


def _counts(answers: dict[str, Answers]) -> Counts:
    return {name: vars(given) for name, given in answers.items()}


def _rows(run: Measurement) -> list[list[str]]:
    if not run.finished:
        return [[run.problem, *[NONE] * (len(_HEADER) - 1)]]
    rows = []
    for name, given in run.counts.items():
        solved = [length for length in given["lengths"] if math.isfinite(length)]
        times = 1e3 * np.array(given["seconds"])
        rows.append(
            [
                name,
                *(number(value) for value in (given["nodes"], len(times), len(solved))),
                number(float(np.mean(solved)) if solved else None, 2),
                *(number(float(value), 2) for value in (times.mean(), np.median(times), times.max())),
                number(1e3 * given["beforehand"], 0),
                number(1e3 * given["beforehand"] + float(times.sum()), 0),
            ]
        )
    ours, theirs = (np.array(given["seconds"]) for given in run.counts.values())
    ratios = theirs / ours
    rows.append(
        [
            *("times faster: overall, median, least", *[NONE] * 4, number(_times(run), 1)),
            *(number(float(value), 1) for value in (np.median(ratios), ratios.min())),
            *[NONE] * 2,
        ]
    )
    return rows


def _times(run: Measurement) -> float:
    """How many times longer all questions took the other."""
    ours, theirs = (sum(given["seconds"]) for given in run.counts.values())
    return float(theirs / ours)


def _verdict(other: str, runs: dict[str, Measurement], times: int) -> str:
    measured = {name: f"{name} {_times(run):,.1f}" if run.finished else run.problem for name, run in runs.items()}
    short = [measured[name] for name, run in runs.items() if not run.finished or _times(run) < times]
    claim = f"A* + taut is at least {times:,} times faster than {other}"
    return verdict(claim, short, ", ".join(measured.values()), here=True)
