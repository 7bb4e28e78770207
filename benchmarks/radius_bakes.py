# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Baking meshes for agents with a radius, beside OpenVDB's level set of the same width; and large radii."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from . import contestants, meshes
from .fresh_process import Case, Measurement, measure, middle
from .meshes import Mesh
from .tables import HERE, NONE, number, span, table, verdict

#: Voxels along the longest side of each mesh; "arena" is the sample world.
_RESOLUTIONS = {"arena": 704, "city": 256, "terrain": 256, "knot": 256}
#: In voxels.
_RADII = (1.7, 5.0)
_MOST_TIMES, _MOST_MEMORY = 2.0, 1.5

_HEADER = (
    *("mesh", "voxels along", "triangles", "radius in voxels"),
    *(f"{name} s {HERE}" for name in ("Volant", "OpenVDB")),
    f"Volant / OpenVDB {HERE}",
    *(f"{name} MB {HERE}" for name in ("Volant", "OpenVDB")),
    f"MB / MB without a radius {HERE}",
)


class _Race(NamedTuple):
    """What a radius took, and what none took."""

    volant: Measurement
    openvdb: Measurement
    without: Measurement

    @property
    def times(self) -> float | None:
        """Volant's processor time over OpenVDB's."""
        if not self.volant.processor or not self.openvdb.processor:
            return None
        return self.volant.processor / self.openvdb.processor

    @property
    def memory(self) -> float | None:
        """The memory over that without a radius."""
        if not self.volant.finished or not self.volant.megabytes or not self.without.megabytes:
            return None
        return self.volant.megabytes / self.without.megabytes


class _Large(NamedTuple):
    """The city, so many times as large, around the middle of a domain: a radius far larger than usual."""

    shape: tuple[int, int, int]
    scale: float
    middle: tuple[float, float, float]
    radius: float
    limit: float

    def mesh(self) -> Mesh:
        city = meshes.make("city")
        bounds = np.array(((0.0, 0.0, 0.0), self.shape))
        return Mesh((city.vertices - self.middle) * self.scale + bounds[1] / 2.0, city.triangles, bounds)

    def __str__(self) -> str:
        x, y, z = self.shape
        return f"{x} × {y} × {z} at {self.radius:g}"


#: With the most seconds of processor time that each may take.
_LARGE = (
    _Large((64, 64, 64), 40.0, (62.0, 62.0, 20.0), 150.0, 5.0),
    _Large((1024, 8, 8), 4.0, (62.0, 62.0, -5.0), 100.0, 5.0),
    _Large((1024, 1024, 1024), 8.0, (62.0, 62.0, 41.0), 5.0, 60.0),
)


def report(quick: bool, runs: int, limit: float) -> str:
    """Measure and say in Markdown what came of it.

    Parameters
    ----------
    quick : whether to leave out the largest.
    runs : how often each case is run, each time in a fresh process; the median counts.
    limit : of each process, in seconds.
    """
    races: dict[tuple[str, float], _Race] = {}
    triangles: dict[str, int] = {}
    for name, resolution in _RESOLUTIONS.items():
        if not (quick and name == "arena"):
            with tempfile.TemporaryDirectory() as stored:
                print(f"{name} with a radius …", file=sys.stderr, flush=True)
                triangles[name] = _store(name, stored, limit)
                races.update({(name, radius): race for radius, race in _races(stored, resolution, runs, limit).items()})
    large = {case: _measure_large(case, limit) for case in _LARGE[: 2 if quick else None]}
    rows = [_row(name, radius, triangles[name], race) for (name, radius), race in races.items()]
    return "\n".join(
        (
            "Volant's whole bake beside OpenVDB's level set of the half-width that the radius needs, one voxel more "
            "than the radius. Seconds are of processor time, of all threads together; MB is the rise of peak memory. "
            f"Runs of each: {runs}, of which the median counts.",
            "",
            table(_HEADER, rows),
            "",
            "Radii larger than the domain, and a large domain: the city, scaled.",
            "",
            table(("voxels and radius", "blocked", f"s {HERE}", f"MB {HERE}"), map(_large_row, large, large.values())),
            "",
            *_verdicts(races, large),
        )
    )


