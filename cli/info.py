# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`volant info`: what a file holds."""

from __future__ import annotations

import argparse
import os
from typing import Any

from .. import navcore
from .answer import Answer, lines


def run(options: argparse.Namespace) -> Answer:
    nav = navcore.load(options.file)
    values = {**describe(nav), "bytes": os.path.getsize(options.file), "metadata": dict(nav.metadata)}
    return Answer(values, lines(values))


def describe(nav: navcore.NavVolume) -> dict[str, Any]:
    """A volume in a few numbers; lengths are in scene units."""
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
    }
