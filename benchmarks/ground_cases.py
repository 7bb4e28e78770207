# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cases of `bench ground`, each for a process of its own: Volant's floors and Recast's in the same scene."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from . import flat_scenes, recast, scenes
from .fresh_process import Case

if TYPE_CHECKING:
    from volant.navcore import GroundConfig, NavSurface
    from volant.navcore.arrays import AnyArray, Float64s

RADIUS = 0.4
#: Pairs of places that paths are found between, and places along borders.
_PAIRS, _PLACES = 120, 1000
#: Widths of doors beyond the agent, in voxels.
_MORE = np.arange(0.0, 4.01, 0.0625)
_BAKES = 3
#: What a gap that is half a voxel narrower may cost.
_DETOUR = 1.05
#: Longer levels are for larger agents.
_LONG = 600.0


def flat(seed: int, fine: int, give: float) -> Case:
    """For `fresh_process`: a hall with boxes, against the truth and Recast."""
    from volant import navcore

    scene = flat_scenes.make(seed)
    config = navcore.GroundConfig(agent_radius=RADIUS, voxel_size=RADIUS / fine, corner_error=give)
    places = np.random.default_rng(seed).uniform(0.0, flat_scenes.SIDE, (4 * _PAIRS, 2))
    # So far from everything that both surfaces are there.
    places = places[scene.distances(places) > 1.6 * RADIUS][: 2 * _PAIRS]
    half = len(places) // 2
    starts, goals = places[:half], places[half : 2 * half]

    def count(result: tuple[NavSurface, float]) -> dict[str, Any]:
        surface, took = result
        best, wider = (scene.optimum(radius, starts, goals) for radius in (RADIUS, RADIUS + config.voxel / 2))
        # Ways through gaps that are a hair wide enough are the business of the doors.
        best = np.where(wider <= _DETOUR * best, best, np.inf)
        pairs = [(np.append(start, 0.0), np.append(goal, 0.0)) for start, goal in zip(starts, goals, strict=True)]
        other = recast.ask(scene.vertices, scene.triangles, config, pairs)
        truth = scene.area(RADIUS)
        rings = _rings(surface)
        on_floor = [index for index, ring in enumerate(rings) if _is_outside(scene, ring)]
        lengths, lost = _lengths(surface, pairs, other, best)
        shares, recast_shares = ([mine / least for mine, least in some] for some in lengths)
        flat_polygons = [polygon for polygon in other.polygons if _is_outside(scene, polygon)]
        return {
            "name": f"hall {seed}",
            "polygons": len(on_floor),
            "recast polygons": len(flat_polygons),
            "area": float(surface.plan_areas()[on_floor].sum()) / truth,
            "recast area": sum(recast.plan_area(polygon) for polygon in flat_polygons) / truth,
            "length": float(np.mean(shares)),
            "longest": max(shares),
            "recast length": float(np.mean(recast_shares)),
            "recast longest": max(recast_shares),
            "bake": took,
            "recast bake": other.bake,
            "lost": lost,
        }

    return lambda: _baked(scene.vertices, scene.triangles, config), count


def doors(fine: int, ways: int) -> Case:
    """For `fresh_process`: rows of doors, each a little wider than the one before, in several turns and places."""
    from volant import navcore

    voxel = RADIUS / fine
    config = navcore.GroundConfig(agent_radius=RADIUS, voxel_size=voxel)
    widths = 2 * RADIUS + voxel * _MORE

    def work() -> dict[str, list[float]]:
        random = np.random.default_rng(fine)
        found: dict[str, list[float]] = {"volant": [], "recast": []}
        for way in range(ways):
            angle = float(random.uniform(0.0, np.pi / 2)) if way % 2 else 0.0
            scene, pairs = flat_scenes.doors(widths.tolist(), angle, float(random.uniform(0.0, voxel)))
            surface = navcore.bake_ground(scene.vertices, scene.triangles, config)
            other = recast.ask(scene.vertices, scene.triangles, config, pairs)
            found["volant"].append(_narrowest([_is_joined(surface, *pair) for pair in pairs]))
            found["recast"].append(_narrowest([path is not None for path in other.paths]))
        return found

    return work, lambda found: dict(found)


