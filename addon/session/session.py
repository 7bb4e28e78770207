# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The owner of all that is remembered, and how long that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import change, current
from .bakes import Bakes
from .boxes import Boxes
from .cutting import SceneCut
from .eroding import ErodedVolumes
from .islands import ChosenIsland
from .leaks import LastLeak
from .live_bakes import LiveBakes
from .live_updates import LiveUpdates
from .meshes import MeasuredMeshes
from .moving import MovingThings
from .preview import Preview
from .roles import RoleIndex
from .spare_process import SpareProcess
from .status import Statuses
from .timer import Timer
from .views import Slices
from .watching import Watched
from .why_not import LastWhyNot

if TYPE_CHECKING:
    from ..jobs.job import Job
    from ..operators.long_work import LongWork
    from ..overlay.drawing import Overlay


class Session:
    """What is remembered while a file is open. What belongs to Blender itself is handed on by the session `before`.

    job : the long work under way, one at a time. modal : the operator that follows it in a window. overlay, command :
    what Blender draws with, and what it gave for `blender --command volant`. None where there is none.
    """

    def __init__(self, before: Session | None = None) -> None:
        self.roles = RoleIndex()
        self.bakes = Bakes()
        self.boxes = Boxes()
        self.meshes = MeasuredMeshes()
        self.status = Statuses()
        self.eroded = ErodedVolumes()
        self.moving = MovingThings()
        self.live = LiveBakes()
        self.live_updates = LiveUpdates()
        self.preview = Preview()
        self.leak = LastLeak()
        self.why_not = LastWhyNot()
        self.chosen_island = ChosenIsland()
        self.slices = Slices()
        self.cut = SceneCut()
        self.watched = Watched()
        self.job: Job | None = None
        self.timer = before.timer if before else Timer()
        self.spare_process = before.spare_process if before else SpareProcess()
        self.modal: LongWork | None = before.modal if before else None
        self.overlay: Overlay | None = before.overlay if before else None
        self.command: object | None = before.command if before else None

    def begin_job(self, job: Job) -> None:
        """There is a job under way now."""
        self.job = job

    def end_job(self) -> None:
        """There is no job under way any more; one that is, is stopped."""
        job, self.job = self.job, None
        if job is not None:
            job.close()

    def close(self) -> None:
        """Stop what is under way, and drop what is drawn."""
        self.end_job()
        self.preview.close()
        self.live_updates.close()
        self.cut.mend()
        if self.overlay is not None:
            self.overlay.forget_batches()


def register() -> None:
    """Begin to remember."""
    change(Session())


def renew() -> None:
    """Another file is open: nothing that was known holds."""
    before = current()
    before.close()
    change(Session(before))


def unregister() -> None:
    """Forget everything, and leave nothing under way."""
    last = current()
    last.close()
    # After all that may have used one.
    last.spare_process.end()
    last.timer.close()
    change(None)
