# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The arrays to be checked, taken in with suspicion: what is malformed becomes a fault, never an exception."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import AnyArray, Float64s, Int32s, Int64s
from ..errors import NavError
from ..progress import Steps
from ..workers import run_aside
from .faults import Faults, Kind

#: No domain is longer.
LONGEST_SIDE = 1 << 15
#: Voxel corners beyond this are so far outside any domain that volumes could overflow.
FARTHEST_CORNER = 1 << 19
#: What is farther than this, in voxels, cannot be measured to the tolerance.
FARTHEST_POINT = 1e9
#: Tolerance of every comparison of lengths, in voxels.
TOLERANCE = 1e-6
_STAGE = "Reading"
#: What computing with malformed arrays may raise.
_STUMBLES = (ArithmeticError, AttributeError, LookupError, NavError, TypeError, ValueError)


@dataclass(frozen=True)
class Intake:
    """Arrays that can be computed with. None stands for what was malformed; checks that need it are left out.

    Attributes
    ----------
    corners : (m, 3, 3) float64, each triangle's corners in voxels from the domain's lowest corner.
    shape : (3,) int64, voxels.
    voxel_size : scene units.
    radius : agent radius in voxels.
    cells, removed, blocked : (n, 2, 3) int32, voxel corners [min, max), min below max.
    portals : (k, 2) int64, in range of `cells`.
    components : (n,) int64.
    clearance : (n,) float64, voxels; may be infinite.
    """

    corners: Float64s | None
    shape: Int64s | None
    voxel_size: float
    radius: float | None
    cells: Int32s | None
    removed: Int32s | None
    blocked: Int32s | None
    portals: Int64s | None
    components: Int64s | None
    clearance: Float64s | None


def take_in(nav: object, vertices: ArrayLike, triangles: ArrayLike, faults: Faults) -> Steps[Intake]:
    """Everything that `check` reads of a volume and its scene; malformed parts are added to `faults`."""
    yield from run_aside(_worked_out_of(nav), _STAGE)
    reader = Reader(faults)
    voxel_size = reader.length("voxel_size", getattr(nav, "voxel_size", None), least=np.nextafter(0.0, 1.0))
    radius = reader.length("agent_radius", getattr(nav, "agent_radius", None), least=0.0)
    origin = reader.floats("origin", getattr(nav, "origin", None), (3,))
    shape = reader.domain("shape", getattr(nav, "shape", None))
    cells = reader.boxes("cells", getattr(nav, "cells", None))
    count = None if cells is None else len(cells)
    portals = reader.integers("portals", getattr(nav, "portals", None), (None, 2))
    if portals is not None and count is not None:
        portals = reader.in_range("portals", "cell", portals, count)
    components = reader.integers("components", getattr(nav, "components", None), (count,))
    clearance = reader.floats(
        "clearance", reader.worked_out(lambda: getattr(nav, "clearance", None)), (count,), infinite=True
    )
    if cells is not None and origin is not None and voxel_size is not None:
        reader.world_boxes(getattr(nav, "boxes", None), origin + cells * voxel_size, voxel_size)
    return Intake(
        corners=reader.triangles(vertices, triangles, origin, voxel_size),
        shape=shape,
        voxel_size=voxel_size or 1.0,
        radius=None if radius is None or voxel_size is None else reader.near("agent_radius", radius, voxel_size),
        cells=cells,
        removed=reader.called_boxes(nav, "removed"),
        blocked=reader.called_boxes(nav, "blocked"),
        portals=portals,
        components=components,
        clearance=None if clearance is None or voxel_size is None else clearance / voxel_size,
    )


def _worked_out_of(nav: object) -> Steps[None]:
    """Have a volume work out what it will be asked for, if it can do so in steps."""
    for name in ("blocked_steps", "squared_clearance_steps"):
        steps = getattr(nav, name, None)
        try:
            if callable(steps):
                yield from steps()
        except _STUMBLES:
            # The volume's arrays contradict each other, which is told when it is asked for what it works out of them.
            return


