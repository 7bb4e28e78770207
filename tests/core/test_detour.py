# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Surfaces as files of Detour's: what they hold, and what Detour itself makes of them."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import detour_reader
import hand_made_surfaces as made
import numpy as np
import pytest
from hypothesis import given
from test_surface_files import bent, bent_under_an_edge, surfaces

from devtools import node_packages
from volant import navcore
from volant.navcore.fileformat import dumps_detour, save_detour


def turned(points) -> np.ndarray:
    """Points of the world in Detour's space."""
    points = np.asarray(points, float).reshape(-1, 3)
    return np.stack((points[:, 0], points[:, 2], -points[:, 1]), axis=1)


def flat_area(corners) -> float:
    """As Detour's polygons go round, counter-clockwise seen from above, above 0."""
    x, z = np.asarray(corners)[:, 0], np.asarray(corners)[:, 2]
    return float((z * np.roll(x, -1) - x * np.roll(z, -1)).sum() / 2)


@given(surfaces())
def test_files_hold_the_same_floors(surface):
    read = detour_reader.read(dumps_detour(surface))
    corners = np.array(read["corners"])
    assert np.allclose(corners, turned(surface.vertices), rtol=1e-6, atol=1e-6)
    size = surface.voxel_size
    # Small triangles far out: areas of the corners before they were rounded to 32 bits.
    exact = turned(surface.vertices - surface.origin)
    areas = [flat_area(exact[list(polygon["corners"])]) for polygon in read["polygons"]]
    assert min(areas) > 0
    assert sum(areas) == pytest.approx(surface.plan_areas().sum(), rel=1e-9)
    borders = 0
    for number, polygon in enumerate(read["polygons"]):
        ring = polygon["corners"]
        assert 3 <= len(ring) <= 6
        assert polygon["flags"] == 1
        for place, behind in enumerate(polygon["behind"]):
            edge = ring[place], ring[(place + 1) % len(ring)]
            if not behind:
                borders += 1
                continue
            other = read["polygons"][behind - 1]
            its = [*zip(other["corners"], [*other["corners"][1:], other["corners"][0]], strict=True)]
            assert other["behind"][its.index(edge[::-1])] == number + 1
    assert borders == np.count_nonzero(surface.borders)
    assert len(read["room"]) >= sum(len(polygon["corners"]) for polygon in read["polygons"])
    assert read["agent"] == pytest.approx((surface.agent_height, surface.agent_radius, surface.step_height))
    every = [corners, np.array(read["inside"]).reshape(-1, 3)]
    low, high = np.concatenate(every).min(axis=0), np.concatenate(every).max(axis=0)
    assert np.allclose(read["bounds"], (low, high), atol=1e-3 * size)
    check_heights(read)
    check_tree(read)


def check_heights(read: dict) -> None:
    """Triangles are as large as their polygon together, and all edges around it are told to be so."""
    corners, inside = np.array(read["corners"]), np.array(read["inside"]).reshape(-1, 3)
    for polygon, (corner, triangle, extra, count) in zip(read["polygons"], read["details"], strict=False):
        nodes = np.concatenate((corners[list(polygon["corners"])], inside[corner : corner + extra]))
        rows = read["triangles"][triangle : triangle + count]
        areas = [flat_area(nodes[list(row[:3])]) for row in rows]
        scale = np.ptp(nodes, axis=0).max() * np.abs(nodes).max() * 1e-6
        assert min(areas) >= -scale
        assert sum(areas) == pytest.approx(flat_area(nodes[: len(polygon["corners"])]), rel=0.05, abs=4 * scale)
        rim = [(row[place], row[(place + 1) % 3]) for row in rows for place in range(3) if row[3] >> 2 * place & 1]
        assert {one for one, _other in rim} >= set(range(len(polygon["corners"])))


def check_tree(read: dict) -> None:
    """Every polygon is in each node that it is below."""
    boxes, low = [], np.array(read["bounds"][0])
    corners, inside = np.array(read["corners"]), np.array(read["inside"]).reshape(-1, 3)
    for polygon, (corner, _triangle, extra, _count) in zip(read["polygons"], read["details"], strict=False):
        nodes = np.concatenate((corners[list(polygon["corners"])], inside[corner : corner + extra]))
        boxes.append(((nodes.min(axis=0) - low) * read["factor"], (nodes.max(axis=0) - low) * read["factor"]))
    found, ends = [], []
    for number, node in enumerate(read["nodes"]):
        ends = [end for end in ends if end[0] > number]
        if node[6] < 0:
            ends.append((number - node[6], node))
            continue
        found.append(node[6])
        for _end, around in [*ends, (0, node)]:
            assert (np.array(around[:3]) <= boxes[node[6]][0] + 8).all()
            assert (np.array(around[3:6]) >= boxes[node[6]][1] - 8).all()
    assert sorted(found) == [*range(len(read["details"]))]


