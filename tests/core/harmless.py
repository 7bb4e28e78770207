# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading what strangers made: no harm is done when it takes few steps and little memory, whatever comes of it."""

from __future__ import annotations

import sys
import tracemalloc
import zlib
from functools import cache

from volant import navcore


@cache
def bomb(size: int) -> bytes:
    """A stream that inflates to `size` zeros."""
    deflater = zlib.compressobj(9)
    parts = [deflater.compress(bytes(1 << 20)) for _megabyte in range(size >> 20)]
    return b"".join((*parts, deflater.flush()))


def read(data: bytes) -> tuple[object, int, int]:
    """What the bytes hold, if anything, the most memory that reading took, and how many functions it called.

    Each call works on arrays that fit into that memory, so that both together say how long reading takes, the same on
    every machine.
    """
    calls = 0

    def count(_frame: object, event: str, _function: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    tracemalloc.start()
    sys.setprofile(count)
    try:
        nav = navcore.loads(data)
    except navcore.FormatError as error:
        assert str(error)
        nav = None
    finally:
        sys.setprofile(None)
        _now, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return nav, most, calls


def assert_harmless(data: bytes, what: object, most_calls: int = 10_000, each: int = 10):
    """What the bytes hold, if anything; reading it may take `each` bytes for each of the file's."""
    nav, most, calls = read(data)
    assert most <= 64_000_000 + each * len(data), what
    assert calls <= most_calls, what
    if nav is not None:
        # Writing looks at everything again.
        again = navcore.dumps(nav)
        assert navcore.dumps(navcore.loads(again)) == again, what
    return nav
