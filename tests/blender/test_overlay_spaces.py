# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells and boxes in the overlay: what geometry says is at a point of the picture has its colour there."""

from __future__ import annotations

import itertools

import bpy
import numpy as np
import pytest
from addon_scene import session
from canvas import Canvas
from conftest import NAME
from overlay_world import (
    HIGH,
    LOW,
    VOXEL,
    drawn,
    from_front,
    largest_cell_of,
    make_volume,
    oblique,
)

pytestmark = pytest.mark.usefixtures("gpu")


def test_the_world_of_these_tests_has_two_islands(baked):
    assert baked.nav.components.max() == 1


@pytest.mark.parametrize("color_by", ["ISLAND", "SIZE", "CLEARANCE"])
def test_edges_of_cells_have_the_colour_asked_for(baked, volant, color_by):
    baked.display.color_by = color_by
    canvas = drawn(oblique(), volant, baked.scene)
    shades, palette = baked.colors.shades(color_by, baked.nav)
    seen_shades = set()
    for first, second in outer_edges(baked.nav):
        middle = (first + second) / 2
        boxes = baked.nav.boxes()
        beside = ((boxes[:, 0] <= middle + 0.01) & (middle - 0.01 <= boxes[:, 1])).all(axis=1)
        if len(set(shades[beside])) == 1:
            (shade,) = set(shades[beside])
            # An edge farther back may cross it here or there.
            along = [canvas.at(first + share * (second - first)) for share in (0.35, 0.45, 0.5, 0.55, 0.65)]
            assert min(np.abs(pixel - palette[shade]).max() for pixel in along) < 0.02
            seen_shades.add(shade)
    assert len(seen_shades) > 1


def outer_edges(nav) -> list[tuple[np.ndarray, np.ndarray]]:
    """Edges of cells on the sides of the domain that the oblique view shows, but not along the domain's own edges."""
    edges = []
    for box in nav.boxes():
        for along in range(3):
            for ends in itertools.product((0, 1), repeat=2):
                corner = np.insert(ends, along, 0)
                first = box[corner, range(3)].copy()
                second = first.copy()
                second[along] = box[1, along]
                outside = np.array([(first == LOW) & (second == LOW), (first == HIGH) & (second == HIGH)])
                if outside.sum() == 1 and (outside[0, 1] or outside[1, 0] or outside[1, 2]):
                    edges.append((first, second))
    return edges


def test_wire_leaves_cells_open_and_glass_fills_them(baked, volant):
    inside = {island: baked.nav.boxes()[largest_cell_of(baked.nav, island)].mean(axis=0) for island in (0, 1)}
    canvas = drawn(from_front(), volant, baked.scene)
    assert all(canvas.is_empty(point) for point in inside.values())
    baked.display.cells = "GLASS"
    canvas.draw(volant, baked.scene)
    # Panes across y are a little darker.
    tints = {island: 0.85 * np.array(baked.colors.SHIPPED.island(island)) for island in inside}
    full = {island: canvas.strength(point, tints[island]) for island, point in inside.items()}
    assert all(0.1 < share < 0.9 for share in full.values())
    baked.display.opacity = 0.3
    canvas.draw(volant, baked.scene)
    for island, point in inside.items():
        assert 0.02 < canvas.strength(point, tints[island]) < full[island] / 2
    baked.display.cells = "OFF"
    canvas.draw(volant, baked.scene)
    assert all(canvas.is_empty(point) for point in inside.values())


def many_cells(volant) -> bpy.types.Object:
    """A volume whose voxels are a cell each."""
    config = volant.navcore.BakeConfig(voxel_size=0.125, bounds=((0, 0, 0), (4, 4, 4)), min_depth=5, merge=False)
    nav = volant.navcore.bake_voxels(np.empty((0, 3), int), (32, 32, 32), config)
    assert len(nav.cells) == 32**3
    volume = volant.addon.objects.volumes.add_volume(bpy.context, (0, 0, 0), (4, 4, 4))
    session().bakes.store(volume, nav, volant.navcore.dumps(nav))
    bpy.context.view_layer.update()
    return volume


@pytest.mark.parametrize("cells", ["WIRE", "GLASS"])
def test_tens_of_thousands_of_cells_stay_see_through(scene, volant, cells):
    many_cells(volant)
    display = scene.volant.display
    display.cells, display.all_cells = cells, True
    canvas = Canvas((7, -9, 6), (2, 2, 2))
    color = np.array(volant.addon.overlay.colors.SHIPPED.island(0)) - canvas.background

    def covered() -> np.ndarray:
        """How much of the cells' colour each pixel in the middle of the volume has."""
        canvas.draw(volant, scene)
        return ((canvas.pixels - canvas.background) @ color / (color @ color))[200:280, 280:360]

    shares = covered()
    assert 0.05 < shares.mean() < 0.6
    if cells == "WIRE":
        # A grid, not a fog; and solid when that is asked for.
        assert shares.std() > 0.02
        display.opacity = 1.0
        assert covered().mean() > 0.85


