# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every sample world is made with: one scene, its palette, its light and its navigation objects."""

import math
from collections.abc import Iterable, Sequence

import bpy
import numpy as np
from mathutils import Vector
from shapes import Point, Solid, box, turned

from volant.addon.objects import volume_box

# Coordinates are rounded to this many digits before they become float32, so that no machine's last bit
# reaches a mesh. `fingerprint` reads them back on the same lattice.
DIGITS = 4

# One muted palette for all worlds, as sRGB. Blue and orange are left to cells and paths.
PALETTE = {
    "Chalk": "EDE9E1",
    "Sand": "D4CABB",
    "Stone": "BDB5A8",
    "Clay": "B4856C",
    "Rust": "8F5F4C",
    "Sage": "94A188",
    "Moss": "6C7B66",
    "Slate": "7C8790",
    "Steel": "A3ABB0",
    "Ink": "474E56",
    "Ground": "DAD7D1",
}
HORIZON, ZENITH = "E9E7E3", "C9D3DB"


def linear(colour: str) -> tuple[float, float, float, float]:
    """Return a hexadecimal sRGB colour as linear RGBA."""
    parts = [int(colour[i : i + 2], 16) / 255.0 for i in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return (red, green, blue, 1.0)


class Kit:
    """Builds one world in an empty scene.

    Obstacles go to the collection Level, volume, marker and path to Navigation, and what only serves the
    picture (ground, light, camera) to Stage.
    """

    def __init__(self, name: str) -> None:
        """Take over the open, empty scene under the world's name."""
        self.scene: bpy.types.Scene = bpy.context.scene
        self.scene.name = name
        self.level = self._collection("Level")
        self.navigation = self._collection("Navigation")
        self.stage = self._collection("Stage")
        self._render_settings()
        self._sky()

    def _collection(self, name: str) -> bpy.types.Collection:
        collection = bpy.data.collections.new(name)
        self.scene.collection.children.link(collection)
        return collection

    def _render_settings(self) -> None:
        scene = self.scene
        scene.render.engine = "CYCLES"
        scene.render.resolution_x, scene.render.resolution_y = 1280, 720
        scene.render.filepath = "//"
        scene.cycles.device = "CPU"
        scene.cycles.samples = 48
        scene.cycles.use_denoising = True
        scene.cycles.denoiser = "OPENIMAGEDENOISE"
        # Standard keeps the pale palette and the overlay's colours as they were chosen.
        scene.view_settings.view_transform = "Standard"

    def _sky(self) -> None:
        """Light the scene from a sky that fades from the horizon's grey to a cooler zenith."""
        world = bpy.data.worlds.new("Soft Sky")
        self.scene.world = world
        world.color = linear(HORIZON)[:3]
        world.use_nodes = True
        nodes, links = world.node_tree.nodes, world.node_tree.links
        background = nodes["Background"]
        # What the camera sees is brighter than what lights the scene, or shadows would be washed out.
        ray = nodes.new("ShaderNodeLightPath")
        strength = nodes.new("ShaderNodeMath")
        strength.operation = "MULTIPLY_ADD"
        strength.inputs[1].default_value = 0.45
        strength.inputs[2].default_value = 0.55
        links.new(ray.outputs["Is Camera Ray"], strength.inputs[0])
        links.new(strength.outputs["Value"], background.inputs["Strength"])
        place = nodes.new("ShaderNodeTexCoord")
        split = nodes.new("ShaderNodeSeparateXYZ")
        ramp = nodes.new("ShaderNodeValToRGB")
        ramp.color_ramp.elements[0].color = linear(HORIZON)
        ramp.color_ramp.elements[1].color = linear(ZENITH)
        ramp.color_ramp.elements[1].position = 0.7
        links.new(place.outputs["Generated"], split.inputs[0])
        links.new(split.outputs["Z"], ramp.inputs["Fac"])
        links.new(ramp.outputs["Color"], background.inputs["Color"])

    # Looks -------------------------------------------------------------------------------------------

    def material(self, name: str, roughness: float = 0.75, metallic: float = 0.0) -> bpy.types.Material:
        """Return the palette's material of that name, the same in renders and in the solid viewport."""
        material = bpy.data.materials.get(name)
        if material is None:
            material = bpy.data.materials.new(name)
            material.diffuse_color = linear(PALETTE[name])
            material.roughness = roughness
            material.metallic = metallic
            material.use_nodes = True
            shader = material.node_tree.nodes["Principled BSDF"]
            shader.inputs["Base Color"].default_value = linear(PALETTE[name])
            shader.inputs["Roughness"].default_value = roughness
            shader.inputs["Metallic"].default_value = metallic
        return material

    def sun(self, towards: Point, strength: float = 2.6, softness: float = 0.07) -> None:
        """Add a warm sun that shines in the direction `towards`; softness is its width in radians."""
        light = bpy.data.lights.new("Sun", "SUN")
        light.energy = strength
        light.angle = softness
        light.color = (1.0, 0.965, 0.92)
        sun = bpy.data.objects.new("Sun", light)
        sun.location = Vector(towards) * -20.0
        sun.rotation_euler = Vector(towards).to_track_quat("-Z", "Y").to_euler()
        self.stage.objects.link(sun)

    def lamp(self, name: str, location: Point, power: float, size: float = 2.0) -> None:
        """Add a soft round light where the sun does not reach."""
        light = bpy.data.lights.new(name, "POINT")
        light.energy = power
        light.shadow_soft_size = size
        light.color = (1.0, 0.9, 0.78)
        lamp = bpy.data.objects.new(name, light)
        lamp.location = location
        lamp.visible_camera = False
        self.stage.objects.link(lamp)

    def camera(self, location: Point, target: Point, lens: float = 50.0) -> None:
        """Add the scene's camera, looking from `location` at `target`."""
        data = bpy.data.cameras.new("Camera")
        data.lens = lens
        data.clip_end = max(1000.0, 4.0 * (Vector(target) - Vector(location)).length)
        camera = bpy.data.objects.new("Camera", data)
        camera.location = location
        camera.rotation_euler = (Vector(target) - Vector(location)).to_track_quat("-Z", "Y").to_euler()
        self.stage.objects.link(camera)
        self.scene.camera = camera

    def ground(self, height: float, radius: float, centre: tuple[float, float] = (0.0, 0.0)) -> None:
        """Add a round floor that fades into the sky; agents ignore it."""
        rings = [(0.0, height), (radius, height)]
        ground = self.solid("Ground", turned(rings, 64, (*centre, 0.0)), "Ground", collection=self.stage)
        ground.volant.ignore = True
        ground.hide_select = True
        material = ground.data.materials[0]
        material.roughness = 1.0
        nodes, links = material.node_tree.nodes, material.node_tree.links
        shader = nodes["Principled BSDF"]
        shader.inputs["Specular IOR Level"].default_value = 0.0
        place = nodes.new("ShaderNodeTexCoord")
        stretch = nodes.new("ShaderNodeMapping")
        stretch.inputs["Location"].default_value = (-1.0, -1.0, 0.0)
        stretch.inputs["Scale"].default_value = (2.0, 2.0, 0.0)
        fade = nodes.new("ShaderNodeTexGradient")
        fade.gradient_type = "QUADRATIC_SPHERE"
        gain = nodes.new("ShaderNodeMath")
        gain.operation = "MULTIPLY"
        gain.use_clamp = True
        gain.inputs[1].default_value = 2.5
        links.new(place.outputs["Generated"], stretch.inputs["Vector"])
        links.new(stretch.outputs["Vector"], fade.inputs["Vector"])
        links.new(fade.outputs["Fac"], gain.inputs[0])
        links.new(gain.outputs["Value"], shader.inputs["Alpha"])

    # Geometry ----------------------------------------------------------------------------------------

    def solid(
        self,
        name: str,
        solid: Solid,
        material: str | Sequence[str],
        *,
        smooth: bool = False,
        location: Point = (0.0, 0.0, 0.0),
        slots: Iterable[int] | None = None,
        collection: bpy.types.Collection | None = None,
    ) -> bpy.types.Object:
        """Add a solid as a mesh object.

        Its vertices are in world space; `location` only says where the object's origin goes. `slots` gives
        the material of each face when `material` names several. Smooth shading keeps edges above 40 degrees.
        """
        origin = np.round(np.asarray(location, dtype=float), DIGITS)
        vertices = np.round(np.round(solid[0], DIGITS) - origin, DIGITS)
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(vertices.tolist(), [], solid[1])
        for key in [material] if isinstance(material, str) else material:
            mesh.materials.append(self.material(key))
        if slots is not None:
            mesh.polygons.foreach_set("material_index", np.asarray(list(slots), dtype=np.int32))
        if smooth:
            mesh.shade_smooth()
            mesh.set_sharp_from_angle(angle=0.7)
        mesh.update()
        thing = bpy.data.objects.new(name, mesh)
        thing.location = origin
        (collection or self.level).objects.link(thing)
        return thing

    def box(self, name: str, low: Point, high: Point, material: str, cut: float = 0.08) -> bpy.types.Object:
        """Add a chamfered box whose origin is the middle of its underside."""
        origin = ((low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0, low[2])
        return self.solid(name, box(low, high, cut), material, location=origin)

    def copy(self, original: bpy.types.Object, name: str, location: Point, quarter_turns: int = 0) -> bpy.types.Object:
        """Add another object with the same mesh, turned about its origin; the file grows by little."""
        thing = bpy.data.objects.new(name, original.data)
        thing.location = np.round(np.asarray(location, dtype=float), DIGITS)
        thing.rotation_euler = (0.0, 0.0, math.pi / 2.0 * quarter_turns)
        original.users_collection[0].objects.link(thing)
        return thing

    # Navigation --------------------------------------------------------------------------------------

    def _empty(self, name: str, location: Point, display: str, size: float) -> bpy.types.Object:
        empty = bpy.data.objects.new(name, None)
        empty.empty_display_type = display
        empty.empty_display_size = size
        empty.location = np.round(np.asarray(location, dtype=float), DIGITS)
        self.navigation.objects.link(empty)
        return empty

    def add_navigation(
        self,
        low: Point,
        high: Point,
        start: Point,
        goal: Point,
        *,
        keep: Point,
        also_keep: Sequence[Point] = (),
        agent_radius: float = 0.0,
        max_depth: int | None = None,
        voxel_size: float | None = None,
        walk: bool = False,
    ) -> None:
        """Add a volume between two corners, markers in space to keep, and a path from one place to another.

        The volume has exactly one of `max_depth` and `voxel_size`. It is baked for agents that fly, and where one can
        `walk` for those, too.
        """
        if (max_depth is None) == (voxel_size is None):
            raise ValueError("give either max_depth or voxel_size")
        volume = self._volume(low, high)
        settings = volume.volant.volume
        settings.agent_radius = agent_radius
        settings.walk = walk
        if max_depth is None:
            settings.resolution = "VOXEL_SIZE"
            settings.voxel_size = voxel_size
        else:
            settings.resolution = "MAX_DEPTH"
            settings.max_depth = max_depth
        self.scene.volant.active_volume = volume
        for place in (keep, *also_keep):
            self._empty("Keep", place, "SPHERE", 0.3).volant.role = "MARKER"
        begin = self._empty("Start", start, "ARROWS", 0.8)
        end = self._empty("Goal", goal, "SPHERE", 0.45)
        begin.volant.role = "PATH"
        begin.volant.path.volume = volume
        begin.volant.path.goals.add().object = end

    def _volume(self, low: Point, high: Point) -> bpy.types.Object:
        volume = volume_box.new_volume("Volume", (tuple(low), tuple(high)))
        volume.lock_rotation = (True, True, True)
        self.navigation.objects.link(volume)
        return volume
