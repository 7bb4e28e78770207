# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What several scenarios do and ask: a sample opened, a bake started by a click, a scene of many triangles."""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np

if TYPE_CHECKING:
    from mathutils import Matrix

    from devtools.ui.driver import Driver, Steps

#: Where in the sidebar, as shares of its width: Export…; what stands at the right end of a row, such as a +; and what
#: stands there in the heading of a panel.
EXPORT, PLUS, HEADING = 0.2, 0.83, 0.785

#: The share of a bake that is done well after the meshes were read.
_WELL_UNDER_WAY = 0.3
#: How far below the timeline's upper edge the middle of its ruler is, in pixels.
_RULER = 10

_BESIDE = Path(__file__).resolve().parent.parent


def addon(module: str) -> Any:
    """A module of the installed add-on."""
    return importlib.import_module(f"bl_ext.user_default.volant.addon.{module}")


def session() -> Any:
    """What the installed add-on remembers now."""
    return addon("session").current()


def navcore() -> Any:
    """The core of the installed add-on."""
    return importlib.import_module("bl_ext.user_default.volant.navcore")


def active_volume() -> bpy.types.Object | None:
    volume: bpy.types.Object | None = bpy.context.scene.volant.active_volume
    return volume


def stored() -> bytes:
    """The bytes of the active volume's bake."""
    volume = active_volume()
    return volume.volant.volume.bake if volume else b""


def is_baking() -> bool:
    return session().job is not None


def second_processes() -> list[int]:
    """Those that this Blender has started for Volant, by their numbers."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        line = (process / "cmdline").read_bytes().split(b"\0")
        parent = (process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1]
        if any(part.endswith(b"/jobs/child.py") for part in line) and int(parent) == os.getpid():
            found.append(int(process.name))
    return found


def page_tells(page: str, words: str) -> None:
    """The guide's page says what the interface says."""
    text = (_BESIDE / "guide" / f"{page}.md").read_text(encoding="utf-8")
    plain = " ".join(text.replace("*", "").replace("`", "").split())
    assert words in plain, f"{page}.md does not say: {words}"


def settings() -> Any:
    """The active volume's settings."""
    volume = active_volume()
    assert volume is not None, "there is no volume"
    return volume.volant.volume


def status() -> Any:
    """What the panel tells of the active volume."""
    known = session().status.of(active_volume())
    assert known is not None, "nobody has looked at the volume"
    return known


def answers(start: bpy.types.Object) -> Any:
    """What was found for a path, one answer for each goal."""
    known = session().preview.result(start)
    assert known is not None, "nobody has looked at the path"
    assert not known.problem, known.problem
    return known.answers


def is_settled(start: bpy.types.Object) -> bool:
    """Whether a path has the answers to what it asks now."""
    known = session().preview.result(start)
    return known is not None and bool(known.answers) and not known.is_pending


def path_words(start: bpy.types.Object) -> list[str]:
    """The sentences that the panel tells of a path beside its length."""
    return [
        words
        for words, _is_good in addon("panels.path_words").details(bpy.context.scene, session().preview.result(start))
    ]


def long_work(driver: Driver, operator: str, share: float | None = None) -> Steps[None]:
    """Click the button of work that goes on beside the window, wait for its end, and take the mouse away."""
    remembered = session()
    begun: list[Any] = []
    begin = remembered.begin_job

    def noted(job: Any) -> None:
        begun.append(job)
        begin(job)

    # Work may be over before anybody looks, or begin late on a machine that has much to do.
    remembered.begin_job = noted
    try:
        yield from driver.click_button(operator, share)
        yield from driver.wait_until(lambda: begun, f"{operator} has begun", seconds=30)
    finally:
        remembered.begin_job = begin
    yield from driver.wait_until(lambda: not is_baking(), f"{operator} has ended", seconds=120)
    yield from driver.rest()
    yield from driver.settle()


def refused_bake(driver: Driver) -> Steps[Any]:
    """Click Bake, close the message that pops up, and give what the panel goes on telling; the last bake stays."""
    before = stored()
    yield from long_work(driver, "volant.bake")
    yield from driver.press("ESC")
    assert stored() == before, "a bake that was refused has changed something"
    volume = active_volume()
    assert volume is not None, "there is no volume"
    problem = session().status.problems.get(volume.session_uid)
    assert problem is not None, "the bake was not refused"
    return problem


