# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever a parameter is given, navcore answers or raises one of its own errors, in one short line."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from junk import junk
from scenes import box_mesh

from volant import navcore
from volant.navcore.fileformat import dumps_voxels, loads_voxels, voxel_faces

WALL = navcore.load(Path(__file__).resolve().parents[1] / "golden_files" / "wall.volant")
VERTICES, TRIANGLES = box_mesh((1.1, 1.2, 1.3), (2.2, 2.3, 2.4))
CONFIG = navcore.BakeConfig(voxel_size=1.0, bounds=((0, 0, 0), (4, 4, 4)))
#: There are many parameters.
FEW = settings(max_examples=settings.default.max_examples // 3)
#: Every function with arguments that are well, one of which is replaced.
CALLS: dict[str, tuple[Callable[..., object], dict[str, object]]] = {
    "bake": (navcore.bake, {"vertices": VERTICES, "triangles": TRIANGLES, "config": CONFIG, "progress": None}),
    "bake_voxels": (
        navcore.bake_voxels,
        {"occupied": [(0, 0, 0)], "shape": (2, 2, 2), "config": None, "progress": None},
    ),
    "erode": (navcore.erode, {"nav": WALL, "agent_radius": 0.1, "progress": None}),
    "check": (navcore.check, {"nav": WALL, "vertices": VERTICES, "triangles": TRIANGLES, "slack": None}),
    "dumps": (navcore.dumps, {"nav": WALL, "progress": None}),
    "loads": (navcore.loads, {"data": b""}),
    "loads_voxels": (loads_voxels, {"data": b""}),
    "dumps_voxels": (dumps_voxels, {"occupied": [(0, 0, 0)], "shape": (2, 2, 2)}),
    "voxel_faces": (voxel_faces, {"occupied": [(0, 0, 0)], "shape": (2, 2, 2)}),
    "with_landmarks": (navcore.with_landmarks, {"nav": WALL, "count": 1, "progress": None}),
    "bake_metadata": (navcore.bake_metadata, {"name": "x", "config": CONFIG}),
    "load": (navcore.load, {"path": "absent.volant"}),
    "load_voxels": (navcore.load_voxels, {"path": "absent.3dmap"}),
}


def answer_of(work: Callable[[], object]) -> object:
    """What a call answers; None when it raises one of navcore's own errors."""
    with warnings.catch_warnings():
        # What numpy has to say about junk is not the matter here.
        warnings.simplefilter("ignore")
        try:
            return work()
        except navcore.NavError as error:
            assert str(error)
            assert "\n" not in str(error)
            assert len(str(error)) < 500
            str(error).encode()
            return None


@FEW
@pytest.mark.parametrize(("name", "parameter"), [(name, given_) for name, (_f, g) in CALLS.items() for given_ in g])
@given(value=junk())
def test_any_argument(name, parameter, value):
    function, arguments = CALLS[name]
    answer_of(lambda: function(**{**arguments, parameter: value}))


@FEW
@pytest.mark.parametrize("field", [field.name for field in fields(navcore.BakeConfig)])
@given(value=junk())
def test_any_setting_of_a_bake(field, value):
    """Settings that are accepted can be baked with, or the bake says why not; and they can be written."""
    given_ = {"voxel_size": 1.0, "bounds": ((0, 0, 0), (4, 4, 4)), field: value}
    if field == "max_depth":
        given_["voxel_size"] = None
    config = answer_of(lambda: navcore.BakeConfig(**given_))
    if isinstance(config, navcore.BakeConfig):
        nav = answer_of(lambda: navcore.bake(VERTICES, TRIANGLES, config))
        if isinstance(nav, navcore.NavVolume):
            navcore.loads(navcore.dumps(replace(nav, metadata=navcore.bake_metadata("x", config))))


@FEW
@pytest.mark.parametrize("field", [field.name for field in fields(navcore.PathConfig)])
@given(value=junk())
def test_any_setting_of_a_path(field, value):
    answer_of(lambda: navcore.PathConfig(**{field: value}))


@FEW
@pytest.mark.parametrize("field", [f.name for f in fields(navcore.NavVolume) if f.init])
@given(value=junk())
def test_any_part_of_a_volume(field, value):
    nav = answer_of(lambda: replace(WALL, **{field: value}))
    if isinstance(nav, navcore.NavVolume):
        data = answer_of(lambda: navcore.dumps(nav))
        if data is not None:
            navcore.loads(data)
        answer_of(lambda: navcore.check(nav, VERTICES, TRIANGLES))


@given(value=st.binary(max_size=200))
def test_any_bytes(value):
    for read in (navcore.loads, loads_voxels):
        assert answer_of(lambda read=read: read(value)) is None


@pytest.mark.parametrize(
    ("given_", "words"),
    [
        ({"voxel_size": 10**400}, "voxel_size must be a positive length"),
        ({"voxel_size": 10**5000}, "voxel_size must be a positive length, not a int too large to show"),
        ({"voxel_size": 1, "markers": {(0, 0, 0)}}, "markers must be a list of points, not {(0, 0, 0)}"),
        ({"voxel_size": 1, "markers": [{1, 2, 3}]}, "marker 0 must be three finite numbers, not {1, 2, 3}"),
        ({"voxel_size": 1, "markers": [(0, 0, 0), b"abc"]}, "marker 1 must be three"),
        ({"voxel_size": 1, "bounds": ((-1e308,) * 3, (1e308,) * 3)}, "bounds are too far apart in x"),
        ({"voxel_size": 1, "bounds": ((0, 0, 0), (1, 1))}, "bounds must be two corners"),
        ({"voxel_size": 1, "merge": "no"}, "merge must be True or False, not 'no'"),
        ({"voxel_size": 1, "agent_radius": None}, "agent_radius must be 0 or more, not None"),
        ({"max_depth": 2.0}, "max_depth must be a whole number from 0 to 15, not 2.0"),
    ],
)
def test_settings_are_refused_by_name(given_, words):
    with pytest.raises(navcore.BakeError) as told:
        navcore.BakeConfig(**given_)
    assert words in str(told.value)


def test_numbers_of_numpy_are_plain_ones():
    """Whatever holds them, and what can be taken from only once, too."""
    plain = navcore.BakeConfig(
        voxel_size=0.5, min_depth=2, bounds=((0, 0, 0), (4, 4, 4)), markers=((1, 1, 1),), merge=False
    )
    odd = navcore.BakeConfig(
        voxel_size=np.float32(0.5),
        min_depth=np.array(2),
        bounds=np.array([[0, 0, 0], [4, 4, 4]]),
        markers=(np.ones(3, np.float32) for _marker in range(1)),
        merge=np.bool_(False),
    )
    assert odd == plain
    assert hash(odd) == hash(plain)
    first, second = (navcore.bake(VERTICES, TRIANGLES, config) for config in (plain, odd))
    named = [navcore.bake_metadata("x", config) for config in (plain, odd)]
    assert navcore.dumps(replace(first, metadata=named[0])) == navcore.dumps(replace(second, metadata=named[1]))
    wide = navcore.PathConfig(g=np.float32(1), max_expanded=np.int64(5), landmarks=np.array(3))
    assert wide == navcore.PathConfig(max_expanded=5, landmarks=3)


def test_junk_among_good_input():
    for vertices, triangles, words in (
        ([(0, 0, 0), (1, 1)], [(0, 1, 2)], "vertices cannot be made an array"),
        (VERTICES, [(0, 1, 2), (0, 1)], "triangles cannot be made an array"),
        ([[10**400, 0, 0]] * 3, [(0, 1, 2)], "vertices must be an (n, 3) array of numbers"),
        ("junk", [], "vertices must be an (n, 3) array of numbers"),
        ((VERTICES - 1.7) * 2 * 1.2e308, TRIANGLES, "too far"),
    ):
        with pytest.raises(navcore.BakeError) as told:
            navcore.bake(vertices, triangles, navcore.BakeConfig(voxel_size=1.0))
        assert words in str(told.value)
    with pytest.raises(navcore.BakeError, match="config must be a BakeConfig, not None"):
        navcore.bake(VERTICES, TRIANGLES, None)
    with pytest.raises(navcore.BakeError, match="voxels long, over the limit"):
        navcore.bake(VERTICES, TRIANGLES, navcore.BakeConfig(voxel_size=5e-324))
    with pytest.raises(navcore.NavError, match="progress must be a function"):
        navcore.bake(VERTICES, TRIANGLES, CONFIG, progress=3)
