# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole files in, whole files out; every failure a `FormatError` that names the file."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from ..errors import FormatError

_SUFFIX = ".volant-partial"
#: Bytes of the target's name that its partial file bears: with what is added, no more than file systems allow.
_NAME_BYTES = 200
#: Saves of one file at the same time take each other's partial files away; the loser starts over this often.
_ATTEMPTS = 20


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """All of a file."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise FormatError(f"cannot read {os.fspath(path)}: {_reason(error)}") from error


def write_bytes(data: bytes, path: str | os.PathLike[str]) -> None:
    """Write a file. The old one, if any, stays whole until the new one is.

    The bytes go to a partial file beside the target, which then takes its place. A process that is killed may leave
    its partial file; the next save of the same target removes it.
    """
    # A link stays one, and what it leads to is replaced.
    target = Path(os.path.realpath(path))
    if target.exists() and not os.access(target, os.W_OK):
        raise FormatError(f"cannot write {os.fspath(path)}: it is read-only; choose another name")
    for _attempt in range(_ATTEMPTS):
        _remove_partial_files(target)
        with contextlib.suppress(FileNotFoundError):
            _write_and_replace(data, target)
            return
    raise FormatError(f"cannot write {os.fspath(path)}: others keep saving it at the same time; save again later")


def _write_and_replace(data: bytes, target: Path) -> None:
    """Raises `FileNotFoundError` when somebody else took the partial file away."""
    partial = target.with_name(f"{_prefix(target)}{secrets.token_hex(4)}{_SUFFIX}")
    try:
        handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    except OSError as error:
        raise FormatError(f"cannot write into {target.parent}: {_reason(error)}; choose another folder") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, target)
    except FileNotFoundError:
        raise
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise FormatError(f"cannot write {target}: {_reason(error)}; the old file, if any, is unchanged") from error
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise


def _remove_partial_files(target: Path) -> None:
    """Remove what killed processes left of earlier saves of the target."""
    prefix = _prefix(target)
    # A folder that cannot be listed may still be written to, and one that is missing is told of when it is.
    with contextlib.suppress(OSError), os.scandir(target.parent) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and entry.name.endswith(_SUFFIX):
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)


def _prefix(target: Path) -> str:
    """How the names of a target's partial files begin."""
    return f".{target.name.encode('utf-8', 'replace')[:_NAME_BYTES].decode('utf-8', 'ignore')}."


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
