# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verbs of `dev.py`. Each returns an exit code or raises `Failure`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from . import environments, packaging, system_libraries, typed_view
from .environments import BLENDERS, DEFAULT_BLENDER, ROOT
from .failure import Failure

OUTPUT = ROOT / "output"
DIST = ROOT / "dist"
#: The oldest supported Blender makes the sample scenes, so that every version opens them.
_SCENE_BLENDER = "4.2"


def demo(world: str) -> int:
    """Bake a sample scene, write its file, find a path and render a picture."""
    return _call(environments.blender(DEFAULT_BLENDER), "-m", "devtools.demo", world, str(OUTPUT / "demo"))


def gallery(names: list[str]) -> int:
    """Render a small picture of every sample world."""
    folder = ROOT / "docs" / "pictures" / "gallery"
    return _call(environments.blender(DEFAULT_BLENDER), "-m", "devtools.gallery", str(folder), *names)


def lint() -> int:
    """Ruff and mypy."""
    python = environments.tools()
    typed = typed_view.make()
    checks = {
        "ruff check": ["-m", "ruff", "check", "."],
        "ruff format": ["-m", "ruff", "format", "--check", "."],
        "mypy": ["-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), *typed],
    }
    return _all({name: lambda command=command: _call(python, *command) for name, command in checks.items()})


def build() -> int:
    """Build the extension's zip."""
    print(packaging.build(environments.blender(DEFAULT_BLENDER), DIST))
    return 0


def test(blender: str, thorough: bool) -> int:
    """Lint, types, core tests, then the installed zip in each chosen Blender."""
    began = time.monotonic()
    versions = list(BLENDERS) if blender == "all" else [blender]
    builder = environments.blender(versions[0])
    archive = packaging.build(builder, DIST)
    environment = {"VOLANT_ZIP": str(archive), "HYPOTHESIS_PROFILE": "thorough" if thorough else "default"}
    coverage = ["--cov", "--cov-report=term", "--cov-config=pyproject.toml"]
    steps = {
        "lint and types": lint,
        "core and package": lambda: _pytest(
            environments.tools(), environment, *coverage, "tests/core", "tests/package"
        ),
    }
    for version in versions:
        steps[f"Blender {version}"] = lambda version=version: _pytest(
            environments.blender(version), {**environment, "VOLANT_BLENDER": version}, "tests/blender"
        )
    if _SCENE_BLENDER in versions:
        steps["sample scenes"] = lambda: scenes([], check=True)
    code = _all(steps)
    print(f"{time.monotonic() - began:.0f} s in all")
    return code


def bench(name: str, options: Sequence[str] = ()) -> int:
    """Run one benchmark, in an environment that holds Blender and what its bakes are compared with."""
    modules = (ROOT / "benchmarks").glob("*.py")
    known = sorted(path.stem for path in modules if "\ndef main(" in path.read_text(encoding="utf-8"))
    if name not in known:
        raise Failure(f"There is no benchmark {name!r}; choose one of: {', '.join(known)}")
    python = environments.other("bench")
    system_libraries.ensure(python, DEFAULT_BLENDER)
    return _call(python, "-m", f"benchmarks.{name}", *options)


def scenes(names: list[str], check: bool) -> int:
    """Remake the sample scenes, or check that remaking gives the same geometry."""
    options = ["--check"] if check else []
    return _call(environments.blender(_SCENE_BLENDER), str(ROOT / "sample_scenes" / "make.py"), *options, *names)


def ui(names: list[str], guide: bool) -> int:
    """Drive a real Blender window through all scenarios, or some; then renew the guide's pictures if asked to."""
    from . import ui as real_window

    archive = packaging.build(environments.blender(DEFAULT_BLENDER), DIST)
    # debootstrap cannot work below a folder with a space in its name.
    home = environments.HOME if " " not in str(ROOT) else Path.home() / ".cache" / "volant"
    code = real_window.main(archive, ROOT / "sample_scenes", home / "real-blender", OUTPUT / "ui", names)
    if guide and not code:
        real_window.renew_guide(OUTPUT / "ui", ROOT / "docs" / "pictures" / "guide")
    return code


def lock() -> int:
    """Pin the newest dependencies by version and hash, without recording where they came from."""
    uv = shutil.which("uv")
    if uv is None:
        raise Failure("Locking needs uv; install it with: python3 -m pip install uv")
    for source in sorted((ROOT / "requirements").glob("*.in")):
        version = BLENDERS.get(source.stem.removeprefix("blender-"), "3.11")
        options = ["--universal", "--python-version", version, "--generate-hashes", "--upgrade", "--quiet"]
        plain = ["--no-header", "--no-annotate"]
        target = str(source.with_suffix(".txt"))
        if subprocess.run([uv, "pip", "compile", *options, *plain, str(source), "-o", target]).returncode:
            raise Failure(f"uv could not lock {source.name}; its message stands above.")
    return 0


def _pytest(python: Path, environment: dict[str, str], *arguments: str) -> int:
    return _call(python, "-m", "pytest", "-q", *arguments, environment=environment)


def _call(python: Path, *arguments: str, environment: dict[str, str] | None = None) -> int:
    """Run a Python of ours at the project's root, whatever the caller's folder, and give its exit code."""
    # -s and an empty PYTHONPATH keep packages of the developer's own out of the way.
    merged = {**os.environ, **(environment or {}), "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    sys.stdout.flush()
    return subprocess.run([str(python), "-s", *arguments], cwd=ROOT, env=merged).returncode


def _all(steps: dict[str, object]) -> int:
    """Run every step even when one fails, and say at the end which did."""
    failed = []
    for name, step in steps.items():
        print(f"\n=== {name}", flush=True)
        if step():
            failed.append(name)
    print(f"\n{', '.join(failed)} failed" if failed else f"\n{', '.join(steps)}: all passed", flush=True)
    return 1 if failed else 0
