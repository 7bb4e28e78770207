# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a file can tell a reader of the engine it was exported for. The file's own axes and units never change."""

from __future__ import annotations

from typing import Any

#: Rows of the matrix that turns a position of the file into one of the engine; see docs/file_format.md.
_MATRICES = {
    "UNITY": ((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "UNREAL": ((100, 0, 0), (0, -100, 0), (0, 0, 100)),
    "GODOT": ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
}


def engine_metadata(engine: str) -> dict[str, Any]:
    """An entry for a file's metadata; none for any engine."""
    if engine not in _MATRICES:
        return {}
    return {"engine": {"name": engine.lower(), "matrix": [list(row) for row in _MATRICES[engine]]}}
