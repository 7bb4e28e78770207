# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Virtual environments under `.venv/`, made from hashed requirements and remade when those change."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from . import system_libraries
from .failure import Failure
from .pythons import find_python

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
#: Supported Blenders and the Python each needs.
BLENDERS = {"4.2": "3.11", "4.5": "3.11", "5.0": "3.11", "5.2": "3.13"}
DEFAULT_BLENDER = "4.5"
#: The oldest makes the sample scenes, so that every version opens them.
SCENE_BLENDER = "4.2"
#: A change in these is a change of what an editable install recorded.
_PACKAGE_FILES = ("pyproject.toml", "setup.py", "blender_manifest.toml")


def tools() -> Path:
    """The Python of the environment for lint, types and core tests."""
    return _ensure("tools", "3.11", "This command")


def blender(version: str) -> Path:
    """The Python of the environment that holds Blender `version` as a module."""
    python = _ensure(f"blender-{version}", BLENDERS[version], f"Blender {version}")
    system_libraries.ensure(python, version)
    return python


def other(name: str, version: str = "3.11") -> Path:
    """The Python of the environment for `requirements/<name>.txt`."""
    return _ensure(name, version, f"The {name} environment")


def _ensure(name: str, version: str, purpose: str) -> Path:
    folder = HOME / name
    requirements = ROOT / "requirements" / f"{name}.txt"
    wanted = [_digest(version.encode(), requirements.read_bytes()), _package_digest()]
    stamp = folder / "ready.txt"
    present = stamp.read_text(encoding="utf-8").split() if stamp.exists() else []
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if present == wanted and python.exists():
        return python
    base = find_python(version, purpose)
    if present[:1] != wanted[:1] or not python.exists():
        # Without a fitting stamp the folder is old or half-made by an interrupted run: start over.
        print(f"Setting up {folder.relative_to(ROOT)} (once) …", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        _run([*base, "-m", "venv", str(folder)], "create a virtual environment")
        # The lock names everything. Left to look for dependencies, older pips stumble over newer releases of them.
        _pip(python, requirements.name, "install", "--no-deps", "--require-hashes", "-r", str(requirements))
    stamp.unlink(missing_ok=True)
    _pip(python, "volant itself", "install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    stamp.write_text("\n".join(wanted), encoding="utf-8")
    return python


def _pip(python: Path, what: str, *arguments: str) -> None:
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input")
    _run([str(python), "-m", "pip", *arguments, *quiet], f"install {what}")


def _run(command: list[str], purpose: str) -> None:
    environment = {**os.environ, "PYTHONNOUSERSITE": "1"}
    outcome = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    if outcome.returncode:
        said = [line.strip() for line in outcome.stderr.splitlines() if line.startswith("ERROR")]
        said = said or outcome.stderr.strip().splitlines()[-1:] or ["no message"]
        raise Failure(
            f"Could not {purpose}. Check the network connection and run the command again; "
            f"what is there already is kept. The installer said: {said[-1]}"
        )


def _package_digest() -> str:
    return _digest(*((ROOT / name).read_bytes() for name in _PACKAGE_FILES))


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
