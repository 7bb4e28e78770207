#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A developer's day: `python3 dev.py demo`, `python3 dev.py test`, and the rest.

Needs nothing but Python and git to start. Each verb sets up what it needs under `.venv/`, once.
"""

from __future__ import annotations

import argparse
import sys

# Kept readable by Pythons too old for the rest, so that they too end in a sentence.
if sys.version_info < (3, 9):
    sys.exit("dev.py needs Python 3.9 or newer to start, and finds Python 3.11 itself; install Python 3.11.")

from devtools import commands
from devtools.environments import BLENDERS, DEFAULT_BLENDER
from devtools.failure import Failure


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dev.py", description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")

    def add(name: str, summary: str) -> argparse.ArgumentParser:
        return verbs.add_parser(name, help=summary, description=summary)

    demo = add("demo", "bake a sample scene, write its .volant file, find a path, render a picture")
    demo.add_argument("--world", default="cave", help="which of sample_scenes/ to use (default: %(default)s)")
    test = add("test", "lint, types, core tests; build the zip, install it into Blender and test it there")
    choices = [*BLENDERS, "all"]
    test.add_argument("--blender", default=DEFAULT_BLENDER, choices=choices, help="default: %(default)s")
    test.add_argument("--thorough", action="store_true", help="many more random cases, others every time")
    test.add_argument("--coverage", action="store_true", help="measure which lines and branches core tests reach")
    add("build", "build the extension's zip into dist/ and check it against the platform's rules")
    add("lint", "ruff and mypy")
    bench = add("bench", "measure, and print the figures")
    bench.add_argument("name", help="a script of benchmarks/, without .py; all writes benchmarks/RESULTS.md")
    bench.add_argument("options", nargs=argparse.REMAINDER, help="passed on to it")
    scenes = add("scenes", "remake sample_scenes/*.blend")
    scenes.add_argument("names", nargs="*", help="only these worlds")
    scenes.add_argument("--check", action="store_true", help="remake elsewhere and compare the geometry")
    gallery = add("gallery", "render the README's picture of every sample world")
    gallery.add_argument("names", nargs="*", help="only these worlds")
    gallery.add_argument("--platform", action="store_true", help="instead, icon and picture for the extension's page")
    ui = add("ui", "drive a real Blender window and leave screenshots in output/ui (Debian, as root)")
    ui.add_argument("names", nargs="*", help="only these of tests/window/")
    ui.add_argument("--guide", action="store_true", help="put their pictures into docs/pictures/guide if all pass")
    add("lock", "pin and hash the newest dependencies into requirements/*.txt")
    return parser


def main() -> int:
    arguments = vars(_parser().parse_args())
    verb = getattr(commands, arguments.pop("verb"))
    try:
        return verb(**arguments)
    except Failure as failure:
        print(f"\n{failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
