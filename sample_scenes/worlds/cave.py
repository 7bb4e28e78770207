# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A cave on three levels, cut open in front; after the map Cave of [Massonnat 2023].

The rock is one closed mesh, a block with the cave taken out of it. Its outer sides lie outside the volume, so
the cave is open only to itself. It is hewn in blocks of a few voxels: the surface bends towards the smooth
cave it was hewn from, but never leaves the voxels of the blocks' faces, so that walls and ledges stay flat to
an octree although they look grown.
"""

import random

import bmesh
import numpy as np
import props
from kit import Kit
from shapes import Solid, field_surface, join, smooth_min, turned, value_noise

LOW, HIGH = (-10.0, -10.0, 0.0), (10.0, 10.0, 20.0)
START, GOAL = (-6.2, -8.8, 2.2), (6.0, -8.4, 16.4)
BLOCK_LOW, BLOCK_HIGH = (-11.0, -10.15, -1.2), (11.0, 10.4, 24.0)
VOXEL = 0.625

# The size of a block and where the first one begins, in voxels.
BLOCK, OFFSET = (3, 3, 2), (1, 1, 1)

# Where the land above the cave lies, and how far it rises and falls; all of it is above the volume.
LAND, RISE = 21.5, 0.9
TREES = ((-8.6, -7.0), (-7.4, -1.0), (-2.2, 4.6), (2.6, -3.5), (7.2, -6.8), (8.4, 2.0))

# How many stalactites and stalagmites are tried for, and the luck of the draw.
STONES, LUCK = 130, 0


def build(kit: Kit) -> None:
    """Fill the scene."""
    place, field = _hewn()
    rock, slots = _cut(field_surface(field, tuple(place[0, 0, 0]), VOXEL))
    props.strata(kit.material("Slate"), 0.80, 1.06)
    props.strata(kit.material("Stone"), 0.84, 1.03)
    kit.solid("Rock", rock, ("Stone", "Slate", "Sage"), smooth=True, slots=slots)
    kit.solid("Dripstone", join(_dripstone(place, field)), "Stone", smooth=True)
    draw = random.Random(5)
    for number, (x, y) in enumerate(TREES):
        foot = (x, y, float(_land(np.array([x, y, 0.0]))) - 0.15)
        props.tree(kit, f"Tree {number + 1}", foot, draw.uniform(1.6, 2.6), pointed=number % 2 == 0)
    kit.ground(-1.2, 110.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(0.0, -7.0, 10.4), voxel_size=0.625)
    kit.sun((0.35, 0.85, -0.5))
    for number, place in enumerate(((-1.0, -3.0, 4.4), (1.0, -3.0, 10.6), (0.0, -3.0, 17.0))):
        kit.lamp(f"Lamp {number + 1}", place, 110.0)
    kit.camera((-13.0, -64.0, 22.0), (0.2, -5.0, 11.3), 41.0)


def _hewn() -> tuple[np.ndarray, np.ndarray]:
    """Return the corners of all voxels, (i, j, k, 3), and there a field that is negative in the rock.

    The lattice is larger than the block by a few steps on each side.
    """
    first = np.floor((np.array(BLOCK_LOW) - LOW) / VOXEL).astype(int) - 2
    last = np.ceil((np.array(BLOCK_HIGH) - LOW) / VOXEL).astype(int) + 2
    steps = [np.arange(first[k], last[k] + 1) for k in range(3)]
    place = np.stack(np.meshgrid(*(LOW[k] + VOXEL * steps[k] for k in range(3)), indexing="ij"), axis=-1)
    # A whole block is rock or air, whichever its middle is.
    middles = []
    for k in range(3):
        block = (steps[k] - 1 - OFFSET[k]) // BLOCK[k]
        middles.append(LOW[k] + VOXEL * (block * BLOCK[k] + OFFSET[k] + BLOCK[k] / 2.0 + 0.5))
    free = _air(np.stack(np.meshgrid(*middles, indexing="ij"), axis=-1)) < 0.0
    smooth = _air(place) + 0.25 * value_noise(place, 1.9, 4) + 0.12 * value_noise(place, 0.95, 5)
    # The surface crosses an edge of the lattice well between its ends and so stays inside its voxel.
    depth = np.clip(np.where(free, -smooth, smooth), 0.15, 0.85)
    field = np.where(free, depth, -depth)
    land = place[..., 2] - _land(place)
    field = np.where(place[..., 2] > HIGH[2] + 0.1, np.maximum(-smooth, land), field)
    for axis in range(3):
        for end in (0, -1):
            index = [slice(None)] * 3
            index[axis] = end
            field[tuple(index)] = VOXEL
    return place, field


def _land(place: np.ndarray) -> np.ndarray:
    """Return the height of the land above (..., 3) points."""
    flat = place * np.array([1.0, 1.0, 0.0])
    return LAND + RISE * value_noise(flat, 6.0, 7) + 0.3 * value_noise(flat, 2.2, 8)


def _air(place: np.ndarray) -> np.ndarray:
    """Return a field that is negative in the open space of the cave before it is hewn."""
    warp = np.stack([value_noise(place, 4.5, seed) for seed in (1, 2, 3)], axis=-1)
    bent = place + 0.7 * warp
    x, y, z = bent[..., 0], bent[..., 1], bent[..., 2]
    air = _hall(x, y + 10.0, z - 9.9)
    # A ledge grows out of the left wall and one above it out of the right; each leaves a shaft at its tip. A
    # third shaft opens the top hall to the sky.
    lower = _ledge(x - 2.6, z - 6.8 + 0.10 * x)
    upper = _ledge(-2.4 - x, z - 13.2 - 0.06 * x)
    around = np.sqrt((x + 4.2) ** 2 + (y + 4.0) ** 2)
    air = smooth_min(air, np.maximum(around - 1.5, 16.0 - z), 1.5)
    return -smooth_min(smooth_min(-air, lower, 1.2), upper, 1.2)


def _hall(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Return roughly the distance to a rounded hall around 0."""
    width, depth, height = 9.0, 14.0, 9.0
    # Fourth powers make walls steep and floors level, where a ball would be a bowl.
    u, v, w = (x / width) ** 2, (y / depth) ** 2, (z / height) ** 2
    return (np.sqrt(np.sqrt(u * u + v * v + w * w)) - 1.0) * height


