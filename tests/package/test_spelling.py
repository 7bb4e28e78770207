# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an artist reads is spelled in the American way, as Blender's own words are."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from british import british  # noqa: E402

SOURCES = [path for room in ("addon", "cli", "navcore") for path in sorted((ROOT / room).rglob("*.py"))]
#: Names of the API that who writes code reads, and no artist.
NAMES = frozenset(("neighbours",))
PAGES = [ROOT / "README.md", ROOT / "blender_manifest.toml", *sorted((ROOT / "docs" / "guide").glob("*.md"))]


def said(path: Path) -> list[str]:
    """The string literals of a module that are not documentation for programmers.

    Blender shows the docstrings of operators; a test in Blender reads those.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = [
        node.body[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None
    ]
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [node.value for node in strings if node not in documented and node.value not in NAMES]


def test_british_words_are_found():
    assert british("The grey centre is 3 centimetres off") == ["grey", "centre", "centimetre"]
    assert british("A gray center, 3 centimeters; parameters, a noise, a model") == []


def test_words_of_the_interface_are_american():
    found = {(path.name, text): british(text) for path in SOURCES for text in said(path) if british(text)}
    assert found == {}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_pages_are_american(path):
    assert british(path.read_text(encoding="utf-8")) == []
