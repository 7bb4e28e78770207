# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a bake of floors starts from, and what it refuses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from volant.navcore import BakeError, LengthError
from volant.navcore.config import GroundConfig
from volant.navcore.ground.extent import check_config, floors_among, make_extent

#: A triangle that is level, and one that stands upright.
LEVEL = [(0.0, 0.0, 1.0), (4.0, 0.0, 1.0), (0.0, 3.0, 1.0)]
UPRIGHT = [(0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 0.0, 3.0)]
NO_LINE = [(0.0, 0.0, 0.0)] * 3


def test_the_mesh_or_the_bounds_are_the_grid():
    corners = np.array([LEVEL, UPRIGHT])
    made = make_extent(corners, GroundConfig(voxel_size=0.3))
    assert made.origin.tolist() == [0.0, 0.0, 0.0]
    assert made.shape.tolist() == [14, 10, 10]
    made = make_extent(corners, GroundConfig(voxel_size=0.25, bounds=((-1, -1, -1), (0, 1, 9))))
    assert made.origin.tolist() == [-1.0, -1.0, -1.0]
    assert made.shape.tolist() == [4, 8, 40]


def test_a_level_mesh_is_a_voxel_high():
    assert make_extent(np.array([LEVEL]), GroundConfig(voxel_size=0.25)).shape.tolist() == [16, 12, 1]


@pytest.mark.parametrize(
    ("corners", "settings", "error", "words"),
    [
        (np.empty((0, 3, 3)), {}, BakeError, "no mesh to walk on"),
        (1e4 * np.array([LEVEL]), {"voxel_size": 0.1}, LengthError, "use a voxel size of at least 1.22"),
        (1e200 * np.array([LEVEL]), {}, LengthError, "over the limit"),
        (1.7e308 * np.array([[(-1, 0, 0), (1, 0, 0), (0, 1, 0)]]), {}, BakeError, "bake a smaller scene"),
        (np.array([LEVEL]) + 1e12, {}, BakeError, "too fine for coordinates as large"),
    ],
)
def test_grids_that_cannot_be(corners, settings, error, words):
    with pytest.raises(error, match=words):
        make_extent(corners, GroundConfig(**settings))


def test_floors_are_by_slope_whichever_way_they_are_wound():
    corners = np.array([LEVEL, UPRIGHT, LEVEL[::-1], NO_LINE])
    assert floors_among(corners, GroundConfig()).tolist() == [True, False, True, False]
    assert floors_among(corners, GroundConfig(floors=[0, 0, 1, 1])).tolist() == [False, False, True, False]


@given(st.floats(1.0, 89.0), st.sampled_from([1e-3, 1.0, 1e5]))
def test_a_floor_may_be_as_steep_as_the_steepest(slope, scale):
    rise = np.tan(np.radians(slope))
    corners = scale * np.array([[(0, 0, 0), (1, 0, rise), (0, 1, 0)]])
    assert floors_among(corners, GroundConfig(max_slope=slope)).all()
    # What is meant as 45 degrees may be a little more in single precision.
    assert floors_among(corners, GroundConfig(max_slope=slope - 0.009)).all()
    with pytest.raises(BakeError, match="use a higher max slope"):
        floors_among(corners, GroundConfig(max_slope=slope - 0.02))


@pytest.mark.parametrize(
    ("floors", "words"),
    [
        ([1], "floors tells of 1 triangles and the mesh has 2"),
        ([0, 0], "choose floor objects that have faces"),
        ([0, 1], "floor objects have no floor: no triangle is at most 45 degrees steep"),
    ],
)
def test_floors_that_cannot_be(floors, words):
    with pytest.raises(BakeError, match=words):
        floors_among(np.array([LEVEL, UPRIGHT]), GroundConfig(floors=floors))


def test_other_settings_are_refused():
    with pytest.raises(BakeError, match="config must be a GroundConfig, not 7"):
        check_config(7)
