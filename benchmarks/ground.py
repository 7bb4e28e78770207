# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Floors beside Recast and Detour: how much of the truth, how narrow doors, how sound, how short, how small.

Recast is the original, compiled to WebAssembly, with the settings of its own demo. Seconds are of the processor.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from . import page, scenes
from .fresh_process import Measurement, measure
from .tables import HERE, NONE, number, table, verdict

PARTS = {
    "flat": "Ground: flat halls against the truth",
    "doors": "Ground: the narrowest door",
    "levels": "Ground: levels beside Recast",
}
#: What is measured in flat halls: radius / voxel, and how much corners may give away, of the radius.
_FLAT = ((2, 0.1), (3, 0.1), (3, 0.2))
_HALLS = 6
#: Voxels across a radius in the scene of doors, and how many ways it lies.
_DOORS, _WAYS = (2, 3, 6), 12
_LEAST_AREA, _MOST_LENGTH, _MOST_POLYGONS, _MOST_DOOR = 0.99, 1.0015, 1.4, 0.5
_MOST_BAKE, _MOST_QUERY = 4.0, 1.0


def main() -> None:
    options = read_options()
    page.write("ground", parts(options), options.output)


def parts(options: argparse.Namespace) -> list[page.Part]:
    """What to measure, and how."""
    quick, limit = options.quick, options.limit
    worlds = ("plaza", "building_1") if quick else scenes.names()
    reports = {
        "flat": lambda: report_flat(2 if quick else _HALLS, limit),
        "doors": lambda: report_doors(3 if quick else _WAYS, limit),
        "levels": lambda: report_levels(worlds, limit),
    }
    return page.chosen("ground", PARTS, reports, options)


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """From the command line, unless given."""
    parser = page.parser("ground", __doc__, PARTS)
    parser.add_argument("--limit", type=float, default=300.0, help="of each process, in seconds (default: %(default)s)")
    return parser.parse_args(arguments)


def report_flat(halls: int, limit: float) -> str:
    """Halls with turned boxes: area, lengths and polygons beside the truth."""
    runs = {
        (fine, give): [
            _measured("benchmarks.ground_cases:flat", limit, seed=seed, fine=fine, give=give) for seed in range(halls)
        ]
        for fine, give in _FLAT
    }
    header = (
        *("voxels a radius", "corners give", "polygons", "Recast's", "area ÷ truth", "Recast's", "length ÷ optimum"),
        *("most", "Recast's", "most", f"bake s {HERE}", f"Recast's {HERE}"),
    )
    names = ("polygons", "recast polygons", "area", "recast area", "length", "longest", "recast length")
    names += ("recast longest", "bake", "recast bake")
    digits = (1, 1, 4, 4, 4, 3, 4, 3, 2, 2)
    rows, means = [], {}
    for (fine, give), some in runs.items():
        means[fine, give] = mean = _means(some)
        figures = [number(mean.get(name), places) for name, places in zip(names, digits, strict=True)]
        rows.append([str(fine), f"{give:.0%}", *figures])
    text = f"Means of {halls} halls of 20 × 20 m with 14 boxes and an agent of 0.4 m; up to 120 paths in each."
    text += (
        " Paths count whose optimum does not hang on a gap that half a voxel would close; doors have their own table."
    )
    fine, plain = means[3, 0.1], means[3, 0.2]
    problems = [run.problem for some in runs.values() for run in some if not run.finished]
    lines = [verdict("every hall is measured", problems)] * bool(problems)
    if not problems:
        lines += [
            _at_least("at a third of the radius the surface has .99 of the true area", fine["area"], _LEAST_AREA, 4),
            _at_most("there, paths are at most 1.0015 of the optimum long", fine["length"], _MOST_LENGTH, 4),
            _at_most(
                "polygons are at most 1.4 times Recast's where corners give a fifth",
                plain["polygons"] / plain["recast polygons"],
                _MOST_POLYGONS,
                2,
            ),
            verdict(
                "every pair that Recast connects is connected", _lost(run for some in runs.values() for run in some)
            ),
        ]
    return "\n".join((text, "", table(header, rows, 2), "", *lines))


