# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever a file of format 2 holds, reading gives a sound volume or a `FormatError`: few steps, little memory."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import hostile
import numpy as np
import pytest
from harmless import assert_harmless, bomb
from scenes import box_mesh
from thoroughness import cases

from volant import navcore
from volant.navcore.fileformat.columns import split_column
from volant.navcore.fileformat.format_2 import pack_2

GOLDEN = sorted((Path(__file__).resolve().parents[1] / "golden_files").glob("*_2.volant"))
WALL = next(path for path in GOLDEN if path.stem == "wall_2").read_bytes()
WIDE = next(path for path in GOLDEN if path.stem == "wide_2").read_bytes()
MUTATIONS = cases(20_000, 200_000)
PARTS = 20
#: Bytes that reading may take for each byte of a file.
EACH = 110


@pytest.fixture(scope="module")
def files() -> list[bytes]:
    """Golden files and two a little larger: merged cells of two islands, and many leaves in chunks, a part removed."""
    config = navcore.BakeConfig(voxel_size=0.2, agent_radius=0.3, bounds=((0, 0, 0), (8, 8, 1)))
    mesh = box_mesh((2.1, 2.2, -0.3), (6.7, 6.1, 2.9))
    room = navcore.bake(*mesh, config)
    leaves = navcore.bake(*mesh, replace(config, merge=False, markers=[(0.5, 0.5, 0.5)]))
    assert len(leaves.removed_boxes)
    data = navcore.run(
        pack_2(navcore.Navigation(leaves), navcore.run(leaves.squared_clearance_steps()), boxes_of_chunk=1)
    )
    assert len(hostile.unpack_2(data)[1][2]) == 4
    return [*(path.read_bytes() for path in GOLDEN), navcore.dumps(room), data]


