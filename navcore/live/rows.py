# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Chains along x, in which tiles without a blocked voxel are counted by rows, because there may be millions of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..geometry.voxel_tiles import TILE
from .box_keys import HIGH_SHIFTS, LOW_SHIFTS
from .chains import LiveChains
from .obstacles import TilePlace


class LiveRows(LiveChains):
    """Chains along x of the boxes in tiles with a blocked voxel, and of all the other tiles.

    Of a row of tiles it is remembered which of them have a blocked voxel, as bits of a number. What is between these is
    one of the boxes of `LiveChains`; but of rows without such a tile nothing is remembered.

    Parameters
    ----------
    tiles : those with a blocked voxel, by their places in the grid of tiles. The boxes in them are still to be added.
    shape : (3,) voxels of the grid.
    """

    def __init__(self, tiles: Iterable[TilePlace], shape: Sequence[int]) -> None:
        super().__init__(0)
        self._width, self._height, self._depth = shape
        #: The blocked tiles by y and z of their rows.
        self._blocked: dict[tuple[int, int], int] = {}
        for x, y, z in tiles:
            self._blocked[y, z] = self._blocked.get((y, z), 0) | 1 << x
        for row, blocked in self._blocked.items():
            self.add(self._free_boxes(row, blocked))

    def change(
        self, removed: set[int], added: set[int], freed: Iterable[TilePlace], taken: Iterable[TilePlace]
    ) -> tuple[set[int], set[int]]:
        """Take boxes away and add others, and have tiles without a blocked voxel that had one, or the reverse.

        As of `update`, which chains are no more, and which are new.
        """
        before: dict[tuple[int, int], int] = {}
        for x, y, z in (*freed, *taken):
            blocked = self._blocked.get((y, z), 0)
            before.setdefault((y, z), blocked)
            self._blocked[y, z] = blocked ^ 1 << x
        # Of rows without a blocked tile, and of all others.
        whole_old, whole_new, old, new = (set[int]() for _set in range(4))
        for row, blocked in before.items():
            (old if blocked else whole_old).update(self._free_boxes(row, blocked))
            blocked = self._blocked[row]
            (new if blocked else whole_new).update(self._free_boxes(row, blocked))
            if not blocked:
                del self._blocked[row]
        gone, made = self.update(removed | (old - new), added | (new - old))
        return gone | whole_old, made | whole_new

    def _free_boxes(self, row: tuple[int, int], blocked: int) -> Iterator[int]:
        """The keys of what is between the blocked tiles of a row, as far as it is in the grid."""
        y, z = (TILE * step for step in row)
        low, high = y << LOW_SHIFTS[1] | z << LOW_SHIFTS[2], min(z + TILE, self._depth) << HIGH_SHIFTS[2]
        across = low | high | min(y + TILE, self._height) << HIGH_SHIFTS[1]
        count = -(-self._width // TILE)
        begin = 0
        while begin < count:
            left = blocked >> begin
            end = begin + (left & -left).bit_length() - 1 if left else count
            if begin < end:
                yield across | TILE * begin << LOW_SHIFTS[0] | min(TILE * end, self._width) << HIGH_SHIFTS[0]
            begin = end + 1
