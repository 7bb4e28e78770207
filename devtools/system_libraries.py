# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Libraries of the operating system that the bpy wheel loads but does not bring."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from .failure import Failure

#: Debian's names; what each Blender needs differs little, so all get the same.
_DEBIAN_PACKAGES = (
    *("libegl1", "libgl1", "libgl1-mesa-dri", "libgomp1", "libice6", "libsm6", "libx11-6", "libxext6"),
    *("libxfixes3", "libxi6", "libxkbcommon0", "libxrender1", "libxxf86vm1"),
)


def ensure(python: Path, version: str) -> None:
    """Make sure `import bpy` works, installing Debian packages as root where that is possible."""
    stamp = python.parent.parent / "imports-bpy.txt"
    if stamp.exists():
        return
    problem = _import_problem(python)
    if problem and sys.platform == "linux" and shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing the libraries Blender needs …", flush=True)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update"], ["install", "-y", "--no-install-recommends", *_DEBIAN_PACKAGES]):
            subprocess.run(["apt-get", "-q", *command], env=environment, capture_output=True)
        problem = _import_problem(python)
    if problem:
        raise Failure(
            f"Blender {version} does not start as a Python module: {problem}. "
            f"On Debian or Ubuntu, install its libraries: sudo apt-get install {' '.join(_DEBIAN_PACKAGES)}"
        )
    stamp.write_text("ok\n", encoding="utf-8")


def _import_problem(python: Path) -> str:
    """The last line of what went wrong importing bpy, or nothing."""
    attempt = subprocess.run([str(python), "-c", "import bpy"], capture_output=True, text=True)
    if attempt.returncode == 0:
        return ""
    return (attempt.stderr.strip().splitlines() or [f"exit code {attempt.returncode}"])[-1]
