# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast, how lean and how small the bake is, each case in a fresh process.

Prints Markdown: meshes beside OpenVDB and trimesh, voxel maps, mergings compared, and the merged source's worlds.
"""

from __future__ import annotations

import argparse
import os
import platform

import numpy as np

from . import merged_worlds, mesh_bakes, meshes, voxel_maps

PARTS = ("meshes", "maps", "mergings", "worlds")


def main() -> None:
    options = _options()
    quick = options.quick
    limit = options.limit or (30.0 if quick else 120.0)
    resolutions = sorted(options.resolutions or ((64, 128) if quick else (256, 512)))
    maps = options.maps or (("Simple", "Complex") if quick else voxel_maps.MAPS)
    print(
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, numpy {np.__version__}{_load()}\n"
    )
    sections = {
        "meshes": lambda: mesh_bakes.report(options.meshes, resolutions, options.runs or (1 if quick else 3), limit),
        "maps": lambda: voxel_maps.report(maps, limit),
        "mergings": lambda: voxel_maps.report_mergings(
            voxel_maps.MERGINGS, ("Simple",) if quick else ("Simple", "Complex"), limit
        ),
        "worlds": lambda: merged_worlds.report(limit),
    }
    for part in options.parts:
        print(f"## {part.capitalize()}\n\n{sections[part]()}\n", flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench bake", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="64³ and 128³, one run each, the two small maps")
    parser.add_argument("--parts", nargs="+", default=PARTS, choices=PARTS, metavar="PART", help=f"of {PARTS}")
    names = tuple(meshes.MESHES)
    parser.add_argument("--meshes", nargs="+", default=names, choices=names, metavar="MESH", help=f"of {names}")
    parser.add_argument("--resolutions", nargs="+", type=_power_of_two, metavar="N", help="voxels along a side")
    parser.add_argument("--maps", nargs="+", metavar="MAP", help=f"of {voxel_maps.MAPS}")
    parser.add_argument("--runs", type=int, help="of each short case; the median counts")
    parser.add_argument("--limit", type=float, help="of each process, in seconds")
    return parser.parse_args()


def _load() -> str:
    """How busy the machine is already: wall clock means little beside other work."""
    return f", load {os.getloadavg()[0]:.1f} before the start" if hasattr(os, "getloadavg") else ""


def _power_of_two(text: str) -> int:
    value = int(text)
    if value < 1 or value & (value - 1):
        raise argparse.ArgumentTypeError(f"{value} is not a power of two")
    return value


if __name__ == "__main__":
    main()
