# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a surface's arrays agree with each other: all in whole numbers, so nothing is a matter of rounding.

Not looked for are polygons that overlap without sharing an edge; `navcore.check` proves those, too.
"""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Int32s, Int64s, UInt8s
from ..errors import FormatError
from ..geometry.ragged import stretches
from ..geometry.resolution import resolution_problem
from ..given import number, shown
from ..surface import CORNER_UNIT, Border, NavSurface
from .connected import Basins, count_labels

#: Corners are at most so far from the origin along each axis, in 1/64 voxel: 65,536 voxels.
FARTHEST = 1 << 22
_AGAIN = "bake and export it again"
#: How far corners that bend an edge may be off it because they are rounded, in 1/64 voxel.
_ASIDE = 1.0
#: The arrays of a surface as they are written; -1 is any length.
_ARRAYS = (
    ("origin", (3,), "float64"),
    ("corners", (-1, 3), "int32"),
    ("polygon_starts", (-1,), "int32"),
    ("polygon_vertices", (-1,), "int32"),
    ("neighbours", (-1,), "int32"),
    ("borders", (-1,), "uint8"),
    ("components", (-1,), "int32"),
    ("areas", (-1,), "uint8"),
    ("detail_starts", (-1,), "int32"),
    ("detail_corners", (-1, 3), "int32"),
    ("detail_triangle_starts", (-1,), "int32"),
    ("detail_triangles", (-1, 3), "int32"),
)


def check_surface(surface: NavSurface) -> None:
    """Raise `FormatError` when a surface's numbers make no sense or its arrays contradict each other."""
    _check_kinds(surface)
    _check_numbers(surface)
    _check_lengths(surface)
    if not len(surface):
        return
    counts = np.diff(surface.polygon_starts)
    _check_corners(surface.corners, surface.polygon_vertices, counts)
    _check_convex(surface, counts)
    twins = twin_edges(surface.polygon_starts, surface.polygon_vertices, surface.borders, len(surface.corners))
    if not np.array_equal(surface.neighbours, twins):
        edge = int(np.flatnonzero(surface.neighbours != twins)[0])
        raise FormatError(f"the neighbor behind edge {edge} is not the polygon that has the same edge; {_AGAIN}")
    _check_components(surface.components, surface.neighbours, counts)
    _check_details(surface, counts)


def twin_edges(starts: Int32s, vertices: Int32s, borders: UInt8s, corner_count: int) -> Int32s:
    """The polygon that has each edge the other way round, (s,) int32; -1 at borders.

    starts : (p + 1,) and vertices : (s,) int32 of convex polygons over `corner_count` corners. borders : (s,) uint8.
    """
    last = np.arange(len(vertices)) + 1
    last[starts[1:] - 1] = starts[:-1]
    begin, end = vertices.astype(np.int64), vertices[last].astype(np.int64)
    inner = np.flatnonzero(borders == Border.NONE)
    keys = begin[inner] * corner_count + end[inner]
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    if (ordered[1:] == ordered[:-1]).any():
        raise FormatError(f"an edge has two polygons on the same side; {_AGAIN}")
    wanted = end[inner] * corner_count + begin[inner]
    places = np.minimum(np.searchsorted(ordered, wanted), max(len(ordered) - 1, 0))
    lonely = np.flatnonzero(ordered[places] != wanted)
    if len(lonely):
        edge = int(inner[lonely[0]])
        raise FormatError(f"edge {edge} is no border, but no polygon has it the other way round; {_AGAIN}")
    owners = np.repeat(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))
    twins = np.full(len(vertices), -1, np.int32)
    twins[inner] = owners[inner[order[places]]]
    return twins


