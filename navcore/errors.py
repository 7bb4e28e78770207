# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The family of errors navcore raises. Every message says what was wrong and what to do about it."""

from __future__ import annotations

from collections.abc import Callable


class NavError(Exception):
    """Base of every error navcore raises on purpose."""


class BakeError(NavError):
    """The scene or the bake settings cannot be baked as given."""


class LengthError(BakeError):
    """A message about lengths, which who shows it may want to write in units of their own.

    `words` has a {} for each of `lengths`, in scene units.
    """

    def __init__(self, words: str, *lengths: float) -> None:
        self.words, self.lengths = words, lengths
        super().__init__(self.told("{:.3g}".format))

    def told(self, write: Callable[[float], str]) -> str:
        """The message with its lengths written by a function."""
        return self.words.format(*map(write, self.lengths))


class MarkerError(BakeError):
    """A marker is where it cannot keep anything.

    `index` is its place among the markers, `problem` what is wrong, `nearest` the nearest free point (x, y, z), world;
    None for a marker outside the domain.
    """

    def __init__(self, index: int, problem: str, nearest: tuple[float, float, float] | None = None) -> None:
        super().__init__(f"marker {index} {problem}")
        self.index = index
        self.problem = problem
        self.nearest = nearest


class PathError(NavError):
    """A path query is malformed. An unreachable goal is no error but `Path.found == False`."""


class FormatError(NavError):
    """A file is not a .volant file, is damaged, or cannot be written."""


class NewerFormatError(FormatError):
    """A file is of a format that only a newer Volant knows."""


class Cancelled(NavError):
    """A progress callback returned False."""
