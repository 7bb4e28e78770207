# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Application handlers and timers: what Volant remembers follows what happens in Blender."""

from __future__ import annotations

import time
from typing import Any

import bpy
from bpy.app.handlers import persistent

from . import leaks, overlay, paths, preview, property_callbacks, roles, status, survey, volumes
from .jobs import process, under_way

#: Seconds without a change after which sources are looked at.
_REST = 0.3

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
    if any(isinstance(update.id, bpy.types.Scene | bpy.types.Collection) for update in depsgraph.updates):
        roles.forget()
        _let_go(scene)
    _adopt_active(scene, depsgraph.view_layer)
    preview.follow(scene)
    if scene.session_uid != _scene[0]:
        # It may have changed while another one was shown.
        _scene[0] = scene.session_uid
        touched = True
    if touched:
        _look_later()


@persistent
def frame_changed(scene: bpy.types.Scene, _depsgraph: bpy.types.Depsgraph) -> None:
    """Animated starts and goals have moved."""
    preview.follow(scene)


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
    status.refresh(context.scene, context.evaluated_depsgraph_get())
    preview.follow(context.scene)
    property_callbacks.redraw(None, context)


def _look_later() -> None:
    _changed_at[0] = time.perf_counter()
    if not bpy.app.background and not bpy.app.timers.is_registered(_look):
        bpy.app.timers.register(_look, first_interval=_REST)


def _look() -> float | None:
    """Timer: once nothing changes any more, look at what the panels tell."""
    if time.perf_counter() - _changed_at[0] < _REST:
        return _REST
    seen = set()
    for window in bpy.context.window_manager.windows:
        if window.scene.session_uid not in seen:
            seen.add(window.scene.session_uid)
            status.refresh(window.scene, window.view_layer.depsgraph)
    property_callbacks.redraw(None, bpy.context)
    return None


def forget() -> None:
    """Drop everything derived from the .blend's data."""
    preview.forget()
    leaks.forget()
    status.forget()
    survey.forget_facts()
    roles.forget()
    volumes.forget_decoded()
    overlay.forget_batches()
    _active[0] = _scene[0] = 0


def _lists() -> tuple[tuple[list[Any], Any], ...]:
    lists = bpy.app.handlers
    return (
        (lists.load_post, loaded),
        (lists.undo_post, time_travelled),
        (lists.redo_post, time_travelled),
        (lists.depsgraph_update_post, updated),
        (lists.frame_change_post, frame_changed),
    )


def register() -> None:
    for handlers, handler in _lists():
        if handler not in handlers:
            handlers.append(handler)
    property_callbacks.path_listeners[:] = [preview.follow]
    property_callbacks.role_listeners[:] = [roles.forget]
    _look_later()


def unregister() -> None:
    property_callbacks.path_listeners.clear()
    property_callbacks.role_listeners.clear()
    for handlers, handler in _lists():
        if handler in handlers:
            handlers.remove(handler)
    if bpy.app.timers.is_registered(_look):
        bpy.app.timers.unregister(_look)
    under_way.end()
    process.end_idle()
    forget()
