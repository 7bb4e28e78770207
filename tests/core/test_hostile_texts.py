# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Metadata and voxel maps are text that anybody may write: what is odd is refused in one sentence, or harmless."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import odd_metadata
import pytest

from volant import navcore
from volant.cli import main
from volant.navcore.fileformat import loads_voxels, voxels_outside

WALL = Path(__file__).resolve().parents[1] / "golden_files" / "wall.volant"
NAV = navcore.load(WALL)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b'"text"', "not a JSON object"),
        (b'{"a":1e999}', "not JSON"),
        (b'{"a":-Infinity}', "not JSON"),
        (b'{"a":' * 65 + b"1" + b"}" * 65, "nests more than 64 levels deep"),
        (b'{"a":' * 900 + b"1" + b"}" * 900, "nests more than 64 levels deep"),
        (b'{"a":1' + b"0" * 5000 + b"}", "not JSON"),
        (b'{"a":"' + b"x" * 10_000_000 + b'"}', "META"),
        (b'{"name":["a"]}', "a name that is no text but ['a']"),
        (b'{"name":null}', "a name that is no text but None"),
        (b'{"settings":[]}', "settings that are no object but []"),
        (b'{"settings":{"voxel_size":"wide"}}', "voxel_size must be a positive length, not 'wide'"),
        (b'{"settings":{"voxel_size":null}}', "exactly one of voxel_size and max_depth"),
        (b'{"settings":{"bounds":[1,2]}}', "bounds must be two corners"),
        (b'{"settings":{"markers":{"x":[0,0,0]}}}', "markers must be a list of points"),
        (b'{"settings":{"max_depth":3,"agent_radius":1' + b"0" * 400 + b"}}", "agent_radius must be 0 or more"),
        (b'{"eroded_from":"0.5"}', "eroded_from that is no list of radii"),
        (b'{"eroded_from":[0.5,null]}', "eroded_from that is no list of radii"),
        (b'{"engine":"unity"}', "engine that is no object"),
    ],
)
def test_metadata_that_would_trip_a_reader(text, words):
    with pytest.raises(navcore.FormatError) as told:
        navcore.loads(odd_metadata.file_with(text))
    assert words in str(told.value)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 500


@pytest.mark.parametrize(
    "text",
    [
        b'{"name":"\\ud800"}',
        b'{"name":"two\\nlines\\u0000\\u001b[31m"}',
        b'{"name":"a","name":"b"}',
        b'{"a":1' + b"0" * 400 + b"}",
        b'{"a":' * 63 + b"{}" + b"}" * 63,
        b'{"other":{"settings":3},"units":7,"settings":{"unheard_of":[null]}}',
        b'{"name":"","settings":{},"eroded_from":[],"engine":{}}',
    ],
)
def test_harmless_metadata_is_read_written_and_shown(text, tmp_path, capsys):
    data = odd_metadata.file_with(text)
    nav = navcore.loads(data)
    assert navcore.loads(navcore.dumps(nav)).metadata == nav.metadata
    (tmp_path / "odd.volant").write_bytes(data)
    for options in ([], ["--json"]):
        assert main(["info", str(tmp_path / "odd.volant"), *options]) == 0
        out = capsys.readouterr().out
        out.encode()
        assert all(character.isprintable() or character == "\n" for character in out)
    assert json.loads(out)["metadata"] == nav.metadata


def refusal_of(data: bytes) -> str:
    """Why a file is refused, in one sentence; empty if it is not."""
    try:
        navcore.loads(data)
    except navcore.FormatError as error:
        sentence = str(error)
        assert "\n" not in sentence
        assert len(sentence) < 500
        return sentence
    return ""


def test_every_reader_takes_odd_metadata_or_says_what_is_wrong(tmp_path, capsys):
    target, level = tmp_path / "odd.volant", tmp_path / "level.3dmap"
    navcore.save_voxels(voxels_outside(NAV.cells, NAV.shape), NAV.shape, level)
    commands = [
        ("info", target),
        ("info", target, "--json"),
        ("check", target, level),
        ("path", target, "--from", 1.25, 2.25, 0, "--to", 2.75, 2.25, 0),
        ("export", target, "-o", tmp_path / "cells.3dmap"),
    ]
    taken = 0
    for turn, (what, text) in enumerate(odd_metadata.CASES.items()):
        data = odd_metadata.file_with(text)
        target.write_bytes(data)
        sentence = refusal_of(data)
        command = commands[turn % len(commands)]
        code = main([*map(str, command)])
        out, err = capsys.readouterr()
        assert (code, err) == (1, f"volant: cannot read {target}: {sentence}\n") if sentence else (0, ""), what
        out.encode()
        if not sentence:
            taken += 1
            survives(navcore.loads(data), what)
            if "--json" in command:
                json.loads(out, parse_constant=pytest.fail)
    assert 0.2 < taken / len(odd_metadata.CASES) < 0.8


