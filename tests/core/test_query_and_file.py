# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths stay in the cells; the nearest cell is the nearest; files come back as they went."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scenes import box_mesh, triangle_soups
from test_bake import BOUNDS, SHAPE, bake_or_full

from volant import navcore
from volant.navcore.fileformat.frame_1 import pack_sections
from volant.navcore.fileformat.frame_2 import Section, pack_frame

points = st.tuples(*[st.floats(-1, 9)] * 3)


@pytest.fixture(scope="module")
def wall() -> navcore.NavVolume:
    """A wall across a room, open above."""
    config = navcore.BakeConfig(voxel_size=0.25, bounds=((0, 0, 0), (8, 8, 8)))
    return navcore.bake(*box_mesh((4, -1, -1), (4.2, 9, 5)), config)


@given(
    triangle_soups(),
    points,
    points,
    st.sampled_from(["astar", "dijkstra", "greedy"]),
    st.sampled_from(["smooth_a", "none"]),
)
def test_every_segment_stays_in_its_cells(soup, start, goal, algorithm, refine):
    nav, free = bake_or_full(soup)
    if nav is None:
        return
    path = navcore.find_path(nav, start, goal, navcore.PathConfig(algorithm=algorithm, refine=refine, max_snap=3.0))
    if not path.found:
        assert "island" in path.reason or "max_snap" in path.reason
        assert path.points.shape == (0, 3)
        assert path.length == np.inf
        return
    share = np.linspace(0, 1, 50)[:, None]
    for a, b in zip(path.points[:-1], path.points[1:], strict=True):
        on_the_way = a + share * (b - a)
        # A point on a face, edge or corner belongs to all sides, so look at the voxels a hair around it.
        hairs = itertools.product((-1e-6, 1e-6), repeat=3)
        around = [np.clip(np.floor(on_the_way + hair), 0, np.array(SHAPE) - 1).astype(int) for hair in hairs]
        assert np.any([free[tuple(voxels.T)] for voxels in around], axis=0).all()
    for end, wanted, snapped in zip(path.points[[0, -1]], (start, goal), path.snapped, strict=True):
        assert snapped or (end == wanted).all()
    assert path.length <= path.raw_length + 1e-9


@given(triangle_soups(), st.lists(points, min_size=1, max_size=8))
def test_the_nearest_cell_is_nearest(soup, wanted):
    nav, _free = bake_or_full(soup)
    if nav is None:
        return
    cell, point, distance = nav.nearest(wanted)
    for index, at in enumerate(np.array(wanted)):
        each = [np.linalg.norm(np.clip(at, low, high) - at) for low, high in nav.cells.astype(float)]
        assert distance[index] == pytest.approx(min(each))
        assert cell[index] == int(np.argmin(each))
        assert np.linalg.norm(point[index] - at) == pytest.approx(min(each))


def test_a_path_goes_over_the_wall(wall):
    path = navcore.find_path(wall, (1, 4, 1), (7, 4, 1))
    assert path.found
    assert path.points[:, 2].max() > 5
    assert 10 < path.length < 18


def test_unreachable_goals_are_answered_without_a_search():
    nav = navcore.bake(
        *box_mesh((2, 2, 2), (6, 6, 6)), navcore.BakeConfig(voxel_size=0.5, bounds=((0, 0, 0), (8, 8, 8)))
    )
    path = navcore.find_path(nav, (1, 1, 1), (4, 4, 4))
    assert not path.found
    assert path.stats["expanded"] == 0
    assert "island" in path.reason


@pytest.mark.parametrize("bad", [(1, 2), (1, 2, float("nan")), "abc", None])
def test_malformed_points_are_errors(wall, bad):
    with pytest.raises(navcore.PathError, match="goal"):
        navcore.find_path(wall, (1, 1, 1), bad)


def test_unknown_names_are_errors():
    with pytest.raises(navcore.PathError, match="choose one of astar"):
        navcore.PathConfig(algorithm="fastest")


def assert_same(first: navcore.NavVolume, second: navcore.NavVolume) -> None:
    for name in ("origin", "shape", "cells", "portals", "components"):
        assert (getattr(first, name) == getattr(second, name)).all(), name
    for name in ("voxel_size", "leaf_count", "agent_radius"):
        assert getattr(first, name) == getattr(second, name), name


@given(triangle_soups(), st.floats(0, 2))
def test_bytes_come_back_as_they_went(soup, radius):
    nav, _free = bake_or_full(soup, agent_radius=radius, bounds=((0.1, 0.2, 0.3), (8.1, 7.2, 5.3)))
    if nav is not None:
        assert_same(nav, navcore.loads(navcore.dumps(nav)))


