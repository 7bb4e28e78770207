# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Path objects: an empty that marks the start and holds the settings, and empties that mark its goals."""

from __future__ import annotations

import bpy
import numpy as np

from ... import navcore
from .. import session
from ..properties import preferences
from ..scene.precision import Corner
from . import volume_box
from .empties import add_empty, handy_size

#: Where in a volume's box a new path begins and ends, as shares of its sides.
_ENDS = ((0.25, 0.25, 0.5), (0.75, 0.75, 0.5))


def scene_paths(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The paths of a scene, by the name of their start."""
    return session.current().roles.with_role(scene, "PATH")


def active_path(scene: bpy.types.Scene) -> bpy.types.Object | None:
    """The path that the panel shows: the chosen one, or the first while none of this scene is chosen."""
    found = scene_paths(scene)
    chosen = scene.volant.active_path
    return chosen if chosen in found else found[0] if found else None


def goals_of(start: bpy.types.Object, scene: bpy.types.Scene | None = None) -> list[bpy.types.Object]:
    """The goals of a path that are in a scene, or else in the one that is shown, in their order."""
    scene = scene or bpy.context.scene
    return [goal.object for goal in start.volant.path.goals if session.current().roles.is_in(scene, goal.object)]


def place_of(end: bpy.types.Object) -> Corner:
    """Where a start or goal is, world."""
    x, y, z = end.matrix_world.translation
    return x, y, z


def space_of(start: bpy.types.Object, held: navcore.Navigation) -> navcore.NavVolume | navcore.NavSurface:
    """What of a bake a path leads through: what there is, and of both what was chosen; with `ANY`, where it ends."""
    for_walkers = held.volume is None or start.volant.path.way != "FLY"
    space = held.surface if for_walkers else held.volume
    found = held.volume if space is None else space
    assert found is not None, "a bake holds something"
    return found


def has_ways(held: navcore.Navigation) -> bool:
    """Whether there is a way to choose."""
    return held.links is not None or (held.volume is not None and held.surface is not None)


def takes_links(start: bpy.types.Object, held: navcore.Navigation) -> bool:
    """Whether a path may change between flying and walking, and take links."""
    return has_ways(held) and start.volant.path.way == "ANY"


def path_config(start: bpy.types.Object, space: navcore.NavVolume | navcore.NavSurface) -> navcore.PathConfig:
    """What a path's settings ask of `navcore.find_path` in a space."""
    settings = start.volant.path
    if isinstance(space, navcore.NavSurface):
        return walk_config(settings.walk_method)
    return config_of(settings.method, settings.shape)


def walk_config(method: str) -> navcore.PathConfig:
    """What a method for walkers asks; the one place that converts it."""
    return navcore.PathConfig() if method == "BEST" else navcore.PathConfig(algorithm=method)


def config_of(method: str, shape: str) -> navcore.PathConfig:
    """What a method and a shape, as a path's settings name them, ask; the one place that converts them."""
    if method == "BEST":
        return navcore.PathConfig(refine=shape)
    return navcore.PathConfig(algorithm=method, h=1.0, refine=shape)


def add_path(context: bpy.types.Context, volume: bpy.types.Object) -> tuple[bpy.types.Object, bpy.types.Object]:
    """A new path through a volume, from one place in free space to another; the active one of the scene."""
    begin, end = _free_places(volume)
    start = add_empty(context, "Nav Path", "CIRCLE", _end_size(volume), begin)
    start.volant.role = "PATH"
    settings = start.volant.path
    settings.volume = volume
    session.current().roles.forget()
    palette = preferences.path_colors()
    settings.color = palette[(len(scene_paths(context.scene)) - 1) % len(palette)]
    settings.agent_radius = 2.0 * volume.volant.volume.agent_radius
    goal = _add_goal(context, start, _end_size(volume), end)
    context.scene.volant.active_path = start
    return start, goal


def add_goal(context: bpy.types.Context, start: bpy.types.Object) -> bpy.types.Object:
    """One more goal for a path, beside its last one."""
    ends = [*goals_of(start, context.scene), start]
    x, y, z = place_of(ends[-2] if len(ends) > 1 else start)
    volume = start.volant.path.volume
    size = _end_size(volume) if volume is not None else start.empty_display_size
    return _add_goal(context, start, size, (x + 4.0 * handy_size(context), y, z))


def _add_goal(context: bpy.types.Context, start: bpy.types.Object, size: float, place: Corner) -> bpy.types.Object:
    goal = add_empty(context, f"{start.name} Goal", "SINGLE_ARROW", size, place)
    start.volant.path.goals.add().object = goal
    return goal


def _end_size(volume: bpy.types.Object) -> float:
    """How large starts and goals are: as the agent. Seen from afar, the overlay's marks show where they are."""
    settings = volume.volant.volume
    return float(settings.agent_radius or settings.voxel_size / 2.0)


def _free_places(volume: bpy.types.Object) -> list[Corner]:
    """Where a new path begins and ends: in the middles of cells of the largest island; before a bake anywhere."""
    low, high = (np.array(corner) for corner in volume_box.world_box(volume))
    places = low + np.array(_ENDS) * (high - low)
    nav, surface = session.current().bakes.of(volume), session.current().bakes.surface_of(volume)
    if nav is None and surface is not None and len(surface):
        return _places_on_floor(surface, places)
    if nav is not None and len(nav.cells):
        low, high = nav.boxes()[nav.components == navcore.islands(nav)[0].number].swapaxes(0, 1)
        # Between two places in one cell there is a way as well, but none between its middle and its middle.
        middles = _nearest(places, (low + high) / 2.0, (low + high) / 2.0)
        off = (high - low) / 4.0
        places = middles if (middles[0] != middles[1]).any() else _nearest(places, low + off, high - off)
    return [(x, y, z) for x, y, z in places.tolist()]


def _places_on_floor(surface: navcore.NavSurface, places: np.ndarray) -> list[Corner]:
    """Places, (k, 3), world, moved to the middles of the polygons of the largest island that are nearest to them."""
    number = navcore.islands(surface)[0].number
    triangles, polygons = surface.floor_triangles()
    middles = triangles[surface.components[polygons] == number].mean(axis=1)
    nearest = ((middles - places[:, None]) ** 2).sum(axis=2).argmin(axis=1)
    return [(x, y, z) for x, y, z in middles[nearest].tolist()]


def _nearest(places: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """The nearest points to places, (k, 3), in boxes from low, (n, 3), to high, (n, 3): (k, 3)."""
    inside = np.clip(places[:, None], low, high)
    nearest = ((inside - places[:, None]) ** 2).sum(axis=2).argmin(axis=1)
    found: np.ndarray = inside[np.arange(len(places)), nearest]
    return found


def remove_path(scene: bpy.types.Scene, start: bpy.types.Object) -> None:
    """Delete a path's start, and the goals that are nothing but its goals."""
    shared = {goal.session_uid for other in scene_paths(scene) if other != start for goal in goals_of(other, scene)}
    own = [goal for goal in goals_of(start, scene) if goal.type == "EMPTY" and goal.session_uid not in shared]
    left = [other for other in scene_paths(scene) if other != start]
    scene.volant.active_path = left[0] if left else None
    for empty in {*own, start}:
        bpy.data.objects.remove(empty)
    session.current().roles.forget()


def path_of(scene: bpy.types.Scene, end: bpy.types.Object) -> bpy.types.Object | None:
    """The path that an object is the start or a goal of."""
    if end.volant.role == "PATH":
        return end
    return next((start for start in scene_paths(scene) if end in goals_of(start, scene)), None)
