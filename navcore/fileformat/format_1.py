# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the sections of format 1 hold. `docs/file_format_1.md` is the specification."""

from __future__ import annotations

import struct
from dataclasses import replace

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s, UInt32s
from ..config import MOST_LANDMARKS
from ..errors import FormatError
from ..geometry.column_order import encode, place_codes, places
from ..model import NavVolume
from ..progress import Steps, part
from .columns import Column, column_planes, fold_signs, most_bytes, unfold_signs
from .consistency import check_numbers, check_volume
from .frame_1 import Sections, pack_sections
from .metadata import MOST_BYTES, pack_metadata, unpack_metadata
from .portal_columns import follow_portals, portal_columns
from .renumbering import sorted_volume

#: Voxels along a side, at most.
LONGEST_SIDE = 1024
#: The widest column, in bytes a number.
_WIDEST = 4
#: origin x y z, voxel size, agent radius, shape x y z, cells, portals, removed boxes, leaves
_VOLUME = struct.Struct("<5d6IQ")
#: Most bytes that reading takes: for nothing at all, for each cell, portal and removed box.
_FOR_ALL, _FOR_CELL, _FOR_PORTAL, _FOR_REMOVED = 16_000_000, 88, 13, 56
#: The same for each portal and landmark, and for each portal if there are landmarks.
_FOR_DISTANCE, _FOR_DISTANCES = 4, 16
#: What reading a file may take, in bytes and in bytes for each byte of the file: a file that claims more is refused.
_MAY_TAKE, _MAY_TAKE_EACH = 60_000_000, 9
#: Boxes or portals decoded together; small arrays stay in the processor's cache.
_AT_ONCE = 1 << 15


def pack_1(nav: NavVolume, squared_clearance: UInt32s) -> Steps[bytes]:
    """The bytes of a file. The volume is sound, and so is its clearance, (n,) uint32."""
    if (nav.shape > LONGEST_SIDE).any():
        found = " x ".join(map(str, nav.shape.tolist()))
        raise FormatError(f"format 1 has room for {LONGEST_SIDE} voxels a side, not for {found}; write format 2")
    if nav.blockers:
        raise FormatError(f"format 1 has no room for blockers such as {nav.blockers[0].name!r}; write format 2")
    nav = replace(nav, squared_clearance=squared_clearance)
    nav = sorted_volume(nav, _codes(nav.cells), _codes(nav.removed_boxes))
    contents = _contents(nav, widest=False)
    data = yield from part(pack_sections(contents), 0.0, 1.0)
    # Millions of cells, or regular ones, may pack so well that reading would take more than a file of that size may.
    for widest in (False, True):
        landmarks = 0 if nav.landmarks is None else len(nav.landmarks)
        if not _fits(len(data), len(nav.cells), len(nav.portals), len(nav.removed_boxes), landmarks):
            contents = _contents(nav, widest)
            data = yield from part(pack_sections(contents, plain=contents), 1.0, 1.0)
    return data


def unpack_1(data: bytes) -> NavVolume:
    """The volume in the bytes of a file."""
    sections = Sections(data)
    numbers = sections.read("VOLU", _VOLUME.size)
    if len(numbers) != _VOLUME.size:
        raise FormatError("section VOLU of the file is too short; export it again")
    *lengths, width, height, depth, cell_count, portal_count, removed_count, leaf_count = _VOLUME.unpack(numbers)
    # As unsigned numbers they may be larger than any domain, so they are looked at before they become int32.
    shape = np.array((width, height, depth), np.int64)
    origin, voxel_size, agent_radius = np.array(lengths[:3]), lengths[3], lengths[4]
    check_numbers(origin, voxel_size, agent_radius, shape, LONGEST_SIDE)
    if cell_count + removed_count > shape.prod():
        raise FormatError("the file claims more cells than its domain has voxels; export it again")
    if not _fits(len(data), cell_count, portal_count, removed_count):
        raise FormatError(
            f"the file claims {cell_count} cells and {portal_count} portals in {len(data)} bytes, "
            "which no .volant file does; export it again"
        )
    portals = _read_portals(sections, cell_count, portal_count)
    cells = _read_boxes(sections, "CELL", cell_count)
    removed = _read_boxes(sections, "REMO", removed_count)
    (components,) = _read_columns(sections, "COMP", cell_count)
    (clearance,) = _read_columns(sections, "CLEA", cell_count)
    nav = NavVolume(
        origin=origin,
        voxel_size=voxel_size,
        shape=shape.astype(np.int32),
        cells=cells,
        portals=portals,
        components=np.cumsum(unfold_signs(components.numbers()), dtype=np.int32),
        removed_boxes=removed,
        leaf_count=leaf_count,
        agent_radius=agent_radius,
        metadata=unpack_metadata(sections.read("META", MOST_BYTES)) if "META" in sections else {},
        squared_clearance=clearance.numbers(),
        landmarks=_read_landmarks(sections, len(data), cell_count, portal_count, removed_count),
    )
    check_volume(nav)
    # Cells come in an order that once was all volumes'.
    return sorted_volume(nav, encode(nav.cells[:, 0]), encode(nav.removed_boxes[:, 0]))


