# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the overlay draws, as arrays and colours: where corners are, and whether colours can be told apart."""

from __future__ import annotations

import importlib
import itertools
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from volumes import random_volume

FOLDER = Path(__file__).resolve().parents[2] / "addon" / "overlay"


def overlay(name: str) -> ModuleType:
    """A module of the overlay without the package around it, which only Blender can import."""
    package = sys.modules.setdefault("overlay_without_blender", ModuleType("overlay_without_blender"))
    package.__path__ = [str(FOLDER)]
    return importlib.import_module(f"overlay_without_blender.{name}")


box_arrays, path_arrays = overlay("box_arrays"), overlay("path_arrays")
marks, colors = overlay("marks"), overlay("colors")

BOXES = np.array([[[0, 0, 0], [1, 2, 3]], [[4, 1, 2], [9, 3, 4]]], np.float32)

#: How linear colours look to protan, deutan and tritan eyes: [Machado et al. 2009], severity 1.
EYES = {
    "most": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}


def seen(screen, eyes: str) -> np.ndarray:
    """Colours as these eyes see them, in Oklab."""
    return colors.oklab(colors.on_screen(np.clip(colors.linear(screen) @ EYES[eyes].T, 0, 1)))


def test_every_edge_runs_along_one_axis_between_corners_of_its_box():
    edges = box_arrays.box_edges(BOXES).reshape(2, 12, 2, 3)
    for box, own in zip(BOXES, edges, strict=True):
        assert {tuple(map(tuple, edge)) for edge in own.tolist()} == {
            (tuple(a), tuple(b))
            for a, b in itertools.product(itertools.product(*box.T.tolist()), repeat=2)
            if sum(p != q for p, q in zip(a, b, strict=True)) == 1 and a < b
        }


def test_faces_enclose_their_box_and_look_outwards():
    faces = box_arrays.box_faces(BOXES).reshape(2, 12, 3, 3).astype(float)
    normals = np.cross(faces[:, :, 1] - faces[:, :, 0], faces[:, :, 2] - faces[:, :, 0])
    # Divergence theorem: the flux of the position through a closed surface is three times its volume.
    volume = (normals * faces[:, :, 0]).sum(axis=(1, 2)) / 6
    assert volume == pytest.approx(np.prod(BOXES[:, 1] - BOXES[:, 0], axis=1))
    outwards = faces.mean(axis=2) - BOXES.mean(axis=1)[:, None]
    assert ((normals * outwards).sum(axis=2) > 0).all()


@pytest.mark.parametrize("axis", range(3))
def test_a_section_covers_the_box_across_its_axis(axis):
    others = [other for other in range(3) if other != axis]
    faces = box_arrays.rectangle_faces(BOXES, axis).reshape(2, 6, 3)
    edges = box_arrays.rectangle_edges(BOXES, axis).reshape(2, 8, 3)
    assert not faces[..., axis].any()
    assert not edges[..., axis].any()
    for box, own in zip(BOXES, faces.reshape(2, 2, 3, 3), strict=True):
        areas = np.linalg.norm(np.cross(own[:, 1] - own[:, 0], own[:, 2] - own[:, 0]), axis=1) / 2
        assert areas.sum() == pytest.approx(np.prod((box[1] - box[0])[others]))
    for corners in (faces, edges):
        assert np.array_equal(corners.min(axis=1)[:, others], BOXES[:, 0][:, others])
        assert np.array_equal(corners.max(axis=1)[:, others], BOXES[:, 1][:, others])
    lengths = np.linalg.norm(edges[:, ::2] - edges[:, 1::2], axis=2).sum(axis=1)
    assert lengths == pytest.approx(2 * (BOXES[:, 1] - BOXES[:, 0])[:, others].sum(axis=1))


def test_a_layer_crosses_the_boxes_that_hold_its_voxels():
    boxes = box_arrays.inset(BOXES.astype(np.int32), 0.03)
    assert [box_arrays.crossed(boxes, 2, layer).tolist() for layer in range(5)] == [
        [True, False],
        [True, False],
        [True, True],
        [False, True],
        [False, False],
    ]


