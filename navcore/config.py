# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be asked of a bake and of a path query; every field states its unit and limits, and what it is called by.

A setting is declared here. All that handles settings follows; in Blender it needs a property and a row of its panel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import BakeError, LengthError, PathError
from .settings import Box, Choice, Flag, Length, Mask, Number, Points, Size, Whole, check_settings, setting

#: A domain may have at most 2**MAX_DEPTH voxels along its longest side.
MAX_DEPTH = 15

Point = Sequence[float]


@dataclass(frozen=True, kw_only=True)
class BakeConfig:
    """Settings of a bake. Give exactly one of `voxel_size` and `max_depth`. Numbers may be numpy's; they become plain.

    Attributes
    ----------
    voxel_size : edge of the smallest cube, in scene units; over 0.
    max_depth : the voxel is the longest side of the bounds / 2**max_depth; 0 to 15.
    min_depth : split the octree at least this often; 0 to the depth the voxel size implies.
    agent_radius : distance the agent's centre keeps from every triangle, in scene units; 0 or more.
    bounds : (low, high) corners of the domain, in scene units; None is the mesh's box grown by
        `agent_radius` + 2 voxels.
    markers : points in space to keep, in scene units; none keeps everything.
    merge : join octree leaves into few large cells.
    balanced : let octree leaves that share a face differ by one level at most.
    memory_limit : refuse bakes that need more than this many bytes; None sets no limit.
    """

    voxel_size: float | None = setting(
        None, Length("a positive length", is_positive=True), help="edge of a voxel; 1 for voxel maps"
    )
    max_depth: int | None = setting(
        None,
        Whole(0, MAX_DEPTH),
        instead_of="voxel_size",
        help=f"the voxel is the longest side of the bounds halved N times, 0 to {MAX_DEPTH}",
    )
    min_depth: int = setting(0, Whole(0, MAX_DEPTH), help="split the octree at least N times (default: 0)")
    agent_radius: float = setting(0.0, Length(), help="kept from every surface (default: 0)")
    bounds: tuple[Point, Point] | None = setting(
        None,
        Box(),
        help="low and high corner of what is baked (default: around the mesh, the agent's radius and two voxels away)",
    )
    markers: Sequence[Point] = setting(
        (),
        Points("marker"),
        option="marker",
        help="a point in space to keep; may be given again. Unmarked islands are removed (default: all are kept)",
    )
    merge: bool = setting(True, Flag(), help="keep octree leaves as cells")
    balanced: bool = setting(False, Flag(), help="let neighboring leaves differ by one level at most")
    memory_limit: int | None = setting(
        None, Size(), is_recorded=False, help="refuse bakes that need more megabytes (default: no limit)"
    )

    def __post_init__(self) -> None:
        if (self.voxel_size is None) == (self.max_depth is None):
            raise BakeError("give exactly one of voxel_size and max_depth")
        check_settings(self, BakeError)


#: Voxels a radius is wide unless a voxel size is given.
VOXELS_A_RADIUS = 3


