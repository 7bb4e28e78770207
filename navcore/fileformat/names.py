# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of volumes as names of files, and what names of files tell."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

#: Bytes of a name, so that with a number and a suffix it is no longer than file systems allow, which is 255.
_MOST_BYTES = 200


def is_voxel_map(path: str | os.PathLike[str]) -> bool:
    return Path(path).suffix.lower() == ".3dmap"


def file_names(names: Iterable[str]) -> list[str]:
    """The name of a file for each volume: like the volume's as far as file systems allow, and no two alike, on those
    that do not tell case apart, too."""
    files: list[str] = []
    taken: set[str] = set()
    for name in names:
        plain = re.sub(r"[^\w.-]+", "_", name).encode("utf-8")[:_MOST_BYTES].decode("utf-8", "ignore").strip("._")
        number, stem = 1, plain or "volume"
        while stem.lower() in taken:
            number += 1
            stem = f"{plain or 'volume'}_{number}"
        taken.add(stem.lower())
        files.append(f"{stem}.volant")
    return files
