# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A few of many triangles that stand for all of them, so that what they will take is estimated in milliseconds."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Bools, Float64s

#: So many triangles are looked at one by one; of more, about so many of the small ones stand for the others.
FEW = 1 << 15
#: Triangles whose sizes tell which are large.
_SIZED = 1 << 12


class Sample(NamedTuple):
    """corners : (n, 3, 3) float64, triangles; weights : (n,) float64, how many triangles each of them stands for."""

    corners: Float64s
    weights: Float64s

    @property
    def triangles(self) -> int:
        """How many triangles there are in all."""
        return round(float(self.weights.sum()))


def sample_triangles(corners: Float64s, few: int = FEW) -> Sample:
    """Of triangles, (m, 3, 3), the `few` largest, about, and at most as many of the others; all if there are few.

    The weights of the others are one power of two, so that samples of many meshes have few different weights.
    """
    if len(corners) <= few:
        return Sample(corners, np.ones(len(corners)))
    # Few large triangles may be most of a scene, and none of them may be missed.
    large = larger_than(corners, _usual_limit(corners, few))
    kept, rest = np.flatnonzero(large), np.flatnonzero(~large)
    weight = 1
    while len(rest) > weight * few:
        weight *= 2
    # By chance, but always the same. Not every so many-th: neighbours would never come together.
    chosen = rest[np.random.default_rng(0).random(len(rest)) * weight < 1.0]
    weights = np.concatenate((np.ones(len(kept)), np.full(len(chosen), float(weight))))
    return Sample(corners[np.concatenate((kept, chosen))], weights)


def larger_than(corners: Float64s, limit: float) -> Bools:
    """Which triangles, (m, 3, 3), have an edge from their first corner that is longer along some axis."""
    large = np.zeros(len(corners), bool)
    for end in (1, 2):
        with np.errstate(over="ignore"):
            edge = np.abs(corners[:, end] - corners[:, 0])
        # Spelled out, because numpy reduces short axes slowly.
        large |= (edge[:, 0] > limit) | (edge[:, 1] > limit) | (edge[:, 2] > limit)
    return large


def _usual_limit(corners: Float64s, few: int) -> float:
    """A size that about `few` of the triangles exceed, or an eighth of them if that is less."""
    some = corners[:: -(-len(corners) // _SIZED)]
    with np.errstate(over="ignore"):
        sizes = np.abs(some[:, 1:] - some[:, :1]).max(axis=(1, 2))
    return float(np.sort(sizes)[int(len(sizes) * (1.0 - min(0.125, few / len(corners))))])
