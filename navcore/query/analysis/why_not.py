# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why there is no path, and what would have to change for one.

Blocked space only shrinks with the agent's radius, so a radius that passes is told from one that does not by halving.
Each trial is a bake of its own: an eroded volume would be quicker, but lacks up to a voxel on either side, which is
much of a narrow place. So that few are needed, the first radii are those that the narrowest place of a point's way
suggests.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor, log10
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import Float64s
from ...bake.pipeline import bake_steps
from ...config import BakeConfig, PathConfig
from ...errors import PathError
from ...given import point_array
from ...model import NavVolume
from ...progress import Steps, part
from ...surface import Border
from ..path import Path
from ..status import PathStatus, island_name
from .gap import shortest_gap
from .narrowest import narrowest

if TYPE_CHECKING:
    from ..navigator import Navigator

#: Vertices and triangles, as for `bake`.
Mesh: TypeAlias = tuple[ArrayLike, ArrayLike]

#: Radii are tried in steps of a round number of units, of a quarter of a voxel at most.
_FINEST = 0.25
#: What a trial is called, and how far all is when the last one is done.
_TRYING, _TRIED = "Trying smaller radii", 0.9
#: Radii that are tried before halving begins, because they are likely.
_GUESSES = 2


#: What people call a border of a floor.
_BORDERS: Mapping[Border, str] = MappingProxyType(
    {Border.NONE: "nothing", Border.WALL: "a wall", Border.LEDGE: "a ledge", Border.BOUNDS: "the bounds"}
)


class Obstacle(StrEnum):
    """What is in the way of a path."""

    NONE = "none"
    START_OUTSIDE = "start outside"
    GOAL_OUTSIDE = "goal outside"
    #: A smaller agent would pass.
    TOO_NARROW = "too narrow"
    #: Nobody passes, however small.
    CLOSED = "closed"
    #: Start and goal are on different islands. Without the mesh, nobody knows who would pass.
    UNKNOWN = "unknown"
    #: The mesh that is given lets this agent pass, but is not what the volume was made of.
    OUT_OF_DATE = "out of date"
    LIMIT_REACHED = "limit reached"
    #: Of agents that walk: the floors of start and goal meet nowhere.
    APART = "apart"


@dataclass(frozen=True)
class WhyNot:
    """Why there is no path, and what would have to change.

    Attributes
    ----------
    status : what is in the way.
    path : the answer to the question itself.
    agent_radius : of the volume, scene units.
    largest_radius : the largest that passes, scene units, to a quarter of a voxel; None when none does or nobody knows.
    way : how an agent of that radius passes; None without one.
    place : (2, 3) float64, world: the narrowest place of the way, as a point finds it, a box flat along one axis; None
        without one.
    width : how wide the passage is there, scene units; 0 without one.
    gap : (2, 3) float64, world: from an end that is outside to the nearest free point; or where the islands of start
        and goal, as they are for the smallest agent that is known, are nearest to each other. None otherwise.
    is_removed : whether the end that is outside is in space that no marker keeps, and no smaller agent was tried.
    is_beyond : whether the end that is outside is outside the whole domain.
    step_height : the highest step of an agent that walks, scene units; None of one that flies.
    borders : what is behind the borders of floors that `gap` leads from and to; None without such.
    """

    status: Obstacle
    path: Path
    agent_radius: float
    largest_radius: float | None = None
    way: Path | None = None
    place: Float64s | None = None
    width: float = 0.0
    gap: Float64s | None = None
    is_removed: bool = False
    is_beyond: bool = False
    step_height: float | None = None
    borders: tuple[Border, Border] | None = None

    @property
    def gap_length(self) -> float:
        """Scene units; 0 without a gap."""
        return 0.0 if self.gap is None else float(np.linalg.norm(self.gap[1] - self.gap[0]))

    def words(self, write: Callable[[float], str] = "{:.3g}".format) -> str:
        """What is in the way, in a sentence without an end; lengths are written by a function."""
        radius, gap = write(self.agent_radius), write(self.gap_length)
        match self.status:
            case Obstacle.NONE:
                return "there is a path"
            case Obstacle.START_OUTSIDE | Obstacle.GOAL_OUTSIDE:
                name = "start" if self.status is Obstacle.START_OUTSIDE else "goal"
                if self.step_height is not None:
                    return f"the {name} is off the floor; the nearest floor is {gap} away"
                if self.is_removed:
                    return f"the {name} is in space that no marker keeps; put one there, or move the {name} by {gap}"
                where = "outside the volume" if self.is_beyond else "in blocked space"
                return f"the {name} is {where}; the nearest free point is {gap} away"
            case Obstacle.TOO_NARROW:
                passes = write(self.largest_radius or 0.0)
                return f"too narrow: an agent radius of {passes} passes, {radius} does not"
            case Obstacle.OUT_OF_DATE:
                return f"as the scene is now, an agent radius of {radius} passes; bake again"
            case Obstacle.CLOSED:
                return f"closed: no agent passes, however small; {self._islands()} are {gap} apart"
            case Obstacle.UNKNOWN:
                return f"{self._islands()} are {gap} apart"
            case Obstacle.APART:
                return self._apart(write)
        return self.path.reason

    def _apart(self, write: Callable[[float], str]) -> str:
        """How far floors are from each other, and why nobody walks from one to the other there."""
        gap, step = (np.zeros((2, 3)) if self.gap is None else self.gap), self.step_height or 0.0
        rise = float(abs(gap[1, 2] - gap[0, 2]))
        told = f"{self._islands()} are {write(self.gap_length)} apart"
        if rise > step:
            told += f", {write(rise)} of it in height, and a step is {write(step)} at most"
        one, other = (_BORDERS[border] for border in self.borders or (Border.NONE, Border.NONE))
        return f"{told}; {one} and {other} are between them"

    def _islands(self) -> str:
        if -1 in self.path.islands:
            return "the spaces of start and goal"
        return " and ".join(map(island_name, self.path.islands))


