# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be asked of a bake and of a path query; every field states its unit and limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .errors import BakeError, NavError, PathError
from .given import flag, items, number, point, shown, whole

#: A domain may have at most 2**MAX_DEPTH voxels along its longest side.
MAX_DEPTH = 10

Point = Sequence[float]


@dataclass(frozen=True, kw_only=True)
class BakeConfig:
    """Settings of a bake. Give exactly one of `voxel_size` and `max_depth`. Numbers may be numpy's; they become plain.

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
        for name, value in self._checked().items():
            object.__setattr__(self, name, value)

    def _checked(self) -> dict[str, object]:
        """Every field as plain numbers, tuples and truth values."""
        field = _Field(self, BakeError)
        checked: dict[str, object] = {
            "min_depth": field.whole("min_depth", 0, MAX_DEPTH),
            "agent_radius": field.number("agent_radius", "0 or more"),
            "bounds": None if self.bounds is None else _checked_bounds(self.bounds),
            "markers": _checked_markers(self.markers),
            "merge": field.flag("merge"),
            "balanced": field.flag("balanced"),
        }
        if self.voxel_size is not None:
            checked["voxel_size"] = field.positive("voxel_size", "a positive length")
        if self.max_depth is not None:
            checked["max_depth"] = field.whole("max_depth", 0, MAX_DEPTH)
        if self.memory_limit is not None:
            checked["memory_limit"] = math.ceil(field.positive("memory_limit", "a positive number of bytes"))
        return checked


def _checked_bounds(bounds: object) -> tuple[Point, Point]:
    corners = [point(corner) for corner in items(bounds, 2) or ()]
    if len(corners) != 2 or corners[0] is None or corners[1] is None:
        raise BakeError(f"bounds must be two corners of three finite numbers each, not {shown(bounds)}")
    low, high = corners[0], corners[1]
    for axis, (least, most) in enumerate(zip(low, high, strict=True)):
        if not least < most:
            raise BakeError(f"bounds are empty or inverted in {'xyz'[axis]} ({least} to {most}); put low below high")
        if not math.isfinite(most - least):
            raise BakeError(f"bounds are too far apart in {'xyz'[axis]} ({least} to {most}); use a smaller box")
    return low, high


def _checked_markers(markers: object) -> tuple[Point, ...]:
    given = items(markers)
    if given is None:
        raise BakeError(f"markers must be a list of points, not {shown(markers)}; errors name them by their order")
    points = []
    for index, marker in enumerate(given):
        at = point(marker)
        if at is None:
            raise BakeError(f"marker {index} must be three finite numbers, not {shown(marker)}")
        points.append(at)
    return tuple(points)


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
    g, h : weights of the length so far and of the length that is left, not both 0. An h above g is a little greedy: the
        search expands fewer cells, and before refinement a path may be longer by that share at most.
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
            if not (isinstance(value, str) and value in choices):
                raise PathError(f"unknown {name} {shown(value)}; choose one of {', '.join(choices)}")
        for name, value in self._checked().items():
            object.__setattr__(self, name, value)
        if self.g == 0 == self.h:
            raise PathError("weights g and h are both 0, so nothing would guide the search; give one of them")

    def _checked(self) -> dict[str, object]:
        """Every number as a plain one."""
        field = _Field(self, PathError)
        checked: dict[str, object] = {
            "g": field.number("g", "0 or more", "weight g"),
            "h": field.number("h", "0 or more", "weight h"),
            "landmarks": field.whole("landmarks", 0, MOST_LANDMARKS),
        }
        if self.max_snap is not None:
            checked["max_snap"] = field.number("max_snap", "0 or more")
        if self.max_expanded is not None:
            checked["max_expanded"] = field.whole("max_expanded", 1)
        return checked


class _Field:
    """Takes the fields of settings as plain values, or raises `error`, which names the field and what it was."""

    def __init__(self, settings: object, error: type[NavError]) -> None:
        self._settings, self._error = settings, error

    def number(self, name: str, what: str, called: str = "") -> float:
        """A finite number, 0 or more."""
        found = number(getattr(self._settings, name))
        if found is None or found < 0:
            raise self._refusal(name, what, called)
        return found

    def positive(self, name: str, what: str) -> float:
        """A finite number above 0."""
        found = self.number(name, what)
        if not found:
            raise self._refusal(name, what)
        return found

    def whole(self, name: str, least: int, most: int | None = None) -> int:
        """A whole number, `most` included."""
        found = whole(getattr(self._settings, name))
        if found is None or found < least or (most is not None and found > most):
            limits = f", {least} or more" if most is None else f" from {least} to {most}"
            raise self._refusal(name, f"a whole number{limits}")
        return found

    def flag(self, name: str) -> bool:
        found = flag(getattr(self._settings, name))
        if found is None:
            raise self._refusal(name, "True or False")
        return found

    def _refusal(self, name: str, what: str, called: str = "") -> NavError:
        return self._error(f"{called or name} must be {what}, not {shown(getattr(self._settings, name))}")
