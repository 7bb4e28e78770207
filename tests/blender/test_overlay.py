# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The overlay, drawn off screen: what geometry says is at a point of the picture has its colour there.

The world of these tests is 16 x 8 x 8 voxels of edge 0.5, with a wall across x at 3 to 4 voxels that parts it into
two islands, and a low block on the floor of the larger one.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from canvas import Canvas, wake_gpu
from conftest import NAME

VOXEL = 0.5
SHAPE = (16, 8, 8)
LOW = np.array((-2.0, 1.0, 10.0))
HIGH = LOW + np.array(SHAPE) * VOXEL
UP = np.array((0.0, 0.0, 1.0))
#: Wide enough to be certain of a pixel, and opaque.
BOLD = {"line_width": 3.0, "opacity": 1.0}


@pytest.fixture(scope="module", autouse=True)
def _gpu():
    wake_gpu()


def occupied() -> np.ndarray:
    wall = itertools.product([3], range(8), range(8))
    block = itertools.product(range(10, 12), range(3, 6), range(3))
    return np.array([*wall, *block])


@pytest.fixture
def baked(scene, volant):
    """The scene with a baked volume, shown boldly."""
    return make_volume(scene, volant)


def bake(volant, **settings):
    config = volant.navcore.BakeConfig(voxel_size=VOXEL, bounds=(LOW, HIGH), **settings)
    return volant.navcore.bake_voxels(occupied(), SHAPE, config)


def make_volume(scene, volant, markers=()) -> SimpleNamespace:
    nav = bake(volant, markers=markers)
    volume = volant.addon.volumes.add_volume(bpy.context, tuple(LOW), tuple(HIGH))
    volant.addon.volumes.store_bake(volume, nav, volant.navcore.dumps(nav))
    bpy.context.view_layer.update()
    display = scene.volant.display
    for name, value in BOLD.items():
        setattr(display, name, value)
    return SimpleNamespace(scene=scene, volume=volume, nav=nav, display=display, colors=volant.addon.overlay.colors)


def oblique() -> Canvas:
    middle = (LOW + HIGH) / 2
    return Canvas(middle + np.array((5, -13, 8)), middle)


def from_front(span=6.0) -> Canvas:
    """Along y, in parallel."""
    middle = (LOW + HIGH) / 2
    return Canvas(middle - (0, 20, 0), middle, span)


def drawn(canvas, volant, scene, **options) -> Canvas:
    canvas.draw(volant, scene, **options)
    return canvas


def top_edge(box) -> np.ndarray:
    """The middle of the upper edge in front of a world box (2, 3)."""
    return np.array(((box[0, 0] + box[1, 0]) / 2, box[0, 1], box[1, 2]))


def largest_cell_of(nav, island: int) -> int:
    volume = np.prod(nav.cells[:, 1] - nav.cells[:, 0], axis=1)
    return int(np.argmax(np.where(nav.components == island, volume, -1)))


def shown(volant, baked, start, goal, config=None, nav=None, color=(1.0, 0.2, 0.0)):
    """A path as the preview would give it."""
    nav = nav or baked.nav
    path = volant.navcore.find_path(nav, start, goal, config or volant.navcore.PathConfig())
    cells = nav.locate([start, goal])
    islands = tuple(int(nav.components[cell]) if cell >= 0 else -1 for cell in cells)
    return volant.addon.preview.Shown(path, nav, baked.volume.session_uid, tuple(start), tuple(goal), islands, color)


def show_paths(monkeypatch, volant, *paths) -> None:
    monkeypatch.setattr(volant.addon.preview, "shown", lambda _scene: list(paths))


# Where things are, and in which colour


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
    full = {island: canvas.strength(point, baked.colors.SHIPPED.island(island)) for island, point in inside.items()}
    assert all(0.1 < share < 0.7 for share in full.values())
    baked.display.opacity = 0.3
    canvas.draw(volant, baked.scene)
    for island, point in inside.items():
        assert 0.02 < canvas.strength(point, baked.colors.SHIPPED.island(island)) < full[island] / 2
    baked.display.cells = "OFF"
    canvas.draw(volant, baked.scene)
    assert all(canvas.is_empty(point) for point in inside.values())


