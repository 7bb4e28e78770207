# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever a file of format 1 holds, reading gives a sound volume or a `FormatError`: few steps, little memory."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import hostile
import numpy as np
import pytest
from harmless import assert_harmless, bomb
from scenes import box_mesh
from thoroughness import cases

from volant import navcore

FOLDER = Path(__file__).resolve().parents[1] / "golden_files"
GOLDEN = sorted(path for path in FOLDER.glob("*.volant") if not path.stem.endswith("_2"))
MUTATIONS = cases(2_000, 200_000)
PARTS = 10


def seeds(part: int) -> range:
    return range(part * MUTATIONS // PARTS, (part + 1) * MUTATIONS // PARTS)


@pytest.fixture(scope="module")
def files() -> list[bytes]:
    """Golden files and two a little larger: merged cells of two islands, and many leaves with a part removed."""
    config = navcore.BakeConfig(voxel_size=0.5, agent_radius=0.3, bounds=((0, 0, 0), (8, 8, 8)))
    room = navcore.bake(*box_mesh((2.1, 2.2, 2.3), (6.7, 6.1, 5.9)), config)
    leaves = navcore.bake(
        *box_mesh((2.1, 2.2, 2.3), (6.7, 6.1, 5.9)), replace(config, merge=False, markers=[(0.5, 0.5, 0.5)])
    )
    assert len(leaves.removed_boxes)
    return [*(path.read_bytes() for path in GOLDEN), navcore.dumps(room, format=1), navcore.dumps(leaves, format=1)]


@pytest.mark.parametrize("part", range(PARTS))
def test_mutations(files, part):
    bombs = [bomb(1 << 20), bomb(1 << 24)]
    for seed in seeds(part):
        draw = random.Random(seed)
        assert_harmless(hostile.mutation(draw.choice(files), bombs, draw), f"mutation {seed}")


@pytest.mark.parametrize("name", [b"VOLU", b"META", b"CELL", b"PORT", b"COMP", b"CLEA", b"REMO", b"LAND"])
def test_deflate_bombs(files, name):
    stream = bomb(1 << 28)
    for claimed in (1 << 28, (1 << 28) + 1, 72, 1 << 40, 2**64 - 1):
        for counts in ({}, {"cells": 500_000}, {"cells": 50_000_000}, {"portals": 60_000_000}, {"removed": 2**32 - 1}):
            data = hostile.with_counts(files[3], **counts)
            sections = [(n, stream, claimed) if n == name else (n, s, size) for n, s, size in hostile.unpack(data)]
            assert assert_harmless(hostile.pack(sections), (name, claimed, counts)) is None


@pytest.mark.parametrize("cells", [300_000, 800_000, 2_000_000, 60_000_000])
def test_cells_that_pack_too_well(cells):
    """Columns of zeros are real cells of one voxel in a row of codes; tiny files may claim a great many of them."""
    nav = navcore.bake_voxels([], (1024, 1024, 1024))
    data = hostile.with_counts(navcore.dumps(nav, format=1), cells=cells)
    for name, columns in ((b"CELL", 4), (b"PORT", 2), (b"COMP", 1), (b"CLEA", 1)):
        data = hostile.with_content(data, name, lambda _raw, width=columns: bytes(width))
    assert assert_harmless(data, cells) is None


def test_neighbours_that_wrap_around(files):
    """Steps so large that sums in 32 bits come back to the start."""
    nav = navcore.loads(files[4])
    counts, steps = np.zeros(len(nav.cells), np.uint8), 4
    counts[0] = steps
    for step in (2**32 - 1, 2**32 - 2, 2**31, 2**30):
        planes = np.full(steps, step, "<u4").view(np.uint8).reshape(-1, 4).T.tobytes()
        data = hostile.with_counts(files[4], portals=steps)
        data = hostile.with_content(data, b"PORT", lambda _raw, p=planes: b"\1" + counts.tobytes() + b"\4" + p)
        assert assert_harmless(data, step) is None


def test_metadata_that_nests_or_lies(files):
    depth = 100_000
    for text in (
        b"[" * depth,
        b'{"a":' * 40_000,
        b"[]",
        b"NaN",
        b'{"a": NaN}',
        b"\xff\xfe",
        b'{"a": 1' + b"0" * 6000 + b"}",
    ):
        data = hostile.with_content(files[0], b"META", lambda _raw, t=text: t)
        assert assert_harmless(data, text[:20]) is None
    crowded = b'{"a":[' + b",".join([b"{}"] * 80_000) + b"]}"
    data = hostile.with_content(files[0], b"META", lambda _raw: crowded)
    # A few for each of its objects.
    assert assert_harmless(data, "crowded", most_calls=5 * 80_000) is not None
    with pytest.raises(navcore.FormatError, match="META"):
        navcore.loads(hostile.with_content(files[0], b"META", lambda raw: raw + b" " * 300_000))


def test_landmarks_that_lie(files):
    """Too many or none, of another length, that leap within a cell, and of zeros that pack too well."""
    portals = len(navcore.loads(files[3]).portals)
    for change, words in (
        (lambda raw: b"", "LAND"),
        (lambda raw: bytes([0]), "0 landmarks"),
        (lambda raw: bytes([65]) + bytes(65), "65 landmarks"),
        (lambda raw: raw[:-1], "LAND"),
        (lambda raw: raw + bytes(1), "LAND"),
        (lambda raw: raw[:1] + b"\5" + raw[2:], "5 bytes a number"),
        (lambda raw: bytes([1, 2]) + bytes(portals) + b"\xff" * portals, "leap"),
        (lambda raw: bytes([1, 4]) + bytes(3 * portals) + b"\xff" * portals, "longer than any way"),
    ):
        with pytest.raises(navcore.FormatError, match=words):
            navcore.loads(hostile.with_content(files[3], b"LAND", change))
    # As many as may be, all at the landmark itself, are harmless.
    data = hostile.with_content(files[3], b"LAND", lambda _raw: bytes([64]) + bytes(64))
    nav = assert_harmless(data, "zeros")
    assert nav is not None
    assert nav.landmarks.shape == (64, len(nav.portals))


def test_a_file_of_regular_cells_can_be_read_again():
    """Leaves of one size pack so well that they are stored less tightly, or the reader would not trust them."""
    nav = navcore.bake_voxels([], (80, 80, 80), navcore.BakeConfig(voxel_size=1.0, merge=False, min_depth=7))
    assert len(nav.cells) == 80**3
    data = navcore.dumps(nav, format=1)
    again = assert_harmless(data, "regular cells")
    assert again is not None
    assert (again.portals == nav.portals).all()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda nav: {"cells": nav.cells[::-1]}, "order of their columns"),
        (lambda nav: {"cells": nav.cells + 1}, "leave the domain"),
        (lambda nav: {"portals": nav.portals[::-1]}, "sorted"),
        (lambda nav: {"portals": nav.portals[:, ::-1]}, "sorted"),
        (lambda nav: {"portals": nav.portals + len(nav.cells)}, "not among"),
        (lambda nav: {"portals": nav.portals[1:]}, "sets"),
        (lambda nav: {"portals": np.array([[0, 1]], np.int32)}, "share a face"),
        (lambda nav: {"components": nav.components + np.int32(1)}, "numbered from 0"),
        (lambda nav: {"components": np.arange(len(nav.cells), dtype=np.int32)}, "connected but not"),
        (lambda nav: {"components": nav.components[1:]}, "give one to each"),
        (lambda nav: {"removed_boxes": nav.cells}, "overlap"),
        (lambda nav: {"leaf_count": 25}, "leaves"),
        (lambda nav: {"voxel_size": 0.0}, "voxel size"),
        (lambda nav: {"agent_radius": -1.0}, "radius"),
        (lambda nav: {"origin": np.array([0, np.nan, 0])}, "origin"),
        (lambda nav: {"metadata": {"x": {1, 2}}}, "JSON"),
        (lambda nav: {"metadata": {"x": float("nan")}}, "JSON"),
        (lambda nav: {"metadata": {"x": "y" * 300_000}}, "keep it below"),
        (lambda nav: {"squared_clearance": np.zeros(3, np.uint32)}, "clearance"),
        (lambda nav: {"landmarks": np.zeros((1, len(nav.portals) + 1), np.uint32)}, "landmarks are"),
        (lambda nav: {"landmarks": np.zeros((65, len(nav.portals)), np.uint32)}, "1 to 64"),
        (lambda nav: {"landmarks": np.full((1, len(nav.portals)), 2**31, np.uint32)}, "longer than any way"),
    ],
)
def test_nothing_is_written_that_could_not_be_read(change, words):
    nav = navcore.load(GOLDEN[2])
    with pytest.raises(navcore.FormatError, match=words):
        navcore.dumps(replace(nav, **change(nav)))
