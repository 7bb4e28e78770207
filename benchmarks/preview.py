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

PARTS = {"drag": "Preview: dragging a goal", "draw": "Preview: drawing", "live": "Preview: what moves"}
WORLDS = ("industrial", "cave", "arena")
_LEVEL = "arena"
_MAP = "Complex"
#: Milliseconds of processor time that a path update may take: the median, and 95 of 100.
_MEDIAN, _SLOW = 16.0, 50.0
#: Milliseconds of processor time that the draw callback may take, and cells along a side of the cube it draws.
_DRAW, _SIDE = 2.0, 37
#: Milliseconds of processor time after a change, and how many crates there are of which one changes.
_LIVE, _CRATES = 100.0, 300
#: Milliseconds of processor time after which the true path is there at the latest.
_TRUE = 1000.0
_TIMES = ("median", "late", "slowest", "true", "late_true", "slowest_true")
_DRAG_HEADER = (
    *("world", "cells", "updates"),
    f"rough at first {HERE}",
    *(f"{name} {HERE}" for name in ("median ms", "95 % ms", "slowest ms")),
    *(f"true path: {name} {HERE}" for name in ("median ms", "95 % ms", "slowest ms")),
)


def main() -> None:
    options = read_options()
    page.write("preview", parts(options), options.output)


def parts(options: argparse.Namespace) -> list[page.Part]:
    """What to measure, and how."""
    drags = options.drags or (1 if options.quick else 6)
    reports = {
        "drag": lambda: report_drags(drags, options.limit),
        "draw": lambda: report_drawing(options.limit),
        "live": lambda: report_live(10 if options.quick else 60, options.limit),
    }
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
    slow, late_true = [], []
    for name, run in runs.items():
        if not run.finished:
            slow.append(f"{name}: {run.problem}")
            late_true.append(f"{name}: {run.problem}")
            continue
        if run.counts["median"] > _MEDIAN or run.counts["late"] > _SLOW:
            slow.append(f"{name} {run.counts['median']:.1f} and {run.counts['late']:.1f} ms")
        if run.counts["slowest_true"] > _TRUE:
            late_true.append(f"{name} {run.counts['slowest_true']:.0f} ms")
    done = [run.counts for run in runs.values() if run.finished]
    middle, late, last = (
        span((counts[key] for counts in done), 1, " ms") for key in ("median", "late", "slowest_true")
    )
    lines = [
        f"The goal is moved along paths through free space, {drags} in each world, in 100 steps each, with the default "
        "settings; the start stays. They lead from anywhere to anywhere in free space; near walls every cell is as "
        "likely as any other, and most cells are small. An update is all that a move costs the processor as in a "
        "window: Blender's own, the first slice of the search, a rough path where that did not find the true one, and "
        "what the overlay draws of it. Each has a path to where the goal is then. The true path is there after all "
        "slices, counted from the move on.",
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
        verdict(
            f"the true path is there within {_TRUE:.0f} ms of processor time after the last move",
            late_true,
            last,
            here=True,
        ),
    ]
    if maps is None:
        lines += ["", f"{_MAP} is left out: the voxel maps are not here."]
    return "\n".join(lines)


def report_drawing(limit: float) -> str:
    """Draw many cells and say in Markdown what that costs the processor."""
    cases: dict[str, dict[str, str | int]] = {_LEVEL: {"world": _LEVEL}, "a cube of voxels": {"side": _SIDE}}
    rows: list[list[str]] = []
    slow: list[str] = []
    figures: list[float] = []
    for name, case in cases.items():
        print(f"drawing {name} …", file=sys.stderr, flush=True)
        run = measure("benchmarks.preview_cases:draw", limit, **case)
        if not run.finished:
            slow.append(f"{name}: {run.problem}")
            continue
        times: dict[str, tuple[float, float, float, int]] = run.counts["times"]
        for view, (first, still, turning, calls) in times.items():
            figures += [still, turning]
            row = [name, *counted(run, "cells"), view, number(first, 1), number(still, 3), number(turning, 3)]
            rows.append([*row, str(calls)])
            if max(still, turning) > _DRAW:
                slow.append(f"{name}, {view}: {max(still, turning):.2f} ms")
    text = (
        "Milliseconds of processor time in the draw callback, up to the graphics driver: the first time, when batches "
        "are made, then the median of frames in which nothing changes, and of those in which the view turns. Calls are "
        "what is left to the driver: how often it is asked to draw what it holds already. Without *all cells*, "
        "wire is of those near the 3D cursor and near paths."
    )
    header = ("world", "cells", "view", *(f"{name} {HERE}" for name in ("first", "still", "turning")), "calls")
    claim = (
        f"drawing 20,000 cells or more takes at most {_DRAW:.0f} ms of processor time a frame beyond the scene's own"
    )
    return f"{text}\n\n{table(header, rows)}\n\n{verdict(claim, slow, span(figures, 3, ' ms'), here=True)}"


def report_live(moves: int, limit: float) -> str:
    """Move objects of live volumes, scrub through frames, and say in Markdown what that costs the processor."""
    cases: dict[str, tuple[str, dict[str, str | int]]] = {
        f"one of {_CRATES} crates moves": ("live", {"crates": _CRATES, "moves": moves}),
        f"one object of {_LEVEL} moves": ("live", {"world": _LEVEL, "moves": moves}),
        f"a frame of {_LEVEL}, with a crate that crosses its path": ("scrub", {"world": _LEVEL}),
    }
    rows, slow, figures = [], [], []
    for name, (case, given) in cases.items():
        print(f"{name} …", file=sys.stderr, flush=True)
        run = measure(f"benchmarks.preview_live:{case}", limit, **given)
        if not run.finished:
            slow.append(f"{name}: {run.problem}")
            continue
        figures.append(run.counts["median"])
        times = (number(run.counts[key], 1) for key in ("median", "late"))
        rows.append([name, *counted(run, "cells", "objects", "updates"), *times])
        if run.counts["median"] > _LIVE:
            slow.append(f"{name} {run.counts['median']:.0f} ms")
    text = (
        "From a change in Blender until its cells and its path are those of the scene as it is then: Blender's own "
        "evaluation, the look at all sources, the update, the new volume and the search. Packing it into the .blend "
        "comes later, in another process. Dynamic objects are no part of the bake; a frame is Blender's own work, the "
        "update and the search."
    )
    header = ("change", "cells", "objects", "changes", f"median ms {HERE}", f"95 % ms {HERE}")
    claim = f"cells and paths follow a change within {_LIVE:.0f} ms of processor time (median)"
    return f"{text}\n\n{table(header, rows)}\n\n{verdict(claim, slow, span(figures, 0, ' ms'), here=True)}"


def _drag_row(name: str, run: Measurement) -> list[str]:
    if not run.finished:
        return [name, run.problem, *[NONE] * (len(_DRAG_HEADER) - 2)]
    return [name, *counted(run, "cells", "updates", "rough"), *(number(run.counts[key], 1) for key in _TIMES)]


if __name__ == "__main__":
    main()
