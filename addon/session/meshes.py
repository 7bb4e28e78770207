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
        #: By whose mesh it is, and which of the meshes that this object makes.
        self._facts: dict[tuple[str, str | None], dict[int, survey.Facts]] = {}

    def facts(self, depsgraph: bpy.types.Depsgraph, geometry: Geometry) -> survey.Facts:
        """What is known of a mesh that was listed just now; measured if nothing is."""
        known = self._known(geometry)
        if known is None:
            evaluated = sources.find_evaluated(depsgraph, geometry)
            assert evaluated is not None, "it was listed just now"
            known = self.remember(geometry, survey.measure(evaluated))
        return known

    def made_facts(self, evaluated: bpy.types.Object) -> survey.Facts:
        """The same of a mesh that only geometry nodes know, in an instance that is listed just now."""
        geometry = sources.made_geometry_of(evaluated)
        return self._known(geometry) or self.remember(geometry, survey.measure(evaluated))

    def remember(self, geometry: Geometry, facts: survey.Facts) -> survey.Facts:
        """Somebody else has measured a mesh that can be found again."""
        self._facts.setdefault((geometry.name, geometry.library), {})[geometry.made] = facts
        return facts

    def forget(self, geometry: Geometry) -> None:
        """A mesh has changed, and with it all that its object makes of it."""
        self._facts.pop((geometry.name, geometry.library), None)

    def forget_all(self) -> None:
        """There is another past of this file."""
        self._facts.clear()

    def _known(self, geometry: Geometry) -> survey.Facts | None:
        return self._facts.get((geometry.name, geometry.library), {}).get(geometry.made)
