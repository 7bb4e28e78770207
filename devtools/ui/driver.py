# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands, eyes and patience for scenarios, in Blender's window."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import bpy
from bpy_extras.view3d_utils import location_3d_to_region_2d
from mathutils import Vector

Answer = TypeVar("Answer")
#: What a step that gives an answer is; a `yield` in it lets Blender handle events and draw.
Steps = Generator[None, None, Answer]
#: Window coordinates in pixels from the lower left.
Point = tuple[int, int]

#: Seconds between two steps. Shorter ones outrun software rendering.
TICK = 0.05
#: Characters that event types name in words.
_KEYS = {
    "0": "ZERO",
    "1": "ONE",
    "2": "TWO",
    "3": "THREE",
    "4": "FOUR",
    "5": "FIVE",
    "6": "SIX",
    "7": "SEVEN",
    "8": "EIGHT",
    "9": "NINE",
    ".": "PERIOD",
    "-": "MINUS",
    "_": "MINUS",
    "/": "SLASH",
    " ": "SPACE",
}
#: Steps a change of layout needs until regions have their new place and panels their categories.
_SETTLING = 10
#: Vertical distance of two probes, in pixels: half of the lowest button at a UI scale of 1.
_PROBE = 10
#: Where in the sidebar a sub-panel's name is, in pixels from the left.
_HEADING = 70
#: How far below a row the heading of a closed sub-panel is, and how far above a large button, in pixels.
_ROW_BELOW, _ROW_ABOVE = 26, 32
#: Colours of a picture in the guide: fewer are seen, more make it twice as large.
_COLORS = "160"


