# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender keeps places and settings in single precision, bakes are made in double. What is lost between them is
made up for here and nowhere else. Plain numbers, no bpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from ... import navcore

Corner = tuple[float, float, float]

#: By how much of its distance from the origin a corner of an object's box may be off: 8 roundings, because a matrix
#: holds its middle and size, and those of its parents go into that.
_ROUNDING = 8 * 2.0**-24


def plain(value: float) -> float:
    """The shortest decimal that Blender's single precision holds as this value: 0.1 instead of 0.10000000149."""
    return float(str(np.float32(value)))


def meant(value: float, known: float | None = None) -> float:
    """What a number in Blender stands for: the one it was set from if that is known, or else the shortest."""
    return known if known is not None and np.float32(known) == np.float32(value) else plain(value)


def meant_box(
    low: ArrayLike, high: ArrayLike, voxel_size: float, known: navcore.NavVolume | None
) -> NDArray[np.float64]:
    """The box that an object in Blender stands for.

    Parameters
    ----------
    low, high : (3,) corners of the object, world.
    voxel_size : what it will be cut into. A side that is a whole number of these but for rounding is that long.
    known : the bake that the object holds, if any. If it fills the object but for rounding, its box is meant.

    Returns
    -------
    box : (2, 3) float64, the corners.
    """
    box = np.array((low, high), np.float64)
    slack = _ROUNDING * np.abs(box).max(axis=0)
    if known is not None:
        filled = np.stack((known.origin, known.origin + known.shape * known.voxel_size))
        if (np.abs(filled - box) <= slack).all():
            box = filled
    whole = np.rint((box[1] - box[0]) / voxel_size)
    even = box[0] + whole * voxel_size
    box[1] = np.where((whole >= 1.0) & (np.abs(even - box[1]) <= slack), even, box[1])
    return box
