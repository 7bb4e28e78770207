# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every verb and option, with units and defaults."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Callable
from pathlib import Path

from ..addon.scene.mesh_files import IMPORTERS
from ..navcore.config import MOST_LANDMARKS, BakeConfig, GroundConfig, LinkConfig, PathConfig
from ..navcore.fileformat.engines import ENGINES
from ..navcore.fileformat.header import FORMATS
from . import bake, check, export, info, path
from .answer import Answer
from .settings import add_options

_SCENE = f"a .blend file; a mesh that Blender imports ({' '.join(IMPORTERS)}); or a voxel map (.3dmap)"
_POINT = ("X", "Y", "Z")
_CODES = "Exit codes: 0 done; 1 the work failed (unreadable file, no path, a fault found); 2 wrong use."


def version() -> str:
    """Volant's version, from its one source."""
    manifest = Path(__file__).parent.with_name("blender_manifest.toml")
    return str(tomllib.loads(manifest.read_text(encoding="utf-8"))["version"])


def make_parser(program: str) -> argparse.ArgumentParser:
    """The parser; what it parses has `run`, the verb's function, and `json`."""
    parser = argparse.ArgumentParser(
        prog=program, description="Bake volumetric navigation and ask it for paths, without a window.", epilog=_CODES
    )
    parser.add_argument("--version", action="version", version=f"volant {version()}")
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="VERB")

    def add(name: str, run: Callable[[argparse.Namespace], Answer], summary: str, more: str = "") -> _Parser:
        verb = verbs.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}. {more}")
        verb.epilog = _CODES
        verb.set_defaults(run=run)
        verb.add_argument("--json", action="store_true", help="answer in JSON, on one line")
        return verb

    _bake(
        add(
            "bake",
            bake.run,
            "bake a scene into .volant files",
            "A .blend is baked with the settings of the volumes in its active scene. Of a mesh it is told here for "
            "whom: for agents that fly, with --voxel-size or --max-depth; for those that walk, with --walk; or for "
            "both. Voxel maps may do without a size. All lengths are in the scene's units.",
        )
    )
    _path(add("path", path.run, "find a path in a .volant file", "All lengths are in the scene's units."))
    of_file = add("info", info.run, "say what a .volant file holds")
    of_file.add_argument("file", metavar="FILE", help="a .volant file")
    proof = add("check", check.run, "prove a .volant file against the scene it was baked from")
    proof.add_argument("file", metavar="FILE", help="a .volant file")
    proof.add_argument("scene", metavar="SCENE", help=_SCENE)
    proof.add_argument("--volume", metavar="NAME", help="the volume of a .blend (default: the file's own name for it)")
    _export(
        add(
            "export",
            export.run,
            "write the bakes of a .blend as .volant files, or what a .volant file holds in another format",
            "A .blend is not baked: the bakes that it holds are written, as File > Export does in Blender. If one is "
            "out of date, nothing is.",
        )
    )
    return parser


_Parser = argparse.ArgumentParser


def _bake(verb: _Parser) -> None:
    verb.add_argument("scene", metavar="SCENE", help=_SCENE)
    verb.add_argument("-o", "--output", required=True, metavar="FILE", help="the .volant file; with --all, a folder")
    verb.add_argument(
        *("--landmarks",),
        type=int,
        default=0,
        metavar="N",
        help=f"write how far portals are from N places far apart on every island, 0 to {MOST_LANDMARKS}, which spares "
        "searches over portals about a third (default: 0)",
    )
    verb.add_argument(
        *("--format",),
        type=int,
        choices=FORMATS,
        default=FORMATS[-1],
        help="of the file; 1 is for readers that know no other, and has room for 1,024 voxels a side "
        "(default: %(default)s)",
    )
    volumes = verb.add_argument_group("volumes of a .blend").add_mutually_exclusive_group()
    volumes.add_argument("--volume", metavar="NAME", help="bake this one (default: the only one there is)")
    volumes.add_argument("--all", action="store_true", help="bake all, each into a file named after it")
    kinds = verb.add_argument_group("for whom a mesh is baked")
    kinds.add_argument("--walk", action="store_true", help="for agents that walk: floors, and links between them")
    kinds.add_argument("--fly", action="store_true", help="for agents that fly, too (default: for these alone)")
    add_options(verb.add_argument_group("settings for meshes and voxel maps"), BakeConfig)
    add_options(verb.add_argument_group("settings for agents that walk"), GroundConfig, BakeConfig)
    add_options(verb.add_argument_group("links for agents that walk"), LinkConfig)


def _export(verb: _Parser) -> None:
    verb.add_argument("file", metavar="FILE", help="a .blend with baked volumes, or a .volant file")
    verb.add_argument(
        *("-o", "--output"),
        required=True,
        metavar="FILE",
        help="of a .blend, the .volant file; with --all, a folder. Of a .volant file with floors, .glb: a mesh that "
        "Hubs and Godot take for a navigation mesh; .bin: a file that Detour loads, with links. Of one with free "
        "space, .glb or .obj: a box for each cell, through Blender's exporters; .3dmap: a voxel map in which all but "
        "the cells is occupied",
    )
    verb.add_argument("--walk", action="store_true", help="of a .volant file with both, write the floors as .glb")
    group = verb.add_argument_group("bakes of a .blend")
    volumes = group.add_mutually_exclusive_group()
    volumes.add_argument("--volume", metavar="NAME", help="write that of this one (default: the only one there is)")
    volumes.add_argument("--all", action="store_true", help="write all, each into a file named after its volume")
    group.add_argument(
        *("--engine",),
        choices=ENGINES,
        metavar="NAME",
        help="tell readers how positions become those of an engine: %(choices)s (default: nothing is told)",
    )
    group.add_argument("--force", action="store_true", help="write bakes that are out of date, too")


def _path(verb: _Parser) -> None:
    verb.add_argument("file", metavar="FILE", help="a .volant file")
    verb.add_argument(
        "--from", dest="start", nargs=3, type=float, required=True, metavar=_POINT, help="where it starts"
    )
    verb.add_argument("--to", dest="goal", nargs=3, type=float, required=True, metavar=_POINT, help="where it leads")

    add_options(verb, PathConfig)
