# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file that is imported bakes to the same grid again; one that cannot be imported leaves nothing behind."""

from __future__ import annotations

from dataclasses import replace

import bpy
import numpy as np
import odd_metadata
import pytest
from addon_scene import add_baked_volume, session, state


@pytest.fixture
def empty(scene):
    for candidate in list(bpy.data.objects):
        bpy.data.objects.remove(candidate)
    return scene


def save_grid(volant, target, origin, shape, voxel, radius=0.0, **metadata):
    """A file of free space with a given grid."""
    high = tuple(np.array(origin) + np.array(shape) * voxel)
    config = volant.navcore.BakeConfig(voxel_size=voxel, bounds=(tuple(origin), high), agent_radius=radius)
    nav = volant.navcore.bake(np.empty((0, 3)), np.empty((0, 3), int), config)
    assert nav.shape.tolist() == list(shape)
    told = {**volant.navcore.bake_metadata("Grid", config), **metadata}
    volant.navcore.save(replace(nav, metadata=told), target)
    return nav


def rebaked(scene, target):
    bpy.ops.volant.import_file(filepath=str(target))
    bpy.ops.volant.bake()
    return session().bakes.of(scene.volant.active_volume)


def test_the_arena_that_gained_a_layer(empty, volant, tmp_path):
    """Its top rounds up by a few millionths of a voxel."""
    nav = save_grid(volant, tmp_path / "arena.volant", (-107.53, -30.27, -2.1), (753, 237, 271), 0.2857, 0.3)
    again = rebaked(empty, tmp_path / "arena.volant")
    assert again.shape.tolist() == [753, 237, 271]
    assert np.array_equal(again.origin, nav.origin)
    assert (again.voxel_size, again.agent_radius) == (nav.voxel_size, nav.agent_radius)


@pytest.mark.parametrize("seed", range(12))
def test_random_grids_come_back(empty, volant, tmp_path, seed):
    random = np.random.default_rng(seed)
    origin = random.uniform(-1, 1, 3) * 10.0 ** random.uniform(0, 5)
    shape = random.integers(1, 700, 3).tolist()
    nav = save_grid(
        volant, tmp_path / "grid.volant", origin, shape, 10.0 ** random.uniform(-2, 1), random.uniform(0, 1)
    )
    again = rebaked(empty, tmp_path / "grid.volant")
    assert again.shape.tolist() == shape
    assert np.array_equal(again.origin, nav.origin)
    assert (again.voxel_size, again.agent_radius) == (nav.voxel_size, nav.agent_radius)
    # Without the bake, nothing says where the grid lay to the last digit, but it is as many voxels long.
    bpy.ops.volant.clear_bake()
    bpy.ops.volant.bake()
    if abs(origin).max() < 1e4 * nav.voxel_size and np.float32(nav.voxel_size) == nav.voxel_size:
        assert session().bakes.of(empty.volant.active_volume).shape.tolist() == shape


def test_settings_come_with_the_file(empty, volant, tmp_path):
    bpy.ops.mesh.primitive_cube_add()
    volume = add_baked_volume()
    settings = volume.volant.volume
    settings.merge, settings.balanced, settings.min_depth = False, True, 2
    bpy.ops.volant.bake()
    cells = len(session().bakes.of(volume).cells)
    bpy.ops.volant.export_file(filepath=str(tmp_path / "cube.volant"))
    bpy.data.objects.remove(volume)
    assert len(rebaked(empty, tmp_path / "cube.volant").cells) == cells


@pytest.mark.parametrize("name", ["H\ud800hle", "\udcff", "Höhle 洞窟", "x" * 300, "  ", "a\nb\x00c"])
def test_odd_names_are_taken_as_far_as_blender_can_show_them(empty, volant, tmp_path, name):
    save_grid(volant, tmp_path / "odd.volant", (0, 0, 0), (4, 4, 4), 1.0, name=name)
    assert bpy.ops.volant.import_file(filepath=str(tmp_path / "odd.volant")) == {"FINISHED"}
    volume = empty.volant.active_volume
    assert volume.name.encode("utf-8")
    assert volume.name.isprintable()
    assert bpy.ops.volant.export_all(directory=str(tmp_path)) == {"FINISHED"}
    bpy.ops.volant.bake()


