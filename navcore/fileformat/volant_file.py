# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The .volant file: written in the newest format or, on wish, in an older one; read in all of them."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import FormatError
from ..given import shown, whole
from ..model import NavVolume
from ..progress import Progress, Steps, part, run
from .atomic import FileName, check_target, read_bytes, shown_name, write_bytes
from .consistency import check_order, check_volume
from .deflating import PACKING
from .format_1 import pack_1, unpack_1
from .format_2 import open_2, pack_2, unpack_2
from .header import FORMATS, NEWEST, read_format


class FileInfo(NamedTuple):
    """What a file tells of itself before anything is inflated.

    format : which it is of. content_hash : what peers compare to know that they hold the same bake, 64 hexadecimal
    digits; None in format 1, which has none.
    """

    format: int
    content_hash: str | None


def dumps(nav: NavVolume, progress: Progress | None = None, format: int = NEWEST) -> bytes:  # noqa: A002, what it is
    """The bytes of a .volant file. `progress` is called with (fraction, stage); returning False raises `Cancelled`.

    format : 2, or 1 for readers that know no other; it has no blockers and at most 1,024 voxels a side.
    """
    return run(dumps_steps(nav, format), progress)


def dumps_steps(nav: NavVolume, format: int = NEWEST) -> Steps[bytes]:  # noqa: A002
    """`dumps` in steps."""
    wanted = whole(format)
    if wanted not in FORMATS:
        raise FormatError(f"a file is written in format {' or '.join(map(str, FORMATS))}, not {shown(format)}")
    check_order(nav)
    yield 0.0, PACKING
    check_volume(nav)
    # No steps when clearance is known, as it is of what Blender stores.
    clearance = yield from part(nav.squared_clearance_steps(), 0.0, 0.5)
    yield 0.5, PACKING
    packed = pack_1(nav, clearance) if wanted == 1 else pack_2(nav, clearance)
    return (yield from part(packed, 0.5, 1.0))


def loads(data: bytes | bytearray | memoryview) -> NavVolume:
    """The volume in the bytes of a .volant file; `FormatError` when they are not one."""
    whole_file = _as_bytes(data)
    return unpack_1(whole_file) if read_format(whole_file) == 1 else unpack_2(whole_file)


def file_info(data: bytes | bytearray | memoryview) -> FileInfo:
    """What the bytes of a .volant file tell of themselves."""
    whole_file = _as_bytes(data)
    found = read_format(whole_file)
    return FileInfo(found, None if found == 1 else open_2(whole_file).content_hash)


def save(nav: NavVolume, path: FileName, format: int = NEWEST, progress: Progress | None = None) -> None:  # noqa: A002
    """Write a .volant file, made as `dumps` does. The old file, if any, stays whole until the new one is."""
    check_target(path)
    write_bytes(dumps(nav, progress, format), path)


def load(path: FileName) -> NavVolume:
    """Read a .volant file."""
    data = read_bytes(path)
    try:
        return loads(data)
    except FormatError as error:
        raise type(error)(f"cannot read {shown_name(path)}: {error}") from error


def _as_bytes(data: object) -> bytes:
    if not isinstance(data, bytes | bytearray | memoryview):
        raise FormatError(f"a volume is read from bytes, not from {shown(data)}")
    # Whoever has changeable bytes may change them meanwhile.
    return bytes(data)
