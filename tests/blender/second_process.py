# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of long work ask of the process beside Blender."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import bpy
from addon_scene import addon, session


def folders() -> list[Path]:
    return sorted(Path(bpy.app.tempdir).glob("volant-*"))


def pid_of(process) -> int:
    return process._popen.pid


def begun(volume):
    """A bake as the operator begins it in a window."""
    job = addon("jobs.baking").BakeJob(bpy.context, volume)
    session().begin_job(job)
    return job


def until_asked(job, process) -> None:
    """Go on until a stopped process has its question."""
    while not process.asked.exists() or not job.waits:
        assert not job.advance(0.0)


def stopped(process):
    """Have a process stand still, so that it does not answer."""
    os.kill(pid_of(process), signal.SIGSTOP)
