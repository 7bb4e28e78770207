# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verifier against exact arithmetic, on volumes made by hand: silent when all is well, and right when not."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hand_made import (
    NO_BOXES,
    SHAPE,
    Volume,
    distances,
    exact_distance,
    kinds,
    least_distance,
    mesh,
    quarters,
    radii,
    soups,
    true_free,
    volume,
    without,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scenes import box_mesh, face_pairs

from volant import navcore
from volant.navcore.check import check, verify
from volant.navcore.check.complete import _cut_in_blocks
from volant.navcore.check.distance import triangle_box_distance
from volant.navcore.check.portals import _face_pairs
from volant.navcore.check.surface import Surface
from volant.navcore.check.tree import BoxTree

pytestmark = pytest.mark.filterwarnings("error")

# --- parts ---


@given(st.tuples(*[st.tuples(*[quarters] * 3)] * 3), st.tuples(*[quarters] * 3), st.tuples(*[st.integers(0, 6)] * 3))
@settings(max_examples=10 * settings().max_examples)
def test_the_distance_of_a_triangle_from_a_box(triangle, low, size):
    high = np.add(low, np.array(size) / 4)
    middle, half = np.add(low, high)[None] / 2, np.subtract(high, low)[None] / 2
    found = triangle_box_distance(np.array([triangle]), middle, half)[0]
    assert found == pytest.approx(exact_distance(triangle, low, high), abs=1e-12)


@given(st.integers(0, 70), st.integers(0, 2**32 - 1))
def test_the_tree_finds_what_is_near(count, seed):
    random = np.random.default_rng(seed)
    low = random.uniform(0, 20, (count, 3))
    high = low + random.exponential(1.0, (count, 3)) ** 3
    middle, half = random.uniform(-2, 22, (40, 3)), random.uniform(0, 3, (40, 3))
    apart = np.maximum(np.maximum(low - (middle + half)[:, None], (middle - half)[:, None] - high), 0)
    true = set(zip(*np.nonzero((apart**2).sum(axis=2) <= 4.0), strict=True))
    found = [
        pair for block in BoxTree(low, high).near(middle, -half, np.full(40, 4.0)) for pair in zip(*block, strict=True)
    ]
    assert set(found) == true
    assert len(found) == len(true)


@given(soups(most=12), st.integers(0, 2**32 - 1), st.floats(0, 3))
def test_the_surface_knows_what_is_near(soup, seed, reach):
    random = np.random.default_rng(seed)
    corners = np.array(soup).reshape(-1, 3, 3)
    surface = Surface(corners, np.array([5, 5, 5]), 100.0)
    middle, half = random.uniform(-1, 6, (30, 3)), random.uniform(0, 2, (30, 3))
    pair = np.stack(np.meshgrid(np.arange(30), np.arange(len(soup)), indexing="ij"), axis=-1).reshape(-1, 2)
    apart = triangle_box_distance(corners[pair[:, 1]], middle[pair[:, 0]], half[pair[:, 0]]).reshape(30, len(soup))
    least = apart.min(axis=1, initial=math.inf)
    assert (surface.within(middle, -half, reach) == (least <= reach)).all()
    assert np.allclose(surface.nearest(middle, half)[1], least, rtol=1e-9, atol=1e-9)
    found = {(q, t) for block in surface.hits(middle, half, reach) for q, t, _d in zip(*block, strict=True)}
    assert found == set(zip(*np.nonzero(apart <= reach), strict=True))


@given(soups(most=6), st.tuples(*[st.integers(1, 4)] * 3), st.floats(0.5, 6))
def test_one_triangle_may_settle_a_whole_cube(soup, size, reach):
    """What is said of all voxels of a box at once is true of each."""
    surface = Surface(np.array(soup).reshape(-1, 3, 3), np.array(size), 100.0)
    box = np.array([[[0, 0, 0], size]], np.int32)
    if surface.within(box.mean(axis=1), np.array([size]) / 2 - 1, reach)[0]:
        voxels = np.concatenate([pieces for pieces, _owner in _cut_in_blocks(box, 1)])
        assert len(voxels) == math.prod(size)
        assert surface.within(voxels.mean(axis=1), np.full((len(voxels), 3), -0.5), reach + 1e-9).all()


