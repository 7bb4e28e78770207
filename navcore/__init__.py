# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volumetric navigation without Blender: numpy and the standard library only.

>>> nav = navcore.bake(vertices, triangles, navcore.BakeConfig(voxel_size=0.25, agent_radius=0.4))
>>> path = navcore.find_path(nav, (0, 0, 1), (8, 3, 2))
>>> navcore.save(nav, "level.volant")
"""

from .bake import (
    bake,
    bake_steps,
    bake_voxels,
    erode,
    erode_steps,
    estimate_bake,
    with_clearance,
    with_clearance_steps,
)
from .blockers import Ball, Blocker, Box, Mesh
from .check import check
from .config import BakeConfig, GroundConfig, LinkConfig, PathConfig
from .errors import BakeError, Cancelled, FormatError, LengthError, MarkerError, NavError, NewerFormatError, PathError
from .fileformat import (
    bake_metadata,
    dumps,
    dumps_detour,
    dumps_glb,
    dumps_steps,
    load,
    load_voxels,
    loads,
    save,
    save_detour,
    save_glb,
    save_voxels,
)
from .following import FlightState, Flown, Follower, keyframes
from .geometry.sample import Sample, sample_triangles
from .ground import bake_ground, bake_ground_steps, estimate_ground
from .limits import BakeEstimate, check_limit
from .linking import find_links, find_links_steps
from .links import LinkKind, Links
from .live import Change, LiveSurface, LiveVolume, Watch
from .model import NavVolume
from .navigation import Navigation
from .progress import Progress, Steps, run
from .query.analysis.islands import Island, islands
from .query.analysis.leak import Leak
from .query.analysis.why_not import Obstacle, WhyNot
from .query.navigator import Navigator
from .query.path import Leg, LegKind, Path
from .query.shorthands import (
    find_leak,
    find_leak_steps,
    find_path,
    find_path_steps,
    find_paths,
    find_paths_steps,
    k_routes,
    k_routes_steps,
    why_not,
    why_not_steps,
    with_landmarks,
)
from .query.status import PathStatus
from .surface import Border, NavSurface

__all__ = [
    "BakeConfig",
    "BakeError",
    "BakeEstimate",
    "Ball",
    "Blocker",
    "Border",
    "Box",
    "Cancelled",
    "Change",
    "FlightState",
    "Flown",
    "Follower",
    "FormatError",
    "GroundConfig",
    "Island",
    "Leak",
    "Leg",
    "LegKind",
    "LengthError",
    "LinkConfig",
    "LinkKind",
    "Links",
    "LiveSurface",
    "LiveVolume",
    "MarkerError",
    "Mesh",
    "NavError",
    "NavSurface",
    "NavVolume",
    "Navigation",
    "Navigator",
    "NewerFormatError",
    "Obstacle",
    "Path",
    "PathConfig",
    "PathError",
    "PathStatus",
    "Progress",
    "Sample",
    "Steps",
    "Watch",
    "WhyNot",
    "bake",
    "bake_ground",
    "bake_ground_steps",
    "bake_metadata",
    "bake_steps",
    "bake_voxels",
    "check",
    "check_limit",
    "dumps",
    "dumps_detour",
    "dumps_glb",
    "dumps_steps",
    "erode",
    "erode_steps",
    "estimate_bake",
    "estimate_ground",
    "find_leak",
    "find_leak_steps",
    "find_links",
    "find_links_steps",
    "find_path",
    "find_path_steps",
    "find_paths",
    "find_paths_steps",
    "islands",
    "k_routes",
    "k_routes_steps",
    "keyframes",
    "load",
    "load_voxels",
    "loads",
    "run",
    "sample_triangles",
    "save",
    "save_detour",
    "save_glb",
    "save_voxels",
    "why_not",
    "why_not_steps",
    "with_clearance",
    "with_clearance_steps",
    "with_landmarks",
]
