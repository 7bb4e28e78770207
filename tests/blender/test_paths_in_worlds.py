# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random queries in every sample world: each path lies in the cells and keeps the agent's radius from the scene."""

from __future__ import annotations

from pathlib import Path

import bpy
import numpy as np
import pytest
from addon_scene import session
from path_check import assert_valid_path, clearance
from thoroughness import cases

from devtools.environments import DEFAULT_BLENDER

SAMPLES = Path(__file__).resolve().parents[2] / "sample_scenes"
WORLDS = sorted(path.stem for path in SAMPLES.glob("*.blend"))

#: Over all worlds; the same paths are found in every Blender, so one of them looks at most.
QUERIES = cases(640 if bpy.app.version_string.startswith(DEFAULT_BLENDER) else 160, 10_000)
EACH = -(-QUERIES // len(WORLDS))
#: Worlds of more triangles are whole levels, which are baked coarser here.
MANY = 50_000


@pytest.mark.parametrize("world", WORLDS)
def test_random_paths_are_valid_and_keep_their_distance(world, volant):
    """Half of the queries with the world's own radius, half with one of another size."""
    bpy.ops.wm.open_mainfile(filepath=str(SAMPLES / f"{world}.blend"))
    volume = bpy.context.scene.volant.active_volume
    settings = volume.volant.volume
    vertices, indices = volant.addon.scene.sources.gather_triangles(bpy.context.evaluated_depsgraph_get(), volume)
    triangles = vertices[indices]
    if len(triangles) > MANY:
        settings.voxel_size *= 2.0
    rng = np.random.default_rng(WORLDS.index(world))
    own = settings.agent_radius
    other = 1.3 * settings.voxel_size if own == 0 else 0.0 if own > 3 * settings.voxel_size else 1.4 * own
    for radius in (own, other):
        settings.agent_radius = radius
        assert bpy.ops.volant.bake() == {"FINISHED"}
        nav = session().bakes.of(volume)
        assert nav.agent_radius == pytest.approx(radius)
        found = 0
        for start, goal in random_ends(rng, nav, EACH // 2 + 1):
            path = volant.navcore.find_path(nav, start, goal)
            if not path.found:
                assert "island" in path.reason
                continue
            found += 1
            assert path.snapped == (False, False)
            assert (path.points[[0, -1]] == (start, goal)).all()
            assert_valid_path(nav, path)
            if radius:
                assert clearance(path.points, triangles, 2 * radius) >= nav.agent_radius - 1e-6 * nav.voxel_size
        assert found > EACH // 4, "most queries should have an answer"


def random_ends(rng, nav, count):
    """Pairs of points, half of them anywhere in free space, half of them on borders of cells; mostly on one island."""
    boxes = nav.boxes()
    volume = np.prod(boxes[:, 1] - boxes[:, 0], axis=1)
    largest = np.bincount(nav.components, weights=volume).argmax()
    at_home = np.flatnonzero(nav.components == largest)
    for query in range(count):
        cells = np.arange(len(boxes)) if query % 10 == 0 else at_home
        weights = None if query % 2 else volume[cells] / volume[cells].sum()
        ends = boxes[rng.choice(cells, 2, p=weights)]
        share = rng.random((2, 3))
        if query % 4 == 1:
            share = np.where(rng.random((2, 3)) < 0.5, np.round(share), share)
        places = ends[:, 0] + share * (ends[:, 1] - ends[:, 0])
        yield np.clip(places, ends[:, 0], ends[:, 1])
