# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What each sample world bakes to: counts that do not depend on the machine, and the seconds it took here."""

from __future__ import annotations

import time

from volant import navcore

from . import scenes


def main() -> None:
    rows = [
        "| world | triangles | free voxels | leaves | cells | portals | file bytes | seconds |",
        "|---|" + "---:|" * 7,
    ]
    for file in sorted(scenes.SAMPLES.glob("*.blend")):
        scene = scenes.read(file.stem)
        began = time.perf_counter()
        nav = navcore.bake(scene.vertices, scene.triangles, scene.config)
        seconds = time.perf_counter() - began
        free = int((nav.cells[:, 1] - nav.cells[:, 0]).prod(axis=1).sum())
        counts = (len(scene.triangles), free, nav.leaf_count, len(nav.cells), len(nav.portals), len(navcore.dumps(nav)))
        rows.append(f"| {file.stem} | {' | '.join(f'{count:,}' for count in counts)} | {seconds:.2f} |")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
