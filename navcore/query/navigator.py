# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who answers questions about a volume, a surface, or both, and owns what the answers share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Float64s
from ..config import ALGORITHMS, SURFACE_ALGORITHMS, PathConfig
from ..errors import PathError
from ..geometry.primitives import distance
from ..given import point_array, points_array, shown
from ..links import Links
from ..live.volume import LiveVolume
from ..model import NavVolume
from ..navigation import Navigation
from ..progress import KeepingAnswer, Progress, Steps, part, run
from ..surface import NavSurface
from .analysis.leak import Leak, leak_steps
from .analysis.routes import routes_steps
from .analysis.walking_routes import walking_routes_steps
from .analysis.walking_why_not import walking_why_not_steps
from .analysis.why_not import WhyNot, why_not_steps
from .ends import find_ends
from .graph.cells import CellGraph
from .graph.points import CornerGraph, PointGraph, PortalGraph
from .path import Path
from .question import Question
from .route import SEARCHING
from .search.cell_landmarks import CellLandmarks
from .search.cells import CellSearch
from .search.landmarks import KnownDistances, Landmarks
from .search.policy import FLOOD
from .search.portal_landmarks import PortalLandmarks
from .stopwatch import Stopwatch
from .travelling.journeys import Journeys
from .travelling.navigated import Navigated
from .travelling.spaces import FLY, WALK, Space
from .walking.questions import FloorQuestions, MadeOfFloors

_POINT_GRAPHS: Mapping[str, type[PortalGraph] | type[CornerGraph]] = MappingProxyType(
    {"portals": PortalGraph, "corners": CornerGraph}
)


@dataclass
class _Made:
    """Graphs and landmarks that were made so far. They do not refer to their volume, so that all goes when it goes."""

    cells: CellGraph | None = None
    points: dict[str, PointGraph] = field(default_factory=dict)
    cell_landmarks: dict[tuple[int, int], CellLandmarks] = field(default_factory=dict)
    point_landmarks: dict[tuple[str, int, int], KnownDistances] = field(default_factory=dict)
    floors: MadeOfFloors = field(default_factory=MadeOfFloors)
    journeys: Journeys | None = None


