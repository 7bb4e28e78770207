# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names and settings that travel with a volume, as JSON; the same bytes for the same values."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn, TypeAlias

from ..config import BakeConfig, GroundConfig
from ..errors import BakeError, FormatError
from ..given import number, shown
from ..settings import asked_settings, recorded_settings

#: So that a hostile file cannot make its reader build objects without end.
MOST_BYTES = 1 << 18
#: Lists and objects within each other; Volant writes four levels, and programs that walk them have limits of their own.
_DEEPEST = 64
_AGAIN = "export it again"
Config: TypeAlias = BakeConfig | GroundConfig


def bake_metadata(name: str, config: Config) -> dict[str, Any]:
    """What a file says of how what it holds was made: the volume's name, and what was asked of its bake.

    Settings of a bake of free space are "settings", those of a bake of floors "ground"; what was baked for both kinds
    of agents has both. Settings left at their defaults are left out.
    """
    if not isinstance(config, BakeConfig | GroundConfig):
        raise BakeError(f"config must be a BakeConfig or a GroundConfig, not {shown(config)}")
    if not isinstance(name, str):
        raise BakeError(f"name must be a text, not {shown(name)}")
    return {"name": name, "settings" if isinstance(config, BakeConfig) else "ground": asked_settings(config)}


def pack_metadata(metadata: Mapping[str, Any]) -> bytes:
    """Sorted keys, no spaces, ASCII only; nothing for no metadata."""
    if not isinstance(metadata, Mapping):
        raise FormatError(f"the volume's metadata must be a dict of plain values, not {shown(metadata)}")
    if not metadata:
        return b""
    try:
        text = json.dumps(dict(metadata), sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise FormatError(f"the volume's metadata cannot be written as JSON ({error}); use plain values") from error
    if len(text) > MOST_BYTES:
        raise FormatError(f"the volume's metadata takes {len(text)} bytes; keep it below {MOST_BYTES}")
    problem = _problem(json.loads(text))
    if problem:
        raise FormatError(f"the volume's metadata {problem}; mend it")
    return text.encode("ascii")


def unpack_metadata(raw: bytes) -> dict[str, Any]:
    """What `pack_metadata` was given."""
    if not raw:
        return {}
    try:
        metadata = json.loads(raw.decode("utf-8"), parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"section META of the file is not JSON; {_AGAIN}") from error
    if not isinstance(metadata, dict):
        raise FormatError(f"section META of the file is not a JSON object; {_AGAIN}")
    problem = _problem(metadata)
    if problem:
        raise FormatError(f"section META of the file {problem}; {_AGAIN}")
    return metadata


def _problem(metadata: dict[str, Any]) -> str:
    """What a reader could stumble over: values of known keys that are of another kind; empty when nothing is wrong."""
    if _is_deep(metadata):
        return f"nests more than {_DEEPEST} levels deep"
    if not isinstance(metadata.get("name", ""), str):
        return f"has a name that is no text but {shown(metadata['name'])}"
    earlier = metadata.get("eroded_from", [])
    if not (isinstance(earlier, list) and all(_is_length(radius) for radius in earlier)):
        return f"has an eroded_from that is no list of radii but {shown(earlier)}"
    engine = metadata.get("engine", {})
    if not isinstance(engine, dict):
        return f"has an engine that is no object but {shown(engine)}"
    for key, config in (("settings", BakeConfig), ("ground", GroundConfig)):
        told = metadata.get(key, {})
        if not isinstance(told, dict):
            return f"has {key} that are no object but {shown(told)}"
        problem = _problem_of_settings(key, told, config)
        if problem:
            return problem
    return ""


def _problem_of_settings(key: str, told: dict[str, Any], config: type[BakeConfig] | type[GroundConfig]) -> str:
    """Settings that no bake has; those that are not known may be anything."""
    known = {field.name: told[field.name] for field in recorded_settings(config) if field.name in told}
    if config is BakeConfig and "max_depth" not in known:
        # A file need not say any of them.
        known.setdefault("voxel_size", 1.0)
    try:
        config(**known)
    except BakeError as error:
        return f"has {key} that no bake has ({error})"
    return ""


def _is_length(value: object) -> bool:
    length = number(value)
    return length is not None and length >= 0


def _is_deep(metadata: dict[str, Any]) -> bool:
    level: list[Any] = [metadata]
    for _depth in range(_DEEPEST):
        inside = (item for holder in level for item in (holder.values() if isinstance(holder, dict) else holder))
        level = [item for item in inside if isinstance(item, dict | list)]
    return bool(level)


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is too large")
    return value
