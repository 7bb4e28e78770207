# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page on how Volant is built: all that it names is there, no walk is too long, and imports keep to its floors."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
#: Headings of the walks, and how many hops each may have.
WALKS = {"From a triangle to the file": 12, "From a drag to the line": 9}
#: What somebody who has never seen the code should find by its name.
SOUGHT = [
    "the sight test",
    "the marker BFS",
    "the funnel",
    "the Morton code",
    "the stale mark",
    "the progress bar",
    "the Unity axes",
    "the atomic save",
]
#: What is on floors: everything that is shipped.
SHIPPED = sorted(
    path.relative_to(ROOT).as_posix()
    for path in [
        *ROOT.glob("__*__.py"),
        *(path for room in ("addon", "cli", "navcore") for path in ROOT.glob(f"{room}/**/*.py")),
    ]
    if "shipped" not in path.parts
)


class Named(NamedTuple):
    """A name of the page, and the file that it should be in: the last one before it in the same block."""

    file: str
    name: str


def section(page: str, heading: str) -> str:
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    assert found, f"the page has no heading {heading}"
    return found[1]


def blocks(text: str) -> list[str]:
    """Paragraphs, list items and rows of tables."""
    return re.split(r"\n\s*\n|\n(?=[-|]|\d+\. )", text)


