# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Locational codes of ten and of fifteen levels, against bits written out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore.geometry import morton

_KINDS = {10: np.uint32, 15: np.uint64}


@st.composite
def places(draw):
    levels = draw(st.sampled_from([10, 15]))
    inside = st.integers(0, 2**levels - 1)
    return levels, draw(st.lists(st.tuples(inside, inside, inside), min_size=1, max_size=20))


def written_out(place, levels):
    """The bits of x, y and z, one after the other, from the highest down."""
    digits = [f"{coordinate:0{levels}b}" for coordinate in place]
    return int("".join(bit for level in zip(*digits, strict=True) for bit in level), 2)


def codes_of(points, levels):
    return morton.encode(*np.array(points, np.uint32).T, levels=levels)


@given(places())
def test_codes_are_interleaved_bits_and_come_back(drawn):
    levels, points = drawn
    codes = codes_of(points, levels)
    assert codes.dtype == _KINDS[levels]
    assert codes.tolist() == [written_out(point, levels) for point in points]
    coordinates = morton.decode(codes)
    assert all(coordinate.dtype == np.uint32 for coordinate in coordinates)
    assert np.stack(coordinates, axis=1).tolist() == [list(point) for point in points]


@given(places(), st.integers(0, 2), st.booleans())
def test_neighbours_are_one_step_away(drawn, axis, upwards):
    levels, points = drawn
    step = 1 if upwards else -1
    moved = [
        tuple((value + step) % 2**levels if of == axis else value for of, value in enumerate(point)) for point in points
    ]
    beyond = morton.neighbours(codes_of(points, levels), axis, upwards)
    assert beyond.dtype == _KINDS[levels]
    assert beyond.tolist() == codes_of(moved, levels).tolist()


def test_codes_of_either_kind_sort_alike():
    points = np.random.default_rng(1).integers(0, 1024, (3, 200)).astype(np.uint32)
    assert np.array_equal(morton.encode(*points, levels=10), morton.encode(*points, levels=15))


def test_coordinates_that_do_not_fit_are_refused():
    too_long = np.array([1024], np.uint32)
    with pytest.raises(IndexError):
        morton.encode(too_long, too_long, too_long, levels=10)
