# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Walks are as short as brute force finds any, and the same there and back; no room is looked into in vain."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import hand_made_surfaces as made
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from walking_twin import VisibilityGraph

from volant.navcore.errors import PathError
from volant.navcore.progress import run
from volant.navcore.query.walking.blocks import Blocks
from volant.navcore.query.walking.mesh import FloorMesh
from volant.navcore.query.walking.outlook import Outlook
from volant.navcore.query.walking.place import place_in
from volant.navcore.query.walking.polyanya import PolyanyaSearch

WORLDS = {
    "few corners": lambda seed: made.random_mesh(seed, points=30, size=200),
    "corners in line": lambda seed: made.random_mesh(seed, points=25, size=12, holes=0.35),
    "cells": lambda seed: made.random_cells(seed, size=6),
    "storeys": lambda seed: made.storeys(seed, size=5),
    "spiral": lambda seed: made.spiral(2, 7 + seed),
}
SEEDS, PAIRS = range(14), 34


def random_place(mesh: FloorMesh, rng: random.Random):
    """Somewhere in a polygon, on an edge, or at a corner."""
    while True:
        edges = list(mesh.half_edges(rng.randrange(len(mesh.starts) - 1)))
        count = rng.choices((1, 2, len(edges)), (2, 1, 7))[0]
        first = rng.randrange(len(edges))
        chosen = (edges[first:] + edges[:first])[:count]
        weights = [0.5] * count if count == 2 else [rng.random() for _ in chosen]
        x, y = (
            sum(weight * where[edge] for weight, edge in zip(weights, chosen, strict=True)) / sum(weights)
            for where in (mesh.x, mesh.y)
        )
        place = place_in(
            mesh, mesh.polygon[first + edges[0]], *(round(each / mesh.grain) * mesh.grain for each in (x, y))
        )
        if place:
            return place


def walked(route) -> float:
    return sum(math.dist(a[:2], b[:2]) for a, b in pairwise(route.places))


@pytest.mark.parametrize("name", WORLDS)
def test_walks_are_as_short_as_by_brute_force(name):
    compared = 0
    for seed in SEEDS:
        surface, rng = made.surface(WORLDS[name](seed)), random.Random(seed)
        mesh, twin = run(FloorMesh.of(surface)), VisibilityGraph(surface)
        outlook = Outlook(mesh)
        while compared < (seed + 1) * PAIRS:
            start, goal = random_place(mesh, rng), random_place(mesh, rng)
            if surface.components[start.polygon] != surface.components[goal.polygon]:
                continue
            compared += 1
            there = run(PolyanyaSearch(outlook, start, [goal]).find(goal))
            back = run(PolyanyaSearch(outlook, goal, [start]).find(start))
            shortest = twin.distance(*(twin.end(end.x, end.y, end.polygon) for end in (start, goal)))
            assert walked(there) == pytest.approx(shortest, rel=1e-12, abs=1e-9)
            assert walked(back) == pytest.approx(shortest, rel=1e-12, abs=1e-9)
            for (begin, end), leg in zip(pairwise(there.places), there.legs, strict=True):
                assert place_in(mesh, leg[0], begin.x, begin.y)
                assert place_in(mesh, leg[-1], end.x, end.y)
    assert compared * len(WORLDS) >= 2000


@given(st.integers(0, 1 << 30), st.sampled_from(sorted(WORLDS)), st.integers(2, 6))
def test_one_search_for_many_goals_finds_the_same(seed, name, count):
    surface, rng = made.surface(WORLDS[name](seed % 8)), random.Random(seed)
    mesh, islands = run(FloorMesh.of(surface)), surface.components
    start, goals = random_place(mesh, rng), [random_place(mesh, rng) for _ in range(count)]
    goals = [goal for goal in goals if islands[goal.polygon] == islands[start.polygon]]
    outlook = Outlook(mesh)
    search = PolyanyaSearch(outlook, start, goals)
    for goal in goals:
        alone = run(PolyanyaSearch(outlook, start, [goal]).find(goal))
        assert walked(run(search.find(goal))) == pytest.approx(walked(alone), rel=1e-12)


def test_a_search_gives_up_when_it_has_looked_at_enough():
    mesh = run(FloorMesh.of(made.surface(made.storeys(1, size=8))))
    start = place_in(mesh, 0, mesh.x[0], mesh.y[0])
    last = mesh.starts[-1] - 1
    goal = place_in(mesh, mesh.polygon[last], mesh.x[last], mesh.y[last])
    search = PolyanyaSearch(Outlook(mesh), start, [goal])
    assert run(search.find(goal, most=2)) is None
    assert search.counts.expanded == 2
    assert run(search.find(goal)) is not None


@given(st.integers(2, 9), st.data())
def test_blocks_are_what_ways_without_loops_need(count, data):
    pairs = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda pair: pair[0] != pair[1])
    links = data.draw(st.lists(pairs, max_size=14))
    blocks = Blocks(count, np.array(links, np.int64).reshape(-1, 2))
    start, goal = data.draw(pairs)
    used, waiting = set(), [(start, (start,), ())]
    while waiting:
        at, seen, passed = waiting.pop()
        if at == goal:
            used.update(passed)
            continue
        for number, pair in enumerate(links):
            if at in pair:
                other = pair[pair[0] == at]
                if other not in seen:
                    waiting.append((other, (*seen, other), (*passed, number)))
    if used:
        allowed = set(blocks.between(start, goal))
        assert {number for number in range(len(links)) if blocks.of_links[number] in allowed} == used


def test_a_surface_too_wide_to_decide_exactly_is_refused():
    with pytest.raises(PathError, match="use larger voxels"):
        run(FloorMesh.of(made.surface(made.rectangle(0, 0, 1 << 30, 64))))
