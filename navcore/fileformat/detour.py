# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface as Detour has it: the file that Recast's demo writes, with one tile of polygons, heights and links.

Detour's space is right-handed with y up: (x, y, z) of a surface is at (x, z, -y). Numbers are those of 32-bit Detour.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from ..arrays import AnyArray, Float64s, Int64s
from ..errors import FormatError
from ..links import LinkKind, Links
from ..navigation import Baked, Navigation
from ..surface import NavSurface
from .atomic import FileName, check_target, write_bytes
from .detour_pieces import Piece, pieces_of
from .detour_tree import box_tree

_SET_MAGIC, _SET_VERSION = 0x4D534554, 1
_TILE_MAGIC, _TILE_VERSION = 0x444E4156, 7
#: magic, version, tiles; lowest corner, width and height of tiles, most tiles, most polygons; reference and size of one
_SET = struct.Struct("<3i5f2iIi")
#: magic, version, x, y, layer, user; counts; agent; lowest and highest corner; parts of a unit in the tree
_TILE = struct.Struct("<5iI9i3f6ff")
#: Counts that polygons refer to by 16 bits, of which one tells borders between tiles.
_MOST_POLYGONS, _MOST_CORNERS_OF_TILE = (1 << 15) - 2, (1 << 16) - 2
#: Kinds of floor that Detour tells apart.
_MOST_AREAS = 64
_POLYGON = np.dtype(
    [("first", "<u4"), ("corners", "<u2", 6), ("behind", "<u2", 6), ("flags", "<u2"), ("count", "u1"), ("kind", "u1")]
)
_DETAIL = np.dtype([("corner", "<u4"), ("triangle", "<u4"), ("corners", "u1"), ("triangles", "u1"), ("", "u1", 2)])
_NODE = np.dtype([("bounds", "<u2", 6), ("item", "<i4")])
_LINK = np.dtype(
    [("ends", "<f4", 6), ("radius", "<f4"), ("polygon", "<u2"), ("flags", "u1"), ("side", "u1"), ("user", "<u4")]
)
#: Of polygons: walk here; links are polygons of their own kind.
_WALKABLE, _IS_LINK = 1, 1 << 6
_BOTH_WAYS, _WITHIN_TILE = 1, 0xFF
#: Bytes that Detour puts its own links into, for each edge, and at each end of a link.
_EDGE_BYTES, _EDGES_OF_LINK = 12, 4
#: Whether each edge of a triangle is of its polygon's outline, two bits each.
_OUTLINE = 1


class _Made(NamedTuple):
    """What a tile is made of: corners, (n, 3) of Detour's space, and rows of its tables."""

    corners: Float64s
    polygons: AnyArray
    details: AnyArray
    detail_corners: Float64s
    triangles: AnyArray
    boxes: Float64s


def dumps_detour(nav: Baked) -> bytes:
    """The bytes of a file that Detour loads: the surface, and the links of which both ends are on it.

    Polygons of more than six corners are cut. Kinds of floor above 63 become 63. There is room for 32,766 polygons.
    """
    navigation = Navigation.of(nav)
    surface = navigation.the_surface()
    if not len(surface):
        raise FormatError("the surface has no polygons, so Detour has nothing to load; bake it with floors first")
    pieces = pieces_of(surface)
    links = _walked(navigation.links)
    made = _made(surface, pieces)
    count = len(pieces) + len(links)
    if count > _MOST_POLYGONS or len(made.corners) + 2 * len(links) > _MOST_CORNERS_OF_TILE:
        raise FormatError(
            f"{count} polygons and links are more than the {_MOST_POLYGONS} that Detour has room for; "
            "bake parts of the level, by bounds"
        )
    tile = _tile(surface, made, links)
    low, high = _bounds(made, links)
    polygon_bits = max(count - 1, 1).bit_length()
    head = (_SET_MAGIC, _SET_VERSION, 1, *low.tolist(), high[0] - low[0], high[2] - low[2], 1, 1 << polygon_bits)
    # The first use of the only tile.
    return _SET.pack(*head, 1 << polygon_bits, len(tile)) + tile


def save_detour(nav: Baked, path: FileName) -> None:
    """Write a file that Detour loads. The old file, if any, stays whole until the new one is."""
    check_target(path)
    write_bytes(dumps_detour(nav), path)


def _walked(links: Links | None) -> Links:
    """Those links of which both ends are on floors."""
    if links is None:
        return Links()
    return links.some(~np.isin(links.kinds, (LinkKind.TAKE_OFF, LinkKind.LANDING)))


def _turned(points: Float64s) -> Float64s:
    """World points, (n, 3), in Detour's space."""
    turned: Float64s = points[:, [0, 2, 1]] * (1.0, 1.0, -1.0)
    return turned


