# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Things that move: refused by name when they are none, kept by files and by a volume for a larger agent."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
import spec_reader
from hypothesis import given
from hypothesis import strategies as st
from test_golden_files import plain

from volant import navcore

CORNERS = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
NUMBERS = st.floats(-1e6, 1e6) | st.sampled_from([0.0, -0.0, 1e100, -1e100, 5e-324])
POINTS = st.tuples(NUMBERS, NUMBERS, NUMBERS)


def turned(angle: float) -> list[tuple[float, float, float]]:
    c, s = math.cos(angle), math.sin(angle)
    return [(c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)]


@st.composite
def shapes(draw: st.DrawFn) -> navcore.Mesh | navcore.Box | navcore.Ball:
    kind = draw(st.sampled_from(["mesh", "box", "ball"]))
    if kind == "ball":
        return navcore.Ball(draw(POINTS), draw(st.floats(1e-9, 1e9)))
    if kind == "box":
        low = [draw(st.floats(-1e6, 1e6)) for _axis in range(3)]
        return navcore.Box(low, [at + draw(st.floats(0.5, 9.0)) for at in low], turned(draw(st.floats(-9, 9))))
    vertices = draw(st.lists(POINTS, min_size=1, max_size=12))
    vertex = st.integers(0, len(vertices) - 1)
    return navcore.Mesh(vertices, draw(st.lists(st.tuples(vertex, vertex, vertex), min_size=1, max_size=9)))


@st.composite
def blockers(draw: st.DrawFn) -> list[navcore.Blocker]:
    characters = st.characters(codec="utf-8")
    names = draw(st.lists(st.text(characters, min_size=1, max_size=60), max_size=5, unique=True))
    return [
        navcore.Blocker(name, draw(shapes()), [[draw(NUMBERS) for _ in range(4)] for _row in range(3)])
        for name in names
    ]


@pytest.fixture(scope="module")
def hall() -> navcore.NavVolume:
    return navcore.bake_voxels([(0, 0, 0)], (4, 4, 4))


@given(blockers())
def test_a_file_keeps_them(moving):
    nav = navcore.bake_voxels([(0, 0, 0)], (2, 2, 2))
    data = navcore.dumps(replace(nav, blockers=moving))
    again = navcore.loads(data)
    assert plain(again) == spec_reader.read(data)
    assert [blocker.name for blocker in again.blockers] == [blocker.name for blocker in moving]
    assert navcore.dumps(again) == data


def test_a_volume_for_a_larger_agent_keeps_them(hall):
    moving = replace(hall, blockers=[navcore.Blocker("door", navcore.Ball((1, 2, 3), 1))])
    assert navcore.erode(moving, 0.5).blockers == moving.blockers
    assert navcore.erode(moving, 0.0).blockers == moving.blockers
    assert navcore.with_clearance(moving).blockers == moving.blockers


def test_nobody_changes_them():
    vertices = np.array(CORNERS, float)
    mesh = navcore.Mesh(vertices, [(0, 1, 2)])
    vertices[0] = 9.0
    assert mesh.vertices.tolist() == [list(map(float, corner)) for corner in CORNERS]
    box = navcore.Box((0, 0, 0), (1, 2, 3))
    assert box.turn.tolist() == np.eye(3).tolist()
    for array in (mesh.vertices, mesh.triangles, box.low, box.high, box.turn, navcore.Ball((0, 0, 0), 1).center):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: navcore.Ball((0, 0, math.nan), 1), "the center of a ball must be three finite numbers"),
        (lambda: navcore.Ball((0, 0), 1), "center of a ball"),
        (lambda: navcore.Ball(None, 1), "center of a ball"),
        (lambda: navcore.Ball((0, 0, 1e101), 1), "no farther out than 1e[+]100"),
        (lambda: navcore.Ball((0, 0, 0), 0), "radius of a ball must be a length over 0, not 0"),
        (lambda: navcore.Ball((0, 0, 0), math.inf), "radius of a ball"),
        (lambda: navcore.Ball((0, 0, 0), "1"), "radius of a ball"),
        (lambda: navcore.Box((0, 0, 0), (1, 0, 1)), "is empty"),
        (lambda: navcore.Box((0, 0, 0), (1, math.inf, 1)), "the high corner of a box must be three finite numbers"),
        (lambda: navcore.Box((0, 0, 0), (1, 1, 1), np.eye(2)), "turn of a box"),
        (lambda: navcore.Box((0, 0, 0), (1, 1, 1), 2 * np.eye(3)), "must be a rotation"),
        (lambda: navcore.Box((0, 0, 0), (1, 1, 1), np.diag([1, 1, -1])), "must be a rotation"),
        (lambda: navcore.Box((0, 0, 0), (1, 1, 1), np.full((3, 3), 1e300)), "must be a rotation"),
        (lambda: navcore.Mesh([], []), "blocks nothing"),
        (lambda: navcore.Mesh(CORNERS, [(0, 1, 3)]), "not among its 3"),
        (lambda: navcore.Mesh(CORNERS, [(0, 1, -1)]), "not among its 3"),
        (lambda: navcore.Mesh(CORNERS, [(0.0, 1.0, 2.0)]), "whole numbers"),
        (lambda: navcore.Mesh(CORNERS, [0, 1, 2]), "whole numbers"),
        (lambda: navcore.Mesh([(0, 0, math.nan)] * 3, [(0, 1, 2)]), "vertices must be a finite"),
        (lambda: navcore.Blocker("", navcore.Ball((0, 0, 0), 1)), "1 to 255 bytes, not ''"),
        (lambda: navcore.Blocker("ü" * 128, navcore.Ball((0, 0, 0), 1)), "1 to 255 bytes"),
        (lambda: navcore.Blocker("\ud800", navcore.Ball((0, 0, 0), 1)), "1 to 255 bytes"),
        (lambda: navcore.Blocker(5, navcore.Ball((0, 0, 0), 1)), "1 to 255 bytes, not 5"),
        (lambda: navcore.Blocker("door", CORNERS), "shape of 'door' must be a Mesh, a Box or a Ball"),
        (lambda: navcore.Blocker("door", navcore.Ball((0, 0, 0), 1), np.eye(4)), "place of 'door' must be three rows"),
        (lambda: navcore.Blocker("door", navcore.Ball((0, 0, 0), 1), np.full((3, 4), math.nan)), "place of 'door'"),
        (lambda: navcore.Blocker("door", navcore.Ball((0, 0, 0), 1), "here"), "place of 'door'"),
    ],
)
def test_what_is_none_is_refused_by_name(make, words):
    with pytest.raises(navcore.NavError, match=words):
        make()


def test_a_volume_has_no_two_of_one_name(hall):
    door = navcore.Blocker("door", navcore.Ball((0, 0, 0), 1))
    with pytest.raises(navcore.NavError, match="two blockers are called 'door'"):
        replace(hall, blockers=[door, door])
    with pytest.raises(navcore.NavError, match="made of Blocker, not 5"):
        replace(hall, blockers=[5])
    with pytest.raises(navcore.NavError, match="a list of Blocker, not 5"):
        replace(hall, blockers=5)
