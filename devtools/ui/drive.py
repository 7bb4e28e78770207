# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives Blender's window the way a hand would: mouse, keys, and looking at the picture.

    blender --enable-event-simulate --python drive.py -- SCENARIO --output DIR --sample FILE [--watchdog SECONDS]

A scenario is a module in `tests/window/` with a generator `steps(driver, options)`. Blender only handles events
and redraws between two calls of a timer, so each bare `yield` lets it do so once; helpers that need such pauses
are generators too and are called with `yield from`. Any exception fails the run.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import bpy

if TYPE_CHECKING:
    from .driver import TICK, Driver, Steps, take_picture
else:
    # Blender runs this file by itself, outside of any package.
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from driver import TICK, Driver, take_picture


def _end(output: Path, verdict: str, code: int) -> None:
    """Leave a verdict and end Blender at once, whatever state it is in."""
    print(verdict, flush=True)
    (output / "verdict.txt").write_text(f"{verdict}\n", encoding="utf-8")
    sys.stderr.flush()
    os._exit(code)


def _quit(output: Path, verdict: str) -> None:
    """Leave a verdict and quit as an artist would, so that a crash on the way out still gives a bad exit code."""
    print(verdict, flush=True)
    (output / "verdict.txt").write_text(f"{verdict}\n", encoding="utf-8")
    with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
        bpy.ops.wm.quit_blender()


def _watch(output: Path, seconds: float) -> None:
    """End Blender after a time, even while it hangs.

    So from a process of its own, and not from a thread, because scenarios make sure that Blender has but one.
    """
    verdict = f"FAIL not finished after {seconds:.0f} s"
    script = (
        'sleep "$1"; import -window root "$2/failure.png"; kill -USR1 "$3"; sleep 1; '
        'echo "$4" | tee "$2/verdict.txt"; kill -KILL "$3"'
    )
    # Where Blender hangs.
    faulthandler.register(signal.SIGUSR1, all_threads=True)
    # Ended by the scenario's namespace, which ends with Blender.
    subprocess.Popen(["sh", "-c", script, "sh", str(seconds), str(output), str(os.getpid()), verdict])


def _drive(steps: Iterator[None], name: str, output: Path) -> None:
    """Take one step a tick until there is none left."""

    def step() -> float | None:
        try:
            next(steps)
        except StopIteration:
            _quit(output, f"PASS {name}")
            return None
        except BaseException as error:  # noqa: BLE001 (an exception leaving a timer would only stop the timer)
            traceback.print_exc()
            try:
                take_picture(output / "failure.png")
            finally:
                _end(output, f"FAIL {name}: {type(error).__name__}: {error}", 1)
        return TICK

    # Persistent, because scenarios load files. The first tick waits for the window to be drawn.
    bpy.app.timers.register(step, first_interval=1.0, persistent=True)


def main(arguments: list[str]) -> None:
    """Start a scenario; it runs when Blender's main loop does."""
    parser = argparse.ArgumentParser(prog="drive.py")
    parser.add_argument("scenario")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--sample", type=Path, required=True)
    parser.add_argument("--watchdog", type=float, default=180.0)
    options = parser.parse_args(arguments)
    options.output.mkdir(parents=True, exist_ok=True)
    print(f"Blender {bpy.app.version_string}", flush=True)
    _watch(options.output, options.watchdog)
    bpy.context.preferences.view.show_splash = False
    _drive(_steps(options), options.scenario, options.output)


def _steps(options: argparse.Namespace) -> Steps[None]:
    """The scenario's steps. Importing it is the first, so that a broken one fails like any other."""
    scenario = importlib.import_module(f"window.{options.scenario}")
    yield from scenario.steps(Driver(options.output), options)


if __name__ == "__main__":
    main(sys.argv[sys.argv.index("--") + 1 :])
