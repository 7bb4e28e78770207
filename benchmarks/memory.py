# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What bakes are expected to take beside what they take, for scenes of many kinds, each in a fresh process."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import page
from .fresh_process import Case, Measurement, measure
from .memory_scenes import KINDS, Kind
from .tables import HERE, counted, number, seconds, span, table, verdict

if TYPE_CHECKING:
    from volant.navcore import BakeConfig

PARTS = {"memory": "Memory: expected and taken"}
_MEGABYTE = 2.0**20
#: How many times the memory that is taken may be expected, at least and at most.
_LEAST, _MOST = 0.5, 2.0


def main() -> None:
    options = read_options()
    page.write("memory", parts(options), options.output)


def parts(options: argparse.Namespace) -> list[page.Part]:
    """What to measure, and how."""
    kinds = list(KINDS)[: 3 if options.quick else None]
    return page.chosen("memory", PARTS, {"memory": lambda: report(kinds, options.limit)}, options)


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """From the command line, unless given."""
    parser = page.parser("memory", __doc__, PARTS)
    parser.add_argument("--limit", type=float, default=120.0, help="seconds a bake may take (default: %(default)s)")
    return parser.parse_args(arguments)


def case(kind: str, folder: str) -> Case:
    """For `fresh_process`: the bake of a scene whose two arrays are in a folder."""
    from volant import navcore

    first, second = (np.load(path) for path in _files(Path(folder)))
    config, bake = _settings(KINDS[kind]), navcore.bake_voxels if KINDS[kind].voxels else navcore.bake
    return lambda: bake(first, second, config), lambda nav: {
        "given": len(first if KINDS[kind].voxels else second),
        "voxels": int(np.prod(nav.shape, dtype=np.int64)),
        "cells": len(nav.cells),
    }


def _files(folder: Path) -> tuple[Path, Path]:
    return folder / "first.npy", folder / "second.npy"


def _settings(kind: Kind) -> BakeConfig:
    from volant import navcore

    bounds = None if kind.voxels else ((0.0, 0.0, 0.0), kind.side)
    return navcore.BakeConfig(bounds=bounds, **kind.settings)


def _expected(kind: Kind, first: Any, second: Any) -> int:
    """The bytes that the bake of a scene, by its two arrays, is expected to take."""
    from volant import navcore
    from volant.navcore.bake.estimate import estimate_voxels
    from volant.navcore.geometry.voxel_tiles import from_points

    config = _settings(kind)
    if kind.voxels:
        occupied, radius = from_points(first, second), config.agent_radius / kind.settings["voxel_size"]
        return estimate_voxels(occupied, second, radius, config).memory
    return navcore.estimate_bake(navcore.sample_triangles(first[second]), config).memory


def _measured(name: str, limit: float) -> Measurement:
    """A scene's bake; among its counts the megabytes that it was expected to take."""
    scene = KINDS[name].make()
    # Made and judged here: the processes' own memory would keep traces of that.
    expected = _expected(KINDS[name], *scene)
    with tempfile.TemporaryDirectory() as folder:
        for path, part in zip(_files(Path(folder)), scene, strict=True):
            np.save(path, part)
        found = measure("benchmarks.memory:case", limit, kind=name, folder=folder)
    return replace(found, counts={**found.counts, "expected": expected / _MEGABYTE})


def report(kinds: Sequence[str], limit: float) -> str:
    """Bake each kind and say in Markdown how near the expectation came."""
    found: dict[str, Measurement] = {}
    for kind in kinds:
        print(f"memory of {kind} …", file=sys.stderr, flush=True)
        found[kind] = _measured(kind, limit)
    header = (
        *("scene", "triangles or occupied voxels", "voxels", "cells"),
        *(f"{name} {HERE}" for name in ("expected MB", "taken MB", "expected / taken", "seconds")),
    )
    rows = [_row(kind, run) for kind, run in found.items()]
    ratios = {kind: _ratio(run) for kind, run in found.items()}
    wrong = [
        f"{kind}: {found[kind].problem or number(ratio, 2)}"
        for kind, ratio in ratios.items()
        if ratio is None or not _LEAST <= ratio <= _MOST
    ]
    claim = f"every bake takes what is expected, within {_LEAST:g} and {_MOST:g} times"
    return "\n".join(
        (
            "Expected is what the panel shows and `memory_limit` is compared with, told from triangles or voxels alone "
            "before the bake. Taken is how far the kernel's record of the process's peak resident memory (VmHWM) rises "
            "over what was resident just before the bake, so that all that any library allocates counts, and what the "
            "allocator keeps of it.",
            "",
            table(header, rows),
            "",
            verdict(claim, wrong, span(ratios.values(), 2, " times"), here=True),
        )
    )


def _row(kind: str, run: Measurement) -> list[str]:
    figures = [number(run.counts["expected"]), number(run.megabytes), number(_ratio(run), 2), seconds(run)]
    return [kind, *counted(run, "given", "voxels", "cells"), *figures]


def _ratio(run: Measurement) -> float | None:
    if not run.finished or not run.megabytes:
        return None
    return float(run.counts["expected"]) / run.megabytes


if __name__ == "__main__":
    main()
