# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The boxes of volumes, for properties, which know of no objects, and kept apart from each other."""

from __future__ import annotations

import bpy

from ..objects import volume_box, volumes


class Boxes:
    """How large volumes are."""

    def size_of(self, volume: bpy.types.Object) -> tuple[float, float, float]:
        """The sides of a volume's box, in scene units."""
        return volume_box.size_of(volume)

    def resize(self, volume: bpy.types.Object, size: tuple[float, float, float]) -> None:
        """Set the sides of a volume's box, in scene units, around the same middle."""
        volume_box.set_size(volume, size)

    def keep_apart(self, scene: bpy.types.Scene) -> None:
        """Give each volume a lattice of its own: linked duplicates, as Alt D makes them, would change their size
        together."""
        for volume in volumes.local_volumes(scene):
            volume_box.own_lattice(volume)
