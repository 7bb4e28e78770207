# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Batches for the GPU, remembered together with what they were made from."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar, cast

import gpu
import numpy as np
from gpu_extras.batch import batch_for_shader
from numpy.typing import NDArray

from .path_arrays import Corners

Made = TypeVar("Made")
Key = TypeVar("Key", bound=Hashable)
#: What says by its value, not by being the same object, that nothing changed.
_PLAIN = (int, float, str, tuple)


class BatchCache:
    """Keeps what was made for each owner, and makes it anew only when one of its causes changes.

    Owners are `session_uid`s of volumes and scenes: numbers, because no ID may be kept across undo.
    """

    def __init__(self) -> None:
        self._kept: dict[int, dict[str, tuple[tuple[object, ...], object]]] = {}

    def get(self, owner: int, name: str, causes: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """What an owner has under a name. Numbers and words among its causes are compared by value, the rest by
        identity: bakes and paths are never changed in place, and comparing their arrays would take long."""
        kept = self._kept.setdefault(owner, {})
        known = kept.get(name)
        if known is None or not _same(known[0], causes):
            known = kept[name] = (causes, make())
        return known[1]  # type: ignore[return-value]  # every name always holds the same kind of thing

    def pieces(
        self,
        owner: int,
        name: str,
        causes: tuple[object, ...],
        split: Callable[[], Iterable[tuple[Key, Corners]]],
        make: Callable[[Corners], Made],
    ) -> Mapping[Key, tuple[Corners, Made]]:
        """What an owner has under a name, in pieces: of those that are what they were, nothing is made anew.

        split : the pieces by what they are called, and what each is made of. Gives these, and what was made of them.
        """
        kept = self._kept.setdefault(owner, {})
        known: tuple[tuple[object, ...], Any] = kept.get(name) or ((), {})
        if not _same(known[0], causes):
            made = {}
            for key, corners in split():
                before = known[1].get(key)
                is_same = before is not None and np.array_equal(before[0], corners)
                made[key] = before if is_same else (corners, make(corners))
            known = kept[name] = (causes, made)
        return cast("Mapping[Key, tuple[Corners, Made]]", known[1])

    def drop(self, owner: int) -> None:
        """Let go of all that an owner has."""
        self._kept.pop(owner, None)

    def forget(self, owner: int, name: str) -> bool:
        """Let go of one thing; False if there is none."""
        return self._kept.get(owner, {}).pop(name, None) is not None

    def owners(self) -> set[int]:
        """For whom something is kept."""
        return set(self._kept)

    def clear(self) -> None:
        self._kept.clear()


def _same(known: tuple[object, ...], causes: tuple[object, ...]) -> bool:
    def unchanged(before: object, now: object) -> bool:
        return before is now or (isinstance(before, _PLAIN) and isinstance(now, _PLAIN) and before == now)

    return len(known) == len(causes) and all(map(unchanged, known, causes))


def lines(corners: Corners) -> gpu.types.GPUBatch:
    """Lines between pairs of corners: (2 n, 3) float32."""
    return batch_for_shader(gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR"), "LINES", {"pos": corners})


def triangles(corners: Corners) -> gpu.types.GPUBatch:
    """Triangles between three corners each: (3 n, 3) float32."""
    return batch_for_shader(gpu.shader.from_builtin("UNIFORM_COLOR"), "TRIS", {"pos": corners})


def shaded_triangles(corners: Corners, shades: NDArray[np.float32], indices: NDArray[np.int32]) -> gpu.types.GPUBatch:
    """Triangles (k, 3) int32 between corners (n, 3) float32 with colours (n, 4) float32 that blend into each other."""
    attributes = {"pos": corners, "color": shades}
    return batch_for_shader(gpu.shader.from_builtin("SMOOTH_COLOR"), "TRIS", attributes, indices=indices)
