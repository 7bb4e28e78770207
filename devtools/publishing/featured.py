# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The picture that heads the extension's page: the cave at night, its cells and a path, and Volant's name beside it.

Runs inside a Blender environment: `python -m devtools.publishing.featured ICON OUTPUT_FILE`.
"""

from __future__ import annotations

import math
import sys
import tomllib
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix, Vector

import volant
from sample_scenes import picture

from ..demo import WORLDS, bake_and_find
from ..environments import ROOT

_RESOLUTION = (1920, 1080)
_SAMPLES = 40
#: More would hide the cave behind its cells.
_MOST_CELLS = 44

_HORIZON, _ZENITH = (0.006, 0.012, 0.032, 1.0), (0.001, 0.002, 0.007, 1.0)
_MOONLIGHT, _LAMPLIGHT = (0.6, 0.75, 1.0), (1.0, 0.70, 0.44)
_LAMPS = ((-3.5, -7.6, 4.2), (3.5, -7.2, 9.5), (-4.0, -7.2, 11.0), (2.0, -7.4, 17.2), (-4.0, -6.0, 17.0))
_EYE, _TARGET, _LENS = (-17.0, -60.0, 18.0), (-6.5, -5.0, 11.75), 42.0
_TITLE, _SUBTITLE = (1.0, 1.0, 1.0), (0.55, 0.68, 0.9)
#: A paper plane that flies along x: nose, left wing tip, crease, keel, crease, right wing tip; and the colors between.
_PLANE = ((1, 0, 0), (-0.8, 0.75, 0.1), (-0.55, 0.14, 0), (-0.65, 0, -0.5), (-0.55, -0.14, 0), (-0.8, -0.75, 0.1))
_FACETS = ((1.0, 0.34, 0.05), (0.55, 0.10, 0.012), (0.42, 0.07, 0.01), (1.0, 0.50, 0.13))
#: How far before the camera the writing stands.
_DEPTH = 10.0


def main(icon: Path, output: Path) -> int:
    volant.register()
    try:
        nav, path = bake_and_find(WORLDS / "cave.blend")
        scene = bpy.context.scene
        _light(scene)
        _aim(scene)
        _write(scene, "Volant", 0.055, 0.44, 0.094, _TITLE)
        _write(scene, _tagline(), 0.058, 0.345, 0.0235, _SUBTITLE)
        _hang(scene, icon, 0.055, 0.60, 0.075)
        # Halfway along the longest leg.
        legs = np.linalg.norm(np.diff(path.points, axis=0), axis=1)
        leg = 1 + int(np.argmax(legs[1:-1]))
        _fly(scene, path.points[leg], path.points[leg + 1], 2.0)
        picture.render(
            scene, nav.boxes(), path.points, output, resolution=_RESOLUTION, samples=_SAMPLES, max_cells=_MOST_CELLS
        )
    finally:
        volant.unregister()
    return 0


def _tagline() -> str:
    """The manifest's tagline on two lines."""
    words = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))["tagline"].split()
    half = (len(words) + 1) // 2
    return f"{' '.join(words[:half])}\n{' '.join(words[half:])}"


def _light(scene: bpy.types.Scene) -> None:
    """Make it night outside, and put lamps into the cave."""
    nodes = scene.world.node_tree.nodes
    ramp = next(node for node in nodes if node.type == "VALTORGB").color_ramp
    ramp.elements[0].color, ramp.elements[1].color = _HORIZON, _ZENITH
    ramp.elements[1].position = 0.35
    # The sky lights nine times as much as it shows.
    strength = next(node for node in nodes if node.type == "MATH")
    strength.inputs[1].default_value, strength.inputs[2].default_value = -8.0, 9.0
    scene.objects["Ground"].hide_render = True
    sun = scene.objects["Sun"].data
    sun.energy, sun.color = 0.5, _MOONLIGHT
    for lamp in [thing for thing in scene.objects if thing.type == "LIGHT" and thing.data.type == "POINT"]:
        bpy.data.objects.remove(lamp)
    for place in _LAMPS:
        light = bpy.data.lights.new("Lamp", "POINT")
        light.energy, light.color, light.shadow_soft_size = 350.0, _LAMPLIGHT, 1.0
        lamp = _add(scene, light)
        lamp.location = place
        lamp.visible_camera = False