def test_layers_of_a_tiling_are_counted():
    grid = np.stack(np.meshgrid(*[np.arange(0, 8, 2)] * 3, indexing="ij"), -1).reshape(-1, 1, 3)
    tiles = np.concatenate((grid, grid + 2), axis=1).astype(np.float32)
    assert box_arrays.mean_layers(tiles) == pytest.approx(4)
    assert box_arrays.mean_layers(tiles[:0]) == 1


def turned(rng: np.random.Generator) -> np.ndarray:
    """A rotation, (3, 3), any as likely as any other."""
    turn, flip = np.linalg.qr(rng.normal(size=(3, 3)))
    return turn * np.sign(np.diag(flip))


def test_edges_that_a_pixel_sees_are_counted():
    """Against lengths and areas as they are seen from many sides, in parallel, 20 pixels a voxel."""
    rng = np.random.default_rng(4)
    low = rng.integers(0, 30, (50, 3))
    boxes = np.stack((low, low + rng.integers(1, 9, (50, 3))), axis=1).astype(np.float32)
    first, second = box_arrays.box_edges(boxes).reshape(-1, 2, 3).swapaxes(0, 1)
    sides = boxes[:, 1].max(axis=0) - boxes[:, 0].min(axis=0)
    faces = sides.prod() / sides
    drawn, covered = [], []
    for _ in range(2000):
        turn = turned(rng)
        drawn.append(np.linalg.norm(((second - first) @ turn.T)[:, :2], axis=1).sum() * 20)
        covered.append(np.abs(turn[2]) @ faces * 20**2)
    extent = box_arrays.extent(boxes)
    view, projection = np.diag((2.0, 2.0, 2.0, 1.0)), np.diag((0.02, 0.04, 0.001, 1.0))
    assert box_arrays.crowding(extent, view, projection, 1000.0) == pytest.approx(
        np.mean(drawn) / np.mean(covered), rel=0.02
    )
    # In perspective from twice as far a voxel is half as large, and from among the boxes it is not without end.
    lens = np.array([[1.5, 0, 0, 0], [0, 2, 0, 0], [0, 0, -1, -0.2], [0, 0, -1, 0]])

    def from_afar(distance: float) -> float:
        view = np.eye(4)
        view[:3, 3] = -extent.centre - (0, 0, distance)
        return box_arrays.crowding(extent, view, lens, 1000.0)

    assert from_afar(200.0) == pytest.approx(2 * from_afar(100.0))
    assert 0 < from_afar(-5.0) == from_afar(0.0) < from_afar(100.0)
    assert box_arrays.crowding(box_arrays.extent(boxes[:0]), view, projection, 1000.0) == 0.0


def test_dashes_begin_and_end_where_the_line_does():
    ends = np.array([(1.0, 2, 3), (5, 2, 3)])
    dashes = path_arrays.dashes(ends, 0.1)
    assert np.array_equal(dashes[[0, -1]], ends)
    drawn = np.linalg.norm(dashes[::2] - dashes[1::2], axis=1)
    assert drawn == pytest.approx(np.full(len(drawn), 0.1), rel=0.1)
    assert len(path_arrays.dashes(ends, 1e-9)) < 1000
    assert len(path_arrays.dashes(ends, 1e9)) >= 4
    assert not len(path_arrays.dashes(ends[[0, 0]], 0.1))


def test_dashes_follow_a_line_around_its_bends():
    points = np.array([(0.0, 0, 0), (2.35, 0, 0), (2.35, 0, 0), (2.35, 1.7, 0), (2.35, 1.7, 3.1)])
    pieces = path_arrays.dashes(points, 0.5).astype(float).reshape(-1, 2, 3)
    along = np.concatenate(((0.0,), np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))))
    # Where on the line each end of a piece is, by looking for it among many places that are.
    lengths = np.linspace(0.0, along[-1], 100_001)
    places = np.stack([np.interp(lengths, along, points[:, axis]) for axis in range(3)], axis=1)
    ends = np.array([lengths[np.abs(places - end).sum(axis=1).argmin()] for end in pieces.reshape(-1, 3)])
    assert (np.diff(ends) > -1e-4).all()
    assert np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1) == pytest.approx(ends[1::2] - ends[::2], abs=1e-3)
    gaps = ends[2::2] - ends[1:-1:2]
    assert gaps[gaps > 1e-3] == pytest.approx(np.full(6, along[-1] / 13), abs=1e-3)
    assert (gaps <= 1e-3).any(), "no dash goes around a bend"


