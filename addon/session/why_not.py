# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a path is not found, and the place where something would have to change."""

from __future__ import annotations

from dataclasses import dataclass, replace

import bpy
import numpy as np
from numpy.typing import NDArray

from ... import navcore
from ..objects import paths
from . import current
from .leaks import COLOR
from .questions import PreviewQuestion, Shown

#: So many voxels around a gap it is framed.
_AROUND_A_GAP = 1.0


@dataclass(frozen=True)
class Explained:
    """The answer to the last question.

    path : `session_uid` of the path object; question : what it asked; answer, words : why there is no path.
    way, frame : what is drawn, and (2, 3) world corners around the place; None where there is no place.
    """

    path: int
    question: PreviewQuestion
    answer: navcore.WhyNot
    words: str
    way: Shown | None = None
    frame: NDArray[np.float64] | None = None


def explained(path: int, question: PreviewQuestion, goal: int, answer: navcore.WhyNot, words: str) -> Explained:
    """What is remembered of an answer about one of a path's goals, counted from 0."""
    known = Explained(path, question, answer, words)
    start, end = question.start, question.goals[goal]
    if answer.way is not None:
        # Its cells are those of a smaller agent, whose volume nobody keeps.
        way = Shown(replace(answer.way, cells=()), question.nav, question.owner, start, end, COLOR)
        return replace(known, way=way, frame=answer.place)
    if answer.gap is not None:
        (x, y, z), (u, v, w) = answer.gap.tolist()
        line = navcore.Path(navcore.PathStatus.FOUND, points=answer.gap, length=answer.gap_length)
        around = _AROUND_A_GAP * question.nav.voxel_size
        frame = np.stack((answer.gap.min(axis=0) - around, answer.gap.max(axis=0) + around))
        return replace(known, way=Shown(line, question.nav, question.owner, (x, y, z), (u, v, w), COLOR), frame=frame)
    return known


class LastWhyNot:
    """found : the answer to the last question, whatever became of the path since; None without one."""

    def __init__(self) -> None:
        self.found: Explained | None = None

    def of(self, start: bpy.types.Object) -> Explained | None:
        """Why a path is not found, as long as it asks the same."""
        found = self.found
        if found is None or found.path != start.session_uid:
            return None
        known = current().preview.result(start)
        return found if known is not None and known.question == found.question else None

    def shown(self, scene: bpy.types.Scene) -> list[tuple[Shown, NDArray[np.float64]]]:
        """What is to be drawn of a scene's paths that are not found, each with the place, (2, 3) world corners."""
        drawn = []
        for start in paths.scene_paths(scene):
            found = self.of(start)
            if found is not None and found.way is not None and found.frame is not None and start.visible_get():
                drawn.append((found.way, found.frame))
        return drawn
