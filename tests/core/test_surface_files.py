# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Surfaces in files: the same arrays come back, and nothing is written or read that contradicts itself."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from itertools import pairwise

import hand_made_surfaces as made
import hostile
import numpy as np
import pytest
import spec_reader
from ground_worlds import WORLDS
from hypothesis import given
from hypothesis import strategies as st

from volant import navcore
from volant.navcore.fileformat.surface_check import FARTHEST

ARRAYS = [field.name for field in fields(navcore.NavSurface) if str(field.type).endswith("s")]
NUMBERS = ["voxel_size", "agent_radius", "agent_height", "step_height", "max_slope"]


def plain(surface: navcore.NavSurface) -> dict:
    """A surface in the words of the specification's reader."""
    told = {name: getattr(surface, name).tolist() for name in ARRAYS}
    return told | {name: getattr(surface, name) for name in NUMBERS}


def bent(seed: int = 0) -> navcore.NavSurface:
    """A square with a hill in it, and a square beside it."""
    drawing = made.joined(made.rectangle(0, 0, 100, 100), made.rectangle(100, 0, 200, 100))
    hill = [(30 + seed % 40, 50, 20)], [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)]
    return made.surface(drawing, details={0: hill})


@st.composite
def surfaces(draw: st.DrawFn) -> navcore.NavSurface:
    seed = draw(st.integers(0, 2**32 - 1))
    kind = draw(st.sampled_from(["cells", "storeys", "spiral", "mesh", "bent"]))
    if kind == "bent":
        return bent(seed)
    drawing = {
        "cells": lambda: made.random_cells(seed, 6),
        "storeys": lambda: made.storeys(seed, 2, 4),
        "spiral": lambda: made.spiral(1, 5),
        "mesh": lambda: made.random_mesh(seed, 12, relief=300),
    }[kind]()
    by = draw(st.tuples(*[st.integers(-(2**19), 2**19)] * 3))
    border = draw(st.sampled_from([navcore.Border.WALL, navcore.Border.LEDGE, navcore.Border.BOUNDS]))
    surface = made.surface(made.moved(drawing, by), border, origin=(-3.5, 1e3, 0.1), voxel_size=0.13)
    areas = np.random.default_rng(seed).integers(0, 256, len(surface)).astype(np.uint8)
    return replace(surface, areas=areas, metadata={"name": "hall", "ground": {"agent_radius": 0.5}})


@given(surfaces())
def test_what_is_written_is_read_by_both_readers(surface):
    data = navcore.dumps(surface)
    again = navcore.loads(data)
    assert isinstance(again, navcore.NavSurface)
    assert plain(again) == plain(surface)
    assert dict(again.metadata) == dict(surface.metadata)
    assert [getattr(again, name).dtype for name in ARRAYS] == [getattr(surface, name).dtype for name in ARRAYS]
    assert navcore.dumps(again) == data
    read = spec_reader.read(data)
    assert read["surface"] == plain(surface)
    assert read["metadata"] == dict(surface.metadata)


@cache
def volume() -> navcore.NavVolume:
    nav = navcore.bake_voxels([(1, 1, 0)], (3, 3, 2))
    return replace(nav, metadata={"name": "hall", "settings": {"voxel_size": 1.0}})


def links() -> navcore.Links:
    return navcore.Links(
        [(0, 0, 0), (1, 2, 3)], [(0, 0, 2), (1.5, 2, 0)], [navcore.LinkKind.TAKE_OFF, navcore.LinkKind.LADDER],
        [False, True], [1.0, 2.5], ["", "Leiter über dem Hof"],
    )  # fmt: skip


def test_a_file_holds_both_and_the_links_between_them(tmp_path):
    surface = replace(bent(), metadata={"name": "hall", "ground": {"agent_radius": 0.5}})
    given = navcore.Navigation(volume(), surface, links())
    navcore.save(given, tmp_path / "both.volant")
    found = navcore.load(tmp_path / "both.volant")
    assert isinstance(found, navcore.Navigation)
    assert plain(found.surface) == plain(surface)
    assert (found.volume.cells == volume().cells).all()
    both = {"name": "hall", "settings": {"voxel_size": 1.0}, "ground": {"agent_radius": 0.5}}
    assert found.metadata == found.volume.metadata == found.surface.metadata == both
    for name in ("starts", "ends", "kinds", "both_ways", "costs"):
        assert (getattr(found.links, name) == getattr(links(), name)).all()
    assert found.links.names == links().names
    assert navcore.dumps(found) == navcore.dumps(given)
    read = spec_reader.read((tmp_path / "both.volant").read_bytes())
    assert read["surface"] == plain(surface)
    assert read["cells"] == volume().cells.tolist()
    assert read["links"][1] == {
        "start": [1.0, 2.0, 3.0],
        "end": [1.5, 2.0, 0.0],
        "kind": 4,
        "both_ways": True,
        "cost": 2.5,
        "name": "Leiter über dem Hof",
    }


