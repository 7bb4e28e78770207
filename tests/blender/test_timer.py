# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""One timer of Blender's calls everything that is due later; the module form of Blender calls none, so one is lent."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest
from addon_scene import addon


class Clock:
    """Blender's timers and a time that passes only when told to."""

    def __init__(self) -> None:
        self.now, self.calls = 0.0, 0
        self._registered: dict[object, float] = {}

    def monotonic(self) -> float:
        return self.now

    def register(self, function, first_interval: float, persistent: bool) -> None:
        assert persistent, "another file would end it"
        assert function not in self._registered
        self._registered[function] = self.now + first_interval

    def unregister(self, function) -> None:
        del self._registered[function]

    def is_registered(self, function) -> bool:
        return function in self._registered

    def wait(self, seconds: float) -> None:
        """Let time pass, and call as Blender does."""
        end = self.now + seconds
        while min(self._registered.values(), default=math.inf) <= end:
            function, self.now = min(self._registered.items(), key=lambda pair: pair[1])
            self.calls += 1
            again = function()
            # What it registers meanwhile would be a second timer.
            assert len(self._registered) == 1
            if again is None:
                del self._registered[function]
            else:
                self._registered[function] = self.now + again
        self.now = end


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = Clock()
    module = addon("session.timer")
    monkeypatch.setattr(module, "time", clock)
    monkeypatch.setattr(module, "bpy", SimpleNamespace(app=SimpleNamespace(background=False, timers=clock)))
    return clock


@pytest.fixture
def timer(clock):
    return addon("session.timer").Timer()


class Task:
    """Notes when it is called, and does and answers what it is told to."""

    def __init__(self, clock: Clock, answers=(), does=lambda: None) -> None:
        self.called: list[float] = []
        self._clock, self._answers, self._does = clock, list(answers), does

    def __call__(self) -> float | None:
        self.called.append(self._clock.now)
        self._does()
        return self._answers.pop(0) if self._answers else None


def test_a_function_that_is_asked_for_again_rests(timer, clock):
    task = Task(clock)
    for _change in range(5):
        timer.call(task, 0.3)
        clock.wait(0.2)
    assert not task.called
    clock.wait(1.0)
    assert task.called == pytest.approx([1.1])


def test_functions_are_called_when_each_is_due(timer, clock):
    late, soon, often = Task(clock), Task(clock), Task(clock, [0.25] * 3)
    timer.call(late, 60.0)
    timer.call(often, 0.25)
    timer.call(soon, 0.0)
    clock.wait(100.0)
    assert (late.called, soon.called) == ([60.0], [0.0])
    assert often.called == pytest.approx([0.25, 0.5, 0.75, 1.0])
    assert clock.calls <= 6, "Blender is bothered when nothing is due"


def test_functions_may_ask_for_and_drop_others(timer, clock):
    dropped = Task(clock)
    other = Task(clock)
    first = Task(clock, does=lambda: (timer.drop(dropped), timer.call(other, 0.5), timer.call(first_again, 0.0)))
    first_again = Task(clock)
    timer.call(first, 1.0)
    timer.call(dropped, 1.0)
    clock.wait(5.0)
    assert (first.called, other.called, first_again.called, dropped.called) == ([1.0], [1.5], [1.0], [])


def test_one_that_fails_keeps_no_other_from_its_turn(timer, clock, capfd):
    def fail() -> None:
        raise ValueError("this one fails")

    bad, good = Task(clock, [0.1], does=fail), Task(clock, [1.0])
    timer.call(bad, 0.1)
    timer.call(good, 0.1)
    clock.wait(3.0)
    assert (bad.called, good.called) == ([0.1], pytest.approx([0.1, 1.1]))
    assert "this one fails" in capfd.readouterr().err


def test_a_closed_timer_calls_nothing(timer, clock):
    task = Task(clock)
    timer.call(task, 0.1)
    timer.close()
    clock.wait(1.0)
    assert not task.called
    assert not clock._registered


def test_without_a_window_nothing_is_due(timer, clock, monkeypatch):
    monkeypatch.setattr(addon("session.timer").bpy.app, "background", True)
    task = Task(clock)
    timer.call(task, 0.0)
    clock.wait(1.0)
    assert not task.called
