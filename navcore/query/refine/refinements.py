# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the route a search found to the path an agent takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, TypeAlias

from ...geometry.primitives import Point, Rect, clamp_to_box, holds, length_of, passed, without_loops
from ...progress import Steps
from ..graph.cells import CellGraph
from ..route import Route
from .funnel import funnel
from .prune import Refined, prune
from .shortest import REFINING
from .smoothing import smooth
from .taut import TautRefinement

#: A route through a graph's cells, refined.
Refinement: TypeAlias = Callable[[CellGraph, Route], Steps[Refined]]

#: A path that is longer than its route by less than this share counts as equally long; the rest is rounding.
_ROUNDING = 1e-9


def _none(_graph: CellGraph, route: Route) -> Steps[Refined]:
    yield REFINING
    return Refined(route.points, route.cells())


def _funnel(graph: CellGraph, route: Route) -> Steps[Refined]:
    yield REFINING
    cells = without_loops(route.cells())
    return Refined(funnel(route.points[0], route.points[-1], graph.portals(cells)), cells)


def _funnel_prune(graph: CellGraph, route: Route) -> Steps[Refined]:
    """The funnel keeps to its sleeve, pruning may leave it; one after the other is best [Massonnat 2023]."""
    pulled = yield from _funnel(graph, route)
    return (
        yield from prune(graph, Route(pulled.points, _legs(pulled.points, pulled.cells, graph.portals(pulled.cells))))
    )


def _legs(points: Sequence[Point], cells: Sequence[int], portals: Sequence[Rect]) -> list[list[int]]:
    """The cells of each segment of a path whose bends lie on portals of its sleeve, in order."""
    legs, begin = [], 0
    for point in points[1:-1]:
        end = next(place for place in range(begin, len(portals)) if holds(portals[place], point))
        legs.append([*cells[begin : end + 1]])
        begin = end + 1
    return [*legs, [*cells[begin:]]]


def _smooth_a(graph: CellGraph, route: Route) -> Steps[Refined]:
    return _smooth(graph, route, "a")


def _smooth_b(graph: CellGraph, route: Route) -> Steps[Refined]:
    return _smooth(graph, route, "b")


def _smooth(graph: CellGraph, route: Route, variant: Literal["a", "b"]) -> Steps[Refined]:
    """Portal smoothing, then culling by sight [Leenknecht 2013]."""
    yield REFINING
    cells = route.cells()
    portals = graph.portals(cells)
    crossings = [clamp_to_box(point, portal) for portal, point in zip(portals, _crossings(graph, route), strict=True)]
    points = smooth([route.points[0], *crossings, route.points[-1]], portals, variant)
    return (yield from prune(graph, Route(points, [[cell] for cell in cells])))


def _crossings(graph: CellGraph, route: Route) -> list[Point]:
    """Where a route comes by each portal between its cells."""
    crossings: list[Point] = []
    before = -1
    for begin, end, leg in zip(route.points, route.points[1:], route.legs, strict=False):
        if before not in (-1, leg[0]):
            crossings.append(begin)
        before = leg[-1]
        crossings += passed(begin, end, graph.portals(leg))
    return crossings


def _taut(graph: CellGraph, route: Route) -> Steps[Refined]:
    refinement = TautRefinement(graph)
    path = yield from refinement.solve(route.points[0], route.points[-1], route.cells())
    return Refined(path.points, path.cells, refinement.sight_checks)


#: By name, as a query's settings give it.
_REFINEMENTS: Mapping[str, Refinement] = MappingProxyType(
    {
        "taut": _taut,
        "none": _none,
        "prune": prune,
        "smooth_a": _smooth_a,
        "smooth_b": _smooth_b,
        "funnel": _funnel,
        "funnel+prune": _funnel_prune,
    }
)


def refine(graph: CellGraph, route: Route, name: str) -> Steps[Refined]:
    """A route, refined as `PathConfig.refine` says; unchanged where that would make it longer.

    Smoothing and funnels keep to the portals between a route's cells, which a route that bends by sight may cut short.
    """
    refined = yield from _REFINEMENTS[name](graph, route)
    if length_of(refined.points) > route.length() * (1.0 + _ROUNDING):
        return Refined(route.points, route.cells(), refined.sight_checks)
    return refined
