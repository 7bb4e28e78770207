# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever a file with a surface or links holds, reading gives sound ones or `FormatError`, in few steps and bytes."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import hand_made_surfaces as made
import hostile
import numpy as np
import pytest
from harmless import assert_harmless, bomb
from test_surface_files import bent_under_an_edge
from thoroughness import cases

from volant import navcore
from volant.navcore.fileformat.columns import split_column

FLOOR = (Path(__file__).resolve().parents[1] / "golden_files" / "floor_2.volant").read_bytes()
MUTATIONS = cases(20_000, 200_000)
PARTS = 20
#: Bytes that reading may take for each byte of a file.
EACH = 200
#: Lengths of the columns of the golden file's surface.
COLUMNS = (6, 6, 6, 2, 8, 8, 2, 2, 2, 2, 1, 1, 1, 4, 4, 4)


@pytest.fixture(scope="module")
def files() -> list[bytes]:
    """The golden file, and others with more polygons, with bends under an edge, and with a volume."""
    nav = navcore.bake_voxels([(1, 1, 0)], (3, 3, 2))
    many = made.surface(made.random_mesh(7, 40, relief=200))
    links = navcore.Links(np.ones((40, 3)), np.zeros((40, 3)), np.arange(40) % 5, names=["gate"] * 40)
    several = (many, bent_under_an_edge((100, 40, 9)), navcore.Navigation(nav, many, links))
    return [FLOOR, *map(navcore.dumps, several)]


