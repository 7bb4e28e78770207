# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast a viewport follows: paths while a goal is dragged, and the overlay while nothing changes.

Each case runs in a fresh process of Blender as a module.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from . import page, voxel_maps
from .fresh_process import Measurement, measure
from .tables import HERE, NONE, counted, number, span, table, verdict

PARTS = {"drag": "Preview: dragging a goal", "draw": "Preview: drawing"}
WORLDS = ("industrial", "cave", "arena")
_LEVEL = "arena"
_MAP = "Complex"
#: Milliseconds of processor time that a path update may take: the median, and 95 of 100.
_MEDIAN, _SLOW = 16.0, 50.0
#: Milliseconds of processor time that the draw callback may take, and cells along a side of the cube it draws.
_DRAW, _SIDE = 2.0, 37
_TIMES = ("median", "late", "slowest", "query", "late_query")
_DRAG_HEADER = (
    *("world", "cells", "updates"),
    *(f"{name} {HERE}" for name in ("median ms", "95 % ms", "slowest ms", "query: median ms", "query: 95 % ms")),
)


def main() -> None:
    options = read_options()
    page.write("preview", parts(options), options.output)


def parts(options: argparse.Namespace) -> list[page.Part]:
    """What to measure, and how."""
    drags = options.drags or (1 if options.quick else 6)
    reports = {"drag": lambda: report_drags(drags, options.limit), "draw": lambda: report_drawing(options.limit)}
    return page.chosen("preview", PARTS, reports, options)


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """From the command line, unless given."""
    parser = page.parser("preview", __doc__, PARTS)
    parser.add_argument("--drags", type=int, help="drags in each world")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds a world may take (default: %(default)s)")
    return parser.parse_args(arguments)


def report_drags(drags: int, limit: float) -> str:
    """Drag a goal about in several worlds and say in Markdown how fast its path follows."""
    maps = voxel_maps.folder()
    places = {world: {"world": world} for world in WORLDS}
    places[f"{_LEVEL}, near walls"] = {"world": _LEVEL, "near_walls": True}
    if maps is not None:
        places[f"{_MAP}, imported"] = {"map_path": str(voxel_maps.map_file(maps, _MAP, "3dmap"))}
    runs: dict[str, Measurement] = {}
    for name, place in places.items():
        print(f"dragging in {name} …", file=sys.stderr, flush=True)
        runs[name] = measure("benchmarks.preview_cases:drag", limit, drags=drags, **place)
    slow = []
    for name, run in runs.items():
        if not run.finished:
            slow.append(f"{name}: {run.problem}")
        elif run.counts["median"] > _MEDIAN or run.counts["late"] > _SLOW:
            slow.append(f"{name} {run.counts['median']:.1f} and {run.counts['late']:.1f} ms")
    done = [run.counts for run in runs.values() if run.finished]
    middle, late = (span((counts[key] for counts in done), 1, " ms") for key in ("median", "late"))
    lines = [
        f"The goal is moved along paths through free space, {drags} in each world, in 100 steps each, with the default "
        "settings; the start stays. They lead from anywhere to anywhere in free space; near walls every cell is as "
        "likely as any other, and most cells are small. An update is all that a move costs the processor: Blender's "
        "own, the query, and what the overlay draws of it. Nothing is skipped or left for later, as it would be in a "
        "window. Queries alone are by the clock.",
        "",
        table(_DRAG_HEADER, [_drag_row(name, run) for name, run in runs.items()]),
        "",
        verdict(
            f"an update of a dragged path takes at most {_MEDIAN:.0f} ms (median) and {_SLOW:.0f} ms (95 of 100) of "
            "processor time",
            slow,
            f"{middle} and {late}",
            here=True,
        ),
    ]
    if maps is None:
        lines += ["", f"{_MAP} is left out: the voxel maps are not here."]
    return "\n".join(lines)


def report_drawing(limit: float) -> str:
    """Draw many cells and say in Markdown what that costs the processor."""
    print("drawing …", file=sys.stderr, flush=True)
    run = measure("benchmarks.preview_cases:draw", limit, side=_SIDE)
    claim = f"drawing {_SIDE**3:,} cells takes at most {_DRAW:.0f} ms of processor time a frame while nothing changes"
    if not run.finished:
        return verdict(claim, [run.problem], here=True)
    times: dict[str, list[float]] = run.counts["times"]
    rows = [[name, *counted(run, "cells"), number(first, 1), number(then, 3)] for name, (first, then) in times.items()]
    still = {name: then for name, (_first, then) in times.items() if "moved" not in name}
    slow = [f"{name} {then:.2f} ms" for name, then in still.items() if then > _DRAW]
    text = (
        "Milliseconds of processor time in the draw callback, up to the graphics driver: the first time, when batches "
        "are made, and the median of those after it."
    )
    drawn = table(("cells as", "cells", f"first {HERE}", f"then {HERE}"), rows)
    return f"{text}\n\n{drawn}\n\n{verdict(claim, slow, span(still.values(), 3, ' ms'), here=True)}"


def _drag_row(name: str, run: Measurement) -> list[str]:
    if not run.finished:
        return [name, run.problem, *[NONE] * (len(_DRAG_HEADER) - 2)]
    return [name, *counted(run, "cells", "updates"), *(number(run.counts[key], 1) for key in _TIMES)]


if __name__ == "__main__":
    main()
