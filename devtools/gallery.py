# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small picture of every sample world with its cells and its path, for the README.

Runs inside a Blender environment: `python -m devtools.gallery OUTPUT_FOLDER [WORLD …]`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import bpy

import volant
from sample_scenes import picture

from .demo import WORLDS, bake_and_find

_RESOLUTION = (640, 360)
_SAMPLES = 24


def main(output: Path, names: list[str]) -> int:
    output.mkdir(parents=True, exist_ok=True)
    volant.register()
    try:
        for scene_file in sorted(WORLDS.glob("*.blend")):
            if not names or scene_file.stem in names:
                nav, path = bake_and_find(scene_file)
                target = output / f"{scene_file.stem}.jpg"
                picture.render(
                    bpy.context.scene, nav.boxes(), path.points, target, resolution=_RESOLUTION, samples=_SAMPLES
                )
                print(target, flush=True)
    finally:
        volant.unregister()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
