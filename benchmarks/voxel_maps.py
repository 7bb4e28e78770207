# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Baking levels of the Warframe voxel benchmark, and comparing mergings on them.

The maps are those of [Brewer & Sturtevant 2018], MovingAI data under the Open Data Commons Attribution License. They
are not part of the project; VOLANT_MAPS names their folder.
"""

from __future__ import annotations

import dataclasses
import importlib
import lzma
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .contestants import volume_counts
from .fresh_process import ROOT, Case, Counts, Measurement, measure
from .query_figures import query_figures
from .tables import HERE, counted, number, seconds, span, table, verdict

if TYPE_CHECKING:
    from volant.navcore import NavVolume
    from volant.navcore import Path as NavPath

#: Occupied voxels (n, 3) and the map's shape (3,), to a baked volume. A function of a module, so that a fresh
#: process can import it by name.
Merging = Callable[[NDArray[np.int64], NDArray[np.int64]], "NavVolume"]

MAPS = ("Simple", "Complex", "A1", "BC1", "DA1")
_MOST_COMPLEX_CELLS = 9_700
_MOST_MEGABYTES = 1_500
#: Queries of a map's scenario that a merging answers, evenly spread.
_QUERIES = 60

_HEADER = ("map", "voxels", "occupied", "leaves", "cells", "neighbours", f"seconds {HERE}", f"MB {HERE}")
_MERGING_HEADER = (
    *("merging", "map", "cells", "neighbours", "file bytes", "found", "expanded", "length / optimum"),
    *(f"{name} {HERE}" for name in ("CPU ms a query", "seconds", "MB")),
)


def merged(occupied: NDArray[np.int64], shape: NDArray[np.int64]) -> NavVolume:
    """The merging that a bake uses."""
    from volant import navcore

    return navcore.bake_voxels(occupied, shape, navcore.BakeConfig(voxel_size=1.0))


def unmerged(occupied: NDArray[np.int64], shape: NDArray[np.int64]) -> NavVolume:
    """The octree's leaves as they are."""
    from volant import navcore

    return navcore.bake_voxels(occupied, shape, navcore.BakeConfig(voxel_size=1.0, merge=False))


def leaves_joined(occupied: NDArray[np.int64], shape: NDArray[np.int64]) -> NavVolume:
    """Whole leaves joined along x, y and z in turn until nothing changes."""
    from volant.navcore import run
    from volant.navcore.geometry.boxes import merge_boxes, unpacked

    leaves = unmerged(occupied, shape)
    return _with_cells(leaves, run(merge_boxes(unpacked(leaves.cells))))


def runs_joined(occupied: NDArray[np.int64], shape: NDArray[np.int64]) -> NavVolume:
    """Columns of free voxels joined regardless of the octree."""
    from volant.navcore import run
    from volant.navcore.geometry.boxes import fill_gaps

    leaves = unmerged(occupied, shape)
    return _with_cells(leaves, run(fill_gaps(leaves.blocked(), leaves.shape)))


def _with_cells(nav: NavVolume, cells: NDArray[np.int32]) -> NavVolume:
    from volant.navcore import run
    from volant.navcore.geometry.column_order import in_column_order
    from volant.navcore.geometry.components import label_components
    from volant.navcore.geometry.touching import find_portals

    # The order that files keep cells in.
    cells = in_column_order(cells)
    portals = run(find_portals(cells))
    components = run(label_components(len(cells), portals))
    return dataclasses.replace(nav, cells=cells, portals=portals, components=components)


#: What `report_mergings` compares; add a candidate here.
MERGINGS: dict[str, Merging] = {
    "kept": merged,
    "whole leaves": leaves_joined,
    "runs of voxels": runs_joined,
    "none": unmerged,
}


def folder() -> Path | None:
    """Where the maps are, or None."""
    place = Path(os.environ.get("VOLANT_MAPS") or ROOT.parent / "shared" / "benchmarks" / "warframe")
    return place if any(place.glob("*.3dmap*")) else None


def read_map(path: Path) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """A .3dmap or .3dmap.xz: occupied voxels (n, 3) int64, and the shape (3,) int32."""
    from volant.navcore.fileformat import loads_voxels

    return loads_voxels(_text(path))


def read_queries(path: Path) -> NDArray[np.float64]:
    """A .3dscen or .3dscen.xz: (n, 7) float64, the voxels of start and goal, and the grid's shortest length."""
    rows = [line.split()[:7] for line in _text(path).splitlines() if len(line.split()) == 8]
    return np.array(rows, dtype=np.float64)


def report(names: Sequence[str], limit: float) -> str:
    """Bake each map in a fresh process and say in Markdown what came of it."""
    place = folder()
    if place is None:
        return absent()
    runs = {}
    for name in names:
        print(f"map {name} …", file=sys.stderr, flush=True)
        runs[name] = _measured(merged, map_file(place, name, "3dmap"), limit)
    rows = [
        [
            name,
            *counted(run, "voxels", "occupied", "leaves", "cells", "neighbours"),
            *(seconds(run), number(run.megabytes)),
        ]
        for name, run in runs.items()
    ]
    source = (
        "Levels of Warframe as voxels, from the benchmark of [Brewer & Sturtevant 2018], baked at one voxel a unit."
    )
    return "\n".join((source, "", table(_HEADER, rows), "", *_verdicts(runs)))


