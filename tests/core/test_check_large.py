# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verifier in the largest domains there are: a few huge cells around small walls, with faults planted far away."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from boxes_apart import LONGEST
from hand_made import Volume, kinds
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scenes import as_mesh, face_pairs, reachable

from volant import navcore
from volant.navcore.check import check
from volant.navcore.geometry.boxes import fill_gaps

pytestmark = pytest.mark.filterwarnings("error")

_SHAPE = np.array([LONGEST] * 3)
_ORIGIN = np.array((-4000.0, 100.5, 7.0))
_UNIT = 0.25
#: Lowest voxels of walls of 20 by 1 by 30 voxels.
_WALLS = np.array([(5, 5, 5), (1015, 1030, 1000), (16000, 16390, 16380), (32740, 32764, 32735), (32740, 3, 20000)])
_WALL = np.array((20, 1, 30))


def with_boxes(cells: NDArray[np.int32], blocked: NDArray[np.int32], radius: float) -> Volume:
    """A volume of these boxes, all else true of it."""
    pairs = face_pairs(cells)
    labels = np.zeros(len(cells), np.int32)
    for label, members in enumerate(reachable(len(cells), pairs)):
        labels[list(members)] = label
    centre = cells.mean(axis=1)[:, None]
    gap = np.maximum(np.maximum(blocked[:, 0] - centre, centre - blocked[:, 1]), 0)
    return Volume(
        shape=_SHAPE.astype(np.int32),
        cells=cells,
        blocked_boxes=blocked,
        portals=np.array(sorted(pairs), np.int32).reshape(-1, 2),
        components=labels,
        clearance=np.sqrt((gap**2).sum(axis=2)).min(axis=1) * _UNIT,
        origin=_ORIGIN,
        voxel_size=_UNIT,
        agent_radius=radius * _UNIT,
    )


def world(radius: float, walls: NDArray[np.int64]) -> tuple[Volume, tuple[NDArray[np.float64], NDArray[np.int64]]]:
    """A true volume for a radius of 0 or 1.2 voxels, and its walls: sheets in the middle of a layer of voxels."""
    # A sheet ends a quarter of a voxel within its wall: with the radius it blocks one more voxel on all sides.
    wide = 1 if radius else 0
    blocked = np.stack((walls - wide, walls + _WALL + wide), axis=1).astype(np.int32)
    cells = navcore.run(fill_gaps(blocked, _SHAPE))
    nav = with_boxes(cells[np.lexsort(cells[:, 0].T)], blocked, radius)
    inset = np.array((0.25, 0.5, 0.25))
    low, high = walls + inset, walls + _WALL - inset
    corners = np.stack((low, np.stack((high[:, 0], low[:, 1], low[:, 2]), axis=1), high), axis=1)
    others = np.stack((low, high, np.stack((low[:, 0], low[:, 1], high[:, 2]), axis=1)), axis=1)
    return nav, as_mesh(np.concatenate((corners, others)) * _UNIT + _ORIGIN)


@pytest.fixture(scope="module", params=[0.0, 1.2])
def far(request):
    return world(request.param, _WALLS)


def holding(nav: Volume, voxel: tuple[int, int, int]) -> int:
    """The cell that holds a voxel."""
    return int(np.flatnonzero(((nav.cells[:, 0] <= voxel) & (nav.cells[:, 1] > voxel)).all(axis=1))[0])


def test_a_true_volume_has_no_faults(far):
    nav, scene = far
    assert len(nav.portals) > len(nav.cells) > 20
    assert check(nav, *scene) == []


