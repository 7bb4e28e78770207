# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the files of volumes go: one file, or a folder with one for each."""

from __future__ import annotations

import os
from collections.abc import Sequence

from .. import navcore
from ..navcore.fileformat import file_names, shown_name


def volume_files(names: Sequence[str], output: str, every: bool) -> list[str]:
    """The file of each volume: `output` is a folder for all of them, or the file of the only one."""
    return [os.path.join(output, file) for file in file_names(names)] if every else [output]


def make_folder(folder: str) -> None:
    """A folder to write into, if there is none yet."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        name = shown_name(folder)
        raise navcore.FormatError(f"cannot write into {name}: {error.strerror}; choose another folder") from error