def spans(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def is_place(span: str) -> bool:
    """Whether it names a file or folder."""
    return "/" in span or span.endswith((".py", ".md"))


def places(text: str) -> list[str]:
    return [span for span in spans(text) if is_place(span)]


def names(text: str) -> Iterator[Named]:
    for block in blocks(text):
        file = ""
        for span in spans(block):
            if is_place(span):
                file = span
            else:
                yield Named(file, span)


@cache
def defined(file: str) -> frozenset[str]:
    """The functions, classes and variables of a file, and those of its classes."""
    found = set()

    def note(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(prefix + node.name)
            if isinstance(node, ast.ClassDef):
                note(node.body, f"{prefix}{node.name}.")
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            found.update(prefix + target.id for target in targets if isinstance(target, ast.Name))

    note(ast.parse((ROOT / file).read_text(encoding="utf-8")).body, "")
    return frozenset(found)


def lost(page: str) -> list[str]:
    """What the page names and the code does not have."""
    missing = [place for place in places(page) if not (ROOT / place).exists()]
    return missing + [
        f"{file} {name}" for file, name in names(page) if not file.endswith(".py") or not _has(file, name)
    ]


def _has(file: str, name: str) -> bool:
    return (ROOT / file).is_file() and name in defined(file)


def hops(page: str, heading: str) -> list[str]:
    """The items of a walk; they are numbered from 1."""
    items = [block for block in blocks(section(page, heading)) if re.match(r"\d+\. ", block)]
    assert [int(item.partition(".")[0]) for item in items] == list(range(1, len(items) + 1))
    return items


def gaps(items: list[str]) -> list[str]:
    """Hops whose function is mentioned neither in a file of an earlier hop nor in another file that the hop names."""
    found = []
    for number, item in enumerate(items[1:], 1):
        file, name = next(names(item))
        callers = {place for earlier in items[:number] for place in places(earlier)} | set(places(item)[1:])
        word = re.compile(rf"\b{name.rpartition('.')[2]}\b")
        if not any(word.search((ROOT / caller).read_text(encoding="utf-8")) for caller in callers):
            found.append(f"{file} {name}")
    return found


def floors(page: str) -> dict[str, int]:
    """Rooms, and files that stand elsewhere than their room, by their floors."""
    rows = re.findall(r"^\| (\d+) \| (.*) \|$", section(page, "One way"), re.MULTILINE)
    return {place.rstrip("/"): int(floor) for floor, row in rows for place in places(row)}


def floor_of(file: str, known: dict[str, int]) -> int:
    return known[file] if file in known else known[file.rpartition("/")[0]]


def imports(file: str) -> set[str]:
    """The files of Volant that a file imports, anywhere in it; not those for types alone."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level and node not in for_types:
            folder = (ROOT / file).parents[node.level - 1].joinpath(*(node.module or "").split("."))
            found.update(_imported(folder, alias.name).relative_to(ROOT).as_posix() for alias in node.names)
    return found


def _imported(module: Path, name: str) -> Path:
    """The file that `from module import name` reads."""
    candidates = (
        module / f"{name}.py",
        module / name / "__init__.py",
        module.with_suffix(".py"),
        module / "__init__.py",
    )
    return next(candidate for candidate in candidates if candidate.is_file())


def upwards(known: dict[str, int]) -> list[str]:
    """Imports that go up, or across to another room of the same floor."""
    found = []
    for file in SHIPPED:
        here = floor_of(file, known)
        for other in sorted(imports(file)):
            there = floor_of(other, known)
            is_own = file.rpartition("/")[0] == other.rpartition("/")[0]
            if there > here or (there == here and not is_own):
                found.append(f"{file} (floor {here}) imports {other} (floor {there})")
    return found


def test_all_that_is_named_is_there():
    assert lost(PAGE) == []


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("`navcore/bake/merge.py`", "`navcore/bake/merging.py`", "navcore/bake/merging.py"),
        ("`addon/overlay/` |", "`addon/drawings/` |", "addon/drawings/"),
        ("`merge_free`", "`join_free`", "navcore/bake/merge.py join_free"),
        ("`Search.advance`", "`Search.go_on`", "addon/session/questions.py Search.go_on"),
        ("`BakeConfig.balanced`", "`BakeConfig.level`", "navcore/config.py BakeConfig.level"),
        ("`SCENARIOS`", "`SCENES`", "devtools/ui/__init__.py SCENES"),
        ("# How Volant", "`bake`\n\n# How Volant", " bake"),
    ],
)
def test_what_is_not_there_is_found_out(old, new, found):
    assert old in PAGE
    assert found in lost(PAGE.replace(old, new))


@pytest.mark.parametrize(("heading", "most"), WALKS.items())
def test_walks_are_short_and_without_gaps(heading, most):
    items = hops(PAGE, heading)
    assert 1 < len(items) <= most
    for item in items:
        assert re.match(r"\d+\. `[^`]+\.py` `[^`]+`: \S", item), f"not a file, a name and a sentence: {item}"
    assert gaps(items) == []


def test_a_gap_in_a_walk_is_found_out():
    items = hops(PAGE, "From a drag to the line")
    assert "navcore/query/assembly.py path_along" in gaps([*items[:5], *items[6:]])


def test_every_room_is_named():
    rooms = {file.rpartition("/")[0] for file in SHIPPED if file.endswith("/__init__.py")}
    rooms |= {f"tests/{path.name}" for path in (ROOT / "tests").iterdir() if any(path.glob("test_*.py"))}
    named = {place.rstrip("/") for place in places(section(PAGE, "The rooms") + section(PAGE, "Three parts"))}
    assert sorted(rooms - named) == []


def test_every_file_has_a_floor():
    known = floors(PAGE)
    for file in SHIPPED:
        assert file in known or file.rpartition("/")[0] in known, f"{file} has no floor"
    assert sorted(set(known.values())) == list(range(len(set(known.values()))))


def test_imports_go_down():
    assert upwards(floors(PAGE)) == [], "move the import down, or the file to another floor of docs/architecture.md"


@pytest.mark.parametrize("room", ["navcore/geometry", "navcore/query/graph", "addon/session", "addon/operators", "cli"])
def test_an_import_that_goes_up_is_found_out(room):
    known = {place: 99 if place == room else floor for place, floor in floors(PAGE).items()}
    assert any(f"imports {room}/" in words for words in upwards(known))


def test_rooms_of_one_floor_that_know_each_other_are_found_out():
    known = floors(PAGE)
    known["navcore/query/search"] = known["navcore/query/graph"]
    assert any("search/cells.py" in words and "graph/sight.py" in words for words in upwards(known))


def test_the_check_shares_nothing_with_the_bake():
    known = floors(PAGE)
    used = {other for file in SHIPPED if file.startswith("navcore/check/") for other in imports(file)}
    assert {other for other in used if not other.startswith("navcore/check/") and floor_of(other, known) > 0} == set()


def test_what_is_sought_has_a_place():
    rows = re.findall(r"^\| (the [^|]+) \| (.+) \|$", section(PAGE, "Find it by its name"), re.MULTILINE)
    assert [what for what, _where in rows] == SOUGHT
    for what, where in rows:
        assert list(names(where)), f"{what} is nowhere"
