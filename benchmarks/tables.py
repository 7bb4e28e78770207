# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures as Markdown, and the sentences that say whether they suffice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .fresh_process import Measurement

#: Stands where there is no figure.
NONE = "–"
#: Marks what depends on the machine: at the end of a column's heading or of a row's first cell, or anywhere in a line.
HERE = "†"
_VERDICT = re.compile(rf"- (yes|NO|not measured)( {HERE})?: (.*?)(?: · (.*))?")


class Verdict(NamedTuple):
    """A claim, and what measuring it came to: "yes", "NO" or "not measured", on this machine or on every one."""

    answer: str
    here: bool
    claim: str
    measured: str


def table(header: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """A Markdown table whose first columns are words and whose others are numbers."""
    lines = [header, [*["---"] * words, *["---:"] * (len(header) - words)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def number(value: float | None, digits: int = 0) -> str:
    """A figure with thousands separated."""
    return NONE if value is None else f"{value:,.{digits}f}"


def seconds(run: Measurement) -> str:
    """The seconds of a run, the limit it exceeded, or what went wrong."""
    return number(run.seconds, 2) if run.finished else run.problem.replace("|", "/").removesuffix(" s")


def counted(run: Measurement, *names: str) -> list[str]:
    """Some of a run's counts; whole numbers without decimals."""
    values = [run.counts.get(name) for name in names]
    return [number(value, 0 if value is None or isinstance(value, int) else 2) for value in values]


def span(values: Iterable[float | None], digits: int = 0, unit: str = "") -> str:
    """The least and the greatest of some figures; nothing where none is known."""
    known = [value for value in values if value is not None]
    ends = dict.fromkeys(number(end, digits) for end in (min(known), max(known))) if known else {}
    return " to ".join(ends) + unit if ends else ""


def verdict(claim: str, against: Sequence[str] | None, measured: str = "", *, here: bool = False) -> str:
    """A line for a claim: what was measured, what speaks against it, or that it was not measured.

    Parameters
    ----------
    claim : without " · ", which parts it from what was measured.
    against : what speaks against it; nothing where it holds; None where it was not measured.
    measured : what to show where it holds.
    here : whether another machine may measure something else.
    """
    mark = f" {HERE}" if here else ""
    if against is None:
        return f"- not measured{mark}: {claim}"
    said = "; ".join(against) or measured
    return f"- {'NO' if against else 'yes'}{mark}: {claim}{said and f' · {said}'}"


def verdicts(text: str) -> list[Verdict]:
    """The claims in a text, from the lines that `verdict` wrote."""
    found = (_VERDICT.fullmatch(line) for line in text.splitlines())
    return [Verdict(match[1], bool(match[2]), match[3], match[4] or "") for match in found if match]


def lasting(text: str) -> list[str]:
    """The lines of a text without what depends on the machine."""
    lines: list[str] = []
    kept: list[int] = []
    for line in text.splitlines():
        if not line.startswith("| "):
            kept = []
            lines += [line] * (HERE not in line)
            continue
        cells = line[2:-2].split(" | ")
        # The first line of a table names its columns.
        kept = kept or [place for place, cell in enumerate(cells) if not cell.endswith(HERE)]
        if not cells[0].endswith(HERE):
            lines.append(" | ".join(cells[place] for place in kept if place < len(cells)))
    return lines
