# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured of meshes, so that each is measured once and again only after its geometry changed."""

from __future__ import annotations

import bpy

from ..scene import sources, survey
from ..scene.shapes import Geometry


class MeasuredMeshes:
    """Facts by the geometry they were measured of."""

    def __init__(self) -> None:
        self._facts: dict[Geometry, survey.Facts] = {}

    def facts(self, depsgraph: bpy.types.Depsgraph, geometry: Geometry) -> survey.Facts:
        """What is known of a mesh that was listed just now; measured if nothing is."""
        known = self._facts.get(geometry)
        if known is None:
            evaluated = sources.find_evaluated(depsgraph, geometry)
            assert evaluated is not None, "it was listed just now"
            known = self._facts[geometry] = survey.measure(evaluated)
        return known

    def remember(self, geometry: Geometry, facts: survey.Facts) -> None:
        """Somebody else has measured a mesh that can be found again."""
        self._facts[geometry] = facts

    def forget(self, geometry: Geometry) -> None:
        """A mesh has changed."""
        self._facts.pop(geometry, None)

    def forget_all(self) -> None:
        """There is another past of this file."""
        self._facts.clear()
