# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guarantees 1 and 3: no triangle in or too near a cell, nor across a portal."""

from __future__ import annotations

import numpy as np

from ..arrays import AnyArray, Bools, Float64s, Int32s, Int64s
from ..progress import Steps
from .faults import Faults, Kind, box_name
from .inputs import TOLERANCE
from .surface import Surface, keep_least

#: At radius 0 boxes are shrunk by this much and triangles must keep half a tolerance away from the rest: together
#: they allow an intrusion of one tolerance, and the distance need not come out as exactly 0 where the two meet.
_SHRINK = 1.5 * TOLERANCE
_TOUCH = 0.5 * TOLERANCE


def check_sound(surface: Surface, boxes: Int32s, what: str, radius: float, unit: float, faults: Faults) -> Steps[None]:
    """Every triangle against every cell.

    Parameters
    ----------
    boxes : (n, 2, 3) int32, voxel corners of closed boxes.
    what : what a box is called in a sentence.
    radius : voxels; `unit` scene units make a voxel.
    """
    middle, half = boxes.mean(axis=1), (boxes[:, 1] - boxes[:, 0]) / 2
    if radius < 4 * TOLERANCE:
        # So small a radius would drown in the tolerance; the inside of the box stays.
        distance, witness = yield from _nearest_hit(surface, middle, half - _SHRINK, _TOUCH)
        bad = np.flatnonzero(witness >= 0)
        faults.add_many(
            Kind.SOUND,
            len(bad),
            (
                f"triangle {surface.name[witness[box]]} runs through the inside of {what} {box}, {box_name(boxes[box])}"
                for box in bad.tolist()
            ),
        )
        return
    distance, witness = yield from _nearest_hit(surface, middle, half, radius - TOLERANCE)
    bad = np.flatnonzero(distance < radius - TOLERANCE)
    faults.add_many(
        Kind.SOUND,
        len(bad),
        (
            f"{what} {box}, {box_name(boxes[box])}, is {distance[box] * unit:.9g} from triangle "
            f"{surface.name[witness[box]]}, nearer than the radius {radius * unit:.9g}"
            for box in bad.tolist()
        ),
    )


def check_portals_open(surface: Surface, cells: Int32s, portals: Int64s, radius: float, faults: Faults) -> Steps[None]:
    """No triangle reaches through the face that two cells share.

    At radius 0 a triangle lying exactly in the plane between two cells meets the inside of neither, and still no agent
    may pass: [min, max) gives every point of that face to one of the two cells, so one of them should be blocked.

    Parameters
    ----------
    cells : (n, 2, 3) int32, voxel corners.
    portals : (k, 2) int64, in range of `cells`.
    radius : voxels.
    """
    if radius >= 4 * TOLERANCE:
        return  # the closed cells, and so the faces, were held against the radius
    real = np.flatnonzero(share_face(cells, portals))
    low, high = shared_box(cells, portals[real])
    middle, half = (low + high) / 2, np.maximum((high - low) / 2 - _SHRINK, 0.0)
    _distance, witness = yield from _nearest_hit(surface, middle, half, _TOUCH)
    bad = np.flatnonzero(witness >= 0)
    faults.add_many(
        Kind.LEAK,
        len(bad),
        (
            f"triangle {surface.name[witness[row]]} reaches through portal {real[row]} between cells "
            f"{portals[real[row], 0]} and {portals[real[row], 1]}, {box_name(np.stack((low[row], high[row])))}"
            for row in bad.tolist()
        ),
    )


def shared_box(cells: Int32s, pairs: Int64s) -> tuple[AnyArray, AnyArray]:
    """Low and high corners of what pairs of closed boxes have in common; high below low where they are apart."""
    first, second = cells[pairs[:, 0]], cells[pairs[:, 1]]
    return np.maximum(first[:, 0], second[:, 0]), np.minimum(first[:, 1], second[:, 1])


def share_face(cells: Int32s, pairs: Int64s) -> Bools:
    """Which pairs of cells share a face of positive area: (k, 2) int64 to (k,) bool."""
    low, high = shared_box(cells, pairs)
    return np.asarray(((high - low) >= 0).all(axis=1) & (((high - low) > 0).sum(axis=1) == 2))


def _nearest_hit(surface: Surface, middle: Float64s, half: Float64s, reach: float) -> Steps[tuple[Float64s, Int64s]]:
    """The nearest triangle within reach of each box and its distance; -1 and infinity where there is none."""
    distance, witness = np.full(len(middle), np.inf), np.full(len(middle), -1)
    share = 0.0
    for query, triangle, near in surface.hits(middle, half, reach):
        share = max(share, int(query.min(initial=0)) / len(middle))
        yield share, "Checking cells"
        keep_least(distance, witness, query, triangle, near)
    return distance, witness
