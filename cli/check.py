# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`volant check`: a file against its scene, with the independent verifier."""

from __future__ import annotations

import argparse

from .. import navcore
from .answer import Answer
from .progress import shown_progress
from .scenes import scene_triangles


def run(options: argparse.Namespace) -> Answer:
    held = navcore.Navigation.of(navcore.load(options.file))
    name = options.volume or str(held.metadata.get("name", ""))
    (vertices, triangles), floors = scene_triangles(options.scene, name, held)
    with shown_progress("check") as progress:
        faults = navcore.check(held, vertices, triangles, progress, floors=floors)
    counts = {} if held.volume is None else {"cells": len(held.volume.cells)}
    if held.surface is not None:
        counts["polygons"] = len(held.surface)
    values = {"faults": faults, **counts, "triangles": len(triangles)}
    proven = " and ".join(f"{count} {what}" for what, count in counts.items())
    proven = f"no fault: {proven} against {len(triangles)} triangles"
    return Answer(values, "\n".join(faults) or proven, good=not faults)