@pytest.mark.parametrize(
    "metadata",
    [
        {"frame": "twelve"},
        {"frame": True},
        {"frame": [1]},
        {"units": "metres"},
        {"units": {"scale": "small"}},
        {"units": {"scale": [0.01]}},
        {"settings": {}},
        {"settings": {"unknown": [1]}, "name": ""},
    ],
)
def test_odd_metadata_hurts_nobody(empty, volant, tmp_path, metadata):
    save_grid(volant, tmp_path / "odd.volant", (0, 0, 0), (4, 4, 4), 1.0, **metadata)
    assert bpy.ops.volant.import_file(filepath=str(tmp_path / "odd.volant")) == {"FINISHED"}
    session().status.refresh(empty, bpy.context.evaluated_depsgraph_get())
    assert bpy.ops.volant.export_file(filepath=str(tmp_path / "again.volant")) == {"FINISHED"}


def test_every_odd_metadata_is_taken_or_refused_in_a_sentence(empty, volant, tmp_path):
    add_baked_volume().name = "Before"
    target, again = tmp_path / "odd.volant", tmp_path / "again.volant"
    taken = 0
    for what, text in odd_metadata.CASES.items():
        target.write_bytes(odd_metadata.file_with(text))
        try:
            bpy.ops.volant.import_file(filepath=str(target))
        except RuntimeError as error:
            # Blender gives a report on one line, and what Python would say on several.
            assert str(error).strip().count("\n") == 0, what
            assert "odd" in str(error) or "metadata" in str(error), what
            assert [candidate.name for candidate in bpy.data.objects] == ["Before"], what
            assert empty.volant.active_volume.name == "Before", what
            with pytest.raises(volant.navcore.FormatError):
                volant.navcore.dumps(volant.navcore.load(target))
            continue
        taken += 1
        volume = empty.volant.active_volume
        assert volume.name != "Before", what
        # What panels and exports tell of it; at another frame, for its own may be told.
        empty.frame_set(empty.frame_current + 1)
        assert state(volume) == "FRESH", what
        assert bpy.ops.volant.export_file(filepath=str(again), engine="UNITY") == {"FINISHED"}, what
        bpy.data.objects.remove(volume)
        empty.volant.active_volume = bpy.data.objects["Before"]
    assert 0.2 < taken / len(odd_metadata.CASES) < 0.8


@pytest.mark.parametrize("settings", [{"merge": "yes"}, {"min_depth": [1]}, {"balanced": None}, [1], "none", 7])
def test_odd_settings_are_refused_whole_or_taken(empty, volant, tmp_path, settings):
    """Either way nothing half-made stays."""
    add_baked_volume().name = "Before"
    try:
        save_grid(volant, tmp_path / "odd.volant", (0, 0, 0), (4, 4, 4), 1.0, settings=settings)
    except volant.navcore.NavError:
        return
    before = {candidate.name for candidate in bpy.data.objects}
    try:
        bpy.ops.volant.import_file(filepath=str(tmp_path / "odd.volant"))
    except RuntimeError as error:
        assert "Traceback" not in str(error)
        assert {candidate.name for candidate in bpy.data.objects} == before
        assert empty.volant.active_volume.name == "Before"


def test_what_blender_cannot_hold_is_refused(empty, volant, tmp_path):
    save_grid(volant, tmp_path / "far.volant", (1e30, 0, 0), (2, 2, 2), 1e28)
    with pytest.raises(RuntimeError, match="no object in Blender can; bake it smaller or nearer to the origin"):
        bpy.ops.volant.import_file(filepath=str(tmp_path / "far.volant"))
    assert not bpy.data.objects


def test_an_import_without_enough_memory_is_told(empty, volant, tmp_path, monkeypatch):
    save_grid(volant, tmp_path / "grid.volant", (0, 0, 0), (4, 4, 4), 1.0)

    def full(*_arguments):
        raise MemoryError

    monkeypatch.setattr(volant.navcore, "load", full)
    with pytest.raises(RuntimeError, match=r"grid\.volant needs more memory than is free; nothing was changed"):
        bpy.ops.volant.import_file(filepath=str(tmp_path / "grid.volant"))
    assert not bpy.data.objects


def test_an_import_that_fails_midway_leaves_nothing(empty, volant, tmp_path, monkeypatch):
    add_baked_volume().name = "Before"
    save_grid(volant, tmp_path / "grid.volant", (0, 0, 0), (4, 4, 4), 1.0)

    def full(*_arguments):
        raise MemoryError("no room")

    monkeypatch.setattr(session().bakes, "store", full)
    with pytest.raises(RuntimeError, match="Grid cannot be added: no room; nothing was changed"):
        bpy.ops.volant.import_file(filepath=str(tmp_path / "grid.volant"))
    assert [candidate.name for candidate in bpy.data.objects] == ["Before"]
    assert empty.volant.active_volume.name == "Before"
