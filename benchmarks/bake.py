# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast, how lean and how small the bake is, each case in a fresh process.

Meshes beside OpenVDB and trimesh, agents with a radius, voxel maps, mergings compared, and the merged source's worlds,
as Markdown.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from . import merged_worlds, mesh_bakes, meshes, page, radius_bakes, voxel_maps

PARTS = {
    "meshes": "Bake: meshes beside OpenVDB and trimesh",
    "radius": "Bake: agents with a radius, beside OpenVDB",
    "maps": "Bake: voxel maps",
    "mergings": "Bake: mergings compared",
    "worlds": "Bake: the worlds of the merged source",
}


def main() -> None:
    options = read_options()
    page.write("bake", parts(options), options.output)


def parts(options: argparse.Namespace) -> list[page.Part]:
    """What to measure, and how."""
    quick, folder = options.quick, options.output
    limit = options.limit or (30.0 if quick else 120.0)
    # Only trimesh takes as long as a minute, many times what a bake takes; waiting longer would tell nothing new.
    mesh_limit = options.limit or (30.0 if quick else 60.0)
    resolutions = sorted(options.resolutions or ((64, 128) if quick else (256, 512)))
    maps = options.maps or (("Simple", "Complex") if quick else voxel_maps.MAPS)
    runs = options.runs or (1 if quick else 3)
    merged_maps = ("Simple",) if quick else ("Simple", "Complex")
    reports = {
        "meshes": lambda: mesh_bakes.report(options.meshes, resolutions, runs, mesh_limit, folder),
        "radius": lambda: radius_bakes.report(quick, runs, limit),
        "maps": lambda: voxel_maps.report(maps, limit),
        "mergings": lambda: voxel_maps.report_mergings(voxel_maps.MERGINGS, merged_maps, limit),
        "worlds": lambda: merged_worlds.report(limit),
    }
    return page.chosen("bake", PARTS, reports, options)


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """From the command line, unless given."""
    parser = page.parser("bake", __doc__, PARTS)
    names = tuple(meshes.MESHES)
    parser.add_argument("--meshes", nargs="+", default=names, choices=names, metavar="MESH", help=f"of {names}")
    parser.add_argument("--resolutions", nargs="+", type=_power_of_two, metavar="N", help="voxels along a side")
    parser.add_argument("--maps", nargs="+", metavar="MAP", help=f"of {voxel_maps.MAPS}")
    parser.add_argument("--runs", type=int, help="of each short case; the median counts")
    parser.add_argument("--limit", type=float, help="of each process, in seconds")
    return parser.parse_args(arguments)


def _power_of_two(text: str) -> int:
    value = int(text)
    if value < 1 or value & (value - 1):
        raise argparse.ArgumentTypeError(f"{value} is not a power of two")
    return value


if __name__ == "__main__":
    main()