def test_a_volume_beside_a_surface_is_written_as_it_is_alone():
    alone = hostile.unpack_2(navcore.dumps(volume()))
    beside = hostile.unpack_2(navcore.dumps(navcore.Navigation(volume(), bent(), links())))
    assert beside[:2] == alone[:2]
    assert [name for name, _flags, _streams in beside] == [b"VOLU", b"CELL", b"SURF", b"LNKS", b"META"]
    assert isinstance(navcore.loads(navcore.dumps(navcore.Navigation(volume=volume()))), navcore.NavVolume)


def test_what_was_asked_for_each_kind_is_told_by_its_own_part():
    """Both tell what was asked of the other, too, when they come from a file; it may have been baked anew since."""
    both = {"name": "hall", "settings": {"voxel_size": 1.0}, "ground": {"agent_radius": 0.5}}
    parts = replace(volume(), metadata=both), replace(bent(), metadata={"name": "hall", "ground": {"max_slope": 30.0}})
    assert navcore.Navigation(*parts).metadata == both | {"ground": {"max_slope": 30.0}}
    assert navcore.Navigation(parts[0]).metadata == both
    renamed = navcore.Navigation(parts[0], replace(parts[1], metadata={"name": "yard"}))
    with pytest.raises(navcore.NavError, match="differ in 'name': 'hall' and 'yard'"):
        navcore.dumps(renamed)
    assert navcore.loads(navcore.dumps(renamed.with_metadata({"name": "yard"}))).metadata == {"name": "yard"}


def test_a_navigation_needs_something_to_hold():
    assert navcore.Navigation.of(volume()).volume is volume()
    assert navcore.Navigation.of(bent()).volume is None
    assert navcore.Navigation(volume(), links=navcore.Links()).links is None
    for wrong, words in (
        (lambda: navcore.Navigation(), "neither a volume nor a surface"),
        (lambda: navcore.Navigation(links=links()), "neither a volume nor a surface"),
        (lambda: navcore.Navigation(bent()), "the volume of a Navigation must be a NavVolume"),
        (lambda: navcore.Navigation(volume(), links=3), "the links of a Navigation must be a Links"),
        (lambda: navcore.Navigation.of(3), "a NavVolume, a NavSurface or a Navigation"),
        (lambda: navcore.Navigation.of(bent()).the_volume(), "no volume; bake one"),
        (lambda: navcore.Navigation.of(volume()).the_surface(), "no surface; bake one"),
        (lambda: navcore.dumps(bent(), format=1), "format 1 has no surfaces"),
        (lambda: navcore.dumps(navcore.Navigation(volume(), bent()), format=1), "neither surfaces nor links"),
    ):
        with pytest.raises(navcore.NavError, match=words):
            wrong()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"ends": [(0, 0, 0)]}, "2 starts of links and 1 ends"),
        ({"starts": [(0, 0, 1e200), (0, 0, 0)]}, "no farther out"),
        ({"starts": [(0, 0), (0, 0)]}, "starts of links"),
        ({"kinds": [0, 5]}, "of kind 5, which none is"),
        ({"kinds": [0, 0.5]}, "of kind 0.5, which none is"),
        ({"kinds": [0, 1, 2]}, "one number for each"),
        ({"both_ways": 2}, "must be True or False"),
        ({"costs": 0.0}, "over 0"),
        ({"costs": float("nan")}, "over 0"),
        ({"costs": "x"}, "one number for each"),
        ({"names": ["a"]}, "1 names for 2 links"),
        ({"names": ["a", "b" * 256]}, "at most 255 bytes"),
        ({"names": ["a", 3]}, "at most 255 bytes"),
        ({"names": ["a", "\ud800"]}, "at most 255 bytes"),
        ({"names": "ab"}, "list of texts"),
    ],
)
def test_links_that_are_none_are_refused(wrong, words):
    given = {"starts": links().starts, "ends": links().ends}
    with pytest.raises(navcore.NavError, match=words):
        navcore.Links(**{**given, **wrong})