@pytest.mark.parametrize("form", [1, 2])
@pytest.mark.parametrize("kind", ["scattered", "small", "repeated"])
def test_packing_in_pieces_gives_the_same_bytes_and_can_be_cancelled(kind, form):
    rng = np.random.default_rng(5)
    raw = {
        "scattered": rng.integers(0, 256, 300_001),
        "small": rng.geometric(0.3, 300_001),
        "repeated": np.repeat(rng.integers(0, 256, 6_001), 50),
    }[kind]
    contents = {"LONG": raw.astype(np.uint8).tobytes(), "NONE": b"", "TINY": b"volant" * 9}
    sections = [Section(name, 0, [[content]] if content else []) for name, content in contents.items()]
    packing = {1: lambda: pack_sections(contents), 2: lambda: pack_frame(sections, 0)}[form]
    told: list[float] = []
    packed = navcore.run(packing(), lambda fraction, _stage: told.append(fraction))
    assert told == sorted(told)
    assert told[0] == 0.0
    assert told[-1] == 1.0
    assert len(told) > 5
    whole = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_FILTERED)
    assert whole.compress(contents["LONG"]) + whole.flush() in packed
    for last in range(len(told)):
        answers = [True] * last + [False]
        with pytest.raises(navcore.Cancelled, match="packing"):
            navcore.run(packing(), lambda _fraction, _stage, answers=answers: answers.pop(0))
        assert not answers


@given(st.data())
def test_damaged_files_are_refused(data):
    whole = navcore.dumps(
        navcore.bake(*box_mesh((2, 2, 2), (6, 5, 4)), navcore.BakeConfig(voxel_size=1, bounds=BOUNDS)),
        format=data.draw(st.sampled_from([1, 2])),
    )
    cut = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(navcore.FormatError):
        navcore.loads(whole[:cut])
    flipped = bytearray(whole)
    # Everything behind the header is covered by sizes and checksums.
    flipped[data.draw(st.integers(12, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(navcore.FormatError):
        navcore.loads(bytes(flipped))


def test_a_failed_save_keeps_the_old_file(wall, tmp_path):
    target = tmp_path / "level.volant"
    navcore.save(wall, target)
    assert_same(wall, navcore.load(target))
    assert [entry.name for entry in tmp_path.iterdir()] == ["level.volant"]
    with pytest.raises(navcore.FormatError, match="choose another folder"):
        navcore.save(wall, tmp_path / "missing" / "level.volant")
    (tmp_path / "folder").mkdir()
    with pytest.raises(navcore.FormatError, match="cannot write"):
        navcore.save(wall, tmp_path / "folder")
    assert sorted(os.listdir(tmp_path)) == ["folder", "level.volant"]
    with pytest.raises(navcore.FormatError, match="cannot read"):
        navcore.load(tmp_path / "absent.volant")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_a_disk_that_fills_leaves_the_old_file(wall, tmp_path):
    """In a process of its own that may write no file beyond a hundred bytes."""
    target, larger = tmp_path / "level.volant", tmp_path / "larger.volant"
    navcore.save(wall, target)
    navcore.save(wall, larger)
    script = (
        "import resource, signal, sys\n"
        "from volant import navcore\n"
        "nav = navcore.load(sys.argv[1])\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "try:\n    navcore.save(nav, sys.argv[2])\n"
        "except navcore.FormatError as error:\n    print(error)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", script, str(larger), str(target)], capture_output=True, text=True, check=True
    )
    assert "the old file, if any, is unchanged" in told.stdout
    assert_same(wall, navcore.load(target))
    assert sorted(os.listdir(tmp_path)) == ["larger.volant", "level.volant"]


def test_voxel_maps_come_back_as_they_went(tmp_path):
    occupied, shape = np.array([(3, 1, 2), (0, 0, 0), (3, 1, 1)]), (5, 4, 3)
    navcore.save_voxels(occupied, shape, tmp_path / "level.3dmap")
    assert (tmp_path / "level.3dmap").read_text() == "voxel 5 4 3\n0 0 0\n3 1 1\n3 1 2\n"
    voxels, size = navcore.load_voxels(tmp_path / "level.3dmap")
    assert size.tolist() == list(shape)
    assert_same(navcore.bake_voxels(occupied, shape), navcore.bake_voxels(voxels, size))
    navcore.save_voxels([], shape, tmp_path / "empty.3dmap")
    assert len(navcore.load_voxels(tmp_path / "empty.3dmap")[0]) == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "first line"),
        ("voxel 5 4\n", "first line"),
        ("voxel 5 4 3\n1 1\n", "not 2 numbers"),
        ("voxel 5 4 3\n1 1 x\n", "damaged"),
        ("voxel 5 4 3\n1 1 1\n1 4 1\n", "line 3"),
    ],
)
def test_damaged_voxel_maps_are_named(text, words, tmp_path):
    (tmp_path / "bad.3dmap").write_text(text)
    with pytest.raises(navcore.FormatError, match=words):
        navcore.load_voxels(tmp_path / "bad.3dmap")


def test_files_of_newer_versions_are_named(wall):
    newer = bytearray(navcore.dumps(wall))
    newer[6:8] = (3).to_bytes(2, "little")
    with pytest.raises(navcore.FormatError, match="format 3, this reads up to 2"):
        navcore.loads(bytes(newer))
