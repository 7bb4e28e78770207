# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide: its pictures are there, its buttons and words are the interface's, and a scenario follows each page."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "guide"
PICTURES = ROOT / "docs" / "pictures" / "guide"
PAGES = sorted(page.name for page in GUIDE.glob("*.md"))
#: Pages without steps, and the one whose steps are commands.
WITHOUT_WINDOW = {"README.md", "glossary.md", "pipelines.md"}
LARGEST = 250_000
#: What is bold in the guide and on a button or heading, but Blender's own or made up when it is drawn.
OF_BLENDER = {"OK", "+"}


def text(page: str) -> str:
    return (GUIDE / page).read_text(encoding="utf-8")


def strings(folder: str) -> list[str]:
    """All string literals of a package."""
    files = (path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py"))
    nodes = (node for source in files for node in ast.walk(ast.parse(source)))
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def pictures(page: str) -> list[tuple[str, str]]:
    """Alternative text and address of each picture."""
    return re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text(page))


@pytest.mark.parametrize("page", PAGES)
def test_pictures_are_there_small_and_described(page):
    for words, address in pictures(page):
        file = (GUIDE / address).resolve()
        assert file.exists(), f"{page} shows {address}, which is missing"
        assert file.stat().st_size < LARGEST, f"{address} has {file.stat().st_size} bytes"
        assert len(words) > 5, f"{address} is not described"


def test_every_picture_is_shown():
    shown = {Path(address).name for page in PAGES for _words, address in pictures(page)}
    assert {picture.name for picture in PICTURES.glob("*.png")} == shown


@pytest.mark.parametrize("page", sorted(set(PAGES) - WITHOUT_WINDOW))
def test_a_scenario_follows_each_page(page):
    scenario = ROOT / "tests" / "window" / page.replace(".md", ".py")
    assert f'PAGE = "{scenario.stem}"' in scenario.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", sorted(set(PAGES) - {"README.md", "glossary.md", "reading_the_overlay.md"}))
def test_what_is_pressed_is_in_the_interface(page):
    labels = set(strings("addon")) | OF_BLENDER
    for words in re.findall(r"(?:[Pp]ress|[Tt]ick|click) (?:the )?\*\*([^*]+)\*\*", text(page)):
        assert words in labels, f"{page} has the reader press {words}"


def test_the_glossary_explains_words_of_the_interface():
    said = " ".join([*strings("addon"), *strings("navcore"), *map(text, set(PAGES) - {"glossary.md"})]).lower()
    words = re.findall(r"^\| \*\*(.+?)\*\*", text("glossary.md"), re.MULTILINE)
    assert len(words) > 10
    assert words == sorted(words)
    for word in words:
        # Or their plural; that of leaf is leaves.
        assert re.search(rf"\b{word[:-1]}(?:{word[-1]}s?|ves)\b", said), f"nobody says {word}"