def _aim(scene: bpy.types.Scene) -> None:
    camera = scene.camera
    camera.location, camera.data.lens = _EYE, _LENS
    camera.rotation_euler = (Vector(_TARGET) - Vector(_EYE)).to_track_quat("-Z", "Y").to_euler()
    bpy.context.view_layer.update()


def _on_picture(scene: bpy.types.Scene, x: float, y: float) -> tuple[Matrix, float]:
    """Where something appears at a place, in fractions of the picture; and how wide the picture is there."""
    width = 2.0 * _DEPTH * math.tan(scene.camera.data.angle / 2.0)
    height = width * _RESOLUTION[1] / _RESOLUTION[0]
    place = Matrix.Translation(((x - 0.5) * width, (y - 0.5) * height, -_DEPTH))
    return scene.camera.matrix_world @ place, width


def _write(scene: bpy.types.Scene, text: str, x: float, y: float, size: float, color: picture.Colour) -> None:
    """Writing whose first line begins at a place; sizes are fractions of the picture's width."""
    matrix, width = _on_picture(scene, x, y)
    curve = bpy.data.curves.new("Writing", "FONT")
    curve.body, curve.size, curve.space_line = text, size * width, 1.15
    curve.materials.append(picture.glow("Writing", color, 1.0))
    _add(scene, curve).matrix_world = matrix


def _hang(scene: bpy.types.Scene, file: Path, x: float, y: float, size: float) -> None:
    """A picture with its lower left corner at a place."""
    matrix, width = _on_picture(scene, x, y)
    side = size * width
    mesh = bpy.data.meshes.new("Icon")
    mesh.from_pydata([(0, 0, 0), (side, 0, 0), (side, side, 0), (0, side, 0)], [], [(0, 1, 2, 3)])
    mesh.uv_layers.new().uv.foreach_set("vector", np.array([0, 0, 1, 0, 1, 1, 0, 1], dtype=np.float32))
    material = picture.glow("Icon", (1.0, 1.0, 1.0), 1.0)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    image = nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.load(str(file))
    links.new(image.outputs["Color"], next(node for node in nodes if node.type == "EMISSION").inputs["Color"])
    links.new(image.outputs["Alpha"], next(node for node in nodes if node.type == "MIX_SHADER").inputs["Fac"])
    mesh.materials.append(material)
    _add(scene, mesh).matrix_world = matrix


def _fly(scene: bpy.types.Scene, start: np.ndarray, end: np.ndarray, size: float) -> None:
    """The icon's paper plane between two points, a little before them, its upper side turned towards the camera."""
    mesh = bpy.data.meshes.new("Agent")
    corners = [tuple(size * value for value in corner) for corner in _PLANE]
    mesh.from_pydata(corners, [], [(0, corner, corner + 1) for corner in range(1, 5)])
    for color in _FACETS:
        mesh.materials.append(picture.glow("Agent", color, 1.0, 0.8))
    mesh.polygons.foreach_set("material_index", np.arange(4, dtype=np.int32))
    forward = (Vector(end) - Vector(start)).normalized()
    towards_camera = (scene.camera.matrix_world.translation - Vector(start)).normalized()
    side = (towards_camera + Vector((0.0, 0.0, 0.9))).cross(forward).normalized()
    turned = Matrix((forward, side, forward.cross(side))).transposed().to_4x4()
    middle = (Vector(start) + Vector(end)) / 2.0 + towards_camera * size / 2.0
    _add(scene, mesh).matrix_world = Matrix.Translation(middle) @ turned


def _add(scene: bpy.types.Scene, data: bpy.types.ID) -> bpy.types.Object:
    """A thing that is seen, and shines on nothing unless it is a lamp."""
    thing = bpy.data.objects.new(data.name, data)
    thing.visible_diffuse = isinstance(data, bpy.types.Light)
    scene.collection.objects.link(thing)
    return thing


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
