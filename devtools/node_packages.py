# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What of the world of Node.js Volant is compared with, under `.venv/node`: by version and integrity, from a lock.

The lock is made by `npm install --package-lock-only --omit-lockfile-registry-resolved` in `requirements/node`.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from .environments import HOME, ROOT
from .failure import Failure

_LOCK = ROOT / "requirements" / "node"
_FILES = ("package.json", "package-lock.json")
_STAMP = "ready.txt"


def ensure() -> Path:
    """The folder whose `node_modules` hold the packages of the lock; made where it is not yet.

    Several processes may ask at a time: each that finds nothing makes a folder of its own, and one of them stays.
    """
    folder = HOME / "node"
    wanted = hashlib.sha256(b"\0".join((_LOCK / name).read_bytes() for name in _FILES)).hexdigest()
    if _is_ready(folder, wanted):
        return folder
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise Failure("This needs Node.js 18 or newer with npm, and finds none. Install it and run the command again.")
    HOME.mkdir(exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix="node-", dir=HOME))
    try:
        _install(npm, made)
        (made / _STAMP).write_text(wanted, encoding="utf-8")
        if not _is_ready(folder, wanted):
            shutil.rmtree(folder, ignore_errors=True)
            # Who was quicker has made the same.
            with suppress(OSError):
                made.rename(folder)
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return folder


def _is_ready(folder: Path, wanted: str) -> bool:
    stamp = folder / _STAMP
    return stamp.exists() and stamp.read_text(encoding="utf-8") == wanted


def _install(npm: str, folder: Path) -> None:
    for name in _FILES:
        shutil.copyfile(_LOCK / name, folder / name)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    outcome = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if outcome.returncode:
        said = [line for line in outcome.stderr.splitlines() if "error" in line.lower()] or ["no message"]
        raise Failure(
            f"Could not install what Volant is compared with. Check the network connection. npm said: {said[-1]}"
        )
