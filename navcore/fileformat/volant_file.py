# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The .volant file: what each section holds. `docs/file_format.md` is the specification."""

from __future__ import annotations

import struct

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s, UInt32s
from ..config import BAKED_DEPTH as MAX_DEPTH
from ..config import MOST_LANDMARKS
from ..errors import FormatError
from ..geometry import morton
from ..given import shown
from ..model import NavVolume
from ..progress import Progress, Steps, part, run
from .atomic import FileName, check_target, read_bytes, shown_name, write_bytes
from .columns import Column, fold_signs, most_bytes, pack_column, unfold_signs
from .consistency import check_numbers, check_order, check_volume
from .metadata import MOST_BYTES, pack_metadata, unpack_metadata
from .sections import PACKING, Sections, pack_sections

#: origin x y z, voxel size, agent radius, shape x y z, cells, portals, removed boxes, leaves
_VOLUME = struct.Struct("<5d6IQ")
#: Most bytes that reading takes: for nothing at all, for each cell, portal and removed box.
_FOR_ALL, _FOR_CELL, _FOR_PORTAL, _FOR_REMOVED = 16_000_000, 88, 13, 56
#: The same for each portal and landmark, and for each portal if there are landmarks.
_FOR_DISTANCE, _FOR_DISTANCES = 4, 16
#: What reading a file may take, in bytes and in bytes for each byte of the file: a file that claims more is refused.
_MAY_TAKE, _MAY_TAKE_EACH = 60_000_000, 9
_ONE = np.uint32(1)
#: Boxes or portals decoded together; small arrays stay in the processor's cache.
_AT_ONCE = 1 << 15


def dumps(nav: NavVolume, progress: Progress | None = None) -> bytes:
    """The bytes of a .volant file. `progress` is called with (fraction, stage); returning False raises `Cancelled`."""
    return run(dumps_steps(nav), progress)


def dumps_steps(nav: NavVolume) -> Steps[bytes]:
    """`dumps` in steps."""
    check_order(nav)
    yield 0.0, PACKING
    check_volume(nav)
    # No steps when clearance is known, as it is of what Blender stores.
    clearance = yield from part(nav.squared_clearance_steps(), 0.0, 0.5)
    yield 0.5, PACKING
    contents = _contents(nav, clearance, widest=False)
    data = yield from part(pack_sections(contents), 0.5, 1.0)
    # Millions of cells, or regular ones, may pack so well that reading would take more than a file of that size may.
    for widest in (False, True):
        landmarks = 0 if nav.landmarks is None else len(nav.landmarks)
        if not _fits(len(data), len(nav.cells), len(nav.portals), len(nav.removed_boxes), landmarks):
            contents = _contents(nav, clearance, widest)
            data = yield from part(pack_sections(contents, plain=contents), 1.0, 1.0)
    return data


def loads(data: bytes | bytearray | memoryview) -> NavVolume:
    """The volume in the bytes of a .volant file; `FormatError` when they are not one."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise FormatError(f"a volume is read from bytes, not from {shown(data)}")
    # Whoever has changeable bytes may change them meanwhile.
    data = bytes(data)
    sections = Sections(data)
    numbers = sections.read("VOLU", _VOLUME.size)
    if len(numbers) != _VOLUME.size:
        raise FormatError("section VOLU of the file is too short; export it again")
    *lengths, width, height, depth, cell_count, portal_count, removed_count, leaf_count = _VOLUME.unpack(numbers)
    # As unsigned numbers they may be larger than any domain, so they are looked at before they become int32.
    shape = np.array((width, height, depth), np.int64)
    origin, voxel_size, agent_radius = np.array(lengths[:3]), lengths[3], lengths[4]
    check_numbers(origin, voxel_size, agent_radius, shape)
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
    return nav


def save(nav: NavVolume, path: FileName) -> None:
    """Write a .volant file. The old file, if any, stays whole until the new one is."""
    check_target(path)
    write_bytes(dumps(nav), path)


def load(path: FileName) -> NavVolume:
    """Read a .volant file."""
    data = read_bytes(path)
    try:
        return loads(data)
    except FormatError as error:
        raise type(error)(f"cannot read {shown_name(path)}: {error}") from error


def _contents(nav: NavVolume, squared_clearance: UInt32s, widest: bool) -> dict[str, bytes]:
    """The bytes of every section before deflating."""

    def pack(*columns: AnyArray) -> bytes:
        return b"".join(pack_column(column, widest) for column in columns)

    counts = (len(nav.cells), len(nav.portals), len(nav.removed_boxes))
    lengths = (*nav.origin.tolist(), nav.voxel_size, nav.agent_radius)
    contents = {
        "VOLU": _VOLUME.pack(*lengths, *nav.shape.tolist(), *counts, nav.leaf_count),
        "META": pack_metadata(nav.metadata),
        "CELL": pack(*_box_columns(nav.cells)),
        "PORT": pack(*_portal_columns(nav.portals, len(nav.cells))),
        "COMP": pack(fold_signs(np.diff(nav.components, prepend=np.int32(0)).astype(np.int32))),
        "CLEA": pack(squared_clearance),
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


def _box_columns(boxes: Int32s) -> tuple[AnyArray, ...]:
    """How far each low corner's Morton code is beyond the one before, then the sizes, all less 1."""
    codes = morton.encode(*boxes[:, 0].T.astype(np.uint32))
    return (np.diff(codes.astype(np.int64), prepend=-1) - 1, *(boxes[:, 1] - boxes[:, 0] - 1).T)


