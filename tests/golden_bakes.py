# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes whose every array is known by its hash, whatever the machine, numpy and Python.

    python tests/golden_bakes.py [SEED]    prints the hashes, with the triangles shuffled by the seed

Shared by tests in plain Python and in Blender, so that it takes the navcore to use as an argument. The mesh is made
without transcendental functions, which may differ in the last bit between machines.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np

EXPECTED: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


def mesh(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A jagged height field of 800 triangles over a 10 by 10 square, its triangles shuffled."""
    side = np.arange(21)
    x, y = np.meshgrid(side, side, indexing="ij")
    height = ((x * 7919 + y * 104729) % 101) / 40.0
    vertices = np.stack((x / 2.0, y / 2.0, height), axis=-1).reshape(-1, 3)
    corner = (x * 21 + y)[:-1, :-1].reshape(-1, 1)
    triangles = np.concatenate((corner + np.array([0, 21, 1]), corner + np.array([1, 21, 22])))
    return vertices, np.random.default_rng(seed).permutation(triangles)


def hashes(navcore: ModuleType, seed: int) -> dict[str, str]:
    """A hash of all arrays and of the file's bytes for a few bakes."""
    vertices, triangles = mesh(seed)
    common = {"voxel_size": 0.23, "bounds": ((-0.5, -0.5, -1.0), (10.5, 10.6, 4.1))}
    variants = {
        "plain": {},
        "radius": {"agent_radius": 0.31},
        "leaves": {"merge": False, "balanced": True, "min_depth": 2},
        # Within the height field's borders it parts the space, and the marker removes what lies below.
        "marked": {"markers": [(5.0, 5.0, 4.0)], "bounds": ((0.3, 0.4, -1.0), (9.7, 9.6, 4.1))},
    }
    bakes = {
        name: navcore.bake(vertices, triangles, navcore.BakeConfig(**{**common, **settings}))
        for name, settings in variants.items()
    }
    bakes["eroded"] = navcore.erode(bakes["plain"], 0.5)
    return {name: _hash(nav) for name, nav in bakes.items()}


def _hash(nav: object) -> str:
    names = ("origin", "shape", "cells", "portals", "components", "removed_boxes", "clearance")
    digest = hashlib.sha256()
    for name in names:
        array = np.ascontiguousarray(getattr(nav, name))
        digest.update(f"{name} {array.dtype} {array.shape}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    from volant import navcore as installed

    print(json.dumps(hashes(installed, int(sys.argv[1]) if len(sys.argv) > 1 else 0), indent=2))