@given(st.integers(0, 2**32 - 1), st.integers(0, 60), st.floats(0, 1))
def test_face_pairs_of_random_tilings(seed, cuts, kept):
    random = np.random.default_rng(seed)
    boxes = [np.array([[0, 0, 0], [9, 8, 7]])]
    for _ in range(cuts):
        box = boxes.pop(random.integers(len(boxes)))
        axis = random.integers(3)
        if box[1, axis] - box[0, axis] > 1:
            at = random.integers(box[0, axis] + 1, box[1, axis])
            below, box = box.copy(), box.copy()
            below[1, axis] = box[0, axis] = at
            boxes.append(below)
        boxes.append(box)
    some = np.array(boxes, np.int32)[random.random(len(boxes)) <= kept].reshape(-1, 2, 3)
    found = [tuple(pair) for pair in np.sort(navcore.run(_face_pairs(some)), axis=1).tolist()]
    assert sorted(found) == sorted(face_pairs(some))


# --- the whole ---


@given(soups(), radii, st.booleans())
def test_true_volumes_have_no_faults(soup, radius, remove):
    nav = volume(true_free(distances(soup), radius), agent_radius=radius)
    assert check(nav, *mesh(soup)) == []
    if remove and len(nav.components):
        assert check(without(nav, int(nav.components[-1])), *mesh(soup)) == []


@given(soups(), radii, st.integers(0, 2**32 - 1))
def test_checks_side_by_side_find_the_same(soup, radius, seed):
    """Large volumes are checked in threads and their blocked space in parts."""
    wrong = true_free(distances(soup), radius) ^ (np.random.default_rng(seed).random(SHAPE) < 0.2)
    nav = volume(wrong, agent_radius=radius)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verify, "_FEW", 0)
        patch.setattr(verify, "_MANY", 0)
        found = check(nav, *mesh(soup))
    # Parts of blocked space are told one after the other, so that only their order differs.
    assert sorted(found) == sorted(check(nav, *mesh(soup)))


@given(soups(), radii, st.data())
def test_one_wrong_voxel_is_named(soup, radius, data):
    """Any voxel turned over: a fault exactly when exact arithmetic says so, and of that kind."""
    distance = distances(soup)
    free = true_free(distance, radius)
    voxel = data.draw(st.tuples(*[st.integers(0, side - 1) for side in SHAPE]))
    wrong = free.copy()
    wrong[voxel] = not wrong[voxel]
    faults = check(volume(wrong, agent_radius=radius), *mesh(soup))
    if free[voxel]:
        expected = {"unjustified"} if distance[voxel] > radius + 1e-6 else set()
        steps = [(0.5, 0.5, 0.5), *itertools.product((0, 1), repeat=3)]
        clear = max(least_distance(soup, np.add(voxel, step), np.add(voxel, step)) for step in steps)
        assert kinds(faults) == expected | ({"complete"} if clear > radius + math.sqrt(3) + 1e-6 else set())
        assert all(f"voxel ({voxel[0]}, {voxel[1]}, {voxel[2]})" in fault for fault in faults)
    elif radius:
        assert kinds(faults) == ({"sound"} if distance[voxel] < radius - 1e-6 else set())
    else:
        # The closed voxels also blocked what only touches them, which may be free unless it parts two cells.
        inside = least_distance(soup, np.add(voxel, 0.125), np.add(voxel, 0.875)) == 0
        assert ({"sound"} if inside else set()) <= kinds(faults) <= {"sound", "leak"}


