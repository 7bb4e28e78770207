# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Has the bakes of live volumes follow their sources: updated a moment after the last change, packed when all rests.

Cells and paths are shown as soon as they are known. Their file takes longer, and is made by another process once
nothing changes any more; whoever saves the .blend before that waits for it.
"""

from __future__ import annotations

import bpy

from ... import navcore
from ...navcore.progress import run
from ..jobs import tasks
from ..jobs.work import Work
from ..objects import volumes
from ..properties.callbacks import redraw
from . import current
from .status import problem_of
from .updating import Updating, updatable

#: Seconds without a change after which what has changed is baked, and after which it is packed; seconds between two
#: looks while something else has its turn.
_REST, _LONG_REST, _WAIT = 0.05, 1.0, 0.3
#: For how many seconds at a time Blender's thread is taken, and between two looks at what another process does.
_SLICE, _TICK = 0.016, 0.05


class LiveUpdates:
    """At most one update and one packing under way."""

    def __init__(self) -> None:
        #: How often something may have changed, how often it had at the last look, and who is to be looked at since.
        self._changes = self._seen = 0
        self._waiting: list[int] = []
        #: Whose update is under way, and how often something had changed when it began.
        self._updating: tuple[int, Updating, int] | None = None
        self._packing: tuple[int, navcore.Navigation, Work] | None = None

    def look_soon(self) -> None:
        """Something may have changed."""
        self._changes += 1
        current().timer.call(self._look, _REST)

    def finish(self) -> None:
        """Do all that is due at once, however long it takes."""
        for volume in _live_volumes():
            self.update_now(volume)
        self.pack_now()

    def update_now(self, volume: bpy.types.Object) -> None:
        """Have a volume show what has changed."""
        self._begin(volume)
        while self._updating is not None:
            self._go_on()

    def pack_now(self) -> None:
        """Have the .blend hold what is shown."""
        self._stop_packing()
        for volume in _unpacked():
            held = current().bakes.require_whole(volume)
            self._store(volume, held, run(tasks.pack({"held": tasks.held_values(held)})))

    def close(self) -> None:
        """Stop what is under way."""
        self._updating = None
        self._stop_packing()

    def _look(self) -> float | None:
        """Timer: begin with one volume after the other."""
        if self._updating is not None:
            return _REST
        if _is_busy():
            return _WAIT
        live = {volume.session_uid: volume for volume in _live_volumes()}
        if self._seen != self._changes:
            self._seen, self._waiting = self._changes, list(live)
        while self._waiting:
            volume = live.get(self._waiting.pop(0))
            if volume is not None and self._begin(volume):
                return _REST
        return None

    def _begin(self, volume: bpy.types.Object) -> bool:
        scene = _scene_of(volume)
        try:
            remembered = updatable(scene, volume)
        except navcore.NavError:
            # The panel tells what is wrong with its settings.
            return False
        if remembered is None:
            return False
        layer = next((one.view_layer for one in bpy.context.window_manager.windows if one.scene == scene), None)
        updating = Updating(scene, layer or scene.view_layers[0], volume, remembered)
        self._updating = (volume.session_uid, updating, self._changes)
        current().timer.call(self._go_on, 0.0)
        return True

    def _go_on(self) -> float | None:
        """Timer: a slice of an update."""
        assert self._updating is not None, "called while there is one"
        # Away first, so that one that fails is not tried for ever.
        begun, self._updating = self._updating, None
        uid, updating, changes = begun
        try:
            if not updating.advance(_SLICE):
                self._updating = begun
                return 0.0
        except navcore.NavError as error:
            self._tell(uid, error)
            return None
        # Also where nothing had to be done, because what was broken is as it was before.
        if current().status.problems.pop(uid, None) is not None:
            redraw(None, bpy.context)
        volume = volumes.find(uid)
        if volume is not None and updating.nav is not None:
            scene = _scene_of(volume)
            current().bakes.show(volume, updating.nav, updating.sources.pack())
            volume.volant.volume.baked_seconds = updating.seconds
            if changes == self._changes:
                current().status.mark_fresh(scene, volume, updating.sources)
            current().preview.follow(scene)
            redraw(None, bpy.context)
            current().timer.call(self._refresh, _WAIT)
            current().timer.call(self._pack, _LONG_REST)
        return None

    def _refresh(self) -> None:
        """Timer: have the panels tell of what is shown by now."""
        for window in bpy.context.window_manager.windows:
            current().status.refresh(window.scene, window.view_layer.depsgraph)
        redraw(None, bpy.context)

    def _tell(self, uid: int, error: navcore.NavError) -> None:
        volume = volumes.find(uid)
        # A deleted one may live on, because something still points to it.
        if volume is not None and volume.users_scene:
            scene = _scene_of(volume)
            markers = volumes.named_markers(scene, volume)
            current().status.problems[uid] = problem_of(scene, volume.name, markers, error)
            redraw(None, bpy.context)

    def _pack(self) -> float | None:
        """Timer: pack what rests, in another process."""
        if self._packing is None:
            waiting = _unpacked()
            if not waiting:
                return None
            held = current().bakes.require_whole(waiting[0])
            self._packing = (waiting[0].session_uid, held, Work("pack", {"held": tasks.held_values(held)}))
        uid, held, work = self._packing
        try:
            if not work.advance(_SLICE):
                return _TICK if work.waits else 0.0
        except navcore.NavError as error:
            self._stop_packing()
            self._tell(uid, error)
            return None
        self._packing = None
        volume = volumes.find(uid)
        # It may have changed again meanwhile, and will be packed then.
        if volume is not None and current().bakes.whole(volume) is held:
            self._store(volume, held, work.answer)
        return _LONG_REST if _unpacked() else None

    def _store(self, volume: bpy.types.Object, held: navcore.Navigation, answer: tasks.Values) -> None:
        volume.volant.volume.baked_from = current().bakes.baked_from(volume)
        current().bakes.store(volume, held, answer["packed"])

    def _stop_packing(self) -> None:
        if self._packing is not None:
            self._packing[2].close()
            self._packing = None


def _is_busy() -> bool:
    """Whether something else has its turn: a bake, an animation that plays, or edits that are not written back yet."""
    is_playing = any(window.screen.is_animation_playing for window in bpy.context.window_manager.windows)
    return is_playing or current().job is not None or bpy.context.mode.startswith("EDIT")


def _live_volumes() -> list[bpy.types.Object]:
    """The volumes of the scenes that are shown that follow their sources."""
    scenes = {window.scene for window in bpy.context.window_manager.windows} or {bpy.context.scene}
    return [volume for scene in scenes for volume in volumes.local_volumes(scene) if volume.volant.volume.live]


def _scene_of(volume: bpy.types.Object) -> bpy.types.Scene:
    """The scene that a volume is seen in."""
    shown = [window.scene for window in bpy.context.window_manager.windows if window.scene in volume.users_scene]
    return (shown or volume.users_scene)[0]


def _unpacked() -> list[bpy.types.Object]:
    """The volumes of which the .blend has an older bake than is shown."""
    found = (volume for scene in bpy.data.scenes for volume in volumes.local_volumes(scene))
    return [volume for volume in found if current().bakes.is_unpacked(volume)]