def test_samples_keep_the_points_and_their_distance():
    points = np.array([(0.0, 0, 0), (1, 0, 0), (1, 0, 0), (1, 3, 0)])
    samples = path_arrays.samples(points, 0.3)
    assert np.linalg.norm(np.diff(samples, axis=0), axis=1).max() <= 0.3 + 1e-12
    assert all((np.abs(samples - point).max(axis=1) == 0).any() for point in points)
    assert len(path_arrays.samples(points, 1e-9)) < 5000
    assert np.array_equal(path_arrays.segments(points)[1::2], points[1:])


def test_neighbours_are_those_that_share_a_portal():
    nav = random_volume(np.random.default_rng(3), (12, 9, 7), 0.2, merge=True, rough=False)
    chosen = [0, len(nav.cells) // 2]
    truth = {*chosen}
    for first, second in nav.portals.tolist():
        truth |= {first, second} if first in chosen or second in chosen else set()
    assert set(np.flatnonzero(path_arrays.with_neighbours(chosen, nav))) == truth
    assert not path_arrays.with_neighbours([], nav).any()


#: Two places ahead of the viewer, one behind, and how far marks reach from each on screen, right and up, in pixels.
MARKED = np.array([(0.0, 0, 0), (1, 0.5, -20), (0, 0, 30)])
RADII = np.array([4.0, 9.0, 9.0])


@pytest.mark.parametrize(
    ("make", "least", "most"),
    [
        (lambda ink, view: marks.dots(MARKED, RADII, ink, view), -(RADII[:2] + 2.5), RADII[:2] + 2.5),
        (lambda ink, view: marks.rings(MARKED, 2.0, ink, view), [-23.0] * 2, [23.0] * 2),
        (lambda ink, view: marks.flags(MARKED, 2.0, ink, view), None, None),
    ],
)
def test_marks_are_as_large_on_screen_near_and_far(make, least, most):
    """Project their corners again: in a perspective and in a turned view."""
    size = (640.0, 360.0)
    view = np.eye(4)
    view[:3, :3] = np.array([(0.6, 0.8, 0), (-0.8, 0.6, 0), (0, 0, 1)])
    view[2, 3] = -5
    projection = np.array([(1.5, 0, 0, 0), (0, 1.5 * 640 / 360, 0, 0), (0, 0, -1.002, -0.2), (0, 0, -1, 0)])
    ink = marks.Ink(np.ones((3, 4)), np.array((0, 0, 0, 0.6)), 1.5)
    made = make(ink, marks.View(view, projection, size, MARKED[0]))
    assert len(made.corners) == len(made.shades) == made.triangles.max() + 1
    drawn = made.corners.reshape(2, -1, 3) + MARKED[0]  # the third is behind the viewer

    def on_screen(points):
        clip = np.append(points, np.ones((*points.shape[:-1], 1)), axis=-1) @ (projection @ view).T
        return (clip[..., :2] / clip[..., 3:] + 1) * np.array(size) / 2

    off = on_screen(drawn) - on_screen(MARKED[:2])[:, None]
    if least is None:
        # A flag is above and to the right of where it stands.
        assert off[0] == pytest.approx(off[1], abs=1e-3)
        assert off[0].min(axis=0) == pytest.approx((-5.0, -2.5), abs=1e-3)
        assert off[0].max(axis=0)[0] > 34
        assert off[0].max(axis=0)[1] > 50
    else:
        assert off.min(axis=1)[:, 0] == pytest.approx(least, abs=1e-3)
        assert off.max(axis=1)[:, 0] == pytest.approx(most, abs=1e-3)
        assert off.max(axis=1)[:, 1] == pytest.approx(most, abs=1e-3)


def test_marks_of_several_kinds_are_drawn_in_their_order():
    view = marks.View(np.eye(4), np.diag((1.0, 1, 1, 1)), (100.0, 100.0), np.zeros(3))
    ink = marks.Ink(np.ones((1, 4)), np.zeros(4), 1.0)
    parts = [make(np.zeros((1, 3)), 1.0, ink, view) for make in (marks.flags, marks.rings)]
    both = marks.together(parts)
    assert len(both.corners) == sum(len(part.corners) for part in parts)
    assert np.array_equal(
        both.corners[both.triangles], np.concatenate([part.corners[part.triangles] for part in parts])
    )


@pytest.mark.parametrize("eyes", EYES)
def test_islands_are_told_apart(eyes):
    islands = seen([colors.SHIPPED.island(index) for index in range(len(colors.ISLANDS))], eyes)
    others = seen([colors.BLOCKED, colors.REMOVED], eyes)
    apart = np.linalg.norm(islands[:, None] - islands, axis=2)
    apart[np.diag_indices(len(apart))] = np.inf
    # 0.02 is just noticeable side by side.
    assert apart[:2, :2].min() > 0.17
    assert apart[:4, :4].min() > 0.10
    assert apart.min() > 0.07
    assert np.linalg.norm(islands[:, None] - others, axis=2).min() > 0.05


def test_states_are_told_apart_by_all_eyes():
    for eyes in EYES:
        states = seen(list(colors.STATES.values()), eyes)
        assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(states, 2)) > 0.06