def world(name: str, folder: str) -> Case:
    """A case for `fresh_process`: read a sample world in Blender and store its mesh and bounds."""
    from . import scenes

    def work() -> int:
        scene = scenes.read(name)
        assert scene.config.bounds is not None
        contestants.store(Mesh(scene.vertices, scene.triangles, np.array(scene.config.bounds)), Path(folder))
        return len(scene.triangles)

    return work, lambda count: {"triangles": count}


def _store(name: str, folder: str, limit: float) -> int:
    """Store a mesh for the contestants; how many triangles it has."""
    if name in meshes.MESHES:
        mesh = meshes.make(name)
        contestants.store(mesh, Path(folder))
        return len(mesh.triangles)
    read = measure("benchmarks.radius_bakes:world", limit, name=name, folder=folder)
    if not read.finished:
        raise RuntimeError(f"the world {name} could not be read: {read.problem}")
    return int(read.counts["triangles"])


def _races(folder: str, resolution: int, runs: int, limit: float) -> dict[float, _Race]:
    """By radius; the contestants in turn, so that whatever else the machine does falls on all of them."""
    kinds = [("volant", 0.0), *((name, radius) for radius in _RADII for name in ("volant", "openvdb"))]
    taken: dict[tuple[str, float], list[Measurement]] = {kind: [] for kind in kinds}
    for _run in range(runs):
        for (name, radius), before in taken.items():
            case = f"benchmarks.contestants:{name}"
            before.append(measure(case, limit, folder=folder, resolution=resolution, radius=radius))
    medians = {kind: middle(measured) for kind, measured in taken.items()}
    return {
        radius: _Race(medians["volant", radius], medians["openvdb", radius], medians["volant", 0.0])
        for radius in _RADII
    }


def _measure_large(case: _Large, limit: float) -> Measurement:
    print(f"{case} voxels …", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        contestants.store(case.mesh(), Path(folder))
        taken = "benchmarks.contestants:volant"
        return measure(taken, limit, folder=folder, resolution=case.shape[0], radius=case.radius)


def _row(name: str, radius: float, triangles: int, race: _Race) -> list[str]:
    return [
        *(name, number(_RESOLUTIONS[name]), number(triangles), f"{radius:g}"),
        *(_processor(run) for run in race[:2]),
        number(race.times, 2),
        *(number(run.megabytes) for run in race[:2]),
        number(race.memory, 2),
    ]


def _large_row(case: _Large, run: Measurement) -> list[str]:
    free = run.counts.get("free")
    blocked = NONE if free is None else f"{100.0 - 100.0 * free / float(np.prod(case.shape)):.1f} %"
    return [str(case), blocked, _processor(run), number(run.megabytes)]


def _processor(run: Measurement) -> str:
    return number(run.processor, 2) if run.finished else run.problem.replace("|", "/")


def _verdicts(races: dict[tuple[str, float], _Race], large: dict[_Large, Measurement]) -> list[str]:
    slow, greedy = [], []
    for (name, radius), race in races.items():
        where = f"{name} at {radius:g}"
        if race.times is None or race.times > _MOST_TIMES:
            slow.append(f"{where} {race.volant.problem or number(race.times, 2)}")
        if race.memory is None or race.memory > _MOST_MEMORY:
            greedy.append(f"{where} {race.volant.problem or number(race.memory, 2)}")
    unmeasured = any(race.openvdb.processor is None for race in races.values())
    late = [
        f"{case} {_processor(run)} s"
        for case, run in large.items()
        if run.processor is None or run.processor > case.limit
    ]
    limits = ", ".join(f"{case} within {case.limit:g} s" for case in large)
    return [
        verdict(
            f"the whole bake with a radius takes at most {_MOST_TIMES:g} times OpenVDB's level set of that width",
            None if unmeasured else slow,
            span((race.times for race in races.values()), 2, " times"),
            here=True,
        ),
        verdict(
            f"a radius raises peak memory by at most {_MOST_MEMORY:g} times what none does",
            greedy,
            span((race.memory for race in races.values()), 2, " times"),
            here=True,
        ),
        verdict(
            f"large radii end: {limits}", late, span((run.processor for run in large.values()), 1, " s"), here=True
        ),
    ]