def level(world: str) -> Case:
    """For `fresh_process`: a sample world for an agent that walks."""
    from volant import navcore

    scene = scenes.read(world)
    scale = max(1.0, float(np.ptp(scene.vertices, axis=0).max()) / _LONG)
    config = navcore.GroundConfig(agent_radius=RADIUS * scale, agent_height=1.8 * scale, step_height=0.4 * scale)

    def count(result: tuple[NavSurface, float]) -> dict[str, Any]:
        surface, took = result
        pairs = _places_on(surface, 2 * _PAIRS).reshape(-1, 2, 3)
        other = recast.ask(scene.vertices, scene.triangles, config, [tuple(pair) for pair in pairs])
        best = np.zeros(len(pairs))
        lengths, lost = _lengths(surface, pairs, other, best)
        both = [(mine[0], theirs[0]) for mine, theirs in zip(*lengths, strict=True) if mine[0] > 0]
        walls = _Nearness(scene.vertices, scene.triangles, config, surface)
        took_queries = _queries(surface, pairs)
        return {
            "name": world,
            "triangles": len(scene.triangles),
            "polygons": len(surface),
            "recast polygons": len(other.polygons),
            "area": float(surface.plan_areas().sum()),
            "recast area": other.area(),
            "near": walls.too_near(_border_ends(surface)),
            "recast near": walls.too_near(other.borders()),
            "faults": len(navcore.check(surface, scene.vertices, scene.triangles)),
            "bytes": len(navcore.dumps(surface)),
            "recast bytes": other.bytes,
            "longer": float(np.mean([theirs / mine - 1.0 for mine, theirs in both])) if both else 0.0,
            "bake": took,
            "recast bake": other.bake,
            "lost": lost,
            "query": 1e3 * median(took_queries),
            "recast query": 1e3 * median(other.seconds),
        }

    return lambda: _baked(scene.vertices, scene.triangles, config), count


class _Nearness:
    """How many places along borders are nearer to something than the radius, or have a disc without floor."""

    def __init__(self, vertices: AnyArray, triangles: AnyArray, config: GroundConfig, surface: NavSurface) -> None:
        from volant.navcore.check.floor_keeping import Keeping
        from volant.navcore.check.sheet import Body, Sheet

        self._origin, self._voxel = surface.origin, config.voxel
        lengths = (config.agent_radius, config.agent_height, config.step_height)
        self._body = Body(*(length / config.voxel for length in lengths), config.max_slope)
        corners = ((vertices - self._origin) / config.voxel)[triangles]
        self._sheet = Sheet(corners, self._body, None)
        self._keeping = Keeping(self._sheet, in_doubt=False)

    def too_near(self, borders: Sequence[tuple[Float64s, Float64s]]) -> int:
        """Of so many places, spread evenly."""
        if not borders:
            return 0
        start, end = (np.array(side) for side in zip(*borders, strict=True))
        length = np.sqrt(((end - start) ** 2).sum(axis=1))
        whole = np.concatenate(([0.0], np.cumsum(length)))
        along = (np.arange(_PLACES) + 0.5) * (whole[-1] / _PLACES)
        edge = np.minimum(np.searchsorted(whole, along, side="right") - 1, len(length) - 1)
        share = ((along - whole[edge]) / length[edge])[:, None]
        places = (start[edge] + (end[edge] - start[edge]) * share - self._origin) / self._voxel
        floor, _room = self._sheet.under(places[:, :2], places[:, 2], self._body.step + 1.0)
        bad = np.isnan(floor)
        known = np.flatnonzero(~bad)
        bad[known[self._keeping.walks(places[known, :2], floor[known], self._body.radius).place]] = True
        for found in self._keeping.near(places[known, :2], floor[known], self._body.radius):
            bad[known[found.place]] = True
        return int(bad.sum())