def add_box(name: str, low: Iterable[float], high: Iterable[float]) -> bpy.types.Object:
    """A box between two corners, with its origin in its middle."""
    ends = np.array((list(low), list(high)))
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata((np.array(corners) * (ends[1] - ends[0]) / 2).tolist(), [], faces)
    box = bpy.data.objects.new(name, mesh)
    box.location = ends.mean(axis=0)
    bpy.context.scene.collection.objects.link(box)
    bpy.context.view_layer.update()
    return box


def baked_anew(moving: bpy.types.Object | None = None, place: Matrix | None = None) -> Any:
    """A bake of the sources as they are now, made by navcore, with a box that is no source at a place."""
    volume, shown = active_volume(), bpy.context.evaluated_depsgraph_get()
    vertices, triangles = addon("scene.sources").gather_triangles(shown, volume)
    if moving is not None and place is not None:
        corners = np.array([place @ vertex.co for vertex in moving.data.vertices])
        faces = np.array([face.vertices for face in moving.data.polygons])[:, (0, 1, 2, 0, 2, 3)].reshape(-1, 3)
        triangles = np.concatenate((triangles, faces + len(vertices)))
        vertices = np.concatenate((vertices, corners))
    config = addon("objects.volumes").bake_config(bpy.context.scene, volume)
    return navcore().bake(vertices, triangles, config)


def expect_as_new(held: Any, anew: Any, what: str) -> None:
    """A bake is what another one is."""
    for name in ("cells", "portals", "components", "removed_boxes"):
        assert np.array_equal(getattr(held, name), getattr(anew, name)), (
            f"{what}: {name} differ from those of a new bake"
        )


def held() -> Any:
    """The bake of the active volume that is shown."""
    return session().bakes.of(active_volume())


def found_anew(start: bpy.types.Object, nav: Any) -> Any:
    """The path to a path object's first goal in another bake."""
    return navcore().find_path(nav, *ends_of(start))


def ends_of(start: bpy.types.Object) -> tuple[Any, Any]:
    """Where a path begins and where its first goal is, as they are asked for."""
    paths = addon("objects.paths")
    return paths.place_of(start), paths.place_of(paths.goals_of(start)[0])


def on_ruler(driver: Driver, frame: int) -> tuple[int, int]:
    """Where the timeline's ruler, which takes the mouse, shows a frame."""
    region = driver.region("WINDOW", driver.area("DOPESHEET_EDITOR"))
    x, _y = region.view2d.view_to_region(frame, 0.0, clip=False)
    return region.x + x, region.y + region.height - _RULER


def add_marker(driver: Driver) -> Steps[bpy.types.Object]:
    """Press the + beside Keep Markers; gives the new marker."""
    before = set(bpy.data.objects)
    yield from driver.click_button("volant.add_marker", PLUS)
    made = set(bpy.data.objects) - before
    assert [one.volant.role for one in made] == ["MARKER"], f"the click has added {len(made)} objects"
    yield from driver.rest()
    return made.pop()


def default_scene(driver: Driver) -> Steps[None]:
    """Blender's default scene as a newcomer has it, with the Volant tab and a volume around the cube, seen whole."""
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.click_button("volant.add_volume")
    yield from driver.wait_until(active_volume, "the click has added a volume", seconds=10)
    yield from step_back(driver)


def step_back(driver: Driver) -> Steps[None]:
    """Look at the selected object from a little farther away, so that the sidebar hides nothing of it."""
    yield from driver.rest()
    yield from driver.press("NUMPAD_PERIOD")
    for _ in range(2):
        yield from driver.press("NUMPAD_MINUS")


def select(driver: Driver, chosen: bpy.types.Object, add: bool = False) -> Steps[None]:
    """Click an object where its origin is, with Shift to keep what is selected."""
    place = driver.pixel_of(chosen.matrix_world.translation)
    yield from (driver.add_to_selection(*place) if add else driver.click(*place))
    active = bpy.context.view_layer.objects.active
    assert active == chosen, f"the click has selected {active and active.name}, not {chosen.name}"


