# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`volant bake`: a scene into files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from .. import navcore
from ..navcore.config import MOST_LANDMARKS
from ..navcore.fileformat import check_target, is_voxel_map, load_voxels
from .answer import Answer, WrongUse
from .info import describe, parts_of
from .progress import shown_progress
from .scenes import Baking, blend_bakings, check_kind, is_blend, mesh_triangles
from .settings import given_flags, given_settings
from .targets import make_folder, volume_files

Config = TypeVar("Config", navcore.BakeConfig, navcore.GroundConfig, navcore.LinkConfig)


def run(options: argparse.Namespace) -> Answer:
    _check_use(options)
    if options.all:
        make_folder(options.output)
    else:
        check_target(options.output)
    told = []
    for name, held, target in _bake(options):
        with shown_progress(name) as progress:
            if held.volume is not None:
                volume = navcore.with_landmarks(held.volume, options.landmarks, progress)
                held = replace(held, volume=volume)
            navcore.save(held, target, options.format, progress)
        told.append({"name": name, "file": target, "bytes": os.path.getsize(target), **describe(held)})
    text = "\n".join(f"{row['file']}: {parts_of(row)}, {row['bytes']} bytes" for row in told)
    return Answer({"baked": told}, text)


def _check_use(options: argparse.Namespace) -> None:
    check_kind(options.scene)
    if not 0 <= options.landmarks <= MOST_LANDMARKS:
        raise WrongUse(f"--landmarks must be 0 to {MOST_LANDMARKS}, not {options.landmarks}")
    configs = (navcore.BakeConfig, navcore.GroundConfig, navcore.LinkConfig)
    if is_blend(options.scene):
        given = [flag for config in configs for flag in given_flags(options, config)]
        given += [f"--{kind}" for kind in ("fly", "walk") if getattr(options, kind)]
        if given:
            raise WrongUse(f"{given[0]} is for meshes; a .blend is baked with the settings of its volumes")
        return
    if options.volume or options.all:
        raise WrongUse("--volume and --all are for .blend files; other scenes have no volumes")
    if options.walk:
        _check_walk(options)
    else:
        given = given_flags(options, navcore.GroundConfig, navcore.BakeConfig) + given_flags(
            options, navcore.LinkConfig
        )
        if given:
            raise WrongUse(f"{given[0]} is for agents that walk; give --walk, too")
    if _flies(options) and not is_voxel_map(options.scene) and options.voxel_size is None and options.max_depth is None:
        raise WrongUse("give --voxel-size or --max-depth, because a mesh does not say how finely to bake it")


def _check_walk(options: argparse.Namespace) -> None:
    if is_voxel_map(options.scene):
        raise WrongUse("--walk is for meshes and .blend files; a voxel map has no floors but the tops of its voxels")
    if options.format == 1:
        raise WrongUse("format 1 has no surfaces; leave --format or --walk out")
    if options.fly:
        return
    given = given_flags(options, navcore.BakeConfig, navcore.GroundConfig)
    given += ["--landmarks"] if options.landmarks else []
    if given:
        raise WrongUse(f"{given[0]} is for agents that fly; give --fly, too")


def _flies(options: argparse.Namespace) -> bool:
    """Whether a mesh is baked for agents that fly: those who say nothing mean them."""
    return bool(options.fly or not options.walk)


def _bake(options: argparse.Namespace) -> Iterator[tuple[str, navcore.Navigation, str]]:
    """Each bake's name, what it holds, and its file."""
    if is_blend(options.scene):
        bakings = blend_bakings(options.scene, options.volume, options.all)
        targets = volume_files([baking.name for baking in bakings], options.output, options.all)
        for baking, target in zip(bakings, targets, strict=True):
            yield baking.name, _bake_triangles(baking), target
        return
    name = Path(options.scene).stem
    if is_voxel_map(options.scene):
        yield name, _bake_map(name, options), options.output
    else:
        yield name, _bake_triangles(_mesh_baking(name, options)), options.output


def _bake_map(name: str, options: argparse.Namespace) -> navcore.Navigation:
    config = _bake_config(options)
    occupied, shape = load_voxels(options.scene)
    with shown_progress(name) as progress:
        nav = navcore.bake_voxels(occupied, shape, config, progress)
    return navcore.Navigation(replace(nav, metadata=navcore.bake_metadata(name, config)))


def _mesh_baking(name: str, options: argparse.Namespace) -> Baking:
    config = ground = find = None
    metadata: dict[str, Any] = {}
    if _flies(options):
        config = _bake_config(options)
        metadata |= navcore.bake_metadata(name, config)
    if options.walk:
        ground, find = _config(options, navcore.GroundConfig), _config(options, navcore.LinkConfig)
        metadata |= navcore.bake_metadata(name, ground)
    return Baking(name, *mesh_triangles(options.scene), config, ground, find, metadata=metadata)


def _bake_triangles(baking: Baking) -> navcore.Navigation:
    volume = surface = None
    links = baking.placed
    with shown_progress(baking.name) as progress:
        try:
            if baking.config is not None:
                volume = navcore.bake(baking.vertices, baking.triangles, baking.config, progress)
                volume = replace(volume, blockers=baking.blockers)
            if baking.ground is not None:
                surface = navcore.bake_ground(baking.vertices, baking.triangles, baking.ground, progress)
            held = navcore.Navigation(volume, surface)
            if baking.find is not None:
                found = navcore.find_links(held, baking.vertices, baking.triangles, baking.find, progress)
                links = navcore.Links.joined((links, found))
        except navcore.MarkerError as error:
            marker = baking.markers[error.index] if baking.markers else f"marker {error.index}"
            raise navcore.BakeError(f"{baking.name}: {marker} {error.problem}") from error
        except navcore.NavError as error:
            raise navcore.BakeError(f"{baking.name}: {error}") from error
    return replace(held, links=links).with_metadata(baking.metadata)


def _bake_config(options: argparse.Namespace) -> navcore.BakeConfig:
    if options.voxel_size is None and options.max_depth is None:
        options.voxel_size = 1.0
    return _config(options, navcore.BakeConfig)


def _config(options: argparse.Namespace, kind: type[Config]) -> Config:
    """What options say of a config."""
    try:
        return kind(**given_settings(options, kind))
    except navcore.BakeError as error:
        raise WrongUse(str(error)) from error
