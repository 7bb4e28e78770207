# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Glass: the surface of free space, and nothing within it."""

from __future__ import annotations

import numpy as np
import pytest
from addon_scene import session
from canvas import Canvas
from overlay_world import HIGH, LOW, SHAPE, UP, VOXEL, bake, drawn


def faces_of(filled: np.ndarray) -> set[tuple[int, int, int, int, bool]]:
    """The faces of voxels, (X, Y, Z) bool, between those that are filled and those that are not: axis, voxel, side."""
    found = set()
    grid = np.pad(filled, 1)
    for axis in range(3):
        for high in (False, True):
            beside = np.roll(grid, -1 if high else 1, axis)
            for voxel in np.argwhere(grid & ~beside) - 1:
                found.add((axis, *voxel.tolist(), high))
    return found


def faces_in(surface) -> list[tuple[int, int, int, int, bool]]:
    """The faces of voxels that rectangles of a surface cover."""
    found = []
    for box, side in zip(surface.boxes, surface.side, strict=True):
        axis, high = int(side) // 2, bool(side % 2)
        low, end = box.copy()
        low[axis], end[axis] = (low[axis] - 1, low[axis]) if high else (low[axis], low[axis] + 1)
        assert (end > low).all()
        found += [
            (axis, *voxel, high) for voxel in np.ndindex(*(end - low)) for voxel in [tuple((low + voxel).tolist())]
        ]
    return found


def fill(boxes, shape) -> np.ndarray:
    grid = np.zeros(shape, bool)
    for (a, b, c), (d, e, f) in boxes:
        grid[a:d, b:e, c:f] = True
    return grid


@pytest.mark.parametrize("seed", range(6))
def test_the_surface_is_what_voxels_say(scene, volant, seed):
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(3, 9, 3).tolist())
    occupied = np.argwhere(random.random(shape) < random.choice((0.05, 0.3, 0.7)))
    config = volant.navcore.BakeConfig(voxel_size=1.0, bounds=((0, 0, 0), shape))
    nav = volant.navcore.bake_voxels(occupied, shape, config)
    covered = faces_in(volant.addon.overlay.surfaces.surface(nav.cells, nav.portals))
    assert len(covered) == len(set(covered)), "rectangles overlap"
    assert set(covered) == faces_of(fill(nav.cells, shape))


def test_some_cells_have_a_surface_of_their_own(scene, volant):
    nav = bake(volant)
    near = np.arange(len(nav.cells)) % 2 == 0
    found = volant.addon.overlay.glass.surface_of(nav, near)
    assert set(faces_in(found)) == faces_of(fill(nav.cells[near], SHAPE))
    assert near[found.cell].all()


def test_no_cells_have_no_surface(scene, volant):
    nav = bake(volant)
    found = volant.addon.overlay.glass.surface_of(nav, np.zeros(len(nav.cells), bool))
    assert len(found.boxes) == 0


def test_panes_face_out_of_their_cells_and_lie_within_them(scene, volant):
    nav = bake(volant)
    found = volant.addon.overlay.surfaces.surface(nav.cells, nav.portals)
    for row in range(len(found.boxes)):
        chosen = np.arange(len(found.boxes)) == row
        for a, b, c in found.triangles(chosen, 0.1).reshape(-1, 3, 3):
            normal = np.cross(b - a, c - a)
            middle = (a + b + c) / 3
            low, high = nav.cells[found.cell[row]]
            assert ((low <= middle) & (middle <= high)).all()
            assert normal @ (middle - (low + high) / 2) > 0


def test_a_room_has_walls_from_inside_and_is_seen_into_from_outside(baked, volant):
    """One whose walls are no sides of the domain; those are faint."""
    config = volant.navcore.BakeConfig(voxel_size=VOXEL, bounds=(LOW, HIGH))
    room = np.zeros(SHAPE, bool)
    room[4:12, 2:6, 2:6] = True
    nav = volant.navcore.bake_voxels(np.argwhere(~room), SHAPE, config)
    session().bakes.store(baked.volume, nav, volant.navcore.dumps(nav))
    baked.display.cells, baked.display.opacity = "GLASS", 0.5
    floor = LOW + np.array((8.2, 4.2, 2.0)) * VOXEL
    color = baked.colors.SHIPPED.island(0)
    seen = drawn(Canvas(floor + 1.5 * UP, floor + 0.01), volant, baked.scene).strength(floor, color)
    assert 0.25 < seen < 0.35
    # Through the near side, which is faint, one sees the far one and nothing between them.
    above = drawn(Canvas(floor + 9 * UP, floor + 0.01), volant, baked.scene)
    assert seen < above.strength(floor, color) < 1.4 * seen


def test_sides_of_the_domain_are_faint(baked, volant):
    baked.display.cells, baked.display.opacity = "GLASS", 0.5
    floor = LOW + np.array((14.2, 1.2, 0)) * VOXEL
    seen = drawn(Canvas(floor + 9 * UP, floor + 0.01), volant, baked.scene)
    assert 0.04 < seen.strength(floor, baked.colors.SHIPPED.island(1)) < 0.1