def why_not_steps(
    navigator: Navigator,
    start: ArrayLike,
    goal: ArrayLike,
    mesh: Mesh | None,
    config: PathConfig,
) -> Steps[WhyNot]:
    """What `Navigator.why_not` tells; `mesh` is None when it is not at hand."""
    nav = navigator.nav
    path = yield from part(navigator.find_path_steps(start, goal, config), 0.0, 0.0)
    if path.found:
        return WhyNot(Obstacle.NONE, path, nav.agent_radius)
    if path.status is PathStatus.LIMIT_REACHED:
        return WhyNot(Obstacle.LIMIT_REACHED, path, nav.agent_radius)
    given = np.stack([point_array(name, end, PathError) for name, end in (("start", start), ("goal", goal))])
    ends = nav.nearest(given)[1]
    # What no marker keeps is free as well, and what is free is so for any smaller agent.
    lost = [end for end in (0, 1) if path.islands[end] < 0]
    ends[lost] = given[lost]
    if mesh is not None and nav.agent_radius > 0.0 and all(_is_removed(nav, ends[end]) for end in lost):
        return (yield from _with_smaller_agents(navigator, path, ends, mesh))
    if lost:
        return _outside(nav, path, given)
    gap = yield from shortest_gap(nav, ends)
    return WhyNot(Obstacle.UNKNOWN if nav.agent_radius else Obstacle.CLOSED, path, nav.agent_radius, gap=gap)


def _outside(nav: NavVolume, path: Path, given: Float64s) -> WhyNot:
    """The answer for ends, (2, 3) world, of which one is too far from free space."""
    is_start = path.status is PathStatus.START_OUTSIDE
    end = given[0 if is_start else 1]
    _cells, (nearest,), _distances = nav.nearest(end[None])
    place = (end - nav.origin) / nav.voxel_size
    return WhyNot(
        Obstacle.START_OUTSIDE if is_start else Obstacle.GOAL_OUTSIDE,
        path,
        nav.agent_radius,
        gap=np.stack((end, nearest)),
        is_removed=_is_removed(nav, end),
        is_beyond=bool((place < 0.0).any() or (place > nav.shape).any()),
    )


def _is_removed(nav: NavVolume, end: Float64s) -> bool:
    """Whether a point, (3,) world, is in space that no marker keeps."""
    place = (end - nav.origin) / nav.voxel_size
    removed = nav.removed_boxes
    return bool(((removed[:, 0] <= place) & (place <= removed[:, 1])).all(axis=1).any())


