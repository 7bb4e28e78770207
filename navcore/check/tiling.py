# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guarantee 4, first half: cells, removed cells and blocked boxes tile the domain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, pairwise

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s
from .faults import MOST_TOLD, Faults, Kind, box_name, voxel_name


def check_tiling(parts: Mapping[str, Int32s], shape: Int64s, faults: Faults) -> None:
    """Every voxel of the domain lies in exactly one box, and no box leaves the domain.

    Parameters
    ----------
    parts : per name of a sort of box its (n, 2, 3) int32 voxel corners.
    shape : (3,) int64, the domain in voxels.
    """
    for name, boxes in parts.items():
        bad = np.flatnonzero(((boxes[:, 0] < 0) | (boxes[:, 1] > shape)).any(axis=1))
        faults.add_many(
            Kind.OUTSIDE,
            len(bad),
            (
                f"{name} {row}, {box_name(boxes[row])}, leaves the domain of {voxel_name(shape)} voxels"
                for row in bad.tolist()
            ),
        )
    for thickness, layer, count in _layers(np.concatenate(list(parts.values())), shape):
        double, none = np.argwhere(count > 1), np.argwhere(count == 0)
        faults.add_many(
            Kind.OVERLAP,
            len(double) * thickness,
            (
                f"voxel {voxel_name(voxel)} lies in {_owners(parts, voxel)}"
                for voxel in _voxels(double, layer, thickness, shape)
            ),
        )
        faults.add_many(
            Kind.GAP,
            len(none) * thickness,
            (
                f"voxel {voxel_name(voxel)} lies in no cell, removed or blocked box"
                for voxel in _voxels(none, layer, thickness, shape)
            ),
        )


def overlap(boxes: Int32s, shape: Int64s) -> bool:
    """Whether any two boxes, as far as they lie in the domain, share a voxel."""
    return any((count > 1).any() for _thickness, _layer, count in _layers(boxes, shape))


def _layers(boxes: Int32s, shape: Int64s) -> Iterator[tuple[int, int, AnyArray]]:
    """How many boxes lie over each voxel, one layer across the longest axis after the other.

    A picture of differences (+1 where a box begins, -1 past its end, in both directions) is carried from layer to
    layer; summing it up along both axes gives the counts. Layers at which no box begins or ends are the same as the
    one before and are answered with it.

    Yields
    ------
    thickness : how many layers these counts stand for.
    layer : the first of them.
    count : (u, v) int32 over the two other axes, in their order.
    """
    axis = int(np.argmax(shape))
    across = [other for other in range(3) if other != axis]
    inside = np.clip(boxes, 0, shape)
    inside = inside[(inside[:, 0] < inside[:, 1]).all(axis=1)]
    differences = np.zeros(shape[across] + 1, np.int32)
    begins = _Queue(inside, inside[:, 0, axis])
    ends = _Queue(inside, inside[:, 1, axis])
    events = np.unique(np.concatenate((begins.at, ends.at, [0, shape[axis]])))
    for layer, following in pairwise(events.tolist()):
        for queue, sign in ((begins, 1), (ends, -1)):
            due = queue.take(layer)[:, :, across]
            for first in range(2):
                for second in range(2):
                    weight = sign * (1 if first == second else -1)
                    np.add.at(differences, (due[:, first, 0], due[:, second, 1]), weight)
        count = differences.cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32)
        yield following - layer, layer, count[:-1, :-1]


class _Queue:
    """Boxes in the order of a coordinate, taken from the front."""

    def __init__(self, boxes: AnyArray, at: AnyArray) -> None:
        order = np.argsort(at, kind="stable")
        self.at = at[order]
        self._boxes = boxes
        self._order = order

    def take(self, at: int) -> AnyArray:
        """The boxes whose coordinate is `at`: (n, 2, 3)."""
        first, last = np.searchsorted(self.at, (at, at + 1))
        return np.asarray(self._boxes[self._order[first:last]])


def _voxels(places: AnyArray, layer: int, thickness: int, shape: Int64s) -> Iterator[AnyArray]:
    """The (3,) voxels at places (n, 2) of one or more layers."""
    axis = int(np.argmax(shape))
    for depth in range(thickness):
        for place in places:
            yield np.insert(place, axis, layer + depth)


def _owners(parts: Mapping[str, Int32s], voxel: AnyArray) -> str:
    """The boxes that hold a voxel, by name."""
    held = (
        f"{name} {row}"
        for name, boxes in parts.items()
        for row in np.flatnonzero(((boxes[:, 0] <= voxel) & (voxel < boxes[:, 1])).all(axis=1)).tolist()
    )
    return " and ".join(islice(held, MOST_TOLD))
