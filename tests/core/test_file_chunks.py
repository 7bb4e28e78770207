# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Format 2: volumes of any size in chunks, which are decoded one by one; what tells that two bakes are the same."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace
from pathlib import Path

import hostile
import numpy as np
import pytest
import spec_reader
from hypothesis import given
from hypothesis import strategies as st
from stretched import stretched
from test_golden_files import plain
from volumes import random_volume

from volant import navcore
from volant.navcore.fileformat import file_info
from volant.navcore.fileformat.columns import SplitColumn, split_column
from volant.navcore.fileformat.format_2 import pack_2
from volant.navcore.geometry import column_order

WALL = Path(__file__).resolve().parents[1] / "golden_files" / "wall_2.volant"
SIDES = st.integers(0, 32_767)
#: Where planes are likely to be mistaken.
EDGES = st.sampled_from([1, 2, 31, 32, 33, 63, 64, 1023, 1024, 1025, 16_384, 32_736, 32_767, 32_768])


@st.composite
def wide_volumes(draw: st.DrawFn) -> navcore.NavVolume:
    """A few cells and removed boxes in a domain of any size."""
    shape = [draw(st.integers(1, 6)) for _axis in range(3)]
    places = st.tuples(*(st.integers(0, side - 1) for side in shape))
    occupied = draw(st.lists(places, max_size=40, unique=True))
    free = sorted({tuple(place) for place in np.ndindex(*shape)} - set(occupied))
    if not free:
        occupied, free = occupied[1:], [occupied[0]]
    markers = [tuple(at + 0.5 for at in draw(st.sampled_from(free)))] if draw(st.booleans()) else []
    config = navcore.BakeConfig(voxel_size=1.0, markers=markers)
    nav = navcore.bake_voxels(occupied, shape, config)
    lines = [
        [0, *sorted(draw(st.lists(EDGES | st.integers(1, 32_768), min_size=side, max_size=side, unique=True)))]
        for side in shape
    ]
    return stretched(nav, lines)


def pack(nav: navcore.NavVolume, boxes: int) -> bytes:
    return navcore.run(pack_2(navcore.Navigation(nav), navcore.run(nav.squared_clearance_steps()), boxes))


@given(wide_volumes(), st.integers(14, 100))
def test_chunks_are_decoded_one_by_one(nav, boxes):
    data = pack(nav, boxes)
    assert plain(navcore.loads(data)) == spec_reader.read(data) == plain(nav)
    volume = spec_reader.Volume(spec_reader.File(data))
    whole = spec_reader.read(data)
    ends = [*volume.columns[1:], 1 << 20]
    first = 0
    for index, (begin, end) in enumerate(zip(volume.columns, ends, strict=True)):
        chunk = volume.chunk(index)
        assert chunk["cells"] == whole["cells"][first : first + len(chunk["cells"])]
        for (x, y, _z), _high in chunk["cells"] + chunk["removed"]:
            column = sum((x >> 5 >> b & 1) << 2 * b + 1 | (y >> 5 >> b & 1) << 2 * b for b in range(10))
            assert begin <= column < end
        first += len(chunk["cells"])
    # All but the last have as many boxes as were wanted.
    assert all(cells + removed >= boxes for cells, _portals, removed in volume.counts[:-1])


@given(st.lists(st.tuples(SIDES, SIDES, SIDES), min_size=1, max_size=50))
def test_codes_are_those_of_the_specification(voxels):
    low = np.array(voxels, np.int32)
    codes = column_order.encode(low)
    assert [spec_reader.voxel(code) for code in codes.tolist()] == low.tolist()
    assert np.stack(column_order.decode(codes), axis=1).tolist() == low.tolist()
    assert (codes < 1 << 45).all()


