# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Distances between points, segments and segments in plan, and where a line comes within a radius of a segment."""

from __future__ import annotations

import numpy as np

from ..arrays import Bools, Float64s

#: A line that runs along a segment closer than this is taken as beside it.
_LEAST = 1e-12


def point_to_segment(point: Float64s, start: Float64s, end: Float64s) -> Float64s:
    """Squared distances of points from segments: all (k, 2), to (k,)."""
    run, off = end - start, point - start
    squared = run[:, 0] * run[:, 0] + run[:, 1] * run[:, 1]
    share = off[:, 0] * run[:, 0] + off[:, 1] * run[:, 1]
    share = np.clip(share / np.where(squared > 0.0, squared, 1.0), 0.0, 1.0)
    x, y = off[:, 0] - share * run[:, 0], off[:, 1] - share * run[:, 1]
    return x * x + y * y


def segment_to_segment(start: Float64s, end: Float64s, other_start: Float64s, other_end: Float64s) -> Float64s:
    """Squared distances between segments, 0 where they cross: all (k, 2), to (k,)."""
    least = np.minimum(
        np.minimum(point_to_segment(start, other_start, other_end), point_to_segment(end, other_start, other_end)),
        np.minimum(point_to_segment(other_start, start, end), point_to_segment(other_end, start, end)),
    )
    least[_cross(start, end, other_start, other_end)] = 0.0
    return least


def _cross(start: Float64s, end: Float64s, other_start: Float64s, other_end: Float64s) -> Bools:
    run, other = end - start, other_end - other_start
    one, two = other_start - start, other_end - start
    three = start - other_start
    four = end - other_start
    this_side = (run[:, 0] * one[:, 1] - run[:, 1] * one[:, 0]) * (run[:, 0] * two[:, 1] - run[:, 1] * two[:, 0])
    that_side = other[:, 0] * three[:, 1] - other[:, 1] * three[:, 0]
    that_side *= other[:, 0] * four[:, 1] - other[:, 1] * four[:, 0]
    crossing: Bools = (this_side < 0.0) & (that_side < 0.0)
    return crossing


def line_meets_side(point: Float64s, way: Float64s, start: Float64s, end: Float64s, radius: float) -> Float64s:
    """How far points go along unit vectors until they are as near as `radius` to the straight side of a segment.

    point, way, start, end : (k, 2) float64, the points farther away than that. Returns (k,), inf where they never are.
    """
    run = end - start
    length = np.sqrt(run[:, 0] * run[:, 0] + run[:, 1] * run[:, 1])
    unit = run / np.where(length > 0.0, length, 1.0)[:, None]
    off = point - start
    away = off[:, 1] * unit[:, 0] - off[:, 0] * unit[:, 1]
    speed = way[:, 1] * unit[:, 0] - way[:, 0] * unit[:, 1]
    nearing = np.where(away >= 0.0, -speed, speed)
    gone = (np.abs(away) - radius) / np.where(nearing > _LEAST, nearing, 1.0)
    along = (off[:, 0] + gone * way[:, 0]) * unit[:, 0] + (off[:, 1] + gone * way[:, 1]) * unit[:, 1]
    meets = (nearing > _LEAST) & (gone >= -1e-9) & (along >= 0.0) & (along <= length) & (length > 0.0)
    return np.where(meets, gone, np.inf)


def line_meets_disc(point: Float64s, way: Float64s, middle: Float64s, radius: float) -> Float64s:
    """How far points go along unit vectors until they are as near as `radius` to others; inf where they never are.

    A point that is nearer already and goes nearer still goes no way.
    """
    off = point - middle
    nearing = -(off[:, 0] * way[:, 0] + off[:, 1] * way[:, 1])
    past = off[:, 0] * off[:, 0] + off[:, 1] * off[:, 1] - radius * radius
    root = nearing * nearing - past
    gone = nearing - np.sqrt(np.maximum(root, 0.0))
    return np.where((nearing > 0.0) & (root >= 0.0), np.maximum(gone, 0.0), np.inf)