def report_doors(ways: int, limit: float) -> str:
    """How much wider than the agent a door must be."""
    runs = {fine: _measured("benchmarks.ground_cases:doors", limit, fine=fine, ways=ways) for fine in _DOORS}
    header = ("voxels a radius", "voxels more than the agent", "most", "Recast's", "most")
    rows = []
    for fine, run in runs.items():
        told = [run.counts.get(name) for name in ("volant", "recast")]
        cells = [number(value, 2) for some in told for value in ((fmean(some), max(some)) if some else (None, None))]
        rows.append([str(fine), *cells])
    text = f"The narrowest door that is passed less the agent's width, in voxels, over {ways} ways to lie in the grid."
    failed = [run.problem for run in runs.values() if not run.finished]
    gaps = [value for run in runs.values() for value in run.counts.get("volant", [])]
    lines = [verdict("doors are measured", failed)] if failed else []
    lines += [_at_most("doors are passed from half a voxel more than the agent on", fmean(gaps), _MOST_DOOR, 2)] * bool(
        gaps
    )
    return "\n".join((text, "", table(header, rows), "", *lines))


def report_levels(worlds: Sequence[str], limit: float) -> str:
    """The sample worlds: what is baked, how sound it is, how large, and how paths compare."""
    runs = {world: _measured("benchmarks.ground_cases:level", limit, world=world) for world in worlds}
    names = (
        "triangles",
        "polygons",
        "recast polygons",
        "area",
        "recast area",
        "near",
        "recast near",
        "faults",
        "bytes",
    )
    names += ("recast bytes", "longer", "bake", "recast bake", "query", "recast query")
    header = (
        *("world", "triangles", "polygons", "Recast's", "m²", "Recast's", "too near", "Recast's", "faults by `check`"),
        *("bytes", "Recast's", "Recast's paths are longer by", f"bake s {HERE}", f"Recast's {HERE}"),
        *(f"query ms {HERE}", f"Detour's {HERE}"),
    )
    digits = (0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 4, 2, 2, 3, 3)
    rows = [
        [world, *(number(run.counts.get(name), places) for name, places in zip(names, digits, strict=True))]
        if run.finished
        else [world, run.problem.replace("|", "/"), *[NONE] * (len(names) - 1)]
        for world, run in runs.items()
    ]
    text = (
        "An agent of 0.4 m, 1.8 m high, steps of 0.4 m and slopes of 45°, larger by as much as the level is over 600 m "
        "long, and voxels of a third of its radius. *Too near*: of 1,000 places along the borders those that are "
        "nearer to something than the radius, or whose disc has no floor."
    )
    done = {world: run.counts for world, run in runs.items() if run.finished}
    failed = [f"{world}: {run.problem}" for world, run in runs.items() if not run.finished]
    arena = done.get("arena")
    lines = [
        verdict("every sample world bakes", failed),
        verdict("no place of a border is too near to anything", _with(done, "near")),
        verdict("`check` finds no fault", _with(done, "faults")),
        verdict("every pair that Recast connects is connected", _lost(runs.values())),
        verdict(
            "files are smaller than Detour's",
            [name for name, counts in done.items() if counts["bytes"] >= counts["recast bytes"]],
        ),
        _at_most(
            "the median query takes at most 1 ms", max(c["query"] for c in done.values()), _MOST_QUERY, 2, here=True
        ),
    ]
    if arena:
        lines.append(_at_most("the arena bakes in at most 4 s", arena["bake"], _MOST_BAKE, 2, here=True))
    return "\n".join((text, "", table(header, rows), "", *lines))


def _measured(case: str, limit: float, **settings: Any) -> Measurement:
    print(case, settings, "…", file=sys.stderr, flush=True)
    return measure(case, limit, **settings)


def _means(runs: Sequence[Measurement]) -> dict[str, float]:
    """Of each figure over all runs; of the longest the most."""
    done = [run.counts for run in runs if run.finished]
    names = [name for name, value in (done[0].items() if done else ()) if isinstance(value, int | float)]
    return {
        name: (max if name.endswith("longest") else fmean)([float(counts[name]) for counts in done]) for name in names
    }


def _lost(runs: Any) -> list[str]:
    """Pairs that Recast connects and Volant does not."""
    return [f"{run.counts['lost']} in {run.counts['name']}" for run in runs if run.finished and run.counts["lost"]]


def _with(done: Mapping[str, Mapping[str, Any]], name: str) -> list[str]:
    return [f"{world}: {counts[name]}" for world, counts in done.items() if counts[name]]


def _at_most(claim: str, value: float, most: float, digits: int, *, here: bool = False) -> str:
    told = number(value, digits)
    return verdict(claim, [told] * (value > most), told, here=here)


def _at_least(claim: str, value: float, least: float, digits: int) -> str:
    told = number(value, digits)
    return verdict(claim, [told] * (value < least), told)


if __name__ == "__main__":
    main()
