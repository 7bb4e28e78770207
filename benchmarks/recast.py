# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recast and Detour, the original compiled to WebAssembly, asked by way of Node.js.

Recast counts in whole voxels: radius, height and step are rounded as its own demo does, the radius up, the step down.
"""

from __future__ import annotations

import json
import math
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from devtools import node_packages

if TYPE_CHECKING:
    from volant.navcore import GroundConfig
    from volant.navcore.arrays import AnyArray, Float64s, Int64s

_SCRIPT = Path(__file__).with_suffix(".mjs")
#: Height of a voxel beside its edge in plan; half is what Recast's documentation proposes.
_FLAT = 0.5
#: Seconds that all of it may take.
_LIMIT = 300


@dataclass(frozen=True)
class Answer:
    """What Recast and Detour made of a scene.

    Attributes
    ----------
    bake : seconds of the processor.
    polygons : corners of each, (k, 3) float64, counter-clockwise from above, world space.
    neighbors : for each edge of each, the polygon behind it, or a negative number.
    paths : corners of the path between each pair of places, (k, 3) float64; None where Detour found none.
    seconds : of each of these.
    bytes : of Detour's file.
    """

    bake: float
    polygons: list[Float64s]
    neighbors: list[list[int]]
    paths: list[Float64s | None]
    seconds: list[float]
    bytes: int

    def area(self) -> float:
        """In plan."""
        return sum(plan_area(polygon) for polygon in self.polygons)

    def components(self) -> Int64s:
        """Which connected set each polygon belongs to."""
        label = np.arange(len(self.polygons))
        pairs = [(here, there) for here, row in enumerate(self.neighbors) for there in row if there >= 0]
        changed = True
        while changed:
            changed = False
            for here, there in pairs:
                least = min(label[here], label[there])
                changed |= bool(label[here] != least or label[there] != least)
                label[here] = label[there] = least
        return label

    def borders(self) -> list[tuple[Float64s, Float64s]]:
        """Both ends of every edge without a neighbor."""
        return [
            (polygon[corner], polygon[(corner + 1) % len(polygon)])
            for polygon, behind in zip(self.polygons, self.neighbors, strict=True)
            for corner in range(len(polygon))
            if behind[corner] < 0
        ]


def ask(
    vertices: AnyArray, triangles: AnyArray, config: GroundConfig, pairs: Sequence[tuple[AnyArray, AnyArray]] = ()
) -> Answer:
    """Bake a scene for an agent and find paths between pairs of places. A path must end at its goal to count."""
    voxel = config.voxel
    question = {
        "vertices": np.asarray(vertices).tolist(),
        "triangles": np.asarray(triangles).tolist(),
        "pairs": [[list(map(float, place)) for place in pair] for pair in pairs],
        "snap": voxel / 4,
        "snapUp": config.step_height + voxel,
        "config": settings(config),
    }
    packages = node_packages.ensure()
    with tempfile.TemporaryDirectory() as folder:
        asked, told = Path(folder) / "question.json", Path(folder) / "answer.json"
        asked.write_text(json.dumps(question), encoding="utf-8")
        command = ["node", str(_SCRIPT), str(packages), str(asked), str(told)]
        outcome = subprocess.run(command, capture_output=True, text=True, timeout=_LIMIT)
        if outcome.returncode:
            raise RuntimeError(f"Recast: {(outcome.stderr.strip().splitlines() or ['no answer'])[-1]}")
        answer = json.loads(told.read_text(encoding="utf-8"))
    paths = [_path(found, goal, voxel) for found, (_start, goal) in zip(answer["answers"], pairs, strict=True)]
    return Answer(
        bake=answer["bake"],
        polygons=[np.array(polygon) for polygon in answer["polygons"]],
        neighbors=answer["neighbors"],
        paths=paths,
        seconds=[found["seconds"] for found in answer["answers"]],
        bytes=answer["file"],
    )


def settings(config: GroundConfig) -> dict[str, Any]:
    """Recast's settings for an agent; all else is what its demo begins with."""
    voxel, flat = config.voxel, config.voxel * _FLAT
    return {
        "cs": voxel,
        "ch": flat,
        "walkableSlopeAngle": config.max_slope,
        "walkableHeight": math.ceil(round(config.agent_height / flat, 6)),
        "walkableClimb": math.floor(round(config.step_height / flat, 6)),
        "walkableRadius": math.ceil(round(config.agent_radius / voxel, 6)),
        "maxEdgeLen": 0,
        "maxSimplificationError": 1.3,
        "minRegionArea": 0,
        "mergeRegionArea": 20,
        "maxVertsPerPoly": 6,
        "detailSampleDist": 6,
        "detailSampleMaxError": 1,
    }


def plan_area(polygon: Float64s) -> float:
    """Of corners (k, 3)."""
    x, y = (polygon - polygon[0])[:, :2].T
    return float(abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2)


def length(points: Float64s) -> float:
    """In plan."""
    return float(np.sqrt((np.diff(points[:, :2], axis=0) ** 2).sum(axis=1)).sum())


def _path(found: dict[str, Any], goal: AnyArray, voxel: float) -> Float64s | None:
    points = np.array(found["points"]).reshape(-1, 3)
    if not found["success"] or not len(points):
        return None
    return points if np.abs(points[-1, :2] - np.asarray(goal)[:2]).max() < voxel / 2 else None
