# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes that do not overlap, in domains of up to 32,768 voxels a side, for the tests of what is done with boxes."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

#: The longest side a domain may have.
LONGEST = 32768
#: Where numbers of 10, 15 and 16 bits end, and tiles of 32.
_ENDS = [0, 1, 2, 31, 32, 33, 64, 1022, 1023, 1024, 1025, 16383, 16384, 32735, 32736, 32766, 32767, 32768]


@st.composite
def disjoint_boxes(draw: st.DrawFn, most: int = 14) -> NDArray[np.int32]:
    """(n, 2, 3) int32: some boxes of a grid of a few random planes, so that many touch; n may be 0."""
    planes = [sorted(draw(st.sets(st.sampled_from(_ENDS), min_size=3, max_size=5))) for _axis in range(3)]
    places = [draw(st.permutations(range(len(along) - 1))) for along in planes]
    taken = np.zeros([len(along) - 1 for along in planes], bool)
    boxes = []
    for _box in range(draw(st.integers(0, most))):
        low = [draw(st.sampled_from(place)) for place in places]
        size = [draw(st.integers(1, len(along) - 1 - at)) for along, at in zip(planes, low, strict=True)]
        room = tuple(slice(at, at + extent) for at, extent in zip(low, size, strict=True))
        if not taken[room].any():
            taken[room] = True
            high = [along[at + extent] for along, at, extent in zip(planes, low, size, strict=True)]
            boxes.append([[along[at] for along, at in zip(planes, low, strict=True)], high])
    return np.array(boxes, np.int32).reshape(-1, 2, 3)


def cut_boxes(draw: np.random.Generator, side: int, count: int) -> NDArray[np.int32]:
    """A cube of `side` cut in two again and again, at random, until there are `count` boxes: (n, 2, 3) int32."""
    boxes = [np.array([[0, 0, 0], [side] * 3])]
    while len(boxes) < count:
        box = boxes.pop(draw.integers(len(boxes)))
        axis = draw.integers(3)
        if box[1, axis] - box[0, axis] > 1:
            middle = draw.integers(box[0, axis] + 1, box[1, axis])
            for end in (0, 1):
                half = box.copy()
                half[1 - end, axis] = middle
                boxes.append(half)
        else:
            boxes.append(box)
    return np.array(boxes, np.int32)


def scattered_boxes(draw: np.random.Generator, shape: tuple[int, int, int], corner: int) -> NDArray[np.int32]:
    """About three fifths of the voxels of a grid, as boxes at `corner`, in random order: (n, 2, 3) int32."""
    voxels = draw.permutation(np.argwhere(draw.random(shape) < 0.6)) + corner
    return np.stack((voxels, voxels + 1), axis=1).astype(np.int32)


def painted_between(planes: list[list[int]], boxes: NDArray[np.int32]) -> NDArray[np.int64]:
    """How often boxes cover each part of a grid of planes, by plain loops; a box must begin and end at planes."""
    counts = np.zeros([len(along) - 1 for along in planes], np.int64)
    for low, high in boxes.tolist():
        room = [
            slice(along.index(begin), along.index(end)) for along, begin, end in zip(planes, low, high, strict=True)
        ]
        counts[tuple(room)] += 1
    return counts


def planes_of(*sets: NDArray[np.int32], shape: tuple[int, int, int]) -> list[list[int]]:
    """All planes at which boxes, or the grid, begin or end."""
    corners = np.concatenate([boxes.reshape(-1, 3) for boxes in sets])
    return [sorted({0, side, *corners[:, axis].tolist()}) for axis, side in enumerate(shape)]
