# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A cave on three levels, cut open in front; after the map Cave of merged.

The rock is one closed mesh, a block with the cave taken out of it. Its outer sides lie outside the volume, so
the cave is open only to itself.
"""

import random

import bmesh
import bpy
import numpy as np
import props
from kit import Kit
from shapes import Solid, field_surface, smooth_min, value_noise

LOW, HIGH = (-10.0, -10.0, 0.0), (10.0, 10.0, 20.0)
START, GOAL = (-6.2, -8.6, 3.2), (6.0, -8.4, 16.4)
BLOCK_LOW, BLOCK_HIGH = (-11.0, -10.15, -1.2), (11.0, 10.4, 24.0)
STEP = 0.45

# Where the land above the cave lies, and how far it rises and falls; all of it is above the volume.
LAND, RISE = 21.5, 0.9
TREES = ((-8.6, -7.0), (-7.4, -1.0), (-2.2, 4.6), (2.6, -3.5), (7.2, -6.8), (8.4, 2.0))

# x, y, height of the root, reach (negative: it hangs) and radius at the root.
DRIPSTONE = (
    (-6.6, -7.6, 6.6, -1.8, 0.60),
    (-2.4, -9.0, 5.9, -1.2, 0.45),
    (3.8, -5.6, 1.1, 1.3, 0.60),
    (0.4, -8.9, 1.0, 1.2, 0.55),
    (-3.0, -4.4, 1.1, 1.5, 0.60),
    (5.2, -7.0, 12.4, -1.2, 0.50),
    (2.6, -3.6, 12.4, -2.2, 0.70),
    (-3.0, -4.0, 7.9, 1.6, 0.65),
    (-6.4, -5.0, 8.3, 1.7, 0.70),
    (-4.2, -6.8, 18.9, -1.7, 0.60),
    (2.2, -8.8, 18.9, -1.5, 0.55),
    (4.8, -6.6, 18.8, -1.9, 0.65),
    (-0.6, -3.2, 18.8, -2.6, 0.80),
    (5.4, -5.2, 14.3, 1.5, 0.65),
    (-3.6, -8.2, 5.9, -2.6, 0.85),
    (-1.2, -5.2, 6.0, -1.9, 0.70),
    (1.0, -8.0, 5.7, -1.5, 0.55),
    (-5.6, -4.6, 6.3, -1.7, 0.60),
    (-1.8, -7.6, 1.1, 2.2, 0.80),
    (2.2, -4.4, 1.1, 3.0, 0.90),
    (5.6, -7.2, 1.2, 1.7, 0.75),
    (-4.4, -2.2, 1.2, 2.6, 0.85),
    (6.2, -2.6, 1.2, 2.2, 0.80),
    (4.0, -8.0, 12.2, -2.3, 0.80),
    (1.4, -5.8, 12.3, -3.0, 0.85),
    (6.6, -5.0, 12.4, -1.9, 0.70),
    (-0.8, -8.4, 12.3, -1.6, 0.60),
    (-1.4, -7.0, 7.8, 1.9, 0.75),
    (-4.8, -6.8, 8.1, 2.4, 0.85),
    (0.4, -3.0, 7.4, 2.6, 0.85),
    (-5.8, -8.2, 18.6, -2.8, 0.85),
    (-2.4, -5.4, 18.8, -3.4, 0.95),
    (0.8, -8.0, 18.8, -2.4, 0.80),
    (3.4, -5.2, 18.8, -3.2, 0.90),
    (6.2, -8.0, 18.4, -1.8, 0.65),
    (1.6, -7.0, 14.0, 1.9, 0.75),
    (4.2, -3.4, 14.2, 2.4, 0.85),
)


def build(kit: Kit) -> None:
    """Fill the scene."""
    rock, slots = _cut(_rock())
    _strata(kit.material("Slate"))
    kit.solid("Rock", rock, ("Stone", "Slate", "Sage"), smooth=True, slots=slots)
    draw = random.Random(5)
    for number, (x, y) in enumerate(TREES):
        foot = (x, y, float(_land(np.array([x, y, 0.0]))) - 0.15)
        props.tree(kit, f"Tree {number + 1}", foot, draw.uniform(1.6, 2.6), pointed=number % 2 == 0)
    kit.ground(-1.2, 110.0)
    kit.add_volume("Volume", LOW, HIGH, voxel_size=0.625)
    kit.add_marker("Keep", (0.0, -7.0, 10.4))
    kit.add_path("Start", START, "Goal", GOAL)
    kit.sun((0.35, 0.85, -0.5))
    for number, place in enumerate(((-1.0, -3.0, 4.4), (1.0, -3.0, 10.6), (0.0, -3.0, 17.0))):
        kit.lamp(f"Lamp {number + 1}", place, 110.0)
    kit.camera((-13.0, -64.0, 22.0), (0.2, -5.0, 11.3), 41.0)


def _strata(material: bpy.types.Material) -> None:
    """Let the cut show layers of rock, lighter and darker in turn."""
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = nodes["Principled BSDF"]
    place = nodes.new("ShaderNodeNewGeometry")
    waves = nodes.new("ShaderNodeTexWave")
    waves.bands_direction = "Z"
    waves.inputs["Scale"].default_value = 0.13
    waves.inputs["Distortion"].default_value = 9.0
    waves.inputs["Detail"].default_value = 1.0
    waves.inputs["Detail Scale"].default_value = 0.5
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.interpolation = "EASE"
    red, green, blue, _ = shader.inputs["Base Color"].default_value
    for element, gain in zip(ramp.color_ramp.elements, (0.80, 1.06), strict=True):
        element.color = (red * gain, green * gain, blue * gain, 1.0)
    links.new(place.outputs["Position"], waves.inputs["Vector"])
    links.new(waves.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], shader.inputs["Base Color"])


def _rock() -> tuple[np.ndarray, np.ndarray]:
    """Return the surface of the uncut rock, larger than the block by a few steps on each side."""
    low = np.array(BLOCK_LOW) - 4 * STEP
    count = np.ceil((np.array(BLOCK_HIGH) + 4 * STEP - low) / STEP).astype(int) + 1
    axes = [low[k] + STEP * np.arange(count[k]) for k in range(3)]
    place = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    field = np.maximum(np.maximum(-_air(place), -_pockets(place)), place[..., 2] - _land(place))
    for axis in range(3):
        for end in (0, -1):
            index = [slice(None)] * 3
            index[axis] = end
            field[tuple(index)] = STEP
    return field_surface(field, tuple(low), STEP)


def _land(place: np.ndarray) -> np.ndarray:
    """Return the height of the land above (..., 3) points."""
    flat = place * np.array([1.0, 1.0, 0.0])
    return LAND + RISE * value_noise(flat, 6.0, 7) + 0.3 * value_noise(flat, 2.2, 8)


def _air(place: np.ndarray) -> np.ndarray:
    """Return a field that is negative in the open space of the cave."""
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
    rock = smooth_min(smooth_min(-air, lower, 1.6), upper, 1.6)
    rock = smooth_min(rock, _dripstone(place), 0.7)
    return -(rock + 0.22 * value_noise(place, 1.9, 4) + 0.10 * value_noise(place, 0.95, 5))


def _pockets(place: np.ndarray) -> np.ndarray:
    """Return a field that is negative in small hollows, each enclosed in the rock far from the cave."""
    draw = random.Random(3)
    hollow = np.full(place.shape[:-1], 50.0)
    for _ in range(90):
        centre = np.array([draw.uniform(-9.6, 9.6), draw.uniform(-10.3, 9.6), draw.uniform(0.4, 19.6)])
        radius = draw.uniform(0.4, 0.7)
        if float(_air(centre)) > radius + 0.9:
            x, y, z = (place[..., k] - centre[k] for k in range(3))
            hollow = np.minimum(hollow, np.sqrt(x * x + y * y + 2.0 * z * z) - radius)
    return hollow


def _hall(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Return roughly the distance to a rounded hall around 0."""
    width, depth, height = 9.0, 13.0, 9.0
    # Fourth powers make walls steep and floors level, where a ball would be a bowl.
    u, v, w = (x / width) ** 2, (y / depth) ** 2, (z / height) ** 2
    return (np.sqrt(np.sqrt(u * u + v * v + w * w)) - 1.0) * height


