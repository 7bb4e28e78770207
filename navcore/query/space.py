# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a search for a path needs of a volume, be it still or live."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Protocol

from numpy.typing import ArrayLike

from ..arrays import Float64s, Int32s, Int64s


class Space(Protocol):
    """Free space made of cells; each member as in `NavVolume`."""

    @property
    def origin(self) -> Float64s: ...

    @property
    def voxel_size(self) -> float: ...

    @property
    def cells(self) -> Int32s: ...

    @property
    def components(self) -> Int32s: ...

    def tree_steps(self) -> Generator[tuple[float, str], None, Any]:
        """Prepare what `holding` and `nearest` look cells up in."""

    def holding(self, x: float, y: float, z: float) -> list[int]:
        """The cells that hold a world point."""

    def nearest(self, points: ArrayLike) -> tuple[Int64s, Float64s, Float64s]:
        """The nearest cell of each world point, where in it, and how far."""
