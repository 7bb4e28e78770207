# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Preferences: shipped as the overlay always looked, heard by whoever draws, and not needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, addon
from conftest import NAME


@pytest.fixture
def preferences(scene):
    chosen = bpy.context.preferences.addons[NAME].preferences
    yield chosen
    for name in type(chosen).__annotations__:
        chosen.property_unset(name)


def test_what_is_shipped_is_what_is_drawn_without(preferences):
    shipped, now = addon("overlay.colors").SHIPPED, addon("properties.preferences").palette()
    for name in ("blocked", "removed", "not_found", "never", "fresh", "stale"):
        assert np.allclose(getattr(now, name), getattr(shipped, name)), name
    assert np.allclose(now.islands, shipped.islands)
    assert np.allclose(addon("properties.preferences").path_colors(), addon("overlay.colors").PATHS)


def test_every_color_arrives_where_it_belongs(preferences):
    colors = {name for name in type(preferences).__annotations__ if name not in {"budget", "memory_limit"}}
    for number, name in enumerate(sorted(colors)):
        setattr(preferences, name, (number / 32, 0.5, 0.25))
    now = addon("properties.preferences").palette()
    for name in colors:
        kind, _, index = name.partition("_")
        many = {"island": now.islands, "path": addon("properties.preferences").path_colors()}.get(kind)
        arrived = many[int(index) - 1] if many else getattr(now, name)
        assert arrived == tuple(getattr(preferences, name)), name


def test_new_paths_and_volumes_begin_with_them(preferences):
    preferences.memory_limit, preferences.path_1 = 512, (0.5, 0.25, 0.125)
    volume = add_baked_volume()
    assert volume.volant.volume.memory_limit == 512
    bpy.ops.volant.add_path()
    assert tuple(bpy.context.scene.volant.active_path.volant.path.color) == (0.5, 0.25, 0.125)


def test_the_budget_is_in_seconds(preferences):
    assert addon("properties.preferences").budget() == 0.01
    preferences.budget = 25
    assert addon("properties.preferences").budget() == 0.025


def test_volant_works_without_preferences():
    """Registered, but not as an add-on, as the demo does it; in a process of its own."""
    script = (
        "import bpy, volant\n"
        "volant.register()\n"
        "from volant.addon.properties import preferences\n"
        "from volant.addon.overlay import colors\n"
        "assert preferences.palette() is colors.SHIPPED\n"
        "assert preferences.path_colors() is colors.PATHS\n"
        "assert (preferences.budget(), preferences.memory_limit()) == (0.01, 0)\n"
        "bpy.ops.volant.add_volume()\n"
        "volant.unregister()\n"
    )
    root = Path(__file__).resolve().parents[2]
    outcome = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, timeout=300)
    assert outcome.returncode == 0, outcome.stderr
