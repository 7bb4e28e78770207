# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Render a scene with its baked cells and a path drawn into it."""

from itertools import pairwise
from pathlib import Path

import bpy
import numpy as np

from volant.cli.silence import stdout_silenced

Colour = tuple[float, float, float]

CELL_COLOUR = (0.10, 0.36, 0.85)
PATH_COLOUR = (1.0, 0.27, 0.02)
START_COLOUR = (0.10, 0.62, 0.22)
GOAL_COLOUR = (0.90, 0.06, 0.03)

#: Of JPEG pictures, in percent.
_QUALITY = 88

_CORNERS = np.array(list(np.ndindex(2, 2, 2)))
_EDGES = np.array([(a, a | bit) for bit in (1, 2, 4) for a in range(8) if not a & bit])
_SIDES = np.array([(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])


def render(
    scene: bpy.types.Scene,
    boxes: np.ndarray,
    path: np.ndarray,
    filepath: str | Path,
    *,
    resolution: tuple[int, int] = (1280, 720),
    samples: int = 48,
    max_cells: int = 200,
) -> None:
    """Render the scene's camera view with cells and path to a .png or .jpg, and leave the scene as it was.

    boxes : (n, 2, 3) float, low and high world corners of free cells
    path : (k, 3) float, world polyline; may have no rows

    Cells are blue wires, fainter the smaller and the more they are; those on the path also get faint sides.
    Of more than `max_cells` cells only the ones nearest to the path are drawn (the largest, when there is no
    path), for beyond a few hundred the wires hide the scene.
    """
    boxes = np.asarray(boxes, dtype=np.float64).reshape(-1, 2, 3)
    path = np.asarray(path, dtype=np.float64).reshape(-1, 3)
    distances = _distances(boxes, path)
    chosen = np.argsort(distances, kind="stable")[:max_cells]
    boxes, crossed = boxes[chosen], distances[chosen] < 1e-6
    # Line widths follow the picture, not the world: they are fractions of what the camera sees.
    unit = _view_width(scene, boxes, path) / 1000.0
    made: list[bpy.types.Object] = []
    try:
        thinned = min(1.0, (60.0 / max(len(boxes), 1)) ** 0.5)
        volumes = np.prod(boxes[:, 1] - boxes[:, 0], axis=1)
        small = volumes < np.median(volumes) if len(boxes) else crossed
        groups = (
            ("Small Cells", small & ~crossed, 0.22 * thinned),
            ("Cells", ~small & ~crossed, 0.42 * thinned),
            ("Sleeve", crossed, 0.5),
        )
        for name, group, opacity in groups:
            if group.any():
                wires = _wires(boxes[group], unit * (0.5 + 0.5 * opacity))
                made.append(_object(scene, name, *wires, glow(name, CELL_COLOUR, opacity), solid=False))
        if crossed.any():
            sides = _sides(boxes[crossed], unit * 1.5)
            made.append(_object(scene, "Sides", *sides, glow("Sides", CELL_COLOUR, 0.02), solid=False))
        made += _path_objects(scene, path, unit)
        _shoot(scene, filepath, resolution, samples)
    finally:
        for thing in made:
            _discard(thing)


def _shoot(scene: bpy.types.Scene, filepath: str | Path, resolution: tuple[int, int], samples: int) -> None:
    """Render a still with Cycles and put every render setting back."""
    render, cycles = scene.render, scene.cycles
    wanted = [
        (render, "engine", "CYCLES"),
        (render, "resolution_x", resolution[0]),
        (render, "resolution_y", resolution[1]),
        (render, "resolution_percentage", 100),
        (render, "filepath", str(filepath)),
        (render, "use_file_extension", False),
        (cycles, "device", "CPU"),
        (cycles, "samples", samples),
        (cycles, "use_denoising", True),
        # A ray through many cells must not run out of transparent surfaces and turn black.
        (cycles, "transparent_max_bounces", 256),
    ]
    if hasattr(render.image_settings, "media_type"):
        wanted.append((render.image_settings, "media_type", "IMAGE"))
    kind = "JPEG" if Path(filepath).suffix == ".jpg" else "PNG"
    wanted += [(render.image_settings, "file_format", kind), (render.image_settings, "quality", _QUALITY)]
    before = [(owner, name, getattr(owner, name)) for owner, name, _ in wanted]
    try:
        for owner, name, value in wanted:
            setattr(owner, name, value)
        # Blender tells of hundreds of steps; what went wrong it raises.
        with stdout_silenced():
            bpy.ops.render.render(write_still=True, scene=scene.name)
    finally:
        for owner, name, value in before:
            setattr(owner, name, value)


def _view_width(scene: bpy.types.Scene, boxes: np.ndarray, path: np.ndarray) -> float:
    """Return how wide the camera's view is at the distance of what is shown, in world units."""
    points = np.concatenate([boxes.reshape(-1, 3), path])
    camera = scene.camera
    if camera is None or len(points) == 0:
        return 30.0
    middle = (points.min(axis=0) + points.max(axis=0)) / 2.0
    distance = float(np.linalg.norm(middle - np.array(camera.matrix_world.translation)))
    if camera.data.type == "ORTHO":
        return float(camera.data.ortho_scale)
    return 2.0 * distance * float(np.tan(camera.data.angle / 2.0))


def _distances(boxes: np.ndarray, path: np.ndarray) -> np.ndarray:
    """Return (n,) distances from each cell to the path, sampled; negative volumes when there is no path."""
    if len(path) == 0:
        return -np.prod(boxes[:, 1] - boxes[:, 0], axis=1)
    steps = [path[:1]]
    for start, end in pairwise(path):
        t = np.linspace(0.0, 1.0, 33)[1:, None]
        steps.append(start + (end - start) * t)
    nearest = np.full(len(boxes), np.inf)
    for point in np.concatenate(steps):
        gap = np.maximum(np.maximum(boxes[:, 0] - point, point - boxes[:, 1]), 0.0)
        nearest = np.minimum(nearest, np.sqrt((gap * gap).sum(axis=1)))
    return nearest


def _wires(boxes: np.ndarray, width: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the twelve edges of each box as square bars: vertices (n * 96, 3) and quads (n * 72, 4)."""
    # Drawing each box a little inside its borders tells neighbours apart.
    inset = np.minimum(width, 0.2 * (boxes[:, 1] - boxes[:, 0]).min(axis=1))[:, None]
    low, high = boxes[:, 0] + inset, boxes[:, 1] - inset
    corners = np.where(_CORNERS[None] == 1, high[:, None], low[:, None])
    ends = corners[:, _EDGES]
    bars = np.stack([ends.min(axis=2), ends.max(axis=2)], axis=2).reshape(-1, 2, 3)
    bars += np.array([[-0.5], [0.5]]) * width
    return _sides(bars, 0.0)


def _sides(boxes: np.ndarray, inset: float) -> tuple[np.ndarray, np.ndarray]:
    """Return closed boxes: vertices (n * 8, 3) and quads (n * 6, 4)."""
    low, high = boxes[:, 0] + inset, boxes[:, 1] - inset
    vertices = np.where(_CORNERS[None] == 1, high[:, None], low[:, None]).reshape(-1, 3)
    quads = (np.arange(len(boxes))[:, None, None] * 8 + _SIDES[None]).reshape(-1, 4)
    return vertices, quads


def _ball(centre: np.ndarray, radius: float, rings: int = 16) -> tuple[np.ndarray, np.ndarray]:
    """Return a sphere as quads; those at the poles have no area on one side."""
    up = np.linspace(0.0, np.pi, rings + 1)[:, None]
    around = np.linspace(0.0, 2.0 * np.pi, 2 * rings, endpoint=False)[None]
    sides = np.sin(up) * np.cos(around), np.sin(up) * np.sin(around)
    grid = np.stack(np.broadcast_arrays(*sides, np.cos(up)), axis=-1)
    return grid.reshape(-1, 3) * radius + centre, _grid_quads(rings + 1, 2 * rings)


def _grid_quads(rows: int, columns: int) -> np.ndarray:
    """Return the quads of a grid that is closed along its columns."""
    index = np.arange(rows * columns).reshape(rows, columns)
    after = np.roll(index, -1, axis=1)
    return np.stack([index[:-1], index[1:], after[1:], after[:-1]], axis=-1).reshape(-1, 4)


def _tube(start: np.ndarray, end: np.ndarray, radius: float) -> tuple[np.ndarray, np.ndarray]:
    """Return an open tube between two points; balls at the joints close it."""
    sides = 20
    along = (end - start) / max(float(np.linalg.norm(end - start)), 1e-12)
    across = np.cross(along, np.eye(3)[int(np.argmin(np.abs(along)))])
    across /= np.linalg.norm(across)
    angles = np.linspace(0.0, 2.0 * np.pi, sides, endpoint=False)[:, None]
    ring = radius * (np.cos(angles) * across + np.sin(angles) * np.cross(along, across))
    return np.concatenate([ring + start, ring + end]), _grid_quads(2, sides)


def _join(parts: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    counts = np.cumsum([0] + [len(vertices) for vertices, _ in parts])
    quads = [part[1] + offset for part, offset in zip(parts, counts[:-1], strict=True)]
    return np.concatenate([part[0] for part in parts]), np.concatenate(quads)


def _path_objects(scene: bpy.types.Scene, path: np.ndarray, unit: float) -> list[bpy.types.Object]:
    """Return the path as a tube with a bead at each waypoint, and its two ends as larger balls."""
    if len(path) == 0:
        return []
    width = 2.6 * unit
    parts = [_tube(a, b, width) for a, b in pairwise(path)]
    parts += [_ball(point, 1.5 * width) for point in path[1:-1]] + [_ball(path[0], width)]
    made = [_object(scene, "Path", *_join(parts), glow("Path", PATH_COLOUR, 1.0, 0.85))]
    for name, point, colour in (("Start", path[0], START_COLOUR), ("Goal", path[-1], GOAL_COLOUR)):
        made.append(_object(scene, name, *_ball(point, 3.6 * width, 24), glow(name, colour, 1.0, 0.55)))
    return made


def glow(name: str, colour: Colour, opacity: float, light: float = 1.0) -> bpy.types.Material:
    """Return a material that shines by itself; `light` below 1 leaves the rest to the scene's lamps."""
    material = bpy.data.materials.new(f"Volant {name}")
    material.diffuse_color = (*colour, opacity)
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    output = nodes.new("ShaderNodeOutputMaterial")
    mix = nodes.new("ShaderNodeMixShader")
    glow = nodes.new("ShaderNodeEmission")
    glow.inputs["Color"].default_value = (*colour, 1.0)
    links.new(mix.outputs[0], output.inputs["Surface"])
    links.new(glow.outputs[0], mix.inputs[2])
    if light < 1.0:
        matt = nodes.new("ShaderNodeBsdfDiffuse")
        matt.inputs["Color"].default_value = (*colour, 1.0)
        mix.inputs["Fac"].default_value = light
        links.new(matt.outputs[0], mix.inputs[1])
    else:
        clear = nodes.new("ShaderNodeBsdfTransparent")
        mix.inputs["Fac"].default_value = opacity
        links.new(clear.outputs[0], mix.inputs[1])
    return material


def _object(
    scene: bpy.types.Scene,
    name: str,
    vertices: np.ndarray,
    quads: np.ndarray,
    material: bpy.types.Material,
    *,
    solid: bool = True,
) -> bpy.types.Object:
    """Add one mesh of quads to the scene. What is not solid casts no shadow."""
    mesh = bpy.data.meshes.new(f"Volant {name}")
    mesh.vertices.add(len(vertices))
    mesh.vertices.foreach_set("co", np.ascontiguousarray(vertices, dtype=np.float32).ravel())
    mesh.loops.add(4 * len(quads))
    mesh.loops.foreach_set("vertex_index", np.ascontiguousarray(quads, dtype=np.int32).ravel())
    mesh.polygons.add(len(quads))
    mesh.polygons.foreach_set("loop_start", np.arange(0, 4 * len(quads), 4, dtype=np.int32))
    mesh.polygons.foreach_set("use_smooth", np.full(len(quads), solid))
    mesh.materials.append(material)
    mesh.update(calc_edges=True)
    thing = bpy.data.objects.new(f"Volant {name}", mesh)
    thing.visible_diffuse = thing.visible_glossy = thing.visible_transmission = False
    thing.visible_shadow = solid
    scene.collection.objects.link(thing)
    return thing


def _discard(thing: bpy.types.Object) -> None:
    """Remove a temporary object with its mesh and material."""
    mesh = thing.data
    materials = list(mesh.materials)
    bpy.data.objects.remove(thing)
    bpy.data.meshes.remove(mesh)
    for material in materials:
        bpy.data.materials.remove(material)