def survives(nav: navcore.NavVolume, what: str) -> None:
    """Whether a volume can be worked with, whatever its metadata."""
    if "eroded_from" in nav.metadata:
        earlier = nav.metadata["eroded_from"]
        assert navcore.erode(nav, 0.1).metadata["eroded_from"] == [*earlier, 0.0], what
    try:
        packed = navcore.dumps(nav)
    except navcore.FormatError as error:
        # Escaped, wide letters take more bytes than may be.
        assert "the volume's metadata takes" in str(error), what
    else:
        assert navcore.loads(packed).metadata == nav.metadata, what


def test_what_is_written_can_be_read():
    for metadata in ({"name": 3}, {"settings": None}, {"a": {"b": float("inf")}}, [1], {"eroded_from": [-1.0]}, {1, 2}):
        with pytest.raises(navcore.FormatError, match="metadata"):
            navcore.dumps(replace(NAV, metadata=metadata))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "first line must read"),
        (b"voxel 2 2\n", "first line must read"),
        (b"voxel -2 2 2\n", "first line must read"),
        (b"voxel nan 2 2\n", "first line must read"),
        (b"voxel 2.5 2 2\n", "first line must read"),
        (b"voxel 0 2 2\n", "sides must be 1 to 32768 voxels, not 0 2 2"),
        (b"voxel 2 2 32769\n", "sides must be 1 to 32768"),
        (b"voxel 99999999999999999999 2 2\n", "sides must be 1 to 32768"),
        (b"voxel 2 2 1" + b"0" * 10_000 + b"\n", "sides must be 1 to 32768"),
        (b"voxel 2 2 2\n0 0 2\n", "line 2 of the voxel map names a voxel outside its grid of [2, 2, 2]"),
        (b"voxel 2 2 2\n0 0 0\n0 -1 0\n", "line 3 of the voxel map must hold three whole numbers"),
        (b"voxel 2 2 2\n0 0 1.7\n", "line 2 of the voxel map must hold three whole numbers"),
        (b"voxel 2 2 2\n0 0 nan\n", "line 2 of the voxel map must hold three whole numbers"),
        (b"voxel 2 2 2\n0 0 \xff\n", "line 2 of the voxel map must hold three whole numbers"),
        (b"voxel 2 2 2\n0 0 99999999999999999999\n", "the voxel map is damaged"),
        (b"voxel 2 2 2\n0 0\n0 0 0\n", "the voxel map is damaged"),
        (b"voxel 2 2 2\n0 0 0 0\n", "lines must hold x, y and z, not 4 numbers"),
    ],
)
def test_voxel_maps_that_make_no_sense(text, words, tmp_path, capsys):
    with pytest.raises(navcore.FormatError) as told:
        loads_voxels(text)
    assert words in str(told.value)
    assert len(str(told.value)) < 300
    (tmp_path / "odd.3dmap").write_bytes(text)
    assert main(["bake", str(tmp_path / "odd.3dmap"), "-o", str(tmp_path / "odd.volant")]) == 1
    assert capsys.readouterr().err.startswith(f"volant: cannot read {tmp_path / 'odd.3dmap'}: ")
    assert [path.name for path in tmp_path.iterdir()] == ["odd.3dmap"]


def test_voxel_maps_as_they_come():
    voxels, shape = loads_voxels(b"voxel 3 2 1\r\n\r\n2 1 0\r\n 0\t0  0 \n\n")
    assert voxels.tolist() == [[2, 1, 0], [0, 0, 0]]
    assert shape.tolist() == [3, 2, 1]
    assert shape.dtype == np.int32


def test_a_small_file_does_not_become_a_huge_voxel_map():
    with pytest.raises(navcore.FormatError, match="would hold 1073741823 voxels, over 100000000"):
        voxels_outside(np.array([[[0, 0, 0], [1, 1, 1]]], np.int32), (1024, 1024, 1024))
