# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives Blender's window the way a hand would: mouse, keys, and looking at the picture.

    blender --enable-event-simulate --python drive.py -- SCENARIO --output DIR --sample FILE [--watchdog SECONDS]

A scenario is a module in `scenarios/` with a generator `steps(driver, options)`. Blender only handles events
and redraws between two calls of a timer, so each bare `yield` lets it do so once; helpers that need such pauses
are generators too and are called with `yield from`. Any exception fails the run.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import os
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TypeVar

import bpy

Answer = TypeVar("Answer")
#: What a step that gives an answer is; a `yield` in it lets Blender handle events and draw.
Steps = Generator[None, None, Answer]
#: Window coordinates in pixels from the lower left.
Point = tuple[int, int]

#: Seconds between two steps. Shorter ones outrun software rendering.
_TICK = 0.05
#: Steps a change of layout needs until regions have their new place and panels their categories.
_SETTLING = 10
#: Vertical distance of two probes, in pixels: half of the lowest button at a UI scale of 1.
_PROBE = 10


class Driver:
    """Hands, eyes and patience for scenarios. Coordinates are pixels from the window's lower left."""

    def __init__(self, output: Path) -> None:
        self.output = output

    # Places in the window. They are looked up each time, because loading a file replaces them all.

    @property
    def window(self) -> bpy.types.Window:
        return bpy.context.window_manager.windows[0]

    @property
    def viewport(self) -> bpy.types.Area:
        """The largest 3D viewport."""
        areas = [area for area in self.window.screen.areas if area.type == "VIEW_3D"]
        assert areas, "the window shows no 3D viewport"
        return max(areas, key=lambda area: area.width * area.height)

    def region(self, kind: str) -> bpy.types.Region:
        """The viewport's region of a kind, such as "UI" for the sidebar."""
        return next(region for region in self.viewport.regions if region.type == kind)

    # Hands.

    def move(self, x: int, y: int) -> Steps[None]:
        """Move the mouse. The second event makes Blender notice what the first one put under the mouse."""
        for nudge in (1, 0):
            self.window.event_simulate(type="MOUSEMOVE", value="NOTHING", x=x + nudge, y=y)
        yield

    def click(self, x: int, y: int) -> Steps[None]:
        """Press and release the left button."""
        yield from self.move(x, y)
        for value in ("PRESS", "RELEASE"):
            self.window.event_simulate(type="LEFTMOUSE", value=value, x=x, y=y)
            yield
        yield from self.settle()

    def press(self, key: str, x: int, y: int, **modifiers: bool) -> Steps[None]:
        """Press and release a key, by Blender's name such as "N" or "ESC", with the mouse at a place."""
        yield from self.move(x, y)
        for value in ("PRESS", "RELEASE"):
            self.window.event_simulate(type=key, value=value, x=x, y=y, **modifiers)
            yield
        yield from self.settle()

    def click_button(self, operator: str) -> Steps[None]:
        """Click the sidebar's button for an operator such as "volant.bake"."""
        place = yield from self.find_button(operator)
        yield from self.click(*place)

    # Patience.

    def settle(self) -> Steps[None]:
        """Let Blender lay out and draw."""
        for area in self.window.screen.areas:
            area.tag_redraw()
        for _ in range(_SETTLING):
            yield

    def wait_until(self, predicate: Callable[[], object], what: str, seconds: float = 60.0) -> Steps[None]:
        """Wait for a predicate to hold; `what` names it in the failure."""
        end = time.monotonic() + seconds
        while not predicate():
            assert time.monotonic() < end, f"waited {seconds:.0f} s in vain until {what}"
            yield

    # Eyes.

    def open_sidebar_tab(self, name: str) -> Steps[None]:
        """Show the viewport's sidebar with one tab in front."""
        self.viewport.spaces.active.show_region_ui = True
        # The sidebar knows its tabs only after it was drawn once.
        yield from self.settle()
        self.region("UI").active_panel_category = name
        yield from self.settle()
        chosen = self.region("UI").active_panel_category
        assert chosen == name, f"the sidebar shows the tab {chosen}, not {name}"

    def find_button(self, operator: str) -> Steps[Point]:
        """The middle of the sidebar's button for an operator, found by hovering down the sidebar."""
        seen: list[str] = []
        hits: list[Point] = []
        for x, y in self._probes():
            yield from self.move(x, y)
            command = self._command_under_mouse()
            if command.startswith(f"bpy.ops.{operator}("):
                hits.append((x, y))
            elif hits:
                break
            elif command and command not in seen:
                seen.append(command)
        assert hits, f"the sidebar has no button for {operator}; it has {', '.join(seen) or 'none at all'}"
        return hits[len(hits) // 2]

    def _probes(self) -> Iterator[Point]:
        """Places to hover over, from the top down: the middle first, then narrow buttons at both sides."""
        region = self.region("UI")
        for share in (0.45, 0.85, 0.1, 0.7, 0.25):
            for y in range(region.y + region.height - _PROBE, region.y, -_PROBE):
                yield region.x + int(share * region.width), y

    def _command_under_mouse(self) -> str:
        """The Python call of the button under the mouse, as Blender's own Copy Python Command gives it."""
        manager = bpy.context.window_manager
        manager.clipboard = ""
        with bpy.context.temp_override(window=self.window, area=self.viewport, region=self.region("UI")):
            if bpy.ops.ui.copy_python_command_button.poll():
                bpy.ops.ui.copy_python_command_button()
        return manager.clipboard

    def screenshot(self, name: str) -> Steps[Path]:
        """Save what the screen shows, as `name`.png. Blender's own screenshot is black in software rendering."""
        yield from self.settle()
        return take_picture(self.output / f"{name}.png")

    def differing_pixels(self, one: Path, other: Path) -> int:
        """How many pixels of the viewport proper, away from its other regions, differ in two screenshots."""
        area, side = self.viewport, self.region("UI")
        left, right = area.x + area.width // 4, side.x if side.width > 1 else area.x + area.width
        crop = f"[{right - left}x{area.height // 2}+{left}+{self.window.height - area.y - 3 * area.height // 4}]"
        # Not `compare`: its count means something else in every version.
        difference = ["convert", f"{one}{crop}", f"{other}{crop}", "-compose", "difference", "-composite"]
        count = ["-colorspace", "gray", "-threshold", "2%", "-format", "%[fx:mean*w*h]", "info:"]
        answer = subprocess.run([*difference, *count], capture_output=True, text=True, check=True, timeout=60)
        return round(float(answer.stdout))


def take_picture(path: Path) -> Path:
    """Save what the X server's screen shows."""
    subprocess.run(["import", "-window", "root", str(path)], check=True, timeout=60)
    print(f"screenshot {path.name}", flush=True)
    return path


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
    """End Blender after a time, even while it hangs: so from a thread, and without bpy."""

    def end() -> None:
        faulthandler.dump_traceback(all_threads=True)
        try:
            take_picture(output / "failure.png")
        finally:
            _end(output, f"FAIL not finished after {seconds:.0f} s", 3)

    watchdog = threading.Timer(seconds, end)
    watchdog.daemon = True
    watchdog.start()


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
        return _TICK

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
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    scenario = importlib.import_module(f"scenarios.{options.scenario}")
    yield from scenario.steps(Driver(options.output), options)


if __name__ == "__main__":
    main(sys.argv[sys.argv.index("--") + 1 :])
