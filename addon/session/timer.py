# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls functions later, all by one timer of Blender's."""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable
from typing import TypeAlias

import bpy

#: Returns after how many seconds it is called again; None for never.
Task: TypeAlias = Callable[[], float | None]


class Timer:
    """Functions and when each of them is due.

    Without a window nothing is ever due: there is nobody to keep waiting, so whoever needs something does it at once.
    """

    def __init__(self) -> None:
        self._due: dict[Task, float] = {}
        #: When Blender calls next. It calls this one object, because it tells functions apart by identity.
        self._next = math.inf
        self._called = self._call_due

    def call(self, task: Task, seconds: float) -> None:
        """Call a function once, so many seconds from now. If it was to be called already, it is called then instead: as
        long as somebody asks again and again, it rests."""
        if bpy.app.background:
            return
        self._due[task] = time.monotonic() + seconds
        self._tell_blender()

    def drop(self, task: Task) -> None:
        """Do not call a function after all."""
        self._due.pop(task, None)

    def close(self) -> None:
        """Call nothing any more."""
        self._due.clear()
        if bpy.app.timers.is_registered(self._called):
            bpy.app.timers.unregister(self._called)

    def _tell_blender(self) -> None:
        """Have Blender call no later than something is due; it may call too early."""
        first = min(self._due.values())
        is_registered = bpy.app.timers.is_registered(self._called)
        if is_registered and self._next <= first:
            return
        if is_registered:
            bpy.app.timers.unregister(self._called)
        self._next = first
        bpy.app.timers.register(self._called, first_interval=max(first - time.monotonic(), 0.0), persistent=True)

    def _call_due(self) -> float | None:
        """Timer: call what is due, and tell when to come again."""
        now = time.monotonic()
        # Blender asks for the answer, whatever is called meanwhile.
        self._next = -math.inf
        for task in [task for task, due in self._due.items() if due <= now]:
            # Another one may have dropped it.
            if self._due.pop(task, None) is None:
                continue
            try:
                again = task()
            except Exception:  # noqa: BLE001 (as Blender does for timers: it is told, and not called again)
                traceback.print_exc()
                continue
            if again is not None:
                self._due.setdefault(task, time.monotonic() + again)
        if not self._due:
            return None
        self._next = min(self._due.values())
        return max(self._next - time.monotonic(), 0.0)
