# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What each sample world bakes to: counts that do not depend on the machine, and the seconds it took here."""

from __future__ import annotations

import time
from pathlib import Path

import bpy

import volant
from volant import navcore
from volant.addon import sources, volumes

SAMPLES = Path(__file__).resolve().parent.parent / "sample_scenes"


def main() -> None:
    volant.register()
    rows = [
        "| world | triangles | free voxels | leaves | cells | portals | file bytes | seconds |",
        "|---|" + "---:|" * 7,
    ]
    for scene_file in sorted(SAMPLES.glob("*.blend")):
        bpy.ops.wm.open_mainfile(filepath=str(scene_file))
        volume = bpy.context.scene.volant.active_volume
        mesh = sources.gather_triangles(bpy.context.evaluated_depsgraph_get(), volume)
        began = time.perf_counter()
        nav = navcore.bake(*mesh, volumes.bake_config(bpy.context, volume))
        seconds = time.perf_counter() - began
        free = int((nav.cells[:, 1] - nav.cells[:, 0]).prod(axis=1).sum())
        counts = (len(mesh[1]), free, nav.leaf_count, len(nav.cells), len(nav.portals), len(navcore.dumps(nav)))
        rows.append(f"| {scene_file.stem} | {' | '.join(f'{count:,}' for count in counts)} | {seconds:.2f} |")
    volant.unregister()
    print("\n".join(rows))


if __name__ == "__main__":
    main()
