# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What it costs to keep a path up to date while things move: two tables of the merged source [Massonnat 2023], remade.

In its world Industrial things patrol: they go from one random place to the next, around what stands there. A path
between two places is searched at every change, or at the last moment: when something comes in its way.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from . import scenes
from .fresh_process import Case, Measurement, measure
from .tables import HERE, NONE, number, table, verdict

if TYPE_CHECKING:
    from volant.navcore import NavVolume
    from volant.navcore.arrays import Float64s

_WORLD = "industrial"
#: The source's updates a second, and how long it looked, in seconds.
FRAMES_A_SECOND, _SECONDS = 56, 60
#: What patrols: how large, in units of a world that is 20 wide, and how fast, in units a second.
RADIUS = 1.0
_SPEEDS = (0.5, 2.0, 8.0)
#: The source's Table 6.3, in ms: what updates the octree, the graph and the path; and Table 6.4, the same, with updates
#: a second in front and ms a second behind.
_ONE = {"all anew": (0.44, 0.34, 0.72), "only what has changed": (0.39, 0.03, 0.55)}
_THREE = {"every change": (56.0, 0.47, 0.03, 0.56, 65.5), "last moment": (0.6, 4.81, 0.03, 0.60, 3.26)}
_LEAST_GAIN = 12.0
#: What the source's rate is like: something comes in the way at most so often a second.
_MOST_RATE = 2.0


class Kept(NamedTuple):
    """What keeping a path came to.

    updates : how often the volume was updated; updating, searching, all : seconds that updates, searches for paths and
        everything took; lost : at how many updates there was no path.
    """

    updates: int
    updating: float
    searching: float
    all: float
    lost: int


def report(quick: bool, limit: float) -> str:
    """Keep paths up to date and say in Markdown what that cost."""
    seconds = 6 if quick else _SECONDS
    print(f"one thing in {_WORLD} …", file=sys.stderr, flush=True)
    one = measure("benchmarks.live_policies:one", limit, updates=100 if quick else 1000)
    runs = {}
    for speed in _SPEEDS:
        print(f"three things in {_WORLD}, {speed:g} units a second …", file=sys.stderr, flush=True)
        runs[speed] = measure("benchmarks.live_policies:three", limit, seconds=seconds, speed=speed)
    return "\n".join((*_one_table(one), "", *_three_table(runs, seconds), "", _verdict(runs, seconds)))