def test_links_are_chosen_and_joined():
    two = links()
    assert navcore.Links.joined(
        [two.some(np.array([1])), navcore.Links(), two.some(np.array([True, False]))]
    ).names == (
        "Leiter über dem Hof",
        "",
    )
    assert len(navcore.Links.joined([])) == 0


def changed(**arrays):
    return lambda surface: {
        name: np.array(change(getattr(surface, name)), getattr(surface, name).dtype) for name, change in arrays.items()
    }


def other(place, value):
    """An array with another value at a place."""

    def change(array):
        own = array.copy()
        own[place] = value
        return own

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda s: {"corners": s.corners.astype(np.int64)}, "corners must be"),
        (lambda s: {"areas": s.areas[:-1]}, "1 areas instead of 2"),
        (lambda s: {"borders": s.borders[:-1]}, "borders instead of"),
        (lambda s: {"voxel_size": float("nan")}, "voxel_size must be a finite number"),
        (lambda s: {"voxel_size": 0.0}, "makes no sense"),
        (lambda s: {"voxel_size": 1e-9, "origin": np.array([1e6, 0.0, 0.0])}, "too fine"),
        (lambda s: {"origin": np.array([np.nan, 0.0, 0.0])}, "makes no sense"),
        (lambda s: {"agent_radius": 0.0}, "no agent of radius 0"),
        (lambda s: {"agent_height": 0.4}, "no agent"),
        (lambda s: {"step_height": -1.0}, "no agent"),
        (lambda s: {"max_slope": 90.0}, "no agent"),
        (changed(corners=other((0, 2), FARTHEST + 1)), "farther than"),
        (changed(corners=other(1, (0, 0, 0))), "corners 0 and 1 are at the same place"),
        (changed(corners=lambda c: np.vstack((c, [[7, 7, 7]]))), "corner 6 is of no polygon"),
        (changed(polygon_starts=other(1, 2)), "3 corners or more"),
        (changed(polygon_starts=other(0, 1)), "3 corners or more"),
        (changed(polygon_starts=lambda s: s[:-1]), "3 corners or more|instead of"),
        (changed(polygon_vertices=other(0, 9)), "not among the 6"),
        (changed(polygon_vertices=lambda v: v.reshape(2, 4)[:, ::-1].ravel()), "not convex|neighbor"),
        (changed(polygon_vertices=lambda v: [0, 2, 1, 3, *v[4:]]), "polygon 0 is not convex"),
        (changed(polygon_vertices=other(1, 0)), "no polygon|not convex"),
        (changed(neighbours=lambda n: np.where(n == 1, 0, n)), "the neighbor behind edge"),
        (changed(neighbours=lambda n: np.full_like(n, -1)), "a neighbor and a border, or neither"),
        (changed(borders=other(0, 4)), "border 4, which none is"),
        (changed(borders=lambda b: np.zeros_like(b)), "a neighbor and a border, or neither"),
        (
            lambda s: {"borders": s.borders * np.uint8(0), "neighbours": s.neighbours * 0},
            "is no border, but no polygon",
        ),
        (changed(components=other(1, 1)), "connected but not of one component"),
        (changed(components=lambda c: c + 1), "numbered from 0"),
        (changed(detail_corners=other((0, 0), -50)), "not counter-clockwise"),
        (changed(detail_triangles=other((0, 0), 5)), "corners that their polygon has not"),
        (changed(detail_triangles=other((0, 0), -1)), "corners that their polygon has not"),
        (changed(detail_triangles=lambda t: t[:, ::-1]), "not counter-clockwise"),
        (changed(detail_triangles=other(0, (0, 1, 2))), "do not tile it"),
        (changed(detail_triangles=other(0, (1, 2, 4))), "do not tile it"),
        (changed(detail_starts=other(1, 0)), "corners that their polygon has not|do not tile it"),
        (changed(detail_triangle_starts=other(1, 3)), "corners that their polygon has not|do not tile it"),
        (changed(detail_triangle_starts=lambda s: [0, 3, 3], detail_triangles=lambda t: t[:3]), "do not tile it"),
        (lambda s: {"metadata": {"ground": {"max_slope": 95}}}, "ground that no bake has"),
        (lambda s: {"metadata": {"ground": 3}}, "ground that are no object"),
    ],
)
def test_no_surface_is_written_that_contradicts_itself(change, words):
    surface = bent()
    with pytest.raises(navcore.FormatError, match=words):
        navcore.dumps(replace(surface, **change(surface)))


