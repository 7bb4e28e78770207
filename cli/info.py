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
    if held.volume is None:
        return Answer(told, lines(told))
    large, small = fold_small(navcore.islands(held.volume))
    values = {
        **told,
        "largest_islands": [_island(island) for island in large],
        "small_islands": {
            "count": len(small),
            "volume": math.fsum(island.volume for island in small),
            "share": math.fsum(island.share for island in small),
        },
    }
    listed = [_line(island) for island in large] + ([small_ones(small)] if small else [])
    return Answer(values, lines({**told, "islands": "\n  ".join((str(told["islands"]), *listed))}))


def describe(held: navcore.Navigation) -> dict[str, Any]:
    """What a file holds in a few numbers; lengths are in scene units."""
    told = {} if held.volume is None else _describe_volume(held.volume)
    return told if held.surface is None else {**told, "surface": _describe_surface(held.surface)}


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


def _island(island: navcore.Island) -> dict[str, Any]:
    """An island for programs, which count from 0."""
    return {
        "number": island.number,
        "volume": island.volume,
        "share": island.share,
        "point": island.point.tolist(),
        "bounds": island.bounds.tolist(),
    }


def _line(island: navcore.Island) -> str:
    """An island for people."""
    place = ", ".join(f"{at:g}" for at in island.point.tolist())
    return f"{island_name(island.number)}: {percent(island.share)}, volume {island.volume:.4g}, around ({place})"
