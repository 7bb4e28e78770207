# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a way is free, against a look at all cells and portals; also at points where that is likely to stumble."""

import numpy as np
from hypothesis import given, settings
from path_check import free_part
from thoroughness import cases
from volumes import awkward_point, random_volume, seeds

from volant.navcore import LiveVolume
from volant.navcore.following.free_space import FreeSpace
from volant.navcore.following.way import survey
from volant.navcore.geometry.primitives import length_of


@settings(max_examples=cases(100, 2000))
@given(seeds)
def test_a_way_is_followed_as_far_as_it_is_free(seed):
    rng = np.random.default_rng(seed)
    live = LiveVolume.of(random_volume(rng, tuple(rng.integers(2, 8, 3)), rng.choice([0.05, 0.2, 0.4]), True, False))
    nav, space = live.snapshot(), FreeSpace(live)
    for _way in range(10):
        points = np.array([awkward_point(rng, nav) for _point in range(rng.integers(1, 4))])
        way = survey(space, list(map(tuple, points.tolist())), space.holding(tuple(points[0].tolist())), 0.0)
        # What is missed by less than this counts as met; a way that runs off at a flat angle goes on for longer then.
        least, most = (length_of(free_part(nav, points, slack).tolist()) for slack in (1e-12, 1e-8))
        assert least - 1e-7 <= length_of(way.course) <= most + 1e-7
        assert way.is_free == (way.course == list(map(tuple, points.tolist())))
        assert len(way.cells) == len(way.course) - (not way.is_free)
        assert all(map(space.are_there, way.cells))
