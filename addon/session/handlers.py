# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Application handlers and timers: what Volant remembers follows what happens in Blender."""

from __future__ import annotations

import time
from typing import Any

import bpy
from bpy.app.handlers import persistent

from ..objects import paths, volumes
from ..properties import callbacks
from ..scene import survey
from . import current, older_files, session

#: Seconds without a change after which sources are looked at.
_REST = 0.3
#: Seconds between two looks at what scripts may have set, and how many times as long as such a look they are at least.
_WATCH, _WATCH_SHARE = 0.25, 50.0


@persistent
def loaded(*_arguments: object) -> None:
    """Another file is open."""
    session.renew()
    # Nothing has its place in the world yet.
    bpy.context.view_layer.update()
    for scene in bpy.data.scenes:
        older_files.upgrade(scene)
        current().boxes.keep_apart(scene)
    current().cut.follow()
    current().preview.follow(bpy.context.scene)
    _look_later()


@persistent
def time_travelled(*_arguments: object) -> None:
    """Undo and redo may have changed everything, but mostly change little."""
    current().bakes.verify_again()
    current().meshes.forget_all()
    current().moving.forget_all()
    current().roles.forget()
    current().cut.follow()
    current().preview.follow(bpy.context.scene)
    current().live_updates.look_soon()
    _look_later()


@persistent
def about_to_save(*_arguments: object) -> None:
    """A file is for Blenders without Volant, too: none of its viewports may be cut."""
    current().cut.mend()
    current().live_updates.pack_now()


@persistent
def saved(*_arguments: object) -> None:
    """Or not saved: a disk may be full."""
    current().cut.follow()


@persistent
def updated(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    """Something in a scene has changed."""
    if depsgraph.mode == "RENDER":
        return
    touched = survey.forget_changed(depsgraph)
    current().status.mark_touched(scene, touched)
    current().moving.mark_touched(touched)
    is_other = touched.is_any
    has_other_objects = any(
        isinstance(update.id, bpy.types.Scene | bpy.types.Collection) for update in depsgraph.updates
    )
    if has_other_objects:
        current().roles.forget()
        current().moving.look_again()
        current().boxes.keep_apart(scene)
        _let_go(scene)
    _adopt_active(scene, depsgraph.view_layer)
    current().preview.follow(scene)
    if scene.session_uid != current().watched.scene:
        # It may have changed while another one was shown.
        current().watched.scene = scene.session_uid
        is_other = True
    if has_other_objects or current().status.concerns(scene, touched):
        current().live_updates.look_soon()
    if is_other:
        _look_later()


@persistent
def frame_changed(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    """Animated starts, goals and sources have moved; Blender tells of them in no other way."""
    if depsgraph.mode == "RENDER":
        return
    touched = survey.forget_changed(depsgraph)
    current().status.mark_touched(scene, touched)
    current().moving.mark_touched(touched)
    current().preview.follow(scene)
    if current().status.concerns(scene, touched):
        current().live_updates.look_soon()
    # Also when nothing moved: the panel tells which frame a bake was made at.
    _look_later()


@persistent
def playback_ended(*_arguments: object) -> None:
    """What was not looked at while the animation played is looked at now."""
    _look_later()


def _let_go(scene: bpy.types.Scene) -> None:
    """A volume that was deleted, or that a copied scene left behind, gives way to another one of the scene."""
    settings = scene.volant
    if settings.active_volume is not None and not current().roles.is_in(scene, settings.active_volume):
        left = volumes.scene_volumes(scene)
        settings.active_volume = left[0] if left else None


def _adopt_active(scene: bpy.types.Scene, view_layer: bpy.types.ViewLayer) -> None:
    """A volume, a path or a goal that was just made the active object is what the panel shows."""
    active = view_layer.objects.active
    uid = active.session_uid if active else 0
    if uid == current().watched.active:
        return
    current().watched.active = uid
    if active is None:
        return
    settings = scene.volant
    if active.volant.role == "VOLUME" and settings.active_volume != active:
        settings.active_volume = active
    start = paths.path_of(scene, active)
    if start is not None and settings.active_path != start:
        settings.active_path = start


def redraw_panels() -> None:
    """Have the sidebars of all viewports drawn again, and nothing else."""
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                for region in area.regions:
                    if region.type == "UI":
                        region.tag_redraw()


def refresh_now(context: bpy.types.Context) -> None:
    """An operator has changed something: look at once."""
    current().roles.forget()
    current().moving.look_again()
    # A script may have set one just before.
    current().bakes.verify_again()
    current().status.refresh(context.scene, context.evaluated_depsgraph_get())
    current().preview.follow(context.scene)
    current().watched.note(context.scene)
    callbacks.redraw(None, context)


def _look_later() -> None:
    current().timer.call(_look, _REST)


def _look() -> float | None:
    """Timer: once nothing changes any more, look at what the panels tell. Not while an animation plays: to look at
    many triangles takes longer than a frame may."""
    if any(window.screen.is_animation_playing for window in bpy.context.window_manager.windows):
        return _REST
    for window in _one_for_each_scene():
        current().status.refresh(window.scene, window.view_layer.depsgraph)
    callbacks.redraw(None, bpy.context)
    return None


def _watch() -> float:
    """Timer: see what scripts, drivers and animation have set, because Blender tells nobody of it."""
    began = time.perf_counter()
    for window in _one_for_each_scene():
        scene = window.scene
        if current().watched.has_changed(scene):
            current().roles.forget()
            current().moving.look_again()
            # Bakes are properties, too.
            current().bakes.verify_again()
            _look_later()
            callbacks.redraw(None, bpy.context)
        if current().preview.follow(scene):
            callbacks.redraw(None, bpy.context)
    # Bakes, windows and viewports come and go.
    current().cut.follow()
    return max(_WATCH, _WATCH_SHARE * (time.perf_counter() - began))


def _one_for_each_scene() -> list[bpy.types.Window]:
    """A window of each scene that is shown."""
    return list({window.scene.session_uid: window for window in bpy.context.window_manager.windows}.values())


def _lists() -> tuple[tuple[list[Any], Any], ...]:
    lists = bpy.app.handlers
    return (
        (lists.load_post, loaded),
        (lists.save_pre, about_to_save),
        (lists.save_post, saved),
        (lists.save_post_fail, saved),
        (lists.undo_post, time_travelled),
        (lists.redo_post, time_travelled),
        (lists.depsgraph_update_post, updated),
        (lists.frame_change_post, frame_changed),
        (lists.animation_playback_post, playback_ended),
    )


def register() -> None:
    for handlers, handler in _lists():
        if handler not in handlers:
            handlers.append(handler)
    _look_later()
    current().timer.call(_watch, _WATCH)


def unregister() -> None:
    for handlers, handler in _lists():
        if handler in handlers:
            handlers.remove(handler)