def one(updates: int) -> Case:
    """For `fresh_process`: a thing that patrols; bakes and graphs all anew, and updates, each with a path."""
    from volant import navcore

    scene, nav = world()
    ball = patrol(nav, scene.ends, np.random.default_rng(1), updates, 2.0 / FRAMES_A_SECOND)
    blocked = nav.blocked()

    def anew() -> Kept:
        solid = np.zeros(nav.shape, bool)
        for low, high in blocked.tolist():
            solid[tuple(map(slice, low, high))] = True
        moving = navcore.LiveVolume.of(nav)
        updating = searching = 0.0
        lost = 0
        for place in ball[:: max(updates // 100, 1)]:
            moving.update({"ball": navcore.Ball(place, RADIUS)})
            voxels = np.zeros(nav.shape, bool)
            for low, high in moving.snapshot().blocked().tolist():
                voxels[tuple(map(slice, low, high))] = True
            occupied = np.argwhere(voxels | solid)
            began = time.process_time()
            made = navcore.bake_voxels(occupied, nav.shape, scene.config)
            navigator = navcore.Navigator(made)
            baked = time.process_time()
            lost += not navigator.find_path(*scene.ends).found
            updating, searching = updating + baked - began, searching + time.process_time() - baked
        count = len(ball[:: max(updates // 100, 1)])
        return Kept(count, updating, searching, updating + searching, lost)

    def work() -> dict[str, Kept]:
        return {"all anew": anew(), "only what has changed": keep(nav, scene.ends, [ball], "every change")}

    return work, lambda result: {name: list(kept) for name, kept in result.items()}


def three(seconds: int, speed: float) -> Case:
    """For `fresh_process`: three things that patrol, updated at every change and at the last moment."""
    scene, nav = world()
    random = np.random.default_rng(2)
    balls = [patrol(nav, scene.ends, random, seconds * FRAMES_A_SECOND, speed / FRAMES_A_SECOND) for _ball in range(3)]

    def work() -> dict[str, Kept]:
        return {policy: keep(nav, scene.ends, balls, policy) for policy in _THREE}

    return work, lambda result: {name: list(kept) for name, kept in result.items()}


def keep(nav: NavVolume, ends: Float64s, balls: list[Float64s], policy: str) -> Kept:
    """Keep a path between two ends, (2, 3), while balls take their places, (frames, 3) each."""
    from volant import navcore

    live = navcore.LiveVolume.of(nav)
    navigator = navcore.Navigator(live)
    path = navigator.find_path(*ends)
    watch: navcore.Watch | None = live.watch(path)
    updates = lost = 0
    updating = searching = 0.0
    frames = [
        {f"ball {index}": navcore.Ball(place, RADIUS) for index, place in enumerate(places)}
        for places in zip(*balls, strict=True)
    ]
    clock = time.process_time
    started = clock()
    for changes in frames:
        began = clock()
        change = watch.update(changes) if watch and policy == "last moment" else live.update(changes)
        if change is None or change.box is None:
            continue
        updated = clock()
        path = navigator.find_path(*ends)
        found = clock()
        watch = live.watch(path) if policy == "last moment" and path.found else None
        updates, lost = updates + 1, lost + (not path.found)
        updating, searching = updating + updated - began, searching + found - updated
    return Kept(updates, updating, searching, clock() - started, lost)


def patrol(nav: NavVolume, ends: Float64s, random: np.random.Generator, frames: int, step: float) -> Float64s:
    """Where a thing is in each frame, (frames, 3), that goes `step` a frame: to a random place, then to one on the path
    between two ends, (2, 3), then to a random place again."""
    from volant import navcore

    navigator = navcore.Navigator(nav)
    watched = navigator.find_path(*ends).points
    along, lengths = [_free_place(nav, random)], [0.0]
    while lengths[-1] < frames * step:
        path = navigator.find_path(along[-1], _place_on(watched, random))
        back = navigator.find_path(path.points[-1], _free_place(nav, random)) if path.found else path
        if back.found:
            for points in (path.points, back.points):
                lengths += (lengths[-1] + np.linalg.norm(np.diff(points, axis=0), axis=1).cumsum()).tolist()
                along += list(points[1:])
    wanted = np.arange(frames) * step
    places = np.array(along)
    return np.stack([np.interp(wanted, lengths, places[:, axis]) for axis in range(3)], axis=1)


def _place_on(points: Float64s, random: np.random.Generator) -> Float64s:
    """Somewhere on the pieces of a line, (k, 3), each as likely."""
    piece, share = random.integers(len(points) - 1), random.uniform()
    place: Float64s = points[piece] + share * (points[piece + 1] - points[piece])
    return place


def _free_place(nav: NavVolume, random: np.random.Generator) -> Float64s:
    while True:
        place: Float64s = nav.origin + random.uniform(0.0, 1.0, 3) * nav.shape * nav.voxel_size
        if nav.locate(place[None])[0] >= 0:
            return place


def world() -> tuple[scenes.Scene, NavVolume]:
    from volant import navcore

    scene = scenes.read(_WORLD)
    return scene, navcore.bake(scene.vertices, scene.triangles, scene.config)


def _one_table(run: Measurement) -> list[str]:
    lines = [
        f"One thing patrols in {_WORLD}, and a path between two places is kept [Massonnat 2023, Table 6.3]. "
        "Milliseconds of processor time for each update, the means; theirs in C#, octree and graph together.",
        "",
    ]
    if not run.finished:
        return [*lines, verdict("a path is kept while one thing patrols", [run.problem])]
    header = (
        "what is made",
        "updates",
        f"update {HERE}",
        "theirs",
        f"path {HERE}",
        "theirs",
        f"in all {HERE}",
        "theirs",
    )
    rows = []
    for name, (octree, graph, path) in _ONE.items():
        kept = Kept(*run.counts[name])
        ours = [1e3 * took / kept.updates for took in (kept.updating, kept.searching, kept.updating + kept.searching)]
        pairs = zip(ours, (octree + graph, path, octree + graph + path), strict=True)
        rows.append([name, number(kept.updates), *(number(value, 2) for pair in pairs for value in pair)])
    return [*lines, table(header, rows)]


def _three_table(runs: dict[float, Measurement], seconds: int) -> list[str]:
    header = (
        *("units a second", "policy", "updates a second", "without a path"),
        *(f"{name} {HERE}" for name in ("update ms", "path ms", "ms a second", "times cheaper")),
    )
    rows = []
    for speed, run in runs.items():
        for policy in _THREE:
            if not run.finished:
                rows.append([f"{speed:g}", policy, run.problem, *[NONE] * 5])
                continue
            kept = Kept(*run.counts[policy])
            each = [1e3 * took / max(kept.updates, 1) for took in (kept.updating, kept.searching)]
            gain = number(_gain(run), 1) if policy == "last moment" else NONE
            rate, spent = kept.updates / seconds, 1e3 * kept.all / seconds
            figures = (number(value, 2) for value in each)
            rows.append([f"{speed:g}", policy, number(rate, 1), number(kept.lost), *figures, number(spent, 1), gain])
    for policy, (rate, octree, graph, path, spent) in _THREE.items():
        gain = number(_THREE["every change"][-1] / spent, 1) if policy == "last moment" else NONE
        figures = (number(rate, 1), NONE, number(octree + graph, 2), number(path, 2), number(spent, 1), gain)
        rows.append(["theirs", policy, *figures])
    return [
        f"Three things patrol for {seconds} seconds of {FRAMES_A_SECOND} frames, and cross the path "
        "[Massonnat 2023, Table 6.4]: balls 2 units wide in a world of 20. Milliseconds of processor time.",
        "",
        table(header, rows, words=2),
    ]


def _gain(run: Measurement) -> float:
    """How many times cheaper the last moment is."""
    every, last = (Kept(*run.counts[policy]).all for policy in _THREE)
    return float(every / last)


def _verdict(runs: dict[float, Measurement], seconds: int) -> str:
    claim = (
        f"where something comes in the way at most {_MOST_RATE:g} times a second, the last moment is at least "
        f"{_LEAST_GAIN:g} times cheaper"
    )
    failed = [f"{speed:g} units a second: {run.problem}" for speed, run in runs.items() if not run.finished]
    rates = {speed: run.counts["last moment"][0] / seconds for speed, run in runs.items() if run.finished}
    gains = {speed: _gain(runs[speed]) for speed, rate in rates.items() if 0.0 < rate <= _MOST_RATE}
    told = {speed: f"{gain:.1f} times at {rates[speed]:.1f} a second" for speed, gain in gains.items()}
    against = [*failed, *(told[speed] for speed, gain in gains.items() if gain < _LEAST_GAIN)]
    return verdict(claim, against if gains or failed else None, ", ".join(told.values()), here=True)