def _check_kinds(surface: object) -> None:
    """Whether something is a surface whose arrays are what `NavSurface` says, and its numbers numbers."""
    if not isinstance(surface, NavSurface):
        raise FormatError(f"only a NavSurface can be written here, not {shown(surface)}")
    for name, shape, dtype in _ARRAYS:
        array = getattr(surface, name)
        if (
            array.dtype != dtype
            or array.ndim != len(shape)
            or any(side not in (-1, real) for side, real in zip(shape, array.shape, strict=True))
        ):
            wanted = str(shape).replace("-1", "n")
            raise FormatError(f"{name} must be {wanted} {dtype}, not {array.shape} {array.dtype}; {_AGAIN}")
    for name in ("voxel_size", "agent_radius", "agent_height", "step_height", "max_slope"):
        if number(getattr(surface, name)) is None:
            raise FormatError(f"{name} must be a finite number, not {shown(getattr(surface, name))}; {_AGAIN}")


def _check_numbers(surface: NavSurface) -> None:
    """An agent that there may be, and corners that numbers tell apart."""
    agent = (surface.agent_radius, surface.agent_height, surface.step_height, surface.max_slope)
    radius, height, step, slope = agent
    if not (radius > 0.0 and height > step >= 0.0 and 0.0 < slope < 90.0):
        raise FormatError(
            f"there is no agent of radius {radius:g} and height {height:g} that takes steps of {step:g} and slopes of "
            f"{slope:g} degrees; {_AGAIN}"
        )
    if not (surface.voxel_size > 0.0 and np.isfinite(surface.origin).all()):
        raise FormatError(f"origin {surface.origin.tolist()} or voxel size {surface.voxel_size} makes no sense")
    if len(surface.corners):
        every = np.concatenate((surface.corners, surface.detail_corners))
        low, high = every.min(axis=0), every.max(axis=0)
        if int(low.min()) < -FARTHEST or int(high.max()) > FARTHEST:
            raise FormatError(
                f"some corners are farther than {FARTHEST // CORNER_UNIT} voxels from the origin; {_AGAIN}"
            )
        for corner in (low, high):
            if problem := resolution_problem(surface.origin, surface.voxel_size, corner / CORNER_UNIT):
                raise FormatError(
                    f"{problem}; bake it with a larger voxel or nearer to the origin, and export it again"
                )


def _check_lengths(surface: NavSurface) -> None:
    """Starts that ascend from 0 to the lengths of what they cut into pieces, and arrays as long as each other."""
    polygons, edges = len(surface.polygon_starts) - 1, len(surface.polygon_vertices)
    for name, least, cut in (
        ("polygon_starts", 3, surface.polygon_vertices),
        ("detail_starts", 0, surface.detail_corners),
        ("detail_triangle_starts", 0, surface.detail_triangles),
    ):
        starts = getattr(surface, name).astype(np.int64)
        if len(starts) != polygons + 1 or starts[0] != 0 or starts[-1] != len(cut) or (np.diff(starts) < least).any():
            what = "begins and ends of polygons with 3 corners or more" if least else "begins and ends for each polygon"
            raise FormatError(f"{name} are not the {what}; {_AGAIN}")
    for name, length in (("neighbours", edges), ("borders", edges), ("components", polygons), ("areas", polygons)):
        if len(getattr(surface, name)) != length:
            raise FormatError(f"there are {len(getattr(surface, name))} {name} instead of {length}; {_AGAIN}")
    if len(surface.borders) and int(surface.borders.max()) > max(Border):
        raise FormatError(f"an edge has border {int(surface.borders.max())}, which none is; {_AGAIN}")
    if ((surface.borders == Border.NONE) != (surface.neighbours >= 0)).any():
        raise FormatError(f"some edges have a neighbor and a border, or neither; {_AGAIN}")
    if not polygons and len(surface.corners):
        raise FormatError(f"there are {len(surface.corners)} corners, but no polygon; {_AGAIN}")


