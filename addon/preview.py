# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths as they are shown while their ends move."""

from __future__ import annotations

from dataclasses import dataclass

import bpy

from .. import navcore


@dataclass(frozen=True)
class Shown:
    """One path to one goal, ready to be drawn.

    path : what was found, or why nothing was.
    nav : the volume it runs through; `path.cells` are cells of this one.
    owner : `session_uid` of the volume object; its bake is `nav`, or what a larger agent has of it.
    start, goal : (x, y, z), world, where the artist put them.
    islands : the islands that start and goal are on; -1 where one is in no free space.
    color : red, green and blue, 0 to 1, as the artist chose it.
    """

    path: navcore.Path
    nav: navcore.NavVolume
    owner: int
    start: tuple[float, float, float]
    goal: tuple[float, float, float]
    islands: tuple[int, int]
    color: tuple[float, float, float]


def shown(_scene: bpy.types.Scene) -> list[Shown]:
    """The paths of a scene that are to be drawn, in the order of their names."""
    return []
