# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What each sample world bakes to, in a fresh process: counts, and the seconds it took here."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from . import page, scenes
from .contestants import volume_counts
from .fresh_process import Case, Measurement, measure
from .tables import HERE, counted, number, seconds, table, verdict

PARTS = {"worlds": "Worlds: what each sample bakes to"}
_COUNTS = {
    "triangles": "triangles",
    "free": "free voxels",
    "leaves": "leaves",
    "cells": "cells",
    "portals": "portals",
    "neighbours": "neighbours",
    "bytes": "file bytes",
}


def main() -> None:
    options = read_options()
    page.write("worlds", parts(options), options.output)


def parts(options: argparse.Namespace) -> list[page.Part]:
    """What to measure, and how."""
    worlds = scenes.names()[: 3 if options.quick else None]
    return page.chosen("worlds", PARTS, {"worlds": lambda: report(worlds, options.limit)}, options)


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """From the command line, unless given."""
    parser = page.parser("worlds", __doc__, PARTS)
    parser.add_argument("--limit", type=float, default=120.0, help="seconds a world may take (default: %(default)s)")
    return parser.parse_args(arguments)


def case(world: str) -> Case:
    """For `fresh_process`: a world's bake, with the settings of its volume."""
    from volant import navcore

    scene = scenes.read(world)
    more = {"triangles": len(scene.triangles)}

    def count(nav: navcore.NavVolume) -> dict[str, int | float]:
        named = scenes.with_metadata(nav, scene.config)
        return {**more, **volume_counts(nav), "bytes": len(navcore.dumps(named))}

    return lambda: navcore.bake(scene.vertices, scene.triangles, scene.config), count


def report(worlds: Sequence[str], limit: float) -> str:
    """Bake each world and say in Markdown what came of it."""
    runs: dict[str, Measurement] = {}
    for world in worlds:
        print(f"world {world} …", file=sys.stderr, flush=True)
        runs[world] = measure("benchmarks.worlds:case", limit, world=world)
    header = ("world", *_COUNTS.values(), f"seconds {HERE}", f"MB {HERE}")
    rows = [[name, *counted(run, *_COUNTS), seconds(run), number(run.megabytes)] for name, run in runs.items()]
    failed = [f"{name}: {run.problem}" for name, run in runs.items() if not run.finished]
    done = f"{len(runs) - len(failed)} of {len(runs)}"
    text = "Each with the voxel size, agent and markers that its volume has in the scene."
    return f"{text}\n\n{table(header, rows)}\n\n{verdict('every sample world bakes', failed, done)}"


if __name__ == "__main__":
    main()
