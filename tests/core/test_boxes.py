# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boxes are joined only where they touch, and gaps filled exactly, in domains of up to 32,768 voxels a side."""

from __future__ import annotations

import numpy as np
import pytest
from boxes_apart import LONGEST, cut_boxes, disjoint_boxes, painted_between, planes_of
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from volant import navcore
from volant.navcore.geometry import boxes as subject
from volant.navcore.geometry import gaps
from volant.navcore.geometry.boxes import fewest_boxes, fill_gaps, merge_boxes, unpacked

_SHAPE = (LONGEST, LONGEST, LONGEST)


def assert_same_space(boxes: NDArray[np.int32], others: NDArray[np.int32]) -> None:
    planes = planes_of(boxes, others, shape=_SHAPE)
    assert np.array_equal(painted_between(planes, boxes), painted_between(planes, others))


def assert_tiled(boxes: NDArray[np.int32], others: NDArray[np.int32], shape: tuple[int, int, int]) -> None:
    """Between them, boxes fill every part of the grid, once."""
    planes = planes_of(boxes, others, shape=shape)
    assert (painted_between(planes, boxes) + painted_between(planes, others) == 1).all()


@given(disjoint_boxes(), st.integers(0, 2))
def test_joined_boxes_fill_the_same_space(boxes, first):
    joined = navcore.run(merge_boxes(unpacked(boxes), first))
    assert joined.dtype == np.int32
    assert len(joined) <= len(boxes)
    assert_same_space(joined, boxes)
    assert_same_space(navcore.run(fewest_boxes(boxes)), boxes)


@given(st.integers(0, 2**32 - 1), st.sampled_from([4, 70, 1024, 4096, LONGEST]), st.integers(0, 2))
def test_what_was_cut_is_joined_again(seed, side, first):
    """A cube sawn into slices along an axis is one box again, whatever the lengths of its sides."""
    boxes = cut_boxes(np.random.default_rng(seed), side, 30)
    assert_same_space(navcore.run(merge_boxes(unpacked(boxes), first)), boxes)
    axis = seed % 3
    ends = np.unique(boxes[:, :, axis])
    slices = np.tile(np.array([[0, 0, 0], [side] * 3], np.int32), (len(ends) - 1, 1, 1))
    slices[:, 0, axis], slices[:, 1, axis] = ends[:-1], ends[1:]
    assert navcore.run(merge_boxes(unpacked(slices), first)).tolist() == [[[0, 0, 0], [side] * 3]]


@given(disjoint_boxes())
def test_gaps_are_what_boxes_leave(boxes):
    assert_tiled(boxes, navcore.run(fill_gaps(boxes, np.array(_SHAPE))), _SHAPE)


def test_progress_follows_what_is_settled_be_it_full_or_free(monkeypatch):
    """Mostly full, as volumes are with what is free of them."""
    monkeypatch.setattr(gaps, "_BOXES_AT_ONCE", 1)
    layers = np.arange(0, 64, 2)
    boxes = np.zeros((len(layers), 2, 3), np.int32)
    boxes[:, 0, 2], boxes[:, 1] = layers, (64, 64, 0)
    boxes[:, 1, 2] = layers + 2
    boxes[5, 1, 0] = 63
    told: list[float] = []
    navcore.run(gaps.gaps_between(boxes, np.array((64, 64, 64))), lambda share, _stage: told.append(share))
    assert told == sorted(told)
    assert told[-1] > 0.8


@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.sampled_from([(3, 40, 9), (3000, 2000, 40), _SHAPE]))
def test_gaps_do_not_depend_on_how_they_are_found(seed, at_once, shape):
    """Few boxes at once or many, in any order, in columns or not: the same space, and the same boxes for the order."""
    draw = np.random.default_rng(seed)
    boxes = cut_boxes(draw, max(shape), 40)
    boxes = np.clip(boxes[draw.random(len(boxes)) < 0.7], 0, shape).astype(np.int32)
    boxes = boxes[(boxes[:, 0] < boxes[:, 1]).all(axis=1)]
    found = []
    for order in (boxes, boxes[::-1]):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(gaps, "_BOXES_AT_ONCE", at_once)
            patch.setattr(subject, "_MOST_COLUMNS", 0)
            found.append(navcore.run(fill_gaps(order, np.array(shape))))
    assert np.array_equal(*found)
    assert_tiled(boxes, found[0], shape)
    assert_tiled(boxes, navcore.run(fill_gaps(boxes, np.array(shape))), shape)


def test_nothing_leaves_everything_and_everything_nothing():
    nothing = np.empty((0, 2, 3), np.int32)
    whole = np.array([[(0, 0, 0), _SHAPE]], np.int32)
    assert np.array_equal(navcore.run(fill_gaps(nothing, np.array(_SHAPE))), whole)
    assert navcore.run(fill_gaps(whole, np.array(_SHAPE))).shape == (0, 2, 3)
    assert navcore.run(fewest_boxes(nothing)).shape == (0, 2, 3)


def test_many_boxes_on_a_diagonal_cost_no_more_than_they_are():
    """Their corners are all different: a grid of these would have two thousand million parts."""
    at = np.arange(0, LONGEST - 17, 40)[:, None] + np.zeros(3, int)
    boxes = np.stack((at, at + 17), axis=1).astype(np.int32)
    found = navcore.run(fill_gaps(boxes, np.array(_SHAPE)))
    volume = (found[:, 1] - found[:, 0]).astype(np.int64).prod(axis=1).sum()
    assert volume == LONGEST**3 - len(boxes) * 17**3
    assert len(found) < 12 * len(boxes)