def report_mergings(mergings: Mapping[str, Merging], names: Sequence[str], limit: float) -> str:
    """Compare mergings by their cells, neighbours, bytes and what paths through them cost."""
    place = folder()
    if place is None:
        return absent()
    rows = []
    for name in names:
        for label, merging in mergings.items():
            print(f"merging {label} on {name} …", file=sys.stderr, flush=True)
            queries = str(map_file(place, name, "3dscen"))
            run = _measured(merging, map_file(place, name, "3dmap"), limit, queries=queries)
            wanted = ("cells", "neighbours", "bytes", "found", "expanded")
            queried = number(run.counts.get("length"), 4), number(run.counts.get("cpu_milliseconds"), 2)
            rows.append([label, name, *counted(run, *wanted), *queried, seconds(run), number(run.megabytes)])
    return (
        f"{_QUERIES} published queries of each map, evenly spread, with the default settings. *Kept* is what a bake "
        f"does.\n\n{table(_MERGING_HEADER, rows, words=2)}"
    )


def case(merging: str, path: str, queries: str = "") -> Case:
    """For `fresh_process`: a map through a merging, given as "module:function"."""
    module, name = merging.split(":")
    bake: Merging = getattr(importlib.import_module(module), name)
    occupied, shape = read_map(Path(path))

    def count(nav: Any) -> Counts:
        counts = {"voxels": int(shape.prod()), "occupied": len(occupied), **volume_counts(nav)}
        return {**counts, **_query_cost(nav, read_queries(Path(queries)))} if queries else counts

    return lambda: bake(occupied, shape), count


def evenly_chosen(queries: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """So many of a map's queries, evenly spread; all of them if there are fewer."""
    return queries[:: max(1, len(queries) // count)][:count]


def answers(nav: NavVolume, queries: NDArray[np.float64]) -> list[NavPath]:
    """The paths between the centres of the queries' voxels, as a query without settings finds them."""
    from volant import navcore

    return [navcore.find_path(nav, row[:3] + 0.5, row[3:6] + 0.5) for row in queries]


def against_optimum(paths: Sequence[NavPath], queries: NDArray[np.float64]) -> list[float]:
    """Length / the grid's shortest length, of every path that was found and leads somewhere."""
    return [path.length / row[6] for path, row in zip(paths, queries, strict=True) if path.found and row[6] > 0.0]


def _query_cost(nav: Any, queries: NDArray[np.float64]) -> Counts:
    from volant import navcore

    chosen = evenly_chosen(queries, _QUERIES)
    # CPU time, so that mergings can be told apart on a busy machine.
    began = time.process_time()
    paths = answers(nav, chosen)
    taken = time.process_time() - began
    return {
        "bytes": len(navcore.dumps(nav)),
        **query_figures(paths),
        "cpu_milliseconds": 1e3 * taken / len(paths),
        "length": float(np.mean(against_optimum(paths, chosen) or [np.nan])),
    }


def _measured(merging: Merging, path: Path, limit: float, **more: str) -> Measurement:
    name = f"{merging.__module__}:{merging.__qualname__}"
    return measure("benchmarks.voxel_maps:case", limit, merging=name, path=str(path), **more)


def _verdicts(runs: dict[str, Measurement]) -> list[str]:
    few = big = None
    if "Complex" in runs:
        cells = runs["Complex"].counts.get("cells")
        few = ["it did not bake"] if cells is None else [f"{cells:,}"] * (cells >= _MOST_COMPLEX_CELLS)
    large = {name: run for name, run in runs.items() if name in ("A1", "BC1", "DA1")}
    if large:
        big = [
            f"{name} {number(run.megabytes)} MB"
            for name, run in large.items()
            if not run.finished or run.megabytes is None or run.megabytes >= _MOST_MEGABYTES
        ]
    return [
        verdict(
            f"Complex gives fewer than {_MOST_COMPLEX_CELLS:,} cells",
            few,
            "" if few is None else number(runs["Complex"].counts.get("cells")),
        ),
        verdict(
            f"A1, BC1 and DA1 raise peak memory by less than {_MOST_MEGABYTES:,} MB",
            big,
            span((run.megabytes for run in large.values()), 0, " MB"),
            here=True,
        ),
    ]


def map_file(place: Path, name: str, kind: str) -> Path:
    """A map's "3dmap" or "3dscen", packed or not."""
    packed = place / f"{name}.{kind}.xz"
    return packed if packed.exists() else place / f"{name}.{kind}"


def _text(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()


def absent() -> str:
    """What to say without maps."""
    return "Skipped: the voxel maps are not here; set VOLANT_MAPS to the folder with their .3dmap.xz files."
