# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How small the .volant file is and how fast it loads, beside numpy's archives, octree bits and OctoMap's .bt.

Prints Markdown. Every bake is in a fresh process; files are made from one and the same volume.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from . import meshes, other_files, voxel_maps
from .fresh_process import ROOT, Case, Measurement, measure
from .tables import NONE, number, table, verdict

if TYPE_CHECKING:
    from volant.navcore import NavVolume

#: What a file may take: bytes for each cell, and for everything else.
_EACH, _REST = 6.5, 1024
_MAPS = ("Complex", "DA1")
_MESHES = ("terrain", "knot")
_RESOLUTION = 256
#: The knot at this voxel, as a share of that at 256³, has a little over 100,000 cells.
_LOADED_VOXEL = 0.72
_ROUNDS = 15

_HEADER = (
    *("volume", "cells", "removed", "portals", ".volant", "a cell", "npz", "a cell", "npz compressed", "a cell"),
    *("octree bits", "OctoMap .bt", "seconds to write"),
)


def main() -> None:
    options = _options()
    runs: dict[str, Measurement] = {}
    for kind, names in _volumes(options.quick).items():
        for name in names:
            print(f"{kind} {name} …", file=sys.stderr, flush=True)
            runs[name] = measure("benchmarks.file:sizes", options.limit, kind=kind, name=name)
    print(f"## Size\n\n{table(_HEADER, [_row(name, run) for name, run in runs.items()])}\n")
    print("Bytes a cell count cells kept and removed. npz holds the same arrays;", end=" ")
    print("octree bits and OctoMap hold what is free and nothing else.\n")
    for what, kinds in (("cell", ("cells",)), ("cell, kept or removed,", ("cells", "removed"))):
        large = [
            f"{name} {run.problem or number(run.counts['volant'])}"
            for name, run in runs.items()
            if not run.finished or run.counts["volant"] > _EACH * sum(run.counts[kind] for kind in kinds) + _REST
        ]
        print(verdict(f"every file is at most {_EACH} bytes a {what} + {_REST:,} bytes", large), flush=True)
    loading = measure("benchmarks.file:loading", options.limit)
    print(f"\n## Loading\n\n{_loading(loading)}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench file", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three sample worlds, Complex and the knot")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds a volume may take (default: %(default)s)")
    return parser.parse_args()


def _volumes(quick: bool) -> dict[str, tuple[str, ...]]:
    worlds = sorted(path.stem for path in (ROOT / "sample_scenes").glob("*.blend"))
    maps = _MAPS if voxel_maps.folder() else ()
    if quick:
        return {"world": tuple(worlds[:3]), "map": maps[:1], "mesh": _MESHES[1:]}
    return {"world": tuple(worlds), "map": maps, "mesh": _MESHES}


def sizes(kind: str, name: str) -> Case:
    """For `fresh_process`: writing a volume, timed, and the bytes of its files."""
    nav = {"world": _world, "map": _map, "mesh": _mesh}[kind](name)
    from volant import navcore

    def count(data: bytes) -> dict[str, int | float]:
        octomap = other_files.octomap_bytes(nav)
        return {
            "cells": len(nav.cells),
            "removed": len(nav.removed_boxes),
            "portals": len(nav.portals),
            "volant": len(data),
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
    ours, theirs = Path(folder.name, "knot.volant"), Path(folder.name, "knot.npz")
    navcore.save(nav, ours)
    np.savez_compressed(theirs, **other_files.arrays(nav))

    def load_npz() -> object:
        with np.load(theirs) as archive:
            return [archive[name] for name in archive.files]

    def work() -> dict[str, list[float]]:
        times: dict[str, list[float]] = {"ours": [], "theirs": [], "ours_cpu": [], "theirs_cpu": []}
        for _round in range(_ROUNDS):
            for name, load in (("theirs", load_npz), ("ours", lambda: navcore.load(ours).clearance)):
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


def _world(name: str) -> NavVolume:
    import bpy

    import volant
    from volant import navcore
    from volant.addon import sources, volumes

    volant.register()
    try:
        bpy.ops.wm.open_mainfile(filepath=str(ROOT / "sample_scenes" / f"{name}.blend"))
        volume = bpy.context.scene.volant.active_volume
        config = volumes.bake_config(bpy.context.scene, volume)
        mesh = sources.gather_triangles(bpy.context.evaluated_depsgraph_get(), volume)
        nav = navcore.bake(*mesh, config)
    finally:
        volant.unregister()
    return replace(nav, metadata=navcore.bake_metadata("Volume", config))


def _map(name: str) -> NavVolume:
    place = voxel_maps.folder()
    assert place is not None, "maps are asked for only where they are"
    packed = place / f"{name}.3dmap.xz"
    return voxel_maps.merged(*voxel_maps.read_map(packed if packed.exists() else packed.with_suffix("")))


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
    pairs = (
        (number(run.counts[kind]), number(run.counts[kind] / cells, 1)) for kind in ("volant", "npz", "compressed")
    )
    return [
        *(name, *(number(run.counts[kind]) for kind in ("cells", "removed", "portals"))),
        *(figure for pair in pairs for figure in pair),
        *(number(run.counts["octree"]), number(run.counts.get("octomap")), number(run.seconds, 2)),
    ]


def _loading(run: Measurement) -> str:
    if not run.finished:
        return run.problem
    header = ("file", "cells", "median ms", "least ms", "median CPU ms", "least CPU ms")
    rows = [
        [
            name,
            number(run.counts["cells"]),
            *(number(run.counts[key + end], 1) for end in ("", "_least", "_cpu", "_cpu_least")),
        ]
        for name, key in ((".volant, checks included", "ours"), ("npz compressed", "theirs"))
    ]
    slower = run.counts["ours"] > run.counts["theirs"]
    against = [f"{number(run.counts['ours'], 1)} ms against {number(run.counts['theirs'], 1)} ms"] * slower
    return f"{table(header, rows)}\n\n{verdict('loading takes no longer than numpy takes, by the median', against)}"


if __name__ == "__main__":
    main()
