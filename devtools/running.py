# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Running Pythons of ours, one step after another, and saying what each took."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from .environments import ROOT
from .failure import Failure


class Outcome(NamedTuple):
    """How a step ended."""

    #: An exit code: 0 is good.
    code: int
    #: The processor's seconds of all processes the step started; 0 where the system does not tell.
    processor_seconds: float


Step = Callable[[], Outcome]


def call(python: Path, *arguments: str, environment: Mapping[str, str] | None = None) -> Outcome:
    """Run a Python of ours at the project's root, whatever the caller's folder."""
    # -s and an empty PYTHONPATH keep packages of the developer's own out of the way.
    merged = {**os.environ, **(environment or {}), "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"}
    sys.stdout.flush()
    process = subprocess.Popen([str(python), "-s", *arguments], cwd=ROOT, env=merged)
    try:
        return _await(process)
    except KeyboardInterrupt:
        # The process was interrupted, too, and has things to put away.
        process.wait()
        raise


def call_all(steps: Mapping[str, Step]) -> Outcome:
    """Run every step even when one fails; say what each took, and at the end which failed."""
    failed, processor_seconds = [], 0.0
    for name, step in steps.items():
        print(f"\n=== {name}", flush=True)
        began = time.monotonic()
        try:
            outcome = step()
        except Failure as failure:
            print(failure, flush=True)
            outcome = Outcome(1, 0.0)
        processor_seconds += outcome.processor_seconds
        print(f"{name} took {spent(time.monotonic() - began, outcome.processor_seconds)}", flush=True)
        if outcome.code:
            failed.append(name)
    print(f"\n{', '.join(failed)} failed" if failed else f"\n{', '.join(steps)}: all passed", flush=True)
    return Outcome(1 if failed else 0, processor_seconds)


def spent(seconds: float, processor_seconds: float) -> str:
    """Seconds in words."""
    used = f", {processor_seconds:.0f} s of processor time" if processor_seconds else ""
    return f"{seconds:.0f} s{used}"


def _await(process: subprocess.Popen[bytes]) -> Outcome:
    if not hasattr(os, "wait4"):
        return Outcome(process.wait(), 0.0)
    # What this process used and those it waited for: other children of ours may run meanwhile.
    _pid, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Outcome(process.returncode, usage.ru_utime + usage.ru_stime)
