# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is uploaded to the platform, read for checking: the zip's files, manifest and syntax trees, and the pictures."""

from __future__ import annotations

import ast
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

MANIFEST = "blender_manifest.toml"


@dataclass
class Submission:
    """A zip and the pictures for its page.

    name : file name of the zip; size : its bytes; files : contents by path inside it; pictures : contents by name.
    """

    name: str
    size: int
    files: dict[str, bytes] = field(repr=False)
    pictures: dict[str, bytes] = field(repr=False)

    @cached_property
    def manifest(self) -> dict[str, Any]:
        return tomllib.loads(self.text(MANIFEST))

    @cached_property
    def modules(self) -> dict[str, ast.Module]:
        """The syntax tree of every Python file."""
        return {path: ast.parse(self.text(path), path) for path in self.files if path.endswith(".py")}

    @cached_property
    def nodes(self) -> list[tuple[str, str, ast.AST]]:
        """Every piece of syntax, with its file, and with file and line as one word."""
        return [
            (path, f"{path}:{getattr(node, 'lineno', 1)}", node)
            for path, tree in self.modules.items()
            for node in ast.walk(tree)
        ]

    def text(self, path: str) -> str:
        """A file as text; empty when it is missing."""
        return self.files.get(path, b"").decode("utf-8", "replace")

    def imports(self) -> Iterator[tuple[str, str, str]]:
        """The full name of every module that is imported absolutely, with its file, and file and line."""
        for path, where, node in self.nodes:
            if isinstance(node, ast.Import):
                yield from ((path, where, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                # `from concurrent import futures` names concurrent.futures, too.
                yield from ((path, where, f"{node.module}.{alias.name}") for alias in node.names)


def read(archive: Path, pictures: Path) -> Submission:
    """Read a zip, and the folder with the pictures."""
    with zipfile.ZipFile(archive) as packed:
        files = {info.filename: packed.read(info) for info in packed.infolist() if not info.is_dir()}
    images = {path.name: path.read_bytes() for path in sorted(pictures.glob("*.*"))}
    return Submission(archive.name, archive.stat().st_size, files, images)


def dotted(node: ast.AST) -> str:
    """The name that an expression spells, such as `sys.path.insert`; empty for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return f"{owner}.{node.attr}" if owner else node.attr
    return ""
