# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names and settings that travel with a volume, as JSON; the same bytes for the same values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from ..config import BakeConfig
from ..errors import FormatError

#: So that a hostile file cannot make its reader build objects without end.
MOST_BYTES = 1 << 18


def bake_metadata(name: str, config: BakeConfig) -> dict[str, Any]:
    """What a volume's file says of how it was made: the volume's name, and what was asked of its bake.

    Settings left at their defaults are left out.
    """
    asked = {
        "voxel_size": config.voxel_size,
        "max_depth": config.max_depth,
        "min_depth": config.min_depth,
        "agent_radius": config.agent_radius,
        "bounds": config.bounds and [[float(value) for value in corner] for corner in config.bounds],
        "markers": [[float(value) for value in marker] for marker in config.markers],
        "merge": config.merge,
        "balanced": config.balanced,
    }
    default = {"min_depth": 0, "agent_radius": 0.0, "markers": [], "merge": True, "balanced": False}
    settings = {key: value for key, value in asked.items() if value is not None and value != default.get(key)}
    return {"name": name, "settings": settings}


def pack_metadata(metadata: Mapping[str, Any]) -> bytes:
    """Sorted keys, no spaces, ASCII only; nothing for no metadata."""
    if not metadata:
        return b""
    try:
        text = json.dumps(dict(metadata), sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise FormatError(f"the volume's metadata cannot be written as JSON ({error}); use plain values") from error
    if len(text) > MOST_BYTES:
        raise FormatError(f"the volume's metadata takes {len(text)} bytes; keep it below {MOST_BYTES}")
    return text.encode("ascii")


def unpack_metadata(raw: bytes) -> dict[str, Any]:
    """What `pack_metadata` was given."""
    if not raw:
        return {}
    try:
        metadata = json.loads(raw.decode("utf-8"), parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise FormatError("section META of the file is not JSON; export it again") from error
    if not isinstance(metadata, dict):
        raise FormatError("section META of the file is not a JSON object; export it again")
    return metadata


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")
