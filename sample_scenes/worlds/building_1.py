# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A town house with four storeys, cut open in front; after the map Building_1 of [Massonnat 2023].

There are stairwells up to the third storey but no way to the attic from inside: one leaves by the open window
on the left and comes in again through the roof.
"""

import masonry
import numpy as np
import props
from kit import Kit
from masonry import BASE, FRONT, HIGH, LOW, VOXEL, Hole, add_cut, layer, lining, place, window
from shapes import Solid, box, join, plate

START, GOAL = (4.6, -7.8, 1.5), (3.0, -7.8, 14.4)

# Voxel layers of the outer walls, of the floors above the ground and of the ridge.
LEFT, RIGHT, BACK = 4, 27, 19
FLOORS = (7, 14, 21)
RIDGE = 30.0
# For each storey the layer of its partition and the door in it, (y low, z low, y high, z high).
PARTITIONS = ((17, (3, 0, 7, 5)), (13, (4, 8, 8, 13)), (18, (3, 15, 7, 20)))
# Stairwells, (x low, y low, x high, y high).
WELLS: tuple[list[Hole], ...] = ([(6, 4, 10, 9)], [(21, 3, 25, 8)], [])
# Windows with panes: in the left wall, in the right wall and in the back wall.
LEFT_WINDOWS: list[Hole] = [(5, 2, 9, 6), (12, 2, 16, 6), (5, 9, 9, 13), (12, 9, 16, 13), (12, 16, 16, 20)]
RIGHT_WINDOWS: list[Hole] = [(y, z, y + 4, z + 4) for z in (2, 9, 16) for y in (5, 12)]
BACK_WINDOWS: list[Hole] = [(x, z, x + 4, z + 4) for z in (2, 9, 16) for x in (7, 21)]
OPEN_WINDOW: Hole = (5, 16, 9, 20)
SKYLIGHT: Hole = (7.0, 4.0, 12.0, 9.0)

# What stands in the rooms: a material and boxes, low and high corner in voxels.
FURNITURE: dict[str, tuple[str, list[tuple[float, ...]]]] = {
    "Sofa": (
        "Sage",
        [
            (7.2, 16.0, 0, 13.8, 18.6, 1.3),
            (7.2, 17.8, 0, 13.8, 18.7, 2.8),
            (6.4, 15.8, 0, 7.3, 18.7, 1.9),
            (13.7, 15.8, 0, 14.6, 18.7, 1.9),
        ],
    ),
    "Low Table": ("Rust", [(9, 11.6, 0.9, 12, 13.8, 1.15), (9.3, 12, 0, 9.6, 13.4, 1), (11.4, 12, 0, 11.7, 13.4, 1)]),
    "Kitchen": ("Steel", [(18.6, 16.6, 0, 26.7, 18.7, 2.1), (18.6, 17.6, 3.8, 22.6, 18.7, 5.6)]),
    "Worktop": ("Chalk", [(18.5, 16.4, 2.05, 26.8, 18.7, 2.3)]),
    "Dining Table": (
        "Rust",
        [(20.4, 8.6, 1.55, 25.0, 11.4, 1.8), (21.0, 9.2, 0, 21.4, 10.8, 1.6), (24.0, 9.2, 0, 24.4, 10.8, 1.6)],
    ),
    "Bath": ("Chalk", [(5.3, 15.4, 7.7, 10.6, 18.5, 9.1)]),
    "Bath Water": ("Slate", [(5.6, 15.7, 9.0, 10.3, 18.2, 9.14)]),
    "Bed": ("Rust", [(17.2, 11.6, 7.7, 22.4, 18.3, 8.4), (17.0, 18.2, 7.7, 22.6, 18.7, 10.6)]),
    "Bedding": (
        "Chalk",
        [(17.4, 11.8, 8.3, 22.2, 18.2, 9.0), (17.8, 16.6, 8.9, 19.6, 18.0, 9.4), (20.0, 16.6, 8.9, 21.8, 18.0, 9.4)],
    ),
    "Blanket": ("Slate", [(17.3, 11.7, 8.4, 22.3, 15.4, 9.12)]),
    "Wardrobe": ("Clay", [(24.0, 15.2, 7.7, 26.8, 18.6, 12.6)]),
    "Bookshelf": ("Rust", [(12.0, 17.4, 14.7, 17.2, 18.7, 19.4)]),
    "Desk": (
        "Rust",
        [(6.2, 16.4, 16.1, 11.0, 18.6, 16.4), (6.4, 16.6, 14.7, 6.8, 18.4, 16.2), (10.4, 16.6, 14.7, 10.8, 18.4, 16.2)],
    ),
    "Linen Press": ("Clay", [(20.4, 17.2, 14.7, 26.4, 18.7, 17.6)]),
    "Trunks": ("Clay", [(20.2, 13.2, 21.7, 23.0, 15.0, 23.1), (11.0, 15.4, 21.7, 13.4, 17.6, 23.3)]),
    "Crates": ("Sand", [(23.3, 12.4, 21.7, 24.9, 14.2, 22.9), (13.6, 15.8, 21.7, 15.2, 17.4, 22.9)]),
}

# Where the rooms are lit, (x, z).
LAMPS = ((10.0, 5.0), (22.0, 5.0), (8.0, 12.0), (20.0, 12.0), (11.0, 19.0), (23.0, 19.0), (16.0, 26.0))


def build(kit: Kit) -> None:
    """Fill the scene."""
    kit.box("Plot", (-11.0, FRONT, -1.0), (11.0, 11.0, BASE - 0.05), "Chalk", 0.0)
    masonry.floored(kit, "Lawn", (-1.0, -1), (LEFT + 0.3, 33.0), "Sage")
    masonry.floored(kit, "Lawn Behind", (LEFT + 0.3, BACK + 0.6), (33.0, 33.0), "Sage")
    masonry.floored(kit, "Drive", (RIGHT + 0.7, -1), (33.0, BACK + 0.6), "Stone")
    masonry.floored(kit, "Boards", (LEFT + 0.5, -1), (RIGHT + 0.5, BACK + 0.5), "Clay")
    _shell(kit)
    _storeys(kit)
    _roof(kit)
    _furniture(kit)
    props.tree(kit, "Near Tree", (*place(1.9, 15.5, 0)[:2], BASE), 3.2)
    props.tree(kit, "Far Tree", (*place(15.0, 27.0, 0)[:2], BASE), 4.4)
    kit.ground(-1.0, 110.0)
    kit.add_navigation(LOW, HIGH, START, GOAL, keep=(-9.0, 0.0, 16.0), voxel_size=VOXEL)
    kit.sun((0.4, 0.8, -0.55))
    for number, (x, z) in enumerate(LAMPS):
        kit.lamp(f"Lamp {number + 1}", place(x, 7.0, z), 170.0, 0.8)
    kit.camera((-15.0, -63.0, 15.5), (0.0, -3.0, 9.6), 43.0)


def _shell(kit: Kit) -> None:
    """Add the outer walls and what is in their windows."""
    eaves = FLOORS[-1] + 0.5
    add_cut(kit, "Left Wall", [layer(0, LEFT, (-1, -1), (BACK + 0.9, eaves), [*LEFT_WINDOWS, OPEN_WINDOW])], "Sand")
    add_cut(kit, "Right Wall", [layer(0, RIGHT, (-1, -1), (BACK + 0.9, eaves), RIGHT_WINDOWS)], "Sand")
    back = layer(1, BACK, (LEFT + 0.2, -1), (RIGHT + 0.8, eaves), BACK_WINDOWS)
    add_cut(kit, "Back Wall", [back], "Sand")
    frames, panes = [], []
    for axis, index, holes in ((0, LEFT, LEFT_WINDOWS), (0, RIGHT, RIGHT_WINDOWS), (1, BACK, BACK_WINDOWS)):
        for hole in holes:
            frame, pane = window(axis, index, hole)
            frames += frame
            panes += pane
    frames += lining(0, LEFT, OPEN_WINDOW)
    kit.solid("Window Frames", join(frames), "Chalk")
    kit.solid("Window Panes", join(panes), "Slate")


def _storeys(kit: Kit) -> None:
    """Add floors with their stairwells and partitions with their doors."""
    for number, (index, wells) in enumerate(zip(FLOORS, WELLS, strict=True)):
        floor = layer(2, index, (LEFT + 0.5, -1), (RIGHT + 0.5, BACK + 0.5), wells, thickness=0.36, recess=0.02)
        add_cut(kit, f"Floor {number + 1}", [floor], "Clay")
    linings = []
    bottoms = (-1.0, FLOORS[0] + 0.5, FLOORS[1] + 0.5)
    for number, ((index, door), bottom, top) in enumerate(zip(PARTITIONS, bottoms, FLOORS, strict=True)):
        wall = layer(0, index, (-1, bottom), (BACK + 0.5, top + 0.5), [door], thickness=0.3, recess=0.04)
        add_cut(kit, f"Partition {number + 1}", [wall], "Chalk")
        linings += lining(0, index, door, sides="uUV")
    kit.solid("Door Frames", join(linings), "Rust")


def _furniture(kit: Kit) -> None:
    """Furnish the rooms; chamfers make the plain boxes softer."""
    for name, (material, boxes) in FURNITURE.items():
        parts = [box(place(*ends[:3]), place(*ends[3:]), 0.06) for ends in boxes]
        x, y, _ = parts[0][0].mean(axis=0)
        kit.solid(name, join(parts), material, location=(x, y, float(parts[0][0][:, 2].min())))


def _roof(kit: Kit) -> None:
    """Add both slopes, the gable behind and the chimney."""
    middle, eaves = (LEFT + RIGHT + 1) / 2.0, FLOORS[-1] + 0.5
    reach = middle - LEFT + 1.0
    slope = (RIDGE - eaves) / (middle - LEFT - 0.5)
    for name, side, holes in (("Left Slope", -1.0, [SKYLIGHT]), ("Right Slope", 1.0, [])):
        inner, outer = place(middle, 0, 0)[0], place(middle + side * reach, 0, 0)[0]
        low = (min(inner, outer), FRONT, 0.0)
        high = (max(inner, outer), place(0, BACK + 1.6, 0)[1], 0.42)
        cuts = [(place(h[0], 0, 0)[0], place(0, h[1], 0)[1], place(h[2], 0, 0)[0], place(0, h[3], 0)[1]) for h in holes]
        vertices, faces = plate(low, high, cuts)
        vertices[:, 2] += RIDGE * VOXEL - slope * np.abs(vertices[:, 0] - inner)
        add_cut(kit, name, [(vertices, faces)], "Rust")
    kit.solid(
        "Gable", _gable(place(middle, 0, 0)[0], (middle - LEFT - 0.3) * VOXEL, eaves * VOXEL, RIDGE * VOXEL), "Sand"
    )
    x, y, _ = place(22.5, 13.5, 0)
    chimney = [
        box((x - 0.5, y - 0.5, (RIDGE - 7.0) * VOXEL), (x + 0.5, y + 0.5, 19.4), 0.06),
        box((x - 0.58, y - 0.58, 19.3), (x + 0.58, y + 0.58, 19.7), 0.06),
    ]
    kit.solid("Chimney", join(chimney), "Clay", location=(x, y, 15.0))


def _gable(x: float, half: float, low: float, high: float) -> Solid:
    """Return the wall below the roof's far end."""
    y = place(0, BACK + 0.5, 0)[1]
    outline = [(x - half, low), (x + half, low), (x, high)]
    vertices = np.array([(a, end, h) for end in (y - 0.25, y + 0.25) for a, h in outline])
    return vertices, [(0, 1, 2), (5, 4, 3), (0, 3, 4, 1), (1, 4, 5, 2), (2, 5, 3, 0)]
