# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes that a .blend holds and nobody can read: one sentence that says so everywhere, and nothing lost."""

from __future__ import annotations

import bpy
import pytest
from addon_scene import add_coarse_volume, addon, look, session, state, words


@pytest.fixture
def volume(scene):
    return add_coarse_volume()


def cut_short(packed):
    return packed[:100]


def nearly_whole(packed):
    return packed[:-1]


def continued(packed):
    return packed + b"more"


def garbled(packed):
    return packed[:-30] + bytes(byte ^ 255 for byte in packed[-30:-20]) + packed[-20:]


def another_kind(_packed):
    return b"\x00\xff no such thing"


@pytest.mark.parametrize("damaged", [cut_short, nearly_whole, continued, garbled, another_kind])
def test_a_stored_bake_that_was_damaged(volume, damaged):
    """One sentence that names the volume, wherever it is asked for, and a bake mends it."""
    bpy.ops.volant.bake()
    bpy.ops.volant.add_path()
    start = bpy.context.scene.volant.active_path
    volume.name = "Cellar"
    volume.volant.volume.bake = damaged(volume.volant.volume.bake)
    session().bakes.verify_again()
    bpy.context.view_layer.update()
    told = "the bake stored in Cellar is damaged; bake it again"
    assert words(volume) == addon("wording").sentence(told)
    assert session().preview.result(start).problem == told
    assert session().preview.shown(bpy.context.scene) == []
    bpy.context.scene.cursor.location = (-1.4, 0, 0)
    bpy.ops.volant.add_marker()
    for operator in (bpy.ops.volant.find_leak, bpy.ops.volant.compare, bpy.ops.volant.alternatives):
        with pytest.raises(RuntimeError, match=told):
            operator()
    assert bpy.ops.volant.bake() == {"FINISHED"}
    assert state(volume) == "FRESH"


def test_a_stored_bake_of_a_newer_volant_is_not_called_damaged(volume):
    bpy.ops.volant.bake()
    packed = bytearray(volume.volant.volume.bake)
    packed[len("VOLANT")] += 7
    volume.volant.volume.bake = bytes(packed)
    session().bakes.verify_again()
    look()
    assert words(volume) == "The bake stored in Nav Volume was made by a newer Volant; update Volant, or bake it again"


def test_a_damaged_bake_is_shown_as_a_box_and_saved_with_the_file(volume, tmp_path):
    bpy.ops.volant.bake()
    packed = cut_short(volume.volant.volume.bake)
    volume.volant.volume.bake = packed
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "damaged.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "damaged.blend"))
    loaded = bpy.context.scene.volant.active_volume
    assert loaded.volant.volume.bake == packed
    assert words(loaded) == "The bake stored in Nav Volume is damaged; bake it again"


def test_a_stored_bake_of_the_first_format_is_read(volume):
    """As .blend files from before the second format hold them."""
    bpy.ops.volant.bake()
    navcore = addon("session.bakes").navcore
    now = session().bakes.of(volume)
    volume.volant.volume.bake = navcore.dumps(now, format=1)
    session().bakes.verify_again()
    again = session().bakes.of(volume)
    assert again is not now
    assert navcore.dumps(again) == navcore.dumps(now)
    assert state(volume) == "FRESH"
