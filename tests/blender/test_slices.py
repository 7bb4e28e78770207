# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The slice: a plan of free, blocked and removed space, at a place in the scene's units."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from addon_scene import session
from canvas import Canvas
from mathutils import Vector
from overlay_world import HIGH, LOW, SHAPE, VOXEL, bake, drawn, from_front, make_volume

MIDDLE = (LOW + HIGH) / 2


@pytest.fixture
def sliced(baked):
    baked.display.cells = "SLICE"
    return baked


def across(axis: int) -> Canvas:
    """Looks straight at a slice."""
    eye = MIDDLE.copy()
    eye[axis] += 20 if axis == 2 else -20
    return Canvas(eye, MIDDLE, 9.0)


def many_cells(volant):
    config = volant.navcore.BakeConfig(voxel_size=0.25, bounds=((0, 0, 0), (4, 4, 4)), min_depth=4, merge=False)
    nav = volant.navcore.bake_voxels(np.empty((0, 3), int), (16, 16, 16), config)
    assert len(nav.cells) == 16**3
    return nav


@pytest.mark.parametrize(("color_by", "axis"), [("ISLAND", "X"), ("SIZE", "Y"), ("CLEARANCE", "Z")])
def test_a_slice_shows_free_and_blocked_space_of_its_layer(sliced, volant, color_by, axis):
    sliced.display.slice_axis, sliced.display.color_by = axis, color_by
    number = "XYZ".index(axis)
    shades, palette = sliced.colors.shades(color_by, sliced.nav)
    seen = set()
    for position in (0.0, 0.13, 0.55, 1.0):
        plane = LOW[number] + position * (HIGH - LOW)[number]
        sliced.display.slice_at = plane
        canvas = drawn(across(number), volant, sliced.scene)
        layer = min(int(position * SHAPE[number]), SHAPE[number] - 1)
        for column in itertools.product(range(8), repeat=2):
            voxel = np.insert(column, number, layer)
            if axis != "X":
                voxel[0] *= 2
            point = LOW + (voxel + 0.5) * VOXEL
            cell = sliced.nav.locate([point])[0]
            point[number] = plane
            point += np.where(np.arange(3) == number, 0, 0.05)  # off the edges of cells
            color = palette[shades[cell]] if cell >= 0 else sliced.colors.BLOCKED
            assert canvas.strength(point, color) > 0.3
            seen.add(cell >= 0)
    assert True in seen


def test_a_slice_lies_where_it_is_put(sliced, volant):
    canvas = from_front()
    for height in (LOW[2] + 1.2, LOW[2] + 1.36, LOW[2] + 3.2):
        sliced.display.slice_at = height
        canvas.draw(volant, sliced.scene)
        assert canvas.strength((MIDDLE[0], MIDDLE[1], height), sliced.colors.SHIPPED.island(1)) > 0.4
        assert canvas.is_empty((MIDDLE[0], MIDDLE[1], height + 0.15))
        assert canvas.is_empty((MIDDLE[0], MIDDLE[1], height - 0.15))


@pytest.mark.parametrize("height", [LOW[2] - 0.5, HIGH[2] + 0.5])
def test_a_slice_beside_the_volume_shows_nothing_of_it(sliced, volant, height):
    sliced.display.slice_at = height
    assert drawn(across(2), volant, sliced.scene).is_empty(MIDDLE)


def test_removed_space_is_hatched_and_looks_like_nothing_else(scene, volant, gpu):
    baked = make_volume(scene, volant, markers=[LOW + np.array((12.2, 6.2, 6.2)) * VOXEL])
    assert len(baked.nav.removed())
    baked.display.cells, baked.display.slice_axis, baked.display.slice_at = "SLICE", "Y", LOW[1] + 2.8
    canvas = drawn(from_front(), volant, scene)
    places = [LOW + np.array((x, 2.2, z)) * VOXEL for x in np.linspace(0.2, 2.8, 14) for z in np.linspace(1, 7, 31)]
    shares = [canvas.strength(place, baked.colors.REMOVED) for place in places]
    assert min(shares) < 0.2
    assert max(shares) > 0.6
    assert canvas.strength(LOW + np.array((3.5, 2.2, 6.2)) * VOXEL, baked.colors.BLOCKED) > 0.8
    assert 0.4 < canvas.strength(LOW + np.array((12.2, 2.2, 6.2)) * VOXEL, baked.colors.SHIPPED.island(0)) < 0.8


