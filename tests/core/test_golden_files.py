# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files of every format are read by every version, by navcore and by readers made from the specifications alone."""

from __future__ import annotations

import ast
import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
import spec_reader
import spec_reader_1
from hypothesis import given
from hypothesis import strategies as st
from scenes import face_pairs, painted, reachable, triangle_soups
from test_bake import bake_or_full
from test_surface_files import plain as plain_surface

from volant import navcore

FOLDER = Path(__file__).resolve().parents[1] / "golden_files"
SPECIFICATION = FOLDER.parents[1] / "docs" / "file_format.md"
SPECIFICATION_1 = FOLDER.parents[1] / "docs" / "file_format_1.md"
EXPECTED = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
GOLDEN = sorted(EXPECTED)
VOLUMES = [name for name in GOLDEN if "cells" in EXPECTED[name]]
#: Too large to paint.
PAINTABLE = [name for name in VOLUMES if name != "wide_2"]
#: Whole files that pages show, byte by byte.
SHOWN = [(SPECIFICATION_1, "wall"), (SPECIFICATION, "wall_2"), (SPECIFICATION, "floor_2")]


def reader_of(name: str):
    return spec_reader if name.endswith("_2") else spec_reader_1


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
        "blockers": [plain_blocker(blocker) for blocker in nav.blockers],
        "metadata": dict(nav.metadata),
    }


def plain_blocker(blocker: navcore.Blocker) -> dict:
    shape = blocker.shape
    if isinstance(shape, navcore.Mesh):
        told = {"mesh": [shape.vertices.ravel().tolist(), shape.triangles.ravel().tolist()]}
    elif isinstance(shape, navcore.Box):
        told = {"box": [*shape.low.tolist(), *shape.high.tolist(), *shape.turn.ravel().tolist()]}
    else:
        told = {"ball": [*shape.center.tolist(), shape.radius]}
    return {"name": blocker.name, "place": blocker.place.ravel().tolist(), **told}


def test_there_are_four_of_the_first_format_and_seven_of_the_second():
    assert sorted(path.stem for path in FOLDER.glob("*.volant")) == GOLDEN
    assert [name for name in GOLDEN if not name.endswith("_2")] == ["islands", "later", "wall", "waymarks"]
    assert len(GOLDEN) == 11


@pytest.mark.parametrize("name", VOLUMES)
def test_both_readers_find_what_was_written(name):
    data = (FOLDER / f"{name}.volant").read_bytes()
    # JSON has no infinity; null stands for it.
    expected = {"landmarks": [], "blockers": [], **EXPECTED[name]}
    expected |= {"clearance": [math.inf if c is None else c for c in EXPECTED[name]["clearance"]]}
    assert {"blockers": [], **reader_of(name).read(data)} == expected
    assert plain(navcore.loads(data)) == expected


def test_both_readers_find_a_surface_and_links():
    data = (FOLDER / "floor_2.volant").read_bytes()
    found = navcore.loads(data)
    links = [
        {"start": start, "end": end, "kind": kind, "both_ways": both, "cost": cost, "name": name}
        for start, end, kind, both, cost, name in zip(
            *(getattr(found.links, part).tolist() for part in ("starts", "ends", "kinds", "both_ways", "costs")),
            found.links.names,
            strict=True,
        )
    ]
    told = {"surface": plain_surface(found.surface), "links": links, "metadata": dict(found.metadata)}
    assert found.volume is None
    assert told == spec_reader.read(data) == EXPECTED["floor_2"]


@pytest.mark.parametrize("name", PAINTABLE)
def test_what_was_written_is_true(name):
    """By painting and comparing all with all."""
    read = reader_of(name).read((FOLDER / f"{name}.volant").read_bytes())
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
def test_sections_of_the_first_format_are_written_as_ever(name):
    """Deflate may differ between machines, what is deflated may not."""
    data = (FOLDER / f"{name}.volant").read_bytes()
    again = navcore.dumps(navcore.loads(data), format=1)
    assert spec_reader_1.sections(again) == spec_reader_1.sections(data)


