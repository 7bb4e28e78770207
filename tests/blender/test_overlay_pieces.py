# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an update has not changed is not made anew to be drawn."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import add_baked_volume, add_cube, session
from canvas import Canvas

pytestmark = pytest.mark.usefixtures("gpu")


@pytest.fixture
def row(scene):
    """A long row of crates, drawn as wire, of which one will move."""
    for number in range(16):
        add_cube(f"Crate {number}", (4.0 * number, 0.0, 0.0))
    volume = add_baked_volume()
    display = scene.volant.display
    display.cells, display.all_cells, display.blocked = "WIRE", True, True
    bpy.ops.volant.update()
    return volume


def test_pieces_are_all_boxes_once(row, volant):
    overlay = volant.addon.overlay
    nav = session().bakes.of(row)
    shades, palette = overlay.colors.shades("SIZE", nav)
    shown = overlay.space.space(nav.cells, shades, palette)
    pieces = list(shown.pieces())
    together = np.concatenate([boxes for _piece, boxes in pieces])
    assert len({piece for piece, _boxes in pieces}) == len(pieces) > 4
    assert sorted(together.reshape(-1, 6).tolist()) == sorted(shown.boxes.reshape(-1, 6).tolist())
    for (shade, _block), boxes in pieces:
        mine = shown.boxes[shown.shades == shade].reshape(-1, 6).tolist()
        assert all(box in mine for box in boxes.reshape(-1, 6).tolist())


def test_only_the_pieces_around_a_change_are_made_anew(row, scene, volant, monkeypatch):
    made = []
    batches = volant.addon.overlay.batches
    lines = batches.lines
    monkeypatch.setattr(batches, "lines", lambda corners: (made.append(corners), lines(corners))[1])
    canvas = Canvas((30.0, -60.0, 20.0), (30.0, 0.0, 0.0))
    overlay = session().overlay
    canvas.draw(volant, scene)
    everything = sum(map(len, made))
    made.clear()
    canvas.draw(volant, scene)
    assert not made
    bpy.data.objects["Crate 15"].location.z += 0.6
    bpy.context.view_layer.update()
    row.volant.volume.live = True
    session().live_updates.finish()
    canvas.draw(volant, scene)
    assert 0 < sum(map(len, made)) < 0.5 * everything
    far = np.concatenate([corners.reshape(-1, 3) for corners in made])
    assert far[:, 0].min() > 0.4 * session().bakes.of(row).shape[0]
    assert session().overlay is overlay