def test_what_hides_a_slice_leaves_it_faint(sliced, volant):
    sliced.display.slice_at = LOW[2] + 2.2
    place = LOW + np.array((12.2, 6.2, 4.4)) * VOXEL
    lid = [(LOW[0], LOW[1], 13.5), (HIGH[0], LOW[1], 13.5), (HIGH[0], HIGH[1], 13.5), (LOW[0], HIGH[1], 13.5)]
    color = sliced.colors.SHIPPED.island(1)
    open_, closed, xray = (
        drawn(across(2), volant, sliced.scene, **options).strength(place, color)
        for options in ({}, {"curtain": lid}, {"curtain": lid, "xray": True})
    )
    assert 0.1 < closed < 0.6 * open_
    assert xray == pytest.approx(open_, abs=0.01)


def test_many_cells_are_sliced_and_few_are_wire_unless_chosen(scene, volant):
    views = volant.addon.session.views
    few, many = bake(volant), many_cells(volant)
    display = scene.volant.display
    assert display.cells == "AUTO"
    assert views.view_of(display, few) == "WIRE"
    assert views.view_of(display, many) == "SLICE"
    for chosen in ("SLICE", "GLASS", "WIRE", "OFF"):
        display.cells = chosen
        assert views.view_of(display, few) == views.view_of(display, many) == chosen


def test_a_slice_starts_where_there_is_most_to_see_and_stays_where_it_is_put_on_each_axis(sliced, volant):
    display = sliced.display
    assert display.slice_at == volant.addon.session.views.busiest(sliced.nav)[2]
    display.slice_at = 12.5
    display.slice_axis = "X"
    assert LOW[0] < display.slice_at < HIGH[0]
    display.slice_at = 1.25
    display.slice_axis = "Z"
    assert display.slice_at == 12.5
    display.slice_axis = "X"
    assert display.slice_at == 1.25


def test_the_busiest_place_is_cut_by_as_many_cells_as_any(scene, volant):
    nav = bake(volant)
    for axis, place in enumerate(volant.addon.session.views.busiest(nav)):
        boxes = nav.boxes()[:, :, axis]
        layers = LOW[axis] + (np.arange(SHAPE[axis]) + 0.5) * VOXEL
        counts = [((boxes[:, 0] < layer) & (layer < boxes[:, 1])).sum() for layer in (*layers, place)]
        assert counts[-1] == max(counts)


def test_a_slice_without_a_bake_or_a_volume_is_somewhere(scene, volant):
    assert scene.volant.display.slice_at == 0.0
    volant.addon.objects.volumes.add_volume(bpy.context, (0, 0, 2), (4, 4, 6))
    bpy.context.view_layer.update()
    assert scene.volant.display.slice_at == pytest.approx(4.0)


@pytest.mark.parametrize("is_on", [True, False])
def test_slices_of_older_files_are_where_they_were(baked, volant, tmp_path, is_on):
    """They had a switch, and a share of the volume's size."""
    display = baked.display
    display.slice, display.slice_axis, display.slice_position, display.cells = is_on, "X", 0.75, "GLASS"
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "older.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "older.blend"))
    display = bpy.context.scene.volant.display
    assert display.cells == ("SLICE" if is_on else "GLASS")
    assert display.slice_at == pytest.approx(LOW[0] + 0.75 * (HIGH - LOW)[0])
    assert not display.slice
    # Only once.
    display.cells, display.slice_at = "WIRE", 0.5
    volant.addon.session.older_files.upgrade(bpy.context.scene)
    assert (display.cells, display.slice_at) == ("WIRE", 0.5)


