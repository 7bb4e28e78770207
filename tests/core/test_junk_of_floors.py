# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever a part of a surface, a link or a Navigation is given, navcore answers or raises one of its own errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given
from junk import junk
from scenes import box_mesh
from test_junk import FEW, answer_of
from test_surface_files import bent, links, volume

from volant import navcore

FLOOR = bent()
LEVEL = navcore.Navigation(volume(), FLOOR, links())
MESH = box_mesh((0, 0, -1), (4, 4, 0))
LEAPS = navcore.LinkConfig(jump_length=2.0, drop_height=2.0)
CALLS: dict[str, tuple[Callable[..., object], dict[str, object]]] = {
    "Links": (
        navcore.Links,
        {
            "starts": np.zeros((2, 3)),
            "ends": np.ones((2, 3)),
            "kinds": [0, 3],
            "both_ways": [True, False],
            "costs": [1.0, 2.0],
            "names": ["a", "b"],
        },
    ),
    "Navigation": (navcore.Navigation, {"volume": volume(), "surface": FLOOR, "links": links()}),
    "Navigation.of": (navcore.Navigation.of, {"baked": FLOOR}),
    "dumps": (navcore.dumps, {"nav": LEVEL, "progress": None, "format": 2}),
    "dumps_detour": (navcore.dumps_detour, {"nav": LEVEL}),
    "dumps_glb": (navcore.dumps_glb, {"nav": LEVEL}),
    "find_links": (
        navcore.find_links,
        {"navigation": LEVEL, "vertices": MESH[0], "triangles": MESH[1], "config": LEAPS, "progress": None},
    ),
    **{
        f"find_path {kind}": (
            navcore.find_path,
            {"nav": held, "start": (0.5, 0.5, 0), "goal": (2.5, 0.5, 0), "config": None, "progress": None},
        )
        for kind, held in (("of both", LEVEL), ("of floors", FLOOR), ("of space", volume()))
    },
}


@FEW
@pytest.mark.parametrize(("name", "parameter"), [(name, each) for name, (_f, g) in CALLS.items() for each in g])
@given(value=junk())
def test_any_argument(name, parameter, value):
    function, arguments = CALLS[name]
    answer_of(lambda: function(**{**arguments, parameter: value}))


@FEW
@pytest.mark.parametrize("field", [field.name for field in fields(navcore.LinkConfig)])
@given(value=junk())
def test_any_limit_of_links(field, value):
    config = answer_of(lambda: navcore.LinkConfig(**{"jump_length": 2.0, field: value}))
    if isinstance(config, navcore.LinkConfig) and config.jump_length < 1e3:
        answer_of(lambda: navcore.find_links(LEVEL, *MESH, config))


@FEW
@pytest.mark.parametrize("field", [field.name for field in fields(navcore.NavSurface) if field.init])
@given(value=junk())
def test_any_part_of_a_surface(field, value):
    surface = answer_of(lambda: replace(FLOOR, **{field: value}))
    if isinstance(surface, navcore.NavSurface):
        data = answer_of(lambda: navcore.dumps(surface))
        if data is not None:
            navcore.loads(data)
        answer_of(lambda: navcore.check(navcore.Navigation(surface=surface, links=links()), *MESH))