def test_blocked_space_is_brown_and_removed_space_grey(scene, volant):
    inside = LOW + np.array((12.2, 6.2, 6.2)) * VOXEL
    baked = make_volume(scene, volant, markers=[inside])
    assert len(baked.nav.removed())
    baked.display.cells = "OFF"
    in_wall, in_removed = (LOW + np.array((x, 2.2, 6.2)) * VOXEL for x in (3.5, 1.6))
    canvas = drawn(from_front(), volant, scene)
    assert canvas.is_empty(in_wall)
    assert canvas.is_empty(in_removed)
    baked.display.blocked = True
    canvas.draw(volant, scene)
    assert 0.1 < canvas.strength(in_wall, baked.colors.BLOCKED) < 0.8
    assert canvas.is_empty(in_removed)
    baked.display.blocked, baked.display.removed = False, True
    canvas.draw(volant, scene)
    assert canvas.is_empty(in_wall)
    assert 0.1 < canvas.strength(in_removed, baked.colors.REMOVED) < 0.8


def test_of_many_cells_only_those_near_the_cursor_are_wire(scene, volant):
    many_cells(volant)
    display = scene.volant.display
    display.cells, display.opacity = "WIRE", 1.0
    canvas = Canvas((2, -12, 2), (2, 2, 2), 6.0)
    places = np.array(((0.5, 2.0, 3.5), (3.5, 2.0, 0.5)))
    for near, far in (places, places[::-1]):
        scene.cursor.location = near
        canvas.draw(volant, scene)
        assert not canvas.is_empty(near - (near % 0.125))
        assert canvas.is_empty(far)
        assert canvas.is_empty(far - (far % 0.125))
    display.all_cells = True
    canvas.draw(volant, scene)
    assert not any(canvas.is_empty(place - (place % 0.125)) for place in places)


def test_of_few_cells_all_are_wire(baked, volant):
    assert not volant.addon.session.views.is_too_many(baked.display, baked.nav)


def test_the_nearest_boxes_are_no_farther_than_any_other(scene, volant):
    random = np.random.default_rng(5)
    low = random.integers(0, 50, (300, 3))
    boxes = np.stack((low, low + random.integers(1, 9, (300, 3))), axis=1).astype(np.int32)
    place = np.array((20.5, 70.0, -3.0))
    near = volant.addon.overlay.box_arrays.nearest(boxes, place, 40)
    distances = np.linalg.norm(np.clip(place, boxes[:, 0], boxes[:, 1]) - place, axis=1)
    assert near.sum() == 40
    assert distances[near].max() <= distances[~near].min()
    assert volant.addon.overlay.box_arrays.nearest(boxes, place, 300).all()


@pytest.mark.parametrize("state", ["NEVER", "FRESH", "STALE"])
def test_the_box_of_a_volume_has_the_colour_of_its_state(baked, volant, monkeypatch, state):
    monkeypatch.setattr(session().status, "state", lambda _volume: state)
    baked.display.cells = "OFF"
    canvas = drawn(oblique(), volant, baked.scene)
    assert canvas.strength(((LOW + HIGH)[0] / 2, LOW[1], HIGH[2]), baked.colors.STATES[state]) > 0.8
    # Of a selected one only the corners, so that Blender's own line shows that it is selected.
    baked.volume.select_set(True)
    canvas.draw(volant, baked.scene)
    assert canvas.is_empty(((LOW + HIGH)[0] / 2, LOW[1], HIGH[2]))
    assert canvas.strength((HIGH[0] - 0.3, LOW[1], HIGH[2]), baked.colors.STATES[state]) > 0.8


def test_a_volume_without_a_bake_has_a_grey_box_and_no_more(scene, volant):
    volume = volant.addon.objects.volumes.add_volume(bpy.context, tuple(LOW), tuple(HIGH))
    bpy.context.view_layer.update()
    canvas = drawn(oblique(), volant, scene)
    edge = ((LOW + HIGH)[0] / 2, LOW[1], HIGH[2])
    assert canvas.strength(edge, volant.addon.overlay.colors.STATES["NEVER"]) > 0.8
    volume.hide_set(True)
    canvas.draw(volant, scene)
    assert not canvas.drawn


def test_colors_are_those_of_the_preferences(scene, volant):
    """What was drawn in others before is drawn anew."""
    chosen = bpy.context.preferences.addons[NAME].preferences
    baked = make_volume(scene, volant, markers=[LOW + np.array((12.2, 6.2, 6.2)) * VOXEL])
    baked.display.cells, baked.display.slice_axis = "SLICE", "Y"
    baked.display.slice_at = LOW[1] + 2.8
    places = {
        "island_1": LOW + np.array((12.2, 2.2, 6.2)) * VOXEL,
        "blocked": LOW + np.array((3.5, 2.2, 6.2)) * VOXEL,
        "removed": LOW + np.array((1.6, 2.2, 6.2)) * VOXEL,
    }
    canvas = drawn(from_front(), volant, scene)
    before = {name: canvas.at(place) for name, place in places.items()}
    try:
        for name in places:
            setattr(chosen, name, (0.1, 0.9, 0.1))
        canvas.draw(volant, scene)
        for name, place in places.items():
            assert canvas.strength(place, (0.1, 0.9, 0.1)) > 0.1, name
            assert np.abs(canvas.at(place) - before[name]).max() > 0.03, name
    finally:
        for name in places:
            chosen.property_unset(name)