@pytest.mark.parametrize("part", range(PARTS))
def test_mutations(files, part):
    bombs = [bomb(1 << 20), bomb(1 << 24)]
    for seed in range(part * MUTATIONS // PARTS, (part + 1) * MUTATIONS // PARTS):
        draw = random.Random(seed)
        assert_harmless(hostile.mutation_2(draw.choice(files), bombs, draw), f"mutation {seed}", each=EACH)


@pytest.mark.parametrize("name", [b"VOLU", b"CELL", b"LAND", b"BLOC", b"META", b"LINK"])
def test_deflate_bombs(name):
    stream = bomb(1 << 28)
    for claimed in (1 << 28, (1 << 28) + 1, 76, 2**32 - 1):
        for counts in ({}, {"cells": 500_000}, {"cells": 50_000_000}, {"portals": 60_000_000}, {"removed": 2**32 - 1}):
            sections = hostile.unpack_2(hostile.with_counts_2(WALL, **counts))
            sections = [section for section in sections if section[0] != name]
            place = [b"VOLU", b"CELL"].index(name) if name in (b"VOLU", b"CELL") else len(sections)
            sections.insert(place, (name, 0, [(stream, claimed)]))
            nav = assert_harmless(hostile.pack_2(sections), (name, claimed, counts), each=EACH)
            # What nobody knows is not inflated.
            assert (nav is not None) == (name == b"LINK" and claimed == 76 and not counts)


@pytest.mark.parametrize("cells", [250_000, 800_000, 2_000_000, 60_000_000, 2**31, 2**32 - 1])
def test_cells_that_pack_too_well(cells):
    """Columns of zeros are real cells of one voxel in a row of codes; tiny files may claim a great many of them."""
    nav = navcore.bake_voxels([], (1024, 1024, 1024))
    data = hostile.with_counts_2(navcore.dumps(nav), cells=cells)
    count = b"".join(split_column(np.array([cells])))
    data = hostile.with_content_2(data, b"VOLU", lambda raw: raw[:76] + b"\0" + count + b"\0\0")
    data = hostile.with_content_2(data, b"CELL", lambda _raw: bytes(12))
    assert assert_harmless(data, cells, each=EACH) is None


def test_numbers_of_a_chunk_that_lie():
    def with_column(place: int, change: Callable[[bytes], bytes]) -> bytes:
        """With another of the first chunk's columns of the wall, which are a byte and three numbers, or two."""
        lengths = (4, 4, 4, 4, 4, 3, 1, 4, 1, 1, 1, 1)
        at = sum(lengths[:place])

        def changed(raw: bytes) -> bytes:
            return raw[:at] + change(raw[at : at + lengths[place]]) + raw[at + lengths[place] :]

        return hostile.with_content_2(WALL, b"CELL", changed)

    def large(count: int, steps: bytes, planes: bytes, widths: int = 0x10) -> bytes:
        return bytes([widths]) + struct.pack("<I", count) + steps + planes

    for place, column, words in (
        (0, b"\7" + bytes(21), "7 bytes a number"),
        (0, b"\x43" + bytes(9), "7 bytes a number"),
        (0, b"\6" + bytes(15) + b"\xff" * 3, "no column of tiles"),
        (0, b"\6" + bytes(3) + bytes(9) + b"\0\0\x20" + bytes(3), "no column of tiles|leave the domain"),
        (1, b"\5" + bytes(15), "5 bytes a number"),
        (1, b"\x32" + bytes(9), "5 bytes a number"),
        (1, large(0, b"", b""), "0 large numbers among 3"),
        (1, large(4, b"\0", b"\1" * 4), "4 large numbers among 3"),
        (1, large(2**32 - 1, b"", b""), "large numbers among 3"),
        (1, large(1, b"\1\3", b"\1"), "large numbers beyond 3"),
        (1, large(1, b"\4\xff\xff\xff\xff", b"\1"), "large numbers beyond 3"),
        (1, large(1, b"\x10\1\0\0\0\0\1", b"\1"), "16 bytes a number"),
        (1, b"\4" + b"\xff" * 12, "empty or leave"),
        (4, b"\1\1\1\1", "wrong number of neighbors"),
        (4, b"\1\2\0\0", "beyond its 3|share a face"),
        (5, b"\4" + b"\xff" * 8, "beyond its 3"),
        (5, b"\1\1\5", "beyond its 3"),
        (5, b"\0", "share a face"),
        (6, b"\1\2\0\0", "numbered from 0"),
        (6, b"\1\0\2\0", "not of one component"),
        (7, b"\0", "clearance"),
        (7, b"\4" + b"\xff" * 12, "clearance"),
    ):
        with pytest.raises(navcore.FormatError, match=words):
            navcore.loads(with_column(place, lambda _old, column=column: column))
    with pytest.raises(navcore.FormatError, match="1 bytes too long"):
        navcore.loads(hostile.with_content_2(WALL, b"CELL", lambda raw: raw + b"\0"))
    with pytest.raises(navcore.FormatError, match="1 bytes too short"):
        navcore.loads(hostile.with_content_2(WALL, b"CELL", lambda raw: raw[:-1]))


def test_directories_that_lie():
    for directory, words in (
        (b"\1\1\1\3\1\2\0", "not those of its volume"),
        (b"\0\1\2\1\2\0", "not those of its volume"),
        (b"\0\1\3\1\1\0", "not those of its volume"),
        (b"\0\1\3\1\2\1\1", "not those of its volume"),
        (b"\0\1\3\1\2", "too short"),
        (b"\0\1\3\1\2\0\0", "too long"),
    ):
        with pytest.raises(navcore.FormatError, match=words):
            navcore.loads(hostile.with_content_2(WALL, b"VOLU", lambda raw, d=directory: raw[:76] + d))
    for chunks in (0, 17, 2**32 - 1):
        with pytest.raises(navcore.FormatError, match=f"claims {chunks} chunks of 3 boxes"):
            navcore.loads(hostile.with_counts_2(WALL, chunks=chunks))
    # As many as there may be, all but one empty.
    empty = b"\0\1\3\0\1\2\0\0"
    data = hostile.with_content_2(hostile.with_counts_2(WALL, chunks=2), b"VOLU", lambda raw: raw[:76] + empty)
    with pytest.raises(navcore.FormatError, match="is empty"):
        navcore.loads(data)


def test_streams_that_are_not_where_they_should_be():
    sections = hostile.unpack_2(WIDE)
    names = [name for name, _flags, _parts in sections]
    volume, cells = sections[:2]
    for wrong, words in (
        ([cells, volume], "does not begin with"),
        ([volume], "does not begin with"),
        ([volume, (b"CELL", 3, cells[2][1:])], "4 chunks instead of 5"),
        ([volume, (b"CELL", 3, cells[2][::-1])], "of the file|the file holds|cells"),
        ([(b"VOLU", 3, volume[2] * 2), cells], "2 streams instead of one"),
        ([volume, cells, cells], "twice"),
        ([volume, cells, (b"LAND", 2, [(zlib.compress(b"\0"), 1)] * 65)], "65 landmarks"),
        ([volume, (b"CE L", 3, cells[2])], "name that none has"),
        ([(b"VOLU", 3, volume[2]), (b"CELL", 3, [])], "do not share its 1 streams|cut off"),
    ):
        with pytest.raises(navcore.FormatError, match=words):
            navcore.loads(hostile.pack_2(wrong))
    assert names == [b"VOLU", b"CELL"]


def test_blockers_that_lie():
    ball = hostile.contents_2(WALL)[2][2][0]
    door = b"\0\4door" + bytes(96)
    vertices = struct.pack("<9d", *range(9))
    for raw, words in (
        (b"\3" + ball[1:], "blocker of kind 3"),
        (ball[:1] + b"\0" + ball[6:], "blocker 0 of the file is none: a blocker's name"),
        (ball[:2] + b"\xff\xff\xff\xff" + ball[6:], "no text"),
        (ball[:-8] + struct.pack("<d", -1.0), "none: the radius of a ball"),
        (ball[:-8] + struct.pack("<d", float("nan")), "none: the radius of a ball"),
        (ball[:-1], "too short"),
        (ball + b"\0", "too long"),
        (door + struct.pack("<II", 3, 1) + vertices + struct.pack("<3I", 0, 1, 3), "not among its 3"),
        (door + struct.pack("<II", 3, 1) + vertices + struct.pack("<3I", 0, 1, 2**32 - 1), "not among its 3"),
        (door + struct.pack("<II", 2**32 - 1, 1), "too short"),
        (door + struct.pack("<II", 3, 2**32 - 1) + vertices, "too short"),
        (door + struct.pack("<II", 3, 0) + vertices, "blocks nothing"),
        (b"\1\4door" + bytes(96 + 120), "is empty"),
    ):
        with pytest.raises(navcore.FormatError, match=words):
            navcore.loads(hostile.with_content_2(WALL, b"BLOC", lambda _raw, raw=raw: raw))
    contents = hostile.contents_2(WALL)
    contents[2] = (b"BLOC", 2, [ball, ball])
    with pytest.raises(navcore.FormatError, match="two blockers are called 'Ball'"):
        navcore.loads(hostile.file_of(contents))
    # More names than a level has, each of which takes its time.
    contents[2] = (b"BLOC", 2, [ball] * (2**16 + 1))
    with pytest.raises(navcore.FormatError, match="65537 blockers"):
        navcore.loads(hostile.file_of(contents))


def test_landmarks_that_lie(files):
    data = next(path for path in GOLDEN if path.stem == "waymarks_2").read_bytes()
    portals = len(navcore.loads(data).portals)
    for change, words in (
        (lambda raw: raw[:-1], "too short"),
        (lambda raw: raw + bytes(1), "too long"),
        (lambda raw: b"\5" + raw[1:], "5 bytes a number"),
        (lambda raw: b"\2" + bytes(portals) + b"\xff" * portals, "leap"),
        (lambda raw: b"\4" + bytes(3 * portals) + b"\xff" * portals, "longer than any way"),
    ):
        with pytest.raises(navcore.FormatError, match=words):
            navcore.loads(hostile.with_content_2(data, b"LAND", change))
    # As many as may be, all at the landmark itself, are harmless.
    contents = [
        (name, flags, [b"\0"] * 64 if name == b"LAND" else raws) for name, flags, raws in hostile.contents_2(data)
    ]
    nav = assert_harmless(hostile.file_of(contents), "zeros", each=EACH)
    assert nav is not None
    assert nav.landmarks.shape == (64, portals)


def test_metadata_that_nests_or_lies():
    for text in (b"[" * 100_000, b'{"a":' * 40_000, b"[]", b"NaN", b'{"a": NaN}', b"\xff\xfe"):
        data = hostile.with_content_2(WALL, b"META", lambda _raw, t=text: t)
        assert assert_harmless(data, text[:20], each=EACH) is None
    with pytest.raises(navcore.FormatError, match="META"):
        navcore.loads(hostile.with_content_2(WALL, b"META", lambda raw: raw + b" " * 300_000))
