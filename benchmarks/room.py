# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Levels with many voxels: what they take, whether the verifier finds them sound, a path across, and their files.

The arena for a drone of 0.3 m in voxels of 0.1 m, beside the same in voxels of 0.3 m; and a city of a kilometre.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from . import large_city, page, scenes
from .fresh_process import Case, Measurement, measure
from .tables import HERE, NONE, number, span, table, verdict

if TYPE_CHECKING:
    from volant.navcore import BakeConfig, NavVolume
    from volant.navcore.arrays import Float64s, Int64s

PARTS = {"arena": "Room: the arena in fine voxels", "city": "Room: a city of a kilometre"}
#: Metres.
_RADIUS, _FINE, _COARSE, _CITY = 0.3, 0.1, 0.3, 0.25
#: How many times the processor time for each blocked voxel may be that of coarse voxels; megabytes.
_MOST_TIMES, _ARENA_MEGABYTES, _CITY_MEGABYTES = 3.0, 2_000, 3_000
#: What a file may take: bytes for each cell, kept or removed, and for everything else.
_EACH, _REST = 6.5, 1024
_HEADER = (
    *("level", "voxel", "shape", "triangles", "blocked voxels", "cells", "removed"),
    *(f"{name} {HERE}" for name in ("bake s", "µs a blocked voxel", "MB", "check s")),
    *("faults", "path", f"path ms {HERE}", "bytes a cell"),
)


def main() -> None:
    options = read_options()
    page.write("room", parts(options), options.output)


def parts(options: argparse.Namespace) -> list[page.Part]:
    """What to measure, and how."""
    quick, limit = options.quick, options.limit
    reports = {"arena": lambda: report_arena(quick, limit), "city": lambda: report_city(quick, limit)}
    return page.chosen("room", PARTS, reports, options)


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """From the command line, unless given."""
    parser = page.parser("room", __doc__, PARTS)
    parser.add_argument("--limit", type=float, default=900.0, help="of each process, in seconds (default: %(default)s)")
    return parser.parse_args(arguments)


def report_arena(quick: bool, limit: float) -> str:
    """The arena in coarse and in fine voxels."""
    voxels = (1.5 * _COARSE, _COARSE) if quick else (_COARSE, _FINE)
    runs = {}
    for voxel in voxels:
        print(f"arena at {voxel:g} m …", file=sys.stderr, flush=True)
        runs[f"arena, {voxel:g}"] = measure("benchmarks.room:arena", limit, voxel=voxel)
    coarse, fine = (_each_voxel(run) for run in runs.values())
    times = None if coarse is None or fine is None else fine / coarse
    slow = [run.problem for run in runs.values() if not run.finished]
    slow += [f"{times:.2f} times"] * (times is not None and times > _MOST_TIMES)
    large, small = (f"{voxel:g} m" for voxel in voxels)
    claim = f"a blocked voxel of {small} takes at most {_MOST_TIMES:g} times the processor time of one of {large}"
    lines = [_table(runs), "", verdict(claim, slow, f"{number(times, 2)} times", here=True)]
    return "\n".join((*lines, *_verdicts(runs, _ARENA_MEGABYTES)))


def report_city(quick: bool, limit: float) -> str:
    """The city."""
    voxel = 8.0 * _CITY if quick else _CITY
    print(f"city at {voxel:g} m …", file=sys.stderr, flush=True)
    runs = {f"city, {voxel:g}": measure("benchmarks.room:city", limit, voxel=voxel)}
    return "\n".join((_table(runs), "", *_verdicts(runs, _CITY_MEGABYTES)))


def arena(voxel: float) -> Case:
    """For `fresh_process`: the sample world, for an agent of 0.3 m."""
    scene = scenes.read("arena")
    config = replace(scene.config, voxel_size=voxel, agent_radius=_RADIUS)
    return _case(scene.vertices, scene.triangles, config, scene.ends)


