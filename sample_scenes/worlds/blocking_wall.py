# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A great wall across the whole space, low in one place; after the second world of [Albertini 2022]."""

import numpy as np
import props
from kit import Kit
from shapes import Solid, box, join

LOW, HIGH = (-16.0, -16.0, 0.0), (16.0, 16.0, 24.0)
START, GOAL = (-11.0, 5.0, 2.25), (11.0, 3.0, 2.25)

# Height of the wall's eight panels, from the near end to the far one. The low ones are the way over.
PANELS = (9.0, 9.0, 9.0, 12.0, 15.0, 17.0, 17.0, 15.0)
# The wall stands out of the volume at both ends, so that no gap is left there.
NEAR, WIDTH = -16.8, 4.2

HOUSES = (
    (-12.5, -9.5, 2.6, False),
    (-8.6, -12.2, 2.2, True),
    (-12.8, -4.9, 2.2, True),
    (9.5, -9.0, 2.6, True),
    (12.8, -12.0, 2.2, False),
)
TREES = (
    (-6.0, -8.4, 2.6),
    (-5.2, -2.5, 3.4),
    (-7.2, -0.4, 2.4),
    (-13.5, 11.5, 3.8),
    (-10.6, 13.2, 3.0),
    (6.6, -12.6, 2.8),
    (6.2, -4.6, 3.2),
    (13.2, -5.2, 3.0),
    (9.6, 11.0, 3.8),
    (12.8, 12.6, 3.2),
)


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Plinth", (-17.5, -17.5, -1.2), (17.5, 17.5, -0.05), "Chalk", 0.25)
    _wall(kit)
    _village(kit)
    kit.ground(-1.2, 130.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(-8.0, -8.0, 20.0), max_depth=6)
    kit.sun((0.55, 0.5, -0.75))
    kit.camera((-27.0, -71.0, 38.0), (0.6, 0.0, 7.0), 42.0)


def _wall(kit: Kit) -> None:
    """Add the panels, each with its own top course, and a buttress at every joint."""
    for number, height in enumerate(PANELS):
        near = NEAR + number * WIDTH
        body = box((-1.1, near, -0.05), (1.1, near + WIDTH, height), 0.1)
        top = box((-1.3, near, height), (1.3, near + WIDTH, height + 0.6), 0.1)
        middle = (0.0, near + WIDTH / 2.0, 0.0)
        kit.solid(f"Wall {number + 1}", join([body, top]), "Sand", location=middle)
    for number in range(1, len(PANELS)):
        near = NEAR + number * WIDTH - 0.55
        height = min(PANELS[number - 1 : number + 1]) - 1.5
        buttress = _buttress(near, near + 1.1, height)
        kit.solid(f"Buttress {number}", buttress, "Stone", location=(0.0, near + 0.55, 0.0))


def _buttress(near: float, far: float, height: float) -> Solid:
    """Return a pier on both faces of the wall that narrows towards its top."""
    outline = [(-2.3, -0.05), (2.3, -0.05), (1.45, height), (-1.45, height)]
    vertices = np.array([(x, y, z) for y in (near, far) for x, z in outline])
    sides = [(i, (i + 1) % 4, (i + 1) % 4 + 4, i + 4) for i in range(4)]
    return vertices, [(0, 3, 2, 1)[::-1], (4, 5, 6, 7)[::-1], *(side[::-1] for side in sides)]


def _village(kit: Kit) -> None:
    """Add small things that give the wall its size."""
    for number, (x, y, size, turned) in enumerate(HOUSES):
        props.house(kit, f"House {number + 1}", (x, y, -0.05), size, along_y=turned)
    for number, (x, y, height) in enumerate(TREES):
        props.tree(kit, f"Tree {number + 1}", (x, y, -0.05), height, pointed=number % 3 == 1)
