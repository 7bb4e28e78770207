# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is shipped: the zip's exact contents, what navcore may import, what pip installs."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("addon", "cli", "navcore")
ROOT_FILES = {"LICENSE", "README.md", "__init__.py", "__main__.py", "blender_manifest.toml"}


def test_the_zip_holds_exactly_the_extension(archive):
    rooms = {path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    with zipfile.ZipFile(archive) as members:
        assert set(members.namelist()) == rooms | ROOT_FILES


def test_the_zip_is_named_after_the_manifest(archive):
    manifest = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))
    assert archive.name == f"volant-{manifest['version']}.zip"


@pytest.mark.parametrize("path", sorted((ROOT / "navcore").rglob("*.py")), ids=lambda path: path.stem)
def test_navcore_imports_only_numpy_and_the_standard_library(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        else:
            continue
        for name in names:
            assert name.split(".")[0] in {"numpy", *sys.stdlib_module_names}, f"{path.name} imports {name}"


def test_every_source_file_names_its_licence():
    tracked = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in tracked.stdout.splitlines():
        head = (ROOT / name).read_text(encoding="utf-8")[:200]
        assert "SPDX-License-Identifier: GPL-3.0-or-later" in head, name


def test_pip_install_gives_a_working_command(tmp_path):
    """Into an environment that has numpy and no bpy, from a copy without the repository around it."""
    folder = tmp_path / "environment with a space"
    venv.create(folder, with_pip=False, symlinks=sys.platform != "win32")
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    installed, copy = folder / "packages", tmp_path / "copy"
    for room in ROOMS:
        shutil.copytree(ROOT / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in (*ROOT_FILES, "py.typed", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, copy)
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*install, "--target", str(installed), str(copy)], check=True)
    import numpy

    # numpy is borrowed from this environment, so that the test needs no network.
    paths = os.pathsep.join([str(installed), str(Path(numpy.__file__).parents[1])])
    environment = {**os.environ, "PYTHONPATH": paths}
    python = scripts / ("python.exe" if sys.platform == "win32" else "python")

    def call(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([str(python), *command], env=environment, cwd=tmp_path, capture_output=True, text=True)

    used = call(
        "-c",
        "from volant import navcore; import sys; "
        "nav = navcore.bake([], [], navcore.BakeConfig(voxel_size=1, bounds=((0, 0, 0), (4, 4, 4)))); "
        "navcore.save(nav, 'room.volant'); assert 'bpy' not in sys.modules; print(navcore.__file__)",
    )
    assert used.returncode == 0, used.stderr
    assert Path(used.stdout.strip()).is_relative_to(installed)
    assert (installed / "volant" / "py.typed").exists(), "type checkers would not look at it"
    command = next((installed / "bin").glob("volant*"))
    assert call(str(command), "info", "room.volant").stdout.startswith("cells: 1\n")
    assert call("-m", "volant", "path", "room.volant", "--from", "1", "1", "1", "--to", "3", "1", "1").returncode == 0
    lost = call("-m", "volant", "info", "absent.volant")
    assert lost.returncode == 1
    assert lost.stderr.startswith("volant: cannot read absent.volant")
