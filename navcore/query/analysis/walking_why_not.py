# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why there is no walk between two points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Float64s
from ...config import PathConfig
from ...progress import Steps, part
from ..status import PathStatus
from ..stopwatch import Stopwatch
from .floor_gap import floor_gap
from .why_not import Obstacle, WhyNot

if TYPE_CHECKING:
    from ..walking.questions import FloorQuestions


def walking_why_not_steps(
    questions: FloorQuestions, start: Float64s, goal: Float64s, config: PathConfig
) -> Steps[WhyNot]:
    """What `Navigator.why_not` tells on a surface; from one point to another, (1, 3) world each."""
    surface = questions.surface
    (path,) = yield from part(questions.answers(start, goal, config, Stopwatch()), 0.0, 0.5)
    radius, step = surface.agent_radius, surface.step_height
    match path.status:
        case PathStatus.FOUND:
            return WhyNot(Obstacle.NONE, path, radius, step_height=step)
        case PathStatus.LIMIT_REACHED:
            return WhyNot(Obstacle.LIMIT_REACHED, path, radius, step_height=step)
        case PathStatus.DIFFERENT_ISLANDS:
            ends = surface.nearest(np.concatenate((start, goal)))[1]
            gap = yield from part(floor_gap(surface, path.islands, ends), 0.5, 1.0)
            return WhyNot(
                Obstacle.APART, path, radius, gap=gap.points, step_height=step, borders=gap.borders
            )  # fmt: skip
    is_start = path.status is PathStatus.START_OUTSIDE
    end = start if is_start else goal
    return WhyNot(
        Obstacle.START_OUTSIDE if is_start else Obstacle.GOAL_OUTSIDE,
        path,
        radius,
        gap=np.concatenate((end, surface.nearest(end)[1])),
        step_height=step,
    )
