# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two weirs and a lifted gate between them, to fly over, under and over; after the map Zigzag of [Massonnat 2023].

All three reach out of the volume at both ends. Each stands within one layer of voxels, so that it blocks no
more than itself.
"""

from kit import Kit
from shapes import Solid, box, join, plate, swept

LOW, HIGH = (-10.0, -10.0, 0.0), (10.0, 10.0, 20.0)
START, GOAL = (-8.2, -7.0, 2.2), (8.4, -4.6, 2.2)
VOXEL = 0.625
BASE = -0.05

# The voxel layer of each obstacle along X, how far it reaches along Y, and the middle of its spillway.
FIRST, GATE, SECOND = 7, 15, 24
REACH = 10.9
SPILLWAYS = (1.25, -5.0)
CREST, SILL, CLEARANCE = 10.0, 7.5, 3.75


def middle(layer: int) -> float:
    """Return where the middle of a voxel layer lies along X."""
    return LOW[0] + VOXEL * (layer + 0.5)


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Slab", (-11.6, -12.4, -1.0), (11.6, 12.4, BASE), "Chalk", 0.2)
    _weir(kit, "First Weir", middle(FIRST), SPILLWAYS[0])
    _gate(kit, middle(GATE))
    _weir(kit, "Second Weir", middle(SECOND), SPILLWAYS[1])
    kit.ground(-1.0, 110.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(-8.0, 5.0, 14.0), voxel_size=VOXEL)
    kit.sun((0.45, 0.62, -0.72))
    kit.camera((-11.0, -60.0, 27.0), (0.1, 0.0, 9.8), 38.5)


def _weir(kit: Kit, name: str, x: float, spillway: float) -> None:
    """Add a wall with ribs on both faces and a coping that steps down into the spillway."""
    low, high = spillway - 2.5, spillway + 2.5
    notch = (low - 0.1, SILL - 0.06, high + 0.1, CREST + 1.0)
    parts = [plate((x - 0.2, -REACH, BASE), (x + 0.2, REACH, CREST - 0.06), [notch])]
    ribs = [-10.6 + 21.2 * number / 14 for number in range(15)]
    for y in ribs:
        top = SILL - 0.3 if low - 0.3 < y < high + 0.3 else CREST - 0.3
        parts.append(box((x - 0.27, y - 0.22, BASE), (x + 0.27, y + 0.22, top), 0.04))
    kit.solid(name, join(parts), "Sand", location=(x, 0.0, BASE))
    coping = [
        _course(x, -REACH - 0.04, low - 0.06, CREST),
        _course(x, low - 0.06, high + 0.06, SILL),
        _course(x, high + 0.06, REACH + 0.04, CREST),
    ]
    for y in (low - 0.14, high + 0.14):
        near, far = (x - 0.28, y - 0.12, SILL - 0.3), (x + 0.28, y + 0.12, CREST - 0.05)
        coping.append(box(near, far, 0.04))
    kit.solid(f"{name} Coping", join(coping), "Stone", location=(x, 0.0, CREST))


def _course(x: float, near: float, far: float, top: float) -> Solid:
    """Return a length of coping that ends just below a voxel plane."""
    return box((x - 0.3, near, top - 0.36), (x + 0.3, far, top - 0.02), 0.05)


def _gate(kit: Kit, x: float) -> None:
    """Add the gate, a steel leaf stiffened by ribs, and the portal it hangs in."""
    low, high = CLEARANCE + 0.03, 21.2
    parts = [box((x - 0.06, -REACH, low), (x + 0.06, REACH, high), 0.02)]
    count = 8
    for number in range(count + 1):
        z = low + 0.17 + (high - low - 0.34) * number / count
        parts.append(box((x - 0.28, -REACH, z - 0.15), (x + 0.28, REACH, z + 0.15), 0.03))
    kit.solid("Gate", join(parts), "Steel", location=(x, 0.0, low))
    stiffeners = []
    for number in range(11):
        y = -REACH + 0.15 + (2 * REACH - 0.3) * number / 10
        stiffeners.append(box((x - 0.22, y - 0.1, low), (x + 0.22, y + 0.1, high), 0.02))
    kit.solid("Gate Stiffeners", join(stiffeners), "Slate", location=(x, 0.0, low))
    for name, side in (("Near Pylon", -1.0), ("Far Pylon", 1.0)):
        y = side * 11.1
        pylon = [
            box((x - 0.55, y - 0.6, BASE), (x + 0.55, y + 0.6, 22.4), 0.1),
            box((x - 0.85, y - 0.85, BASE), (x + 0.85, y + 0.85, 0.7), 0.1),
        ]
        kit.solid(name, join(pylon), "Sand", location=(x, y, BASE))
    kit.box("Portal Beam", (x - 0.75, -12.0, 22.4), (x + 0.75, 12.0, 23.1), "Stone", 0.12)
    winch = []
    for y in (-7.0, 7.0):
        winch.append(box((x - 0.6, y - 1.1, 23.05), (x + 0.6, y + 1.1, 23.9), 0.08))
        winch += [swept([(x, y + side, 21.0), (x, y + side, 22.6)], 0.08, 8) for side in (-0.6, 0.6)]
    kit.solid("Winches", join(winch), "Clay", location=(x, 0.0, 23.1))
