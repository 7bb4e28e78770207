# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The arrays of a surface, taken in with suspicion: what is malformed becomes a fault, never an exception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import AnyArray, Bools, Float64s, Int64s
from .columns import ragged
from .faults import Faults, Kind
from .inputs import Reader
from .sheet import Body

#: Parts of a voxel that corners are counted in.
UNIT = 64
#: Corners farther away than this, in voxels, could overflow.
_FARTHEST = 1 << 16
#: What is behind an edge: nothing but another polygon, a wall, a ledge, the end of what was baked.
BORDERS = range(4)
#: What the bake allows itself unless its settings say otherwise: of the radius, and of a voxel.
_CORNER_ERROR, _HEIGHT_ERROR = 0.1, 0.5
_LENGTHS = ("agent_radius", "agent_height", "step_height", "max_slope")
#: Shapes of arrays; a side is a length, None for any, or that of an array before it and how much more.
_SHAPES: Mapping[str, tuple[int | tuple[str, int] | None, ...]] = MappingProxyType(
    {
        "corners": (None, 3),
        "polygon_starts": (None,),
        "polygon_vertices": (None,),
        "neighbours": (("polygon_vertices", 0),),
        "borders": (("polygon_vertices", 0),),
        "components": (("polygon_starts", -1),),
        "detail_starts": (("polygon_starts", 0),),
        "detail_corners": (None, 3),
        "detail_triangle_starts": (("polygon_starts", 0),),
        "detail_triangles": (None, 3),
    }
)


