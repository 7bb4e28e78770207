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
    nav = navcore.Navigation.of(navcore.load(options.file)).the_volume()
    vertices, triangles = scene_triangles(options.scene, options.volume or str(nav.metadata.get("name", "")), nav)
    with shown_progress("check") as progress:
        faults = navcore.check(nav, vertices, triangles, progress)
    values = {"faults": faults, "cells": len(nav.cells), "triangles": len(triangles)}
    proven = f"no fault: {len(nav.cells)} cells against {len(triangles)} triangles"
    return Answer(values, "\n".join(faults) or proven, good=not faults)
