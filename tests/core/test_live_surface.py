# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A live surface is, after any updates, what a bake of the same things is: nothing of what was before is left."""

import numpy as np
import pytest
from ground_worlds import WORLDS
from hypothesis import given, settings
from hypothesis import strategies as st
from live_worlds import joined, turned_box
from test_ground_surface import ARRAYS

from volant import navcore
from volant.navcore import Ball, Box, GroundConfig, LiveSurface
from volant.navcore.ground import outlining, sheets

_BOUNDS = ((0.0, 0.0, -1.0), (16.0, 12.0, 6.0))
_FLOOR = (
    np.array([(0.0, 0.0, 0.0), (16.0, 0.0, 0.0), (16.0, 12.0, 0.0), (0.0, 12.0, 0.0)]),
    np.array([(0, 1, 2), (0, 2, 3)]),
)
_NAMES = ("crate", "ramp", "deck", "door")
#: Each bakes often.
_SOME = settings.default.max_examples // 4


@pytest.fixture(autouse=True, scope="module")
def small_tiles():
    """Many tiles in small scenes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheets, "TILE", 16)
        patch.setattr(outlining, "TILE", 16)
        yield


def config(**others):
    return GroundConfig(**{"agent_radius": 0.4, "voxel_size": 0.2, "bounds": _BOUNDS, **others})


@st.composite
def things(draw):
    """A crate, a slab to walk on or under, or a ramp, somewhere; some reach beyond the bounds."""
    random = np.random.default_rng(draw(st.integers(0, 2**20)))
    kind = draw(st.sampled_from(["crate", "slab", "ramp"]))
    turn = draw(st.sampled_from([0.0, 0.5 * np.pi, None]))
    turn = random.uniform(0.0, 3.0) if turn is None else turn
    middle, half = random.uniform((-1.0, -1.0, 0.0), (17.0, 13.0, 3.0)), random.uniform(0.2, 3.0, 3)
    if kind == "crate":
        return turned_box(middle * (1, 1, 0.3), half * (1, 1, 0.4), turn)
    vertices, triangles = turned_box((0.0, 0.0, 0.0), half * (1, 1, 0.05), 0.0)
    if kind == "ramp":
        vertices[:, 2] += vertices[:, 0] * random.uniform(0.1, 0.9)
    cos, sin = np.cos(turn), np.sin(turn)
    return vertices @ np.array(((cos, sin, 0.0), (-sin, cos, 0.0), (0.0, 0.0, 1.0))) + middle, triangles


@st.composite
def histories(draw):
    """Updates, each with a thing or None for some of the things there are."""
    updates, there = [], set()
    for _update in range(draw(st.integers(1, 5))):
        changes = {}
        for name in draw(st.sets(st.sampled_from(_NAMES), min_size=1)):
            goes = name in there and draw(st.booleans())
            changes[name] = None if goes else draw(things())
            (there.discard if goes else there.add)(name)
        updates.append(changes)
    return updates


def after(updates):
    """What is there in the end, the floor first."""
    there = {"floor": _FLOOR}
    for changes in updates:
        there.update(changes)
    return {name: mesh for name, mesh in there.items() if mesh is not None}


def assert_same(one, other):
    for name in ARRAYS:
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name
    assert one.metadata == other.metadata


def baked(there, **others):
    return navcore.bake_ground(*joined(list(there.values())), config(**others))


@settings(max_examples=_SOME)
@given(histories())
def test_after_updates_it_is_a_bake_made_anew(updates):
    live = LiveSurface(config(), {"floor": _FLOOR})
    for count, changes in enumerate(updates, 1):
        live.update(changes)
        if count % 2:
            # What is remembered of a snapshot does not show in the next.
            live.snapshot()
    assert_same(live.snapshot(), baked(after(updates)))


@settings(max_examples=_SOME)
@given(histories())
def test_the_order_of_updates_leaves_no_trace(updates):
    there = after(updates)
    live = LiveSurface(config(), {})
    for name in reversed(list(there)):
        live.update({name: there[name]})
    assert_same(live.snapshot(), LiveSurface(config(), there).snapshot())


@pytest.mark.parametrize("name", WORLDS)
def test_a_crate_that_comes_moves_and_goes_in_a_world(name):
    world = WORLDS[name]()
    low, high = world.vertices.min(axis=0), world.vertices.max(axis=0)
    options = {**world.options, "bounds": (tuple(low - 0.3), tuple(high + 2.0))}
    scene = {"world": (world.vertices, world.triangles)}
    live = LiveSurface(config(**options), scene)
    first = live.snapshot()
    assert_same(first, baked(scene, **options))
    middle = (low + high) / 2.0
    for place in (middle, low + 0.3 * (high - low), middle):
        crate = turned_box(place, (0.4, 0.3, 0.5), 0.4)
        live.update({"crate": crate})
        assert_same(live.snapshot(), baked({**scene, "crate": crate}, **options))
    live.update({"crate": None})
    assert_same(live.snapshot(), first)


def test_markers_and_least_areas_are_those_of_now():
    wall = turned_box((8.0, 6.0, 1.0), (0.2, 7.0, 1.0), 0.0)
    there = {"floor": _FLOOR, "wall": wall}
    asked = {"markers": [(2.0, 6.0, 0.5)]}
    live = LiveSurface(config(**asked), there)
    assert live.snapshot().vertices[:, 0].max() < 8.0
    live.update({"wall": None})
    assert live.snapshot().vertices[:, 0].max() > 15.0
    live.update({"wall": wall})
    assert_same(live.snapshot(), baked(there, **asked))


def test_only_named_objects_are_floors():
    deck = turned_box((8.0, 6.0, 1.5), (3.0, 3.0, 0.1), 0.0)
    live = LiveSurface(config(), {"floor": _FLOOR, "deck": deck}, floors=["floor"])
    assert set(live.snapshot().vertices[:, 2].tolist()) == {0.0}
    vertices, triangles = joined([_FLOOR, deck])
    mask = np.arange(len(triangles)) < len(_FLOOR[1])
    assert_same(live.snapshot(), navcore.bake_ground(vertices, triangles, config(floors=mask)))


def test_only_what_is_near_is_made_again():
    live = LiveSurface(config(), {"floor": _FLOOR})
    assert live.version == 0
    box = live.update({"crate": turned_box((2.0, 2.0, 0.5), (0.3, 0.3, 0.5), 0.0)})
    assert live.version == 1
    assert box[0, 0] <= 1.3
    assert box[1, 0] < 9.0
    assert live.update({"crate": turned_box((2.0, 2.0, 0.5), (0.3, 0.3, 0.5), 0.0)}) is None
    assert live.version == 1
    assert live.snapshot() is live.snapshot()


def test_boxes_are_meshes():
    box = Box((3.0, 3.0, -0.5), (5.0, 6.0, 1.5))
    mesh = turned_box((4.0, 4.5, 0.5), (1.0, 1.5, 1.0), 0.0)
    one, other = (LiveSurface(config(), {"floor": _FLOOR, "box": thing}) for thing in (box, mesh))
    assert_same(one.snapshot(), other.snapshot())


def test_a_surface_without_a_floor_waits_for_one():
    live = LiveSurface(config(), {})
    with pytest.raises(navcore.LengthError, match="nowhere is there room"):
        live.snapshot()
    live.update({"floor": _FLOOR})
    assert_same(live.snapshot(), baked({"floor": _FLOOR}))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"crate": None}, "there is no object 'crate' to remove; objects are"),
        ({"ball": Ball((1.0, 1.0, 1.0), 0.5)}, "object 'ball' is a Ball, which has no triangles"),
        ({"crate": 7}, "object 'crate' must be"),
        ([], "objects must be a dict of things by name"),
    ],
)
def test_what_cannot_be_updated_changes_nothing(changes, words):
    live = LiveSurface(config(), {"floor": _FLOOR})
    before = live.snapshot()
    with pytest.raises(navcore.BakeError, match=words):
        live.update({"other": turned_box((4, 4, 0), (1, 1, 1), 0.0), **changes} if changes else changes)
    assert live.objects == ["floor"]
    assert live.snapshot() is before


@pytest.mark.parametrize(
    ("given_config", "words"),
    [
        (GroundConfig(), "a live surface needs bounds"),
        (config(floors=[True]), "takes the names of floors, not a mask"),
        (7, "config must be a GroundConfig"),
    ],
)
def test_settings_that_cannot_be(given_config, words):
    with pytest.raises(navcore.BakeError, match=words):
        LiveSurface(given_config, {})
