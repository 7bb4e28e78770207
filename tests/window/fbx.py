# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where engines put what they find in an FBX file; shares nothing with the add-on."""

from __future__ import annotations

import importlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def fbx_corners(path: Path) -> Floats:
    """Corners of the only mesh of an FBX file in its world, (n, 3), in centimeters, by the transforms it stores."""
    # Blender's own reader of the raw format; everything made of it is not.
    root, _version = importlib.import_module("io_scene_fbx.parse_fbx").parse(str(path))
    part = {child.id.decode(): child for child in root.elems}
    told = {entry.props[0].decode(): entry.props[4:] for entry in part["GlobalSettings"].elems[1].elems}
    assert (told["UpAxis"], told["UpAxisSign"], told["FrontAxis"], told["CoordAxis"]) == ([1], [1], [2], [0])
    objects = part["Objects"].elems
    (mesh,) = (child for child in objects if child.id == b"Geometry")
    points = next(np.array(child.props[0]) for child in mesh.elems if child.id == b"Vertices").reshape(-1, 3)
    (model,) = (child for child in objects if child.id == b"Model")
    values = next(child for child in model.elems if child.id == b"Properties70").elems
    local = {"Lcl Rotation": (0.0, 0.0, 0.0), "Lcl Scaling": 1.0, "Lcl Translation": 0.0}
    local |= {value.props[0].decode(): value.props[4:] for value in values}
    points = points * local["Lcl Scaling"]
    # About X first, then Y, then Z.
    for axis, angle in enumerate(np.radians(local["Lcl Rotation"])):
        turn = np.eye(3)
        first, second = (axis + 1) % 3, (axis + 2) % 3
        turn[first, first] = turn[second, second] = np.cos(angle)
        turn[second, first], turn[first, second] = np.sin(angle), -np.sin(angle)
        points = points @ turn.T
    return (points + local["Lcl Translation"]) * told["UnitScaleFactor"][0]


def in_unreal(corners: Floats) -> Floats:
    """Unreal turns Y up to Z up and mirrors Y; its unit is a centimeter. (n, 3) to (n, 3)."""
    return corners[:, [0, 2, 1]]


def in_unity(corners: Floats) -> Floats:
    """Unity mirrors X, and reads centimeters as hundredths of its meters. (n, 3) to (n, 3)."""
    return corners * (-0.01, 0.01, 0.01)
