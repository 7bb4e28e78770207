# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Chunks of format 2: ranges of columns of tiles, each with its cells and all that belongs to them."""

from __future__ import annotations

import numpy as np

from ..arrays import AnyArray, Int32s, Int64s, UInt32s
from ..errors import FormatError
from ..geometry.column_order import COLUMN_SHIFT, COLUMNS, decode, encode
from ..model import NavVolume
from .columns import WIDEST, Column, Inflated, column_planes, fold_signs, most_bytes, unfold_signs
from .portal_columns import follow_portals, portal_columns

#: A chunk ends with the column of tiles in which it has come to so many boxes. Fewer pack worse.
BOXES_OF_CHUNK = 1 << 15
#: There are so many chunks at most, and one more for so many boxes: each takes its time.
_FEW_CHUNKS, _BOXES_EACH = 16, 256


class Directory:
    """Where chunks begin, each (h + 1,) int64 with the end of the last: columns of tiles, cells, portals and removed
    boxes."""

    def __init__(self, columns: Int64s, cells: Int64s, portals: Int64s, removed: Int64s) -> None:
        self.columns, self.cells, self.portals, self.removed = columns, cells, portals, removed

    def __len__(self) -> int:
        return len(self.columns) - 1

    @classmethod
    def of(cls, nav: NavVolume, least: int) -> Directory:
        """As few chunks as there are with `least` boxes each, the last with what is left."""
        cell_columns, removed_columns = (
            encode(boxes[:, 0]) >> COLUMN_SHIFT for boxes in (nav.cells, nav.removed_boxes)
        )
        boxes = np.sort(np.concatenate((cell_columns, removed_columns)))
        columns, at = [], 0
        while at < len(boxes):
            columns.append(int(boxes[at - 1]) + 1 if at else 0)
            enough = min(at + least, len(boxes)) - 1
            at = int(np.searchsorted(boxes, boxes[enough], side="right"))
        begins = np.array([*columns, COLUMNS], np.int64)
        cells = np.searchsorted(cell_columns, begins)
        portals = np.searchsorted(nav.portals[:, 0], cells)
        return cls(begins, cells, portals, np.searchsorted(removed_columns, begins))

    def pieces(self) -> list[bytes]:
        """As it is written."""
        steps = np.diff(self.columns[:-1], prepend=-1) - 1
        counts = map(np.diff, (self.cells, self.portals, self.removed))
        return [plane for column in (steps, *counts) for plane in column_planes(column)]

    @classmethod
    def read(cls, source: Inflated, count: int, cells: int, portals: int, removed: int) -> Directory:
        """Of `count` chunks, which hold so much together."""
        if (count == 0) != (cells + removed == 0) or count > _FEW_CHUNKS + (cells + removed) // _BOXES_EACH:
            raise FormatError(f"the file claims {count} chunks of {cells + removed} boxes; export it again")
        columns, *counts = (Column(source, count).numbers().astype(np.int64) for _column in range(4))
        begins = np.cumsum(columns + 1) - 1
        found = [np.append(0, np.cumsum(column)) for column in counts]
        totals = [int(ends[-1]) for ends in found]
        if (count and (begins[0] or begins[-1] >= COLUMNS)) or totals != [cells, portals, removed]:
            raise FormatError("the chunks of the file are not those of its volume; export it again")
        if not (counts[0] + counts[2]).all():
            raise FormatError("a chunk of the file is empty; export it again")
        return cls(np.append(begins, COLUMNS), *found)

    def most_bytes(self, chunk: int) -> int:
        """The most bytes that a chunk inflates to."""
        cells, portals, removed = (
            int(ends[chunk + 1] - ends[chunk]) for ends in (self.cells, self.portals, self.removed)
        )
        return most_bytes(*[cells] * 6, portals, *[removed] * 3) + most_bytes(cells, removed, width=WIDEST)


