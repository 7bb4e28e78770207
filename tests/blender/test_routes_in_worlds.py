# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Alternatives between the ends of the sample worlds' own paths: as many as a person sees, valid, and different."""

from __future__ import annotations

import sys
from pathlib import Path

import bpy
import pytest
from addon_scene import session

SAMPLES = Path(__file__).resolve().parents[2] / "sample_scenes"
sys.path.insert(0, str(SAMPLES.parent / "tests"))

from path_check import assert_distinct_routes, assert_valid_path, clearance  # noqa: E402

#: How many routes there are at least; a maze's corridors leave one way.
ROUTES = {
    "single_sphere": 2,
    "urban_blocks": 4,
    "building_1": 3,
    "building_2": 3,
    "building_3": 4,
    "industrial": 4,
    "maze": 1,
}


@pytest.mark.parametrize("world", ROUTES)
def test_routes_differ_and_keep_their_distance(world, volant):
    bpy.ops.wm.open_mainfile(filepath=str(SAMPLES / f"{world}.blend"))
    volume = bpy.context.scene.volant.active_volume
    vertices, indices = volant.addon.scene.sources.gather_triangles(bpy.context.evaluated_depsgraph_get(), volume)
    assert bpy.ops.volant.bake() == {"FINISHED"}
    nav = session().bakes.of(volume)
    begin = next(thing for thing in bpy.data.objects if thing.volant.role == "PATH")
    ends = begin.matrix_world.translation[:], begin.volant.path.goals[0].object.matrix_world.translation[:]
    routes = volant.navcore.k_routes(nav, *ends, 4)
    assert len(routes) >= ROUTES[world]
    assert len(volant.navcore.k_routes(nav, *ends, min(ROUTES[world], 3))) == min(ROUTES[world], 3), "who wants fewer"
    assert routes[0].length <= volant.navcore.find_path(nav, *ends).length
    assert_distinct_routes(nav, routes)
    for route in routes:
        assert (route.points[[0, -1]] == ends).all()
        assert_valid_path(nav, route)
        if nav.agent_radius:
            reach = clearance(route.points, vertices[indices], 2 * nav.agent_radius)
            assert reach >= nav.agent_radius - 1e-6 * nav.voxel_size
