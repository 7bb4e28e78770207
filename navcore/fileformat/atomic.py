# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole files in, whole files out; every failure a `FormatError` that names the file."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path
from typing import TypeAlias

from ..errors import FormatError
from ..given import shown

#: What names a file.
FileName: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]

_SUFFIX = ".volant-partial"
#: Bytes of the target's name that its partial file bears: with what is added, no more than file systems allow.
_NAME_BYTES = 200
#: Saves of one file at the same time take each other's partial files away; the loser starts over this often.
_ATTEMPTS = 20
#: Symbolic links that are followed to find an open file; no system follows more.
_MOST_LINKS = 40


def read_bytes(path: FileName) -> bytes:
    """All of a file."""
    name = file_name(path)
    try:
        status = os.stat(name)
        if stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode):
            # Some never end.
            raise FormatError(f"cannot read {shown_name(path)}: it is a device; choose a file")
        return Path(name).read_bytes()
    except (OSError, ValueError, MemoryError) as error:
        raise FormatError(f"cannot read {shown_name(path)}: {_reason(error)}") from error


def write_bytes(data: bytes, path: FileName) -> None:
    """Write a file. The old one, if any, stays whole until the new one is, which has its mode and owner.

    The bytes go to a partial file beside the target, which then takes its place. A process that is killed may leave
    its partial file; the next save of the same target removes it. Devices, pipes and open files (/dev/stdout) cannot
    be replaced and are written into.
    """
    old = check_target(path)
    name = file_name(path)
    descriptor = _open_file(name)
    if descriptor is not None or (old is not None and not stat.S_ISREG(old.st_mode)):
        _write_into(data, name, descriptor)
        return
    # A link stays one, and what it leads to is replaced.
    target = Path(os.path.realpath(name))
    for _attempt in range(_ATTEMPTS):
        _remove_partial_files(target)
        with contextlib.suppress(FileNotFoundError):
            _write_and_replace(data, target, old)
            return
    raise FormatError(f"cannot write {shown_name(path)}: others keep saving it at the same time; save again later")


def check_target(path: FileName) -> os.stat_result | None:
    """Refuse what can be told to be no place for a file before there is one; gives what is there, if anything."""
    name = file_name(path)

    def refusal(problem: str) -> FormatError:
        return FormatError(f"cannot write {shown_name(path)}: {problem}")

    if not name:
        raise refusal("the name is empty; name a file")
    try:
        found = os.stat(name)
    except FileNotFoundError:
        if os.path.basename(name) in ("", os.curdir, os.pardir):
            raise refusal("that names a folder; name a file in it") from None
        parent = os.path.dirname(os.path.realpath(name))
        if not os.path.isdir(parent):
            raise FormatError(
                f"cannot write into {shown_name(parent)}: No such file or directory; choose another folder"
            ) from None
        return None
    except (OSError, ValueError) as error:
        raise refusal(f"{_reason(error)}; choose another name") from error
    if stat.S_ISDIR(found.st_mode):
        raise refusal("it is a folder; name a file in it")
    if not os.access(name, os.W_OK):
        raise refusal("it is read-only; choose another name")
    return found


def file_name(path: FileName) -> str:
    """A path as text; `FormatError` for what is no path."""
    try:
        return os.fsdecode(path)
    except TypeError as error:
        raise FormatError(f"a file is named by a text or a path, not by {shown(path)}") from error


def shown_name(path: FileName) -> str:
    """A path as messages name it: quoted and escaped if it cannot be printed on one line."""
    name = file_name(path)
    return name if name.isprintable() else repr(name)


def _write_and_replace(data: bytes, target: Path, old: os.stat_result | None) -> None:
    """Raises `FileNotFoundError` when somebody else took the partial file away."""
    partial = target.with_name(f"{_prefix(target)}{secrets.token_hex(4)}{_SUFFIX}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(partial, flags, 0o666 if old is None else 0o600)
    except OSError as error:
        folder = shown_name(target.parent)
        raise FormatError(f"cannot write into {folder}: {_reason(error)}; choose another folder") from error
    try:
        with os.fdopen(handle, "wb") as file:
            if old is not None:
                _adopt(partial, old)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, target)
    except FileNotFoundError:
        raise
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink()
        sentence = f"cannot write {shown_name(target)}: {_reason(error)}; the old file, if any, is unchanged"
        raise FormatError(sentence) from error
    except BaseException:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise


def _adopt(partial: Path, old: os.stat_result) -> None:
    """Give a file the owner, the group and the mode of the one that it will replace, as far as its maker may."""
    if hasattr(os, "chown"):
        for owner in (old.st_uid, -1):
            with contextlib.suppress(PermissionError):
                os.chown(partial, owner, old.st_gid)
                break
    os.chmod(partial, stat.S_IMODE(old.st_mode))


def _write_into(data: bytes, name: str, descriptor: int | None) -> None:
    """Write to a device or a pipe, or to a file that is open already, from where it stands."""
    try:
        handle = os.open(name, os.O_WRONLY) if descriptor is None else os.dup(descriptor)
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(handle, left) :]
        finally:
            os.close(handle)
    except OSError as error:
        raise FormatError(f"cannot write {shown_name(name)}: {_reason(error)}") from error


def _open_file(name: str) -> int | None:
    """Which of this process's open files a name such as /dev/stdout stands for; None for the name of a file."""
    opened = os.path.realpath("/dev/fd")
    for _link in range(_MOST_LINKS):
        folder, last = os.path.split(name)
        if last.isdecimal() and os.path.realpath(folder) == opened:
            return int(last)
        try:
            name = os.path.join(folder, os.readlink(name))
        except OSError:
            return None
    return None


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


def _reason(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return "it does not fit into memory"
    if isinstance(error, OSError):
        return error.strerror or str(error)
    # A NUL, or half of a character of two.
    return "no file can have this name"
