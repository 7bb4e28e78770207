# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A quick look at a volume's sources: how much there is, and whether it is what it was when it was baked."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import bpy
import numpy as np

from ... import navcore
from .. import session
from ..wording import listed
from . import samples, sources
from .motion import motion_of
from .sources import Floats, Geometry, Place


class Facts(NamedTuple):
    """Of one mesh: a checksum of its vertices and faces, its triangles, and a few of them in its own space."""

    checksum: int
    triangles: int
    sample: navcore.Sample


#: An owner's places and meshes, each as one number.
Look = tuple[int, int]


#: In place of the second number: what moves at the frames of a range is told by all that moves it, see `motion`.
MOTION = -1


@dataclass(frozen=True)
class Survey:
    """All sources of a volume: the look of each by its full name, how many triangles they have, and a few of them.

    named : the full names of the sources, and the names of the objects whose meshes they have.
    """

    looks: dict[str, Look]
    triangles: int
    named: frozenset[str] = field(default=frozenset(), compare=False)
    sample: navcore.Sample = field(default=samples.NONE, compare=False)

    def pack(self) -> bytes:
        """To be kept beside a bake."""
        return zlib.compress(json.dumps(self.looks, separators=(",", ":"), sort_keys=True).encode("utf-8"))


class Touched(NamedTuple):
    """What Blender has just evaluated anew.

    places : where objects stand that may have moved and are otherwise the same, one number each, by their names.
    reshaped : the names of objects whose geometry may have changed.
    is_any : whether anything at all may look different, also because objects came, went, or were hidden.
    """

    places: dict[str, int]
    reshaped: frozenset[str]
    is_any: bool


def forget_changed(depsgraph: bpy.types.Depsgraph) -> Touched:
    """Drop what is known of objects whose geometry has just changed, and tell what may look different."""
    places: dict[str, int] = {}
    reshaped: set[str] = set()
    is_any = False
    for update in depsgraph.updates:
        if isinstance(update.id, bpy.types.Object):
            # Of a linked object, its name alone is what its mesh goes by.
            names = {update.id.original.name_full, update.id.original.name}
            if update.is_updated_geometry:
                reshaped |= names
                session.current().meshes.forget(sources.geometry_of(update.id))
            elif update.is_updated_transform:
                places |= dict.fromkeys(names, *_where([sources.matrix_array(update.id.matrix_world)]))
        elif isinstance(update.id, bpy.types.Collection | bpy.types.Scene):
            # Objects come and go, are hidden and shown.
            is_any = True
    return Touched(places, frozenset(reshaped), is_any or bool(places or reshaped))


def touched_sources(known: Survey, touched: Touched) -> list[str]:
    """The names among the sources of a survey that do not look as they did then, or may not; in order."""
    moved = {
        name
        for name in touched.places.keys() & known.named
        if name not in known.looks or known.looks[name][0] != touched.places[name]
    }
    return sorted(moved | touched.reshaped & known.named)


def survey(depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object | None, before: Survey | None = None) -> Survey:
    """Look at the sources of a volume as they are now; without a volume, at everything visible.

    before : an earlier survey, whose sample is taken again where everything still looks the same.
    """
    places, facts = _measured(depsgraph, volume)
    now = summed(places, facts)
    if now == before:
        return replace(now, sample=before.sample)
    sample = samples.world_sample(places, {geometry: known.sample for geometry, known in facts.items()})
    return replace(now, sample=sample)


def without_sample(depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object | None) -> Survey:
    """The same without a sample, for who only compares: samples take longer than all else."""
    return summed(*_measured(depsgraph, volume))


def _measured(
    depsgraph: bpy.types.Depsgraph, volume: bpy.types.Object | None
) -> tuple[list[Place], dict[Geometry, Facts]]:
    """Where the sources of a volume stand, and what is known of their meshes."""
    meshes = session.current().meshes
    places, facts = sources.list_sources(depsgraph, volume, meshes.made_facts)
    for place in places:
        if place.geometry not in facts:
            facts[place.geometry] = meshes.facts(depsgraph, place.geometry)
    return places, facts


