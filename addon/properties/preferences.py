# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an artist sets once for all files: the overlay's colours, and how much time and memory Volant may take.

Whoever asks gets what is shipped where there are no preferences: in a Blender that runs Volant without having it
enabled as an add-on, as the demo does.
"""

import bpy
from bpy.props import FloatVectorProperty, IntProperty

from ..overlay import colors
from ..overlay.colors import Color, Palette
from .callbacks import redraw

#: What Blender knows the extension as.
_EXTENSION = __package__.removesuffix(".addon.properties")
#: Milliseconds that searches for paths may keep the window waiting at a time: less than a frame on any screen.
_BUDGET = 10


def _on_screen(name: str, description: str, default: Color) -> object:
    """A colour that is stored as it appears on screen."""
    return FloatVectorProperty(
        name=name, description=description, subtype="COLOR_GAMMA", default=default, min=0.0, max=1.0, update=redraw
    )


def _island(index: int) -> object:
    return _on_screen(
        f"Island {index + 1}",
        f"Cells of island {index + 1}, and of every {len(colors.ISLANDS)}th one after it",
        colors.ISLANDS[index],
    )


def _path(index: int) -> object:
    return FloatVectorProperty(
        name=f"Path {index + 1}",
        description="What new paths are drawn in, by turns; each can be changed in its row of the panel",
        subtype="COLOR",
        default=colors.PATHS[index],
        min=0.0,
        max=1.0,
    )


class VolantPreferences(bpy.types.AddonPreferences):
    """Volant's part of Blender's preferences."""

    bl_idname = _EXTENSION

    island_1: _island(0)
    island_2: _island(1)
    island_3: _island(2)
    island_4: _island(3)
    island_5: _island(4)
    island_6: _island(5)
    island_7: _island(6)
    island_8: _island(7)
    blocked: _on_screen("Blocked Space", "Where the agent cannot be", colors.BLOCKED)
    removed: _on_screen("Removed Space", "Free space that no keep marker keeps", colors.REMOVED)
    wall: _on_screen("Wall", "Where something stops whoever walks", colors.WALL)
    ledge: _on_screen("Ledge", "Where a floor ends, and whoever walks would fall", colors.LEDGE)
    link: _on_screen("Link", "Ladders, jumps, drops, take-offs and landings", colors.LINK)
    not_found: _on_screen("No Path", "The line between two places that nothing connects", colors.NOT_FOUND)
    never: _on_screen("Not Baked", "The box of a volume that was not baked yet", colors.STATES["NEVER"])
    fresh: _on_screen("Up to Date", "The box of a volume whose bake is up to date", colors.STATES["FRESH"])
    stale: _on_screen("Out of Date", "The box of a volume whose bake is out of date", colors.STATES["STALE"])
    path_1: _path(0)
    path_2: _path(1)
    path_3: _path(2)
    path_4: _path(3)
    path_5: _path(4)
    path_6: _path(5)
    budget: IntProperty(
        name="Preview Budget",
        description=(
            "Milliseconds that searches for paths may keep the window waiting at a time; "
            "longer searches go on in slices of this length"
        ),
        default=_BUDGET,
        min=1,
        max=100,
    )
    memory_limit: IntProperty(
        name="Memory Limit",
        description="Memory Limit of new volumes: bakes that would need more megabytes are refused; 0 sets no limit",
        default=0,
        min=0,
    )

    def draw(self, _context: bpy.types.Context) -> None:
        layout = self.layout
        layout.use_property_split = True
        layout.use_property_decorate = False
        work = layout.column(align=True)
        work.prop(self, "budget", text="Preview Budget (ms)")
        work.prop(self, "memory_limit", text="Memory Limit (MB)")
        both = layout.grid_flow(row_major=True, columns=2, even_columns=True)
        for names in (_BOXES, _SPACES, _ISLANDS, _PATHS):
            column = both.column(align=True)
            for name in names:
                column.prop(self, name)


_BOXES = ("never", "fresh", "stale")
_SPACES = ("blocked", "removed", "wall", "ledge", "link", "not_found")
_ISLANDS = tuple(f"island_{number}" for number in range(1, len(colors.ISLANDS) + 1))
_PATHS = tuple(f"path_{number}" for number in range(1, len(colors.PATHS) + 1))


def palette() -> Palette:
    """The overlay's colours."""
    chosen = _chosen()
    if chosen is None:
        return colors.SHIPPED
    plain = {name: _color(chosen, name) for name in (*_BOXES, *_SPACES)}
    return Palette(islands=tuple(_color(chosen, name) for name in _ISLANDS), **plain)


def path_colors() -> tuple[Color, ...]:
    """The colours of new paths in order, linear."""
    chosen = _chosen()
    return colors.PATHS if chosen is None else tuple(_color(chosen, name) for name in _PATHS)


def budget() -> float:
    """Seconds that searches for paths may keep the window waiting at a time."""
    chosen = _chosen()
    return (_BUDGET if chosen is None else chosen.budget) / 1000.0


def memory_limit() -> int:
    """The memory limit of new volumes in megabytes; 0 for none."""
    chosen = _chosen()
    return 0 if chosen is None else chosen.memory_limit


def _chosen() -> bpy.types.AddonPreferences | None:
    """The preferences; None where Volant is not enabled as an add-on."""
    entry: bpy.types.Addon | None = bpy.context.preferences.addons.get(_EXTENSION)
    return entry.preferences if entry is not None else None


def _color(chosen: bpy.types.AddonPreferences, name: str) -> Color:
    red, green, blue = getattr(chosen, name)
    return red, green, blue


def register() -> None:
    bpy.utils.register_class(VolantPreferences)


def unregister() -> None:
    bpy.utils.unregister_class(VolantPreferences)
