# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verifier looks at links: those that are found have no fault, and each fault that is made is found."""

from __future__ import annotations

import numpy as np
import pytest
from ground_worlds import WORLDS
from scenes import box_mesh
from test_finding_links import BRINKS, GAP, LEAPS
from test_travelling import house

from volant import navcore
from volant.navcore import Links


def faults_of(held: navcore.Navigation, scene) -> list[str]:
    return [fault for fault in navcore.check(held, *scene) if fault.startswith("link")]


def changed(links: Links, **parts) -> Links:
    names = ("starts", "ends", "kinds", "both_ways", "costs", "names")
    return Links(**{**{name: getattr(links, name) for name in names}, **parts})


@pytest.mark.parametrize("name", ["house", "terrain", "bridge", "table", "three_storeys", "ledge_ends"])
def test_links_that_are_found_have_no_fault(name):
    world = WORLDS[name]()
    surface = navcore.bake_ground(world.vertices, world.triangles, navcore.GroundConfig(**world.options))
    config = navcore.LinkConfig(jump_length=3.0, drop_height=4.0)
    links = navcore.find_links(surface, world.vertices, world.triangles, config)
    assert faults_of(navcore.Navigation(surface=surface, links=links), (world.vertices, world.triangles)) == []


def test_take_offs_that_are_found_have_no_fault():
    scene, level = house()
    assert len(level.links)
    assert navcore.check(level, *scene) == []


def test_ends_that_are_nowhere_are_found():
    scene, level = house()
    links, count = level.links, len(level.links)
    for part, word, where in (("starts", "begins", "on a floor"), ("ends", "ends", "in free space")):
        for move in ((0.0, 0.0, -0.7), (0.0, 0.0, 30.0), (40.0, 0.0, 0.0)):
            wrong = changed(links, **{part: getattr(links, part) + np.eye(count)[:, 1:2] * np.array(move)})
            (fault,) = faults_of(navcore.Navigation(level.volume, level.surface, wrong), scene)
            assert fault.startswith(f"link: link 1, a take-off {word} at (")
            assert fault.endswith(f", not {where}")
    # Without a volume there is no free space.
    assert len(faults_of(navcore.Navigation(surface=level.surface, links=links), scene)) == min(count, 21)


@pytest.mark.parametrize(
    ("low", "high", "is_met"),
    [
        ((4.9, 0, -5), (5.1, 4, 5), True),
        ((4.9, 0, -5), (5.1, 4, 0.3), False),
        ((4.9, 0, -5), (5.1, 4, 0.6), True),
        ((4.9, 0, 1.6), (5.1, 4, 5), True),
        ((4.9, 0, 1.9), (5.1, 4, 5), False),
        ((5.0, 1.1, -5), (5.001, 1.101, 5), True),
    ],
)
def test_what_is_in_the_way_is_found(low, high, is_met):
    """As the search for links has it; a post that is thin, too."""
    links = navcore.find_links(BRINKS, *GAP, LEAPS)
    assert len(links)
    vertices, triangles = box_mesh(low, high)
    scene = np.concatenate((GAP[0], vertices)), np.concatenate((GAP[1], np.array(triangles) + len(GAP[0])))
    found = faults_of(navcore.Navigation(surface=BRINKS, links=links), scene)
    assert bool(found) == is_met
    assert all("is in the way of link" in fault and fault.endswith("a jump") for fault in found)


def test_placed_links_may_lead_through_anything():
    scene, level = house()
    through = Links([(2, -9, 0)], [(2, 0, 0)], navcore.LinkKind.JUMP)
    assert len(faults_of(navcore.Navigation(level.volume, level.surface, through), scene)) == 1
    assert faults_of(navcore.Navigation(level.volume, level.surface, changed(through, names=["portal"])), scene) == []


def test_malformed_links_are_told():
    class Crooked:
        starts, ends, kinds = [(0, 0, 0)], [(0, 0, 0), (1, 1, 1)], [2]

    class Level:
        volume, surface, links = None, BRINKS, Crooked

    assert any("one start, one end and one kind" in fault for fault in navcore.check(Level(), *GAP))
