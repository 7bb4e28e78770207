# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Building the extension's zip with Blender's own builder."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from .environments import ROOT
from .failure import Failure


def builder(python: Path) -> Path | None:
    """Blender's own builder of extensions in the environment of a Python, if that holds a Blender."""
    found = sorted(python.parent.parent.glob("[Ll]ib/**/bl_pkg/cli/blender_ext.py"))
    return found[0] if found else None


def build(python: Path, folder: Path) -> Path:
    """Validate and zip the extension into `folder`; `python` is that of a Blender environment."""
    script = builder(python)
    if script is None:
        raise Failure(f"The Blender under {python.parent.parent} has no extension builder; delete it and retry.")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    outcome = subprocess.run(
        [str(python), str(script), "build", "--source-dir", str(ROOT), "--output-dir", str(folder)],
        capture_output=True,
        text=True,
    )
    archives = list(folder.glob("*.zip"))
    if outcome.returncode or len(archives) != 1:
        raise Failure(f"The extension could not be built:\n{outcome.stdout}{outcome.stderr}")
    return archives[0]
