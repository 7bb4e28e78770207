# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The zip that is tested."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from devtools import environments, packaging


@pytest.fixture(scope="session")
def blender_python() -> Path:
    """The Python of any environment there is that has a Blender, which can build and validate zips."""
    pythons = [Path(sys.executable), *sorted(environments.HOME.glob("blender-*/*/python"))]
    builders = [python for python in pythons if packaging.builder(python) is not None]
    if not builders:
        pytest.skip("only a Blender can build the zip; set one up with: python3 dev.py build")
    return builders[0]


@pytest.fixture(scope="session")
def archive(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension's zip: the one that dev.py built, or one built now."""
    if "VOLANT_ZIP" in os.environ:
        return Path(os.environ["VOLANT_ZIP"])
    return packaging.build(request.getfixturevalue("blender_python"), tmp_path_factory.mktemp("dist"))
