# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a bake of floors is said to take is no less than it takes, and what is over the limit is refused."""

import tracemalloc

import numpy as np
import pytest
from ground_worlds import WORLDS

from volant import navcore
from volant.navcore import GroundConfig

_BASE = 8 << 20


@pytest.mark.parametrize(
    ("name", "voxel"), [("three_storeys", 0.05), ("terrain", 0.1), ("spiral_stair", 0.05), ("small_arena", 0.05)]
)
def test_estimates_are_on_the_safe_side(name, voxel):
    world = WORLDS[name]()
    config = config_of(world, voxel_size=voxel)
    sample = navcore.sample_triangles(world.vertices[world.triangles])
    tracemalloc.start()
    navcore.bake_ground(world.vertices, world.triangles, config)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak <= navcore.estimate_ground(sample, config).memory <= _BASE + 3 * peak


def config_of(world, **settings):
    return GroundConfig(**{**world.options, **settings})


def test_bakes_over_the_limit_are_refused():
    world = WORLDS["three_storeys"]()
    needed = navcore.estimate_ground(navcore.sample_triangles(world.vertices[world.triangles]), config_of(world)).memory
    assert len(navcore.bake_ground(world.vertices, world.triangles, config_of(world, memory_limit=needed)))
    with pytest.raises(navcore.BakeError, match=r"this bake of \d+ x \d+ x \d+ voxels needs about .* over the limit"):
        navcore.bake_ground(world.vertices, world.triangles, config_of(world, memory_limit=needed - 1))


def test_what_lies_outside_of_the_bounds_takes_little():
    world = WORLDS["three_storeys"]()
    sample = navcore.sample_triangles(world.vertices[world.triangles])
    low, high = world.vertices.min(axis=0), world.vertices.max(axis=0)
    corner = config_of(world, voxel_size=0.01, bounds=(low, low + 0.1 * (high - low)))
    whole = config_of(world, voxel_size=0.01, bounds=(low, high))
    assert navcore.estimate_ground(sample, corner).memory < 0.2 * navcore.estimate_ground(sample, whole).memory


def test_samples_stand_for_all_triangles():
    world = WORLDS["terrain"]()
    some = navcore.sample_triangles(world.vertices[world.triangles], few=300)
    every = navcore.sample_triangles(world.vertices[world.triangles])
    assert len(some.corners) < len(every.corners)
    few, many = (navcore.estimate_ground(sample, config_of(world)).memory for sample in (some, every))
    assert few == pytest.approx(many, rel=0.2)


def test_what_the_settings_alone_tell_is_refused():
    nothing = navcore.Sample(np.empty((0, 3, 3)), np.empty(0))
    with pytest.raises(navcore.BakeError, match="config must be a GroundConfig"):
        navcore.estimate_ground(nothing, navcore.BakeConfig(voxel_size=1.0))
    far = GroundConfig(bounds=((0, 0, 0), (1e5, 1, 1)))
    with pytest.raises(navcore.LengthError, match="over the limit of 32768"):
        navcore.estimate_ground(nothing, far)
