# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults are sentences, gathered by kind; each kind tells the first few and counts the rest."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import islice

from ..arrays import AnyArray

#: Sentences told per kind; the rest are counted.
MOST_TOLD = 20


class Kind(StrEnum):
    """What a fault is about; every sentence begins with it."""

    MALFORMED = "malformed"
    SOUND = "sound"
    LEAK = "leak"
    COMPLETE = "complete"
    UNJUSTIFIED = "unjustified"
    OUTSIDE = "outside"
    OVERLAP = "overlap"
    GAP = "gap"
    PORTAL = "portal"
    COMPONENT = "component"
    REMOVED = "removed"
    CLEARANCE = "clearance"
    CONVEX = "convex"
    NEIGHBOR = "neighbor"
    HEIGHT = "height"
    LINK = "link"


class Faults:
    """Sentences by kind, in the order the kinds were first met."""

    def __init__(self) -> None:
        self._told: dict[Kind, list[str]] = {}
        self._count: dict[Kind, int] = {}

    def add(self, kind: Kind, sentence: str) -> None:
        """One fault."""
        self.add_many(kind, 1, [sentence])

    def add_many(self, kind: Kind, count: int, sentences: Iterable[str]) -> None:
        """`count` faults; of their sentences only as many are made as will be told."""
        if count:
            told = self._told.setdefault(kind, [])
            told.extend(islice(sentences, MOST_TOLD - len(told)))
            self._count[kind] = self._count.get(kind, 0) + count

    def include(self, others: Faults) -> None:
        """Those found elsewhere, after one's own."""
        for kind, told in others._told.items():
            self.add_many(kind, others._count[kind], told)

    def has(self, kind: Kind) -> bool:
        """Whether a fault of this kind was added."""
        return kind in self._count

    def room(self, kind: Kind) -> int:
        """How many more sentences of this kind would be told."""
        return MOST_TOLD - len(self._told.get(kind, ()))

    def sentences(self) -> list[str]:
        """Every sentence, its kind in front; empty when there was no fault."""
        lines: list[str] = []
        for kind, told in self._told.items():
            lines += [f"{kind}: {sentence}" for sentence in told]
            if self._count[kind] > len(told):
                lines.append(f"{kind}: and {self._count[kind] - len(told):,} more")
        return lines


def voxel_name(voxel: AnyArray) -> str:
    """(3,) int as it stands in a sentence."""
    return "({}, {}, {})".format(*(int(value) for value in voxel))


def box_name(box: AnyArray) -> str:
    """(2, 3) int voxel corners [min, max) as they stand in a sentence."""
    return f"voxels {voxel_name(box[0])} to {voxel_name(box[1])}"
