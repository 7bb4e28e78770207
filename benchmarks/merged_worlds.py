# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The six worlds of the merged source [Massonnat 2023], rebuilt as sample scenes, beside the table it published."""

from __future__ import annotations

import sys
from dataclasses import replace

from . import scenes
from .contestants import volume_counts
from .fresh_process import Case, Measurement, measure
from .tables import HERE, number, seconds, span, table, verdict

#: Free voxels, octree leaves and merged cells that the source states, at 32³.
PUBLISHED = {
    "building_1": (28_190, 4_226, 303),
    "building_2": (28_628, 3_975, 147),
    "building_3": (29_816, 4_243, 182),
    "cave": (29_510, 8_190, 316),
    "industrial": (31_833, 1_671, 157),
    "zigzag": (31_488, 2_130, 52),
}
_CASE = "benchmarks.merged_worlds:case"
_MOST_PERCENT = 5.0
#: How far a rebuilt world may be from the published one: free voxels and leaves, in percent.
_VOXELS_OFF, _LEAVES_OFF = 10.0, 25.0

_HEADER = (
    *("world", "free voxels", "theirs", "leaves", "theirs", "cells", "theirs"),
    *("cells / leaves %", "theirs", "neighbours", f"seconds {HERE}"),
)


def report(limit: float) -> str:
    """Bake each world in a fresh process and say in Markdown what came of it."""
    runs: dict[str, Measurement] = {}
    for name in PUBLISHED:
        print(f"world {name} …", file=sys.stderr, flush=True)
        made = scenes.scene_file(name).exists()
        runs[name] = measure(_CASE, limit, world=name) if made else Measurement(None, problem="no such scene")
    rows = [_row(name, run) for name, run in runs.items()]
    ours = [_percent(run.counts["cells"], run.counts["leaves"]) for run in runs.values() if run.finished]
    theirs = [_percent(cells, leaves) for _free, leaves, cells in PUBLISHED.values()]
    mean = sum(ours) / len(ours) if ours else None
    averages = [f"average of {len(ours)}", *[""] * 6, number(mean, 1), number(sum(theirs) / len(theirs), 1), "", ""]
    return "\n".join((table(_HEADER, [*rows, averages]), "", *_verdicts(runs, mean)))


def case(world: str) -> Case:
    """For `fresh_process`: the whole free space of a sample world, inside a Blender environment."""
    from volant import navcore

    scene = scenes.read(world)
    # The source counts before cleaning, so no marker may remove anything.
    config = replace(scene.config, markers=())
    return lambda: navcore.bake(scene.vertices, scene.triangles, config), volume_counts


def _row(name: str, run: Measurement) -> list[str]:
    theirs = PUBLISHED[name]
    ours = [run.counts.get(key) for key in ("free", "leaves", "cells")]
    share = _percent(run.counts["cells"], run.counts["leaves"]) if run.finished else None
    return [
        name,
        *(number(value) for pair in zip(ours, theirs, strict=True) for value in pair),
        number(share, 1),
        number(_percent(theirs[2], theirs[1]), 1),
        number(run.counts.get("neighbours"), 2),
        seconds(run),
    ]


def _verdicts(runs: dict[str, Measurement], mean: float | None) -> list[str]:
    missing = [f"{name} not baked" for name, run in runs.items() if not run.finished]
    against = missing if mean is None or mean <= _MOST_PERCENT else [f"{mean:.1f} %", *missing]
    unlike = list(missing)
    off: dict[str, list[float]] = {"free": [], "leaves": []}
    for name, run in runs.items():
        for key, published, most in zip(off, PUBLISHED[name], (_VOXELS_OFF, _LEAVES_OFF), strict=False):
            if run.finished:
                off[key].append(_percent(run.counts[key], published) - 100.0)
                unlike += [f"{name} {key} {off[key][-1]:+.0f} %"] * (abs(off[key][-1]) > most)
    return [
        verdict(
            f"on average the cells are at most {_MOST_PERCENT:.0f} % of the octree leaves",
            against,
            f"{number(mean, 1)} %",
        ),
        verdict(
            f"each world is near the published one (free voxels {_VOXELS_OFF:.0f} %, leaves {_LEAVES_OFF:.0f} %)",
            unlike,
            f"off by {span(off['free'], 0)} and {span(off['leaves'], 0)} %",
        ),
    ]


def _percent(part: float, whole: float) -> float:
    return 100.0 * part / max(1, whole)
