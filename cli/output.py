# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words to stdout and stderr, which may be closed, full, or of few letters."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from typing import TextIO


def fill_closed() -> None:
    """Open nothing in the place of a closed stdin, stdout or stderr.

    Else the next file to be opened took it, and everything that Blender prints went into that file.
    """
    for place in range(3):
        try:
            os.fstat(place)
        except OSError:
            # The lowest place that is free, which is this one.
            os.open(os.devnull, os.O_RDWR)


def tell(text: str) -> None:
    """Write a line to stdout; `OSError` says why it cannot be written."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    try:
        _write(sys.stdout, text)
    except OSError:
        # Python tries again when it ends, and would complain then.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        raise


def complain(text: str) -> None:
    """Write a line to stderr, if there is one."""
    if sys.stderr is not None:
        # There is nobody left to tell that it is full.
        with suppress(OSError):
            _write(sys.stderr, text)


def _write(stream: TextIO, text: str) -> None:
    encoding = stream.encoding or "utf-8"
    stream.write(f"{text}\n".encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()
