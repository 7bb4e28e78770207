# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A thousand paths whose every bit is known by its hash, whatever the machine, numpy and Python.

    python tests/path_hashes.py    prints the hashes

Shared by tests in plain Python and in Blender, so that it takes the navcore to use as an argument. Ends and maps come
from a generator of its own, because those of Python and numpy may change.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import golden_bakes

EXPECTED: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
#: Paths for each way to search and refine, in each volume.
_EACH = 3


def hashes(navcore: ModuleType) -> dict[str, str]:
    """A hash for each way to search, over all refinements and volumes, and one for each other kind of query."""
    volumes = _volumes(navcore)
    found: dict[str, list[Any]] = {}
    for algorithm, graph, refine in itertools.product(
        navcore.config.ALGORITHMS, navcore.config.GRAPHS, navcore.config.REFINEMENTS
    ):
        config = navcore.PathConfig(algorithm=algorithm, graph=graph, refine=refine)
        for nav, ends in volumes:
            found.setdefault(f"{algorithm} over {graph}", []).extend(
                navcore.find_path(nav, next(ends), next(ends), config) for _ in range(_EACH)
            )
    for nav, ends in volumes:
        targets = [next(ends) for _ in range(10)]
        found.setdefault("one to many", []).extend(navcore.find_paths(nav, next(ends), targets))
        found.setdefault("routes", []).extend(navcore.k_routes(nav, next(ends), next(ends), 3))
        marked = navcore.PathConfig(graph="portals", landmarks=4)
        found.setdefault("landmarks", []).extend(
            navcore.find_path(nav, next(ends), next(ends), marked) for _ in range(_EACH)
        )
        leak = navcore.find_leak(nav, next(ends), next(ends))
        found.setdefault("leaks", []).append(leak.path)
    assert sum(path.found for paths in found.values() for path in paths) >= 1000
    return {name: _hash(paths) for name, paths in found.items()}


def _volumes(navcore: ModuleType) -> list[tuple[Any, Iterator[tuple[float, float, float]]]]:
    """A rugged valley, what a larger agent has of it, a hall full of boxes, and floors with holes; each with ends."""
    config = navcore.BakeConfig(voxel_size=0.31, bounds=((-0.5, -0.5, -1.0), (10.5, 10.6, 4.1)))
    valley = navcore.bake(*golden_bakes.mesh(1), config)
    boxes = _numbers(5)
    full = [
        (low[0] + x, low[1] + y, low[2] + z)
        for low in ([next(boxes) % side for side in (38, 30, 22)] for _ in range(90))
        for x, y, z in itertools.product(range(1 + next(boxes) % 5), range(1 + next(boxes) % 5), range(3))
        if low[0] + x < 40 and low[1] + y < 32 and low[2] + z < 24
    ]
    hall = navcore.bake_voxels(full, (40, 32, 24), navcore.BakeConfig(voxel_size=0.3))
    holes = _numbers(8)
    floors = [
        (x, y, z)
        for z in range(3, 24, 4)
        for at in [(next(holes) % 20, next(holes) % 20)]
        for x, y in itertools.product(range(24), range(24))
        if not (at[0] <= x < at[0] + 3 and at[1] <= y < at[1] + 3)
    ]
    tower = navcore.bake_voxels(floors, (24, 24, 24), navcore.BakeConfig(voxel_size=0.7))
    made = (valley, navcore.erode(valley, 0.45), hall, tower)
    return [(nav, _ends(nav, seed)) for seed, nav in enumerate(made)]


def _numbers(seed: int) -> Iterator[int]:
    """Numbers of 31 bits without an end: the upper ones of a linear congruence modulo 2^63."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**63
        yield state >> 32


def _ends(nav: Any, seed: int) -> Iterator[tuple[float, float, float]]:
    """Places in a volume's domain without an end, most of them free, some not."""
    numbers = _numbers(seed)
    low, extent = nav.origin.tolist(), (nav.shape * nav.voxel_size).tolist()
    while True:
        x, y, z = (at + size * (next(numbers) / 2**31) for at, size in zip(low, extent, strict=True))
        yield x, y, z


def _hash(paths: list[Any]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        lengths = [path.length.hex(), path.raw_length.hex()]
        points = [value.hex() for point in path.points.tolist() for value in point]
        counts = [int(value) for name, value in sorted(path.stats.items()) if name != "seconds"]
        digest.update(json.dumps([path.found, lengths, points, path.cells, path.snapped, counts]).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    from volant import navcore as installed

    print(json.dumps(hashes(installed), indent=2))