@pytest.mark.parametrize("stops", [colors._SIZE_STOPS, colors._CLEARANCE_STOPS], ids=["size", "clearance"])
def test_ramps_are_even_and_calm_and_seen_on_dark_and_light(stops):
    ramp = colors.ramp(stops)
    steps = np.linalg.norm(np.diff(colors.oklab(ramp), axis=0), axis=1)
    assert steps.max() < 1.35 * steps.mean()
    assert np.allclose(ramp[[0, -1]], np.array(stops)[[0, -1]], atol=1e-6)
    for eyes in EYES:
        ends = seen(ramp[[0, -1]], eyes)
        assert np.linalg.norm(ends[1] - ends[0]) > 0.12
    for drawn in (ramp, np.array(colors.ISLANDS)):
        lightness = colors.oklab(drawn)[:, 0]
        assert lightness.min() > 0.5
        assert lightness.max() < 0.87


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("stops", [colors._SIZE_STOPS, colors._CLEARANCE_STOPS], ids=["size", "clearance"])
def test_the_first_path_stands_out_from_cells_of_every_colour(stops, eyes):
    orange = seen(colors.on_screen([(1.0, 0.27, 0.02)]), eyes)
    assert np.linalg.norm(seen(colors.ramp(stops), eyes) - orange, axis=1).min() > 0.12


def test_shades_follow_islands_size_and_clearance():
    nav = random_volume(np.random.default_rng(3), (12, 9, 7), 0.2, merge=True, rough=False)
    shade, palette = colors.shades("ISLAND", nav)
    for cell in range(len(nav.cells)):
        assert tuple(palette[shade[cell]]) == colors.SHIPPED.island(int(nav.components[cell]))
    shade, palette = colors.shades("SIZE", nav)
    volume = np.prod(nav.cells[:, 1] - nav.cells[:, 0], axis=1)
    assert np.array_equal(np.sort(shade), shade[np.argsort(volume, kind="stable")])
    assert (shade.min(), shade.max()) == (0, len(palette) - 1)
    shade, palette = colors.shades("CLEARANCE", nav)
    assert np.array_equal(np.sort(shade), shade[np.argsort(nav.clearance, kind="stable")])
    near, open_space = palette[shade[nav.clearance.argmin()]], palette[shade[nav.clearance.argmax()]]
    assert colors.oklab(open_space)[0] > colors.oklab(near)[0] + 0.25


def test_no_island_is_grey_and_islands_start_over():
    assert len(set(colors.SHIPPED.island(-1))) == 1
    assert colors.SHIPPED.island(len(colors.ISLANDS)) == colors.SHIPPED.island(0)


def test_screen_and_linear_colours_are_inverses():
    values = np.linspace(0, 1, 50)
    assert np.allclose(colors.linear(colors.on_screen(values)), values)
