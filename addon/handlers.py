# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Application handlers and timers: what Volant remembers follows what happens in Blender."""

from __future__ import annotations

import time
from typing import Any

import bpy
from bpy.app.handlers import persistent

from . import leaks, paths, preview, property_callbacks, roles, status, survey, volumes, watching
from .jobs import process, under_way
from .overlay import drawing

#: Seconds without a change after which sources are looked at.
_REST = 0.3
#: Seconds between two looks at what scripts may have set, and how many times as long as such a look they are at least.
_WATCH, _WATCH_SHARE = 0.25, 50.0

#: When something last changed, as `time.perf_counter`, which object was active then, and in which scene.
_changed_at = [0.0]
_active = [0]
_scene = [0]


@persistent
def loaded(*_arguments: object) -> None:
    """Another file is open: nothing that was known holds."""
    under_way.end()
    forget()
    # Nothing has its place in the world yet.
    bpy.context.view_layer.update()
    preview.follow(bpy.context.scene)
    _look_later()


@persistent
def time_travelled(*_arguments: object) -> None:
    """Undo and redo may have changed everything, but mostly change little."""
    volumes.verify_again()
    survey.forget_facts()
    roles.forget()
    preview.follow(bpy.context.scene)
    _look_later()


@persistent
def updated(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    """Something in a scene has changed."""
    if depsgraph.mode == "RENDER":
        return
    touched = survey.forget_changed(depsgraph)
    status.mark_touched(scene, touched)
    is_other = touched.is_any
    if any(isinstance(update.id, bpy.types.Scene | bpy.types.Collection) for update in depsgraph.updates):
        roles.forget()
        _let_go(scene)
    _adopt_active(scene, depsgraph.view_layer)
    preview.follow(scene)
    if scene.session_uid != _scene[0]:
        # It may have changed while another one was shown.
        _scene[0] = scene.session_uid
        is_other = True
    if is_other:
        _look_later()


@persistent
def frame_changed(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    """Animated starts, goals and sources have moved; Blender tells of them in no other way."""
    if depsgraph.mode == "RENDER":
        return
    status.mark_touched(scene, survey.forget_changed(depsgraph))
    preview.follow(scene)
    # Also when nothing moved: the panel tells which frame a bake was made at.
    _look_later()


@persistent
def playback_ended(*_arguments: object) -> None:
    """What was not looked at while the animation played is looked at now."""
    _look_later()


def _let_go(scene: bpy.types.Scene) -> None:
    """A volume that was deleted, or that a copied scene left behind, gives way to another one of the scene."""
    settings = scene.volant
    if settings.active_volume is not None and not roles.is_in(scene, settings.active_volume):
        left = volumes.scene_volumes(scene)
        settings.active_volume = left[0] if left else None


def _adopt_active(scene: bpy.types.Scene, view_layer: bpy.types.ViewLayer) -> None:
    """A volume, a path or a goal that was just made the active object is what the panel shows."""
    active = view_layer.objects.active
    uid = active.session_uid if active else 0
    if uid == _active[0]:
        return
    _active[0] = uid
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
    roles.forget()
    # A script may have set one just before.
    volumes.verify_again()
    status.refresh(context.scene, context.evaluated_depsgraph_get())
    preview.follow(context.scene)
    watching.note(context.scene)
    property_callbacks.redraw(None, context)


def _look_later() -> None:
    _changed_at[0] = time.perf_counter()
    if not bpy.app.background and not bpy.app.timers.is_registered(_look):
        bpy.app.timers.register(_look, first_interval=_REST)


def _look() -> float | None:
    """Timer: once nothing changes any more, look at what the panels tell. Not while an animation plays: to look at
    many triangles takes longer than a frame may."""
    windows = bpy.context.window_manager.windows
    if any(window.screen.is_animation_playing for window in windows):
        return _REST
    if time.perf_counter() - _changed_at[0] < _REST:
        return _REST
    for window in _one_for_each_scene():
        status.refresh(window.scene, window.view_layer.depsgraph)
    property_callbacks.redraw(None, bpy.context)
    return None


def _watch() -> float:
    """Timer: see what scripts, drivers and animation have set, because Blender tells nobody of it."""
    began = time.perf_counter()
    for window in _one_for_each_scene():
        scene = window.scene
        if watching.has_changed(scene):
            roles.forget()
            # Bakes are properties, too.
            volumes.verify_again()
            _look_later()
            property_callbacks.redraw(None, bpy.context)
        if preview.follow(scene):
            property_callbacks.redraw(None, bpy.context)
    return max(_WATCH, _WATCH_SHARE * (time.perf_counter() - began))


def _one_for_each_scene() -> list[bpy.types.Window]:
    """A window of each scene that is shown."""
    return list({window.scene.session_uid: window for window in bpy.context.window_manager.windows}.values())


def forget() -> None:
    """Drop everything derived from the .blend's data."""
    preview.forget()
    leaks.forget()
    status.forget()
    survey.forget_facts()
    roles.forget()
    volumes.forget_decoded()
    watching.forget()
    drawing.forget_batches()
    _active[0] = _scene[0] = 0


def _lists() -> tuple[tuple[list[Any], Any], ...]:
    lists = bpy.app.handlers
    return (
        (lists.load_post, loaded),
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
    property_callbacks.path_listeners[:] = [preview.follow]
    property_callbacks.role_listeners[:] = [roles.forget]
    _look_later()
    if not bpy.app.background:
        bpy.app.timers.register(_watch, first_interval=_WATCH, persistent=True)


def unregister() -> None:
    property_callbacks.path_listeners.clear()
    property_callbacks.role_listeners.clear()
    for handlers, handler in _lists():
        if handler in handlers:
            handlers.remove(handler)
    for timer in (_look, _watch):
        if bpy.app.timers.is_registered(timer):
            bpy.app.timers.unregister(timer)
    under_way.end()
    forget()
    # After all that may have one.
    process.end_idle()