@pytest.fixture(scope="module")
def room() -> tuple[Volume, NDArray[np.float64], NDArray[np.int64]]:
    """A room of 6 x 5 x 4 half-metre voxels, far from the origin, cut in two by a slanted wall; radius 0.2."""
    soup = np.array([[[2.25, -1, -1], [2.75, 6, -1], [2.25, -1, 5]], [[2.75, 6, -1], [2.75, 6, 5], [2.25, -1, 5]]])
    free = true_free(distances(soup, (6, 5, 4)), 0.4)
    origin = np.array([1000.0, -500.0, 20.0])
    vertices, triangles = mesh(soup)
    return volume(free, agent_radius=0.2, voxel_size=0.5, origin=origin), vertices * 0.5 + origin, triangles


def test_a_room_has_no_faults(room):
    nav, vertices, triangles = room
    assert check(nav, vertices, triangles) == []
    assert nav.components.max() == 1, "the wall does not part the room"
    assert check(without(nav, 1), vertices, triangles) == []
    assert check(without(without(nav, 1), 0), vertices, triangles) != [], "removed boxes were lost, and no gap was seen"


def test_a_missing_portal(room):
    nav, *scene = room
    faults = check(replace(nav, portals=nav.portals[1:]), *scene)
    a, b = nav.portals[0].tolist()
    assert any(fault.startswith(f"portal: cells {a} and {b} share a face") for fault in faults)


@pytest.mark.parametrize("extra", ["far", "again", "falling", "self"])
def test_an_extra_portal(room, extra):
    nav, *scene = room
    a, b = nav.portals[0].tolist()
    pair = {"far": [0, len(nav.cells) - 1], "again": [a, b], "falling": [b, a], "self": [a, a]}[extra]
    wrong = replace(nav, portals=np.concatenate((nav.portals, [pair])))
    row = len(nav.portals)
    said = {"far": "share no face", "again": f"repeats portal {0}", "falling": "must be the lower", "self": "no face"}
    assert any(f"portal {row}" in fault and said[extra] in fault for fault in check(wrong, *scene))


def test_a_wrong_component(room):
    nav, *scene = room
    torn = nav.components.copy()
    torn[0] = 2
    assert kinds(check(replace(nav, components=torn), *scene)) == {"component"}
    joined = np.zeros_like(nav.components)
    (fault,) = check(replace(nav, components=joined), *scene)
    assert fault.startswith("component: ")
    assert "no chain of portals" in fault
    assert kinds(check(replace(nav, components=nav.components - 1), *scene)) == {"component"}
    swapped = 1 - nav.components
    assert check(replace(nav, components=swapped), *scene) == [], "the labels' order means nothing"


def test_overlap_and_gap(room):
    nav, *scene = room
    low, high = nav.cells[0]
    grown = nav.cells.copy()
    grown[0, 1] += (1, 0, 0)
    faults = check(replace(nav, cells=grown), *scene)
    assert "overlap" in kinds(faults)
    assert any(fault.startswith("overlap: voxel (1, 0, 0) lies in cell 0 and ") for fault in faults)
    shrunk = nav.cells.copy()
    shrunk[0, 1] -= (0, 1, 0)
    faults = check(replace(nav, cells=shrunk), *scene)
    assert "gap" in kinds(faults)
    assert sum(fault.startswith("gap: voxel (0, 4, ") for fault in faults) == 4
    outside = nav.blocked_boxes.copy()
    outside[0, 0, 2] -= 1
    assert kinds(check(replace(nav, blocked_boxes=outside), *scene)) >= {"outside"}
    twice = replace(nav, blocked_boxes=np.concatenate((nav.blocked_boxes, nav.blocked_boxes[:1])))
    assert kinds(check(twice, *scene)) == {"overlap"}
    assert (low < high).all()