def test_polygons_may_meet_in_corners_and_along_borders():
    """Two polygons have an edge in common, but what is behind it is no floor: a fence without any width."""
    surface = made.surface(made.joined(made.rectangle(0, 0, 64, 64), made.rectangle(64, 0, 128, 64)))
    inner = surface.neighbours >= 0
    fenced = replace(
        surface,
        neighbours=np.full_like(surface.neighbours, -1),
        borders=np.where(inner, navcore.Border.WALL, surface.borders).astype(np.uint8),
        components=np.array([0, 1], np.int32),
    )
    assert plain(navcore.loads(navcore.dumps(fenced))) == plain(fenced)


def bent_under_an_edge(*at: tuple[int, int, int]) -> navcore.NavSurface:
    """Two squares over a ridge, which bends the edge between them at corners that are rounded."""
    drawing = made.joined(made.rectangle(0, 0, 100, 100), made.rectangle(100, 0, 200, 100))
    assert drawing.polygons == [[0, 1, 2, 3], [1, 4, 5, 2]]
    bends = range(4, 4 + len(at))
    one = [(3, 0, 1), *((3, a, b) for a, b in pairwise((1, *bends, 2)))]
    two = [(1, 2, 3), *((1, a, b) for a, b in pairwise((3, *reversed(bends), 0)))]
    return made.surface(drawing, details={0: (list(at), one), 1: (list(at), two)})


@pytest.mark.parametrize(
    "at", [[(100, 40, 9)], [(101, 40, 9)], [(99, 40, 9)], [(100, 30, 9), (101, 60, 3), (99, 80, 1)]]
)
def test_floors_may_bend_under_edges(at):
    surface = bent_under_an_edge(*at)
    assert plain(navcore.loads(navcore.dumps(surface))) == plain(surface)


@pytest.mark.parametrize("at", [[(102, 40, 9)], [(98, 40, 9)], [(100, 60, 9), (99, 40, 3)], [(100, 100, 9)]])
def test_bends_that_are_not_along_their_edge_are_refused(at):
    with pytest.raises(navcore.FormatError, match=r"tile it|counter-clockwise"):
        navcore.dumps(bent_under_an_edge(*at))


def test_a_surface_may_be_empty():
    none = made.surface(made.Drawing([], []))
    assert plain(navcore.loads(navcore.dumps(none))) == plain(none)


def test_corners_in_any_order_come_back():
    surface = bent()
    order = np.array([3, 0, 5, 1, 4, 2])
    turned = replace(
        surface,
        corners=surface.corners[order],
        polygon_vertices=np.argsort(order)[surface.polygon_vertices].astype("i4"),
    )
    assert plain(navcore.loads(navcore.dumps(turned))) == plain(turned)


def test_a_file_takes_few_bytes():
    """Detour keeps 32 bytes for a polygon, 12 for each corner and more for each edge."""
    surface = made.surface(made.random_cells(3, 40))
    assert len(navcore.dumps(surface)) < 12 * len(surface)


def test_a_surface_that_packs_too_well_can_be_read_again():
    """Squares in a row are nearly all zeros."""
    surface = made.surface(made.joined(*(made.rectangle(64 * n, 0, 64 * n + 64, 64) for n in range(70))))
    many = navcore.dumps(surface)
    assert len(navcore.loads(many)) == 70
    free = np.ones((300, 300), bool)
    free[1::2, 1::2] = False
    lattice = made.Drawing(*_lattice(300))
    assert len(navcore.loads(navcore.dumps(made.surface(lattice)))) == 300 * 300


def _lattice(size: int):
    corners = [(64 * x, 64 * y, 0) for x in range(size + 1) for y in range(size + 1)]
    rings = [
        [x * (size + 1) + y, (x + 1) * (size + 1) + y, (x + 1) * (size + 1) + y + 1, x * (size + 1) + y + 1]
        for x in range(size)
        for y in range(size)
    ]
    return corners, rings


@pytest.mark.parametrize("name", ["house", "terrain", "spiral_stair"])
def test_a_bake_is_stored_in_far_less_than_detour_takes(name):
    world = WORLDS[name]()
    surface = navcore.bake_ground(world.vertices, world.triangles, navcore.GroundConfig(**world.options))
    data = navcore.dumps(surface)
    assert plain(navcore.loads(data)) == plain(surface)
    assert 5 * len(data) < len(navcore.dumps_detour(surface))
