# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What ten thousand updates leave behind: cells beside a bake made anew and beside greedy joining, and memory."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from . import live_policies, meshes
from .fresh_process import Case, Measurement, measure, resident_megabytes
from .greedy_cells import GreedyCells
from .tables import number, span, table, verdict

if TYPE_CHECKING:
    from volant.navcore import NavVolume
    from volant.navcore.arrays import Bools

_UPDATES = 10_000
#: When cells are counted.
_LOOKS = (0, 10, 30, 100, 300, 1_000, 3_000, 10_000)
#: What goes about for that, in units a second.
_SPEED = 8.0
_MOST_SHARE = 1.06
#: Where memory is looked at: a mesh, voxels along its side; after how many updates it should not grow any more, and by
#: how many megabytes it may.
_MESH, _SIDE, _SETTLED, _MOST_GROWTH = "city", 256, 1_000, 8.0


def report(quick: bool, limit: float) -> str:
    """Update many times and say in Markdown what that left."""
    updates = 300 if quick else _UPDATES
    print(f"{updates:,} updates, ours and greedy …", file=sys.stderr, flush=True)
    cells = measure("benchmarks.live_decay:cells", limit, updates=updates)
    print(f"{updates:,} updates of {_MESH} …", file=sys.stderr, flush=True)
    memory = measure("benchmarks.live_decay:memory", limit, updates=updates)
    return "\n".join((*_cell_lines(cells), "", *_memory_lines(memory)))


def cells(updates: int) -> Case:
    """For `fresh_process`: three things that patrol, and how many cells there are now and then."""
    from volant import navcore

    scene, nav = live_policies.world()
    random = np.random.default_rng(3)
    step = _SPEED / live_policies.FRAMES_A_SECOND
    ways = [live_policies.patrol(nav, scene.ends, random, updates, step) for _ball in range(3)]

    def work() -> list[list[float]]:
        live, greedy = navcore.LiveVolume.of(nav), GreedyCells(nav.cells, nav.shape)
        rows = []
        for update in range(updates + 1):
            if update:
                places = [way[update - 1] for way in ways]
                shapes = {
                    f"ball {index}": navcore.Ball(place, live_policies.RADIUS) for index, place in enumerate(places)
                }
                change = live.update(shapes)
                if change.box is not None:
                    greedy.update(_are_free(live.snapshot()))
            if update in _LOOKS:
                rows.append([update, *_counts(live.snapshot(), len(greedy))])
        live.update(dict.fromkeys(live.objects))
        greedy.update(_are_free(live.snapshot()))
        return [*rows, [updates, *_counts(live.snapshot(), len(greedy))]]

    return work, lambda rows: {"rows": rows}


def memory(updates: int) -> Case:
    """For `fresh_process`: a ball that is anywhere in a level, again and again, and the memory held then."""
    from volant import navcore

    mesh = meshes.make(_MESH)
    low, high = mesh.bounds.tolist()
    voxel = mesh.voxel_size(_SIDE)
    config = navcore.BakeConfig(voxel_size=voxel, bounds=(tuple(low), tuple(high)))
    live = navcore.LiveVolume(config, {"level": (mesh.vertices, mesh.triangles)})
    random = np.random.default_rng(4)
    before = live.snapshot()

    def work() -> list[float]:
        held = []
        for update in range(1, updates + 1):
            live.update({"ball": navcore.Ball(random.uniform(*mesh.bounds), 3.2 * voxel)})
            if update in (min(_SETTLED, updates // 2), updates):
                gc.collect()
                held.append(resident_megabytes())
        return held

    def count(held: list[float]) -> dict[str, Any]:
        live.update({"ball": None})
        after = live.snapshot()
        same = all(np.array_equal(getattr(before, name), getattr(after, name)) for name in ("cells", "portals"))
        return {"held": held, "same": same}

    return work, count


def _are_free(nav: NavVolume) -> Bools:
    free = np.zeros(nav.shape, bool)
    for low, high in nav.cells.tolist():
        free[tuple(map(slice, low, high))] = True
    return free


def _counts(nav: NavVolume, greedy: int) -> list[int]:
    """Cells of a bake made anew, ours, greedy ones, and leaves of the octree."""
    from volant import navcore

    anew = navcore.bake_voxels(np.argwhere(~_are_free(nav)), nav.shape)
    return [len(anew.cells), len(nav.cells), greedy, nav.leaf_count]


def _cell_lines(run: Measurement) -> list[str]:
    claim = f"cells stay within {_MOST_SHARE:g} of a bake made anew"
    if not run.finished:
        return [verdict(claim, [run.problem])]
    rows = run.counts["rows"]
    header = ("updates", "made anew", "Volant", "of it", "greedy", "of it", "octree leaves")
    lines = []
    for place, (update, anew, ours, greedy, leaves) in enumerate(rows):
        name = number(update) if place < len(rows) - 1 else "all gone"
        shares = (ours, ours / anew, greedy, greedy / anew)
        lines.append(
            [name, number(anew), *(number(value, 2 * (at % 2)) for at, value in enumerate(shares)), number(leaves)]
        )
    shares = [row[2] / row[1] for row in rows]
    against = [
        f"{share:.2f} after {row[0]:,.0f}" for row, share in zip(rows, shares, strict=True) if share > _MOST_SHARE
    ]
    return [
        "Cells while three things patrol: those of a bake made anew, of the live volume, and of cells that are joined "
        "greedily after each change, which the source tried first [Massonnat 2023, Figure 6.13].",
        "",
        table(header, lines),
        "",
        verdict(claim, against, span(shares, 2)),
    ]


def _memory_lines(run: Measurement) -> list[str]:
    claim = (
        f"from {_SETTLED:,} to {_UPDATES:,} updates of {_MESH} at {_SIDE}³, memory grows by at most {_MOST_GROWTH:g} MB"
    )
    if not run.finished:
        return [verdict(claim, [run.problem])]
    held = run.counts["held"]
    if None in held:
        return [verdict(claim, None)]
    told = f"{held[0]:.0f} MB and {held[1]:.0f} MB"
    return [
        verdict(claim, [told] * (held[1] - held[0] > _MOST_GROWTH), told, here=True),
        verdict(
            "after them, nothing of what moved is left", ["cells differ"] * (not run.counts["same"]), "same arrays"
        ),
    ]