@given(st.lists(st.tuples(*[st.integers(1, (LONGEST - 40) // 40)] * 3), min_size=1, max_size=6, unique=True))
def test_true_volumes_have_no_faults_wherever_walls_are(places):
    for radius in (0.0, 1.2):
        nav, scene = world(radius, np.array(places) * 40)
        assert check(nav, *scene) == []


def test_gaps_and_overlaps_are_found_and_counted(far):
    nav, scene = far
    for cell in (holding(nav, (32767, 32767, 32767)), holding(nav, (32739, 32000, 32766)), holding(nav, (9, 9, 9))):
        low, high = nav.cells[cell].astype(np.int64)
        axis = int(np.argmax(high - low))
        face = int(np.prod(high - low)) // int(high[axis] - low[axis])
        for end, step, kind in ((0, 1, "gap"), (1, -1, "gap"), (0, -1, "overlap"), (1, 1, "overlap")):
            wrong = nav.cells.copy()
            wrong[cell, end, axis] += step
            faults = check(replace(nav, cells=wrong), *scene)
            if not 0 <= wrong[cell, end, axis] <= LONGEST:
                assert "outside" in kinds(faults)
                continue
            told = [fault for fault in faults if fault.startswith(kind)]
            layer = min(low[axis], wrong[cell, end, axis]) if end == 0 else min(high[axis], wrong[cell, end, axis])
            assert told[-1] == f"{kind}: and {face - 20:,} more"
            voxel = told[0].split("(")[1].split(")")[0].split(", ")
            assert int(voxel[axis]) == layer


def test_a_cell_given_twice_overlaps_itself(far):
    nav, scene = far
    for boxes in (nav.blocked_boxes[3:4], nav.blocked_boxes[[3] * 50]):
        wrong = replace(nav, blocked_boxes=np.concatenate((nav.blocked_boxes, boxes)))
        faults = check(wrong, *scene)
        assert kinds(faults) == {"overlap"}
        voxels = int((boxes[0, 1] - boxes[0, 0]).prod())
        assert faults[-1] == f"overlap: and {voxels - 20:,} more"


def test_portals_and_components_are_those_of_the_cells(far):
    nav, scene = far
    for row in (0, len(nav.portals) // 2, len(nav.portals) - 1):
        faults = check(replace(nav, portals=np.delete(nav.portals, row, axis=0)), *scene)
        first, second = nav.portals[row]
        assert any(fault.startswith(f"portal: cells {first} and {second} share a face") for fault in faults)
    joined = {tuple(pair) for pair in nav.portals.tolist()}
    apart = next((i, j) for i in range(len(nav.cells)) for j in range(i + 1, len(nav.cells)) if (i, j) not in joined)
    faults = check(replace(nav, portals=np.array([*nav.portals.tolist(), apart])), *scene)
    assert len(faults) == 1
    assert "which share no face" in faults[0]
    labels = nav.components.copy()
    labels[-1] = 7
    assert kinds(check(replace(nav, components=labels), *scene)) == {"component"}


def test_a_clearance_too_large_is_found(far):
    nav, scene = far
    for cell in (0, holding(nav, (32767, 32767, 32767))):
        wrong = nav.clearance.copy()
        wrong[cell] = wrong[cell] * (1 + 1e-6) + 1e-3
        faults = check(replace(nav, clearance=wrong), *scene)
        assert kinds(faults) == {"clearance"}
        assert f"cell {cell} claims" in faults[0]


def blocked_also(nav: Volume, box: tuple[tuple[int, ...], tuple[int, ...]]) -> Volume:
    """A volume in which a box of free space counts as blocked, everything else true; the box lies in one cell."""
    cell = holding(nav, box[0])
    low, high = nav.cells[cell]
    pieces = []
    rest = np.array((low, high))
    for axis in range(3):
        for end in (0, 1):
            if rest[end, axis] != box[end][axis]:
                piece = rest.copy()
                piece[1 - end, axis] = rest[end, axis] = box[end][axis]
                pieces.append(piece)
    cells = np.concatenate((np.delete(nav.cells, cell, axis=0), np.array(pieces, np.int32).reshape(-1, 2, 3)))
    blocked = np.concatenate((nav.blocked_boxes, np.array([box], np.int32)))
    return with_boxes(cells, blocked, nav.agent_radius / _UNIT)


def test_a_blocked_voxel_that_nothing_accounts_for_is_named(far):
    nav, scene = far
    voxel = (30000, 25000, 32767)
    faults = check(blocked_also(nav, (voxel, (30001, 25001, 32768))), *scene)
    assert kinds(faults) == {"complete", "unjustified"}
    assert all("voxel (30000, 25000, 32767) is blocked" in fault for fault in faults)


def test_a_huge_blocked_box_that_nothing_accounts_for_is_counted(far):
    """A million million voxels, next to a wall or not: told without looking at each."""
    nav, scene = far
    largest = int(np.argmax((nav.cells[:, 1] - nav.cells[:, 0]).astype(np.int64).prod(axis=1)))
    low, high = nav.cells[largest].tolist()
    faults = check(blocked_also(nav, (tuple(low), tuple(high))), *scene)
    count = int(np.prod(np.subtract(high, low, dtype=np.int64)))
    assert count > 10**12
    unjustified = [fault for fault in faults if fault.startswith("unjustified")]
    # Those that a wall accounts for are next to it.
    told = int(unjustified[-1].split()[2].replace(",", "")) + 20
    assert count - 10**6 < told <= count


def test_a_free_voxel_in_a_wall_and_a_hole_in_it(far):
    """A wall whose last voxel is free, at the far end of the domain."""
    nav, scene = far
    freed, blocked = nav.blocked_boxes[3].copy(), nav.blocked_boxes.copy()
    blocked[3, 1, 2] -= 1
    freed[0, 2] = blocked[3, 1, 2]
    cells = np.concatenate((nav.cells, freed[None]))
    faults = check(with_boxes(cells, blocked, nav.agent_radius / _UNIT), *scene)
    assert kinds(faults) == {"sound"}
    assert f"cell {len(cells) - 1}, " in faults[0]


def test_a_triangle_in_the_plane_between_two_cells_is_a_leak():
    nav, (vertices, triangles) = world(0.0, _WALLS)
    row = len(nav.portals) - 1
    first, second = nav.cells[nav.portals[row]]
    low, high = np.maximum(first[0], second[0]), np.minimum(first[1], second[1])
    axis = int(np.flatnonzero(low == high)[0])
    middle = (low + high) / 2
    corners = np.tile(middle, (3, 1))
    corners[1, axis - 1] += 0.3
    corners[2, axis - 2] += 0.3
    more = np.concatenate((vertices, corners * _UNIT + _ORIGIN))
    faults = check(nav, more, np.concatenate((triangles, [[len(vertices), len(vertices) + 1, len(vertices) + 2]])))
    assert kinds(faults) == {"leak"}
    assert f"portal {row} " in faults[0]
