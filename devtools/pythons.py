# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finding a Python of a given version that really works."""

from __future__ import annotations

import glob
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from .failure import Failure

_PROBE = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"

_ADVICE = {
    "linux": "apt-get install python{0} python{0}-venv, dnf install python{0}, or pyenv install {0}",
    "darwin": "brew install python@{0}",
    "win32": "winget install Python.Python.{0}",
}


def find_python(version: str, purpose: str) -> list[str]:
    """The command that starts Python `version` ("3.11"), or a `Failure` that says what to install.

    A candidate is started before it is trusted: a `python3.13` on PATH may be a pyenv shim that only
    prints an error, and Debian's python3 may lack venv.
    """
    for command in _candidates(version):
        try:
            answer = subprocess.run([*command, "-c", _PROBE], capture_output=True, text=True, timeout=30)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if answer.returncode == 0 and answer.stdout.strip() == version:
            return command
    advice = _ADVICE.get(sys.platform, _ADVICE["linux"]).format(version)
    raise Failure(f"{purpose} needs Python {version} with venv and pip, which was not found; install it ({advice}).")


def _candidates(version: str) -> Iterator[list[str]]:
    yield [sys.executable]
    name = f"python{version}"
    folders = os.environ.get("PATH", "").split(os.pathsep)
    for folder in folders:
        found = shutil.which(name, path=folder)
        if found:
            yield [found]
    if sys.platform == "win32":
        yield ["py", f"-{version}"]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for pattern in (pyenv / "versions", Path("/opt/homebrew/opt"), Path("/usr/local/opt")):
        for home in sorted(glob.glob(str(pattern / f"*{version}*")), reverse=True):
            yield [str(Path(home) / "bin" / name)]
