# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The second process as Blender sees it: a Python that runs `child`.

Everything that travels does so through files in a folder of its own, which can be looked at without waiting on every
system; the process's stdin carries single lines to it, and by its end tells it that Blender is gone.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import bpy

from ... import navcore
from .serving import NO_ROOM, OUT_OF_MEMORY

NO_MEMORY = "there is not enough memory; use a larger voxel or a smaller box, or close other programs"
#: Seconds that a process may take to start, on a busy machine.
_PATIENCE = 60.0
#: Bytes of what a crashed process has said that are told: the last ones say why.
_LAST_WORDS = 1 << 14
_CHILD = Path(__file__).with_name("child.py")
#: No console window on Windows.
_FLAGS = subprocess.CREATE_NO_WINDOW if sys.platform == "win32" else 0


class WorkLost(navcore.NavError):
    """Work ended before it had an answer: out of memory, crashed, or killed."""


class Process:
    """A running Python for one task after the other. `OSError` when it cannot be started."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="volant-", dir=bpy.app.tempdir))
        self._number, self._unfinished = 0, b""
        self._is_ready, self._started = False, time.monotonic()
        command = [sys.executable or "", *bpy.app.python_args, str(_CHILD), str(self.folder)]
        with ExitStack() as undone:
            undone.callback(shutil.rmtree, self.folder, ignore_errors=True)
            with (self.folder / "out").open("ab") as out, (self.folder / "err").open("ab") as err:
                self._out = undone.enter_context((self.folder / "out").open("rb"))
                # The last thing that can fail, so that no process is left.
                self._popen = subprocess.Popen(  # noqa: S603 (Blender's own Python with our own program)
                    command, bufsize=0, stdin=subprocess.PIPE, stdout=out, stderr=err, creationflags=_FLAGS
                )
            undone.pop_all()

    @property
    def is_alive(self) -> bool:
        return self._popen.poll() is None

    def is_ready(self) -> bool:
        """Whether it can be asked; `OSError` when that will never be."""
        if not self._is_ready:
            is_alive = self.is_alive and time.monotonic() - self._started < _PATIENCE
            try:
                heard = self.hear()
            except ValueError as error:
                raise OSError(f"{sys.executable} is no Python") from error
            self._is_ready = heard == [["hello"]]
            if not self._is_ready and (heard or not is_alive):
                raise OSError(f"{sys.executable} does not run Volant")
        return self._is_ready

    @property
    def asked(self) -> Path:
        """Where the question of the next task goes."""
        return self.folder / f"{self._number}.asked"

    @property
    def answered(self) -> Path:
        return self.folder / f"{self._number}.answered"

    def ask(self, task: str) -> None:
        """Have it work on a task, whose question is written; `WorkLost` when it is dead."""
        if not self.is_alive:
            raise self.last_words()
        assert self._popen.stdin is not None, "it is a pipe"
        # Whoever listens for the answer finds out that it has died just now.
        with suppress(OSError):
            self._popen.stdin.write(f"{self._number} {task}\n".encode("ascii"))

    def hear(self) -> list[list[Any]]:
        """What it has said since the last time, as `serving` speaks; `ValueError` when it is something else."""
        *lines, self._unfinished = (self._unfinished + self._out.read()).split(b"\n")
        return [json.loads(line) for line in lines]

    def cancel(self) -> None:
        """Ask it to stop working on its task."""
        # Where no file can be made it is not asked, and ended a little later.
        with suppress(OSError):
            (self.folder / f"{self._number}.cancelled").touch()

    def tidy(self) -> None:
        """Its task is over: remove what travelled."""
        for file in self.folder.glob(f"{self._number}.*"):
            # It is in nobody's way, and goes with the folder.
            with suppress(OSError):
                file.unlink()
        self._number += 1

    def last_words(self) -> WorkLost:
        """Why it is dead."""
        code = self._popen.wait()
        if code == OUT_OF_MEMORY:
            return WorkLost(NO_MEMORY)
        if code == -signal.SIGTERM or (sys.platform != "win32" and code == -signal.SIGKILL):
            return WorkLost(
                "the process that worked on it was ended from outside, as systems do when memory runs out; "
                "use a larger voxel or a smaller box, or close other programs"
            )
        with (self.folder / "err").open("rb") as err:
            err.seek(max(err.seek(0, os.SEEK_END) - _LAST_WORDS, 0))
            said = err.read().decode("utf-8", errors="replace").strip()
        last = said.splitlines()[-1] if said else f"exit code {code}"
        if code == NO_ROOM:
            folder = self.folder.parent
            return WorkLost(f"the temporary folder {folder} cannot be written ({last}); make room there and try again")
        # Where Python's own tracebacks go.
        sys.stderr.write(f"{said}\n")
        return WorkLost(f"the process that worked on it crashed ({last}); try again, and tell us if it stays so")

    def end(self) -> None:
        """End it at once, and leave nothing behind."""
        self._popen.kill()
        self._popen.wait()
        assert self._popen.stdin is not None, "it is a pipe"
        self._popen.stdin.close()
        self._out.close()
        shutil.rmtree(self.folder, ignore_errors=True)