def chunk_pieces(nav: NavVolume, squared_clearance: UInt32s, directory: Directory, chunk: int) -> list[bytes]:
    """A chunk as it is written, plane by plane."""
    cells, portals, removed = (
        slice(int(ends[chunk]), int(ends[chunk + 1]))
        for ends in (directory.cells, directory.portals, directory.removed)
    )
    before = (int(directory.columns[chunk]) << COLUMN_SHIFT) - 1
    columns = (
        *_box_columns(nav.cells[cells], before),
        *portal_columns(nav.portals[portals], cells.start, cells.stop - cells.start),
        fold_signs(np.diff(nav.components[cells], prepend=np.int32(0)).astype(np.int32)),
        squared_clearance[cells],
        *_box_columns(nav.removed_boxes[removed], before),
    )
    return [plane for column in columns for plane in column_planes(column)]


def _box_columns(boxes: Int32s, before: int) -> tuple[AnyArray, ...]:
    """How far each code is beyond the one before, then the sizes, all less 1."""
    codes = encode(boxes[:, 0])
    return (np.diff(codes, prepend=before)[: len(codes)] - 1, *(boxes[:, 1] - boxes[:, 0] - 1).T)


class Chunks:
    """What chunks hold, put together as they are read.

    cells, removed : (n, 2, 3) and (m, 2, 3) int32. portals : (2, k) uint32. components : (n,) int32.
    squared_clearance : (n,) uint32.
    """

    def __init__(self, directory: Directory) -> None:
        self._directory = directory
        count, portals, removed = (int(ends[-1]) for ends in (directory.cells, directory.portals, directory.removed))
        self.cells, self.removed = (np.empty((boxes, 2, 3), np.int32) for boxes in (count, removed))
        self.portals = np.empty((2, portals), np.uint32)
        self.components = np.empty(count, np.int32)
        self.squared_clearance = np.empty(count, np.uint32)

    def read(self, chunk: int, raw: bytes) -> None:
        """Put in what a chunk holds."""
        found = self._directory
        cells, portals, removed = (
            slice(int(ends[chunk]), int(ends[chunk + 1])) for ends in (found.cells, found.portals, found.removed)
        )
        codes = tuple(int(column) << COLUMN_SHIFT for column in found.columns[chunk : chunk + 2])
        source = Inflated(f"chunk {chunk}", raw)
        self._read_boxes(source, self.cells[cells], codes)
        self._read_portals(source, cells, portals)
        count = cells.stop - cells.start
        steps = unfold_signs(Column(source, count).numbers())
        np.cumsum(steps, dtype=np.int32, out=self.components[cells])
        self.squared_clearance[cells] = Column(source, count).numbers()
        self._read_boxes(source, self.removed[removed], codes)
        source.finish()

    def _read_boxes(self, source: Inflated, boxes: Int32s, codes: tuple[int, ...]) -> None:
        """Boxes, (n, 2, 3), whose codes are from the first of two up to the second."""
        begin, end = codes
        steps = Column(source, len(boxes), WIDEST).wide_numbers()
        sizes = [Column(source, len(boxes)) for _axis in range(3)]
        if not len(boxes):
            return
        steps += 1
        steps[0] += begin - 1
        longest = int(steps.max())
        np.cumsum(steps, out=steps)
        # Steps that short cannot leap over all negative numbers, so that a sum beyond 64 bits shows.
        if max(longest, int(steps[-1])) >= end or int(steps.min()) < begin:
            raise FormatError("some boxes of the file are in no column of tiles of their chunk; export it again")
        for axis, low in enumerate(decode(steps)):
            boxes[:, 0, axis] = low
            # A size that does not fit wraps around, and the box is found empty or outside.
            low += sizes[axis].numbers().view(np.int32)
            low += 1
            boxes[:, 1, axis] = low

    def _read_portals(self, source: Inflated, cells: slice, portals: slice) -> None:
        counts = Column(source, cells.stop - cells.start).numbers()
        steps = Column(source, portals.stop - portals.start).numbers()
        ends = np.cumsum(counts, dtype=np.int64)
        if (int(ends[-1]) if len(ends) else 0) != len(steps):
            raise FormatError("a chunk of the file has a wrong number of neighbors; export it again")
        if len(steps):
            farthest = follow_portals(ends, steps, cells.start, self.portals[:, portals])
            # Steps below the number of cells to cells below it: nothing has wrapped, so neighbours ascend.
            if max(farthest, int(steps.max())) >= len(self.cells):
                raise FormatError(f"portals of the file lead to cells beyond its {len(self.cells)}; export it again")