def test_a_free_voxel_in_the_wall_and_a_blocked_one_too_many(room):
    nav, *scene = room
    free = np.ones(nav.shape, bool)
    for low, high in nav.blocked_boxes:
        free[tuple(slice(a, b) for a, b in zip(low, high, strict=True))] = False
    same = {"agent_radius": nav.agent_radius, "voxel_size": nav.voxel_size, "origin": nav.origin}
    inside = free.copy()
    inside[tuple(nav.blocked_boxes[0, 0])] = True
    faults = check(volume(inside, **same), *scene)
    assert "sound" in kinds(faults)
    assert "nearer than the radius 0.2" in faults[0]
    outside = free.copy()
    outside[0, 0, 0] = False
    faults = check(volume(outside, **same), *scene)
    assert kinds(faults) == {"unjustified", "complete"}
    assert check(volume(outside, **same), *scene, slack=1.5) == [f for f in faults if f.startswith("complete")], "d"
    assert check(volume(outside, **same), *scene, slack=2 * math.sqrt(3)) == []
    whole = volume(np.zeros(nav.shape, bool), **same)
    faults = check(whole, *scene, slack=0.0)
    assert kinds(faults) == {"unjustified", "complete"}
    count = int(free.sum())
    assert f"unjustified: and {count - 20} more" in faults


@pytest.mark.parametrize("part", [0.99, 0.999_99])
def test_a_radius_one_percent_too_small(part):
    """The nearest cell is exactly one radius away; a little less is a fault."""
    triangle = [[(-9.0, -9.0, -1.5), (30.0, -9.0, -1.5), (-9.0, 30.0, -1.5)]]
    nav = volume(np.ones((3, 3, 3), bool), agent_radius=1.5)
    assert check(nav, *mesh(triangle)) == []
    faults = check(nav, *mesh(np.array(triangle) * (1, 1, part)))
    assert kinds(faults) == {"sound"}
    assert "is 1.4" in faults[0]
    assert check(nav, *mesh(np.array(triangle) * (1, 1, 1 - 1e-7))) == [], "within the tolerance"


def test_clearance_too_large(room):
    nav, *scene = room
    for wrong in (nav.clearance * 1.01 + 1e-5, np.full(len(nav.cells), np.inf), np.full(len(nav.cells), -0.1)):
        faults = check(replace(nav, clearance=wrong), *scene)
        assert kinds(faults) == {"clearance"}
        assert len(faults) == min(len(nav.cells), 21)
    assert check(replace(nav, clearance=nav.clearance * 0), *scene) == []
    empty = volume(np.ones((2, 2, 2), bool))
    assert (
        check(replace(empty, clearance=np.full(len(empty.cells), np.inf)), np.zeros((0, 3)), np.zeros((0, 3), int))
        == []
    )


def test_a_triangle_between_two_cells_is_a_leak():
    """It meets the inside of neither cell, and parts them all the same."""
    cells = np.array([[[0, 0, 0], [2, 4, 4]], [[2, 0, 0], [4, 4, 4]]], np.int32)
    nav = Volume(np.array([4, 4, 4]), cells, NO_BOXES, np.array([[0, 1]]), np.zeros(2, int), np.ones(2))
    wall = [[(2.0, -9.0, -9.0), (2.0, 20.0, -9.0), (2.0, -9.0, 20.0)]]
    assert kinds(check(nav, *mesh(wall))) == {"leak"}
    touching = [[(2.0, 1.0, -1.0), (2.0, 2.0, -1.0), (2.0, 1.0, 0.0)]]
    assert check(nav, *mesh(touching)) == [], "only the portal's border is touched"
    assert kinds(check(nav, *mesh([[(1.0, 1.0, 1.0), (3.0, 1.0, 1.0), (2.0, 2.0, 1.0)]]))) == {"leak", "sound"}


