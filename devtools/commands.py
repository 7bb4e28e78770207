# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verbs of `dev.py`. Each returns an exit code or raises `Failure`."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from . import environments, packaging, system_libraries, testing
from .environments import BLENDERS, DEFAULT_BLENDER, ROOT, SCENE_BLENDER
from .failure import Failure
from .running import call

OUTPUT = ROOT / "output"
DIST = ROOT / "dist"


def demo(world: str) -> int:
    """Bake a sample scene, write its file, find a path and render a picture."""
    return call(environments.blender(DEFAULT_BLENDER), "-m", "devtools.demo", world, str(OUTPUT / "demo")).code


def gallery(names: list[str], platform: bool) -> int:
    """Render a small picture of every sample world, or the pictures for the extension platform."""
    python = environments.blender(DEFAULT_BLENDER)
    folder = ROOT / "docs" / "pictures"
    if not platform:
        return call(python, "-m", "devtools.gallery", str(folder / "gallery"), *names).code
    icon, featured = (str(folder / "platform" / name) for name in ("icon.png", "featured.jpg"))
    code = call(python, "-m", "devtools.publishing.icon", icon).code
    return code or call(python, "-m", "devtools.publishing.featured", icon, featured).code


def lint() -> int:
    """Ruff and mypy."""
    return testing.lint().code


def build() -> int:
    """Build the extension's zip, and check it against the platform's rules."""
    python = environments.blender(DEFAULT_BLENDER)
    archive = packaging.build(python, DIST)
    print(archive)
    return call(python, "-m", "devtools.publishing.check", str(archive)).code


def test(blender: str, thorough: bool, coverage: bool) -> int:
    """Lint, types, core tests, then the installed zip in each chosen Blender."""
    return testing.test(list(BLENDERS) if blender == "all" else [blender], DIST, thorough, coverage).code


def bench(name: str, options: Sequence[str] = ()) -> int:
    """Run one benchmark, in an environment that holds Blender and what its bakes are compared with."""
    modules = (ROOT / "benchmarks").glob("*.py")
    known = sorted(path.stem for path in modules if "\ndef main(" in path.read_text(encoding="utf-8"))
    if name not in known:
        raise Failure(f"There is no benchmark {name!r}; choose one of: {', '.join(known)}")
    python = environments.other("bench")
    system_libraries.ensure(python, DEFAULT_BLENDER)
    return call(python, "-m", f"benchmarks.{name}", *options).code


def scenes(names: list[str], check: bool) -> int:
    """Remake the sample scenes, or check that remaking gives the same geometry."""
    options = ["--check"] if check else []
    return call(environments.blender(SCENE_BLENDER), str(ROOT / "sample_scenes" / "make.py"), *options, *names).code


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
