# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""One large concave mesh, a rolled-up shell; after the fourth world of [Albertini 2022].

A bake that only looks for surfaces finds free space inside the shell's thickness too; the marker outside
removes it.
"""

import numpy as np
from kit import Kit
from shapes import Solid, directions

LOW, HIGH = (-16.0, -5.0, 0.0), (16.0, 5.0, 32.0)
START, GOAL = (-14.0, -3.6, 2.5), (1.2, -3.6, 15.4)

CENTRE = (0.6, 0.0, 15.2)
TURNS, MOUTH, TWIST = 1.72, 0.07, 0.035
STEPS, LIP = 150, 6
# The shell reaches out of the volume at both ends, so that the only way in is along the roll.
DEPTH, LAYERS, ROUNDING = 5.6, 5, 0.35


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.solid("Shell", _shell(), "Sand", smooth=True)
    kit.ground(-0.1, 130.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(13.5, 0.0, 29.0), max_depth=6)
    kit.sun((0.5, 0.62, -0.6))
    kit.camera((-15.0, -78.0, 25.0), (0.2, 0.0, 14.2), 50.0)


def _shell() -> Solid:
    """Return the roll: a thick band from its mouth to its core, carried along Y with a slight twist."""
    t, half = _band()
    radius = 14.1 - 11.2 * t
    # Two extra rings close to each end round off the rim.
    rings = [(-DEPTH, ROUNDING), (-DEPTH + 0.3 * ROUNDING, 0.3 * ROUNDING)]
    rings += [(y * (DEPTH - ROUNDING), 0.0) for y in np.arange(-LAYERS, LAYERS + 1) / LAYERS]
    rings += [(DEPTH - 0.3 * ROUNDING, 0.3 * ROUNDING), (DEPTH, ROUNDING)]
    vertices = []
    for y, cut in rings:
        x, z = directions(MOUTH + TWIST * y / DEPTH - TURNS * t).T
        for side in (1.0, -1.0):
            r = radius + side * np.maximum(half - cut, half * 0.5)
            vertices.append(np.column_stack([r * x, np.full_like(x, y), r * z]))
    count, last = len(t), 2 * (len(rings) - 1) * len(t)
    faces: list[tuple[int, ...]] = []
    for ring in range(len(rings) - 1):
        first, step = 2 * ring * count, 2 * count
        for i in range(count - 1):
            outer, inner = first + i, first + count + i
            faces.append((outer, outer + 1, outer + 1 + step, outer + step))
            faces.append((inner, inner + step, inner + 1 + step, inner + 1))
        for i in (0, count - 1):
            face = (first + i, first + i + step, first + i + count + step, first + i + count)
            faces.append(face if i == 0 else face[::-1])
    for i in range(count - 1):
        faces.append((i, i + count, i + count + 1, i + 1))
        faces.append((last + i, last + i + 1, last + i + count + 1, last + i + count))
    return np.concatenate(vertices) + CENTRE, faces


def _band() -> tuple[np.ndarray, np.ndarray]:
    """Return positions along the roll, 0 at its mouth and 1 at its core, and half the thickness at each.

    Both lips are half circles, sampled by angle; a lip's length along the roll equals half its thickness.
    """
    quarter = directions(np.arange(1, LIP + 1) / (4 * LIP))
    outer, inner = 0.0092, 0.0235
    t = np.concatenate(
        [
            outer * (1.0 - quarter[:, 0]),
            outer + (1.0 - outer - inner) * np.arange(1, STEPS) / STEPS,
            1.0 - inner * (1.0 - quarter[::-1, 0]),
        ]
    )
    lip = np.concatenate([quarter[:, 1], np.ones(STEPS - 1), quarter[::-1, 1]])
    return t, (1.35 - 0.65 * t) * lip