def many_corners() -> navcore.NavSurface:
    """A floor with many narrow ones along a side of it, a hill, and other kinds of floor."""
    strips = [made.rectangle(100 * n, 600, 100 * n + 100, 900) for n in range(12)]
    drawing = made.joined(made.rectangle(0, 0, 1200, 600), *strips)
    ring = drawing.polygons[0]
    hill = [(600, 300, 100)], [(k, (k + 1) % len(ring), len(ring)) for k in range(len(ring))]
    return made.surface(drawing, details={0: hill}, voxel_size=0.5)


def test_polygons_of_many_corners_are_cut():
    surface = many_corners()
    read = detour_reader.read(dumps_detour(surface))
    assert len(read["polygons"]) > len(surface)
    check_heights(read)
    hill = [place for place in read["inside"] if place[1] == pytest.approx(100 / 128)]
    assert hill


def test_links_are_written_that_walkers_use():
    surface, kinds = bent(), navcore.LinkKind
    places = np.array([[0.5, 0.5, 0], [2.5, 0.5, 0], [0.25, 0.25, 1], [1, 1, 0]])
    links = navcore.Links(
        places, places[::-1], [kinds.DROP, kinds.JUMP, kinds.TAKE_OFF, kinds.LADDER], [False, True, True, True]
    )
    read = detour_reader.read(dumps_detour(navcore.Navigation(surface=surface, links=links)))
    walked = [0, 1, 3]
    assert len(read["links"]) == 3
    assert read["first_link"] == len(read["details"]) == len(read["polygons"]) - 3
    for number, (row, link) in enumerate(zip(read["links"], walked, strict=True)):
        assert np.allclose(np.reshape(row[:6], (2, 3)), turned([links.starts[link], links.ends[link]]))
        polygon = read["polygons"][row[7]]
        assert row[6:] == (pytest.approx(0.4), len(read["details"]) + number, int(link != 0), 255, number)
        assert np.allclose([read["corners"][corner] for corner in polygon["corners"]], np.reshape(row[:6], (2, 3)))
        assert polygon["kind"] >> 6 == 1


def test_kinds_of_floor_are_told_as_far_as_detour_has_them():
    surface = made.surface(made.joined(*(made.rectangle(64 * n, 0, 64 * n + 64, 64) for n in range(3))))
    object.__setattr__(surface, "areas", np.array([0, 63, 200], np.uint8))
    assert [polygon["kind"] for polygon in detour_reader.read(dumps_detour(surface))["polygons"]] == [0, 63, 63]


def crowd(corners: int, count: int) -> tuple[list, list]:
    """So many corners in a row inside a polygon, and triangles over them."""
    places = [(20 + 10 * number, 30, 5 * number) for number in range(count)]
    numbers = [*range(corners, corners + count)]
    below = [(0, 1, numbers[-1]), *((0, b, a) for a, b in pairwise(numbers))]
    above = [(a, b, corners - 1) for a, b in pairwise(numbers)]
    return places, [*below, *above, (0, numbers[0], corners - 1), (1, corners - 1, numbers[-1])]


def test_polygons_of_many_heights_are_cut():
    square = made.Drawing([(0, 0, 0), (6400, 0, 0), (6400, 6400, 0), (0, 6400, 0)], [[0, 1, 2, 3]])
    places = [(6000 - 35 * number, 100 + 35 * number, 5 * number) for number in range(160)]
    inside = range(4, 164)
    triangles = [(0, 1, 4), *((0, a, b) for a, b in pairwise(inside)), (0, 163, 3)]
    triangles += [(1, 2, 4), *((2, b, a) for a, b in pairwise(inside)), (2, 3, 163)]
    surface = made.surface(square, details={0: (places, triangles)})
    assert len(navcore.loads(navcore.dumps(surface)).detail_triangles) > 255
    read = detour_reader.read(dumps_detour(surface))
    assert len(read["polygons"]) > 1
    check_heights(read)


def test_what_has_no_room_is_refused(tmp_path):
    lattice = made.cells(np.ones((2, 2), bool))
    with pytest.raises(navcore.FormatError, match="no polygons"):
        dumps_detour(made.surface(made.Drawing([], [])))
    with pytest.raises(navcore.NavError, match="no surface"):
        dumps_detour(navcore.bake_voxels([], (2, 2, 2)))
    links = navcore.Links(np.zeros((40_000, 3)), np.ones((40_000, 3)))
    with pytest.raises(navcore.FormatError, match="40001 polygons and links are more than the 32766"):
        dumps_detour(navcore.Navigation(surface=made.surface(lattice), links=links))
    triangle = made.Drawing([(0, 0, 0), (6400, 0, 0), (0, 6400, 0)], [[0, 1, 2]])
    with pytest.raises(navcore.FormatError, match="larger height_error"):
        dumps_detour(made.surface(triangle, details={0: crowd(3, 130)}))
    save_detour(made.surface(lattice), tmp_path / "floor.bin")
    assert (tmp_path / "floor.bin").read_bytes() == dumps_detour(made.surface(lattice))


