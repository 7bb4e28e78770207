# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""zlib streams: made in steps, as small as is worth the time; inflated never beyond what was asked for."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from ..errors import FormatError
from ..progress import Steps

#: What making a file is called in reports of progress.
PACKING = "Packing"
#: What to do about bytes that are damaged.
AGAIN = "export or copy it again"
_LEVEL, _WINDOW, _MEMORY = 9, 15, 9
#: Made for numbers that are small and scattered: 3 to 7 % smaller here than deflate's default.
_STRATEGY = zlib.Z_FILTERED
#: Streams of at most so many bytes are tried in other ways, too, which costs no time worth mentioning.
_SMALL = 1 << 16
#: Bytes that are deflated in one step: some hundredths of a second.
_PIECE = 1 << 16
#: Planes of at least so many bytes are worth Huffman codes of their own, which spares 2 to 5 %.
_OWN_CODES = 200


def deflate(pieces: Sequence[bytes], level: int = _LEVEL) -> Steps[bytes]:
    """A stream of pieces, one after the other; those that are worth it get Huffman codes of their own."""
    if sum(map(len, pieces)) > _SMALL:
        return (yield from _deflated(pieces, level, _STRATEGY))
    made = []
    for cut in (pieces, [b"".join(pieces)]) if len(pieces) > 1 else (pieces,):
        for strategy in (_STRATEGY, zlib.Z_DEFAULT_STRATEGY):
            made.append((yield from _deflated(cut, level, strategy)))
    return min(made, key=len)


def _deflated(pieces: Sequence[bytes], level: int, strategy: int) -> Steps[bytes]:
    size, done = max(sum(map(len, pieces)), 1), 0
    deflater = zlib.compressobj(level, zlib.DEFLATED, _WINDOW, _MEMORY, strategy)
    # Where one step ends does not change what deflate makes of them; what is merely stored is quick, and would be cut.
    step = _PIECE if level else size
    made = []
    for number, piece in enumerate(pieces):
        for begin in range(0, len(piece), step):
            yield (done + begin) / size, PACKING
            made.append(deflater.compress(piece[begin : begin + step]))
        done += len(piece)
        if level and len(piece) >= _OWN_CODES and number < len(pieces) - 1:
            made.append(deflater.flush(zlib.Z_BLOCK))
    return b"".join((*made, deflater.flush()))


class Inflater:
    """Inflates a stream bit by bit, never more than is asked for. `name` is what messages call it."""

    def __init__(self, name: str, stored: bytes | memoryview) -> None:
        self._name = name
        self._stored = stored
        self._inflater = zlib.decompressobj()

    def read(self, count: int) -> bytes:
        """The next `count` bytes."""
        raw = self._inflate(count) if count else b""
        if len(raw) != count:
            raise FormatError(f"{self._name} of the file inflates to a wrong size; {AGAIN}")
        return raw

    def finish(self) -> None:
        """Refuse what was not asked for."""
        # The stream's own end may still be unread; asking for a byte more finds it, or a stream that goes on.
        if self._inflate(1) or not self._inflater.eof or self._inflater.unused_data:
            raise FormatError(f"{self._name} of the file is longer than it should be; {AGAIN}")

    def _inflate(self, count: int) -> bytes:
        try:
            raw = self._inflater.decompress(self._stored, count)
        except zlib.error as error:
            raise FormatError(f"{self._name} of the file cannot be inflated; {AGAIN}") from error
        self._stored = self._inflater.unconsumed_tail
        return raw
