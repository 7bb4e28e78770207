# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: `volant …` or `python -m volant …`."""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from pathlib import Path

from . import navcore


def version() -> str:
    """Volant's version, from its one source."""
    manifest = Path(__file__).with_name("blender_manifest.toml")
    return str(tomllib.loads(manifest.read_text(encoding="utf-8"))["version"])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="volant", description="Volumetric navigation files.")
    parser.add_argument("--version", action="version", version=f"volant {version()}")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")
    info = verbs.add_parser("info", help="say what a .volant file holds")
    path = verbs.add_parser("path", help="find a path in a .volant file")
    path.add_argument("--from", dest="start", nargs=3, type=float, required=True, metavar=("X", "Y", "Z"))
    path.add_argument("--to", dest="goal", nargs=3, type=float, required=True, metavar=("X", "Y", "Z"))
    for verb in (info, path):
        verb.add_argument("file", help="a .volant file")
        verb.add_argument("--json", action="store_true", help="answer in JSON")
    return parser


def _info(nav: navcore.NavVolume) -> dict[str, object]:
    return {
        "cells": len(nav.cells),
        "portals": len(nav.portals),
        "islands": int(nav.components.max(initial=-1)) + 1,
        "leaves": nav.leaf_count,
        "shape": nav.shape.tolist(),
        "voxel_size": nav.voxel_size,
        "origin": nav.origin.tolist(),
        "agent_radius": nav.agent_radius,
    }


def _path(nav: navcore.NavVolume, start: list[float], goal: list[float]) -> dict[str, object]:
    path = navcore.find_path(nav, start, goal)
    if not path.found:
        return {"found": False, "reason": path.reason}
    return {"found": True, "length": path.length, "points": path.points.tolist(), **path.stats}


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 done, 1 the work failed, 2 wrong use."""
    options = _parser().parse_args(arguments)
    try:
        nav = navcore.load(options.file)
        answer = _info(nav) if options.verb == "info" else _path(nav, options.start, options.goal)
    except navcore.NavError as error:
        print(f"volant: {error}", file=sys.stderr)
        return 1
    if options.json:
        print(json.dumps(answer))
    else:
        for name, value in answer.items():
            print(f"{name}: {value}")
    return 0 if answer.get("found", True) else 1


if __name__ == "__main__":
    sys.exit(main())