@pytest.mark.parametrize("part", range(PARTS))
def test_mutations(files, part):
    bombs = [bomb(1 << 20), bomb(1 << 24)]
    for seed in range(part * MUTATIONS // PARTS, (part + 1) * MUTATIONS // PARTS):
        draw = random.Random(seed)
        assert_harmless(hostile.mutation_2(draw.choice(files), bombs, draw), f"mutation {seed}", each=EACH)


@pytest.mark.parametrize("name", [b"SURF", b"LNKS", b"META"])
def test_deflate_bombs(name):
    stream = bomb(1 << 28)
    for claimed in (1 << 28, (1 << 28) + 1, 84, 2**32 - 1):
        sections = [section for section in hostile.unpack_2(FLOOR) if section[0] != name]
        sections.append((name, 2, [(stream, claimed)]))
        assert assert_harmless(hostile.pack_2(sections), (name, claimed), each=EACH) is None


@pytest.mark.parametrize("count", [2**18, 2**18 + 400, 2**22, 2**31, 2**32 - 1])
@pytest.mark.parametrize("place", range(5))
def test_columns_that_pack_too_well(place, count):
    """Columns of zeros take no room; tiny files may claim a great many numbers."""

    def change(raw: bytes) -> bytes:
        numbers = [0] * 5
        numbers[place] = count
        return raw[:64] + struct.pack("<5I", *numbers) + bytes(16)

    assert assert_harmless(hostile.with_content_2(FLOOR, b"SURF", change), (place, count), each=EACH) is None


def test_as_many_polygons_as_there_may_be():
    """All of them the same, of three corners; nothing is done that grows with the square of their number."""
    count = 2**18 // 3

    def change(raw: bytes) -> bytes:
        return raw[:64] + struct.pack("<5I", 3, count, 3 * count, 0, 0) + bytes(16)

    assert assert_harmless(hostile.with_content_2(FLOOR, b"SURF", change), "polygons", each=EACH) is None


def parts(raw: bytes) -> list[bytes]:
    """The columns of the golden file's surface."""
    cut, at = [], 84
    for count in COLUMNS:
        end = at + 1 + raw[at] * count
        cut.append(raw[at:end])
        at = end
    assert at == len(raw)
    return cut


def with_column(place: int, column: bytes) -> bytes:
    def change(raw: bytes) -> bytes:
        columns = parts(raw)
        columns[place] = column
        return raw[:84] + b"".join(columns)

    return hostile.with_content_2(FLOOR, b"SURF", change)


def column(*numbers: int) -> bytes:
    return b"".join(split_column(np.array(numbers)))


@pytest.mark.parametrize(
    ("place", "wrong", "words"),
    [
        (0, b"\5" + bytes(30), "5 bytes a number"),
        (0, column(*[0] * 6), "at the same place|not convex"),
        (0, column(0, 2**32 - 1, 0, 511, 1024, 0), "farther than"),
        (3, column(1, 2), "9 parts instead of 8"),
        (3, column(2**32 - 1, 1), "parts instead of 8"),
        (4, column(0, 0, 0, 0, 4, 0, 0, 0), "not among the 6"),
        (4, column(0, 0, 0, 0, 99, 0, 0, 6), "not among the 6"),
        (4, column(0, 0, 0, 0, 2, 0, 0, 6), "of no polygon|no polygon has it|not convex"),
        (5, column(1, 1, 1, 2, 1, 3, 1, 0), "is no border, but no polygon"),
        (5, column(1, 1, 1, 2, 1, 3, 1, 1), "sets, but"),
        (5, column(1, 0, 1, 2, 1, 3, 1, 256), "256 where a byte is wanted"),
        (5, column(1, 0, 1, 2, 1, 4, 1, 0), "border 4"),
        (6, column(0, 2), "not of one component"),
        (6, column(2, 0), "numbered from 0"),
        (7, column(0, 300), "300 where a byte is wanted"),
        (8, column(2, 0), "2 parts instead of 1"),
        (8, column(0, 1), "corners that their polygon has not|do not tile"),
        (9, column(3, 1), "corners that their polygon has not|do not tile"),
        (9, column(0, 4), "corners that their polygon has not|do not tile"),
        (10, column(2**20), "counter-clockwise"),
        (13, column(0, 1, 2, 5), "corners that their polygon has not"),
        (13, column(0, 1, 2, 2**32 - 1), "corners that their polygon has not"),
        (13, column(0, 1, 2, 2), "counter-clockwise|do not tile"),
        (14, column(1, 2, 3, 1), "counter-clockwise|do not tile"),
    ],
)
def test_columns_that_lie(place, wrong, words):
    with pytest.raises(navcore.FormatError, match=words):
        navcore.loads(with_column(place, wrong))


def test_surfaces_that_end_elsewhere():
    for change, words in ((lambda raw: raw[:-1], "too short"), (lambda raw: raw + b"\0", "too long")):
        with pytest.raises(navcore.FormatError, match=words):
            navcore.loads(hostile.with_content_2(FLOOR, b"SURF", change))
    contents = hostile.contents_2(FLOOR)
    with pytest.raises(navcore.FormatError, match="2 streams instead of one"):
        navcore.loads(hostile.file_of([(b"SURF", 2, contents[0][2] * 2)]))
    with pytest.raises(navcore.FormatError, match="neither a volume nor a surface, only LNKS, META"):
        navcore.loads(hostile.file_of(contents[1:]))


def test_links_that_lie():
    (raw,) = hostile.contents_2(FLOOR)[1][2]
    for wrong, words in (
        (struct.pack("<I", 0) + raw[4:], "claims 0 links"),
        (struct.pack("<I", 2**16 + 1) + raw[4:], "65537 links"),
        (struct.pack("<I", 3) + raw[4:], "no text|too short|are none"),
        (raw[:4] + b"\5" + raw[5:], "of kind 5"),
        (raw[:6] + b"\2" + raw[7:], "both_ways"),
        (raw[:9] + b"\x05" + raw[10:], "too long"),
        (raw[:10] + b"\xff" + raw[11:], "no text"),
        (raw[:-8] + struct.pack("<d", 0.0), "cost of a link"),
        (raw[:-8] + struct.pack("<d", float("nan")), "cost of a link"),
        (raw[:-24] + struct.pack("<d", float("inf")) + raw[-16:], "are none"),
        (raw[:-1], "too short"),
        (raw + b"\0", "too long"),
    ):
        with pytest.raises(navcore.FormatError, match=words):
            navcore.loads(hostile.with_content_2(FLOOR, b"LNKS", lambda _raw, wrong=wrong: wrong))