def _made(surface: NavSurface, pieces: list[Piece]) -> _Made:
    corners = _turned(surface.vertices)
    polygons = np.zeros(len(pieces), _POLYGON)
    details = np.zeros(len(pieces), _DETAIL)
    piece_of_edge = {side: number for number, piece in enumerate(pieces) for side in piece.sides if side >= 0}
    chords = {edge: number for number, piece in enumerate(pieces) for edge, side in _edges(piece) if side < 0}
    twin = _twins(surface)
    extra, triangles, boxes = [np.empty((0, 3))], [], []
    corner_count = triangle_count = 0
    for number, piece in enumerate(pieces):
        row, size = polygons[number], len(piece.ring)
        behind = [
            chords[edge[::-1]] + 1 if side < 0 else piece_of_edge[twin[side]] + 1 if twin[side] >= 0 else 0
            for edge, side in _edges(piece)
        ]
        row["corners"][:size], row["behind"][:size] = piece.ring, behind
        row["flags"], row["count"] = _WALKABLE, size
        row["kind"] = min(int(surface.areas[piece.polygon]), _MOST_AREAS - 1)
        inside = _turned(surface.origin + piece.extra * (surface.voxel_size / 64))
        details[number] = (corner_count, triangle_count, len(inside), len(piece.triangles), (0, 0))
        triangles += _triangles(piece)
        extra.append(inside)
        corner_count, triangle_count = corner_count + len(inside), triangle_count + len(piece.triangles)
        every = np.concatenate((corners[piece.ring], inside))
        boxes.append((every.min(axis=0), every.max(axis=0)))
    table = np.array(triangles, np.uint8).reshape(-1, 4)
    return _Made(corners, polygons, details, np.concatenate(extra), table, np.array(boxes))


def _edges(piece: Piece) -> list[tuple[tuple[int, int], int]]:
    """The corners of each edge of a piece, and what edge of the file it is."""
    following = [*piece.ring[1:], piece.ring[0]]
    return [*zip(zip(piece.ring, following, strict=True), piece.sides, strict=True)]


def _twins(surface: NavSurface) -> list[int]:
    """For each edge of the surface the one that is the same the other way round; -1 at borders."""
    starts, vertices = surface.polygon_starts, surface.polygon_vertices
    following = np.arange(1, len(vertices) + 1)
    following[starts[1:] - 1] = starts[:-1]
    inner = np.flatnonzero(surface.neighbours >= 0).tolist()
    ends = vertices[following].tolist()
    begins = vertices.tolist()
    there = {(begins[edge], ends[edge]): edge for edge in inner}
    twins = [-1] * len(vertices)
    for edge in inner:
        twins[edge] = there[ends[edge], begins[edge]]
    return twins


def _triangles(piece: Piece) -> list[list[int]]:
    """Rows of Detour's triangles: three corners, and which edges are the outline's."""
    edges = {(row[place - 1], row[place]) for row in piece.triangles for place in range(3)}
    return [
        [*row, sum(_OUTLINE << 2 * place for place in range(3) if (row[place - 2], row[place]) not in edges)]
        for row in piece.triangles
    ]


def _tile(surface: NavSurface, made: _Made, links: Links) -> bytes:
    """The one tile, with links as polygons of two corners each after all others."""
    low, high = _bounds(made, links)
    ends = np.stack((_turned(links.starts), _turned(links.ends)), axis=1)
    corners = np.concatenate((made.corners, ends.reshape(-1, 3)))
    polygons = np.concatenate((made.polygons, np.zeros(len(links), _POLYGON)))
    table = np.zeros(len(links), _LINK)
    for number, row in enumerate(table):
        polygon = polygons[len(made.polygons) + number]
        polygon["corners"][:2] = len(made.corners) + 2 * number, len(made.corners) + 2 * number + 1
        polygon["flags"], polygon["count"], polygon["kind"] = _WALKABLE, 2, _IS_LINK
        row["ends"], row["radius"] = ends[number].ravel(), surface.agent_radius
        row["polygon"], row["side"] = len(made.polygons) + number, _WITHIN_TILE
        row["flags"], row["user"] = _BOTH_WAYS if links.both_ways[number] else 0, number
    factor = 65534.0 / max(float((high - low).max()), 1e-9)
    nodes = _nodes(*box_tree(made.boxes, low, factor))
    edges = int(polygons["count"].sum()) + _EDGES_OF_LINK * len(links)
    counts = (len(polygons), len(corners), edges, len(made.details), len(made.detail_corners), len(made.triangles))
    agent = (surface.agent_height, surface.agent_radius, surface.step_height)
    head = _TILE.pack(
        *(_TILE_MAGIC, _TILE_VERSION, 0, 0, 0, 0),
        *(*counts, len(nodes), len(links), len(made.polygons)),
        *(*agent, *low.tolist(), *high.tolist(), factor),
    )
    parts = (
        head,
        corners.astype("<f4").tobytes(),
        polygons.tobytes(),
        bytes(_EDGE_BYTES * edges),
        made.details.tobytes(),
        made.detail_corners.astype("<f4").tobytes(),
        made.triangles.tobytes(),
        nodes.tobytes(),
        table.tobytes(),
    )
    return b"".join(parts)


def _bounds(made: _Made, links: Links) -> tuple[Float64s, Float64s]:
    """The lowest and the highest corner of everything, in Detour's space."""
    every = np.concatenate((made.boxes.reshape(-1, 3), _turned(links.starts), _turned(links.ends)))
    return every.min(axis=0), every.max(axis=0)


def _nodes(bounds: Int64s, items: Int64s) -> AnyArray:
    nodes = np.zeros(len(items), _NODE)
    nodes["bounds"], nodes["item"] = bounds, items
    return nodes
