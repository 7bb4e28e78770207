# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of measured figures: claims are found again, and only what depends on the machine may differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import page
from benchmarks.tables import HERE, Verdict, lasting, table, verdict, verdicts


@pytest.mark.parametrize("here", [False, True])
@pytest.mark.parametrize(
    ("against", "measured", "found"),
    [
        ([], "3 to 4", ("yes", "3 to 4")),
        ([], "", ("yes", "")),
        (["one: 5", "two: 6"], "5 to 6", ("NO", "one: 5; two: 6")),
        (None, "", ("not measured", "")),
    ],
)
def test_claims_are_found_again(here: bool, against: list[str] | None, measured: str, found: tuple[str, str]) -> None:
    claim = "cells: at most 4 (of 5), always"
    line = verdict(claim, against, measured, here=here)
    assert verdicts(f"Words.\n\n{line}\n- another list") == [Verdict(found[0], here, claim, found[1])]


def _page(cells: int, seconds: float) -> str:
    header = ("world", "cells", f"seconds {HERE}", "bytes")
    return "\n".join(
        (
            f"Took {seconds} s. {HERE}",
            table(header, [["cave", str(cells), str(seconds), "7"], ["", "", "", ""]]),
            "",
            table(("claim", "measured"), [["few", str(cells)], [f"fast {HERE}", str(seconds)]]),
            verdict("fast", [str(seconds)] * (seconds > 1.0), str(seconds), here=True),
            verdict("few", [str(cells)] * (cells > 5), str(cells)),
        )
    )


def test_only_what_depends_on_the_machine_may_differ() -> None:
    assert lasting(_page(5, 0.5)) == lasting(_page(5, 1.5))
    differing = [
        pair for pair in zip(lasting(_page(5, 0.5)), lasting(_page(6, 0.5)), strict=True) if len(set(pair)) > 1
    ]
    # The row, the claim's row and the claim's line.
    assert len(differing) == 3


def test_what_stands_under_a_heading_is_found_again() -> None:
    found = page.sections("# Results\n\nWords.\n\n## One: two\n\nFirst.\n\n### Below\n\nMore.\n\n## Three\n\nLast.\n")
    assert found == {"One: two": "First.\n\n### Below\n\nMore.", "Three": "Last."}


def test_the_page_tells_how_long_each_part_took() -> None:
    text = (Path(page.__file__).parent / page.PAGE).read_text(encoding="utf-8")
    found = page.sections(text)
    assert {title for title, section in found.items() if not page.seconds(section)} == {"This page"}
