# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the second process does: tasks, one after the other, until Blender is gone. It never sees Blender.

Each line on stdin is `NUMBER TASK`. The question is in `NUMBER.asked` in the process's folder, and the answer goes to
`NUMBER.answered`, both in the format of `message`. Each line on stdout is JSON: `["hello"]` once it is ready,
`["progress", fraction, stage]`, and `["answered"]`. A file `NUMBER.cancelled` asks it to stop working. When Blender is
gone it removes the folder and ends. Whatever goes wrong beside `NavError`s ends it, too, with the words on stderr.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any

from ...navcore import NavError
from ...navcore.progress import run
from . import message
from .tasks import TASKS, Values

#: The exit codes that say so.
OUT_OF_MEMORY, NO_ROOM = 3, 4
#: Seconds between two lines that tell progress, and between two looks for Blender and for `cancelled`.
_PAUSE = 0.05

if sys.platform == "win32":
    import ctypes
    import msvcrt

    def _is_blender_gone() -> bool:
        """Whether nobody holds the other end of stdin. On Windows the parent's number stays when the parent is gone."""
        stdin = ctypes.c_void_p(msvcrt.get_osfhandle(0))
        return not ctypes.windll.kernel32.PeekNamedPipe(stdin, None, 0, None, None, None)

else:
    _BLENDER = os.getppid()

    def _is_blender_gone() -> bool:
        """Whether this process has another parent than in the beginning."""
        return os.getppid() != _BLENDER


def serve(folder: Path) -> int:
    """Work until Blender is gone; gives an exit code."""
    blender = _Blender(folder)
    blender.tell("hello")
    for line in sys.stdin:
        number, task = line.split()
        try:
            asked = run(message.read_steps(folder / f"{number}.asked"))
            outcome = _outcome(blender, number, task, asked)
            del asked
            has_room = _has_written(outcome, folder / f"{number}.answered")
        except (MemoryError, SystemError):
            # The second is numpy's where it finds no room for so little that it forgets to say so.
            return OUT_OF_MEMORY
        if not has_room:
            return NO_ROOM
        # It may be large, and be held for long otherwise.
        del outcome
        blender.tell("answered")
    shutil.rmtree(folder, ignore_errors=True)
    return 0


def _has_written(outcome: Values, path: Path) -> bool:
    """Write an answer; False when there is no room for it."""
    try:
        run(message.write_steps(outcome, path))
    except OSError as error:
        sys.stderr.write(f"{error.strerror}\n")
        return False
    return True


def _outcome(blender: _Blender, number: str, task: str, asked: Values) -> dict[str, Any]:
    """What a task answers, or the `NavError` that it raises, as plain values."""
    try:
        return {"answer": run(TASKS[task](asked), lambda *told: blender.follows(number, *told))}
    except NavError as error:
        return {"error": type(error).__name__, "args": error.args, "fields": vars(error)}


class _Blender:
    """The process that asks."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._told_at = 0.0
        # Nobody else may write there.
        self._out = os.fdopen(os.dup(1), "w", encoding="ascii")
        os.dup2(2, 1)

    def tell(self, *words: object) -> None:
        self._out.write(json.dumps(words) + "\n")
        self._out.flush()

    def follows(self, number: str, fraction: float, stage: str) -> bool:
        """Tell progress, though not too often; False when nobody wants the work any more."""
        now = time.monotonic()
        if now - self._told_at < _PAUSE:
            return True
        self._told_at = now
        if _is_blender_gone():
            return False
        self.tell("progress", fraction, stage)
        return not (self._folder / f"{number}.cancelled").exists()
