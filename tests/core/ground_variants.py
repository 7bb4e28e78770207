# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same mesh told otherwise: whatever is made of it must be the same."""

from __future__ import annotations

import numpy as np
from ground_worlds import Mesh


def inside_out(mesh: Mesh) -> Mesh:
    """With every triangle facing the other way."""
    return mesh[0], mesh[1][:, ::-1]


def subdivided(mesh: Mesh) -> Mesh:
    """With four triangles for each one."""
    corners = mesh[0][mesh[1]]
    middles = (corners + np.roll(corners, -1, axis=1)) / 2
    parts = [np.stack((corners[:, i], middles[:, i], middles[:, i - 1]), axis=1) for i in range(3)]
    soup = np.concatenate([*parts, middles])
    return soup.reshape(-1, 3), np.arange(3 * len(soup)).reshape(-1, 3)


def permuted(mesh: Mesh, seed: int) -> Mesh:
    """With vertices and triangles in another order."""
    random = np.random.default_rng(seed)
    place = random.permutation(len(mesh[0]))
    vertices = np.empty_like(mesh[0])
    vertices[place] = mesh[0]
    turned = np.stack(
        [np.roll(row, turn) for row, turn in zip(mesh[1], random.integers(0, 3, len(mesh[1])), strict=True)]
    )
    return vertices, place[turned][random.permutation(len(turned))]
