# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the overlay draws nothing, and when it makes anew what it draws."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from addon_scene import session
from overlay_world import GOAL, HIGH, LOW, START, UP, oblique, show_paths, shown

pytestmark = pytest.mark.usefixtures("gpu")


def test_nothing_is_drawn_when_switched_off_hidden_or_of_another_scene(baked, volant, monkeypatch):
    show_paths(monkeypatch, volant, shown(volant, baked, START, GOAL))
    canvas = oblique()
    canvas.draw(volant, baked.scene)
    assert canvas.drawn
    canvas.draw(volant, bpy.data.scenes.new("Other"))
    assert not canvas.drawn
    canvas.draw(volant, baked.scene, visible=lambda _volume: False)
    assert not canvas.drawn
    baked.volume.hide_set(True)
    canvas.draw(volant, baked.scene)
    assert not canvas.drawn
    baked.volume.hide_set(False)
    baked.display.show = False
    canvas.draw(volant, baked.scene)
    assert not canvas.drawn


def test_two_scenes_do_not_mix(baked, volant):
    other = bpy.data.scenes.new("Other")
    elsewhere = bpy.data.objects.new("Elsewhere", None)
    elsewhere.volant.role = "VOLUME"
    elsewhere.empty_display_size = 0.5
    elsewhere.location, elsewhere.scale = (LOW + HIGH) / 2, (1, 1, 1)
    other.collection.objects.link(elsewhere)
    other.view_layers[0].update()
    canvas = oblique()
    canvas.draw(volant, baked.scene)
    before = canvas.pixels
    canvas.draw(volant, other, visible=lambda _volume: True)
    assert 0 < canvas.drawn < (np.abs(before - canvas.background).max(axis=2) > 0.01).sum()
    canvas.draw(volant, baked.scene)
    assert np.array_equal(canvas.pixels, before)


def viewport(monkeypatch, volant, overlays=True, shading="SOLID", xray=False) -> dict[str, object]:
    """Let the draw handle believe that it is called for a viewport; gives what it draws with."""
    drawing = volant.addon.overlay.drawing
    space = SimpleNamespace(
        overlay=SimpleNamespace(show_overlays=overlays),
        shading=SimpleNamespace(type=shading, show_xray=xray, show_xray_wireframe=xray),
    )
    context = SimpleNamespace(
        scene=bpy.context.scene,
        space_data=space,
        preferences=bpy.context.preferences,
        region=SimpleNamespace(as_pointer=lambda: 7),
    )
    monkeypatch.setattr(drawing, "bpy", SimpleNamespace(context=context, data=bpy.data, types=bpy.types))
    asked: dict[str, object] = {}
    monkeypatch.setattr(session().overlay, "draw", lambda *_arguments, **options: asked.update(options), raising=False)
    session().overlay._draw_viewport()
    return asked


@pytest.mark.parametrize(
    ("shading", "xray", "through"),
    [
        ("SOLID", False, False),
        ("SOLID", True, True),
        ("WIREFRAME", False, True),
        ("MATERIAL", True, False),
        ("RENDERED", True, False),
    ],
)
def test_xray_and_wireframe_see_through(baked, volant, monkeypatch, shading, xray, through):
    assert viewport(monkeypatch, volant, shading=shading, xray=xray)["xray"] == through


def test_the_viewport_s_overlay_switch_is_followed(baked, volant, monkeypatch):
    assert not viewport(monkeypatch, volant, overlays=False)


def test_the_gpu_is_left_as_it_was(baked, volant):
    import gpu

    baked.display.cells = "GLASS"
    oblique().draw(volant, baked.scene)
    assert gpu.state.blend_get() == "NONE"
    assert gpu.state.depth_test_get() == "NONE"


# What is made anew, and when


@pytest.fixture
def made(volant, monkeypatch) -> list[str]:
    """The kind of every batch made."""
    kinds: list[str] = []
    batches = volant.addon.overlay.batches
    genuine = batches.batch_for_shader

    def counted(shader, kind, *arguments, **options):
        kinds.append(kind)
        return genuine(shader, kind, *arguments, **options)

    monkeypatch.setattr(batches, "batch_for_shader", counted)
    session().overlay.forget_batches()
    return kinds


