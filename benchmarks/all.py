# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that is measured, on one page: benchmarks/RESULTS.md, with charts beside it.

A quick run goes to output/bench instead. --parts measures some parts anew and keeps what the page says of the others.
--compare tells in which figures a page differs that must not.
"""

from __future__ import annotations

import argparse
import difflib
import sys
import time
from pathlib import Path

from . import bake, file, ground, live, memory, page, paths, preview, room, worlds
from .fresh_process import ROOT
from .tables import lasting, verdict

BENCHES = {
    "bake": bake,
    "live": live,
    "room": room,
    "memory": memory,
    "paths": paths,
    "ground": ground,
    "file": file,
    "preview": preview,
    "worlds": worlds,
}
#: The titles of all parts by the names of bench and part.
PARTS = {f"{bench}.{name}": title for bench, module in BENCHES.items() for name, title in module.PARTS.items()}
#: Minutes that a whole run may take.
_MOST_MINUTES = 30


def main() -> None:
    options = _options()
    folder = options.output or (ROOT / "output" / "bench" if options.quick else ROOT / "benchmarks")
    old = options.compare.read_text(encoding="utf-8") if options.compare else None
    passed = ["--output", str(folder), *["--quick"] * options.quick]
    parts = [part for bench in BENCHES.values() for part in bench.parts(bench.read_options(passed))]
    asked = {PARTS[name] for name in options.parts}
    kept = _kept(folder / page.PAGE, set(PARTS.values()) - asked)
    parts = [_as_it_was(part, kept[part.title]) if part.title in kept else part for part in parts]
    parts = [part for part in parts if part.title in asked | kept.keys()]
    spent, began = sum(map(page.seconds, kept.values())), time.monotonic()
    parts.append(page.Part("", "This page", lambda: _time((spent + time.monotonic() - began) / 60.0)))
    new = page.write("all", parts, folder)
    if old is not None:
        changed = list(difflib.unified_diff(lasting(old), lasting(new), "old", "new", lineterm="", n=0))
        print("\n".join(changed) or "No figure differs that is the same on every machine.")
        sys.exit(1 if changed else 0)


def _options() -> argparse.Namespace:
    parser = page.parser("all", __doc__, PARTS)
    parser.add_argument("--compare", type=Path, metavar="OLD", help="an earlier page; differences make it fail")
    return parser.parse_args()


def _kept(place: Path, titles: set[str]) -> dict[str, str]:
    """What a page says under some of its headings; those that it has not are left out."""
    if not titles:
        return {}
    try:
        sections = page.sections(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        sys.exit(f"there is no {place} to keep the other parts of; leave out --parts")
    return {title: section for title, section in sections.items() if title in titles}


def _as_it_was(part: page.Part, section: str) -> page.Part:
    return page.Part("", part.title, lambda: section)


def _time(minutes: float) -> str:
    late = [f"{minutes:.1f} minutes"] * (minutes > _MOST_MINUTES)
    claim = f"all of this is measured within {_MOST_MINUTES} minutes"
    return verdict(claim, late, f"{minutes:.1f} minutes", here=True)


if __name__ == "__main__":
    main()
