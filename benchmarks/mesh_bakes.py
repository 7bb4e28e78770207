# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Baking meshes at two resolutions, beside OpenVDB and trimesh."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from . import bake_chart, contestants, meshes
from .fresh_process import Measurement, measure, middle
from .tables import HERE, NONE, counted, number, seconds, span, table, verdict

CONTESTANTS = {"volant": "Volant", "openvdb": "OpenVDB", "trimesh": "trimesh"}
_OTHERS = tuple(CONTESTANTS)[1:]
#: Runs longer than this are not repeated, in seconds.
_SHORT = 10.0
_MOST_MEGABYTES = 700
_MANY_TRIANGLES = 500_000
_MOST_GROWTH = 5.0

#: What each contestant took, by mesh and resolution.
Results = dict[tuple[str, int], dict[str, Measurement]]

_HEADER = (
    *("mesh", "voxels", "triangles", "leaves", "cells", "neighbours"),
    *(f"{name} s {HERE}" for name in CONTESTANTS.values()),
    *(f"{name} {HERE}" for name in ("Volant / OpenVDB", "Volant / trimesh", "growth")),
    *(f"{name} MB {HERE}" for name in CONTESTANTS.values()),
)


def report(names: Sequence[str], resolutions: Sequence[int], runs: int, limit: float, folder: Path | None) -> str:
    """Measure every mesh at every resolution and say in Markdown what came of it.

    Parameters
    ----------
    names : of `meshes.MESHES`.
    resolutions : voxels along the cube's side, powers of two, ascending.
    runs : how often each short case is run, each time in a fresh process; the median counts.
    limit : of each process, in seconds.
    folder : where the chart goes, if one is wanted.
    """
    results: Results = {}
    triangles: dict[str, int] = {}
    for name in names:
        with tempfile.TemporaryDirectory() as stored:
            mesh = meshes.make(name)
            triangles[name] = len(mesh.triangles)
            contestants.store(mesh, Path(stored))
            for resolution in resolutions:
                print(f"{name} at {resolution}³ …", file=sys.stderr, flush=True)
                results[name, resolution] = _race(stored, resolution, runs, limit)
    rows = [_row(results, name, resolution, triangles[name]) for name, resolution in results]
    lines = [
        "Volant's whole bake, to a volume that answers queries, beside the first step alone of the others: OpenVDB's "
        "level set, its threads on, and trimesh's voxelizer; *growth* is Volant's seconds over those at half the "
        f"resolution. Runs of each: {runs}, of which the median counts, or one where that takes over {_SHORT:.0f} s; "
        f"whoever takes over {limit:.0f} s is stopped. MB is the rise of peak memory.",
        "",
        table(_HEADER, rows),
        "",
        *_verdicts(results, triangles, resolutions),
    ]
    if folder is not None:
        lines += ["", bake_chart.draw(results, CONTESTANTS, folder)]
    return "\n".join(lines)


def _race(folder: str, resolution: int, runs: int, limit: float) -> dict[str, Measurement]:
    """The contestants in turn, so that whatever else the machine does falls on all of them."""
    taken: dict[str, list[Measurement]] = {name: [] for name in CONTESTANTS}
    for _run in range(runs):
        for name, before in taken.items():
            if not before or (before[0].finished and (before[0].seconds or 0.0) < _SHORT):
                case = f"benchmarks.contestants:{name}"
                before.append(measure(case, limit, folder=folder, resolution=resolution))
    return {name: middle(measured) for name, measured in taken.items()}


def _row(results: Results, name: str, resolution: int, triangles: int) -> list[str]:
    race = results[name, resolution]
    volant = race["volant"]
    growth = _growth(results, name, resolution)
    return [
        name,
        f"{resolution}³",
        number(triangles),
        *counted(volant, "leaves", "cells", "neighbours"),
        *(seconds(race[contestant]) for contestant in CONTESTANTS),
        *(_ratio(volant, race[contestant]) for contestant in _OTHERS),
        number(growth, 2),
        *(number(race[contestant].megabytes) for contestant in CONTESTANTS),
    ]


def _ratio(volant: Measurement, other: Measurement) -> str:
    times = _times(volant, other)
    # A contestant stopped at the limit would have taken longer still.
    return NONE if times is None else f"{'' if other.finished else '< '}{times:.2f}"


def _times(volant: Measurement, other: Measurement) -> float | None:
    if not volant.finished or volant.seconds is None or other.seconds is None:
        return None
    return volant.seconds / other.seconds


def _growth(results: Results, name: str, resolution: int) -> float | None:
    """Volant's seconds at a resolution over those at half of it."""
    coarse, fine = (results.get((name, size), {}).get("volant") for size in (resolution // 2, resolution))
    if not (coarse and fine and coarse.finished and fine.finished and coarse.seconds and fine.seconds):
        return None
    return fine.seconds / coarse.seconds


def _verdicts(results: Results, triangles: dict[str, int], resolutions: Sequence[int]) -> list[str]:
    slower: dict[str, list[str]] = {name: [] for name in _OTHERS}
    unmeasured = {name for race in results.values() for name, run in race.items() if run.seconds is None}
    greedy, steep = [], []
    for (name, resolution), race in results.items():
        volant, where = race["volant"], f"{name} {resolution}³"
        for other, against in slower.items():
            if not volant.finished:
                against.append(f"{where} did not finish")
            elif (volant.seconds or 0.0) > (race[other].seconds or float("inf")):
                against.append(f"{where} {_ratio(volant, race[other])} times")
        growth = _growth(results, name, resolution)
        if growth is not None and growth > _MOST_GROWTH:
            steep.append(f"{where} {growth:.1f}")
        if triangles[name] >= _MANY_TRIANGLES and resolution == resolutions[-1] and not _modest(volant):
            greedy.append(f"{where} {number(volant.megabytes)} MB")
    growths = [_growth(results, *key) for key in results]
    many = [name for name, count in triangles.items() if count >= _MANY_TRIANGLES]
    finest = [results[name, resolutions[-1]]["volant"].megabytes for name in many]
    times = {other: span((_times(race["volant"], race[other]) for race in results.values()), 2) for other in _OTHERS}
    return [
        verdict(
            "the whole bake takes no longer than OpenVDB's level set alone",
            _known(slower, "openvdb", unmeasured),
            f"{times['openvdb']} times as long",
            here=True,
        ),
        verdict(
            "the whole bake takes less than trimesh's voxelizer alone",
            _known(slower, "trimesh", unmeasured),
            f"{times['trimesh']} times as long",
            here=True,
        ),
        verdict(
            f"{_MANY_TRIANGLES:,} triangles at {resolutions[-1]}³ raise peak memory by less than {_MOST_MEGABYTES} MB",
            greedy if many else None,
            span(finest, 0, " MB"),
            here=True,
        ),
        verdict(
            f"twice the resolution takes at most {_MOST_GROWTH:.0f} times as long",
            steep if any(growths) else None,
            span(growths, 1, " times"),
            here=True,
        ),
    ]


def _known(slower: dict[str, list[str]], name: str, unmeasured: set[str]) -> list[str] | None:
    """What speaks against Volant; None if the other has failed and nothing else is known."""
    return None if name in unmeasured and not slower[name] else slower[name]


def _modest(run: Measurement) -> bool:
    return run.finished and run.megabytes is not None and run.megabytes < _MOST_MEGABYTES
