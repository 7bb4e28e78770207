# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How small the .volant file is and how fast it loads, beside format 1, numpy's archives, octree bits and OctoMap.

Every bake is in a fresh process; files are made from one and the same volume.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from . import charts, meshes, other_files, page, scenes, voxel_maps
from .fresh_process import Case, Measurement, measure
from .tables import HERE, NONE, number, table, verdict

if TYPE_CHECKING:
    from volant.navcore import NavVolume

#: What a file may take: bytes for each cell, and for everything else.
_EACH, _REST = 6.5, 1024
#: What it may be of its size in format 1.
_MOST_SHARE = 1.03
_MAPS = ("Complex", "DA1")
_MESHES = ("terrain", "knot")
_RESOLUTION = 256
#: The knot at this voxel, as a share of that at 256³, has a little over 100,000 cells.
_LOADED_VOXEL = 0.72
_ROUNDS = 15

#: What is loaded, and what it is called in measurements. Cells of format 1 are put into another order.
_LOADED = (
    (".volant, checks included", "ours"),
    (".volant, format 1, checks included", "first"),
    ("npz compressed", "theirs"),
)

PARTS = {"size": "File: bytes beside npz and OctoMap", "loading": "File: loading beside npz"}
_HEADER = (
    *(
        "volume",
        "cells",
        "removed",
        "portals",
        ".volant",
        "a cell",
        "format 1",
        "a cell",
        "npz",
        "a cell",
        "npz compressed",
        "a cell",
    ),
    *("octree bits", "OctoMap .bt", f"seconds to write {HERE}"),
)


def main() -> None:
    options = read_options()
    page.write("file", parts(options), options.output)


def parts(options: argparse.Namespace) -> list[page.Part]:
    """What to measure, and how."""
    reports = {
        "size": lambda: report_sizes(options.quick, options.limit, options.output),
        "loading": lambda: report_loading(options.limit),
    }
    return page.chosen("file", PARTS, reports, options)


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """From the command line, unless given."""
    parser = page.parser("file", __doc__, PARTS)
    parser.add_argument("--limit", type=float, default=300.0, help="seconds a volume may take (default: %(default)s)")
    return parser.parse_args(arguments)


def report_sizes(quick: bool, limit: float, folder: Path | None) -> str:
    """Write volumes to files of several kinds and say in Markdown how large they are."""
    runs: dict[str, Measurement] = {}
    for kind, names in _volumes(quick).items():
        for name in names:
            print(f"{kind} {name} …", file=sys.stderr, flush=True)
            runs[name] = measure("benchmarks.file:sizes", limit, kind=kind, name=name)
    lines = [
        "Bytes of the same volume in each file. Bytes a cell count cells kept and removed. npz holds the same arrays; "
        "octree bits and OctoMap hold what is free and nothing else. Volumes are the sample worlds, then voxel maps "
        f"and meshes at {_RESOLUTION}³.",
        "",
        table(_HEADER, [_row(name, run) for name, run in runs.items()]),
        "",
    ]
    for what, kinds in (("cell", ("cells",)), ("cell, kept or removed,", ("cells", "removed"))):
        large, each = [], []
        for name, run in runs.items():
            if run.finished:
                each.append((run.counts["volant"] - _REST) / sum(run.counts[kind] for kind in kinds))
            if not run.finished or each[-1] > _EACH:
                large.append(f"{name} {run.problem or number(run.counts['volant'])}")
        claim = f"every file is at most {_EACH} bytes a {what} + {_REST:,} bytes"
        lines.append(verdict(claim, large, f"at most {number(max(each, default=None), 1)} bytes"))
    finished = {name: run for name, run in runs.items() if run.finished}
    shares = {name: run.counts["volant"] / run.counts["first"] for name, run in finished.items()}
    larger = [f"{name} {number(share, 3)}" for name, share in shares.items() if share > _MOST_SHARE]
    span = f"{number(min(shares.values(), default=None), 2)} to {number(max(shares.values(), default=None), 2)}"
    lines.append(verdict(f"no file is over {_MOST_SHARE} of its size in format 1", larger, span))
    if folder is not None and finished:
        _draw(finished, folder)
        lines += ["", charts.link("file", "Bytes a cell in each kind of file")]
    return "\n".join(lines)


def _volumes(quick: bool) -> dict[str, tuple[str, ...]]:
    worlds = scenes.names()
    maps = _MAPS if voxel_maps.folder() else ()
    if quick:
        return {"world": worlds[:3], "map": maps[:1], "mesh": _MESHES[1:]}
    return {"world": worlds, "map": maps, "mesh": _MESHES}


def sizes(kind: str, name: str) -> Case:
    """For `fresh_process`: writing a volume, timed, and the bytes of its files."""
    nav = {"world": scenes.baked, "map": _map, "mesh": _mesh}[kind](name)
    from volant import navcore

    def count(data: bytes) -> dict[str, int | float]:
        octomap = other_files.octomap_bytes(nav)
        return {
            "cells": len(nav.cells),
            "removed": len(nav.removed_boxes),
            "portals": len(nav.portals),
            "volant": len(data),
            "first": len(navcore.dumps(nav, format=1)),
            "npz": other_files.npz_bytes(nav, compressed=False),
            "compressed": other_files.npz_bytes(nav, compressed=True),
            "octree": other_files.octree_bytes(nav),
            **({} if octomap is None else {"octomap": octomap}),
        }

    return lambda: navcore.dumps(nav), count


