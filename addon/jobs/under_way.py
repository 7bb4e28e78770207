# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The job that is under way: one at a time."""

from __future__ import annotations

from .job import Job

#: At most one.
_current: list[Job] = []


def current() -> Job | None:
    return _current[0] if _current else None


def begin(job: Job) -> None:
    """There is a job under way now."""
    _current[:] = [job]


def end() -> None:
    """There is no job under way any more; one that is, is stopped."""
    while _current:
        _current.pop().close()