def remade(made, volant, baked, **settings) -> int:
    """How many batches another draw makes after these settings changed."""
    for name, value in settings.items():
        setattr(baked.display, name, value)
    made.clear()
    oblique().draw(volant, baked.scene)
    return len(made)


def test_batches_are_made_only_when_what_they_show_changes(baked, volant, monkeypatch, made):
    path = shown(volant, baked, START, GOAL)
    show_paths(monkeypatch, volant, path)
    everything = {"cells": "GLASS", "blocked": True, "removed": True}
    assert remade(made, volant, baked, **everything)
    assert not remade(made, volant, baked)
    assert not remade(made, volant, baked, opacity=0.2)
    # Only the dots, visible and hidden, are as large as lines are wide.
    assert remade(made, volant, baked, line_width=2.0) == 2
    assert not remade(made, volant, baked, blocked=False, removed=False)
    shown_cells = volant.addon.overlay.space.space(baked.nav.cells, *baked.colors.shades("ISLAND", baked.nav))
    pieces = len(list(shown_cells.pieces()))
    assert remade(made, volant, baked, blocked=True, cells="WIRE") == pieces >= 2, "edges of two islands, in pieces"
    assert not remade(made, volant, baked, cells="OFF")
    assert not remade(made, volant, baked, cells="GLASS")
    shades = len(np.unique(baked.colors.shades("SIZE", baked.nav)[0]))
    assert shades <= remade(made, volant, baked, color_by="SIZE") <= 6 * shades, (
        "panes across x, y and z, within and on the sides"
    )
    assert remade(made, volant, baked, color_by="ISLAND", near_paths=True)
    assert not remade(made, volant, baked)
    assert remade(made, volant, baked, near_paths=False)

    bottom = float(LOW[2])
    assert remade(made, volant, baked, cells="SLICE", slice_at=bottom + 2.04)
    assert not remade(made, volant, baked, slice_at=bottom + 2.2), "within the same layer of voxels"
    assert remade(made, volant, baked, slice_at=bottom + 2.8)
    assert remade(made, volant, baked, slice_axis="X")
    assert not remade(made, volant, baked, cells="GLASS"), "what was whole before is kept"

    # A path in another colour has its lines still, one to another goal only its own.
    recolored = replace(path, color=(0.0, 1.0, 0.0))
    show_paths(monkeypatch, volant, recolored)
    assert remade(made, volant, baked) == 2
    second = shown(volant, baked, START, GOAL + 2 * UP)
    show_paths(monkeypatch, volant, recolored, second)
    assert remade(made, volant, baked) == 3
    show_paths(monkeypatch, volant)
    assert not remade(made, volant, baked)


def test_a_new_bake_replaces_the_batches_and_a_lost_volume_frees_them(baked, volant, made):
    cache = session().overlay._cache
    assert remade(made, volant, baked)
    eroded = volant.navcore.erode(baked.nav, 0.3)
    session().bakes.store(baked.volume, eroded, volant.navcore.dumps(eroded))
    assert remade(made, volant, baked)
    uid = baked.volume.session_uid
    assert uid in cache.owners()
    bpy.data.objects.remove(baked.volume)
    assert not remade(made, volant, baked)
    assert uid not in cache.owners()


def test_a_lost_scene_frees_its_batches(baked, volant):
    other = bpy.data.scenes.new("Other")
    other.collection.objects.link(baked.volume)
    oblique().draw(volant, other, visible=lambda _volume: True)
    uid = baked.volume.session_uid
    assert uid in session().overlay._cache.owners()
    baked.volume.users_collection[0].objects.unlink(baked.volume)
    bpy.data.scenes.remove(other)
    oblique().draw(volant, baked.scene)
    assert uid not in session().overlay._cache.owners()
