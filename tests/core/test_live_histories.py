# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""However long things have moved through a world, it is what a bake made anew says, bit for bit."""

import numpy as np
import pytest
from live_worlds import assert_same, baked, joined
from moving_worlds import WORLDS, History, baked_anew
from thoroughness import cases

from volant import navcore

MOVES = cases(20, 1_000)
#: How often what is there is baked anew on the way, besides the end.
LOOKS = cases(2, 25)


@pytest.mark.parametrize("radius", [0.0, 0.8, 1.7])
@pytest.mark.parametrize("world", WORLDS)
def test_a_history_leaves_no_trace(world, radius):
    made = WORLDS[world]()
    config = made.config(radius)
    history = History(made, seed=7)
    live = navcore.LiveVolume(config, made.objects)
    before = live.snapshot()
    assert_same(before, baked(made.objects, config))
    for move in range(MOVES):
        live.update(history.next())
        if move % (MOVES // LOOKS) == 0 or move == MOVES - 1:
            assert sorted(live.objects) == sorted(history.there)
            assert_same_space(live.snapshot(), baked_anew(history.there, config))

    # What is proven independently: the bake of what has triangles.
    meshes = {name: thing for name, thing in history.there.items() if isinstance(thing, tuple)}
    live.update({name: None for name in history.there if name not in meshes})
    after = live.snapshot()
    assert_same(after, baked(meshes, config))
    assert navcore.check(after, *joined(list(meshes.values()))) == []

    live.update({name: None for name in meshes if name not in made.objects} | made.objects)
    assert_same(live.snapshot(), before)


def assert_same_space(live, anew):
    """What is blocked, free and removed, and how it is connected."""
    for name in ("origin", "shape", "cells", "portals", "components", "removed_boxes"):
        assert np.array_equal(getattr(live, name), getattr(anew, name)), name
    assert np.array_equal(live.blocked(), anew.blocked())
