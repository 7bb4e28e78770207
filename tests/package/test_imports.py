# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What benchmarks, development tools and window scenarios import of the project is there: no test runs them all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(path for room in ("benchmarks", "devtools", "tests/window") for path in ROOT.glob(f"{room}/**/*.py"))


def _home(path: Path, node: ast.ImportFrom) -> Path | None:
    """The file or folder that names are imported from; None for other projects' packages."""
    parts = (node.module or "").split(".") if node.module else []
    if node.level:
        return path.parents[node.level - 1].joinpath(*parts)
    if parts[0] == "window":
        return ROOT.joinpath("tests", *parts)
    if parts[0] == "volant":
        parts = parts[1:]
    elif not (ROOT / parts[0]).is_dir():
        return None
    return ROOT.joinpath(*parts)


def _bound(module: Path) -> Iterator[str]:
    """Names that a module binds at its top level, those of its submodules included."""
    if module.is_dir():
        yield from (path.stem for path in module.iterdir() if path.is_dir() or path.suffix == ".py")
        module /= "__init__"
    file = module.with_suffix(".py")
    if not file.exists():
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (alias.asname or alias.name for alias in node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_is_imported_is_there(path: Path) -> None:
    imports = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    missing = [
        f"{alias.name} of {home.relative_to(ROOT)}"
        for node in imports
        if (home := _home(path, node)) is not None
        for alias in node.names
        if alias.name not in set(_bound(home))
    ]
    assert not missing