def summed(places: Iterable[Place], facts: Mapping[Geometry, Facts]) -> Survey:
    """What stands at these places, by what is known of each mesh."""
    looks: dict[str, Look] = {}
    named: set[str] = set()
    triangles = 0
    standing = [place for place in places if facts[place.geometry].triangles]
    for place, where in zip(standing, _where([place.matrix for place in standing]), strict=True):
        known = facts[place.geometry]
        placed, shaped = looks.get(place.owner, (0, 0))
        # Sums do not depend on the order.
        looks[place.owner] = (placed + where & 0xFFFFFFFF, shaped + known.checksum & 0xFFFFFFFF)
        named |= {place.owner, place.geometry.name}
        triangles += known.triangles
    return Survey(looks, triangles, frozenset(named))


def _where(matrices: Sequence[Floats]) -> list[int]:
    """Places, (4, 4) float64, as one number each, rounded: another Blender may evaluate the last digit otherwise."""
    rounded = np.round(np.array(matrices).reshape(-1, 4, 4)[:, :3], 5) + 0.0
    return [zlib.crc32(place.tobytes()) for place in rounded]


def measure(evaluated: bpy.types.Object) -> Facts:
    """Measure the mesh of an evaluated object."""
    mesh = evaluated.to_mesh()
    try:
        if mesh is None or not len(mesh.polygons):
            return Facts(0, 0, samples.NONE)
        vertices = np.empty(len(mesh.vertices) * 3, np.float32)
        mesh.attributes["position"].data.foreach_get("vector", vertices)
        corners = np.empty(len(mesh.loops), np.int32)
        mesh.attributes[".corner_vert"].data.foreach_get("value", corners)
        checksum = zlib.crc32(corners.tobytes(), zlib.crc32(vertices.tobytes()))
        mesh.calc_loop_triangles()
        triangles = np.empty(len(mesh.loop_triangles) * 3, np.int32)
        mesh.loop_triangles.foreach_get("vertices", triangles)
        soup = vertices.astype(np.float64).reshape(-1, 3)[triangles.reshape(-1, 3)]
        # A bake refuses what is not finite, and says where it is.
        finite = soup[np.isfinite(soup).all(axis=(1, 2))]
        return Facts(checksum, len(soup), navcore.sample_triangles(finite, samples.FEW))
    finally:
        evaluated.to_mesh_clear()


def changes(packed: bytes, now: Survey, only_known: bool) -> str:
    """What became of the sources since a bake, in a few words; empty when nothing that matters did.

    A source that only has another name is the same. With `only_known`, objects that were no sources still are none.
    """
    before = _unpacked(packed)
    if before is None:
        return "what is noted of the sources is damaged"
    looks = dict(now.looks)
    for name in in_motion(packed):
        moved_by = motion_of(name)
        if moved_by is not None:
            looks[name] = (moved_by, MOTION)
    for what, names in _changed(before, looks).items():
        if names and not (only_known and what == "added"):
            return f"{listed(sorted(names))} {what}"
    return ""


def in_motion(packed: bytes) -> frozenset[str]:
    """The full names of the sources that a bake has at several frames; none when that is not told."""
    looks = _unpacked(packed) or {}
    return frozenset(name for name, look in looks.items() if look[1] == MOTION)


def _unpacked(packed: bytes) -> dict[str, Look] | None:
    """What `Survey.pack` was called with; None when it is damaged, nothing when there is none."""
    if not packed:
        return {}
    try:
        return {name: (look[0], look[1]) for name, look in json.loads(zlib.decompress(packed)).items()}
    except (zlib.error, ValueError, AttributeError, TypeError, LookupError):
        return None


def _changed(before: dict[str, Look], now: dict[str, Look]) -> dict[str, list[str]]:
    """The names of sources by what became of them; the first is what matters most."""
    old = {name: look for name, look in before.items() if now.get(name) != look}
    new = {name: look for name, look in now.items() if before.get(name) != look}
    renamed = Counter(old.values()) & Counter(new.values())
    old, new = _without(old, renamed), _without(new, renamed)
    both = old.keys() & new.keys()
    moved = [name for name in both if new[name][1] == old[name][1]]
    return {
        "moved": moved,
        "changed": list(both.difference(moved)),
        "gone": list(old.keys() - new.keys()),
        "added": list(new.keys() - old.keys()),
    }


def _without(looks: dict[str, Look], renamed: Counter[Look]) -> dict[str, Look]:
    """The looks but for those that stand under another name."""
    spare = Counter(renamed)
    left = {}
    for name, look in looks.items():
        if spare[look]:
            spare[look] -= 1
        else:
            left[name] = look
    return left