def city(voxel: float) -> Case:
    """For `fresh_process`: the city, for an agent of 0.3 m."""
    from volant import navcore

    mesh = large_city.make()
    low, high = (tuple(corner) for corner in mesh.bounds.tolist())
    config = navcore.BakeConfig(voxel_size=voxel, agent_radius=_RADIUS, bounds=(low, high))
    return _case(mesh.vertices, mesh.triangles, config, large_city.ENDS)


def _case(vertices: Float64s, triangles: Int64s, config: BakeConfig, ends: Float64s) -> Case:
    from volant import navcore

    def count(nav: NavVolume) -> dict[str, Any]:
        blocked = nav.blocked()
        extents = (blocked[:, 1] - blocked[:, 0]).astype(np.int64)
        faults, checking = _timed(lambda: navcore.check(nav, vertices, triangles))
        navigator = navcore.Navigator(nav)
        navigator.find_path(*ends)
        path, searching = _timed(lambda: navigator.find_path(*ends))
        return {
            "shape": nav.shape.tolist(),
            "triangles": len(triangles),
            "blocked": int(extents.prod(axis=1).sum()),
            "cells": len(nav.cells),
            "removed": len(nav.removed_boxes),
            "faults": faults,
            "checking": checking,
            "path": path.length if path.found else None,
            "reason": path.reason,
            "searching": searching,
            "bytes": len(navcore.dumps(nav)),
        }

    return lambda: navcore.bake(vertices, triangles, config), count


def _timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What some work gives, and the seconds of processor time that it took."""
    began = time.process_time()
    return work(), time.process_time() - began


def _each_voxel(run: Measurement) -> float | None:
    """Seconds of processor time for each blocked voxel."""
    return run.processor / run.counts["blocked"] if run.processor is not None and run.finished else None


def _table(runs: dict[str, Measurement]) -> str:
    rows = []
    for name, run in runs.items():
        level, voxel = name.split(", ")
        if not run.finished:
            rows.append([level, voxel, run.problem.replace("|", "/"), *[NONE] * (len(_HEADER) - 3)])
            continue
        counts, each = run.counts, _each_voxel(run)
        rows.append(
            [
                *(level, voxel, " × ".join(map(number, counts["shape"]))),
                *(number(counts[name]) for name in ("triangles", "blocked", "cells", "removed")),
                *(number(run.processor, 1), number(None if each is None else 1e6 * each, 2), number(run.megabytes)),
                *(number(counts["checking"], 1), number(len(counts["faults"]))),
                *(number(counts["path"], 1), number(1e3 * counts["searching"], 1)),
                number(_bytes(run), 2),
            ]
        )
    return table(_HEADER, rows, words=3)


def _bytes(run: Measurement) -> float:
    """Bytes a cell, kept or removed."""
    each: float = (run.counts["bytes"] - _REST) / (run.counts["cells"] + run.counts["removed"])
    return each


def _verdicts(runs: dict[str, Measurement], most: int) -> list[str]:
    failed = [f"{name}: {run.problem}" for name, run in runs.items() if not run.finished]
    done = {name: run for name, run in runs.items() if run.finished}
    greedy = [
        f"{name} {run.megabytes:,.0f} MB" for name, run in done.items() if run.megabytes and run.megabytes >= most
    ]
    unsound = [f"{name}: {fault}" for name, run in done.items() for fault in run.counts["faults"]]
    lost = [f"{name}: {run.counts['reason']}" for name, run in done.items() if run.counts["path"] is None]
    large = [f"{name} {_bytes(run):.2f}" for name, run in done.items() if _bytes(run) > _EACH]
    megabytes = span((run.megabytes for run in done.values()), 0, " MB")
    return [
        verdict(f"peak memory rises by less than {most:,} MB", failed + greedy, megabytes, here=True),
        verdict("the verifier finds no fault", failed + unsound, "0 faults"),
        verdict("there is a path across", failed + lost, span((run.counts["path"] for run in done.values()), 1, " m")),
        verdict(
            f"the file is at most {_EACH} bytes a cell, kept or removed, + {_REST:,} bytes",
            failed + large,
            span(map(_bytes, done.values()), 2, " bytes"),
        ),
    ]


if __name__ == "__main__":
    main()