def _ledge(beyond_tip: np.ndarray, above: np.ndarray) -> np.ndarray:
    """Return the field of a slab that thickens away from its rounded tip."""
    thickness = 0.55 - 0.055 * np.minimum(beyond_tip, 0.0)
    out = np.maximum(beyond_tip + 0.5, 0.0)
    return np.sqrt(out * out + above * above) - thickness


def _dripstone(place: np.ndarray) -> np.ndarray:
    """Return a field that is negative in stalactites and stalagmites."""
    x, y, z = place[..., 0], place[..., 1], place[..., 2]
    stone = np.full(x.shape, 50.0)
    for cx, cy, root, reach, radius in (*DRIPSTONE, *_scattered()):
        along = (z - root) if reach > 0 else (root - z)
        around = np.sqrt((x - cx) ** 2 + (y - cy) ** 2)
        cone = around - radius * (1.0 - along / abs(reach))
        # Behind its root a cone would widen without end.
        stone = smooth_min(stone, np.maximum(np.maximum(cone, along - abs(reach)), -along - 0.6), 0.3)
    return stone


def _scattered() -> list[tuple[float, float, float, float, float]]:
    """Return many small stones for the back of the cave, in the form of DRIPSTONE."""
    draw = random.Random(23)
    stones = []
    for number in range(66):
        x, y = draw.uniform(-7.0, 7.0), draw.uniform(-6.0, 2.0)
        if (x + 4.2) ** 2 + (y + 4.0) ** 2 < 6.0:
            continue
        roots = [(1.1, 1), (18.7, -1)]
        if x < 2.0:
            roots += [(7.5 - 0.1 * x, 1), (6.1 - 0.1 * x, -1)]
        if x > -1.8:
            roots += [(13.9 + 0.06 * x, 1), (12.5 + 0.06 * x, -1)]
        root, way = roots[number % len(roots)]
        stones.append((x, y, root, way * draw.uniform(1.2, 2.6), draw.uniform(0.4, 0.7)))
    return stones


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
