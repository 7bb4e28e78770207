# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The progress bar of long work."""

from __future__ import annotations

import bpy

from ..jobs.job import Job


def draw_progress_bar(row: bpy.types.UILayout, job: Job) -> None:
    """How far the work is, what it does, and a button that stops it."""
    row.progress(factor=job.fraction, text=f"{job.stage}  {job.fraction:.0%}")
    row.operator("volant.stop", text="", icon="CANCEL")
