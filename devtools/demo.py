# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The main job on a sample scene: bake, write the file, find a path, render a picture.

Runs inside a Blender environment: `python -m devtools.demo WORLD OUTPUT_FOLDER`.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import bpy

import volant
from sample_scenes import picture
from volant import navcore
from volant.addon.objects import volumes
from volant.addon.scene import sources
from volant.cli.silence import stdout_silenced

WORLDS = Path(__file__).resolve().parent.parent / "sample_scenes"
_RESOLUTION = (1280, 720)
#: Few, because the denoiser hides it and a newcomer waits for it.
_SAMPLES = 16


def main(world: str, output: Path) -> int:
    scene_file = WORLDS / f"{world}.blend"
    if not scene_file.exists():
        known = ", ".join(sorted(path.stem for path in WORLDS.glob("*.blend")))
        print(f"There is no sample world {world!r}; choose one of: {known}", file=sys.stderr)
        return 1
    volant.register()
    try:
        _run(scene_file, output)
    finally:
        volant.unregister()
    return 0


def _run(scene_file: Path, output: Path) -> None:
    nav, path = bake_and_find(scene_file)
    output.mkdir(parents=True, exist_ok=True)
    nav_file, image = (output / f"{scene_file.stem}{suffix}" for suffix in (".volant", ".png"))
    navcore.save(nav, nav_file)
    print("Rendering a picture …", flush=True)
    picture.render(bpy.context.scene, nav.boxes(), path.points, image, resolution=_RESOLUTION, samples=_SAMPLES)
    print(f"Navigation file: {nav_file} ({nav_file.stat().st_size / 1024:.1f} KB)\nPicture:         {image}")


def bake_and_find(scene_file: Path) -> tuple[navcore.NavVolume, navcore.Path]:
    """Open a sample, bake its volume and find its path, and print what came out."""
    with stdout_silenced():
        bpy.ops.wm.open_mainfile(filepath=str(scene_file))
    context = bpy.context
    volume = context.scene.volant.active_volume
    print(f"Opened {scene_file.name} in Blender {bpy.app.version_string}")

    began = time.perf_counter()
    vertices, triangles = sources.gather_triangles(context.evaluated_depsgraph_get(), volume)
    nav = navcore.bake(vertices, triangles, volumes.bake_config(context.scene, volume))
    print(
        f"Baked {len(triangles):,} triangles in {time.perf_counter() - began:.2f} s: "
        f"{nav.leaf_count:,} octree leaves became {len(nav.cells):,} cells with {len(nav.portals):,} portals"
    )

    start = next(candidate for candidate in context.scene.objects if candidate.volant.role == "PATH")
    goal = start.volant.path.goals[0].object
    path = navcore.find_path(nav, start.matrix_world.translation, goal.matrix_world.translation)
    if not path.found:
        raise SystemExit(f"No path from {start.name} to {goal.name}: {path.reason}")
    print(f"Found a path of {path.length:.2f} units from {start.name} to {goal.name}")
    return nav, path


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