def ask(nav, tmp_path: Path, pairs=(), places=()) -> dict:
    """What Detour itself says of a file."""
    save_detour(nav, tmp_path / "floor.bin")
    asked = {"pairs": [turned(pair).tolist() for pair in pairs], "places": turned(places).tolist()}
    (tmp_path / "asked.json").write_text(json.dumps(asked))
    script = Path(__file__).with_name("detour.mjs")
    command = ["node", script, node_packages.ensure(), tmp_path / "floor.bin", tmp_path / "asked.json"]
    outcome = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, timeout=120)
    assert outcome.returncode == 0, outcome.stderr
    return json.loads(outcome.stdout.splitlines()[-1])


needs_node = pytest.mark.skipif(shutil.which("npm") is None, reason="Detour itself runs in Node.js; install it")
LEVELS = {
    "storeys": lambda: made.surface(made.storeys(5, 3, 8), voxel_size=0.25),
    "mesh": lambda: made.surface(made.random_mesh(3, 80, relief=20), voxel_size=0.5),
    "cells": lambda: made.surface(made.random_cells(4, 14), voxel_size=0.5),
    "many corners": many_corners,
    "bent under an edge": lambda: bent_under_an_edge((100, 40, 9)),
}


@needs_node
@pytest.mark.parametrize("name", LEVELS)
def test_detour_loads_the_same_polygons_and_finds_paths_on_them(name, tmp_path):
    surface = LEVELS[name]()
    read = detour_reader.read(dumps_detour(surface))
    rng = np.random.default_rng(1)
    triangles, polygons = surface.floor_triangles()
    sizes = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
    picked = rng.choice(len(triangles), 60, p=sizes / sizes.sum())
    places = (triangles[picked] * rng.dirichlet((2, 2, 2), 60)[:, :, None]).sum(axis=1)
    said = ask(surface, tmp_path, places.reshape(-1, 2, 3), places)
    assert len(said["polygons"]) == len(read["polygons"])
    for number, (polygon, told) in enumerate(zip(read["polygons"], said["polygons"], strict=True)):
        assert np.allclose(told["corners"], [read["corners"][corner] for corner in polygon["corners"]])
        # The links that Detour makes of neighbours are the neighbours.
        assert sorted(told["links"]) == sorted(behind - 1 for behind in polygon["behind"] if behind), number
    assert np.allclose(said["heights"], places[:, 2], atol=surface.voxel_size / 32)
    label = surface.components[polygons[picked]].reshape(-1, 2)
    for (start, goal), path, labels in zip(turned(places).reshape(-1, 2, 3), said["paths"], label, strict=True):
        assert np.allclose(path[0], start, atol=0.01)
        reached = np.linalg.norm(np.subtract(path[-1], goal)) < 0.01
        assert reached == (labels[0] == labels[1])
        if reached:
            world = np.array(path)[:, [0, 2, 1]] * (1, -1, 1)
            length = np.linalg.norm(np.diff(world[:, :2], axis=0), axis=1).sum()
            shortest = navcore.find_path(surface, world[0], world[-1]).plan_length
            # Detour goes from edge to edge, not the shortest way, and pulls that tight.
            assert shortest * (1 - 1e-4) - 1e-3 <= length <= 1.5 * shortest + 1e-3


@needs_node
def test_detour_takes_links(tmp_path):
    """Two floors that touch nowhere, and a drop from one to the other."""
    surface = made.surface(made.joined(made.rectangle(0, 0, 320, 320, 200), made.rectangle(640, 0, 960, 320)))
    drop = navcore.Links([(4.5, 2, 3.125)], [(10.5, 2, 0)], navcore.LinkKind.DROP)
    pairs = np.array([[(1, 1, 3.125), (14, 4, 0)], [(14, 4, 0), (1, 1, 3.125)]])
    without = ask(surface, tmp_path, pairs)
    said = ask(navcore.Navigation(surface=surface, links=drop), tmp_path, pairs)
    down, up = (np.array(path) for path in said["paths"])
    assert np.allclose(down[[0, -1]], turned(pairs[0]), atol=1e-4)
    assert [any(np.allclose(corner, end, atol=0.01) for corner in down) for end in turned([drop.starts, drop.ends])]
    # Up there is no way, and without the drop there is none down.
    assert not np.allclose(up[-1], turned(pairs[1])[1], atol=0.1)
    assert not np.allclose(without["paths"][0][-1], turned(pairs[0])[1], atol=0.1)
