# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bake in steps: with threads or without, the same arrays; and an end whenever it is asked for."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import golden_bakes  # noqa: E402
from scenes import box_mesh  # noqa: E402

from volant import navcore  # noqa: E402
from volant.navcore import workers  # noqa: E402
from volant.navcore.progress import Steps  # noqa: E402

#: Everything that may take long, with `bpy` loaded, where nothing may start a thread.
_IN_BLENDER = """
import json, sys, threading, types

sys.modules["bpy"] = types.ModuleType("bpy")

def refuse(thread):
    raise AssertionError(f"{thread} was started in Blender's process")

threading.Thread.start = refuse
sys.path.insert(0, sys.argv[1])
import golden_bakes
from volant import navcore

nav = navcore.bake_voxels([(3, 3, 3), (9, 2, 4)], (12, 9, 8))
navcore.dumps(navcore.erode(nav, 1.5))
navcore.with_clearance(navcore.with_landmarks(nav, 2))
ends = nav.boxes().mean(axis=1)[[0, -1]]
navcore.find_path(nav, *ends)
navcore.find_paths(nav, ends[0], ends)
navcore.k_routes(nav, *ends, 2)
navcore.find_leak(nav, ends[0])
navcore.why_not(navcore.erode(nav, 2.5), *ends, [(0, 0, 0)], [(0, 0, 0)])
json.dump(golden_bakes.hashes(navcore, 5), sys.stdout)
assert threading.active_count() == 1
"""


def test_no_thread_starts_in_blenders_process_and_bakes_are_the_same():
    arguments = [sys.executable, "-c", _IN_BLENDER, str(ROOT)]
    child = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stderr
    assert json.loads(child.stdout) == golden_bakes.EXPECTED


@pytest.fixture
def without_threads(monkeypatch):
    """As in Blender's process."""
    monkeypatch.setattr(workers, "may_start_threads", lambda: False)


def _volume() -> navcore.NavVolume:
    return navcore.bake(*golden_bakes.mesh(1), navcore.BakeConfig(voxel_size=0.5))


#: Every kind of long work.
_WORK = {
    "bake": lambda: navcore.bake_steps(*box_mesh((0, 0, 0), (1, 1, 1)), navcore.BakeConfig(max_depth=4)),
    "bake for a radius": lambda: navcore.bake_steps(
        *box_mesh((0, 0, 0), (1, 1, 1)), navcore.BakeConfig(max_depth=4, agent_radius=0.2)
    ),
    "erode": lambda: navcore.erode_steps(_volume(), 0.6),
    "dumps": lambda: navcore.dumps_steps(_volume()),
    "clearance": lambda: navcore.with_clearance_steps(_volume()),
}


@pytest.mark.parametrize("kind", _WORK)
def test_steps_go_forward_and_any_of_them_can_be_the_last(kind, without_threads):
    fractions = [fraction for fraction, _stage in _WORK[kind]()]
    assert len(fractions) > 2
    assert fractions == sorted(fractions)
    assert 0.0 <= fractions[0] <= fractions[-1] <= 1.0
    for count in range(1, len(fractions) + 1, max(1, len(fractions) // 12)):
        steps = _WORK[kind]()
        for _step in range(count):
            next(steps)
        steps.close()
        assert next(steps, "nothing") == "nothing"


def test_work_that_nobody_wants_ends_at_its_next_pause():
    paused, wanted, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> Steps[None]:
        try:
            while True:
                paused.set()
                wanted.wait()
                yield 0.5, "Working"
        finally:
            ended.set()

    steps = workers.run_in_order(work, [()], "Working")
    next(steps)
    paused.wait()
    # Does not wait for the work.
    steps.close()
    assert not ended.is_set()
    wanted.set()
    assert ended.wait(60)


class _EndsJustThen(Future):
    """Work that ends right after somebody has lost patience with it."""

    def __init__(self, outcome: str | Exception) -> None:
        super().__init__()
        self._outcome = outcome

    def result(self, timeout=None):
        if self.done():
            return super().result(timeout)
        if isinstance(self._outcome, Exception):
            self.set_exception(self._outcome)
        else:
            self.set_result(self._outcome)
        raise TimeoutError("still under way")


class _Pool(ThreadPoolExecutor):
    def __init__(self, future: Future) -> None:
        super().__init__(1)
        self._future = future

    def submit(self, *_work):
        return self._future


def _wait_for(future: Future) -> object:
    task = workers._Task(_Pool(future), iter(()), "Working", threading.Event())
    return navcore.run(task.wait())


def test_work_that_ends_when_patience_does_has_its_own_outcome():
    assert _wait_for(_EndsJustThen("done")) == "done"
    with pytest.raises(TimeoutError, match="of the work"):
        _wait_for(_EndsJustThen(TimeoutError("of the work")))


def test_an_error_of_work_in_a_thread_is_its_own():
    def work() -> Steps[None]:
        yield 0.0, "Working"
        raise TimeoutError("of the work")

    with pytest.raises(TimeoutError, match="of the work"):
        navcore.run(workers.run_in_order(work, [(), ()], "Working"))


def test_no_room_for_threads_is_no_memory(monkeypatch):
    """As on machines with many cores and little memory, where each thread has a stack of its own."""

    def refuse(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(MemoryError, match="no thread"):
        navcore.bake(*box_mesh((0, 0, 0), (1, 1, 1)), navcore.BakeConfig(max_depth=4))
