# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`volant export`: a file's cells in formats that others read."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from .. import navcore
from ..navcore.fileformat import check_target, save_voxels, voxels_outside
from .answer import Answer, WrongUse
from .scenes import blender

_MESHES = (".glb", ".obj")


def run(options: argparse.Namespace) -> Answer:
    target = options.output
    check_target(target)
    kind = Path(target).suffix.lower()
    if kind not in (*_MESHES, ".3dmap"):
        raise WrongUse(f"cells are written as .glb, .obj or .3dmap, not {kind or 'without a suffix'}")
    nav = navcore.load(options.file)
    if kind == ".3dmap":
        save_voxels(voxels_outside(nav.cells, nav.shape), nav.shape, target)
    else:
        with blender(options.file) as files:
            files.export_boxes(nav.boxes(), target)
    values = {"file": target, "bytes": os.path.getsize(target), "cells": len(nav.cells)}
    return Answer(values, f"{target}: {len(nav.cells)} cells, {values['bytes']} bytes")