@pytest.mark.parametrize("cells", ["WIRE", "GLASS"])
def test_tens_of_thousands_of_cells_stay_see_through(scene, volant, cells):
    config = volant.navcore.BakeConfig(voxel_size=0.125, bounds=((0, 0, 0), (4, 4, 4)), min_depth=5, merge=False)
    nav = volant.navcore.bake_voxels(np.empty((0, 3), int), (32, 32, 32), config)
    assert len(nav.cells) == 32**3
    volume = volant.addon.volumes.add_volume(bpy.context, (0, 0, 0), (4, 4, 4))
    volant.addon.volumes.store_bake(volume, nav, volant.navcore.dumps(nav))
    bpy.context.view_layer.update()
    display = scene.volant.display
    display.cells = cells
    canvas = Canvas((7, -9, 6), (2, 2, 2))
    color = np.array(volant.addon.overlay.colors.SHIPPED.island(0)) - canvas.background

    def covered() -> np.ndarray:
        """How much of the cells' colour each pixel in the middle of the volume has."""
        canvas.draw(volant, scene)
        return ((canvas.pixels - canvas.background) @ color / (color @ color))[200:280, 280:360]

    shares = covered()
    assert 0.1 < shares.mean() < 0.6
    if cells == "WIRE":
        # A grid, not a fog; and solid when that is asked for.
        assert shares.std() > 0.02
        display.opacity = 1.0
        assert covered().mean() > 0.85


@pytest.mark.parametrize(("color_by", "axis"), [("ISLAND", "X"), ("SIZE", "Y"), ("CLEARANCE", "Z")])
def test_a_slice_shows_the_section_of_cells_and_nothing_else(baked, volant, color_by, axis):
    baked.display.slice, baked.display.slice_axis, baked.display.color_by = True, axis, color_by
    across = "XYZ".index(axis)
    eye = (LOW + HIGH) / 2
    eye[across] -= 20
    if axis == "Z":
        eye[across] += 40
    shades, palette = baked.colors.shades(color_by, baked.nav)
    for position in (0.0, 0.13, 0.55, 1.0):
        baked.display.slice_position = position
        canvas = drawn(Canvas(eye, (LOW + HIGH) / 2, 9.0), volant, baked.scene)
        plane = LOW[across] + position * (HIGH - LOW)[across]
        layer = min(int(position * SHAPE[across]), SHAPE[across] - 1)
        for column in itertools.product(range(8), repeat=2):
            voxel = np.insert(column, across, layer)
            if axis != "X":
                voxel[0] *= 2
            point = LOW + (voxel + 0.5) * VOXEL
            cell = baked.nav.locate([point])[0]
            point[across] = plane
            point += np.where(np.arange(3) == across, 0, 0.05)  # off the edges of cells
            if cell >= 0:
                assert 0.2 < canvas.strength(point, palette[shades[cell]]) < 0.8
            else:
                assert canvas.is_empty(point)


def test_a_slice_lies_where_its_position_says(baked, volant):
    baked.display.slice = True
    canvas = from_front()
    middle = (LOW + HIGH) / 2
    for position in (0.3, 0.34, 0.8):
        baked.display.slice_position = position
        canvas.draw(volant, baked.scene)
        height = LOW[2] + position * (HIGH - LOW)[2]
        assert canvas.strength((middle[0], middle[1], height), baked.colors.SHIPPED.island(1)) > 0.9
        assert canvas.is_empty((middle[0], middle[1], height + 0.15))
        assert canvas.is_empty((middle[0], middle[1], height - 0.15))


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
    baked.display.blocked = baked.display.slice = True
    baked.display.slice_axis, baked.display.slice_position = "Y", 0.7
    canvas.draw(volant, scene)
    assert 0.2 < canvas.strength(in_wall, baked.colors.BLOCKED) < 0.8
    assert 0.2 < canvas.strength(in_removed, baked.colors.REMOVED) < 0.8


@pytest.mark.parametrize("state", ["NEVER", "FRESH", "STALE"])
def test_the_box_of_a_volume_has_the_colour_of_its_state(baked, volant, monkeypatch, state):
    monkeypatch.setattr(volant.addon.status, "state", lambda _volume: state)
    baked.display.cells = "OFF"
    canvas = drawn(oblique(), volant, baked.scene)
    assert canvas.strength(((LOW + HIGH)[0] / 2, LOW[1], HIGH[2]), baked.colors.STATES[state]) > 0.8
    # Of a selected one only the corners, so that Blender's own line shows that it is selected.
    baked.volume.select_set(True)
    canvas.draw(volant, baked.scene)
    assert canvas.is_empty(((LOW + HIGH)[0] / 2, LOW[1], HIGH[2]))
    assert canvas.strength((HIGH[0] - 0.3, LOW[1], HIGH[2]), baked.colors.STATES[state]) > 0.8