def _check_corners(corners: Int32s, vertices: Int32s, counts: Int32s) -> None:
    """Corners, (n, 3), that are all different, and each of some polygon."""
    if not 0 <= int(vertices.min()) <= int(vertices.max()) < len(corners):
        raise FormatError(f"some polygons have corners that are not among the {len(corners)}; {_AGAIN}")
    used = np.zeros(len(corners), np.bool_)
    used[vertices] = True
    if not used.all():
        raise FormatError(f"corner {int(np.flatnonzero(~used)[0])} is of no polygon; {_AGAIN}")
    order = np.lexsort(corners.T)
    same = (corners[order[1:]] == corners[order[:-1]]).all(axis=1)
    if same.any():
        one, other = order[:-1][same][0], order[1:][same][0]
        raise FormatError(f"corners {min(one, other)} and {max(one, other)} are at the same place; {_AGAIN}")


def _check_convex(surface: NavSurface, counts: Int32s) -> None:
    """Polygons that turn left or go straight on at every corner, and go round once."""
    starts = surface.polygon_starts[:-1]
    next_one = np.arange(len(surface.polygon_vertices)) + 1
    next_one[surface.polygon_starts[1:] - 1] = starts
    plan = surface.corners[surface.polygon_vertices, :2].astype(np.int64)
    along = plan[next_one] - plan
    after = along[next_one]
    turn = along[:, 0] * after[:, 1] - along[:, 1] * after[:, 0]
    onward = along[:, 0] * after[:, 0] + along[:, 1] * after[:, 1]
    # Upper directions are those from 0 up to below 180 degrees; who goes round once enters them once.
    upper = (along[:, 1] > 0) | ((along[:, 1] == 0) & (along[:, 0] > 0))
    rounds = np.add.reduceat((~upper & upper[next_one]).astype(np.int32), starts)
    bent = np.logical_or.reduceat((turn < 0) | ((turn == 0) & (onward <= 0)), starts)
    wrong = np.flatnonzero(bent | (rounds != 1))
    if len(wrong):
        raise FormatError(f"polygon {wrong[0]} is not convex and counter-clockwise seen from above; {_AGAIN}")


def _check_components(components: Int32s, neighbours: Int32s, counts: Int32s) -> None:
    """Components, (p,), number the sets that neighbours connect."""
    labels = count_labels(components, "polygons")
    owners = np.repeat(np.arange(len(counts)), counts)
    joined = np.flatnonzero(neighbours >= 0)
    one, other = owners[joined], neighbours[joined].astype(np.intp)
    differ = np.flatnonzero(components[one] != components[other])
    if len(differ):
        names = f"{one[differ[0]]} and {other[differ[0]]}"
        raise FormatError(f"polygons {names} are connected but not of one component; {_AGAIN}")
    basins = Basins(np.arange(len(counts)))
    basins.connect(one, other)
    if basins.sets != labels:
        found = f"edges connect the polygons into {basins.sets} sets"
        raise FormatError(f"{found}, but there are {labels} components; {_AGAIN}")


def _check_details(surface: NavSurface, counts: Int32s) -> None:
    """Triangles for heights that tile their polygons, without gaps and over no place twice."""
    inside, triangles = np.diff(surface.detail_starts), np.diff(surface.detail_triangle_starts)
    owners = np.repeat(np.arange(len(counts)), triangles)
    local = surface.detail_triangles.astype(np.int64)
    sizes = counts.astype(np.int64) + inside
    if len(local) and (int(local.min()) < 0 or (local >= sizes[owners, None]).any()):
        raise FormatError(f"some triangles of heights have corners that their polygon has not; {_AGAIN}")
    begins = np.cumsum(sizes) - sizes
    corners = begins[owners, None] + local
    nodes = _Nodes(surface, counts, begins, sizes)
    flat = owners[_doubled_areas(nodes.plan[corners]) <= 0]
    if len(flat):
        raise FormatError(f"a triangle of polygon {flat[0]} is not counter-clockwise; {_AGAIN}")
    if not nodes.are_tiled(corners, np.flatnonzero((triangles > 0) | (inside > 0))):
        raise FormatError(f"the triangles for heights of some polygon do not tile it; {_AGAIN}")


