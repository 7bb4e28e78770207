# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Works are cited by keys: each that is cited is explained, each that is explained is cited where the page says."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = "docs/references.md"
TEXT = (ROOT / PAGE).read_text(encoding="utf-8")
#: Authors and a year.
KEY = re.compile(r"\[([A-Z][\w&.' -]* [12]\d{3})\]")
#: Entries of the page: what is told of each key.
ENTRIES = dict(re.findall(r"^- \*\*\[([^\]]+)\]\*\* (.*?)(?=\n- \*\*|\n#|\Z)", TEXT, re.MULTILINE | re.DOTALL))


def texts() -> dict[str, str]:
    """All code and all pages but the references."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.py", "*.md"]
    tracked = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True)
    own = Path(__file__).relative_to(ROOT).as_posix()
    names = [name for name in tracked.stdout.splitlines() if name not in (PAGE, own) and (ROOT / name).exists()]
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in names}


def test_keys_are_found():
    words = "as [Hung & He 2016] and [Whang et al. 1990] say; [Massonnat 2023]. a[0], b[1 2020], [link](2016), [x 2016]"
    assert KEY.findall(words) == ["Hung & He 2016", "Whang et al. 1990", "Massonnat 2023"]


def test_every_key_that_is_cited_is_explained():
    unknown = {(name, key) for name, text in texts().items() for key in KEY.findall(text) if key not in ENTRIES}
    assert unknown == set()


def test_every_key_that_is_explained_is_cited_in_code():
    cited = {key for name, text in texts().items() if name.endswith(".py") for key in KEY.findall(text)}
    assert sorted(ENTRIES.keys() - cited) == []


def test_keys_are_cited_where_the_page_says():
    assert len(ENTRIES) > 4
    for key, told in ENTRIES.items():
        places = re.findall(r"`([^`]+)`", told)
        assert places, f"the page does not say what {key} is used for"
        for place in places:
            assert f"[{key}]" in (ROOT / place).read_text(encoding="utf-8"), f"{place} does not cite {key}"


def test_nothing_is_cited_otherwise():
    authors = {author for key in ENTRIES for author in re.findall(r"[A-Z]\w{2,}", key)}
    loose = re.compile(rf"\b(?:{'|'.join(sorted(authors))})\b(?![^\[\]]*\])")
    found = {(name, line.strip()) for name, text in texts().items() for line in text.splitlines() if loose.search(line)}
    assert found == set()