@dataclass(frozen=True, kw_only=True)
class GroundConfig:
    """Settings of a bake of floors, for agents that walk. Lengths are in scene units.

    Attributes
    ----------
    agent_radius : distance in plan that the agent's centre keeps from walls and ledges; over 0.
    agent_height : room that the agent needs above the floor; over `step_height`.
    step_height : the highest step that it takes; 0 or more.
    max_slope : the steepest floor that it walks on, in degrees; over 0 and under 90.
    voxel_size : edge of a column of the grid that finds floors, at most `agent_radius`; None is a third of it.
    floors : which triangles may be floors, a truth value for each, kept as bytes; None is all.
    bounds : (low, high) corners of the space whose floors are wanted; None is the mesh's box.
    markers : points on floors to keep; none keeps everything.
    min_island : islands with less area than this, in square scene units, are dropped; 0 or more.
    corner_error : how much farther than `agent_radius` the surface may stay from a corner, as a share of it; over 0.
    edge_error : how far an edge may lie from the outline that it simplifies, in voxels; 0 or more.
    height_error : how far heights of the surface may be off the floor; None is half a voxel.
    memory_limit : refuse bakes that need more than this many bytes; None sets no limit.
    """

    agent_radius: float = setting(0.4, Length("a positive length", is_positive=True), help="kept from walls and ledges")
    agent_height: float = setting(1.8, Length("a positive length", is_positive=True), help="room above the floor")
    step_height: float = setting(0.4, Length(), help="the highest step taken")
    max_slope: float = setting(45.0, Number(), help="the steepest floor, in degrees")
    voxel_size: float | None = setting(
        None, Length("a positive length", is_positive=True), help="edge of a column (default: a third of the radius)"
    )
    # A mask belongs to a mesh, of which nobody knows who reads a file.
    floors: bytes | None = setting(None, Mask(), is_recorded=False)
    bounds: tuple[Point, Point] | None = setting(
        None, Box(), help="low and high corner of what is baked (default: around the mesh)"
    )
    markers: Sequence[Point] = setting(
        (),
        Points("marker"),
        option="marker",
        help="a point on a floor to keep; may be given again. Unmarked islands are removed (default: all are kept)",
    )
    min_island: float = setting(0.0, Number(), help="drop islands with less area")
    corner_error: float = setting(
        0.1, Number("a positive number", is_positive=True), help="given away at corners, as a share of the radius"
    )
    edge_error: float = setting(0.35, Number(), help="given away along edges, in voxels")
    height_error: float | None = setting(
        None, Length("a positive length", is_positive=True), help="of heights (default: half a voxel)"
    )
    memory_limit: int | None = setting(
        None, Size(), is_recorded=False, help="refuse bakes that need more megabytes (default: no limit)"
    )

    def __post_init__(self) -> None:
        check_settings(self, BakeError)
        if not 0.0 < self.max_slope < 90.0:
            raise BakeError(f"max_slope must be over 0 and under 90 degrees, not {self.max_slope:g}")
        if self.agent_height <= self.step_height:
            raise LengthError(
                "an agent height of {} is not over the step height ({}); use a taller agent or a lower step",
                self.agent_height,
                self.step_height,
            )
        if self.voxel > self.agent_radius:
            raise LengthError(
                "a voxel size of {} is larger than the agent radius ({}), so outlines could not keep it; "
                "use a smaller voxel",
                self.voxel,
                self.agent_radius,
            )

    @property
    def voxel(self) -> float:
        """The voxel size, in scene units, given or not."""
        return self.agent_radius / VOXELS_A_RADIUS if self.voxel_size is None else self.voxel_size


#: Agent radii between two links of a kind unless a spacing is given: along ledges, and between take-offs.
_RADII_ALONG_LEDGES, _RADII_BETWEEN_TAKE_OFFS = 4.0, 16.0


@dataclass(frozen=True, kw_only=True)
class LinkConfig:
    """Which links are found. Lengths are in scene units, and in plan unless said otherwise.

    Attributes
    ----------
    jump_length : how far the agent's centre jumps at most, from floor to floor; 0 or more, and 0 finds no jumps. Gaps
        are narrower by twice the agent's radius. Up it jumps by a step at most, down as far as it drops.
    drop_height : how far down it drops at most; 0 or more, and 0 finds no drops.
    take_offs : whether it takes off and lands where floors and free space meet.
    spacing : how far apart links are along ledges; over 0. None is four agent radii.
    take_off_spacing : how far apart take-offs are; over 0. None is sixteen agent radii.
    """

    jump_length: float = setting(0.0, Length(), help="longest jump, from floor to floor (default: none are found)")
    drop_height: float = setting(0.0, Length(), help="deepest drop (default: none are found)")
    take_offs: bool = setting(True, Flag(), help="find no take-offs and landings")
    spacing: float | None = setting(
        None, Length("a positive length", is_positive=True), help="between links of a ledge (default: four radii)"
    )
    take_off_spacing: float | None = setting(
        None, Length("a positive length", is_positive=True), help="between take-offs (default: sixteen radii)"
    )

    def __post_init__(self) -> None:
        check_settings(self, BakeError)

    def spacing_of(self, radius: float) -> float:
        """How far apart links are along ledges, for an agent of a radius, scene units."""
        return _RADII_ALONG_LEDGES * radius if self.spacing is None else self.spacing

    def take_off_spacing_of(self, radius: float) -> float:
        """How far apart take-offs are, for an agent of a radius, scene units."""
        return _RADII_BETWEEN_TAKE_OFFS * radius if self.take_off_spacing is None else self.take_off_spacing