class Navigator:
    """Answers questions about a volume, a surface, or a Navigation. Owns what they need, made when first asked for.

    What it owns never changes once it is made, so several threads may ask at a time. Of a `LiveVolume` it answers as
    that is at the time: searches over cells at once, with the same paths as in its snapshot; all else in a snapshot.
    Of a Navigation with both free space and floors, or with links, paths lead through either and over links, as
    `Path.legs` tell; other questions are asked of its volume or its surface alone.

    >>> navigator = navcore.Navigator(nav)
    >>> navigator.find_path((0, 0, 1), (8, 3, 2)).length
    """

    def __init__(self, nav: NavVolume | LiveVolume | NavSurface | Navigation) -> None:
        if not isinstance(nav, NavVolume | LiveVolume | NavSurface | Navigation):
            raise PathError(
                f"paths are found in a NavVolume, a LiveVolume, a NavSurface or a Navigation, not in {shown(nav)}"
            )
        #: What is asked about. A Navigation of one part alone is that part.
        self.asked = nav.only if isinstance(nav, Navigation) else nav
        self._made = _Made()

    @property
    def space(self) -> NavVolume | LiveVolume:
        """The volume that is searched, as it is at the time."""
        if isinstance(self.asked, NavSurface):
            raise PathError("a surface has no cells; ask a Navigator of a volume")
        if isinstance(self.asked, Navigation):
            raise PathError("this is asked of free space alone; ask a Navigator of the Navigation's volume")
        return self.asked

    @property
    def nav(self) -> NavVolume:
        """The volume, or a snapshot of the live one."""
        return self.space.snapshot() if isinstance(self.space, LiveVolume) else self.space

    @staticmethod
    def of(nav: NavVolume | NavSurface | Navigation) -> Navigator:
        """A navigator whose graphs and the like that which is asked keeps, so that the next one has them already."""
        navigator = Navigator(nav)
        asked = navigator.asked
        if not isinstance(asked, LiveVolume):
            navigator._made = asked.kept.setdefault("made_for_queries", navigator._made)
        return navigator

    def find_path(
        self, start: ArrayLike, goal: ArrayLike, config: PathConfig | None = None, progress: Progress | None = None
    ) -> Path:
        """A path between two points.

        Parameters
        ----------
        start, goal : (3,) float, world.
        config : how to search; None is `PathConfig()`.
        progress : called with (fraction, stage); returning False raises `Cancelled`.
        """
        return run(self.find_path_steps(start, goal, config), progress)

    def find_path_steps(self, start: ArrayLike, goal: ArrayLike, config: PathConfig | None = None) -> Steps[Path]:
        """`find_path` in steps of a few milliseconds at most."""
        ends = self._point("start", start), self._point("goal", goal)
        (path,) = yield from self._find(*ends, _checked(config))
        return path

    def find_paths(
        self, source: ArrayLike, targets: ArrayLike, config: PathConfig | None = None, progress: Progress | None = None
    ) -> list[Path]:
        """Paths from one point to many, by one search.

        Parameters
        ----------
        source : (3,) float, world.
        targets : (n, 3) float, world.
        config : how to search; None is `PathConfig()`. `max_expanded` counts for all of them together.
        progress : called with (fraction, stage); returning False raises `Cancelled`.

        Returns
        -------
        One Path for each target, in their order. Their stats tell what each added to the search.
        """
        return run(self.find_paths_steps(source, targets, config), progress)

    def find_paths_steps(
        self, source: ArrayLike, targets: ArrayLike, config: PathConfig | None = None
    ) -> Steps[list[Path]]:
        """`find_paths` in steps of a few milliseconds at most."""
        wanted = points_array("targets", targets, PathError)
        if not len(wanted):
            return []
        return (yield from self._find(self._point("source", source), wanted, _checked(config)))

    def k_routes(
        self,
        start: ArrayLike,
        goal: ArrayLike,
        k: int,
        config: PathConfig | None = None,
        progress: Progress | None = None,
    ) -> list[Path]:
        """The k shortest routes found of which no two share more than 60 % of their length within two voxels.

        On a surface: within two voxels or the agent's width, whichever is more; short as seen from above.

        Parameters
        ----------
        start, goal : (3,) float, world.
        k : how many are wanted; 1 or more.
        config : how to search for the first one, and how to refine all; None is `PathConfig()`.
        progress : called with (fraction, stage); returning False raises `Cancelled`.

        Returns
        -------
        At most k Paths by length, the first as short as `find_path`'s; fewer when no more were found, none when the
        goal cannot be reached.
        """
        return run(self.k_routes_steps(start, goal, k, config), progress)

    def k_routes_steps(
        self, start: ArrayLike, goal: ArrayLike, k: int, config: PathConfig | None = None
    ) -> Steps[list[Path]]:
        """`k_routes` in steps of a few milliseconds at most."""
        floors = self._floors()
        if floors:
            ends = self._point("start", start), self._point("goal", goal)
            return walking_routes_steps(floors, *ends, k, _checked(config))
        return routes_steps(self._still(), start, goal, k, _checked(config))

    def find_leak(self, inside: ArrayLike, outside: ArrayLike | None = None, progress: Progress | None = None) -> Leak:
        """The path out of a room that should be closed, and its narrowest place.

        The volume is baked without markers, or with one in the room.

        Parameters
        ----------
        inside : (3,) float, world: a point in the room; up to two voxels from free space.
        outside : (3,) float, world: a point that should not be reached; None is the border of the domain, wherever it
            is reached first.
        progress : called with (fraction, stage); returning False raises `Cancelled`.
        """
        return run(self.find_leak_steps(inside, outside), progress)

    def find_leak_steps(self, inside: ArrayLike, outside: ArrayLike | None = None) -> Steps[Leak]:
        """`find_leak` in steps of a few milliseconds at most."""
        if isinstance(self.asked, NavSurface):
            raise PathError("leaks are found in a NavVolume, not on a surface")
        return leak_steps(self._still(), inside, outside)

    def why_not(
        self,
        start: ArrayLike,
        goal: ArrayLike,
        vertices: ArrayLike | None = None,
        triangles: ArrayLike | None = None,
        config: PathConfig | None = None,
        progress: Progress | None = None,
    ) -> WhyNot:
        """Why there is no path between two points, and what would have to change.

        With the mesh, smaller agents are tried: a handful of bakes.

        Parameters
        ----------
        start, goal : (3,) float, world.
        vertices, triangles : the mesh that the volume was made of, as for `bake`; None when it is not at hand. Floors
            are not baked again.
        config : how the path was searched; None is `PathConfig()`.
        progress : called with (fraction, stage); returning False raises `Cancelled`.
        """
        return run(self.why_not_steps(start, goal, vertices, triangles, config), progress)

    def why_not_steps(
        self,
        start: ArrayLike,
        goal: ArrayLike,
        vertices: ArrayLike | None = None,
        triangles: ArrayLike | None = None,
        config: PathConfig | None = None,
    ) -> Steps[WhyNot]:
        """`why_not` in steps."""
        floors = self._floors()
        if floors:
            ends = self._point("start", start), self._point("goal", goal)
            return walking_why_not_steps(floors, *ends, _checked(config))
        if (vertices is None) != (triangles is None):
            raise PathError("give both vertices and triangles of the mesh, or none of them")
        mesh = None if vertices is None or triangles is None else (vertices, triangles)
        return why_not_steps(self._still(), start, goal, mesh, _checked(config))

    def cells(self) -> CellGraph:
        """The graph of the cells."""
        return run(self.cells_steps())

    def cells_steps(self) -> Steps[CellGraph]:
        """`cells` in steps."""
        if isinstance(self.space, LiveVolume):
            return self.space.graph()
        if self._made.cells is None:
            graph = yield from CellGraph.steps(self.nav)
            # Another search may have made it in the meantime.
            self._made.cells = self._made.cells or graph
        return self._made.cells

    def points(self, kind: str) -> PointGraph:
        """The graph of "portals" or "corners"."""
        return self._made.points.get(kind) or self._made.points.setdefault(kind, _POINT_GRAPHS[kind](self.cells()))

    def cell_landmarks(self, island: int, count: int) -> Steps[CellLandmarks]:
        """Landmarks of an island for searches over cells."""
        known = self._made.cell_landmarks.get((island, count))
        if known is None:
            graph = self.cells()
            made = yield from CellLandmarks.steps(
                graph, self._island(island), count, lambda at, cell: CellSearch(graph, at, cell, FLOOD).flood()
            )
            known = self._made.cell_landmarks.setdefault((island, count), made)
        return known

    def point_landmarks(self, kind: str, island: int, count: int) -> Steps[KnownDistances]:
        """Landmarks of an island for searches over "portals" or "corners"; those that came with the volume, if any."""
        stored = self.nav.landmarks
        has_stored = kind == "portals" and stored is not None and len(stored) >= count
        # Stored ones serve all islands.
        key = kind, -1 if has_stored else island, count
        known = self._made.point_landmarks.get(key)
        if known is None:
            graph = self.points(kind)
            made: KnownDistances
            if has_stored:
                made = PortalLandmarks(self.nav, graph, count)
            else:
                made = yield from Landmarks.steps(graph, self._island(island), count)
            known = self._made.point_landmarks.setdefault(key, made)
        return known

    def _island(self, island: int) -> list[int]:
        cells: list[int] = np.flatnonzero(self.nav.components == island).tolist()
        return cells

    @staticmethod
    def _point(name: str, given: ArrayLike) -> Float64s:
        """A point of a question, world, as (1, 3)."""
        return point_array(name, given, PathError)[None]

    def _floors(self) -> FloorQuestions | None:
        """Who answers about a surface; None of a volume."""
        return FloorQuestions(self.asked, self._made.floors) if isinstance(self.asked, NavSurface) else None

    def _still(self) -> Navigator:
        """Itself, or one of a live volume as it is now."""
        return Navigator.of(self.nav) if isinstance(self.space, LiveVolume) else self

    def _find(self, source: Float64s, targets: Float64s, config: PathConfig) -> Steps[list[Path]]:
        watch = Stopwatch()
        floors = self._floors()
        if isinstance(self.asked, Navigation):
            answers = self._journeys(self.asked, source, targets, config)
        elif floors:
            answers = floors.answers(source, targets, config, watch)
        elif isinstance(self.space, LiveVolume):
            is_live = config.graph == "cells" and not config.landmarks
            navigator = self if is_live else self._still()
            answers = _unless_changed(self.space, navigator._answers(source, targets, config, watch))
        else:
            answers = self._answers(source, targets, config, watch)
        return (yield from watch.timed(answers))

    def _journeys(
        self, asked: Navigation, source: Float64s, targets: Float64s, config: PathConfig
    ) -> Steps[list[Path]]:
        """Paths through free space, over floors and over links."""
        journeys = self._made.journeys
        if journeys is None:
            spaces: dict[int, Space] = {}
            if asked.surface is not None and len(asked.surface):
                spaces[WALK] = Navigated(asked.surface, Navigator.of(asked.surface))
            if asked.volume is not None and len(asked.volume.cells):
                spaces[FLY] = Navigated(asked.volume, Navigator.of(asked.volume))
            if not spaces:
                raise PathError("there are neither cells nor polygons, so there is nowhere to go; bake it with room")
            journeys = self._made.journeys = Journeys(spaces, Links() if asked.links is None else asked.links)
        # An algorithm is for one of them; the other has its own.
        walk = config if config.algorithm in SURFACE_ALGORITHMS else replace(config, algorithm=None)
        fly = config if config.algorithm in ALGORITHMS else replace(config, algorithm=None)
        answers = []
        for index, target in enumerate(targets):
            found = journeys.find(source[0], target, {WALK: walk, FLY: fly})
            answers.append((yield from part(found, index / len(targets), (index + 1) / len(targets))))
        return answers

    def _answers(self, source: Float64s, targets: Float64s, config: PathConfig, watch: Stopwatch) -> Steps[list[Path]]:
        if config.algorithm in SURFACE_ALGORITHMS:
            choices = ", ".join(ALGORITHMS)
            raise PathError(f"algorithm {config.algorithm} is for surfaces; in a volume choose one of {choices}")
        yield 0.0, SEARCHING
        graph = yield from self.cells_steps()
        ends = find_ends(self.space, graph, np.concatenate((source, targets)))
        starts, *goals = yield from part(ends, 0.0, 0.0)
        questions = [Question(self, start, config) for start in starts]
        paths: dict[int, Path] = {}
        # Near ones first, so that the search grows outwards [Albertini 2022].
        world = starts[0].world.tolist()
        order = sorted(range(len(goals)), key=lambda index: distance(goals[index][0].world.tolist(), world))
        for done, index in enumerate(order):
            pairs = [(question, goal) for question in questions for goal in goals[index]]
            answers = []
            for number, (question, goal) in enumerate(pairs):
                begin, share = done / len(goals), 1 / len(goals) / len(pairs)
                steps = question.answer(goal, watch)
                answers.append((yield from part(steps, begin + number * share, begin + (number + 1) * share)))
            # Of several only where cells meet at a point without being linked there.
            paths[index] = min(answers, key=lambda path: path.length)
            watch.restart()
        return [paths[index] for index in range(len(goals))]


def _checked(config: PathConfig | None) -> PathConfig:
    """The settings of a question; what measured best where none are given."""
    if config is None:
        return PathConfig()
    if not isinstance(config, PathConfig):
        raise PathError(f"config must be a PathConfig, not {shown(config)}")
    return config


def _unless_changed(live: LiveVolume, steps: Steps[list[Path]]) -> Steps[list[Path]]:
    """Steps of a search in a live volume, which end with an error once the volume has changed: cells may be gone."""
    version = live.version
    kept = KeepingAnswer(steps)
    for where in kept:
        yield where
        if live.version != version:
            steps.close()
            raise PathError("the volume was changed while the path was searched; ask again")
    return kept.answer
