# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures as Markdown, and the sentences that say whether they suffice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .fresh_process import Measurement

#: Stands where there is no figure.
NONE = "–"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table whose first column is text and whose others are numbers."""
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
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


def verdict(claim: str, against: Sequence[str] | None) -> str:
    """A line for a claim: what speaks against it, nothing, or None when it was not measured."""
    if against is None:
        return f"- not measured: {claim}"
    return f"- NO: {claim}: {'; '.join(against)}" if against else f"- yes: {claim}"
