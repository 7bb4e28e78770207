# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A grid that went through Blender's single precision comes back as it was."""

from __future__ import annotations

import importlib
import sys
from fractions import Fraction
from math import ceil
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from volant import navcore
from volant.navcore.bake.domain import make_domain

FOLDER = Path(__file__).resolve().parents[2] / "addon"


def addon(name: str) -> ModuleType:
    """A module of the add-on without the package around it, which only Blender can import."""
    package = sys.modules.setdefault("addon_without_blender", ModuleType("addon_without_blender"))
    package.__path__ = [str(FOLDER)]
    return importlib.import_module(f"addon_without_blender.{name}")


precision = addon("scene.precision")


def as_object(low, high):
    """A box as an object in Blender holds it: its middle, its size and what is made of them, all float32."""
    middle, size = np.float32((low + high) / 2), np.float32(high - low)
    return middle - size * np.float32(0.5), middle + size * np.float32(0.5)


def domain(low, high, voxel):
    """The grid that a bake within bounds has."""
    return make_domain(np.empty((0, 3, 3)), navcore.BakeConfig(bounds=(low.tolist(), high.tolist()), voxel_size=voxel))


coordinate = st.floats(-1e6, 1e6, allow_subnormal=False)
side = st.integers(1, 1024)
voxels = st.one_of(
    st.floats(1e-3, 1e3),
    st.sampled_from([0.1, 0.25, 0.3, 1 / 3, 0.05]),
    st.floats(2.0**-10, 1024.0, width=32),
)


@given(st.tuples(coordinate, coordinate, coordinate), st.tuples(side, side, side), voxels)
def test_a_grid_comes_back_from_an_object_that_holds_its_bake(origin, shape, voxel):
    origin, shape = np.array(origin), np.array(shape)
    low, high = as_object(origin, origin + shape * voxel)
    bake = SimpleNamespace(origin=origin, shape=shape, voxel_size=voxel)
    meant = precision.meant(np.float32(voxel), voxel)
    assert meant == voxel
    box = precision.meant_box(low, high, meant, bake)
    assert np.array_equal(box[0], origin)
    # Rounding can make a box flat far from the origin, which no bake takes.
    if (box[1] > box[0]).all():
        found, size, counted = domain(*box, meant)
        assert np.array_equal(found, origin)
        assert size == voxel
        assert counted.tolist() == shape.tolist()


# A domain of one voxel, which was refused for a voxel larger than itself.
@example((1, 1, 1), 0.1, (2, 2, 2))
@given(
    st.tuples(side, side, side), st.sampled_from([0.1, 0.2, 0.25, 0.3, 0.7]), st.tuples(*[st.integers(-999, 999)] * 3)
)
def test_a_box_of_whole_voxels_gains_no_layer_without_a_bake(shape, voxel, steps):
    """The number of voxels across comes back wherever single precision is much finer than a voxel."""
    shape, origin = np.array(shape), np.array(steps) * voxel
    low, high = as_object(origin, origin + shape * voxel)
    box = precision.meant_box(low, high, voxel, None)
    assert np.array_equal(box[0], low)
    assert domain(*box, voxel)[2].tolist() == shape.tolist()


@given(
    st.tuples(*[st.floats(-1000, 1000)] * 3),
    st.tuples(*[st.floats(1, 200)] * 3),
    st.sampled_from([0.5, 0.7, 1 / 3, 0.9]),
)
def test_any_other_box_is_taken_as_it_is(low, extent, voxel):
    """Against exact arithmetic: as many voxels as cover the sides, but for what single precision cannot tell."""
    low = np.array(low, np.float32).astype(float)
    high = np.array(low + extent, np.float32).astype(float)
    box = precision.meant_box(low, high, voxel, None)
    assert np.abs(box - (low, high)).max() <= 1e-6 * np.abs((low, high)).max()
    for axis, count in enumerate(domain(*box, voxel)[2].tolist()):
        exact = (Fraction(high[axis]) - Fraction(low[axis])) / Fraction(voxel)
        slack = Fraction(1, 10**6) * Fraction(max(abs(low[axis]), abs(high[axis]))) / Fraction(voxel)
        assert ceil(exact - slack) <= count <= ceil(exact)
