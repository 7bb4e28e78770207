# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The .volant file: a fixed header, then compressed sections, each with its size and checksum.

All numbers are little-endian. `docs/file_format.md` is the specification.
"""

from __future__ import annotations

import os
import struct
import zlib

import numpy as np

from ..arrays import AnyArray
from ..errors import FormatError
from ..model import NavVolume
from .atomic import read_bytes, write_bytes

MAGIC = b"VOLANT"
VERSION = 1
#: magic, format version, section count
_HEADER = struct.Struct("<6sHI")
#: name, stored bytes, bytes after inflating, CRC-32 of the stored bytes
_SECTION = struct.Struct("<4sQQI")
#: origin x y z, voxel size, agent radius, shape x y z, leaf count
_VOLUME = struct.Struct("<5d3iQ")
#: Deflate cannot shrink anything more than this.
_MOST_INFLATION = 1100
_ARRAYS = {
    b"CELL": ("cells", (-1, 2, 3)),
    b"PORT": ("portals", (-1, 2)),
    b"COMP": ("components", (-1,)),
    b"REMO": ("removed_boxes", (-1, 2, 3)),
}


def dumps(nav: NavVolume) -> bytes:
    """The bytes of a .volant file."""
    numbers = (*nav.origin, nav.voxel_size, nav.agent_radius, *nav.shape, nav.leaf_count)
    contents = {b"VOLU": _VOLUME.pack(*numbers)}
    for name, (attribute, _shape) in _ARRAYS.items():
        array: AnyArray = getattr(nav, attribute)
        contents[name] = array.astype("<i4").tobytes()
    table, payload = [], []
    for name, raw in contents.items():
        stored = zlib.compress(raw, 9)
        table.append(_SECTION.pack(name, len(stored), len(raw), zlib.crc32(stored)))
        payload.append(stored)
    return b"".join((_HEADER.pack(MAGIC, VERSION, len(contents)), *table, *payload))


def loads(data: bytes) -> NavVolume:
    """The volume in the bytes of a .volant file; `FormatError` when they are not one."""
    sections = _read_sections(data)
    try:
        numbers = _VOLUME.unpack(sections[b"VOLU"])
        arrays = {
            attribute: np.frombuffer(sections[name], "<i4").reshape(shape).astype(np.int32)
            for name, (attribute, shape) in _ARRAYS.items()
        }
    except KeyError as error:
        raise FormatError(f"the file lacks its {error.args[0].decode()} section; export it again") from error
    except (struct.error, ValueError) as error:
        raise FormatError("a section of the file has a wrong size; export it again") from error
    _check_arrays(arrays, np.array(numbers[5:8]))
    return NavVolume(
        origin=np.array(numbers[:3]),
        voxel_size=numbers[3],
        shape=np.array(numbers[5:8], np.int32),
        leaf_count=numbers[8],
        agent_radius=numbers[4],
        **arrays,
    )


def _read_sections(data: bytes) -> dict[bytes, bytes]:
    if len(data) < _HEADER.size or data[: len(MAGIC)] != MAGIC:
        raise FormatError("this is not a .volant file")
    _magic, version, count = _HEADER.unpack_from(data)
    if version > VERSION:
        raise FormatError(f"written by a newer Volant (format {version}, this reads up to {VERSION})")
    position = _HEADER.size + count * _SECTION.size
    if position > len(data):
        raise FormatError("the file is cut off in its table of sections; export or copy it again")
    sections = {}
    for index in range(count):
        name, stored_size, raw_size, checksum = _SECTION.unpack_from(data, _HEADER.size + index * _SECTION.size)
        stored = data[position : position + stored_size]
        position += stored_size
        if len(stored) != stored_size or zlib.crc32(stored) != checksum:
            raise FormatError(f"section {name!r} of the file is damaged or cut off; export or copy it again")
        if raw_size > _MOST_INFLATION * stored_size:
            raise FormatError(f"section {name!r} of the file claims an impossible size; export it again")
        inflater = zlib.decompressobj()
        try:
            raw = inflater.decompress(stored, raw_size + 1)
        except zlib.error as error:
            raise FormatError(f"section {name!r} of the file cannot be inflated; export it again") from error
        if len(raw) != raw_size:
            raise FormatError(f"section {name!r} of the file inflates to a wrong size; export it again")
        sections[name] = raw
    return sections


def _check_arrays(arrays: dict[str, AnyArray], shape: AnyArray) -> None:
    cells, portals, components = arrays["cells"], arrays["portals"], arrays["components"]
    if (cells[:, 0] < 0).any() or (cells[:, 0] >= cells[:, 1]).any() or (cells[:, 1] > shape).any():
        raise FormatError("the file holds cells outside their domain; export it again")
    if portals.size and (portals.min() < 0 or portals.max() >= len(cells)):
        raise FormatError("the file holds portals between cells it does not have; export it again")
    if len(components) != len(cells):
        raise FormatError("the file's components do not match its cells; export it again")


def save(nav: NavVolume, path: str | os.PathLike[str]) -> None:
    """Write a .volant file. The old file, if any, stays whole until the new one is."""
    write_bytes(dumps(nav), path)


def load(path: str | os.PathLike[str]) -> NavVolume:
    """Read a .volant file."""
    return loads(read_bytes(path))
