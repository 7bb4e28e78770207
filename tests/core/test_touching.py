# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pairs of boxes that share a face are found, all of them and no others, wherever they stand in a long domain."""

from __future__ import annotations

import numpy as np
import pytest
from boxes_apart import cut_boxes, disjoint_boxes, scattered_boxes
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from volant import navcore
from volant.navcore.geometry import touching
from volant.navcore.geometry.touching import find_portals, portals_of


def share_face(one: list[list[int]], other: list[list[int]]) -> bool:
    """Whether two boxes meet in a rectangle with an area, axis by axis."""
    common = [
        min(a_end, b_end) - max(a, b) for a, a_end, b, b_end in zip(one[0], one[1], other[0], other[1], strict=True)
    ]
    return sorted(extent > 0 for extent in common) == [False, True, True] and 0 in common


def pairs_of(boxes: NDArray[np.int32], others: NDArray[np.int32]) -> list[list[int]]:
    return [
        [i, j]
        for i, one in enumerate(boxes.tolist())
        for j, other in enumerate(others.tolist())
        if share_face(one, other)
    ]


def assert_all_found(boxes: NDArray[np.int32]) -> None:
    found = navcore.run(find_portals(boxes))
    assert found.dtype == np.int32
    assert found.tolist() == [[i, j] for i, j in pairs_of(boxes, boxes) if i < j]


@given(disjoint_boxes())
def test_every_common_face_is_a_portal(boxes):
    assert_all_found(boxes)


@pytest.mark.parametrize("side", [9, 32768])
def test_many_faces_in_one_plane(side):
    """Two plates of small boxes, one upon the other, shifted: so many share a plane that it is cut into bands."""
    low = np.stack(np.meshgrid(np.arange(0, 24, 2), np.arange(0, 24, 2), [0], indexing="ij"), axis=-1).reshape(-1, 3)
    lower = np.stack((low, low + np.array((2, 2, 1))), axis=1)
    upper = lower + 1
    long = np.array([[[0, 0, 2], [40, 1, 3]], [[0, 1, 2], [1, 40, 3]], [[0, 0, 3], [30, 30, 4]]])
    boxes = np.concatenate((lower, upper, long)) + np.array((side - 9, 0, 0))
    assert_all_found(boxes.astype(np.int32))


@given(st.integers(0, 2**32 - 1), st.sampled_from([60, 3000, 32768]))
def test_bands_leave_no_pair_out(seed, side):
    """The same boxes however few candidates are allowed before planes are cut into bands."""
    boxes = cut_boxes(np.random.default_rng(seed), side, 60)
    patched = pytest.MonkeyPatch()
    with patched.context() as patch:
        patch.setattr(touching, "_CANDIDATES_PER_BOX", 0)
        assert_all_found(boxes)


@given(st.integers(0, 2**32 - 1), st.integers(1, 9), st.sampled_from([60, 3000, 32768]))
def test_ranges_of_planes_leave_no_pair_out(seed, at_once, side):
    """The same boxes however few faces are compared at once."""
    boxes = cut_boxes(np.random.default_rng(seed), side, 60)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(touching, "_FACES_AT_ONCE", at_once)
        patch.setattr(touching, "_MOST_RANGES", len(boxes))
        assert_all_found(boxes)


def test_no_boxes_have_no_portals():
    nothing = np.empty((0, 2, 3), np.int32)
    assert navcore.run(find_portals(nothing)).shape == (0, 2)
    assert portals_of(nothing, nothing).shape == (0, 2)
    assert portals_of(np.array([[[0, 0, 0], [1, 1, 1]]], np.int32), nothing).shape == (0, 2)


@given(disjoint_boxes(), st.data())
def test_pairs_between_two_sets(boxes, data):
    """A cut of one set in two, and sets that have boxes in common: a box does not touch itself."""
    cut = data.draw(st.integers(0, len(boxes)))
    for new, near in ((boxes[:cut], boxes[cut:]), (boxes, boxes), (boxes[:cut], boxes)):
        assert portals_of(new, near).tolist() == pairs_of(new, near)


def test_pairs_between_large_sets(monkeypatch):
    """Too many to compare each with each."""
    monkeypatch.setattr(touching, "_COMPARED_AT_ONCE", 1 << 18)
    boxes = scattered_boxes(np.random.default_rng(7), (20, 18, 16), 32000)
    new, near = boxes[::3], np.delete(boxes, slice(None, None, 3), axis=0)
    assert len(new) * len(near) > touching._COMPARED_AT_ONCE
    found = portals_of(new, near)
    every = navcore.run(find_portals(np.concatenate((new, near))))
    across = every[(every[:, 0] < len(new)) & (every[:, 1] >= len(new))] - [0, len(new)]
    assert np.array_equal(found, across)
    assert len(found) > len(new)
