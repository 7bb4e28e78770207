# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws a bake cut through, like a floor plan: free space tinted, blocked space solid, removed space hatched."""

from __future__ import annotations

from dataclasses import dataclass

import gpu
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from ... import navcore
from ...navcore.geometry.boxes import fill_gaps
from ...navcore.progress import run
from . import batches, box_arrays
from .colors import Color
from .pen import Pen, nearer, placed
from .space import Space, Tinted

#: How strongly free, blocked and removed space are filled, hatched, and cells edged, as a share of opacity.
_FREE, _BLOCKED, _REMOVED, _HATCH, _EDGES = 0.6, 1.0, 0.15, 0.8, 0.5
#: How strongly all of it is drawn where something hides it, so that a plan of a closed house is not lost in it.
_HIDDEN = 0.4
#: As if what covers a plan were drawn so many times.
_OVER = 3
#: Hatching has so many lines along the longer side of the plan, but none closer than so many voxels.
_HATCH_LINES, _CLOSEST = 120, 1.0


@dataclass(frozen=True, eq=False)
class Plan:
    """What is drawn of one layer of voxels, put at 0 on the slice's axis. What there is none of is None."""

    free: Tinted
    edges: Tinted
    extent: box_arrays.Extent
    blocked: gpu.types.GPUBatch | None
    removed: gpu.types.GPUBatch | None
    hatch: gpu.types.GPUBatch | None


def blocked_in_layer(nav: navcore.NavVolume, axis: int, layer: int) -> NDArray[np.int32]:
    """What is neither free nor removed in a layer: (m, 2, 3) int32 voxel boxes, from 0 to 1 on the axis.

    All blocked space of a volume may take seconds, that of a layer does not.
    """
    # Gaps are looked for along the last axis: along the plan's longer side there are few long ones.
    short, long = sorted({0, 1, 2} - {axis}, key=lambda side: int(nav.shape[side]))
    order = [axis, short, long]
    known = [boxes[box_arrays.crossed(boxes, axis, layer)] for boxes in (nav.cells, nav.removed_boxes)]
    flat = np.concatenate(known)[:, :, order]
    flat[:, 0, 0], flat[:, 1, 0] = 0, 1
    shape = nav.shape[order]
    shape[0] = 1
    return run(fill_gaps(flat, shape))[:, :, np.argsort(order)]


def make_plan(nav: navcore.NavVolume, free: Space, axis: int, layer: int) -> Plan:
    """Batches of a layer. `free` are the cells that are shown, which need not be all."""
    chosen = box_arrays.crossed(free.boxes, axis, layer)
    blocked = blocked_in_layer(nav, axis, layer)
    removed = nav.removed()[box_arrays.crossed(nav.removed(), axis, layer)]
    sides = np.delete(nav.shape, axis)
    hatch = box_arrays.hatching(removed, axis, max(_CLOSEST, float(sides.max()) / _HATCH_LINES))
    return Plan(
        free.tinted(lambda boxes: batches.triangles(box_arrays.rectangle_faces(boxes, axis)), chosen),
        free.tinted(lambda boxes: batches.lines(box_arrays.rectangle_edges(boxes, axis)), chosen),
        box_arrays.extent(_flat(free.boxes[chosen], axis)),
        _faces(blocked, axis),
        _faces(removed, axis),
        batches.lines(hatch) if len(hatch) else None,
    )


def draw_plan(pen: Pen, plan: Plan, axis: int, at: float, opacity: float, width: float) -> None:
    """Draw a plan where the slice is, in voxels: strongly where it is seen, and faintly through what hides it."""
    offset = Vector((0.0, 0.0, 0.0))
    offset[axis] = at
    # Floors are often just where a slice is put.
    with nearer(), placed(Matrix.Translation(offset)):
        if not pen.xray:
            pen.part("HIDDEN")
            _draw(pen, plan, _HIDDEN * opacity, width)
        pen.part("VISIBLE")
        _draw(pen, plan, opacity, width)


def cut_faces(boxes: NDArray[np.int32], axis: int, layer: int) -> gpu.types.GPUBatch | None:
    """What a layer of voxels has of some boxes, put at 0 on the axis; None if it has nothing of them."""
    return _faces(boxes[box_arrays.crossed(boxes, axis, layer)], axis)


def draw_cut(pen: Pen, cut: gpu.types.GPUBatch | None, axis: int, at: float, color: Color, opacity: float) -> None:
    """Fill what a slice cuts, over the plan that is there: strongly, or free space below would look through."""
    if cut is None:
        return
    solid = 1.0 - (1.0 - _BLOCKED * opacity) ** _OVER
    offset = Vector((0.0, 0.0, 0.0))
    offset[axis] = at
    with nearer(), placed(Matrix.Translation(offset)):
        if not pen.xray:
            pen.part("HIDDEN")
            pen.faces(cut, color, _HIDDEN * solid)
        pen.part("VISIBLE")
        pen.faces(cut, color, solid)


def _draw(pen: Pen, plan: Plan, opacity: float, width: float) -> None:
    for color, batch in plan.free:
        pen.faces(batch, color, _FREE * opacity)
    crowd = max(1.0, width * pen.scale * pen.crowding(plan.extent))
    for color, batch in plan.edges:
        pen.lines(batch, color, _EDGES * opacity / crowd, width)
    if plan.blocked is not None:
        pen.faces(plan.blocked, pen.palette.blocked, _BLOCKED * opacity)
    if plan.removed is not None:
        pen.faces(plan.removed, pen.palette.removed, _REMOVED * opacity)
    if plan.hatch is not None:
        pen.lines(plan.hatch, pen.palette.removed, _HATCH * opacity, width)


def _faces(boxes: NDArray[np.int32], axis: int) -> gpu.types.GPUBatch | None:
    if not len(boxes):
        return None
    return batches.triangles(box_arrays.rectangle_faces(boxes.astype(np.float32), axis))


def _flat(boxes: box_arrays.Boxes, axis: int) -> box_arrays.Boxes:
    """Boxes of a layer that is one voxel thick."""
    flat = boxes.copy()
    flat[:, 0, axis], flat[:, 1, axis] = 0.0, 1.0
    return flat