def _with_smaller_agents(navigator: Navigator, path: Path, ends: Float64s, mesh: Mesh) -> Steps[WhyNot]:
    """The answer for ends, (2, 3) world, on different islands of a volume that was made of a mesh."""
    nav = navigator.nav
    radius = nav.agent_radius
    step = _round_step(_FINEST * nav.voxel_size)
    # In steps: the largest known to pass, and the smallest known not to.
    passes, fails = 0, max(ceil(radius / step - 1e-9), 1)
    trials = 2 + _GUESSES + fails.bit_length()
    done = 0

    def trial(of: float) -> Steps[NavVolume]:
        nonlocal done
        begin, end = _TRIED * done / trials, _TRIED * (done + 1) / trials
        done += 1
        return part(_bake(nav, mesh, of), begin, end, _TRYING)

    smallest = widest = yield from trial(0.0)
    if not (yield from _are_connected(smallest, ends)):
        gap = yield from shortest_gap(smallest, ends)
        return WhyNot(Obstacle.CLOSED, path, radius, gap=gap)
    # A point comes up to the edges of a hole, a larger agent is stuck before it.
    cells = tuple(smallest.nearest(ends)[0].tolist())
    of_point = yield from part(navigator.of(smallest).find_path_steps(*ends), _TRIED / trials, _TRIED / trials)
    _place, width = yield from part(_tightest(navigator, smallest, of_point, cells), _TRIED / trials, _TRIED / trials)
    guess = floor(min(width / 2.0 / step, fails))
    while fails - passes > 1:
        # The guess, the one beside it that tells whether it was right, and then by halving.
        middle = (
            (passes + fails) // 2 if done > _GUESSES else min(max(guess + (passes == guess), passes + 1), fails - 1)
        )
        smaller = yield from trial(middle * step)
        if (yield from _are_connected(smaller, ends)):
            widest, passes = smaller, middle
        else:
            fails = middle
    if fails * step >= radius:
        # Nothing has failed but the volume itself.
        again = yield from trial(radius)
        if (yield from _are_connected(again, ends)):
            return WhyNot(Obstacle.OUT_OF_DATE, path, radius, radius)
    way = yield from part(navigator.of(widest).find_path_steps(*ends), _TRIED, _TRIED)
    place, width = yield from part(_tightest(navigator, smallest, way, cells), _TRIED, 1.0)
    passing = passes * step
    # Voxels of the edges take some of it.
    return WhyNot(Obstacle.TOO_NARROW, path, radius, passing, way, place, max(width, 2.0 * passing))


def _tightest(
    navigator: Navigator, smallest: NavVolume, way: Path, cells: tuple[int, int]
) -> Steps[tuple[Float64s, float]]:
    """The narrowest place of a way and its width, as `narrowest` tells them, in a volume for points, in whose `cells`
    the way begins and ends."""
    return narrowest(smallest, navigator.of(smallest).cells(), way.points, cells)


def _round_step(most: float) -> float:
    """1, 2 or 5 times a power of ten, as large as can be but no larger than this."""
    power = 10.0 ** floor(log10(most))
    return max(factor * power for factor in (1.0, 2.0, 5.0) if factor * power <= most or factor == 1.0)


def _bake(nav: NavVolume, mesh: Mesh, radius: float) -> Steps[NavVolume]:
    """The same voxels for another agent."""
    bounds = nav.origin.tolist(), (nav.origin + nav.shape * nav.voxel_size).tolist()
    return bake_steps(*mesh, BakeConfig(voxel_size=nav.voxel_size, agent_radius=radius, bounds=bounds))


def _are_connected(nav: NavVolume, ends: Float64s) -> Steps[bool]:
    """Whether some way leads from one end, (2, 3) world, to the other."""
    yield from part(nav.tree_steps(), 1.0, 1.0, _TRYING)
    first, second = (_islands_at(nav, end) for end in ends)
    return bool(first & second)


def _islands_at(nav: NavVolume, end: Float64s) -> set[int]:
    """The islands that a point, (3,) world, belongs to: several where they touch."""
    holding = nav.holding(*end.tolist()) or nav.nearest(end[None])[0].tolist()
    return set(nav.components[holding].tolist())
