# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Surfaces as glTF: a reader made from glTF's specification finds the floors again."""

from __future__ import annotations

import json
import struct
from dataclasses import replace

import hand_made_surfaces as made
import numpy as np
import pytest
from hypothesis import given
from test_surface_files import bent, surfaces

from volant import navcore


def read(data: bytes) -> tuple[dict, np.ndarray, np.ndarray]:
    """The document of a file, its vertices and its triangles."""
    magic, version, length = struct.unpack_from("<4sII", data)
    assert (magic, version, length) == (b"glTF", 2, len(data))
    size, kind = struct.unpack_from("<I4s", data, 12)
    assert (kind, size % 4) == (b"JSON", 0)
    document = json.loads(data[20 : 20 + size])
    rest, kind = struct.unpack_from("<I4s", data, 20 + size)
    assert (kind, rest % 4) == (b"BIN\0", 0)
    binary = data[28 + size :]
    assert len(binary) == rest == document["buffers"][0]["byteLength"]
    arrays = []
    for accessor, dtype, width in zip(document["accessors"], ("<f4", "<u4"), (3, 1), strict=True):
        view = document["bufferViews"][accessor["bufferView"]]
        array = np.frombuffer(binary, dtype, width * accessor["count"], view["byteOffset"])
        assert array.nbytes == view["byteLength"]
        arrays.append(array.reshape(-1, 3))
    return document, *arrays


@given(surfaces())
def test_files_hold_the_same_floors(surface):
    document, vertices, triangles = read(navcore.dumps_glb(surface))
    assert document["extensionsUsed"] == ["MOZ_hubs_components"]
    (node,) = document["nodes"]
    assert node["extensions"]["MOZ_hubs_components"]["nav-mesh"] == {}
    assert node["name"] == f"{surface.metadata.get('name', 'surface')}-navmesh"
    assert (vertices.min(axis=0) == document["accessors"][0]["min"]).all()
    assert (vertices.max(axis=0) == document["accessors"][0]["max"]).all()
    # Back in the space of the file.
    world = (vertices.astype(float) + node["translation"])[:, [0, 2, 1]] * (1, -1, 1)
    floor, _polygons = surface.floor_triangles()
    one, other = floor[:, 1] - floor[:, 0], floor[:, 2] - floor[:, 0]
    floor = floor[one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0] > 1e-12]
    assert world[triangles].shape == floor.shape
    assert np.allclose(world[triangles], floor, atol=1e-5 * max(np.ptp(floor), 1.0))
    # Corners are shared: neighbours are joined by them.
    assert len(np.unique(world, axis=0)) == len(world)


def test_a_node_is_named_after_its_level():
    named = replace(bent(), metadata={"name": "Höhle"})
    document, _vertices, _triangles = read(navcore.dumps_glb(named))
    assert (document["nodes"][0]["name"], document["meshes"][0]["name"]) == ("Höhle-navmesh", "Höhle")


def test_it_is_written_whole_or_not_at_all(tmp_path):
    navcore.save_glb(bent(), tmp_path / "floor.glb")
    assert (tmp_path / "floor.glb").read_bytes() == navcore.dumps_glb(bent())
    with pytest.raises(navcore.FormatError, match="no polygons"):
        navcore.dumps_glb(made.surface(made.Drawing([], [])))
    with pytest.raises(navcore.NavError, match="no surface"):
        navcore.dumps_glb(navcore.bake_voxels([], (2, 2, 2)))
