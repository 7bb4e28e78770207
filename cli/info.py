# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`volant info`: what a file holds."""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping
from typing import Any

from .. import navcore
from ..navcore.fileformat import file_info, read_bytes
from ..navcore.query.analysis.islands import fold_small, percent, small_ones
from ..navcore.query.status import island_name
from .answer import Answer, lines


def run(options: argparse.Namespace) -> Answer:
    held = navcore.Navigation.of(navcore.load(options.file))
    data = read_bytes(options.file)
    told = {**describe(held), "bytes": len(data), **file_info(data)._asdict(), "metadata": dict(held.metadata)}
    values, text = dict(told), dict(told)
    if held.volume is not None:
        listed, said = _islands_of(held.volume, "volume")
        values |= listed
        text["islands"] = f"{told['islands']}{said}"
    if held.surface is not None:
        listed, said = _islands_of(held.surface, "area")
        values["surface"] = {**told["surface"], **listed}
        text["surface"] = "".join(f"\n  {name}: {value}" for name, value in told["surface"].items()) + said
    if held.links is not None:
        text["links"] = ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in told["links"].items())
    return Answer(values, lines(text))


def _islands_of(space: navcore.NavVolume | navcore.NavSurface, size: str) -> tuple[dict[str, Any], str]:
    """The islands of free space or floors, for programs and for people; `size` is what they are measured by."""
    large, small = fold_small(navcore.islands(space))
    values = {
        "largest_islands": [_island(island, size) for island in large],
        "small_islands": {
            "count": len(small),
            size: math.fsum(getattr(island, size) for island in small),
            "share": math.fsum(island.share for island in small),
        },
    }
    listed = [_line(island, size) for island in large] + ([small_ones(small)] if small else [])
    return values, "".join(f"\n  {line}" for line in listed)


def describe(held: navcore.Navigation) -> dict[str, Any]:
    """What a file holds in a few numbers; lengths are in scene units."""
    told = {} if held.volume is None else _describe_volume(held.volume)
    if held.surface is not None:
        told["surface"] = _describe_surface(held.surface)
    if held.links is not None:
        kinds = held.links.kinds
        counts = {kind.name.lower(): int((kinds == kind).sum()) for kind in navcore.LinkKind}
        told["links"] = {kind: count for kind, count in counts.items() if count}
    return told


def parts_of(told: Mapping[str, Any]) -> str:
    """The same in words, of what `describe` gave: 9623 cells, 214 polygons, or both."""
    cells = [f"{told['cells']} cells"] if "cells" in told else []
    polygons = [f"{told['surface']['polygons']} polygons"] if "surface" in told else []
    return " and ".join(cells + polygons)


def _describe_surface(surface: navcore.NavSurface) -> dict[str, Any]:
    return {
        "polygons": len(surface),
        "area": float(surface.plan_areas().sum()),
        "islands": int(surface.components.max(initial=-1)) + 1,
        "voxel_size": surface.voxel_size,
        "agent_radius": surface.agent_radius,
        "agent_height": surface.agent_height,
        "step_height": surface.step_height,
        "max_slope": surface.max_slope,
    }


def _describe_volume(nav: navcore.NavVolume) -> dict[str, Any]:
    return {
        "cells": len(nav.cells),
        "portals": len(nav.portals),
        "islands": int(nav.components.max(initial=-1)) + 1,
        "leaves": nav.leaf_count,
        "removed": len(nav.removed_boxes),
        "shape": nav.shape.tolist(),
        "voxel_size": nav.voxel_size,
        "origin": nav.origin.tolist(),
        "agent_radius": nav.agent_radius,
        "landmarks": 0 if nav.landmarks is None else len(nav.landmarks),
        "blockers": [blocker.name for blocker in nav.blockers],
    }


def _island(island: navcore.Island, size: str) -> dict[str, Any]:
    """An island for programs, which count from 0."""
    return {
        "number": island.number,
        size: getattr(island, size),
        "share": island.share,
        "point": island.point.tolist(),
        "bounds": island.bounds.tolist(),
    }


def _line(island: navcore.Island, size: str) -> str:
    """An island for people."""
    place = ", ".join(f"{at:g}" for at in island.point.tolist())
    return (
        f"{island_name(island.number)}: {percent(island.share)}, {size} {getattr(island, size):.4g}, around ({place})"
    )