@pytest.mark.parametrize("name", ["floor_2", "islands_2", "moving_2", "wall_2", "waymarks_2"])
def test_streams_of_the_second_format_are_written_as_ever(name):
    data = (FOLDER / f"{name}.volant").read_bytes()
    again = navcore.dumps(navcore.loads(data))
    assert spec_reader.File(again).sections == spec_reader.File(data).sections
    assert spec_reader.File(again).content_hash == spec_reader.File(data).content_hash


def test_a_volume_is_the_same_from_files_of_both_formats():
    for name in ("islands", "waymarks"):
        one, two = (navcore.load(FOLDER / f"{stem}.volant") for stem in (name, f"{name}_2"))
        assert plain(one) == plain(two)
        assert navcore.dumps(one) == navcore.dumps(two)
        assert navcore.dumps(one, format=1) == navcore.dumps(two, format=1)


@given(triangle_soups(), st.floats(0, 2), st.booleans())
def test_both_readers_agree_on_random_volumes(soup, radius, merge):
    nav, _free = bake_or_full(soup, agent_radius=radius, merge=merge, bounds=((0.1, 0.2, 0.3), (8.1, 7.2, 5.3)))
    if nav is not None:
        data = navcore.dumps(nav)
        assert spec_reader.read(data) == plain(navcore.loads(data)) == plain(nav)
        data = navcore.dumps(nav, format=1)
        assert {"blockers": [], **spec_reader_1.read(data)} == plain(navcore.loads(data)) == plain(nav)


@pytest.mark.parametrize("reader", [spec_reader, spec_reader_1])
def test_the_specification_s_reader_knows_nothing_of_volant(reader):
    tree = ast.parse(Path(reader.__file__).read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert names - {"hashlib"} == {"__future__", "json", "math", "struct", "zlib", "itertools"}


def test_a_known_point_lands_where_engines_would_put_it():
    """The high corner of the first cell: half a unit along x, 1.5 along y and 1 along z from the origin (1, 2, -0.5).

    With the level exported from Blender as glTF or FBX, Unity mirrors x and points z where Blender has -y; Unreal
    counts centimetres and mirrors y; Godot is right-handed as Blender is, with y up.
    """
    wall = spec_reader.read((FOLDER / "wall_2.volant").read_bytes())
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


def part_of(page: Path, name: str) -> str:
    """What a page tells of a file that it shows."""
    return page.read_text(encoding="utf-8").split(f"`tests/golden_files/{name}.volant`:")[1].split("\n## ")[0]


@pytest.mark.parametrize(("page", "name"), SHOWN)
def test_the_specification_s_hex_dump_is_the_golden_file(page, name):
    rows = re.findall(r"^([0-9a-f]{4})  ((?:[0-9a-f]{2} ?)+)", part_of(page, name), re.MULTILINE)
    dumped = bytearray()
    for offset, octets in rows:
        assert int(offset, 16) == len(dumped), offset
        dumped += bytes.fromhex(octets)
    assert bytes(dumped) == (FOLDER / f"{name}.volant").read_bytes()


@pytest.mark.parametrize(("page", "name"), SHOWN)
def test_what_the_specification_says_is_inflated_is_what_the_file_holds(page, name):
    data = (FOLDER / f"{name}.volant").read_bytes()
    if page == SPECIFICATION:
        held = {name: streams[0] for name, (_flags, streams) in spec_reader.File(data).sections.items()}
    else:
        held = spec_reader_1.sections(data)
    table = part_of(page, name).split("Inflated:\n\n")[1]
    told: dict[str, bytes] = {}
    section = ""
    for first, octets in re.findall(r"^\| (`[A-Z]{4}` |)\|((?: `[0-9a-f …]+`)+) \|", table, re.MULTILINE):
        section = first.strip("` ") or section
        told[section] = told.get(section, b"") + bytes.fromhex(octets.replace("`", "").replace("…", ""))
    assert set(told) == set(held)
    assert held["META"].startswith(told.pop("META"))
    assert told == {name: raw for name, raw in held.items() if name != "META"}
