# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The reference of navcore's public names: it has every name and no other, and its examples run as they stand."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from volant import navcore

PAGE = Path(__file__).resolve().parents[2] / "docs" / "api.md"
TEXT = PAGE.read_text(encoding="utf-8")
#: A name and all that is told of it, up to the next heading.
SECTIONS = re.findall(r"^### `(\w+)`\n(.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL)


def examples(text: str) -> str:
    return "\n".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


def test_every_public_name_is_told_once():
    assert sorted(name for name, _text in SECTIONS) == sorted(navcore.__all__)


def test_every_name_has_an_example_that_uses_it():
    for name, text in SECTIONS:
        assert re.search(rf"navcore\.(?:errors\.)?{name}\b", examples(text)), f"{name} has no example"


def test_no_example_is_left_out():
    assert TEXT.count(">>> ") == examples(TEXT).count(">>> ")


def test_examples_run(tmp_path, monkeypatch):
    # They write files.
    monkeypatch.chdir(tmp_path)
    page = doctest.DocTestParser().get_doctest(examples(TEXT), {}, PAGE.name, str(PAGE), 0)
    told: list[str] = []
    doctest.DocTestRunner().run(page, out=told.append)
    assert "".join(told) == ""


def test_fields_of_settings_are_told():
    told = dict(SECTIONS)
    for name in ("BakeConfig", "LinkConfig", "PathConfig"):
        fields = getattr(navcore, name).__dataclass_fields__
        missing = [field for field in fields if f"`{field}`" not in told[name]]
        assert missing == []


def test_statuses_are_told():
    for statuses in (navcore.PathStatus, navcore.Obstacle, navcore.FlightState):
        told = dict(SECTIONS)[statuses.__name__]
        assert [status.name for status in statuses if f"`{status.name}`" not in told] == []
