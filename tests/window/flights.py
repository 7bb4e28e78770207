# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The section "Flights" of the guide's page "Several agents": a path as a curve, and agents that fly along two."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import bpy
import numpy as np

from . import stage

if TYPE_CHECKING:
    from devtools.ui.driver import Driver, Steps

#: The agent's radius as it is typed, the speed that follows from it, and the one that is typed then.
_RADIUS, _SPEED_BEFORE, _SPEED = "0.3", 3.0, "8"
#: Frames that are looked at, and how many are played.
_FRAMES, _PLAYED = (20, 60, 100), 3
#: Where in the sidebar, as shares of its width: a field, the cells' Off, the last two buttons below a path, and the +
#: in the heading of Paths.
_MIDDLE, _OFF, _CURVE, _FLY, _ADD = 0.62, 0.8, 0.63, 0.83, 0.71
#: Pixels from the top of the box at the lower left to its heading, to its first field and to its last tick, and of the
#: timeline's ruler.
_HEADER, _FIELD, _TICK, _RULER = 12, 42, 84, 12


def steps(driver: Driver, options: argparse.Namespace) -> Steps[None]:
    yield from stage.open_sample(driver, options)
    yield from driver.look((0.0, -2.0, 9.5), (-0.3, -1.0, 0.15), 38.0)
    yield from driver.click_property("display.cells", _OFF)
    yield from driver.fill_field("volume.agent_radius", _RADIUS, _MIDDLE)
    yield from stage.bake(driver)
    yield from _curve(driver)
    yield from _fly(driver)


def _curve(driver: Driver) -> Steps[None]:
    """To Curve makes an object with the path's points; undo takes it away."""
    start = stage.addon("objects.paths").active_path(bpy.context.scene)
    points = stage.answers(start)[0].points
    yield from driver.click_button("volant.path_to_curve", _CURVE)
    curve = bpy.context.view_layer.objects.active
    assert curve.type == "CURVE", f"the click has made a {curve.type}"
    made = [point.co[:3] for point in curve.data.splines[0].points]
    assert np.allclose(made, points, atol=1e-4), "the curve is not the path"
    yield from driver.rest()
    yield from driver.illustrate("several_agents-5-curve")
    yield from driver.press("Z", ctrl=True)
    assert not [one for one in bpy.context.scene.objects if one.type == "CURVE"], "undo has left the curve"


def _fly(driver: Driver) -> Steps[None]:
    """Two paths selected, Fly, a higher speed, playing, and looking at frames: each agent is in the cells."""
    yield from _select_two(driver)
    yield from driver.click_button("volant.fly", _FLY)
    agents = bpy.context.selected_objects
    assert len(agents) == 2, f"{len(agents)} agents fly along 2 paths"
    slow = [_frames(agent) for agent in agents]
    yield from driver.rest()
    yield from _set_speed(driver, _SPEED)
    # Adjusting an operator undoes it and does it again.
    agents = list(bpy.context.selected_objects)
    fast = [_frames(agent) for agent in agents]
    speeds = [before / after for before, after in zip(slow, fast, strict=True)]
    assert np.allclose(speeds, float(_SPEED) / _SPEED_BEFORE, rtol=0.05), f"{slow} frames have become {fast}"
    radius = float(_RADIUS)
    assert all(np.allclose(agent.dimensions, 2 * radius, rtol=1e-3) for agent in agents), "an agent has another size"
    assert bpy.context.scene.frame_end >= max(fast), "the timeline ends before the flight"
    yield from driver.rest()

    yield from driver.press("SPACE")
    began = bpy.context.scene.frame_current
    yield from driver.wait_until(
        lambda: bpy.context.scene.frame_current >= began + _PLAYED, "Space has begun to play", seconds=30
    )
    yield from driver.screenshot("6-playing")
    yield from driver.press("SPACE")
    assert not driver.window.screen.is_animation_playing, "Space has not stopped it"
    yield from _scrub(driver, agents)
    yield from _look_through(driver)


def _look_through(driver: Driver) -> Steps[None]:
    """Fly once more with Follow Camera, and look through it: the agent is in the middle of the picture."""
    for other in bpy.context.selected_objects:
        other.select_set(False)
    yield from driver.click_button("volant.fly", _FLY)
    yield from driver.rest()
    box = driver.region("HUD")
    yield from driver.click(box.x + box.width // 2, box.y + box.height - _TICK)
    camera = bpy.data.objects.get(f"{bpy.context.view_layer.objects.active.name} Camera")
    assert camera is not None, "the tick has added no camera"
    assert bpy.context.scene.camera == camera, "the scene has another camera"
    yield from driver.rest()
    yield from driver.press("NUMPAD_0")
    bpy.context.scene.frame_set(_FRAMES[1])
    yield from driver.settle()
    yield from driver.illustrate("several_agents-7-camera", (0.0, 0.1, 0.75, 0.95))
    yield from driver.press("NUMPAD_0")


def _select_two(driver: Driver) -> Steps[None]:
    """Add a path, and select both starts."""
    yield from driver.click_button("volant.add_path", _ADD)
    starts = stage.addon("objects.paths").scene_paths(bpy.context.scene)
    assert len(starts) == 2, f"there are {len(starts)} paths"
    yield from driver.wait_until(lambda: all(map(stage.is_settled, starts)), "both paths are found", seconds=30)
    yield from stage.select(driver, starts[0])
    yield from stage.select(driver, starts[1], add=True)


def _set_speed(driver: Driver, speed: str) -> Steps[None]:
    """Open the box at the lower left and type into its first field."""
    box = driver.region("HUD")
    yield from driver.click(box.x + box.width // 2, box.y + box.height - _HEADER)
    yield from driver.screenshot("6-box-opened")
    box = driver.region("HUD")
    yield from driver.type_over((box.x + 2 * box.width // 3, box.y + box.height - _FIELD), speed)


def _scrub(driver: Driver, agents: list[bpy.types.Object]) -> Steps[None]:
    """Click frames in the timeline, as a hand does to look at them."""
    timeline = driver.area("DOPESHEET_EDITOR")
    region = driver.region("WINDOW", timeline)
    volume = stage.active_volume()
    nav = stage.session().bakes.of(volume)
    places = []
    for number, frame in enumerate(_FRAMES, start=1):
        x = region.x + region.view2d.view_to_region(frame, 0, clip=False)[0]
        yield from driver.click(x, region.y + region.height - _RULER)
        now = bpy.context.scene.frame_current
        assert abs(now - frame) <= 1, f"the click has gone to frame {now}, not {frame}"
        shown = bpy.context.evaluated_depsgraph_get()
        here = np.array([agent.evaluated_get(shown).matrix_world.translation for agent in agents])
        assert (nav.locate(here) >= 0).all(), f"at frame {now} an agent is in no cell: {here}"
        places.append(here)
        # As near as one goes to see an agent of this size.
        yield from driver.look(here[-1], (-0.3, -1.0, 0.15), 8.0)
        yield from driver.rest()
        yield from driver.illustrate(f"several_agents-6-flying-{number}", (0.2, 0.1, 0.75, 0.95))
    moved = np.linalg.norm(np.diff(places, axis=0), axis=-1)
    assert (moved > 0.5).all(), f"the agents have hardly moved: {moved}"


def _frames(agent: bpy.types.Object) -> float:
    """How many frames a flight takes."""
    assert agent.constraints[0].type == "FOLLOW_PATH", "this is no agent"
    curves = stage.addon("scene.motion").curves_of(agent)
    keys = [key.co[0] for fcurve in curves for key in fcurve.keyframe_points]
    return float(max(keys) - min(keys))