def _read_boxes(sections: Sections, name: str, count: int) -> Int32s:
    """Boxes, (count, 2, 3) int32."""
    boxes = np.empty((count, 2, 3), np.int32)
    steps, *sizes = _read_columns(sections, name, *[count] * 4)
    following = 0
    for begin in range(0, count, _AT_ONCE):
        part = slice(begin, min(begin + _AT_ONCE, count))
        codes = steps.numbers(part)
        codes[0] += np.uint32(following)
        following = int(codes.sum(dtype=np.int64)) + len(codes)
        if following > 1 << 3 * MAX_DEPTH:
            raise FormatError(f"section {name} of the file leaves its domain; export it again")
        codes[1:] += _ONE
        for axis, low in enumerate(morton.decode(np.cumsum(codes, dtype=np.uint32))):
            boxes[part, 0, axis] = low
            # A size that does not fit wraps around, and the box is found empty or outside.
            low += sizes[axis].numbers(part)
            low += _ONE
            boxes[part, 1, axis] = low
    return boxes


def _portal_columns(portals: Int32s, cell_count: int) -> tuple[AnyArray, ...]:
    """How many higher neighbours each cell has; how far each is beyond the one before (or the cell), less 1."""
    first, second = portals.T
    before = np.append(0, second[:-1])
    begins = np.diff(first, prepend=-1) != 0
    return np.bincount(first, minlength=cell_count), second - np.where(begins, first, before) - 1


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
            farthest = _follow(ends[cell:next_cell] - begin, few, cell, portals[:, begin:end])
            # Steps below the number of cells to cells below it: nothing has wrapped, so neighbours ascend.
            if max(farthest, int(few.max())) >= cell_count:
                raise FormatError(f"section PORT of the file names cells beyond its {cell_count}; export it again")
        cell, begin = next_cell, end
    return portals.view(np.int32).T


def _follow(ends: Int64s, steps: UInt32s, cell: int, portals: UInt32s) -> int:
    """Work out the portals of some cells, and give the highest neighbour.

    Arithmetic is in 32 bits and wraps: sums over all cells may, sums within one must not.

    Parameters
    ----------
    ends : (n,) int64, where the steps of each cell end. steps : (k,) uint32, to its neighbours, less 1.
    cell : the number of the first cell.
    portals : (2, k) uint32, where they are put.
    """
    first, second = portals
    # How many cells have ended before each step tells whose step it is.
    of = np.cumsum(np.bincount(ends)[: len(steps)])
    total = np.zeros(len(steps) + 1, np.uint32)
    np.cumsum(steps + _ONE, dtype=np.uint32, out=total[1:])
    before = np.arange(cell, cell + len(ends), dtype=np.uint32)
    before[0] -= total[0]
    before[1:] -= total[ends[:-1]]
    np.add(total[1:], before.take(of), out=second)
    np.add(of, cell, out=first, casting="unsafe")
    return int(second.max())


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