@given(
    st.lists(st.integers(0, 2**48 - 1) | st.integers(0, 300), max_size=200), st.integers(0, 200), st.integers(0, 200)
)
def test_columns_are_those_of_the_specification(numbers, begin, end):
    raw = b"".join(split_column(np.array(numbers, np.int64)))
    columns = spec_reader.Columns(raw)
    assert columns.take(len(numbers)) == numbers
    assert columns.is_over()
    assert SplitColumn(_Source(raw), len(numbers), 6).wide_numbers().tolist() == numbers
    small = [number % 2**32 for number in numbers]
    column = SplitColumn(_Source(b"".join(split_column(np.array(small, np.int64)))), len(small))
    assert column.numbers().tolist() == small
    assert column.numbers(slice(begin, end)).tolist() == small[begin:end]


class _Source:
    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def read(self, count: int, /) -> bytes:
        taken, self._raw = self._raw[:count], self._raw[count:]
        assert len(taken) == count
        return taken


def test_few_large_numbers_do_not_widen_a_column():
    numbers = np.zeros(10_000, np.int64)
    numbers[1234] = 2**40
    assert len(b"".join(split_column(numbers))) < 20


@given(wide_volumes(), st.lists(st.tuples(*[st.floats(-10, 40_000)] * 3), min_size=1, max_size=10))
def test_points_are_found_by_the_specification_s_arithmetic(nav, points):
    nav = replace(nav, voxel_size=0.3, origin=np.array([0.1, -7.3, 1e3]))
    volume = spec_reader.read(navcore.dumps(nav))
    lines = nav.boxes().reshape(-1, 3)
    # Corners of cells, too, where several answers are near.
    points = [*points, *map(tuple, lines[:: max(1, len(lines) // 5)].tolist())]
    cells, places, distances = nav.nearest(points)
    for point, located, cell, place, distance in zip(points, nav.locate(points), cells, places, distances, strict=True):
        assert spec_reader.cell_of(volume, point) == located
        assert spec_reader.nearest(volume, point) == (cell, place.tolist(), distance)


@pytest.mark.parametrize("seed", range(3))
def test_links_are_in_the_specification_s_order(seed):
    from volant.navcore.query.graph.cells import CellGraph

    nav = random_volume(np.random.default_rng(seed), (40, 36, 12), 0.3, True, False)
    volume, graph = spec_reader.read(navcore.dumps(nav)), CellGraph(nav)
    for cell in range(len(nav.cells)):
        assert [link[0] for link in graph.links(cell)] == spec_reader.links(volume, cell)


def test_the_content_hash_tells_bakes_apart_and_nothing_else():
    nav = navcore.load(WALL)
    data = navcore.dumps(nav)
    told = file_info(data)
    assert told == (2, spec_reader.File(data).content_hash.hex())
    renamed = navcore.dumps(replace(nav, metadata={"name": "another"}))
    assert file_info(renamed).content_hash == told.content_hash
    # Deflated by somebody else, or not at all.
    sections = hostile.unpack_2(data)
    for level in (0, 1):
        streams = [
            (n, f, [(zlib.compress(zlib.decompress(s), level), size) for s, size in parts]) for n, f, parts in sections
        ]
        again = hostile.pack_2(streams)
        assert again != data
        assert file_info(again).content_hash == told.content_hash
        assert plain(navcore.loads(again)) == plain(nav)
    for changed in (
        replace(nav, origin=nav.origin + 1.0),
        replace(nav, agent_radius=0.25),
        replace(nav, blockers=()),
        replace(nav, leaf_count=12),
        replace(nav, landmarks=np.zeros((1, len(nav.portals)), np.uint32)),
    ):
        assert file_info(navcore.dumps(changed)).content_hash != told.content_hash
    assert file_info(navcore.dumps(replace(nav, blockers=()), format=1)) == (1, None)


def test_what_is_not_what_was_hashed_is_refused():
    data = bytearray(WALL.read_bytes())
    data[20] ^= 1
    end = 56 + 28 * data[12] + 8 * data[16]
    struct.pack_into("<I", data, 52, zlib.crc32(data[56:end], zlib.crc32(data[:52])))
    with pytest.raises(navcore.FormatError, match="content hash"):
        navcore.loads(bytes(data))
    sections = hostile.unpack_2(WALL.read_bytes())
    with pytest.raises(navcore.FormatError, match="section VOLU of the file is damaged"):
        navcore.loads(hostile.pack_2(sections, digests={b"VOLU": bytes(16)}))


def test_a_file_without_a_volume_says_what_it_holds():
    with pytest.raises(navcore.FormatError, match="neither a volume nor a surface, only AREA, META; choose"):
        navcore.loads(hostile.file_of([(b"AREA", 2, [b"water"]), (b"META", 0, [b"{}"])]))


def test_a_section_that_must_be_known_is_refused_by_name():
    with pytest.raises(navcore.NewerFormatError, match=r"newer Volant .it needs section AREA"):
        navcore.loads(hostile.file_of([*hostile.contents_2(WALL.read_bytes()), (b"AREA", 3, [b"water"])]))
    # Any other is skipped, and nobody looks into it.
    nav = navcore.loads(hostile.file_of([*hostile.contents_2(WALL.read_bytes()), (b"AREA", 2, [b"water"])]))
    assert len(nav.cells) == 3


def test_a_file_is_long_enough_for_what_it_holds():
    """Regular cells pack so well that the reader would not trust them."""
    config = navcore.BakeConfig(voxel_size=1.0, merge=False, min_depth=7)
    nav = navcore.bake_voxels([], (80, 80, 80), config)
    data = navcore.dumps(nav)
    assert len(data) >= 2 * (80**3 - 2**18)
    assert "FILL" in spec_reader.File(data).sections
    again = navcore.loads(data)
    assert (again.portals == nav.portals).all()
    assert "FILL" not in spec_reader.File(WALL.read_bytes()).sections


def test_the_first_format_is_written_on_wish_while_it_has_room():
    nav = replace(navcore.load(WALL), blockers=())
    assert struct.unpack_from("<H", navcore.dumps(nav, format=1), 6) == (1,)
    assert struct.unpack_from("<H", navcore.dumps(nav, format=np.int64(2)), 6) == (2,)
    with pytest.raises(navcore.FormatError, match="no room for blockers such as 'Ball'; write format 2"):
        navcore.dumps(navcore.load(WALL), format=1)
    long = stretched(nav, [(0, 1, 2, 3, 1025), (0, 1, 2, 3), (0, 1, 2)])
    with pytest.raises(navcore.FormatError, match="1024 voxels a side, not for 1025 x 3 x 2; write format 2"):
        navcore.dumps(long, format=1)
    for wrong in (0, 3, "2", None, 2.0, True and 1.5):
        with pytest.raises(navcore.FormatError, match="format 1 or 2, not"):
            navcore.dumps(nav, format=wrong)


@given(wide_volumes())
def test_both_formats_hold_the_same_volume(nav):
    if int(nav.shape.max()) <= 1024:
        assert plain(navcore.loads(navcore.dumps(nav, format=1))) == plain(nav)
    assert plain(navcore.loads(navcore.dumps(nav))) == plain(nav)


def test_cells_in_another_order_than_a_file_s_are_refused():
    nav = random_volume(np.random.default_rng(1), (9, 9, 9), 0.3, True, False)
    order = np.arange(len(nav.cells))[::-1]
    with pytest.raises(navcore.FormatError, match="order of their columns of tiles"):
        navcore.dumps(replace(nav, cells=nav.cells[order]))


def test_a_volume_of_nothing_has_no_chunks():
    """Neither cells nor removed boxes."""
    nav = navcore.load(WALL)
    nothing = np.empty((0, 2, 3), np.int32)
    empty = replace(
        nav,
        cells=nothing,
        portals=np.empty((0, 2), np.int32),
        components=np.empty(0, np.int32),
        squared_clearance=np.empty(0, np.uint32),
        metadata={},
        blockers=(),
    )
    data = navcore.dumps(empty)
    assert list(spec_reader.File(data).sections) == ["VOLU"]
    assert plain(navcore.loads(data)) == plain(empty) == spec_reader.read(data)
