# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be asked of a bake and of a path query; every field states its unit and limits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral, Real

from .errors import BakeError, PathError

#: A domain may have at most 2**MAX_DEPTH voxels along its longest side.
MAX_DEPTH = 10

Point = Sequence[float]


@dataclass(frozen=True, kw_only=True)
class BakeConfig:
    """Settings of a bake. Give exactly one of `voxel_size` and `max_depth`.

    Attributes
    ----------
    voxel_size : edge of the smallest cube, in scene units; over 0.
    max_depth : the voxel is the longest side of the bounds / 2**max_depth; 0 to 10.
    min_depth : split the octree at least this often; 0 to the depth the voxel size implies.
    agent_radius : distance the agent's centre keeps from every triangle, in scene units; 0 or more.
    bounds : (low, high) corners of the domain, in scene units; None is the mesh's box grown by
        `agent_radius` + 2 voxels.
    markers : points in space to keep, in scene units; none keeps everything.
    merge : join octree leaves into few large cells.
    balanced : let octree leaves that share a face differ by one level at most.
    memory_limit : refuse bakes that need more than this many bytes; None sets no limit.
    """

    voxel_size: float | None = None
    max_depth: int | None = None
    min_depth: int = 0
    agent_radius: float = 0.0
    bounds: tuple[Point, Point] | None = None
    markers: Sequence[Point] = ()
    merge: bool = True
    balanced: bool = False
    memory_limit: int | None = None

    def __post_init__(self) -> None:
        if (self.voxel_size is None) == (self.max_depth is None):
            raise BakeError("give exactly one of voxel_size and max_depth")
        if self.voxel_size is not None and not (_is_finite(self.voxel_size) and self.voxel_size > 0):
            raise BakeError(f"voxel_size must be a positive length, not {self.voxel_size!r}")
        if self.max_depth is not None and not _is_whole(self.max_depth, 0, MAX_DEPTH):
            raise BakeError(
                f"max_depth must be a whole number from 0 to {MAX_DEPTH}, not {self.max_depth!r}; use a larger voxel"
            )
        if not _is_whole(self.min_depth, 0, MAX_DEPTH):
            raise BakeError(f"min_depth must be a whole number from 0 to {MAX_DEPTH}, not {self.min_depth!r}")
        if not (_is_finite(self.agent_radius) and self.agent_radius >= 0):
            raise BakeError(f"agent_radius must be 0 or more, not {self.agent_radius!r}")
        if self.memory_limit is not None and not (_is_finite(self.memory_limit) and self.memory_limit > 0):
            raise BakeError(f"memory_limit must be a positive number of bytes, not {self.memory_limit!r}")
        if self.bounds is not None:
            self._check_bounds(self.bounds)
        if not isinstance(self.markers, Iterable):
            raise BakeError(f"markers must be a list of points, not {self.markers!r}")
        for index, marker in enumerate(self.markers):
            if not _is_point(marker):
                raise BakeError(f"marker {index} must be three finite numbers, not {marker!r}")

    @staticmethod
    def _check_bounds(bounds: tuple[Point, Point]) -> None:
        if not (isinstance(bounds, Iterable) and len(corners := [*bounds]) == 2 and all(map(_is_point, corners))):
            raise BakeError(f"bounds must be two corners of three finite numbers each, not {bounds!r}")
        low, high = corners
        for axis, (least, most) in enumerate(zip(low, high, strict=True)):
            if not least < most:
                raise BakeError(
                    f"bounds are empty or inverted in {'xyz'[axis]} ({least} to {most}); put low below high"
                )


ALGORITHMS = ("astar", "dijkstra", "greedy", "theta", "lazy_theta")
#: More would take longer to ask than they save.
MOST_LANDMARKS = 64
GRAPHS = ("cells", "portals", "corners")
REFINEMENTS = ("taut", "none", "prune", "smooth_a", "smooth_b", "funnel", "funnel+prune")


@dataclass(frozen=True, kw_only=True)
class PathConfig:
    """Settings of a path query. With nothing set, what measured best.

    Attributes
    ----------
    algorithm : "astar"; "dijkstra", which is "astar" with h = 0; "greedy", which is "astar" with g = 0; "theta" and
        "lazy_theta", which look along lines of sight.
    g, h : weights of the way behind and of the way ahead, not both 0. An h above g is a little greedy: fewer cells are
        searched, and paths may be longer by that share at most, before refinement.
    graph : what is searched: "cells", entered at the best point of a portal; "portals", by their middles; "corners",
        the corners of cells (progressive's edge-corner graph).
    refine : "taut", the shortest in its sleeve, which is improved around its bends; "none"; "prune" by sight (merged);
        "smooth_a" and "smooth_b", portal smoothing (volumetric); "funnel" and "funnel+prune" (merged).
    max_snap : how far a start or goal outside free space may be moved, in scene units; None is two voxels.
    max_expanded : give up after taking this many cells (or points) off the open list; None never does.
    landmarks : from how many places, far apart, distances are worked out before the first query of an island, to
        sharpen all that follow; 0 to 64. Worth it in mazes and for many queries.
    """

    algorithm: str = "lazy_theta"
    g: float = 1.0
    h: float = 1.02
    graph: str = "cells"
    refine: str = "taut"
    max_snap: float | None = None
    max_expanded: int | None = None
    landmarks: int = 0

    def __post_init__(self) -> None:
        for name, choices in (("algorithm", ALGORITHMS), ("graph", GRAPHS), ("refine", REFINEMENTS)):
            value = getattr(self, name)
            if value not in choices:
                raise PathError(f"unknown {name} {value!r}; choose one of {', '.join(choices)}")
        for name in ("g", "h"):
            weight = getattr(self, name)
            if not (_is_finite(weight) and weight >= 0):
                raise PathError(f"weight {name} must be 0 or more, not {weight!r}")
        if self.g == 0 == self.h:
            raise PathError("weights g and h are both 0, so nothing would guide the search; give one of them")
        if self.max_snap is not None and not (_is_finite(self.max_snap) and self.max_snap >= 0):
            raise PathError(f"max_snap must be 0 or more, not {self.max_snap!r}")
        if self.max_expanded is not None and not _is_whole(self.max_expanded, 1):
            raise PathError(f"max_expanded must be a whole number, 1 or more, not {self.max_expanded!r}")
        if not _is_whole(self.landmarks, 0, MOST_LANDMARKS):
            raise PathError(f"landmarks must be a whole number from 0 to {MOST_LANDMARKS}, not {self.landmarks!r}")


def _is_finite(value: object) -> bool:
    return isinstance(value, Real) and math.isfinite(value)


def _is_whole(value: object, least: int, most: float = math.inf) -> bool:
    return isinstance(value, Integral) and least <= int(value) <= most


def _is_point(value: object) -> bool:
    """Whether something is three finite numbers, in whatever holds them."""
    return isinstance(value, Iterable) and len(numbers := [*value]) == 3 and all(map(_is_finite, numbers))
