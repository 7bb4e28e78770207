# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of format 1 are read by every version, by navcore and by a reader made from the specification alone."""

from __future__ import annotations

import ast
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
import spec_reader
from hypothesis import given
from hypothesis import strategies as st
from scenes import face_pairs, painted, reachable, triangle_soups
from test_bake import bake_or_full

from volant import navcore

FOLDER = Path(__file__).resolve().parents[1] / "golden_files"
SPECIFICATION = FOLDER.parents[1] / "docs" / "file_format.md"
EXPECTED = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
GOLDEN = sorted(EXPECTED)


def plain(nav: navcore.NavVolume) -> dict:
    """A volume in the words of the specification's reader."""
    return {
        "origin": nav.origin.tolist(),
        "voxel_size": nav.voxel_size,
        "agent_radius": nav.agent_radius,
        "shape": nav.shape.tolist(),
        "leaf_count": nav.leaf_count,
        "cells": nav.cells.tolist(),
        "portals": nav.portals.tolist(),
        "components": nav.components.tolist(),
        "clearance": nav.clearance.tolist(),
        "removed": nav.removed().tolist(),
        "landmarks": [] if nav.landmarks is None else (nav.landmarks / 32).tolist(),
        "metadata": dict(nav.metadata),
    }


def test_there_are_four():
    assert sorted(path.stem for path in FOLDER.glob("*.volant")) == GOLDEN == ["islands", "later", "wall", "waymarks"]


@pytest.mark.parametrize("name", GOLDEN)
def test_both_readers_find_what_was_written(name):
    data = (FOLDER / f"{name}.volant").read_bytes()
    # JSON has no infinity; null stands for it.
    expected = {"landmarks": [], **EXPECTED[name]}
    expected |= {"clearance": [math.inf if c is None else c for c in EXPECTED[name]["clearance"]]}
    assert spec_reader.read(data) == expected
    assert plain(navcore.loads(data)) == expected


@pytest.mark.parametrize("name", GOLDEN)
def test_what_was_written_is_true(name):
    """By painting and comparing all with all."""
    read = spec_reader.read((FOLDER / f"{name}.volant").read_bytes())
    cells, removed = (np.array(read[key], np.int32).reshape(-1, 2, 3) for key in ("cells", "removed"))
    paint = painted(np.concatenate((cells, removed)), tuple(read["shape"]))
    assert paint.max() == 1
    assert {tuple(pair) for pair in read["portals"]} == face_pairs(cells)
    sets = reachable(len(cells), face_pairs(cells))
    assert [{i for i, label in enumerate(read["components"]) if label == k} for k in range(len(sets))] == sets
    blocked = np.argwhere(paint == 0)
    for (low, high), clearance in zip(cells, read["clearance"], strict=True):
        centre = (low + high) / 2
        gaps = np.maximum(np.maximum(blocked - centre, centre - blocked - 1), 0)
        nearest = np.linalg.norm(gaps, axis=1).min(initial=math.inf)
        assert clearance == pytest.approx(nearest * read["voxel_size"], rel=1e-12)


@pytest.mark.parametrize("name", ["islands", "wall"])
def test_sections_are_written_as_ever(name):
    """Deflate may differ between machines, what is deflated may not."""
    data = (FOLDER / f"{name}.volant").read_bytes()
    assert spec_reader.sections(navcore.dumps(navcore.loads(data))) == spec_reader.sections(data)


@given(triangle_soups(), st.floats(0, 2), st.booleans())
def test_both_readers_agree_on_random_volumes(soup, radius, merge):
    nav, _free = bake_or_full(soup, agent_radius=radius, merge=merge, bounds=((0.1, 0.2, 0.3), (8.1, 7.2, 5.3)))
    if nav is not None:
        data = navcore.dumps(nav)
        assert spec_reader.read(data) == plain(navcore.loads(data)) == plain(nav)


def test_the_specification_s_reader_knows_nothing_of_volant():
    tree = ast.parse(Path(spec_reader.__file__).read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names == {"__future__", "json", "math", "struct", "zlib", "itertools"}


def test_a_known_point_lands_where_engines_would_put_it():
    """The high corner of the first cell: half a unit along x, 1.5 along y and 1 along z from the origin (1, 2, -0.5).

    With the level exported from Blender as glTF or FBX, Unity mirrors x and points z where Blender has -y; Unreal
    counts centimetres and mirrors y; Godot is right-handed as Blender is, with y up.
    """
    wall = spec_reader.read((FOLDER / "wall.volant").read_bytes())
    corner = [a + b * wall["voxel_size"] for a, b in zip(wall["origin"], wall["cells"][0][1], strict=True)]
    assert corner == [2.0, 3.5, 0.5]
    assert spec_reader.to_unity(*corner) == (-2.0, 0.5, -3.5)
    assert spec_reader.to_unreal(*corner) == (200.0, -350.0, 50.0)
    assert spec_reader.to_godot(*corner) == (2.0, 0.5, -3.5)
    text = SPECIFICATION.read_text(encoding="utf-8")
    for words in ("(−x, z, −y)", "(100 x, −100 y, 100 z)", "(x, z, −y)"):
        assert words in text
    for words in ("(−2, 0.5, −3.5)", "(200, −350, 50)", "(2, 0.5, −3.5)"):
        assert words in text


def test_the_specification_s_hex_dump_is_the_golden_file():
    text = SPECIFICATION.read_text(encoding="utf-8")
    rows = re.findall(r"^([0-9a-f]{4})  ((?:[0-9a-f]{2} ?)+)", text, re.MULTILINE)
    dumped = bytearray()
    for offset, octets in rows:
        assert int(offset, 16) == len(dumped), offset
        dumped += bytes.fromhex(octets)
    assert bytes(dumped) == (FOLDER / "wall.volant").read_bytes()
