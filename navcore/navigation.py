# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a level holds for agents of all kinds: where they fly, where they walk, and the links in between."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from .errors import NavError
from .given import shown
from .links import Links
from .model import NavVolume
from .surface import NavSurface

#: What metadata tells of one kind of part alone.
_OF_VOLUMES, _OF_SURFACES = ("settings", "eroded_from"), ("ground",)


@dataclass(frozen=True, eq=False)
class Navigation:
    """A volume, a surface, or both, and the links between places in them.

    Attributes
    ----------
    volume : the free space that agents fly in; None when there is none.
    surface : the floors that agents walk on; None when there is none.
    links : ways between places that touch nowhere; None when there are none.
    """

    volume: NavVolume | None = None
    surface: NavSurface | None = None
    links: Links | None = None
    #: What was worked out of it, by name, so that it is worked out once; it goes when it goes.
    kept: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        for name, kind in (("volume", NavVolume), ("surface", NavSurface), ("links", Links)):
            part = getattr(self, name)
            if part is not None and not isinstance(part, kind):
                raise NavError(f"the {name} of a Navigation must be a {kind.__name__} or None, not {shown(part)}")
        if self.volume is None and self.surface is None:
            raise NavError("a Navigation holds neither a volume nor a surface; give it one of them, or both")
        if self.links is not None and not len(self.links):
            object.__setattr__(self, "links", None)

    @staticmethod
    def of(baked: Baked) -> Navigation:
        """A volume, a surface or a Navigation as a Navigation."""
        if isinstance(baked, NavVolume):
            return Navigation(volume=baked)
        if isinstance(baked, NavSurface):
            return Navigation(surface=baked)
        if isinstance(baked, Navigation):
            return baked
        raise NavError(f"only a NavVolume, a NavSurface or a Navigation will do, not {shown(baked)}; bake one first")

    @property
    def only(self) -> Baked:
        """The only part there is, or itself when there are several."""
        if self.links is not None or (self.volume is not None and self.surface is not None):
            return self
        return self.the_volume() if self.surface is None else self.surface

    @property
    def metadata(self) -> Mapping[str, Any]:
        """Names and settings of all parts, which both tell alike but for what is of one alone.

        A part may tell what was asked of the other, too, as both do when they come from one file; each is asked for
        its own.
        """
        if self.volume is None:
            return self.the_surface().metadata
        if self.surface is None:
            return self.volume.metadata
        volume = _without("volume", self.volume.metadata, _OF_SURFACES)
        surface = _without("surface", self.surface.metadata, _OF_VOLUMES)
        for key in sorted(volume.keys() & surface.keys()):
            if volume[key] != surface[key]:
                raise NavError(
                    f"the metadata of volume and surface differ in {key!r}: {shown(volume[key])} and "
                    f"{shown(surface[key])}; bake both at once, or give them the same by with_metadata"
                )
        return {**volume, **surface}

    def with_metadata(self, metadata: Mapping[str, Any]) -> Navigation:
        """The same with metadata for all parts."""
        volume, surface = self.volume, self.surface
        return Navigation(
            None if volume is None else replace(volume, metadata=metadata),
            None if surface is None else replace(surface, metadata=metadata),
            self.links,
        )

    def the_volume(self) -> NavVolume:
        """The volume, or a `NavError` that says that there is none."""
        if self.volume is None:
            raise NavError("there is only a surface for agents that walk here, no volume; bake one for fliers, too")
        return self.volume

    def the_surface(self) -> NavSurface:
        """The surface, or a `NavError` that says that there is none."""
        if self.surface is None:
            raise NavError("there is only a volume for agents that fly here, no surface; bake one for walkers, too")
        return self.surface


Baked: TypeAlias = NavVolume | NavSurface | Navigation


def _without(part: str, metadata: object, keys: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(metadata, Mapping):
        raise NavError(f"the metadata of the {part} must be a dict of plain values, not {shown(metadata)}")
    return {key: value for key, value in metadata.items() if key not in keys}