class Driver:
    """Hands, eyes and patience for scenarios. Coordinates are pixels from the window's lower left."""

    def __init__(self, output: Path) -> None:
        self.output = output
        self._mouse: Point = (0, 0)
        #: Where buttons were found last, because most stay there and looking for them takes long.
        self._known: dict[str, Point] = {}

    # Places in the window. They are looked up each time, because loading a file replaces them all.

    @property
    def window(self) -> bpy.types.Window:
        """The window in front: the newest, such as a file browser."""
        return bpy.context.window_manager.windows[-1]

    @property
    def viewport(self) -> bpy.types.Area:
        """The largest 3D viewport."""
        areas = [area for window in self._windows() for area in window.screen.areas if area.type == "VIEW_3D"]
        assert areas, "no window shows a 3D viewport"
        return max(areas, key=lambda area: area.width * area.height)

    def region(self, kind: str, area: bpy.types.Area | None = None) -> bpy.types.Region:
        """A region of an area, or of the viewport, by its kind, such as "UI" for the sidebar."""
        return next(region for region in (area or self.viewport).regions if region.type == kind)

    def area(self, kind: str) -> bpy.types.Area:
        """An area of the window in front, by its kind, such as "FILE_BROWSER"."""
        return next(area for area in self.window.screen.areas if area.type == kind)

    @property
    def middle(self) -> Point:
        """Somewhere in the viewport where nothing is in the way."""
        region = self.region("WINDOW")
        return region.x + int(0.4 * region.width), region.y + region.height // 2

    def pixel_of(self, place: Iterable[float]) -> Point:
        """Where the viewport shows a point of the world."""
        region, view = self.region("WINDOW"), self.viewport.spaces.active.region_3d
        flat = location_3d_to_region_2d(region, view, Vector(place))
        assert flat is not None, "the point is behind the viewer"
        return region.x + round(flat.x), region.y + round(flat.y)

    def _windows(self) -> list[bpy.types.Window]:
        return list(bpy.context.window_manager.windows)

    # Hands.

    def move(self, x: int, y: int) -> Steps[None]:
        """Move the mouse. The second event makes Blender notice what the first one put under the mouse."""
        for nudge in (1, 0):
            self.window.event_simulate(type="MOUSEMOVE", value="NOTHING", x=x + nudge, y=y)
        self._mouse = (x, y)
        yield

    def rest(self) -> Steps[None]:
        """Take the mouse away from buttons, because their tooltips would cover things."""
        yield from self.move(*self.middle)

    def click(self, x: int, y: int) -> Steps[None]:
        """Press and release the left button."""
        yield from self.move(x, y)
        yield from self.tap("LEFTMOUSE")
        yield from self.settle()

    def place_cursor(self, x: int, y: int) -> Steps[None]:
        """Put the 3D cursor where the mouse points: Shift and the right button."""
        yield from self.move(x, y)
        yield from self.press("RIGHTMOUSE", shift=True)

    def add_to_selection(self, x: int, y: int) -> Steps[None]:
        """Click with Shift."""
        yield from self.move(x, y)
        yield from self.press("LEFTMOUSE", shift=True)

    def drag(self, begin: Point, end: Point, moves: int = 8) -> Steps[None]:
        """Press the left button at one place and release it at another."""
        yield from self.move(*begin)
        self._event("LEFTMOUSE", "PRESS")
        yield
        for number in range(1, moves + 1):
            x, y = (round(a + (b - a) * number / moves) for a, b in zip(begin, end, strict=True))
            yield from self.move(x, y)
        self._event("LEFTMOUSE", "RELEASE")
        yield from self.settle()

    def press(self, key: str, **modifiers: bool) -> Steps[None]:
        """Press and release a key, by Blender's name such as "N" or "ESC", where the mouse is."""
        yield from self.tap(key, **modifiers)
        yield from self.settle()

    def type_text(self, text: str) -> Steps[None]:
        """Type letters, digits and what file names are made of."""
        for character in text:
            key = _KEYS.get(character, character.upper())
            shift = character == "_" or character.isupper()
            self._event(key, "PRESS", unicode=character, shift=shift)
            yield
            self._event(key, "RELEASE", shift=shift)
            yield
        yield from self.settle()

    def click_button(self, operator: str, share: float | None = None, options: str = "") -> Steps[None]:
        """Click the sidebar's button for an operator such as "volant.bake"; the rest as in `find_button`."""
        place = yield from self.find_button(operator, share=share, options=options)
        yield from self.click(*place)

    def click_property(self, path: str, share: float | None = None) -> Steps[None]:
        """Click the sidebar's button for a property such as "display.slice"; `share` as in `find_property`."""
        place = yield from self.find_property(path, share)
        yield from self.click(*place)

    def fill_field(self, path: str, text: str, share: float | None = None) -> Steps[None]:
        """Type into the sidebar's field for a property such as "volume.voxel_size"; `share` as in `find_property`."""
        place = yield from self.find_property(path, share)
        yield from self.type_over(place, text)

    def type_over(self, place: Point, text: str) -> Steps[None]:
        """Replace what is in the field at a place."""
        yield from self.click(*place)
        yield from self.press("A", ctrl=True)
        yield from self.type_text(text)
        yield from self.press("RET")

    def tap(self, key: str, **modifiers: bool) -> Steps[None]:
        """Press and release a key or button where the mouse is, and go on at once."""
        for value in ("PRESS", "RELEASE"):
            self._event(key, value, **modifiers)
            yield

    def _event(self, kind: str, value: str, **more: object) -> None:
        x, y = self._mouse
        self.window.event_simulate(type=kind, value=value, x=x, y=y, **more)

    # Patience.

    def settle(self) -> Steps[None]:
        """Let Blender lay out and draw."""
        for window in self._windows():
            for area in window.screen.areas:
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

    def look(self, at: Iterable[float], from_direction: Iterable[float], distance: float) -> Steps[None]:
        """Look at a place of the world from a direction, so many metres away, not through a camera."""
        view = self.viewport.spaces.active.region_3d
        view.view_perspective = "PERSP"
        view.view_location = Vector(at)
        view.view_rotation = Vector(from_direction).to_track_quat("Z", "Y")
        view.view_distance = distance
        yield from self.settle()

    def open_sidebar_tab(self, name: str) -> Steps[None]:
        """Show the viewport's sidebar with one tab in front."""
        self.viewport.spaces.active.show_region_ui = True
        # The sidebar knows its tabs only after it was drawn once.
        yield from self.settle()
        self.region("UI").active_panel_category = name
        yield from self.settle()
        chosen = self.region("UI").active_panel_category
        assert chosen == name, f"the sidebar shows the tab {chosen}, not {name}"

    def click_tab(self, name: str) -> Steps[None]:
        """Open the sidebar with N and click tabs at its edge, from the top down, until the wanted one is in front."""
        assert not self.viewport.spaces.active.show_region_ui, "the sidebar is open already"
        yield from self.rest()
        yield from self.press("N")
        side = self.region("UI")
        for y in range(side.y + side.height - 2 * _PROBE, side.y, -2 * _PROBE):
            yield from self.click(side.x + side.width - _PROBE, y)
            if side.active_panel_category == name:
                return
        raise AssertionError(f"no tab is called {name}")

    def open_sub_panel(self, beside: str, share: float | None = None, is_above: bool = False) -> Steps[None]:
        """Click the name of the sub-panel below, or above, the row of a property or operator: opens or closes it."""
        if beside.startswith("volant."):
            place = yield from self.find_button(beside, share=share)
        else:
            place = yield from self.find_property(beside, share)
        yield from self.click(self.region("UI").x + _HEADING, place[1] + (_ROW_ABOVE if is_above else -_ROW_BELOW))

    def find_button(
        self, operator: str, region: bpy.types.Region | None = None, share: float | None = None, options: str = ""
    ) -> Steps[Point]:
        """The middle of a button for an operator, found by hovering down the sidebar or another region.

        A `share` of the region's width names the only column to look in, which is faster. `options`, such as
        "number=2)", are what the call begins with, where an operator has several buttons.
        """
        return (yield from self._find(f"bpy.ops.{operator}({options}", region or self.region("UI"), share))

    def find_property(
        self, path: str, share: float | None = None, region: bpy.types.Region | None = None
    ) -> Steps[Point]:
        """The middle of the button for a property whose path ends so; the rest as in `find_button`."""
        return (yield from self._find(f".{path}", region or self.region("UI"), share))

    def _find(self, wanted: str, region: bpy.types.Region, share: float | None) -> Steps[Point]:
        """Look where it was, where the region stands, then from its top down, a few turns of the wheel at a time."""
        seen: list[str] = []
        if wanted in self._known and share is None:
            yield from self.move(*self._known[wanted])
            if self._is(wanted, region):
                return self._known[wanted]
        for wheel, turns in (("", 0), ("WHEELUPMOUSE", 30), *[("WHEELDOWNMOUSE", 8)] * 3):
            stood = region.view2d.region_to_view(0, 0)[1]
            for _ in range(turns):
                yield from self.tap(wheel)
            if turns:
                yield from self.settle()
                if abs(region.view2d.region_to_view(0, 0)[1] - stood) < 1.0:
                    continue
            hits = yield from self._find_here(wanted, region, share, seen)
            if hits:
                self._known[wanted] = hits[len(hits) // 2]
                return self._known[wanted]
        raise AssertionError(f"there is no button for {wanted}, only {', '.join(seen) or 'none at all'}")

    def _find_here(
        self, wanted: str, region: bpy.types.Region, share: float | None, seen: list[str]
    ) -> Steps[list[Point]]:
        """All probes in one column that hit a button; others that were met are added to `seen`."""
        hits: list[Point] = []
        for x, y in self._probes(region, share):
            # Leaving the column of the first hit ends it, too.
            if hits and x != hits[0][0]:
                break
            yield from self.move(x, y)
            if self._is(wanted, region, seen):
                hits.append((x, y))
            elif hits:
                break
        return hits

    def _is(self, wanted: str, region: bpy.types.Region, seen: list[str] | None = None) -> bool:
        """Whether the mouse is over a button; another one is added to `seen`."""
        under = self._under_mouse(region)
        if under.startswith(wanted) or under.endswith(wanted):
            return True
        if seen is not None and under and under not in seen:
            seen.append(under)
        return False

    def _probes(self, region: bpy.types.Region, share: float | None) -> Iterator[Point]:
        """Places to hover over, from the top down: the middle first, then narrow buttons at both sides."""
        for column in (0.45, 0.85, 0.1, 0.7, 0.25) if share is None else (share,):
            for y in range(region.y + region.height - _PROBE, region.y, -_PROBE):
                yield region.x + int(column * region.width), y

    def _under_mouse(self, region: bpy.types.Region) -> str:
        """The Python call or data path of the button under the mouse, as Blender's own context menu copies them."""
        manager = bpy.context.window_manager
        manager.clipboard = ""
        window, area = next(
            (window, area) for window in self._windows() for area in window.screen.areas if region in list(area.regions)
        )
        with bpy.context.temp_override(window=window, area=area, region=region):
            if bpy.ops.ui.copy_python_command_button.poll():
                bpy.ops.ui.copy_python_command_button()
            elif bpy.ops.ui.copy_data_path_button.poll():
                bpy.ops.ui.copy_data_path_button(full_path=True)
        return manager.clipboard

    def screenshot(self, name: str) -> Steps[Path]:
        """Save what the screen shows, as `name`.png. Blender's own screenshot is black in software rendering."""
        yield from self.settle()
        return take_picture(self.output / f"{name}.png")

    def illustrate(self, name: str, part: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)) -> Steps[Path]:
        """A screenshot, and a part of its viewport for the guide: left, top, right and bottom as shares of it.

        While another window is open, such as a file browser, the guide gets it all. The name begins with the page's,
        because the pictures of all pages share a folder.
        """
        picture = yield from self.screenshot(name)
        area, screen = self.viewport, self._windows()[0]
        x, y, width, height = area.x, screen.height - area.y - area.height, area.width, area.height
        if len(self._windows()) > 1:
            x, y, width, height = 0, 0, screen.width, screen.height
        left, right = (x + round(share * width) for share in part[::2])
        top, bottom = (y + round(share * height) for share in part[1::2])
        kept = self.output / "guide" / picture.name
        kept.parent.mkdir(exist_ok=True)
        crop = ["-crop", f"{right - left}x{bottom - top}+{left}+{top}", "+repage"]
        smaller = ["+dither", "-colors", _COLORS, "-strip", "-define", "png:compression-level=9"]
        subprocess.run(["convert", str(picture), *crop, *smaller, f"png8:{kept}"], check=True, timeout=60)
        return picture

    def differing_pixels(self, one: Path, other: Path) -> int:
        """How many pixels of the viewport proper, away from its other regions, differ in two screenshots."""
        area, side = self.viewport, self.region("UI")
        left, right = area.x + area.width // 4, side.x if side.width > 1 else area.x + area.width
        height = self._windows()[0].height
        crop = f"[{right - left}x{area.height // 2}+{left}+{height - area.y - 3 * area.height // 4}]"
        # Not `compare`: its count means something else in every version.
        difference = ["convert", f"{one}{crop}", f"{other}{crop}", "-compose", "difference", "-composite"]
        count = ["-colorspace", "gray", "-threshold", "2%", "-format", "%[fx:mean*w*h]", "info:"]
        answer = subprocess.run([*difference, *count], capture_output=True, text=True, check=True, timeout=60)
        return round(float(answer.stdout))

    def pixels_of(self, picture: Path, color: tuple[float, float, float]) -> int:
        """How many pixels of the viewport proper have just about a colour, red, green and blue from 0 to 1."""
        area, side = self.viewport, self.region("UI")
        width = (side.x if side.width > 1 else area.x + area.width) - area.x
        crop = f"[{width}x{area.height}+{area.x}+{self._windows()[0].height - area.y - area.height}]"
        wanted = f"rgb({','.join(str(round(255 * share)) for share in color)})"
        others = [
            "-fuzz",
            "8%",
            "-fill",
            "black",
            "+opaque",
            wanted,
            "-fuzz",
            "0",
            "-fill",
            "white",
            "+opaque",
            "black",
        ]
        count = ["-colorspace", "gray", "-format", "%[fx:mean*w*h]", "info:"]
        command = ["convert", f"{picture}{crop}", *others, *count]
        answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        return round(float(answer.stdout))


def take_picture(path: Path) -> Path:
    """Save what the X server's screen shows."""
    subprocess.run(["import", "-window", "root", str(path)], check=True, timeout=60)
    print(f"screenshot {path.name}", flush=True)
    return path
