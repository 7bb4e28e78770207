# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program of the second process, started by `process` as `python child.py FOLDER`: makes Volant importable under
its own name, whatever its folder is called, and has it serve."""

import importlib
import importlib.util
import os
import sys
from pathlib import Path


def _load_package(name: str) -> None:
    root = Path(__file__).resolve().parents[2]
    spec = importlib.util.spec_from_file_location(name, root / "__init__.py")
    assert spec is not None, "every .py file has a loader"
    assert spec.loader is not None, "every .py file has a loader"
    package = importlib.util.module_from_spec(spec)
    sys.modules[name] = package
    spec.loader.exec_module(package)


if __name__ == "__main__":
    _load_package("volant")
    code = importlib.import_module("volant.addon.jobs.serving").serve(Path(sys.argv[1]))
    sys.stderr.flush()
    # Not `sys.exit`, which would wait for what navcore still does in the background.
    os._exit(code)
