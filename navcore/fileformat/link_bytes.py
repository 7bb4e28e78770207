# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links as the stream of a section: how many, then a column of numbers for each thing that is told of them."""

from __future__ import annotations

import struct

import numpy as np

from ..arrays import AnyArray, Float64s
from ..errors import FormatError, NavError
from ..links import Links
from .frame_2 import Stream

#: More are no level's.
MOST_LINKS = 1 << 16
_COUNT = struct.Struct("<I")


def link_pieces(links: Links) -> list[bytes]:
    """Links as they are written."""
    if len(links) > MOST_LINKS:
        raise FormatError(f"a file has room for {MOST_LINKS} links, not for {len(links)}; leave some out")
    names = [name.encode("utf-8") for name in links.names]
    return [
        _COUNT.pack(len(links)),
        links.kinds.tobytes(),
        links.both_ways.tobytes(),
        bytes(map(len, names)),
        b"".join(names),
        *(_floats(column) for column in (*links.starts.T, *links.ends.T, links.costs)),
    ]


def read_links(source: Stream) -> Links:
    """What `link_pieces` was given."""
    (count,) = _COUNT.unpack(source.read(_COUNT.size))
    if not 1 <= count <= MOST_LINKS:
        raise FormatError(f"the file claims {count} links, not 1 to {MOST_LINKS}; export it again")
    kinds, both_ways, lengths = (np.frombuffer(source.read(count), np.uint8) for _column in range(3))
    try:
        names = [bytes(source.read(length)).decode("utf-8") for length in lengths.tolist()]
    except UnicodeDecodeError as error:
        raise FormatError("the name of a link of the file is no text; export it again") from error
    columns = [_read_floats(source, count) for _column in range(7)]
    source.finish()
    try:
        return Links(np.stack(columns[:3], axis=1), np.stack(columns[3:6], axis=1), kinds, both_ways, columns[6], names)
    except NavError as error:
        raise FormatError(f"the links of the file are none: {error}") from error


def _floats(numbers: AnyArray) -> bytes:
    return numbers.astype("<f8").tobytes()


def _read_floats(source: Stream, count: int) -> Float64s:
    return np.frombuffer(source.read(8 * count), "<f8").astype(np.float64)