def test_a_volume_without_a_bake_has_a_grey_box_and_no_more(scene, volant):
    volume = volant.addon.volumes.add_volume(bpy.context, tuple(LOW), tuple(HIGH))
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
    baked.display.blocked = baked.display.removed = baked.display.slice = True
    baked.display.slice_axis, baked.display.slice_position = "Y", 0.7
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
            assert canvas.strength(place, (0.1, 0.9, 0.1)) > 0.2, name
            assert np.abs(canvas.at(place) - before[name]).max() > 0.1, name
    finally:
        for name in places:
            chosen.property_unset(name)


# Paths


START, GOAL = LOW + np.array((5.0, 4.5, 0.5)) * VOXEL, LOW + np.array((15.0, 4.5, 0.5)) * VOXEL


def test_a_path_is_drawn_along_its_segments_with_dots_at_bends_and_ends(baked, volant, monkeypatch):
    path = shown(volant, baked, START, GOAL)
    show_paths(monkeypatch, volant, path)
    points = path.path.points
    assert len(points) > 2, "the block does not bend the path"
    baked.display.cells, baked.display.line_width = "OFF", 1.0
    color = baked.colors.on_screen(path.color)
    canvas = drawn(oblique(), volant, baked.scene)
    for first, second in itertools.pairwise(points):
        assert canvas.strength(first + 0.4 * (second - first), color) > 0.95
    for point in points:
        assert canvas.strength(point, color) > 0.95
    # The dot at an end is wider than the line, and round: 3 pixels off it is there in every direction, 8 off it is not.
    pixel = 2 * 15.7 / (480 * 2.0)
    right, up = (np.array(canvas.view.row[axis][:3]) for axis in (0, 1))
    for way in (right, up, -up, (right + up) / 2**0.5, (right - up) / 2**0.5):
        assert canvas.strength(START - 3 * pixel * way * np.sign(way @ right or 1), color) > 0.9
    assert canvas.is_empty(START - 9 * pixel * right)


def test_a_path_behind_the_viewer_is_not_drawn(baked, volant, monkeypatch):
    show_paths(monkeypatch, volant, shown(volant, baked, START, GOAL))
    middle = (LOW + HIGH) / 2
    canvas = drawn(Canvas(middle + 20 * UP, middle + 40 * UP), volant, baked.scene)
    assert not canvas.drawn


def test_a_path_is_dashed_and_pale_until_the_answer_of_now_is_there(baked, volant, monkeypatch):
    start, goal = START + 3 * UP, GOAL + 3 * UP
    answered = shown(volant, baked, start, goal)
    color = baked.colors.on_screen(answered.color)
    baked.display.cells = "OFF"
    canvas = from_front()
    along = [start + share * (goal - start) for share in np.linspace(0.1, 0.9, 200)]
    show_paths(monkeypatch, volant, answered)
    canvas.draw(volant, baked.scene)
    assert all(canvas.strength(point, color) > 0.95 for point in along)
    # Drawn right after the other, as at the first move of a drag.
    show_paths(monkeypatch, volant, replace(answered, is_pending=True))
    canvas.draw(volant, baked.scene)
    strengths = np.array([canvas.strength(point, color) for point in along])
    assert 0.3 < strengths.max() < 0.6
    assert 0.25 < np.mean(strengths > 0.3) < 0.75
    assert np.mean(strengths < 0.01) > 0.1
    # On the dash and the dot that both are there.
    assert all(0.3 < canvas.strength(end, color) < 0.8 for end in (start, goal))
    show_paths(monkeypatch, volant, answered)
    canvas.draw(volant, baked.scene)
    assert all(canvas.strength(point, color) > 0.95 for point in (*along, start, goal))


