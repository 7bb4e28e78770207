# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measuring one piece of work in a process of its own: its seconds and how far it raises peak memory.

A case is a function named "module:function". It prepares (imports, reads its input) and returns the work,
a function without arguments, and a function that counts what the work returned. Only the work is measured.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
#: What a case counts of its result: figures by name, or lists and tables of figures; JSON carries them.
Counts = dict[str, Any]
Case = tuple[Callable[[], Any], Callable[[Any], Counts]]

_STATUS = Path("/proc/self/status")
#: Marks the line of a child's output that carries its answer; libraries may print lines of their own.
_MARK = "measured "


@dataclass(frozen=True)
class Measurement:
    """What a case took.

    Attributes
    ----------
    seconds : wall clock of the work; of what it did until it met a limit of time or memory; None if the case failed.
    megabytes : rise of the peak resident memory over the state just before the work; None where unknown.
    counts : what the case counted of its result.
    problem : why there is no result, in a few words, or nothing.
    processor : seconds of processor time of the work, of all its threads; None if it did not end.
    """

    seconds: float | None
    megabytes: float | None = None
    counts: Counts = field(default_factory=dict)
    problem: str = ""
    processor: float | None = None

    @property
    def finished(self) -> bool:
        return not self.problem


def measure(case: str, limit: float, **parameters: str | int | float) -> Measurement:
    """Run one case in a fresh process; `limit` bounds the whole process, in seconds."""
    command = [sys.executable, "-s", "-m", "benchmarks.fresh_process", case, json.dumps(parameters)]
    try:
        child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return Measurement(limit, problem=f"> {limit:.0f} s")
    answers = [line for line in child.stdout.splitlines() if line.startswith(_MARK)]
    if not answers:
        said = child.stderr.strip().splitlines() or [f"exit code {child.returncode}"]
        return Measurement(None, problem=said[-1])
    return Measurement(**json.loads(answers[-1].removeprefix(_MARK)))


def middle(runs: list[Measurement]) -> Measurement:
    """The median time and the median memory of several runs; the first failure if one failed."""
    for run in runs:
        if not run.finished:
            return run
    megabytes = [run.megabytes for run in runs if run.megabytes is not None]
    return Measurement(
        median(run.seconds for run in runs if run.seconds is not None),
        median(megabytes) if megabytes else None,
        runs[0].counts,
        processor=median(run.processor for run in runs if run.processor is not None),
    )


def _run(case: str, parameters: dict[str, Any]) -> Measurement:
    module, name = case.split(":")
    work, count = getattr(importlib.import_module(module), name)(**parameters)
    _forget_peak()
    before = _kilobytes("VmRSS")
    _leave_memory_to_others()
    began, began_processor = time.perf_counter(), time.process_time()
    try:
        result = work()
    except MemoryError:
        return Measurement(time.perf_counter() - began, problem="out of memory")
    seconds, processor = time.perf_counter() - began, time.process_time() - began_processor
    peak = _kilobytes("VmHWM")
    # Where the peak could not be reset it includes the preparation's: too high, never too low.
    rise = None if before is None or peak is None else max(0, peak - before) / 1024
    return Measurement(seconds, rise, count(result), processor=processor)


def _leave_memory_to_others() -> None:
    """Let this process fail before the machine runs out of memory, where that can be told to the kernel."""
    if sys.platform == "linux":
        import resource

        everything = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        resource.setrlimit(resource.RLIMIT_AS, (everything * 2 // 3,) * 2)


def _forget_peak() -> None:
    """Set the kernel's record of this process's peak memory back to its present use, where that is allowed."""
    try:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    except OSError:
        return


def resident_megabytes() -> float | None:
    """The memory that this process holds at the moment; None where unknown."""
    kilobytes = _kilobytes("VmRSS")
    return None if kilobytes is None else kilobytes / 1024


def _kilobytes(entry: str) -> int | None:
    """An entry of this process's status; None where there is no such file."""
    try:
        lines = _STATUS.read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) for line in lines if line.startswith(f"{entry}:")), None)


if __name__ == "__main__":
    measured = _run(sys.argv[1], json.loads(sys.argv[2]))
    print(_MARK + json.dumps(measured.__dict__), flush=True)
