# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`dev.py test` and `dev.py lint`: one step after another, each on all cores, while the next Blenders are set up."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache, partial
from pathlib import Path

from . import environments, packaging, typed_view
from .environments import ROOT, SCENE_BLENDER
from .running import Outcome, call, call_all, spent

#: More processes than this would want much memory and hardly be faster.
_MOST_PROCESSES = 8
#: Seconds between two signs of life while a Blender is waited for.
_PATIENCE = 30


def lint() -> Outcome:
    """Ruff and mypy."""
    python = environments.tools()
    typed = typed_view.make()
    return call_all(
        {
            "ruff check": partial(call, python, "-m", "ruff", "check", "."),
            "ruff format": partial(call, python, "-m", "ruff", "format", "--check", "."),
            "mypy": partial(call, python, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), *typed),
        }
    )


def test(versions: Sequence[str], folder: Path, thorough: bool, coverage: bool) -> Outcome:
    """Lint and the core's tests, then the zip, built into `folder`: as a package, and in each Blender."""
    began = time.monotonic()
    tools = environments.tools()
    measuring = ["--cov", "--cov-report=term", "--cov-config=pyproject.toml"] if coverage else []
    profile = {"HYPOTHESIS_PROFILE": "thorough" if thorough else "default"}
    blenders = _Blenders(versions)

    @cache
    def archive() -> Path:
        return packaging.build(blenders.python(versions[0]), folder)

    def package() -> Outcome:
        return _pytest(tools, {"VOLANT_ZIP": str(archive())}, "tests/package")

    def in_blender(version: str) -> Outcome:
        named = {"VOLANT_ZIP": str(archive()), "VOLANT_BLENDER": version}
        return _pytest(blenders.python(version), {**profile, **named}, *_on_all_cores(), "tests/blender")

    def sample_scenes() -> Outcome:
        return call(blenders.python(SCENE_BLENDER), str(ROOT / "sample_scenes" / "make.py"), "--check")

    steps = {
        "lint and types": lint,
        "core": partial(_pytest, tools, profile, *_on_all_cores(), *measuring, "tests/core"),
    }
    steps["package"] = package
    for version in versions:
        steps[f"Blender {version}"] = partial(in_blender, version)
    if SCENE_BLENDER in versions:
        steps["sample scenes"] = sample_scenes
    try:
        outcome = call_all(steps)
    finally:
        blenders.close()
    print(f"{spent(time.monotonic() - began, outcome.processor_seconds)} in all")
    return outcome


class _Blenders:
    """The environments of several Blenders, made one after another in the background."""

    def __init__(self, versions: Sequence[str]) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._pythons = {version: self._pool.submit(environments.blender, version) for version in versions}

    def python(self, version: str) -> Path:
        """The Python of one of them, once it is there."""
        while not wait([self._pythons[version]], _PATIENCE).done:
            print(f"Blender {version} is still being set up …", flush=True)
        return self._pythons[version].result()

    def close(self) -> None:
        """Begin no more of them."""
        self._pool.shutdown(cancel_futures=True)


def _pytest(python: Path, environment: dict[str, str], *arguments: str) -> Outcome:
    return call(python, "-m", "pytest", "-q", *arguments, environment=environment)


def _on_all_cores() -> list[str]:
    """Options for pytest."""
    return ["-n", str(min(os.cpu_count() or 1, _MOST_PROCESSES)), "--dist", "worksteal"]
