# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the add-on have in common."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import bpy
import numpy as np
from conftest import NAME

SAMPLES = Path(__file__).resolve().parents[2] / "sample_scenes"
#: Seconds that work may take on a machine that has much else to do.
PATIENCE = 120.0


def addon(name: str) -> ModuleType:
    """A module of the installed add-on."""
    return sys.modules[f"{NAME}.addon.{name}"]


def session() -> Any:
    """What the installed add-on remembers now."""
    return addon("session").current()


def add_cube(name: str, location: tuple[float, float, float], size: float = 2.0) -> bpy.types.Object:
    """A cube in the open scene."""
    half = size / 2
    corners = [(x, y, z) for x in (-half, half) for y in (-half, half) for z in (-half, half)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(corners, [], faces)
    cube = bpy.data.objects.new(name, mesh)
    cube.location = location
    bpy.context.scene.collection.objects.link(cube)
    bpy.context.view_layer.update()
    return cube


def scatter(scatterer: bpy.types.Object) -> bpy.types.Node:
    """Have geometry nodes put cubes with an edge of 1 above each other in place of an object's mesh: three, 3 apart, as
    the node says that is given."""
    tree = bpy.data.node_groups.new("Scatter", "GeometryNodeTree")
    tree.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    line = tree.nodes.new("GeometryNodeMeshLine")
    line.inputs["Count"].default_value = 3
    line.inputs["Offset"].default_value = (0, 0, 3)
    solid = tree.nodes.new("GeometryNodeMeshCube")
    instances = tree.nodes.new("GeometryNodeInstanceOnPoints")
    output = tree.nodes.new("NodeGroupOutput")
    tree.links.new(line.outputs[0], instances.inputs["Points"])
    tree.links.new(solid.outputs[0], instances.inputs["Instance"])
    tree.links.new(instances.outputs[0], output.inputs[0])
    scatterer.modifiers.new("Scatter", "NODES").node_group = tree
    bpy.context.view_layer.update()
    return line


def open_up(cube: bpy.types.Object) -> None:
    """Make of a cube with an edge of 6 a room with a square hole of edge 1 at x = 3, y from 1 to 2, z from -1 to 0."""
    mesh = bpy.data.meshes.new("Open")
    step = np.linspace(-1, 1, 7)
    vertices, faces = [], []
    for u in range(6):
        for v in range(6):
            if (u, v) != (4, 2):
                corners = [
                    (step[u], step[v]),
                    (step[u + 1], step[v]),
                    (step[u + 1], step[v + 1]),
                    (step[u], step[v + 1]),
                ]
                faces.append(range(len(vertices), len(vertices) + 4))
                vertices += [(1.0, y, z) for y, z in corners]
    for axis, side in ((0, -1), (1, -1), (1, 1), (2, -1), (2, 1)):
        corners = []
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            point = [a, b]
            point.insert(axis, side)
            corners.append(tuple(point))
        faces.append(range(len(vertices), len(vertices) + 4))
        vertices += corners
    mesh.from_pydata(vertices, [], [list(face) for face in faces])
    cube.data = mesh


def add_coarse_volume(voxel: float = 0.5) -> bpy.types.Object:
    """A volume around the open scene with much room, quick to bake."""
    bpy.ops.volant.add_volume()
    volume = bpy.context.scene.volant.active_volume
    settings = volume.volant.volume
    settings.voxel_size, settings.agent_radius = voxel, 0.25
    settings.size = [side + 1.4 for side in settings.size]
    bpy.context.view_layer.update()
    return volume


def add_baked_volume(voxel: float = 0.5) -> bpy.types.Object:
    """The same, baked."""
    volume = add_coarse_volume(voxel)
    bpy.ops.volant.bake()
    return volume


def open_path() -> bpy.types.Object:
    """The path of a world with a wall in its way, baked for an agent of some size."""
    bpy.ops.wm.open_mainfile(filepath=str(SAMPLES / "blocking_wall.blend"))
    bpy.context.scene.volant.active_volume.volant.volume.agent_radius = 0.3
    bpy.ops.volant.bake()
    return addon("objects.paths").active_path(bpy.context.scene)


def look(scene: bpy.types.Scene | None = None) -> None:
    """What the add-on's timer does after a change, which the module form of Blender never calls."""
    bpy.context.view_layer.update()
    session().status.refresh(scene or bpy.context.scene, bpy.context.evaluated_depsgraph_get())


def state(volume: bpy.types.Object) -> str:
    look()
    return session().status.state(volume)


def words(volume: bpy.types.Object) -> str:
    look()
    return session().status.of(volume).words


def path_points(start: bpy.types.Object) -> list[list[list[float]]]:
    """The points of all answers of a path."""
    result = session().preview.result(start)
    return [path.points.tolist() for path in result.answers] if result else []


def run_to_end(job) -> None:
    """Have a job do all of its work, as Blender's thread does between two events."""
    began = time.monotonic()
    while not job.advance(0.01):
        assert time.monotonic() - began < PATIENCE, f"still {job.stage}"
        if job.waits:
            time.sleep(0.002)
