# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""F1 and *Online Manual* on any of Volant's buttons open the page of the guide that explains it."""

from __future__ import annotations

import bpy

#: Where `docs/` is published; below the website that the manifest names.
PAGES = "https://extensions.blender.org/add-ons/volant/docs/"

_FIRST = "guide/first_bake.md"
_MARKERS = "guide/rooms_and_markers.md"
_SIZES = "guide/voxel_size_and_radius.md"
_AGENTS = "guide/several_agents.md"
_OVERLAY = "guide/reading_the_overlay.md"
_MOVING = "guide/moving_things.md"
_WALKERS = "guide/walkers.md"

#: A pattern, in small letters as Blender asks for it, and the page with its heading. The first that fits counts.
_MAP = (
    ("bpy.ops.volant.add_volume*", f"{_FIRST}#2-add-a-volume"),
    ("bpy.ops.volant.fit_volume*", f"{_FIRST}#2-add-a-volume"),
    ("bpy.ops.volant.add_marker*", f"{_MARKERS}#put-one-in"),
    ("bpy.ops.volant.move_marker*", f"{_MARKERS}#when-a-marker-is-inside-a-wall"),
    ("bpy.ops.volant.frame_island*", f"{_MARKERS}#islands"),
    ("bpy.ops.volant.keep_*", f"{_MARKERS}#islands"),
    ("bpy.ops.volant.bake_preset_add*", f"{_SIZES}#presets"),
    ("bpy.ops.volant.bake*", f"{_FIRST}#3-bake"),
    ("bpy.ops.volant.update*", f"{_MOVING}#update"),
    ("bpy.ops.volant.stop*", f"{_FIRST}#3-bake"),
    ("bpy.ops.volant.clear_bake*", f"{_FIRST}#3-bake"),
    ("bpy.ops.volant.ignore*", "guide/troubleshooting.md"),
    ("bpy.ops.volant.dynamic*", f"{_MOVING}#dynamic-objects"),
    ("bpy.ops.volant.add_path*", f"{_FIRST}#4-see-a-path"),
    ("bpy.ops.volant.remove_path*", f"{_FIRST}#4-see-a-path"),
    ("bpy.ops.volant.choose_path*", f"{_FIRST}#4-see-a-path"),
    ("bpy.ops.volant.path_preset_add*", f"{_AGENTS}#method-and-shape"),
    ("bpy.ops.volant.add_goal*", f"{_AGENTS}#several-goals"),
    ("bpy.ops.volant.remove_goal*", f"{_AGENTS}#several-goals"),
    ("bpy.ops.volant.compare*", f"{_AGENTS}#several-ways"),
    ("bpy.ops.volant.alternatives*", f"{_AGENTS}#several-ways"),
    ("bpy.ops.volant.choose_way*", f"{_AGENTS}#several-ways"),
    ("bpy.ops.volant.*_comparison*", f"{_AGENTS}#several-ways"),
    ("bpy.ops.volant.path_to_curve*", f"{_AGENTS}#flights"),
    ("bpy.ops.volant.fly_among*", f"{_MOVING}#agents-that-react"),
    ("bpy.ops.volant.fly*", f"{_AGENTS}#flights"),
    ("bpy.ops.volant.*_leak*", "guide/finding_leaks.md#where-is-the-hole"),
    ("bpy.ops.volant.*why_not*", "guide/troubleshooting.md#why-is-there-no-path"),
    ("bpy.ops.volant.export_*", f"{_FIRST}#5-export"),
    ("bpy.ops.volant.import_file*", f"{_FIRST}#5-export"),
    ("bpy.types.volantvolume.sources*", f"{_FIRST}#2-add-a-volume"),
    ("bpy.types.volantvolume.collection*", f"{_FIRST}#2-add-a-volume"),
    ("bpy.types.volantvolume.margin*", f"{_FIRST}#2-add-a-volume"),
    ("bpy.types.volantvolume.agent_radius*", f"{_SIZES}#agent-radius"),
    ("bpy.types.volantvolume.voxel_size*", f"{_SIZES}#voxel-size"),
    ("bpy.types.volantvolume.resolution*", f"{_SIZES}#depth-instead-of-size"),
    ("bpy.types.volantvolume.max_depth*", f"{_SIZES}#depth-instead-of-size"),
    *(
        (f"bpy.types.volantvolume.{name}*", f"{_WALKERS}#what-an-agent-can-stand-on")
        for name in ("fly", "walk", "agent_height", "step_height", "max_slope", "floor")
    ),
    *((f"bpy.types.volantvolume.{name}*", f"{_WALKERS}#links") for name in ("jump_length", "drop_height", "take_offs")),
    ("bpy.types.volantlink.*", f"{_WALKERS}#links"),
    ("bpy.ops.volant.add_link*", f"{_WALKERS}#links"),
    ("bpy.types.volantpath.wa*", f"{_WALKERS}#paths"),
    ("bpy.types.volantdisplay.floors*", f"{_WALKERS}#reading-the-floors"),
    ("bpy.types.volantdisplay.links*", f"{_WALKERS}#links"),
    ("bpy.types.volantvolume.live*", f"{_MOVING}#live"),
    ("bpy.types.volantvolume.frame*", f"{_MOVING}#frames"),
    ("bpy.types.volantvolume.bake*", f"{_FIRST}#3-bake"),
    ("bpy.types.volantvolume.exported_to*", f"{_FIRST}#5-export"),
    ("bpy.types.volantvolume.*", f"{_SIZES}#more-under-advanced"),
    ("bpy.types.volantgoal.*", f"{_AGENTS}#several-goals"),
    ("bpy.types.volantpath.volume*", f"{_AGENTS}#method-and-shape"),
    ("bpy.types.volantpath.method*", f"{_AGENTS}#method-and-shape"),
    ("bpy.types.volantpath.shape*", f"{_AGENTS}#method-and-shape"),
    ("bpy.types.volantpath.goals*", f"{_AGENTS}#several-goals"),
    ("bpy.types.volantpath.larger_agent*", f"{_AGENTS}#several-sizes-one-bake"),
    ("bpy.types.volantpath.agent_radius*", f"{_AGENTS}#several-sizes-one-bake"),
    ("bpy.types.volantpath.color*", f"{_OVERLAY}#colors-of-your-own"),
    ("bpy.types.volantobject.ignore*", "guide/troubleshooting.md"),
    ("bpy.types.volantobject.dynamic*", f"{_MOVING}#dynamic-objects"),
    ("bpy.types.volantobject.*", "guide/glossary.md"),
    ("bpy.types.volantdisplay.*", _OVERLAY),
    ("bpy.types.volantscene.active_path*", f"{_FIRST}#4-see-a-path"),
    ("bpy.types.volantscene.active_volume*", f"{_FIRST}#2-add-a-volume"),
    ("bpy.types.volantscene.display*", _OVERLAY),
    ("bpy.types.volantrow.*", f"{_AGENTS}#several-ways"),
    ("bpy.types.volantchoice.*", f"{_AGENTS}#several-ways"),
    ("bpy.types.volantcomparison.*", f"{_AGENTS}#several-ways"),
    ("bpy.types.volantpreferences.budget*", f"{_OVERLAY}#preferences"),
    ("bpy.types.volantpreferences.memory_limit*", f"{_OVERLAY}#preferences"),
    ("bpy.types.volantpreferences.*", f"{_OVERLAY}#colors-of-your-own"),
    # Panels, menus, and whatever comes later.
    ("bpy.ops.volant.*", "guide/README.md"),
    ("bpy.types.volant*", "guide/README.md"),
)


def _pages() -> tuple[str, tuple[tuple[str, str], ...]]:
    return PAGES, _MAP


def register() -> None:
    bpy.utils.register_manual_map(_pages)


def unregister() -> None:
    bpy.utils.unregister_manual_map(_pages)
