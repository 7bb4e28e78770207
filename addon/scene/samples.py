# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A few triangles that stand for all of a volume's sources, so that the panel can tell what a bake would take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from ... import navcore
from .sources import Floats, Geometry, Place

#: Triangles of one mesh that are kept, about.
FEW = 1 << 13
#: Triangles that all places together may have, about, and so many that those of one mesh may have in any case.
_MOST, _ALWAYS = 1 << 17, 1 << 12

NONE = navcore.Sample(np.empty((0, 3, 3)), np.empty(0))


def world_sample(places: Iterable[Place], known: Mapping[Geometry, navcore.Sample]) -> navcore.Sample:
    """The triangles of all places, in world space, by what is known of each mesh."""
    matrices: dict[Geometry, list[Floats]] = {}
    for place in places:
        matrices.setdefault(place.geometry, []).append(place.matrix)
    total = sum(len(placed) * len(known[geometry].weights) for geometry, placed in matrices.items())
    # A power of two, as in the samples themselves.
    weight = 1 << max(0, (total - 1) // _MOST).bit_length()
    parts = [_placed(known[geometry], np.array(placed), weight) for geometry, placed in matrices.items()]
    corners, weights = zip(NONE, *parts, strict=True)
    return navcore.Sample(np.concatenate(corners), np.concatenate(weights))


def _placed(sample: navcore.Sample, matrices: Floats, weight: int) -> navcore.Sample:
    """A mesh's triangles at each of its places, (n, 4, 4), or where these are many, one of every `weight` by chance."""
    count = len(matrices) * len(sample.weights)
    if count <= _ALWAYS:
        weight = 1
    chosen = np.arange(count)
    if weight > 1:
        chosen = np.random.default_rng(0).integers(0, count, count // weight)
    place, triangle = np.divmod(chosen, max(len(sample.weights), 1))
    turned = np.einsum("nij,nkj->nki", matrices[place, :3, :3], sample.corners[triangle])
    return navcore.Sample(turned + matrices[place, None, :3, 3], sample.weights[triangle] * weight)