def test_a_removed_cell_must_not_touch_a_kept_one(room):
    nav, *scene = room
    moved = replace(
        nav,
        cells=nav.cells[1:],
        removed_boxes=nav.cells[:1],
        portals=nav.portals[(nav.portals > 0).all(axis=1)] - 1,
        components=nav.components[1:],
        clearance=nav.clearance[1:],
    )
    assert kinds(check(moved, *scene)) == {"removed"}
    everything = volume(np.ones(nav.shape, bool), agent_radius=0.2, voxel_size=0.5, origin=nav.origin)
    gone = check(without(everything, 0), *scene)
    assert kinds(gone) == {"sound"}, "removed cells must be sound too"
    assert gone[0].startswith("sound: removed box")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cells", np.zeros((3, 3), int)),
        ("cells", np.zeros((3, 2, 3), int)),
        ("cells", np.full((3, 2, 3), 2.5)),
        ("cells", [[1, 2], [3]]),
        ("cells", None),
        ("portals", [[0, 10_000]]),
        ("portals", [[-1, 2]]),
        ("portals", np.zeros((0, 3), int)),
        ("components", np.zeros(1, int)),
        ("components", np.full(3, np.nan)),
        ("clearance", np.zeros(2)),
        ("clearance", "nan"),
        ("origin", (0.0, np.nan, 0.0)),
        ("voxel_size", 0.0),
        ("voxel_size", "wide"),
        ("agent_radius", -1.0),
        ("agent_radius", np.inf),
        ("shape", (0, 4, 4)),
        ("shape", (60_000, 60_000, 60_000)),
        ("blocked_boxes", np.array([[[0, 0, 0], [2**60, 1, 1]]])),
        ("blocked_boxes", np.zeros(3)),
        ("removed_boxes", np.array([[[2, 2, 2], [1, 3, 3]]])),
    ],
)
def test_malformed_arrays_are_faults(room, name, value):
    nav, *scene = room
    if isinstance(value, str) and value == "nan":
        value = np.where(np.arange(len(nav.cells)) == 3, np.nan, nav.clearance)
    wrong = replace(nav, **{name: value})
    if value is None or isinstance(value, (list, str)) or name == "origin":
        object.__setattr__(wrong, "boxes", None)
    assert "malformed" in kinds(check(wrong, *scene))


@pytest.mark.parametrize(
    ("vertices", "triangles"),
    [
        ([[0, 0, np.nan]], [[0, 0, 0]]),
        ([[0.0, 0.0]], [[0, 0, 0]]),
        ([[0.0, 0.0, 0.0]], [[0, 0, 1]]),
        ([[0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0]]),
        ([[0.0, 0.0, 0.0], [1e300, 1e300, 1e300]], [[0, 1, 1]]),
    ],
)
def test_malformed_scenes_are_faults(room, vertices, triangles):
    assert "malformed" in kinds(check(room[0], vertices, triangles))


def test_boxes_elsewhere_are_faults(room):
    nav, *scene = room

    class Elsewhere(Volume):
        def boxes(self):
            return super().boxes() + 1e-3

    assert kinds(check(Elsewhere(**vars(nav)), *scene)) == {"malformed"}


def test_an_empty_object_is_a_fault_and_slack_must_be_a_length():
    assert kinds(check(object(), [], [])) == {"malformed"}
    with pytest.raises(navcore.NavError, match="slack"):
        check(object(), [], [], slack=-1.0)


def test_triangles_far_away_do_not_matter(room):
    nav, vertices, triangles = room
    far = np.array([[1e300, 0, 0], [1e300, 1, 0], [1e300, 0, 1]])
    assert check(nav, np.concatenate((vertices, far)), np.concatenate((triangles, [[6, 7, 8]]))) == []


@pytest.mark.parametrize("radius", [0.0, 0.3, 2.5])
def test_a_bake_has_no_faults(radius):
    """End to end: the one test here that bakes."""
    vertices, triangles = box_mesh((-1.0, -1.0, -1.0), (1.0, 1.3, 0.9))
    turn = np.linalg.qr(np.random.default_rng(5).normal(size=(3, 3)))[0]
    scene = (vertices @ turn, triangles)
    bounds = ((-4.0, -4.0, -4.0), (4.0, 3.0, 4.0))
    nav = navcore.bake(*scene, navcore.BakeConfig(voxel_size=0.25, agent_radius=radius, bounds=bounds))
    assert check(nav, *scene) == []