def _baked(vertices: AnyArray, triangles: AnyArray, config: GroundConfig) -> tuple[NavSurface, float]:
    """A surface, and the least processor seconds of some bakes."""
    from volant import navcore

    times = []
    for _bake in range(_BAKES):
        began = time.process_time()
        surface = navcore.bake_ground(vertices, triangles, config)
        times.append(time.process_time() - began)
    return surface, min(times)


def _rings(surface: NavSurface) -> list[Float64s]:
    """Corners of each polygon in the world."""
    corners = surface.vertices[surface.polygon_vertices]
    return np.split(corners, surface.polygon_starts[1:-1])


def _border_ends(surface: NavSurface) -> list[tuple[Float64s, Float64s]]:
    """Both ends of every edge without a neighbor."""
    ends = []
    neighbors = np.split(surface.neighbours, surface.polygon_starts[1:-1])
    for ring, behind in zip(_rings(surface), neighbors, strict=True):
        ends += [(ring[corner], ring[(corner + 1) % len(ring)]) for corner in np.flatnonzero(behind < 0).tolist()]
    return ends


def _is_outside(scene: flat_scenes.FlatScene, polygon: Float64s) -> bool:
    """Whether a polygon is on the floor and not in a box; floors inside boxes are islands."""
    middle = polygon.mean(axis=0)
    return bool(middle[2] < 1.0 and scene.distances(middle[None, :2])[0] > 0.0)


def _is_joined(surface: NavSurface, start: AnyArray, goal: AnyArray) -> bool:
    found = surface.below([start, goal])
    return bool((found >= 0).all() and surface.components[found[0]] == surface.components[found[1]])


def _narrowest(passed: Sequence[bool]) -> float:
    """From which door on all are passed, in voxels beyond the agent's width."""
    shut = [index for index, is_open in enumerate(passed) if not is_open]
    return float(_MORE[min(shut[-1] + 1, len(_MORE) - 1)]) if shut else 0.0


def _lengths(
    surface: NavSurface, pairs: Sequence[Any] | AnyArray, other: recast.Answer, best: Float64s
) -> tuple[tuple[list[tuple[float, float]], list[tuple[float, float]]], int]:
    """Plan lengths and optima, Volant's and Recast's, where both found a path; and how many Volant alone missed."""
    from volant import navcore

    mine, theirs, lost = [], [], 0
    navigator = navcore.Navigator.of(surface)
    for (start, goal), path, optimum in zip(pairs, other.paths, best.tolist(), strict=True):
        found = navigator.find_path(start, goal)
        if path is not None and not found.found:
            lost += 1
        if path is not None and found.found and np.isfinite(optimum):
            mine.append((recast.length(found.points), optimum))
            theirs.append((recast.length(path), optimum))
    return (mine, theirs), lost


def _queries(surface: NavSurface, pairs: AnyArray) -> list[float]:
    """Processor seconds of each path, once everything is there that queries share."""
    from volant import navcore

    navigator = navcore.Navigator.of(surface)
    navigator.find_path(*pairs[0])
    times = []
    for pair in pairs:
        began = time.process_time()
        navigator.find_path(*pair)
        times.append(time.process_time() - began)
    return times


def _places_on(surface: NavSurface, count: int) -> Float64s:
    """Places all over a surface, (count, 3), the same at every run."""
    corners, _polygons = surface.floor_triangles()
    side = corners[:, 1:, :2] - corners[:, :1, :2]
    areas = np.abs(side[:, 0, 0] * side[:, 1, 1] - side[:, 0, 1] * side[:, 1, 0])
    random = np.random.default_rng(7)
    chosen = corners[random.choice(len(corners), count, p=areas / areas.sum())]
    shares = random.dirichlet((1.0, 1.0, 1.0), count)
    return np.asarray((chosen * shares[:, :, None]).sum(axis=1))