def test_numbers_of_views_are_those_of_older_files(scene):
    items = scene.volant.display.bl_rna.properties["cells"].enum_items
    assert [items[name].value for name in ("WIRE", "GLASS", "OFF")] == [0, 1, 2]


@pytest.mark.parametrize("axis", range(3))
def test_blocked_space_of_a_layer_is_that_of_the_whole(scene, volant, axis):
    nav = bake(volant, markers=[LOW + np.array((12.2, 6.2, 6.2)) * VOXEL])
    whole = filled(nav.blocked(), SHAPE)
    for layer in range(SHAPE[axis]):
        shape = list(SHAPE)
        shape[axis] = 1
        found = filled(volant.addon.overlay.plans.blocked_in_layer(nav, axis, layer), shape)
        assert np.array_equal(found.take(0, axis), whole.take(layer, axis))


def filled(boxes, shape) -> np.ndarray:
    grid = np.zeros(shape, bool)
    for (a, b, c), (d, e, f) in boxes:
        grid[a:d, b:e, c:f] = True
    return grid


@pytest.mark.parametrize("axis", range(3))
def test_hatching_stays_within_its_boxes_and_reaches_all_of_them(scene, volant, axis):
    random = np.random.default_rng(3)
    low = random.integers(0, 20, (40, 3))
    boxes = np.stack((low, low + random.integers(2, 9, (40, 3))), axis=1).astype(np.int32)
    for box in boxes:
        lines = volant.addon.overlay.box_arrays.hatching(box[None], axis, 1.5).reshape(-1, 2, 3)
        assert len(lines) > 0
        plane = [(axis + 1) % 3, (axis + 2) % 3]
        assert (lines[:, :, axis] == 0).all()
        assert (lines[:, :, plane] >= box[0, plane]).all()
        assert (lines[:, :, plane] <= box[1, plane]).all()
        totals = lines[:, :, plane].sum(axis=2) / 1.5
        assert np.allclose(totals, np.rint(totals))


def test_the_panel_s_slice_is_only_of_bakes_that_show_one(baked, volant):
    views = volant.addon.session.views
    assert views.sliced(baked.scene) == []
    baked.display.cells = "SLICE"
    assert views.sliced(baked.scene) == [session().bakes.of(baked.volume)]
    baked.display.show = False
    assert views.sliced(baked.scene) == []


@pytest.mark.parametrize("axis", range(3))
def test_the_handle_is_at_the_edge_in_front_and_points_along_the_axis(scene, volant, axis):
    handle_matrix = volant.addon.overlay.slice_handle.handle_matrix
    for side, corner in ((-1, LOW), (1, HIGH)):
        matrix = handle_matrix([bake(volant)], axis, Vector(MIDDLE + side * 30))
        assert np.allclose(matrix @ Vector((0, 0, 0)), np.where(np.arange(3) == axis, 0, corner))
        assert np.allclose(matrix @ Vector((0, 0, 2.5)), np.where(np.arange(3) == axis, 2.5, corner), atol=1e-5)


def test_the_handle_is_there_while_a_slice_is_shown(baked, volant):
    group = volant.addon.overlay.slice_handle.VOLANT_GGT_slice
    space = SimpleNamespace(overlay=SimpleNamespace(show_overlays=True))
    context = SimpleNamespace(scene=baked.scene, space_data=space)
    assert not group.poll(context)
    baked.display.cells = "SLICE"
    assert group.poll(context)
    space.overlay.show_overlays = False
    assert not group.poll(context)


def test_the_handle_moves_the_slice(sliced, volant):
    handle = volant.addon.overlay.slice_handle
    handle._move(12.25)
    assert handle._place() == sliced.display.slice_at == 12.25