class Reader:
    """Turns what is given into arrays of the promised shape and type, or into a fault and None."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    def _refuse(self, sentence: str) -> None:
        self._faults.add(Kind.MALFORMED, sentence)

    def _array(self, name: str, given: object, shape: tuple[int | None, ...], kinds: str) -> AnyArray | None:
        """`given` as an array of that shape (None: any length) and one of these dtype kinds."""
        if given is None:
            self._refuse(f"{name} is missing")
            return None
        try:
            array = np.asarray(given)
        except (TypeError, ValueError) as error:  # ragged lists
            self._refuse(f"{name} is no array ({error})")
            return None
        wanted = "(" + ", ".join("n" if side is None else str(side) for side in shape) + ")"
        if array.ndim != len(shape) or any(
            side not in (None, real) for side, real in zip(shape, array.shape, strict=True)
        ):
            self._refuse(f"{name} must be of shape {wanted}, not {array.shape}")
            return None
        if array.dtype.kind not in kinds and array.size:  # an empty list has no type of its own
            self._refuse(f"{name} must hold {'numbers' if 'f' in kinds else 'integers'}, not {array.dtype}")
            return None
        return array

    def worked_out(self, work: Callable[[], object]) -> object:
        """What a volume works out of its arrays, which may be malformed; a fault and None when it cannot."""
        try:
            return work()
        except _STUMBLES as error:
            self._refuse(f"the volume's arrays contradict each other ({' '.join(str(error).split())})")
            return None

    def length(self, name: str, given: object, least: float) -> float | None:
        """A finite number of at least `least`."""
        array = self._array(name, given, (), "fiu")
        if array is None:
            return None
        value = float(array)
        if not (np.isfinite(value) and value >= least):
            self._refuse(f"{name} must be a finite length{' over 0' if least else ' of 0 or more'}, not {value}")
            return None
        return value

    def near(self, name: str, length: float, voxel_size: float) -> float | None:
        """A length in voxels, if it is one that can be measured to the tolerance."""
        if length > FARTHEST_POINT * voxel_size:
            self._refuse(f"{name} {length} is over {FARTHEST_POINT:g} voxels, too long to check")
            return None
        return length / voxel_size

    def floats(
        self, name: str, given: object, shape: tuple[int | None, ...], infinite: bool = False
    ) -> Float64s | None:
        """An array of numbers, none of them NaN."""
        array = self._array(name, given, shape, "fiu")
        if array is None:
            return None
        values: Float64s = array.astype(np.float64)
        bad = np.isnan(values) if infinite else ~np.isfinite(values)
        if bad.any():
            where = np.argwhere(bad)[0].tolist()
            self._refuse(f"{name} has {int(bad.sum()):,} values that are no finite number, first at {where}")
            return None
        return values

    def integers(self, name: str, given: object, shape: tuple[int | None, ...]) -> Int64s | None:
        """An array of integers that fit 64 bits."""
        array = self._array(name, given, shape, "iu")
        if array is None:
            return None
        if array.size and int(array.max()) > np.iinfo(np.int64).max:
            self._refuse(f"{name} has a value of {int(array.max())}")
            return None
        return array.astype(np.int64)

    def domain(self, name: str, given: object) -> Int64s | None:
        """The sides of a domain in voxels, if it is one that can be checked."""
        sides = self.integers(name, given, (3,))
        if sides is None:
            return None
        if not ((sides > 0) & (sides <= LONGEST_SIDE)).all():
            self._refuse(f"{name} must be three sides of 1 to {LONGEST_SIDE:,} voxels, not {sides.tolist()}")
            return None
        return sides

    def in_range(self, name: str, of: str, indices: Int64s, count: int) -> Int64s | None:
        """`indices` if each is the index of one of `count` things."""
        bad = np.flatnonzero(((indices < 0) | (indices >= count)).any(axis=1))
        self._faults.add_many(
            Kind.MALFORMED,
            len(bad),
            (f"row {row} of {name} names {of} {indices[row].tolist()} of only {count:,}" for row in bad.tolist()),
        )
        return None if len(bad) else indices

    def boxes(self, name: str, given: object) -> Int32s | None:
        """(n, 2, 3) int32 boxes with min below max."""
        array = self._array(name, given, (None, 2, 3), "iu")
        if array is None:
            return None
        wild = (array > FARTHEST_CORNER) | (array < -FARTHEST_CORNER) if array.size else np.zeros(array.shape, bool)
        bad = np.flatnonzero(wild.any(axis=(1, 2)) | (array[:, 0] >= array[:, 1]).any(axis=1))
        self._faults.add_many(
            Kind.MALFORMED,
            len(bad),
            (f"box {row} of {name} is empty, inverted or far away: {array[row].tolist()}" for row in bad.tolist()),
        )
        return None if len(bad) else array.astype(np.int32, copy=False)

    def called_boxes(self, nav: object, name: str) -> Int32s | None:
        """The boxes that a method of the volume answers."""
        method = getattr(nav, name, None)
        if not callable(method):
            self._refuse(f"{name}() is missing")
            return None
        return self.boxes(f"{name}()", self.worked_out(method))

    def world_boxes(self, method: object, wanted: Float64s, voxel_size: float) -> None:
        """The world corners a volume answers must be those of its cells."""
        if not callable(method):
            self._refuse("boxes() is missing")
            return
        given = self.floats("boxes()", self.worked_out(method), wanted.shape)
        if given is None or not len(given):
            return
        # Far from the world's origin a corner cannot be told apart from its neighbours in floating point.
        allowed = TOLERANCE * voxel_size + 4 * np.spacing(np.abs(wanted))
        bad = np.flatnonzero((np.abs(given - wanted) > allowed).any(axis=(1, 2)))
        self._faults.add_many(
            Kind.MALFORMED,
            len(bad),
            (f"boxes() puts cell {row} at {given[row].tolist()}, not {wanted[row].tolist()}" for row in bad.tolist()),
        )
        return

    def triangles(
        self, vertices: ArrayLike, triangles: ArrayLike, origin: Float64s | None, voxel_size: float | None
    ) -> Float64s | None:
        """(m, 3, 3) float64 corners in voxels from `origin`."""
        points = self.floats("vertices", vertices, (None, 3))
        indices = self.integers("triangles", triangles, (None, 3))
        if points is None or indices is None:
            return None
        indices_in_range = self.in_range("triangles", "vertices", indices, len(points))
        if indices_in_range is None or origin is None or voxel_size is None:
            return None
        # Subtracted before anything else: a difference of nearby numbers is exact however far away they are.
        with np.errstate(over="ignore"):
            corners: Float64s = ((points - origin) / voxel_size)[indices_in_range]
        aside = (corners.min(axis=1) > FARTHEST_POINT) | (corners.max(axis=1) < -FARTHEST_POINT)
        bad = np.flatnonzero((np.abs(corners).max(axis=(1, 2)) > FARTHEST_POINT) & ~aside.any(axis=1))
        self._faults.add_many(
            Kind.MALFORMED,
            len(bad),
            (f"triangle {row} reaches over {FARTHEST_POINT:g} voxels away, too far to check" for row in bad.tolist()),
        )
        return None if len(bad) else corners
