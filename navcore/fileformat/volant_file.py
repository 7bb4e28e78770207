# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The .volant file: written in the newest format or, on wish, in an older one; read in all of them."""

from __future__ import annotations

from typing import NamedTuple

from ..errors import FormatError, NavError
from ..given import shown, whole
from ..navigation import Baked, Navigation
from ..progress import Progress, Steps, part, run
from .atomic import FileName, check_target, read_bytes, shown_name, write_bytes
from .consistency import check_order, check_volume
from .deflating import PACKING
from .format_1 import pack_1, unpack_1
from .format_2 import open_2, pack_2, unpack_2
from .header import FORMATS, NEWEST, read_format
from .surface_check import check_surface


class FileInfo(NamedTuple):
    """What a file tells of itself before anything is inflated.

    format : which it is of. content_hash : what peers compare to know that they hold the same bake, 64 hexadecimal
    digits; None in format 1, which has none.
    """

    format: int
    content_hash: str | None


def dumps(nav: Baked, progress: Progress | None = None, format: int = NEWEST) -> bytes:  # noqa: A002, what it is
    """The bytes of a .volant file. `progress` is called with (fraction, stage); returning False raises `Cancelled`.

    nav : a NavVolume, a NavSurface, or a Navigation of both and their links.
    format : 2, or 1 for readers that know no other; it has volumes alone, no blockers and at most 1,024 voxels a side.
    """
    return run(dumps_steps(nav, format), progress)


def dumps_steps(nav: Baked, format: int = NEWEST) -> Steps[bytes]:  # noqa: A002
    """`dumps` in steps."""
    wanted = whole(format)
    if wanted not in FORMATS:
        raise FormatError(f"a file is written in format {' or '.join(map(str, FORMATS))}, not {shown(format)}")
    navigation = _navigation(nav)
    volume, surface = navigation.volume, navigation.surface
    if volume is not None:
        check_order(volume)
        yield 0.0, PACKING
        check_volume(volume)
    if surface is not None:
        yield 0.0, PACKING
        check_surface(surface)
    if volume is None:
        if wanted == 1:
            raise FormatError("format 1 has no surfaces; write format 2")
        return (yield from part(pack_2(navigation), 0.0, 1.0))
    # No steps when clearance is known, as it is of what Blender stores.
    clearance = yield from part(volume.squared_clearance_steps(), 0.0, 0.5)
    yield 0.5, PACKING
    if wanted == 1 and navigation.only is not volume:
        raise FormatError("format 1 has neither surfaces nor links; write format 2, or the volume alone")
    packed = pack_1(volume, clearance) if wanted == 1 else pack_2(navigation, clearance)
    return (yield from part(packed, 0.5, 1.0))


def loads(data: bytes | bytearray | memoryview) -> Baked:
    """What the bytes of a .volant file hold; `FormatError` when they are not one.

    A NavVolume or a NavSurface where there is nothing else, a Navigation where there are several parts.
    """
    whole_file = _as_bytes(data)
    return unpack_1(whole_file) if read_format(whole_file) == 1 else unpack_2(whole_file).only


def file_info(data: bytes | bytearray | memoryview) -> FileInfo:
    """What the bytes of a .volant file tell of themselves."""
    whole_file = _as_bytes(data)
    found = read_format(whole_file)
    return FileInfo(found, None if found == 1 else open_2(whole_file).content_hash)


def save(nav: Baked, path: FileName, format: int = NEWEST, progress: Progress | None = None) -> None:  # noqa: A002
    """Write a .volant file, made as `dumps` does. The old file, if any, stays whole until the new one is."""
    check_target(path)
    write_bytes(dumps(nav, progress, format), path)


def load(path: FileName) -> Baked:
    """Read a .volant file: what `loads` gives."""
    data = read_bytes(path)
    try:
        return loads(data)
    except FormatError as error:
        raise type(error)(f"cannot read {shown_name(path)}: {error}") from error


def _navigation(nav: Baked) -> Navigation:
    try:
        return Navigation.of(nav)
    except NavError as error:
        raise FormatError(str(error)) from error


def _as_bytes(data: object) -> bytes:
    if not isinstance(data, bytes | bytearray | memoryview):
        raise FormatError(f"a volume is read from bytes, not from {shown(data)}")
    # Whoever has changeable bytes may change them meanwhile.
    return bytes(data)
