# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`volant export`: the bakes that a .blend holds as .volant files; what a .volant file holds in formats others read."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .. import navcore
from ..addon.scene.mesh_files import EXPORTED
from ..navcore.fileformat import check_target, is_voxel_map, save_voxels, voxels_outside
from .answer import Answer, WrongUse
from .info import describe, parts_of
from .scenes import blender, chosen_volumes, is_blend
from .targets import make_folder, volume_files

_KINDS = (*EXPORTED, ".3dmap")
_DETOUR = ".bin"
#: How floors are written.
_FLOORS = (".glb", _DETOUR)


def run(options: argparse.Namespace) -> Answer:
    if not is_blend(options.file):
        return _export_file(options)
    if options.walk:
        raise WrongUse("--walk is for .volant files; the bakes of a .blend are written with all that they hold")
    return _export_bakes(options)


def _export_file(options: argparse.Namespace) -> Answer:
    """Of one .volant file."""
    for name in ("volume", "all", "engine", "force"):
        if getattr(options, name):
            raise WrongUse(f"--{name} is for .blend files; what a .volant file holds is written as it is")
    target = options.output
    check_target(target)
    kind = Path(target).suffix.lower()
    if kind not in (*_KINDS, _DETOUR):
        raise WrongUse(
            f"cells are written as {', '.join(EXPORTED)} or .3dmap, floors as .glb or .bin, not "
            f"{kind or 'without a suffix'}"
        )
    held = navcore.Navigation.of(navcore.load(options.file))
    if not (options.walk or kind == _DETOUR or held.volume is None):
        return _export_cells(options, held.volume)
    if kind not in _FLOORS:
        raise WrongUse(f"floors are written as {' or '.join(_FLOORS)}, not {kind}")
    surface = held.the_surface()
    if kind == _DETOUR:
        navcore.save_detour(held, target)
    else:
        navcore.save_glb(held, target)
    values = {"file": target, "bytes": os.path.getsize(target), "polygons": len(surface)}
    return Answer(values, f"{target}: {len(surface)} polygons, {values['bytes']} bytes")


def _export_cells(options: argparse.Namespace, nav: navcore.NavVolume) -> Answer:
    """The cells of a file."""
    target = options.output
    if is_voxel_map(target):
        save_voxels(voxels_outside(nav.cells, nav.shape), nav.shape, target)
    else:
        with blender(options.file) as files:
            files.export_boxes(nav.boxes(), target)
    values = {"file": target, "bytes": os.path.getsize(target), "cells": len(nav.cells)}
    return Answer(values, f"{target}: {len(nav.cells)} cells, {values['bytes']} bytes")


def _export_bakes(options: argparse.Namespace) -> Answer:
    """Of a .blend, as it holds them; with --all, what cannot be written stops nothing else."""
    if not options.all:
        _check_file(options.output)
    exported: list[dict[str, Any]] = []
    failed: dict[str, str] = {}
    with blender(options.file) as files:
        files.open_blend(options.file)
        names = chosen_volumes(options.file, files.volume_names(), options.volume, options.all)
        baked = [name for name in names if files.is_baked(name)]
        stale = files.stale_reasons(baked)
        _check_bakes(names, baked, {} if options.force else stale)
        if options.all:
            make_folder(options.output)
        for name, target in zip(baked, volume_files(baked, options.output, options.all), strict=True):
            try:
                held, size = files.write_bake(name, target, options.engine)
            except navcore.NavError as error:
                if not options.all:
                    raise
                failed[name] = str(error)
            else:
                row = {"name": name, "file": target, "bytes": size, **describe(held)}
                exported.append({**row, "out_of_date": stale.get(name)})
    values = {
        "exported": exported,
        "not_baked": [name for name in names if name not in baked],
        "failed": failed,
    }
    return Answer(values, _text(values), good=not failed)


def _check_file(target: str) -> None:
    """Refuse a file that the bake of a .blend is not written to."""
    kind = Path(target).suffix.lower()
    if kind in _KINDS:
        raise WrongUse(f"the bakes of a .blend are written as .volant, not {kind}; export that file next")
    check_target(target)


def _check_bakes(names: list[str], baked: list[str], stale: Mapping[str, str]) -> None:
    """Refuse to write anything if there is nothing to write, or something of which nobody said that it may be stale."""
    if not baked:
        what = f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} not baked yet"
        raise navcore.BakeError(f"{what}; bake it in Blender and save the file, or use volant bake")
    if stale:
        what = ", ".join(f"{name} is out of date: {reason}" for name, reason in stale.items())
        raise navcore.BakeError(f"{what}; bake again, or write it all the same with --force")


def _text(values: dict[str, Any]) -> str:
    lines = []
    for row in values["exported"]:
        doubt = f"; out of date: {row['out_of_date']}" if row["out_of_date"] else ""
        lines.append(f"{row['file']}: {parts_of(row)}, {row['bytes']} bytes{doubt}")
    lines += [f"{name}: not baked yet, and not written" for name in values["not_baked"]]
    lines += [f"{name}: {problem}" for name, problem in values["failed"].items()]
    return "\n".join(lines)