class _Nodes:
    """The corners of every polygon and then those inside it, each numbered for that polygon alone.

    plan : (k, 2) int64, where they are, 1/64 voxel. next_corner : (k,) int64, of a polygon's corner its next one; -1 of
    those inside.
    """

    def __init__(self, surface: NavSurface, counts: Int32s, begins: Int64s, sizes: Int64s) -> None:
        """Polygons have so many corners, (p,), and so many nodes, (p,), which begin where `begins` say."""
        total, lengths = int(sizes.sum()), counts.astype(np.int64)
        own = stretches(begins, lengths)
        self.plan = np.empty((total, 2), np.int64)
        self.plan[own] = surface.corners[surface.polygon_vertices, :2]
        self.next_corner = np.full(total, -1, np.int64)
        self.next_corner[own] = own + 1
        self.next_corner[begins + lengths - 1] = begins
        self.plan[self.next_corner < 0] = surface.detail_corners[:, :2]
        self._begins, self._sizes = begins, sizes

    def are_tiled(self, triangles: Int64s, polygons: Int64s) -> bool:
        """Whether triangles, (t, 3) nodes, all with area, tile some polygons, and use each of their nodes.

        No edge of a triangle is there twice. Those that are not there the other way round, too, run around the polygon
        from corner to corner. Then triangles cover what is within, and as all have area, they cover it once.
        """
        used = np.zeros(len(self.plan), np.bool_)
        used[triangles] = True
        if not used[stretches(self._begins[polygons], self._sizes[polygons])].all():
            return False
        one, other = (corners.ravel() for corners in (triangles, np.roll(triangles, -1, axis=1)))
        keys, back = one * len(self.plan) + other, other * len(self.plan) + one
        ordered = np.sort(keys)
        places = np.minimum(np.searchsorted(ordered, back), max(len(ordered) - 1, 0))
        rim = ordered[places] != back
        return bool((ordered[1:] != ordered[:-1]).all()) and self._runs_around(one[rim], other[rim], used)

    def _runs_around(self, one: Int64s, other: Int64s, used: Bools) -> bool:
        """Whether edges, two (e,) nodes, run around polygons, whose corners are all used, and nowhere else."""
        before = np.full(len(self.plan), -1, np.int64)
        before[other] = one
        is_corner = self.next_corner >= 0
        # The corner that each node is or comes after, along the rim.
        last = np.where(is_corner, np.arange(len(before)), before)
        last[last < 0] = np.flatnonzero(last < 0)
        # Each time twice as far; who goes round without a corner gets nowhere.
        for _time in range(len(last).bit_length()):
            last = last[last]
        corner = last[one]
        if not (
            len(np.unique(one)) == len(np.unique(other)) == len(one) == np.count_nonzero(before[used] >= 0)
            and (before[is_corner & used] >= 0).all()
            and is_corner[corner].all()
            and (~is_corner[other] | (other == self.next_corner[corner])).all()
        ):
            return False
        begin, end = self.plan[corner], self.plan[self.next_corner[corner]]
        along, step, away = end - begin, self.plan[other] - self.plan[one], self.plan[other] - begin
        aside = np.abs(along[:, 0] * away[:, 1] - along[:, 1] * away[:, 0]).astype(np.float64)
        length = np.sqrt((along[:, 0] * along[:, 0] + along[:, 1] * along[:, 1]).astype(np.float64))
        onward = step[:, 0] * along[:, 0] + step[:, 1] * along[:, 1]
        return bool((aside <= _ASIDE * length).all() and (onward > 0).all())


def _doubled_areas(plan: Int64s) -> Int64s:
    """Of triangles, (t, 3, 2): (t,) int64, above 0 where they are counter-clockwise."""
    one, other = plan[:, 1] - plan[:, 0], plan[:, 2] - plan[:, 0]
    areas: Int64s = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    return areas
