# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that is measured, on one page: benchmarks/RESULTS.md, with charts beside it.

A quick run goes to output/bench instead. --compare tells in which figures a page differs that must not.
"""

from __future__ import annotations

import argparse
import difflib
import sys
import time
from pathlib import Path

from . import bake, file, live, memory, page, paths, preview, worlds
from .fresh_process import ROOT
from .tables import lasting, verdict

BENCHES = (bake, live, memory, paths, file, preview, worlds)
#: Minutes that a whole run may take.
_MOST_MINUTES = 30


def main() -> None:
    began = time.monotonic()
    options = _options()
    folder = options.output or (ROOT / "output" / "bench" if options.quick else ROOT / "benchmarks")
    old = options.compare.read_text(encoding="utf-8") if options.compare else None
    passed = ["--output", str(folder), *["--quick"] * options.quick]
    parts = [part for bench in BENCHES for part in bench.parts(bench.read_options(passed))]
    parts.append(page.Part("", "This page", lambda: _time((time.monotonic() - began) / 60.0)))
    new = page.write("all", parts, folder)
    if old is not None:
        changed = list(difflib.unified_diff(lasting(old), lasting(new), "old", "new", lineterm="", n=0))
        print("\n".join(changed) or "No figure differs that is the same on every machine.")
        sys.exit(1 if changed else 0)


def _options() -> argparse.Namespace:
    parser = page.parser("all", __doc__, {})
    parser.add_argument("--compare", type=Path, metavar="OLD", help="an earlier page; differences make it fail")
    return parser.parse_args()


def _time(minutes: float) -> str:
    late = [f"{minutes:.1f} minutes"] * (minutes > _MOST_MINUTES)
    claim = f"all of this is measured within {_MOST_MINUTES} minutes"
    return verdict(claim, late, f"{minutes:.1f} minutes", here=True)


if __name__ == "__main__":
    main()