def test_a_path_has_a_dark_rim(baked, volant, monkeypatch):
    high = 3 * UP
    path = shown(volant, baked, START + high, GOAL + high)
    show_paths(monkeypatch, volant, path)
    baked.display.cells = "OFF"
    canvas = from_front()
    canvas.background = (0.8, 0.8, 0.8)
    canvas.draw(volant, baked.scene)
    middle = (START + GOAL) / 2 + high
    pixel = 6.0 / 480
    assert canvas.strength(middle, baked.colors.on_screen(path.color)) > 0.95
    assert 0.3 < canvas.strength(middle + 5.5 * pixel * UP, baked.colors.OUTLINE) < 0.8
    assert canvas.is_empty(middle + 9 * pixel * UP)


def test_a_hidden_path_is_faint_and_plain_in_xray(baked, volant, monkeypatch):
    high = 3 * UP
    path = shown(volant, baked, START + high, GOAL + high)
    show_paths(monkeypatch, volant, path)
    baked.display.cells = "OFF"
    color = baked.colors.on_screen(path.color)
    hidden, open_air = (START + high + share * (GOAL - START) for share in (0.25, 0.75))
    middle = ((LOW + HIGH) / 2)[0] + 1.0
    curtain = [(LOW[0] - 1, 0, 9), (middle, 0, 9), (middle, 0, 15), (LOW[0] - 1, 0, 15)]
    canvas = drawn(from_front(), volant, baked.scene, curtain=curtain)
    assert 0.1 < canvas.strength(hidden, color) < 0.5
    assert 0.1 < canvas.strength(START + high, color) < 0.6
    assert canvas.strength(open_air, color) > 0.95
    assert canvas.strength(GOAL + high, color) > 0.95
    canvas.draw(volant, baked.scene, curtain=curtain, xray=True)
    assert canvas.strength(hidden, color) > 0.95


@pytest.mark.parametrize("cells", ["WIRE", "GLASS"])
def test_cells_are_hidden_by_geometry_except_in_xray(baked, volant, cells):
    baked.display.cells = cells
    middle = baked.nav.boxes()[largest_cell_of(baked.nav, 1)].mean(axis=0)
    curtain = [(x, 0.0, z) for x, z in ((-9, 5), (9, 5), (9, 19), (-9, 19))]
    point = top_edge(baked.nav.boxes()[largest_cell_of(baked.nav, 1)]) if cells == "WIRE" else middle
    point = point - (0, 0, 0.03 * VOXEL)
    canvas = drawn(from_front(), volant, baked.scene, curtain=curtain, visible=lambda _volume: True)
    hidden = np.abs(canvas.at(middle) - canvas.background).max()
    assert hidden < 0.01
    canvas.draw(volant, baked.scene, curtain=curtain, xray=True)
    assert np.abs(canvas.at(point) - canvas.background).max() > 0.05


def test_without_a_path_a_red_line_is_dashed_between_dots_in_the_colours_of_their_islands(baked, volant, monkeypatch):
    start, goal = LOW + np.array((1.0, 4, 6)) * VOXEL, LOW + np.array((15.0, 4, 6)) * VOXEL
    path = shown(volant, baked, start, goal)
    assert not path.path.found
    assert path.islands == (0, 1)
    show_paths(monkeypatch, volant, path)
    baked.display.cells, baked.display.line_width = "OFF", 2.0
    canvas = drawn(from_front(), volant, baked.scene)
    assert canvas.strength(start, baked.colors.SHIPPED.island(0)) > 0.95
    assert canvas.strength(goal, baked.colors.SHIPPED.island(1)) > 0.95
    along = [start + share * (goal - start) for share in np.linspace(0.1, 0.9, 200)]
    red = [np.abs(canvas.at(point) - baked.colors.NOT_FOUND).max() < 0.03 for point in along]
    assert 0.25 < np.mean(red) < 0.75
    assert any(canvas.is_empty(point) for point in along)


def test_an_end_that_was_moved_into_free_space_is_joined_by_dashes(baked, volant, monkeypatch):
    start = LOW + np.array((11.0, 4.5, 2.6)) * VOXEL
    config = volant.navcore.PathConfig(max_snap=2.0)
    path = shown(volant, baked, start, GOAL + 3 * UP, config)
    assert path.path.snapped[0]
    show_paths(monkeypatch, volant, path)
    baked.display.cells = "OFF"
    canvas = drawn(Canvas(start - (0, 20, 0), start, 2.0), volant, baked.scene)
    assert canvas.strength(start, baked.colors.on_screen(path.color)) > 0.95
    moved = path.path.points[0]
    assert np.linalg.norm(moved - start) > 0.1
    color = baked.colors.on_screen(path.color)
    dash = [np.abs(canvas.at(start + share * (moved - start)) - color).max() < 0.03 for share in np.linspace(0, 1, 200)]
    assert 0.3 < np.mean(dash) < 0.95
    assert dash[-1]