def _ledge(beyond_tip: np.ndarray, above: np.ndarray) -> np.ndarray:
    """Return the field of a slab that thickens away from its rounded tip."""
    thickness = 0.7 - 0.055 * np.minimum(beyond_tip, 0.0)
    out = np.maximum(beyond_tip + 0.5, 0.0)
    return np.sqrt(out * out + above * above) - thickness


def _dripstone(place: np.ndarray, field: np.ndarray) -> list[Solid]:
    """Return stalactites and stalagmites where floors and ceilings are level.

    Each is centred on a line of voxel corners and so slim that it fills the four voxels around it, no more.
    """
    draw = random.Random(LUCK)
    rock = field < 0.0
    # Lattice indices of the volume's low corner.
    i0, j0, k0 = (round((LOW[k] - float(place[0, 0, 0, k])) / VOXEL) for k in range(3))
    taken: list[tuple[int, int]] = []
    stones = []
    for _ in range(STONES):
        i, j = i0 + draw.randrange(4, 29), j0 + 1 + int(20 * draw.random() ** 1.6)
        hanging, thick, share = draw.random() < 0.62, draw.random(), draw.uniform(0.22, 0.48)
        column = rock[i, j, k0 : k0 + 33]
        levels = [k for k in range(32) if (column[k] != column[k + 1]) and bool(column[k + 1]) == hanging]
        if not levels:
            continue
        k = levels[draw.randrange(len(levels))]
        near = rock[i - 1 : i + 2, j - 1 : j + 2, k0 + k : k0 + k + 2]
        if bool((near != near[1:2, 1:2]).any()) or any(abs(i - a) < 2 and abs(j - b) < 2 for a, b in taken):
            continue
        way = -1 if hanging else 1
        gap = 1
        while 0 < k + way * gap < 32 and not column[k + way * gap + (0 if hanging else 1)]:
            gap += 1
        reach = VOXEL * min(max(2, round(share * gap)), 5) + 0.2
        taken.append((i, j))
        root = LOW[2] + VOXEL * (k + 0.5) - way * 0.1
        stones.append(_stone((*place[i, j, 0, :2], root), way * reach, 0.36 + 0.23 * thick, draw))
    return stones


def _stone(root: tuple[float, float, float], reach: float, radius: float, draw: random.Random) -> Solid:
    """Return one stalactite (or, with a positive reach, a stalagmite) of slightly uneven rings."""
    shape = ((1.0, 0.0), (0.86, 0.14), (0.7, 0.3), (0.6, 0.48), (0.44, 0.66), (0.3, 0.84), (0.17, 1.0))
    rings = [(radius * width * draw.uniform(0.92, 1.04), reach * along) for width, along in shape]
    rings = [(0.0, 0.0), *rings, (0.0, reach + (0.1 if reach > 0 else -0.1))]
    return turned(rings if reach > 0 else rings[::-1], 10, root)


def _cut(surface: tuple[np.ndarray, np.ndarray]) -> tuple[Solid, list[int]]:
    """Cut the rock to the block with six planes; return it closed again, and each face's material slot."""
    mesh = bmesh.new()
    corners = [mesh.verts.new(point) for point in np.round(surface[0], 4)]
    for triangle in surface[1].tolist():
        mesh.faces.new([corners[i] for i in triangle])
    for axis in range(3):
        for sign, limit in ((-1.0, BLOCK_LOW[axis]), (1.0, BLOCK_HIGH[axis])):
            point, normal = [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]
            point[axis], normal[axis] = limit, sign
            everything = [*mesh.verts, *mesh.edges, *mesh.faces]
            cut = bmesh.ops.bisect_plane(
                mesh, geom=everything, dist=1e-3, plane_co=point, plane_no=normal, clear_outer=True
            )
            rim = [part for part in cut["geom_cut"] if isinstance(part, bmesh.types.BMEdge)]
            filled = bmesh.ops.triangle_fill(mesh, edges=rim, use_beauty=True, normal=normal)
            for part in filled["geom"]:
                if isinstance(part, bmesh.types.BMFace):
                    part.material_index = 1
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    mesh.verts.index_update()
    vertices = np.array([vertex.co[:] for vertex in mesh.verts])
    faces = [tuple(vertex.index for vertex in face.verts) for face in mesh.faces]
    # What is neither a cut nor below the volume's top is the land.
    land = [face.material_index == 0 and face.calc_center_median()[2] > HIGH[2] + 0.2 for face in mesh.faces]
    slots = [2 if grown else face.material_index for face, grown in zip(mesh.faces, land, strict=True)]
    mesh.free()
    return (vertices, faces), slots
