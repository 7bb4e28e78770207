# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole files in, whole files out; every failure a `FormatError` that names the file."""

from __future__ import annotations

import contextlib
import os
import tempfile

from ..errors import FormatError


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """All of a file."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise FormatError(f"cannot read {os.fspath(path)}: {error.strerror}") from error


def write_bytes(data: bytes, path: str | os.PathLike[str]) -> None:
    """Write a file. The old one, if any, stays whole until the new one is."""
    target = os.fspath(path)
    folder = os.path.dirname(os.path.abspath(target))
    try:
        handle, temporary = tempfile.mkstemp(prefix=".volant-", dir=folder)
    except OSError as error:
        raise FormatError(f"cannot write into {folder}: {error.strerror}; choose another folder") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # mkstemp makes private files; a navigation file is as public as any other export.
        os.chmod(temporary, 0o644)
        os.replace(temporary, target)
    except OSError as error:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise FormatError(f"cannot write {target}: {error.strerror}; the old file, if any, is unchanged") from error
