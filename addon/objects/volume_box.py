# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The box of a volume object.

A volume is a lattice. Blender draws one as a box of lines that can be clicked, never renders it, and exports neither
points nor lines of it, as it would of a mesh. The size is in the lattice's points, so that the scale stays 1: Blender
warns of objects that are not scaled evenly. Who scales a volume by hand scales its box all the same.

Volumes of older files are empties, whose size is their scale.
"""

from __future__ import annotations

import itertools
from typing import cast

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from ..scene.bounds import Box

#: How far out of line a side may be, as a share of it: as much as single precision makes of a turn by 90°.
_CROOKED = 1e-5


def new_volume(name: str, box: Box) -> bpy.types.Object:
    """A new volume object, which is in no collection yet."""
    volume = bpy.data.objects.new(name, bpy.data.lattices.new(name))
    volume.volant.role = "VOLUME"
    set_box(volume, box)
    return volume


def remove_volume(volume: bpy.types.Object) -> None:
    """Delete a volume object that is new, and its lattice with it."""
    lattice = volume.data
    bpy.data.objects.remove(volume)
    bpy.data.lattices.remove(cast(bpy.types.Lattice, lattice))


def world_box(volume: bpy.types.Object) -> Box:
    """The lowest and highest corner of a volume, in scene units; of its bounding box if it is rotated."""
    placed = [(volume.matrix_world @ Vector(corner)).to_tuple() for corner in _corners(_own_box(volume))]
    low, high = np.min(placed, axis=0).tolist(), np.max(placed, axis=0).tolist()
    return tuple(low), tuple(high)


def placed_cube(volume: bpy.types.Object) -> Matrix:
    """What makes a volume's box, rotated if it is, of a cube from -1 to 1."""
    low, high = _own_box(volume)
    size = Matrix.Diagonal(((high - low) / 2.0).tolist()).to_4x4()
    return volume.matrix_world @ Matrix.Translation(((low + high) / 2.0).tolist()) @ size


def size_of(volume: bpy.types.Object) -> tuple[float, float, float]:
    """The sides of a volume's box, in scene units; finer than its corners can tell far from the origin."""
    x, y, z = (2.0 * np.abs(np.array(placed_cube(volume))[:3, :3]).sum(axis=1)).tolist()
    return x, y, z


def set_box(volume: bpy.types.Object, box: Box) -> None:
    """Set a volume's box, in scene units, whatever it hangs on. Its scale becomes 1 unless its lattice is linked."""
    low, high = np.array(box)
    middle, size = Matrix.Translation(((low + high) / 2.0).tolist()), high - low
    lattice = own_lattice(volume)
    if lattice is None:
        own_low, own_high = _own_box(volume)
        stretched = Matrix.Diagonal((size / (own_high - own_low)).tolist()).to_4x4()
        volume.matrix_world = middle @ stretched @ Matrix.Translation((-(own_low + own_high) / 2.0).tolist())
        return
    volume.matrix_world = middle
    # What makes up for the scale of a parent.
    scale = volume.scale.to_tuple()
    if all(scale) and any(side != 1.0 for side in scale):
        volume.matrix_world = middle @ Matrix.Diagonal([1.0 / side for side in scale]).to_4x4()
        volume.scale = (1.0, 1.0, 1.0)
        size = size * np.array(scale)
    lattice.points_u = lattice.points_v = lattice.points_w = 2
    corners = [_sided(point.co) * size / 2.0 for point in lattice.points]
    lattice.points.foreach_set("co_deform", np.array(corners, np.float32).ravel())
    lattice.update_tag()


def set_size(volume: bpy.types.Object, size: tuple[float, float, float]) -> None:
    """Set how large a volume's box is, in scene units, around the same middle."""
    middle, half = np.mean(world_box(volume), axis=0), np.array(size) / 2.0
    set_box(volume, (tuple((middle - half).tolist()), tuple((middle + half).tolist())))


def is_rotated(volume: bpy.types.Object) -> bool:
    """Whether a volume's sides are not along the world's axes, so that more is baked than its box."""
    sides = np.abs(np.array(volume.matrix_world.to_3x3(), np.float64))
    return bool((np.sort(sides, axis=0)[1] > _CROOKED * sides.max(axis=0)).any())


def is_bent(volume: bpy.types.Object) -> bool:
    """Whether somebody made another shape of a volume's lattice than a box, so that more is baked than that."""
    points, box = _own_points(volume), _own_box(volume)
    slack = _CROOKED * (box[1] - box[0])
    return not all((np.abs(points - corner) <= slack).all(axis=1).any() for corner in _corners(box))


def own_lattice(volume: bpy.types.Object) -> bpy.types.Lattice | None:
    """A volume's lattice, made its own if others have it, too, as linked duplicates do. None where it cannot be: in an
    empty, and where it is linked from another file."""
    lattice = volume.data
    if not isinstance(lattice, bpy.types.Lattice) or volume.library is not None:
        return None
    if lattice.library is not None and volume.override_library is not None:
        return None
    if lattice.library is not None or lattice.users - lattice.use_fake_user > 1:
        volume.data = lattice = lattice.copy()
    return lattice


def _own_points(volume: bpy.types.Object) -> NDArray[np.float64]:
    """The points that a volume's box is around, before it is placed in the world: (n, 3) float64."""
    lattice = volume.data
    if not isinstance(lattice, bpy.types.Lattice):
        half = volume.empty_display_size
        return np.array(list(itertools.product((-half, half), repeat=3)))
    points = np.empty(3 * len(lattice.points), np.float32)
    lattice.points.foreach_get("co_deform", points)
    return points.reshape(-1, 3).astype(np.float64)


def _own_box(volume: bpy.types.Object) -> NDArray[np.float64]:
    """A volume's lowest and highest corner before it is placed in the world: (2, 3) float64."""
    points = _own_points(volume)
    return np.stack((points.min(axis=0), points.max(axis=0)))


def _corners(box: NDArray[np.float64]) -> list[tuple[float, ...]]:
    """The eight corners of a box, (2, 3) float64."""
    return list(itertools.product(*box.T.tolist()))


def _sided(point: Vector) -> NDArray[np.float64]:
    """-1 or 1 for each axis: on which side of the middle a point of a lattice is."""
    return np.sign(np.array(point))
