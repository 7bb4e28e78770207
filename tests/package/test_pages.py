# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What pages have in common: links lead somewhere, commands can be typed, and each page can be found."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

import dev

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "benchmarks" / "RESULTS.md"]
BY_NAME = pytest.mark.parametrize("page", sorted(PAGES), ids=lambda page: page.relative_to(ROOT).as_posix())


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def links(words: str) -> list[str]:
    """Where links and pictures of a page lead within the repository."""
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", words) if not re.match(r"\w+:", link)]


def anchors(words: str) -> set[str]:
    """What the headings of a page are called by links."""
    headings = re.findall(r"^#+ (.*)$", words, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(page: Path) -> list[str]:
    found = []
    for link in links(text(page)):
        file, _hash, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        if not target.exists() or (anchor and anchor not in anchors(text(target))):
            found.append(link)
    return found


def commands(words: str) -> list[list[str]]:
    """What a page has `dev.py` do; a word in capitals or an ellipsis stands for something else."""
    found = re.findall(r"python3 dev\.py ([^`#\n]*)", words)
    return [shlex.split(each) for each in found if not re.search(r"…|--help", each)]


@BY_NAME
def test_links_lead_somewhere(page):
    assert dead_links(page) == []


def test_dead_links_are_found_out(tmp_path):
    (tmp_path / "other.md").write_text("# A heading, really\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](other.md) [b](other.md#a-heading-really) [c](https://example.org) [d](lost.md) [e](other.md#lost)",
        encoding="utf-8",
    )
    assert dead_links(page) == ["lost.md", "other.md#lost"]


@BY_NAME
def test_commands_can_be_typed(page, capsys):
    for command in commands(text(page)):
        try:
            dev._parser().parse_args(command)
        except SystemExit:
            pytest.fail(f"dev.py {shlex.join(command)}: {capsys.readouterr().err}")


def test_every_verb_is_told_to_contributors():
    told = {command[0] for command in commands(text(ROOT / "CONTRIBUTING.md"))}
    verbs = next(action for action in dev._parser()._actions if action.dest == "verb").choices
    assert told == set(verbs)


def test_every_page_is_in_the_index():
    index = ROOT / "docs" / "README.md"
    listed = {(index.parent / link).resolve() for link in links(text(index))}
    pages = {*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")} - {index, ROOT / "README.md"}
    assert sorted(pages - listed) == []
    assert "docs/README.md" in links(text(ROOT / "README.md"))


def test_the_changelog_begins_with_the_version_of_the_manifest():
    manifest = tomllib.loads(text(ROOT / "blender_manifest.toml"))
    assert re.search(r"^## (\S+)", text(ROOT / "CHANGELOG.md"), re.MULTILINE)[1] == manifest["version"]