@dataclass(frozen=True)
class FloorIntake:
    """A surface that can be computed with, all its lengths in voxels.

    Attributes
    ----------
    corners : (n, 3) int64, in 1/64 voxel.
    starts : (p + 1,) int64, where the corners of each polygon begin in `ring`, (s,) int64.
    neighbours, borders : (s,) int64, of each edge.
    components : (p,) int64.
    triangles : (t, 3, 3) int64, corners of the triangles that tell heights, in 1/64 voxel.
    polygon_of : (t,) int64, which polygon each of them belongs to.
    body : the walker.
    corner_error, height_error : what the bake may give away, voxels.
    bounds : (2, 3) float64, voxels from the origin; infinite without.
    may_lack_islands : whether islands were removed, because they are small or without a marker.
    """

    corners: Int64s
    starts: Int64s
    ring: Int64s
    neighbours: Int64s
    borders: Int64s
    components: Int64s
    triangles: Int64s
    polygon_of: Int64s
    body: Body
    corner_error: float
    height_error: float
    bounds: Float64s
    may_lack_islands: bool

    def __len__(self) -> int:
        """How many polygons there are."""
        return len(self.starts) - 1

    def owners(self) -> Int64s:
        """The polygon that each edge belongs to: (s,)."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def following(self) -> Int64s:
        """The place in `ring` that comes after each in its polygon: (s,)."""
        after = np.arange(1, len(self.ring) + 1)
        after[self.starts[1:] - 1] = self.starts[:-1]
        return after


@dataclass(frozen=True)
class Ground:
    """What a surface is checked against.

    corners : (m, 3, 3) float64, of triangles, voxels from the surface's origin.
    chosen : (m,) bool, which of them may be floors; None for all.
    """

    corners: Float64s
    chosen: Bools | None


def take_in_scene(
    surface: object, vertices: ArrayLike, triangles: ArrayLike, floors: ArrayLike | None, faults: Faults
) -> Ground | None:
    """The scene in voxels; None when it is malformed, which is told."""
    reader = Reader(faults)
    voxel = reader.length("voxel_size", getattr(surface, "voxel_size", None), least=np.nextafter(0.0, 1.0))
    origin = reader.floats("origin", getattr(surface, "origin", None), (3,))
    corners = reader.triangles(vertices, triangles, origin, voxel)
    if corners is None or floors is None:
        return None if corners is None else Ground(corners, None)
    chosen = np.asarray(floors)
    if chosen.shape != (len(corners),) or chosen.dtype.kind not in "biu":
        faults.add(Kind.MALFORMED, f"floors must be {len(corners):,} truth values, one for each triangle")
        return None
    return Ground(corners, chosen.astype(bool))


def take_in_surface(surface: object, faults: Faults) -> FloorIntake | None:
    """Everything that is read of a surface; None when a part of it is malformed, which is told."""
    reader = Reader(faults)
    origin = reader.floats("origin", getattr(surface, "origin", None), (3,))
    lengths = {
        name: reader.length(name, getattr(surface, name, None), least)
        for name, least in (("voxel_size", np.nextafter(0.0, 1.0)), *((name, 0.0) for name in _LENGTHS))
    }
    arrays = _integers(surface, reader)
    body = {name: length for name, length in lengths.items() if length is not None}
    if origin is None or arrays is None or len(body) < len(lengths):
        return None
    ring, starts, corners = arrays["polygon_vertices"], arrays["polygon_starts"], arrays["corners"]
    inside, told = arrays["detail_corners"], arrays["detail_triangles"]
    far, places = _FARTHEST * UNIT, np.concatenate((corners, inside)).ravel()
    wrong = (
        _out_of_range("polygon_vertices", ring, 0, len(corners), faults),
        _out_of_range("neighbours", arrays["neighbours"], -1, len(starts) - 1, faults),
        _out_of_range("borders", arrays["borders"], BORDERS.start, BORDERS.stop, faults),
        _out_of_range("corners", places, -far, far, faults),
        _bad_starts("polygon_starts", starts, len(ring), 3, faults),
        _bad_starts("detail_starts", arrays["detail_starts"], len(inside), 0, faults),
        _bad_starts("detail_triangle_starts", arrays["detail_triangle_starts"], len(told), 0, faults),
    )
    triangles, polygon_of = (None, starts) if any(wrong) else _triangles(arrays, faults)
    if triangles is None:
        return None
    settings = _settings(surface)
    voxel = body["voxel_size"]
    radius, height, step = (body[name] / voxel for name in _LENGTHS[:3])
    return FloorIntake(
        *(corners, starts, ring, arrays["neighbours"], arrays["borders"], arrays["components"], triangles, polygon_of),
        body=Body(radius, height, step, body["max_slope"]),
        corner_error=_number(settings.get("corner_error"), _CORNER_ERROR) * radius,
        height_error=_number(settings.get("height_error"), _HEIGHT_ERROR * voxel) / voxel,
        bounds=_bounds(settings.get("bounds"), origin, voxel),
        may_lack_islands=bool(settings.get("markers")) or _number(settings.get("min_island"), 0.0) > 0,
    )


def _integers(surface: object, reader: Reader) -> dict[str, Int64s] | None:
    """The integers of a surface by name, each as long as those that it goes with; None when one is malformed."""
    found: dict[str, Int64s] = {}
    for name, shape in _SHAPES.items():
        sides = tuple(len(found[side[0]]) + side[1] if isinstance(side, tuple) else side for side in shape)
        array = reader.integers(name, getattr(surface, name, None), sides)
        if array is None:
            return None
        found[name] = array
    return found


def _settings(surface: object) -> Mapping[str, object]:
    """What the bake was asked for, as far as the surface tells."""
    metadata = getattr(surface, "metadata", None)
    settings = metadata.get("ground") if isinstance(metadata, Mapping) else None
    return settings if isinstance(settings, Mapping) else {}


def _number(given: object, otherwise: float) -> float:
    return float(given) if isinstance(given, int | float) else otherwise


def _bounds(given: object, origin: Float64s, voxel: float) -> Float64s:
    """(2, 3) float64, voxels from the origin."""
    try:
        bounds = np.asarray(given, np.float64)
    except (TypeError, ValueError):
        bounds = np.empty(0)
    if bounds.shape != (2, 3):
        return np.array([[-np.inf] * 3, [np.inf] * 3])
    return np.asarray((bounds - origin) / voxel)


def _out_of_range(name: str, values: Int64s, low: int, high: int, faults: Faults) -> bool:
    bad = np.flatnonzero((values < low) | (values >= high))
    told = (f"{name} holds {values[place]} at {place}, not {low} to {high - 1}" for place in bad.tolist())
    faults.add_many(Kind.MALFORMED, len(bad), told)
    return len(bad) > 0


def _bad_starts(name: str, starts: Int64s, end: int, least: int, faults: Faults) -> bool:
    """Lists must begin at 0, end with the last item, and hold at least `least` each."""
    if len(starts) and starts[0] == 0 and starts[-1] == end and (np.diff(starts) >= least).all():
        return False
    faults.add(Kind.MALFORMED, f"{name} must rise by {least} or more from 0 to {end:,}")
    return True


def _triangles(arrays: dict[str, Int64s], faults: Faults) -> tuple[Int64s | None, Int64s]:
    """Triangles that tell heights, (t, 3, 3) in 1/64 voxel, and their polygons, (t,): a fan where none are told."""
    corners, starts, ring = arrays["corners"], arrays["polygon_starts"], arrays["polygon_vertices"]
    inside_starts, inside = arrays["detail_starts"], arrays["detail_corners"]
    told_starts, told = arrays["detail_triangle_starts"], arrays["detail_triangles"]
    own = np.diff(starts)
    fans = np.flatnonzero(np.diff(told_starts) == 0)
    fan, place = ragged(own[fans] - 2)
    fan = fans[fan]
    fan_corners = ring[starts[fan][:, None] + np.stack((np.zeros_like(place), place + 1, place + 2), axis=1)]
    polygon = np.repeat(np.arange(len(own)), np.diff(told_starts))
    most = own[polygon] + np.diff(inside_starts)[polygon]
    bad = np.flatnonzero((told < 0).any(axis=1) | (told >= most[:, None]).any(axis=1))
    sentences = (f"a triangle of polygon {polygon[row]} has corners {told[row].tolist()}" for row in bad.tolist())
    faults.add_many(Kind.MALFORMED, len(bad), sentences)
    if len(bad):
        return None, polygon
    is_own = told < own[polygon][:, None]
    outer = ring[np.where(is_own, starts[polygon][:, None] + told, 0)]
    inner = np.where(is_own, 0, inside_starts[polygon][:, None] + told - own[polygon][:, None])
    points: AnyArray = corners[outer]
    if len(inside):
        points = np.where(is_own[:, :, None], points, inside[inner])
    return np.concatenate((corners[fan_corners], points)), np.concatenate((fan, polygon))
