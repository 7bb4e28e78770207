# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Metadata that nobody should write and somebody will: the bytes of META sections, by what is odd about them."""

from __future__ import annotations

import json
from pathlib import Path

import hostile

_WALL = Path(__file__).parent / "golden_files" / "wall.volant"

#: Numbers that no float holds, that overflow what is computed from them, or that JSON does not have.
_NUMBERS = ("1" + "0" * 400, "1e308", "-1e-320", "1e999", "NaN", "-1", "1" * 5000)
#: Values of other kinds.
_VALUES = ("null", "true", '"text"', '"\\ud800"', "[]", "[[null]]", '{"a":1}')
_KEYS = ("name", "settings", "frame", "units", "engine", "eroded_from", "unheard_of")
_SETTINGS = ("voxel_size", "max_depth", "min_depth", "agent_radius", "bounds", "markers", "merge", "balanced", "other")
_UNITS = ("scale", "system", "length")
_ENGINE = ("name", "matrix")


def _cases() -> dict[str, bytes]:
    texts = {
        "deep lists": '{"a":' + "[" * 60 + "]" * 60 + "}",
        "too deep lists": '{"a":' + "[" * 100 + "]" * 100 + "}",
        "far too deep lists": '{"a":' + "[" * 120_000 + "]" * 120_000 + "}",
        "too deep objects": '{"a":' * 900 + "1" + "}" * 900,
        "too deep settings": '{"settings":{"markers":' + "[" * 500 + "]" * 500 + "}}",
        "unclosed": "[" * 200_000,
        "a long name": json.dumps({"name": "x" * 250_000}),
        "a long name of wide letters": json.dumps({"name": "漢" * 80_000}, ensure_ascii=False),
        "a long key": json.dumps({"k" * 250_000: 1}),
        "a long system": json.dumps({"units": {"system": "x" * 250_000}}),
        "many keys": json.dumps({f"key {index}": index for index in range(15_000)}),
        "half a character": '{"name":"H\\ud800hle","\\udfff":"\\udc00","engine":{"name":"\\udcff"}}',
        "control characters": '{"name":"two\\nlines\\u0000\\u001b[31m\\u202e"}',
        "a name twice": '{"name":"a","name":["b"]}',
        "an object of no keys": "{}",
        "a list": "[]",
        "a text": '"text"',
        "nothing": "null",
        "spaces": "   ",
        "a mark before": '\ufeff{"name":"a"}',
        "more behind": '{"name":"a"} {"name":"b"}',
    }
    for value in (*_NUMBERS, *_VALUES):
        short = value if len(value) < 20 else f"{value[:2]}… of {len(value)} digits"
        for key in _KEYS:
            texts[f"{key} {short}"] = f'{{"{key}":{value}}}'
        for holder, keys in (("settings", _SETTINGS), ("units", _UNITS), ("engine", _ENGINE)):
            for key in keys:
                texts[f"{key} of {holder} {short}"] = f'{{"{holder}":{{"{key}":{value}}}}}'
    cases = {what: text.encode("utf-8") for what, text in texts.items()}
    return cases | {"no UTF-8": b'{"name":"\xff"}', "UTF-16": '{"name":"a"}'.encode("utf-16")}


CASES = _cases()


def file_with(metadata: bytes) -> bytes:
    """A small .volant file with these bytes for its metadata, and everything else right."""
    return hostile.with_content(_WALL.read_bytes(), b"META", lambda _raw: metadata)
