# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What pyproject.toml cannot say: the version lives in the extension's manifest, and the root is the package."""

import tomllib
from pathlib import Path

from setuptools import find_packages, setup

root = Path(__file__).parent
manifest = tomllib.loads((root / "blender_manifest.toml").read_text(encoding="utf-8"))
rooms = find_packages(str(root), include=["addon*", "cli*", "navcore*"])

setup(
    version=manifest["version"],
    packages=["volant", *(f"volant.{room}" for room in rooms)],
    package_dir={"volant": "."},
    package_data={"volant": ["blender_manifest.toml", "py.typed"]},
)