def _contents(nav: NavVolume, widest: bool) -> dict[str, bytes]:
    """The bytes of every section before deflating."""

    def pack(*columns: AnyArray) -> bytes:
        return b"".join(plane for column in columns for plane in column_planes(column, _WIDEST if widest else None))

    assert nav.squared_clearance is not None, "it is worked out before"
    counts = (len(nav.cells), len(nav.portals), len(nav.removed_boxes))
    lengths = (*nav.origin.tolist(), nav.voxel_size, nav.agent_radius)
    contents = {
        "VOLU": _VOLUME.pack(*lengths, *nav.shape.tolist(), *counts, nav.leaf_count),
        "META": pack_metadata(nav.metadata),
        "CELL": pack(*_box_columns(nav.cells)),
        "PORT": pack(*portal_columns(nav.portals, 0, len(nav.cells))),
        "COMP": pack(fold_signs(np.diff(nav.components, prepend=np.int32(0)).astype(np.int32))),
        "CLEA": pack(nav.squared_clearance),
        "REMO": pack(*_box_columns(nav.removed_boxes)),
    }
    if nav.landmarks is not None and len(nav.landmarks):
        steps = np.diff(nav.landmarks.astype(np.int64), axis=1, prepend=0).astype(np.int32)
        contents["LAND"] = bytes([len(steps)]) + pack(*map(fold_signs, steps))
    return contents


def _fits(size: int, cells: int, portals: int, removed: int, landmarks: int = 0) -> bool:
    """Whether a file of `size` bytes may hold so much."""
    takes = _FOR_ALL + _FOR_CELL * cells + _FOR_PORTAL * portals + _FOR_REMOVED * removed
    if landmarks:
        takes += (_FOR_DISTANCES + _FOR_DISTANCE * landmarks) * portals
    return takes <= _MAY_TAKE + _MAY_TAKE_EACH * size


def _codes(boxes: Int32s) -> Int64s:
    """The bits of x, y and z of low corners interleaved, (n,) int64: those of tiles above those within them."""
    low = boxes[:, 0]
    tile, inner = low >> 5, low & 31
    return place_codes(*tile.T) << 15 | place_codes(*inner.T)


def _box_columns(boxes: Int32s) -> tuple[AnyArray, ...]:
    """How far each low corner's code is beyond the one before, then the sizes, all less 1."""
    return (np.diff(_codes(boxes), prepend=-1) - 1, *(boxes[:, 1] - boxes[:, 0] - 1).T)


def _read_boxes(sections: Sections, name: str, count: int) -> Int32s:
    """Boxes, (count, 2, 3) int32."""
    boxes = np.empty((count, 2, 3), np.int32)
    steps, *sizes = _read_columns(sections, name, *[count] * 4)
    following = 0
    for begin in range(0, count, _AT_ONCE):
        part = slice(begin, min(begin + _AT_ONCE, count))
        codes = np.cumsum(steps.numbers(part), dtype=np.int64)
        codes += np.arange(following, following + len(codes))
        following = int(codes[-1]) + 1
        if following > LONGEST_SIDE**3:
            raise FormatError(f"section {name} of the file leaves its domain; export it again")
        for axis, (tile, inner) in enumerate(zip(places(codes >> 15), places(codes & 0x7FFF), strict=True)):
            low = tile << 5 | inner
            boxes[part, 0, axis] = low
            # A size that does not fit wraps around, and the box is found empty or outside.
            boxes[part, 1, axis] = low + sizes[axis].numbers(part).view(np.int32) + 1
    return boxes


def _read_portals(sections: Sections, cell_count: int, portal_count: int) -> Int32s:
    """Portals, (k, 2) int32."""
    # One column beside the other, which is how they are worked with.
    portals = np.empty((2, portal_count), np.uint32)
    counts, steps = _read_columns(sections, "PORT", cell_count, portal_count)
    ends = np.cumsum(counts.numbers(), dtype=np.int64)
    if (int(ends[-1]) if cell_count else 0) != portal_count:
        raise FormatError("section PORT of the file has a wrong number of neighbors; export it again")
    # As many cells at a time as have so many portals.
    cuts = np.searchsorted(ends, np.arange(_AT_ONCE, portal_count, _AT_ONCE)).tolist()
    cell = begin = 0
    for next_cell in (*cuts, cell_count):
        end = int(ends[next_cell - 1]) if next_cell else 0
        if end > begin:
            few = steps.numbers(slice(begin, end))
            farthest = follow_portals(ends[cell:next_cell] - begin, few, cell, portals[:, begin:end])
            # Steps below the number of cells to cells below it: nothing has wrapped, so neighbours ascend.
            if max(farthest, int(few.max())) >= cell_count:
                raise FormatError(f"section PORT of the file names cells beyond its {cell_count}; export it again")
        cell, begin = next_cell, end
    return portals.view(np.int32).T


def _read_landmarks(sections: Sections, size: int, cells: int, portals: int, removed: int) -> UInt32s | None:
    """How far portals are from landmarks, (l, k) uint32; None when a file of `size` bytes does not say."""
    if "LAND" not in sections:
        return None
    section = sections.open("LAND", 1 + MOST_LANDMARKS * most_bytes(portals))
    (count,) = section.read(1)
    if not 1 <= count <= MOST_LANDMARKS:
        raise FormatError(f"the file claims {count} landmarks, not 1 to {MOST_LANDMARKS}; export it again")
    if not _fits(size, cells, portals, removed, count):
        found = f"{count} landmarks for {portals} portals in {size} bytes"
        raise FormatError(f"the file claims {found}, which no .volant file does; export it again")
    tables = np.empty((count, portals), np.uint32)
    for table in tables:
        np.cumsum(unfold_signs(Column(section, portals).numbers()).view(np.uint32), dtype=np.uint32, out=table)
    section.finish()
    return tables


def _read_columns(sections: Sections, name: str, *counts: int) -> list[Column]:
    """All columns of a section."""
    section = sections.open(name, most_bytes(*counts))
    columns = [Column(section, count) for count in counts]
    section.finish()
    return columns
