# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Voxels that numbers cannot tell apart are refused by everything that takes a grid, by one rule; others are not."""

from __future__ import annotations

import math
import struct
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hostile import pack, pack_2, unpack, unpack_2, with_content, with_content_2
from hypothesis import example, given
from hypothesis import strategies as st
from scenes import box_mesh

from volant import navcore

SHAPE = (5, 4, 3)
GOLDEN = Path(__file__).resolve().parents[1] / "golden_files"
_SMALL = navcore.bake_voxels([(2, 2, 1)], SHAPE)
_BYTES_1, _BYTES_2 = (navcore.dumps(_SMALL, format=form) for form in (1, 2))


def _file(origin, voxel: float) -> bytes:
    """A small file of a grid that may be anywhere, its checksums right."""
    return with_content_2(_BYTES_2, b"VOLU", lambda raw: struct.pack("<4d", *origin, voxel) + raw[32:])


def _file_1(origin, voxel: float) -> bytes:
    """The same of format 1."""
    return with_content(_BYTES_1, b"VOLU", lambda raw: struct.pack("<4d", *origin, voxel) + raw[32:])


def _moved(origin, voxel: float) -> navcore.NavVolume:
    return replace(_SMALL, origin=np.array(origin, np.float64), voxel_size=voxel)


#: All that takes a grid, by its origin and voxel.
TAKERS = {
    "bake_voxels": lambda origin, voxel: navcore.bake_voxels(
        [(2, 2, 1)], SHAPE, navcore.BakeConfig(voxel_size=voxel, bounds=(origin, (1e95,) * 3))
    ),
    "erode": lambda origin, voxel: navcore.erode(_moved(origin, voxel), 0.0),
    "save": lambda origin, voxel: navcore.dumps(_moved(origin, voxel)),
    "load": lambda origin, voxel: navcore.loads(_file(origin, voxel)),
    "load format 1": lambda origin, voxel: navcore.loads(_file_1(origin, voxel)),
}


def _refused(taker: str, origin, voxel: float) -> bool:
    try:
        TAKERS[taker](origin, voxel)
    except (navcore.BakeError, navcore.FormatError) as error:
        assert "too fine" in str(error) or "lengths can be measured" in str(error)
        return True
    return False


coordinates = st.one_of(st.floats(-1e6, 1e6), st.floats(-1e90, 1e90), st.just(0.0))
origins = st.tuples(coordinates, coordinates, coordinates)


@st.composite
def grids(draw):
    """An origin and a voxel, which is often nearly as fine as numbers are there."""
    origin = draw(origins)
    farthest = max(map(abs, origin))
    fine = math.ulp(farthest) * 2.0 ** draw(st.floats(-3.0, 60.0))
    return origin, draw(st.one_of(st.floats(1e-6, 1e3), st.just(min(max(fine, 1e-120), 1e90))))


@example(((1e5, 2e5, 0.0), 1e-12))
@example(((0.0, 0.0, 0.0), 1e-101))
@given(grids())
def test_one_rule_for_all(grid):
    """What is refused is refused by all, and never a voxel as fine as any that a scene has."""
    origin, voxel = grid
    refused = {taker: _refused(taker, origin, voxel) for taker in TAKERS}
    assert len(set(refused.values())) == 1, refused
    farthest = max(abs(Fraction(low) + side * Fraction(voxel)) for low in origin for side in (0, *SHAPE))
    # Of 1 cm, that is as far as 20,000 km from the origin.
    if voxel >= 1e-99 and farthest < Fraction(voxel) * 2**31:
        assert not refused["load"]
    if not refused["load"]:
        # Planes of the grid are where they should be, to half a millionth of a voxel.
        for low, side in zip(origin, SHAPE, strict=True):
            for step in range(side + 1):
                exact = Fraction(low) + step * Fraction(voxel)
                assert abs(Fraction(low + step * voxel) - exact) <= Fraction(voxel) / 2_000_000


@pytest.mark.parametrize("taker", TAKERS)
def test_voxels_below_what_numbers_tell_apart_are_refused(taker):
    assert _refused(taker, (1e6, 0.0, 0.0), 1e-9)
    assert not _refused(taker, (1e6, 0.0, 0.0), 1e-3)


@pytest.mark.parametrize("bounds", [((1e6, 0, 0), (1e6 + 3e-8, 1e-8, 1e-8)), None])
def test_a_bake_of_triangles_refuses_them_too(bounds):
    mesh = box_mesh((1e6, 0.0, 0.0), (1e6 + 3e-8, 1e-8, 1e-8))
    with pytest.raises(navcore.BakeError, match=r"voxel size of 1e-09 is too fine .* use a larger voxel, or move"):
        navcore.bake(*mesh, navcore.BakeConfig(voxel_size=1e-9, bounds=bounds))
    with pytest.raises(navcore.BakeError, match=r"is too fine for coordinates as large as 1e\+06"):
        navcore.bake(*mesh, navcore.BakeConfig(max_depth=4, bounds=bounds))


@pytest.mark.parametrize(("far", "voxel"), [(1e5, 0.01), (1e7, 0.1), (6.4e6, 0.05), (100.0, 1e-6)])
def test_real_scenes_far_from_the_origin_are_taken(far, voxel):
    """1 cm voxels at 100 km, 5 cm at the radius of the Earth."""
    low, high = (far - 2 * voxel,) * 3, (far + 14 * voxel,) * 3
    mesh = box_mesh((far,) * 3, (far + 8 * voxel,) * 3)
    nav = navcore.bake(*mesh, navcore.BakeConfig(voxel_size=voxel, bounds=(low, high), agent_radius=1.5 * voxel))
    again = navcore.loads(navcore.dumps(navcore.erode(nav, 2.0 * voxel)))
    assert again.shape.tolist() == [16, 16, 16]
    around = again.boxes()[again.components == again.components[-1]].mean(axis=1)
    assert navcore.find_path(again, around[0], around[-1]).found


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.glob("*.volant")))
def test_files_of_today_are_taken(name):
    navcore.load(GOLDEN / name)


def test_a_small_file_is_refused_before_anything_else_of_it_is_read(tmp_path):
    """Such a file of 624 bytes took 21 s a query. Nothing but its numbers is right here, and only they are named."""
    numbers = ((1e6, 0.0, 0.0), 1e-10)
    wrong = b"no deflated bytes"
    spoiled = [(name, stored if name == b"VOLU" else wrong, size) for name, stored, size in unpack(_file_1(*numbers))]
    spoiled_2 = [
        (name, flags, [(stored if name == b"VOLU" else wrong, size) for stored, size in parts])
        for name, flags, parts in unpack_2(_file(*numbers))
    ]
    for data in (pack(spoiled), pack_2(spoiled_2)):
        path = tmp_path / "fine.volant"
        path.write_bytes(data)
        assert path.stat().st_size < 624
        with pytest.raises(navcore.FormatError, match=r"fine.volant: a voxel size of 1e-10 is too fine .* it again"):
            navcore.load(path)
