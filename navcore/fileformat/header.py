# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How every .volant file begins: what it is, and of which format."""

from __future__ import annotations

import struct

from ..errors import FormatError, NewerFormatError
from .deflating import AGAIN

MAGIC = b"VOLANT"
#: The newest format, which is written unless another is wished for.
NEWEST = 2
_BEGINNING = struct.Struct("<6sH")
#: Flags that a reader must know; it may ignore the others.
_MUST_KNOW = 0xFFFF


def read_format(data: bytes) -> int:
    """The format of a file, from 1 to the newest."""
    if not data:
        raise FormatError(f"it is empty; {AGAIN}")
    if data[: len(MAGIC)] != MAGIC[: len(data)]:
        raise FormatError("this is not a .volant file; choose one that Volant has exported")
    if len(data) < _BEGINNING.size:
        raise FormatError(f"the file is cut off in its header; {AGAIN}")
    _magic, version = _BEGINNING.unpack_from(data)
    if version > NEWEST:
        raise NewerFormatError(f"written by a newer Volant (format {version}, this reads up to {NEWEST})")
    if version == 0:
        raise FormatError(f"the file claims format 0, which never was; {AGAIN}")
    return int(version)


def check_flags(flags: int) -> None:
    """Refuse flags that a reader must know; none are known yet."""
    if flags & _MUST_KNOW:
        raise NewerFormatError(f"written by a newer Volant (it needs what flags {flags & _MUST_KNOW:#06x} stand for)")
