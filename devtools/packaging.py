# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Building the extension's zip with Blender's own builder, and having Blender validate it."""

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
    """Zip the extension into `folder` and validate the zip; `python` is that of a Blender environment."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _extension(python, "build", "--source-dir", str(ROOT), "--output-dir", str(folder))
    archives = list(folder.glob("*.zip"))
    if len(archives) != 1:
        raise Failure(f"The extension could not be built: {folder} holds {len(archives)} zips.")
    validate(python, archives[0])
    return archives[0]


def validate(python: Path, archive: Path) -> None:
    """Have Blender check a zip as `blender --command extension validate` does; `Failure` with what it says."""
    _extension(python, "validate", str(archive))


def _extension(python: Path, command: str, *arguments: str) -> None:
    script = builder(python)
    if script is None:
        raise Failure(f"The Blender under {python.parent.parent} has no extension builder; delete it and retry.")
    # Blender's own command adds the platform's tags; the script alone would accept any.
    tags = script.parents[3] / "modules" / "_bpy_internal" / "extensions" / "tags.py"
    outcome = subprocess.run(
        [str(python), str(script), command, *arguments, "--valid-tags", str(tags)], capture_output=True, text=True
    )
    if outcome.returncode:
        raise Failure(f"Blender did not {command} the extension:\n{outcome.stdout}{outcome.stderr}")
