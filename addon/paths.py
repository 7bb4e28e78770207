# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Path objects: an empty that marks the start and holds the settings, and empties that mark its goals."""

from __future__ import annotations

import bpy
import numpy as np

from .. import navcore
from . import roles, volumes
from .objects import add_empty
from .volumes import Corner

#: Bright, calm beside each other, and told apart by colour-blind eyes; as Blender stores colours, linear.
_COLORS = (
    (1.0, 0.27, 0.02),
    (0.02, 0.65, 0.78),
    (0.85, 0.10, 0.40),
    (0.75, 0.65, 0.02),
    (0.30, 0.15, 0.85),
    (0.10, 0.60, 0.15),
)
#: Where in a volume's box a new path begins and ends, as shares of its sides.
_FROM, _TO = np.array((0.25, 0.25, 0.5)), np.array((0.75, 0.75, 0.5))


def scene_paths(scene: bpy.types.Scene) -> list[bpy.types.Object]:
    """The paths of a scene, by the name of their start."""
    return roles.with_role(scene, "PATH")


def active_path(scene: bpy.types.Scene) -> bpy.types.Object | None:
    """The path that the panel shows: the chosen one, or the first while none of this scene is chosen."""
    found = scene_paths(scene)
    chosen = scene.volant.active_path
    return chosen if chosen in found else found[0] if found else None


def goals_of(start: bpy.types.Object) -> list[bpy.types.Object]:
    """The goals of a path that still exist, in their order."""
    named = [goal.object for goal in start.volant.path.goals]
    return [goal for goal in named if goal is not None and not is_deleted(goal)]


def is_deleted(goal: bpy.types.Object) -> bool:
    """Whether an artist has deleted a goal: as long as a path names it Blender keeps it, but in no scene."""
    return goal.library is None and not any(scene.objects.get(goal.name) == goal for scene in bpy.data.scenes)


def place_of(end: bpy.types.Object) -> Corner:
    """Where a start or goal is, world."""
    x, y, z = end.matrix_world.translation
    return x, y, z


def path_config(start: bpy.types.Object) -> navcore.PathConfig:
    """What a path's settings ask of `navcore.find_path`; the one place that converts them."""
    settings = start.volant.path
    if settings.method == "BEST":
        return navcore.PathConfig(refine=settings.shape)
    return navcore.PathConfig(algorithm=settings.method, h=1.0, refine=settings.shape)


def add_path(
    context: bpy.types.Context, volume: bpy.types.Object, size: float
) -> tuple[bpy.types.Object, bpy.types.Object]:
    """A new path through a volume, from one place in free space to another; the active one of the scene."""
    begin, end = (_free_place(volume, share) for share in (_FROM, _TO))
    start = add_empty(context, "Path", "ARROWS", 2.0 * size, begin)
    start.volant.role = "PATH"
    settings = start.volant.path
    settings.volume = volume
    roles.forget()
    settings.color = _COLORS[(len(scene_paths(context.scene)) - 1) % len(_COLORS)]
    settings.agent_radius = 2.0 * volume.volant.volume.agent_radius
    goal = _add_goal(context, start, size, end)
    context.scene.volant.active_path = start
    return start, goal


def add_goal(context: bpy.types.Context, start: bpy.types.Object, size: float) -> bpy.types.Object:
    """One more goal for a path, beside its last one."""
    ends = [*goals_of(start), start]
    x, y, z = place_of(ends[-2] if len(ends) > 1 else start)
    return _add_goal(context, start, size, (x + 4.0 * size, y, z))


def _add_goal(context: bpy.types.Context, start: bpy.types.Object, size: float, place: Corner) -> bpy.types.Object:
    goal = add_empty(context, f"{start.name} Goal", "SPHERE", size, place)
    start.volant.path.goals.add().object = goal
    return goal


def _free_place(volume: bpy.types.Object, share: np.ndarray) -> Corner:
    """The middle of a cell near a place in a volume's box, on its largest island; the place itself before a bake."""
    low, high = (np.array(corner) for corner in volumes.world_box(volume))
    place = low + share * (high - low)
    nav = volumes.stored_bake(volume)
    if nav is not None and len(nav.cells):
        boxes = nav.boxes()
        sizes = (boxes[:, 1] - boxes[:, 0]).prod(axis=1)
        largest = np.bincount(nav.components, weights=sizes).argmax()
        middles = boxes[nav.components == largest].mean(axis=1)
        place = middles[((middles - place) ** 2).sum(axis=1).argmin()]
    x, y, z = place.tolist()
    return x, y, z


def remove_path(scene: bpy.types.Scene, start: bpy.types.Object) -> None:
    """Delete a path's start, and the goals that are nothing but its goals."""
    shared = {goal.session_uid for other in scene_paths(scene) if other != start for goal in goals_of(other)}
    own = [goal for goal in goals_of(start) if goal.type == "EMPTY" and goal.session_uid not in shared]
    left = [other for other in scene_paths(scene) if other != start]
    scene.volant.active_path = left[0] if left else None
    for empty in {*own, start}:
        bpy.data.objects.remove(empty)
    roles.forget()


def path_of(scene: bpy.types.Scene, end: bpy.types.Object) -> bpy.types.Object | None:
    """The path that an object is the start or a goal of."""
    if end.volant.role == "PATH":
        return end
    return next((start for start in scene_paths(scene) if end in goals_of(start)), None)