@pytest.mark.parametrize("other", [False, True])
def test_near_paths_only_keeps_the_cells_of_paths_and_their_neighbours(baked, volant, monkeypatch, other):
    """Also of a path whose cells are those of another volume, as a larger agent's are."""
    nav = bake(volant, merge=False) if other else baked.nav
    start, goal = (LOW + np.array(at) * VOXEL for at in ((9.0, 1.0, 0.9), (9.0, 7.0, 0.9)))
    path = shown(volant, baked, start, goal, nav=nav)
    assert path.path.found
    assert not other or max(path.path.cells) >= len(baked.nav.cells)
    show_paths(monkeypatch, volant, path)
    near = volant.addon.overlay.paths.near_paths(baked.nav, [path])
    points = path.path.points
    steps = np.concatenate([a + np.linspace(0, 1, 500)[:, None] * (b - a) for a, b in itertools.pairwise(points)])
    on_path = set(baked.nav.locate(steps).tolist()) if other else set(path.path.cells)
    neighbours = {cell for pair in baked.nav.portals.tolist() for cell in pair if on_path & set(pair)}
    assert set(np.flatnonzero(near)) == on_path | neighbours
    assert not near[baked.nav.components == 0].any()

    baked.display.cells = "GLASS"
    canvas = from_front()
    points = {island: baked.nav.boxes()[largest_cell_of(baked.nav, island)].mean(axis=0) for island in (0, 1)}
    canvas.draw(volant, baked.scene)
    assert not canvas.is_empty(points[0])
    baked.display.near_paths = True
    canvas.draw(volant, baked.scene)
    assert canvas.is_empty(points[0])
    assert not canvas.is_empty(baked.nav.boxes()[np.flatnonzero(near)[0]].mean(axis=0))


def test_near_paths_without_a_path_shows_the_cells_of_both_ends(baked, volant):
    start, goal = LOW + np.array((1.0, 4, 6)) * VOXEL, LOW + np.array((15.0, 4, 6)) * VOXEL
    near = volant.addon.overlay.paths.near_paths(baked.nav, [shown(volant, baked, start, goal)])
    assert near[baked.nav.locate([start, goal])].all()
    assert not volant.addon.overlay.paths.near_paths(baked.nav, []).any()


# Where nothing may be


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
    monkeypatch.setattr(drawing._overlay, "draw", lambda *_arguments, **options: asked.update(options), raising=False)
    drawing._overlay._draw_viewport()
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
    volant.addon.overlay.drawing.forget_batches()
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
    assert not remade(made, volant, baked, blocked=True, cells="WIRE")
    assert not remade(made, volant, baked, cells="OFF")
    assert not remade(made, volant, baked, cells="GLASS")
    shades = len(np.unique(baked.colors.shades("SIZE", baked.nav)[0]))
    assert remade(made, volant, baked, color_by="SIZE") == 2 * shades
    assert remade(made, volant, baked, color_by="ISLAND", near_paths=True)
    assert not remade(made, volant, baked)
    assert remade(made, volant, baked, near_paths=False)

    assert remade(made, volant, baked, slice=True, slice_position=0.51)
    assert not remade(made, volant, baked, slice_position=0.55), "within the same layer of voxels"
    assert remade(made, volant, baked, slice_position=0.7)
    assert remade(made, volant, baked, slice_axis="X")
    assert not remade(made, volant, baked, slice=False), "what was whole before is kept"

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
    cache = volant.addon.overlay.drawing._overlay._cache
    assert remade(made, volant, baked)
    eroded = volant.navcore.erode(baked.nav, 0.3)
    volant.addon.volumes.store_bake(baked.volume, eroded, volant.navcore.dumps(eroded))
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
    assert uid in volant.addon.overlay.drawing._overlay._cache.owners()
    baked.scene.collection.objects.unlink(baked.volume)
    bpy.data.scenes.remove(other)
    oblique().draw(volant, baked.scene)
    assert uid not in volant.addon.overlay.drawing._overlay._cache.owners()