#: For volumes, and for surfaces.
ALGORITHMS = ("astar", "dijkstra", "greedy", "theta", "lazy_theta")
SURFACE_ALGORITHMS = ("polyanya", "funnel", "centroids")
#: More would take longer to ask than they save.
MOST_LANDMARKS = 64
GRAPHS = ("cells", "portals", "corners")
REFINEMENTS = ("taut", "none", "prune", "smooth_a", "smooth_b", "funnel", "funnel+prune")


@dataclass(frozen=True, kw_only=True)
class PathConfig:
    """Settings of a path query. With nothing set, what measured best. Weights, graphs, refinements and landmarks are
    for volumes.

    Attributes
    ----------
    algorithm : in volumes "astar"; "dijkstra", which is "astar" with h = 0; "greedy", which is "astar" with g = 0;
        "theta" and "lazy_theta", which look along lines of sight. On surfaces "polyanya", which finds the shortest
        path; "funnel", A* through the middles of edges and a string pulled through them; "centroids", A* over the
        middles of triangles. None is "lazy_theta" and "polyanya".
    g, h : weights of the length so far and of the length that is left, not both 0. An h above g is a little greedy: the
        search expands fewer cells, and before refinement a path may be longer by that share at most.
    graph : what is searched of a volume: "cells", entered at the best point of a portal; "portals", by their middles;
        "corners", the corners of cells (the edge-corner graph of [Hung & He 2016]).
    refine : "taut", the shortest in its sleeve, which is improved around its bends; "none"; "prune" by sight, "funnel"
        and "funnel+prune" [Massonnat 2023]; "smooth_a" and "smooth_b", portal smoothing [Leenknecht 2013].
    max_snap : how far a start or goal outside free space may be moved, in scene units; None is two voxels, and on
        surfaces the agent's radius besides.
    max_expanded : give up after taking this many cells (or points) off the open list; None never does.
    landmarks : from how many places, far apart, distances are worked out before the first query of an island, to
        sharpen all that follow; 0 to 64. Worth it in mazes and for many queries.
    """

    algorithm: str | None = setting(
        None, Choice((*ALGORITHMS, *SURFACE_ALGORITHMS)), help="how to search (default: what measured best)"
    )
    g: float = setting(1.0, Number(called="weight g"), help="of the length so far")
    h: float = setting(1.02, Number(called="weight h"), help="of the length that is left")
    graph: str = setting("cells", Choice(GRAPHS), help="what to search")
    refine: str = setting("taut", Choice(REFINEMENTS), help="how to shorten what was found")
    max_snap: float | None = setting(
        None, Length(), help="how far ends may be moved into free space (default: two voxels)"
    )
    max_expanded: int | None = setting(None, Whole(1), help="give up after looking at N cells (default: never)")
    landmarks: int = setting(0, Whole(0, MOST_LANDMARKS))

    def __post_init__(self) -> None:
        check_settings(self, PathError)
        if self.g == 0 == self.h:
            raise PathError("weights g and h are both 0, so nothing would guide the search; give one of them")
