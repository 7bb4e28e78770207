# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a change costs that is not a bake: things that move through levels, each case in a fresh process.

All times are of the processor, the medians of many moves; every so often the volume is compared with one made anew.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import live_decay, live_policies, meshes, page
from .fresh_process import Case, Measurement, measure
from .tables import HERE, NONE, number, table, verdict

if TYPE_CHECKING:
    from volant.navcore import BakeConfig, LiveVolume

PARTS = {
    "updates": "Live: updates beside bakes",
    "policies": "Live: every change and last moment",
    "decay": "Live: ten thousand updates",
}
#: Worlds, voxels along a side and radius in voxels; and whether the scene is known or only its bake.
_CASES = (("terrain", 256, 0.0, True), ("city", 256, 0.0, True), ("city", 256, 1.5, True), ("terrain", 512, 0.0, False))
#: Milliseconds that an update may take, with the scene and without it; how many times under a bake.
_MOST_WITH, _MOST_WITHOUT, _LEAST_RATIO = 7.0, 1.5, 100.0
_HEADER = (
    *("world", "voxels", "radius", "moved", "moves", "equal to anew"),
    *(f"{name} {HERE}" for name in ("bake ms", "update ms", "95 %", "bake / update")),
)


def main() -> None:
    options = read_options()
    page.write("live", parts(options), options.output)


def parts(options: argparse.Namespace) -> list[page.Part]:
    """What to measure, and how."""
    moves = 60 if options.quick else 600
    reports = {
        "updates": lambda: report_updates(moves, options.limit),
        "policies": lambda: live_policies.report(options.quick, options.limit),
        "decay": lambda: live_decay.report(options.quick, options.limit),
    }
    return page.chosen("live", PARTS, reports, options)


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """From the command line, unless given."""
    parser = page.parser("live", __doc__, PARTS)
    parser.add_argument("--limit", type=float, default=240.0, help="of each process, in seconds (default: %(default)s)")
    return parser.parse_args(arguments)


def report_updates(moves: int, limit: float) -> str:
    """Things moved through levels, and what each move costs."""
    runs = {}
    for world, side, radius, has_scene in _CASES:
        print(f"moving through {world} at {side}³ …", file=sys.stderr, flush=True)
        settings = {"world": world, "side": side, "radius": radius, "has_scene": has_scene, "moves": moves}
        runs[world, side, radius, has_scene] = measure("benchmarks.live:case", limit, **settings)
    rows = [_row(*key, run) for key, run in runs.items()]
    return "\n".join((table(_HEADER, rows), "", *_verdicts(runs)))


def case(world: str, side: int, radius: float, has_scene: bool, moves: int) -> Case:
    """For `fresh_process`: a thing moved many times; a turned box where the scene is known, a ball where it is not."""
    from volant import navcore

    mesh = meshes.make(world)
    low, high = mesh.bounds.tolist()
    voxel = mesh.voxel_size(side)
    config = navcore.BakeConfig(voxel_size=voxel, agent_radius=radius * voxel, bounds=(tuple(low), tuple(high)))
    began = time.process_time()
    nav = navcore.bake(mesh.vertices, mesh.triangles, config)
    baked = time.process_time() - began
    live = navcore.LiveVolume(config, {"level": (mesh.vertices, mesh.triangles)}) if has_scene else None
    live = live or navcore.LiveVolume.of(nav)
    random = np.random.default_rng(5)

    def thing() -> Any:
        place = mesh.bounds[0] + random.uniform(0.05, 0.95, 3) * (mesh.bounds[1] - mesh.bounds[0])
        if has_scene:
            return meshes.box(place, random.uniform(2.0, 6.0, 3) * voxel, random.uniform(0.0, 3.0))
        return navcore.Ball(place, 3.2 * voxel)

    def work() -> tuple[list[float], list[bool]]:
        return _moved(live, thing, moves, lambda box: _anew(mesh, config, box) if has_scene else None)

    def count(result: tuple[list[float], list[bool]]) -> dict[str, Any]:
        took, equal = result
        live.update({"thing": None})
        equal.append(_is_same(live.snapshot(), nav))
        milliseconds = [float(np.percentile(took, share)) * 1e3 for share in (50, 95)]
        return {"bake": baked * 1e3, "update": milliseconds[0], "most": milliseconds[1], "equal": equal, "moves": moves}

    return work, count


def _moved(
    live: LiveVolume, thing: Callable[[], Any], moves: int, anew: Callable[[Any], Any]
) -> tuple[list[float], list[bool]]:
    """Processor seconds of each move, and whether the volume equalled one made anew, five times on the way."""
    took, equal = [], []
    for move in range(moves):
        shape = thing()
        began = time.process_time()
        live.update({"thing": shape})
        took.append(time.process_time() - began)
        wanted = anew(shape) if move % max(moves // 5, 1) == 0 else None
        if wanted is not None:
            equal.append(_is_same(live.snapshot(), wanted))
    return took, equal


def _anew(mesh: meshes.Mesh, config: BakeConfig, thing: tuple[Any, Any]) -> Any:
    from volant import navcore

    return navcore.bake(*meshes.joined([(mesh.vertices, mesh.triangles), thing]), config)


def _is_same(one: Any, other: Any) -> bool:
    """Whether two volumes have the same cells, portals and components, in the same order."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("cells", "portals", "components"))


def _row(world: str, side: int, radius: float, has_scene: bool, run: Measurement) -> list[str]:
    figures, known = run.counts, run.finished
    equal = f"{sum(figures['equal'])} of {len(figures['equal'])}" if known else run.problem
    return [
        *(world, f"{side}³", number(radius, 1), "a box" if has_scene else "a ball, without the scene"),
        *(str(figures.get("moves", NONE)), equal),
        *(number(figures.get(name), 2) for name in ("bake", "update", "most")),
        number(figures["bake"] / figures["update"]) if known else NONE,
    ]


def _verdicts(runs: dict[tuple[str, int, float, bool], Measurement]) -> list[str]:
    failed = [f"{key[0]}: {run.problem}" for key, run in runs.items() if not run.finished]
    done = {key: run.counts for key, run in runs.items() if run.finished}
    differing = [key[0] for key, figures in done.items() if not all(figures["equal"])]
    terrain, blocker = done.get(("terrain", 256, 0.0, True)), done.get(("terrain", 512, 0.0, False))

    if terrain is None or blocker is None:
        return [verdict("what moved equals a bake made anew, bit for bit", failed)]
    ratio = terrain["bake"] / terrain["update"]
    return [
        verdict("what moved equals a bake made anew, bit for bit", failed + differing, "all"),
        _at_most("an update of 500,000 triangles at 256³", terrain["update"], _MOST_WITH),
        verdict(
            f"a bake of it takes at least {_LEAST_RATIO:g} times as long",
            [f"{ratio:.0f} times"] * (ratio < _LEAST_RATIO),
            f"{ratio:.0f} times",
            here=True,
        ),
        _at_most("a ball in 512³ without the scene", blocker["update"], _MOST_WITHOUT),
    ]


def _at_most(what: str, milliseconds: float, most: float) -> str:
    told = f"{milliseconds:.1f} ms"
    return verdict(f"{what} takes at most {most:g} ms", [told] * (milliseconds > most), told, here=True)


if __name__ == "__main__":
    main()
