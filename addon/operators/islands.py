# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Look at an island of a bake, and keep some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import bpy
import numpy as np

from ... import navcore
from .. import session
from ..objects import paths, volume_box
from ..objects.empties import select_only
from ..objects.markers import add_marker
from ..properties import callbacks
from ..scene.precision import Corner
from ..session import handlers
from ..session.bakes import StillSpace
from ..session.islands import island_at, keepers_of, main_space
from ..wording import counted, listed, sentence
from .framing import look_at
from .preconditions import needs_bake, needs_object_mode, needs_path, needs_volume

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems

#: From how many times the length of its diagonal a box is seen whole, with room for the sidebar.
_VIEW_DIAGONALS = 1.6


def _number() -> object:
    return bpy.props.IntProperty(
        name="Number", description="Which of the islands, as the panel counts them, from 1", default=1, min=1
    )


class VOLANT_OT_frame_island(bpy.types.Operator):
    """Bring this island into view and draw it alone; once more to draw all"""

    bl_idname = "volant.frame_island"
    bl_label = "Frame Island"

    number: _number()

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return needs_bake(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        volume = context.scene.volant.active_volume
        chosen = session.current().chosen_island
        try:
            island = _island(volume, self.number)
        except navcore.NavError as error:
            self.report({"ERROR"}, sentence(str(error)))
            return {"CANCELLED"}
        if chosen.of(volume) is island:
            chosen.choose(volume, None)
        else:
            chosen.choose(volume, island)
            look_at(
                context, island.bounds, _VIEW_DIAGONALS * float(np.linalg.norm(island.bounds[1] - island.bounds[0]))
            )
        callbacks.redraw(None, context)
        return {"FINISHED"}


class VOLANT_OT_keep_island(bpy.types.Operator):
    """Put a keep marker into this island; the next bake removes what no marker is in"""

    bl_idname = "volant.keep_island"
    bl_label = "Keep Island"
    bl_options = {"REGISTER", "UNDO"}

    number: _number()

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _can_keep(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        volume = context.scene.volant.active_volume
        try:
            return _keep(self, context, [_island(volume, self.number)])
        except navcore.NavError as error:
            self.report({"ERROR"}, sentence(str(error)))
            return {"CANCELLED"}


class VOLANT_OT_keep_largest(bpy.types.Operator):
    """Put a keep marker into the largest island; the next bake removes what no marker is in"""

    bl_idname = "volant.keep_largest"
    bl_label = "Keep Largest"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _can_keep(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        try:
            volume = context.scene.volant.active_volume
            return _keep(self, context, navcore.islands(_space(volume))[:1])
        except navcore.NavError as error:
            self.report({"ERROR"}, sentence(str(error)))
            return {"CANCELLED"}


class VOLANT_OT_keep_reachable(bpy.types.Operator):
    """Put a keep marker into every island that a path starts in; the next bake removes what no marker is in"""

    bl_idname = "volant.keep_reachable"
    bl_label = "Keep Reachable From Path Starts"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _can_keep(cls, context) and needs_path(cls, context)

    def execute(self, context: bpy.types.Context) -> set[OperatorReturnItems]:
        try:
            return _keep(self, context, self._started_in(context))
        except navcore.NavError as error:
            self.report({"ERROR"}, sentence(str(error)))
            return {"CANCELLED"}

    def _started_in(self, context: bpy.types.Context) -> list[navcore.Island]:
        """The islands that paths through the active volume start in. Those that start nowhere are named."""
        volume = context.scene.volant.active_volume
        space = _space(volume)
        starts = [start for start in paths.scene_paths(context.scene) if start.volant.path.volume == volume]
        if not starts:
            raise navcore.NavError(f"no path leads through {volume.name}; add one, or choose another volume")
        found, lost = [], []
        for start in starts:
            island = island_at(space, paths.place_of(start))
            if island is None:
                lost.append(start.name)
            elif island not in found:
                found.append(island)
        if not found:
            raise navcore.NavError(f"no path starts in free space of {volume.name}; move {listed(lost)} into it")
        if lost:
            self.report({"WARNING"}, f"Not in free space of {volume.name}: {listed(lost)}")
        return found


def _can_keep(operator: type[bpy.types.Operator], context: bpy.types.Context) -> bool:
    return needs_object_mode(operator, context) and needs_volume(operator, context) and needs_bake(operator, context)


def _space(volume: bpy.types.Object) -> StillSpace:
    """Whose islands are listed; `NavError` says why there are none."""
    session.current().bakes.require_whole(volume)
    space = main_space(volume)
    assert space is not None, "a bake holds something"
    return space


def _island(volume: bpy.types.Object, number: int) -> navcore.Island:
    """An island by its number, from 1; `NavError` when there is none."""
    found = navcore.islands(_space(volume))
    for island in found:
        if island.number == number - 1:
            return island
    raise navcore.NavError(f"{volume.name} has {counted(len(found), 'island')}, so there is no island {number}")


def _keep(
    operator: bpy.types.Operator, context: bpy.types.Context, wanted: Sequence[navcore.Island]
) -> set[OperatorReturnItems]:
    """Put a keep marker into each island that has none yet; `NavError` when its place is no longer in the volume."""
    volume = context.scene.volant.active_volume
    space = _space(volume)
    keepers = keepers_of(context.scene, volume, space)
    places = [_place_in(volume, space, island) for island in wanted if island.number not in keepers]
    if not places:
        names = listed(sorted({keepers[island.number] for island in wanted}))
        operator.report({"INFO"}, f"Kept already, by {names}" if names else f"{volume.name} has no free space")
        return {"CANCELLED"}
    made = [add_marker(context, place) for place in places]
    select_only(context, *made)
    context.view_layer.update()
    handlers.refresh_now(context)
    names = listed([marker.name for marker in made])
    operator.report({"INFO"}, f"Added {names}; bake to remove what no marker is in")
    return {"FINISHED"}


def _place_in(volume: bpy.types.Object, space: StillSpace, island: navcore.Island) -> Corner:
    """Where a marker keeps an island, in the volume's box: the last layer of voxels may be partly beyond that."""
    low, high = volume_box.world_box(volume)
    x, y, z = np.clip(island.point, low, high).tolist()
    found = island_at(space, (x, y, z))
    if found is None or found.number != island.number:
        raise navcore.NavError(f"{volume.name} is not where it was baked; bake it again first")
    return x, y, z
