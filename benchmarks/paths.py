# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How short and how fast paths are, each case in a fresh process.

Prints Markdown: the published queries of voxel maps, scenes whose optimum is known, the tables of progressive and
octree-unity remade, networkx and pathfinding3d, and growth. A whole run also writes it to benchmarks/PATHS.md, with
charts beside it.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path

from . import path_analytic, path_growth, path_maps, path_octree_unity, path_peers, path_progressive
from .fresh_process import ROOT

PARTS = {
    "maps": "Voxel maps",
    "analytic": "Against the true optimum",
    "progressive": "Progressive's tables",
    "octree-unity": "Octree-unity's tables",
    "peers": "Beside other libraries",
    "growth": "Growth",
}
_PAGE = "PATHS.md"
_NOTICE = "<!-- Written by `python3 dev.py bench paths`; do not edit. -->"


def main() -> None:
    options = _options()
    quick, began = options.quick, time.monotonic()
    whole = not quick and tuple(options.parts) == tuple(PARTS) and not options.maps
    folder = Path(options.output) if options.output else (ROOT / "benchmarks" if whole else None)
    limit = options.limit or (120.0 if quick else 600.0)
    maps = options.maps or (("Simple", "Complex") if quick else tuple(path_maps.MOST_LENGTH))
    queries = 20 if quick else 500
    worlds = path_octree_unity.WORLDS[:2] if quick else path_octree_unity.WORLDS
    sections = {
        "maps": lambda: path_maps.report(maps, queries, limit, folder),
        "analytic": lambda: path_analytic.report((128, 256), limit, 2 if quick else 5),
        "progressive": lambda: path_progressive.report(
            tuple(path_progressive.HALVES), 7 if quick else 9, limit, folder
        ),
        "octree-unity": lambda: path_octree_unity.report(worlds, 2 if quick else 10, limit, folder),
        "peers": lambda: path_peers.report(10 if quick else 50, 3 if quick else 10, limit),
        "growth": lambda: path_growth.report(
            maps, queries, (5, 6) if quick else (5, 6, 7, 8), 10 if quick else 40, limit, folder
        ),
    }
    text = [_NOTICE, "# Paths", _machine()]
    print("\n\n".join(text), flush=True)
    for part in PARTS:
        if part in options.parts:
            text.append(f"## {PARTS[part]}\n\n{sections[part]()}")
            print(f"\n{text[-1]}", flush=True)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _PAGE).write_text("\n\n".join(text) + "\n", encoding="utf-8", newline="\n")
    print(f"{time.monotonic() - began:.0f} s in all", file=sys.stderr)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="dev.py bench paths", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few queries, small maps, coarse voxels")
    names = tuple(PARTS)
    parser.add_argument("--parts", nargs="+", default=names, choices=names, metavar="PART", help=f"of {names}")
    maps = tuple(path_maps.MOST_LENGTH)
    parser.add_argument("--maps", nargs="+", choices=maps, metavar="MAP", help=f"of {maps}")
    parser.add_argument("--limit", type=float, help="of each process, in seconds")
    parser.add_argument("--output", metavar="FOLDER", help=f"where {_PAGE} and its charts go; a whole run needs none")
    return parser.parse_args()


def _machine() -> str:
    """What the figures depend on, and how to get them again."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("volant", "numpy", "bpy", "networkx", "pathfinding3d"))
    command = " ".join(("python3 dev.py bench paths", *sys.argv[1:]))
    return (
        f"`{command}` on {platform.system()} {platform.machine()}, {_processor()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, {packages}{_load()}.\n\n"
        "Lengths and counts are the same on every machine; milliseconds are not, and stand in columns of their own. "
        "Each case runs in a fresh process, one after the other. Lines that begin with *yes*, *NO* or *not measured* "
        "say what the figures above them come to. The sources are named as in the code: octree-unity (Albertini 2022), "
        "progressive (Hung & He), merged (Massonnat 2023)."
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown processor")


def _load() -> str:
    """How busy the machine is already: wall clock means little beside other work."""
    return f"; load {os.getloadavg()[0]:.1f} before the start" if hasattr(os, "getloadavg") else ""


if __name__ == "__main__":
    main()