def loading() -> Case:
    """For `fresh_process`: loading a .volant file, checks included, and an npz with the same arrays, in turns."""
    from volant import navcore

    nav = _mesh("knot", _LOADED_VOXEL)
    folder = tempfile.TemporaryDirectory()
    ours, first, theirs = (Path(folder.name, name) for name in ("knot.volant", "knot_1.volant", "knot.npz"))
    navcore.save(nav, ours)
    navcore.save(nav, first, format=1)
    np.savez_compressed(theirs, **other_files.arrays(nav))

    def load_npz() -> object:
        with np.load(theirs) as archive:
            return [archive[name] for name in archive.files]

    def work() -> dict[str, list[float]]:
        loaders = {
            "theirs": load_npz,
            "ours": lambda: navcore.load(ours).clearance,
            "first": lambda: navcore.load(first).clearance,
        }
        times: dict[str, list[float]] = {f"{name}{kind}": [] for name in loaders for kind in ("", "_cpu")}
        for _round in range(_ROUNDS):
            for name, load in loaders.items():
                wall, cpu = time.perf_counter(), time.process_time()
                load()
                times[name].append(time.perf_counter() - wall)
                times[f"{name}_cpu"].append(time.process_time() - cpu)
        return times

    def count(times: dict[str, list[float]]) -> dict[str, int | float]:
        folder.cleanup()
        least = {f"{name}_least": 1e3 * min(values) for name, values in times.items()}
        return {"cells": len(nav.cells), **least, **{name: 1e3 * median(values) for name, values in times.items()}}

    return work, count


def _map(name: str) -> NavVolume:
    place = voxel_maps.folder()
    assert place is not None, "maps are asked for only where they are"
    return voxel_maps.merged(*voxel_maps.read_map(voxel_maps.map_file(place, name, "3dmap")))


def _mesh(name: str, share: float = 1.0) -> NavVolume:
    from volant import navcore

    mesh = meshes.make(name)
    low, high = (tuple(corner) for corner in mesh.bounds.tolist())
    config = navcore.BakeConfig(voxel_size=mesh.voxel_size(_RESOLUTION) * share, bounds=(low, high))
    return replace(navcore.bake(mesh.vertices, mesh.triangles, config), metadata=navcore.bake_metadata(name, config))


def _row(name: str, run: Measurement) -> list[str]:
    if not run.finished:
        return [name, run.problem.replace("|", "/"), *[NONE] * (len(_HEADER) - 2)]
    cells = run.counts["cells"] + run.counts["removed"]
    kinds = ("volant", "first", "npz", "compressed")
    pairs = ((number(run.counts[kind]), number(run.counts[kind] / cells, 1)) for kind in kinds)
    return [
        *(name, *(number(run.counts[kind]) for kind in ("cells", "removed", "portals"))),
        *(figure for pair in pairs for figure in pair),
        *(number(run.counts["octree"]), number(run.counts.get("octomap")), number(run.seconds, 2)),
    ]


def report_loading(limit: float) -> str:
    """Load one volume from two kinds of files and say in Markdown how long that takes."""
    print("loading …", file=sys.stderr, flush=True)
    run = measure("benchmarks.file:loading", limit)
    claim = "loading takes no longer than numpy takes, by the median"
    if not run.finished:
        return verdict(claim, [run.problem], here=True)
    header = (
        "file",
        "cells",
        *(f"{name} {HERE}" for name in ("median ms", "least ms", "median CPU ms", "least CPU ms")),
    )
    rows = [
        [
            name,
            number(run.counts["cells"]),
            *(number(run.counts[key + end], 1) for end in ("", "_least", "_cpu", "_cpu_least")),
        ]
        for name, key in _LOADED
    ]
    times = f"{number(run.counts['ours'], 1)} ms against {number(run.counts['theirs'], 1)} ms"
    against = [times] * (run.counts["ours"] > run.counts["theirs"])
    text = f"The knot from .volant files and from an npz with the same arrays, in turns, {_ROUNDS} times each."
    return f"{text}\n\n{table(header, rows)}\n\n{verdict(claim, against, times, here=True)}"


def _draw(runs: dict[str, Measurement], folder: Path) -> None:
    """Bytes a cell, a row for each volume."""
    names = list(runs)
    kinds = {"volant": ".volant", "compressed": "npz compressed", "npz": "npz", "octomap": "OctoMap .bt"}
    with charts.chart(folder, "file", 1, 1, (7.5, 0.25 * len(names) + 1.4)) as axes:
        axis = axes[0][0]
        for (kind, title), colour, marker in zip(kinds.items(), charts.COLOURS, charts.MARKERS, strict=False):
            shown = [place for place, name in enumerate(names) if kind in runs[name].counts]
            counts = [runs[names[place]].counts for place in shown]
            each = [count[kind] / (count["cells"] + count["removed"]) for count in counts]
            axis.plot(each, shown, marker, color=colour, label=title)
        axis.axvline(_EACH, color=charts.BLACK, linestyle=":", label=f"{_EACH} bytes")
        axis.set_yticks(range(len(names)), names)
        axis.invert_yaxis()
        axis.set_xlabel("bytes a cell, kept or removed")
        charts.logarithmic(axis.xaxis)
        charts.legend_below(axis)


if __name__ == "__main__":
    main()
