# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of accidents with moving things have in common: a path in a live volume, and what may be in its way."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import bpy
import numpy as np
from addon_scene import add_baked_volume, add_cube, addon, session


def live_path() -> bpy.types.Object:
    """A path past the factory scene's cube, through an updated, live volume with room around it."""
    volume = add_baked_volume(0.25)
    volume.volant.volume.size = (12.0, 8.0, 8.0)
    volume.volant.volume.live = True
    bpy.context.view_layer.update()
    bpy.ops.volant.update()
    bpy.ops.volant.add_path()
    start = addon("objects.paths").active_path(bpy.context.scene)
    start.location, start.volant.path.goals[0].object.location = (-4.0, 2.0, 0.0), (4.0, 2.0, 0.0)
    bpy.context.view_layer.update()
    return start


def result(start: bpy.types.Object) -> Any:
    """What is known of a path now."""
    bpy.context.view_layer.update()
    return session().preview.result(start)


def crate(name: str = "Crate", place: tuple[float, float, float] = (0.0, 2.0, 0.0)) -> bpy.types.Object:
    """A cube with an edge of 1 that is dynamic, in the middle of the path unless elsewhere."""
    made = add_cube(name, place, 1.0)
    made.volant.dynamic = True
    bpy.context.view_layer.update()
    return made


def followed() -> None:
    """What timers do after a change, until nothing is left to do."""
    bpy.context.view_layer.update()
    session().live_updates.finish()


def matches_a_new_bake(volume: bpy.types.Object, volant: ModuleType) -> bool:
    """Whether the bake that holds is what a new one would be."""
    config = addon("objects.volumes").bake_config(bpy.context.scene, volume)
    mesh = addon("scene.sources").gather_triangles(bpy.context.evaluated_depsgraph_get(), volume)
    return np.array_equal(session().bakes.of(volume).cells, volant.navcore.bake(*mesh, config).cells)