def drop(driver: Driver, file: Path) -> Steps[None]:
    """Let go of a file in the middle of the viewport. Blender must be free to answer meanwhile."""
    x, y = driver.middle
    command = ["python3", str(_BESIDE / "drop_file.py"), str(file), str(x), str(driver.window.height - y)]
    dropping = subprocess.Popen(command)
    yield from driver.wait_until(lambda: dropping.poll() is not None, "the file has been taken", seconds=60)
    assert dropping.returncode == 0, "Blender has not taken the file"
    yield from driver.settle()


def open_sample(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    """Open the scenario's sample with the Volant tab in front."""
    bpy.ops.wm.open_mainfile(filepath=str(options.sample))
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    assert active_volume() is not None, "the sample has no volume"


def bake(driver: Driver) -> Steps[None]:
    """Click Bake, and wait for a bake of what has changed."""
    before = stored()
    yield from long_work(driver, "volant.bake")
    assert stored(), "the click has not baked"
    assert stored() != before, "the click has not baked anew"


def save_in_browser(driver: Driver, name: str, picture: str) -> Steps[None]:
    """Type a name into the file browser that has just opened, and press its button."""
    manager = bpy.context.window_manager
    yield from driver.wait_until(lambda: len(manager.windows) == 2, "the file browser is open", seconds=20)
    yield from driver.settle()
    bar = driver.region("EXECUTE", driver.area("FILE_BROWSER"))
    button = yield from driver.find_button("file.execute", bar)
    # The field for the name is at the other end of the bar.
    yield from driver.type_over((bar.x + bar.width // 5, button[1]), name)
    yield from driver.illustrate(picture)
    yield from driver.click(*button)
    yield from driver.wait_until(lambda: len(manager.windows) == 1, "the file browser is closed", seconds=20)
    yield from driver.settle()


def rock_scene(
    driver: Driver, number: int = 50, across: int = 50, *, is_smoothed: bool = False, as_boxes: bool = False
) -> Steps[bpy.types.Object]:
    """Rocks of half a million triangles unless told otherwise, the Volant tab and a volume around all, which it gives.

    Where they are smoothed each has a modifier that makes four times as many triangles of it.
    """
    _add_rocks(number, across)
    for rock in bpy.context.scene.objects:
        if is_smoothed:
            rock.modifiers.new("Smooth", "SUBSURF").levels = 1
        if as_boxes:
            rock.display_type = "BOUNDS"
    yield from driver.settle()
    yield from driver.open_sidebar_tab("Volant")
    yield from driver.click_button("volant.add_volume")
    volume = active_volume()
    assert volume is not None, "the click has added no volume"
    return volume


def start_bake(driver: Driver) -> Steps[None]:
    """Click Bake, and wait until the meshes are read and the work is well under way."""
    yield from driver.click_button("volant.bake")
    yield from driver.wait_until(is_baking, "the click has started a bake", seconds=10)
    yield from driver.rest()
    job = session().job
    yield from driver.wait_until(lambda: job.fraction > _WELL_UNDER_WAY, "the bake is well under way")


def _add_rocks(number: int, across: int) -> None:
    """A scene of lumpy spheres with 4 × across² triangles each, apart from each other."""
    bpy.ops.wm.read_homefile(use_empty=True)
    around, along = 2 * across, across + 1
    turn, rise = np.meshgrid(np.arange(around), np.linspace(0.02, 0.98, along), indexing="ij")
    turn, rise = 2 * np.pi * turn / around, np.pi * rise
    columns, rows = np.meshgrid(np.arange(around), np.arange(along - 1), indexing="ij")
    corner, beside = columns * along + rows, (columns + 1) % around * along + rows
    faces = np.stack([corner, beside, beside + 1, corner + 1], axis=-1).reshape(-1, 4)
    for index in range(number):
        size = 1.0 + 0.2 * np.sin(5 * turn + index) * np.sin(7 * rise + 2 * index)
        flat = size * np.sin(rise)
        vertices = np.stack([flat * np.cos(turn), flat * np.sin(turn), size * np.cos(rise)], axis=-1).reshape(-1, 3)
        mesh = bpy.data.meshes.new("Rock")
        mesh.from_pydata(vertices.tolist(), [], faces.tolist())
        rock = bpy.data.objects.new("Rock", mesh)
        rock.location = (3.0 * (index % 5) - 6.0, 3.0 * (index // 5 % 5) - 6.0, 3.0 * (index // 25))
        bpy.context.scene.collection.objects.link(rock)
    bpy.context.view_layer.update()
