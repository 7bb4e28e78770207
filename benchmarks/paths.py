# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How short and how fast paths are, each case in a fresh process.

The published queries of voxel maps, scenes whose optimum is known, the tables of progressive and octree-unity remade,
networkx and pathfinding3d, landmarks, and growth, as Markdown.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from . import (
    page,
    path_analytic,
    path_growth,
    path_landmarks,
    path_maps,
    path_octree_unity,
    path_peers,
    path_progressive,
)

PARTS = {
    "maps": "Paths: voxel maps and their published optima",
    "analytic": "Paths: against the true optimum",
    "progressive": "Paths: the tables of progressive",
    "octree-unity": "Paths: the tables of octree-unity",
    "peers": "Paths: beside other libraries",
    "landmarks": "Paths: landmarks",
    "growth": "Paths: growth",
}


def main() -> None:
    options = read_options()
    page.write("paths", parts(options), options.output)


def parts(options: argparse.Namespace) -> list[page.Part]:
    """What to measure, and how."""
    quick, folder = options.quick, options.output
    limit = options.limit or (120.0 if quick else 600.0)
    maps = options.maps or (("Simple", "Complex") if quick else tuple(path_maps.MOST_LENGTH))
    queries = 20 if quick else 500
    worlds = path_octree_unity.WORLDS[:2] if quick else path_octree_unity.WORLDS
    reports = {
        "maps": lambda: path_maps.report(maps, queries, limit, folder),
        "analytic": lambda: path_analytic.report((128, 256), limit, 2 if quick else 5),
        "progressive": lambda: path_progressive.report(
            tuple(path_progressive.HALVES), 7 if quick else 9, limit, folder
        ),
        "octree-unity": lambda: path_octree_unity.report(worlds, 2 if quick else 10, limit, folder),
        "peers": lambda: path_peers.report(10 if quick else 50, 3 if quick else 10, limit),
        "landmarks": lambda: path_landmarks.report(20 if quick else 100, limit),
        "growth": lambda: path_growth.report(
            maps, queries, (5, 6) if quick else (5, 6, 7, 8), 10 if quick else 40, limit, folder
        ),
    }
    return page.chosen("paths", PARTS, reports, options)


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """From the command line, unless given."""
    parser = page.parser("paths", __doc__, PARTS)
    maps = tuple(path_maps.MOST_LENGTH)
    parser.add_argument("--maps", nargs="+", choices=maps, metavar="MAP", help=f"of {maps}")
    parser.add_argument("--limit", type=float, help="of each process, in seconds")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
