# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What queries answer: checked in full, and as something that can be compared."""

from __future__ import annotations

import numpy as np
from path_check import assert_valid_path
from volumes import cells_holding

from volant import navcore


def assert_answers(nav, start, goal, path):
    """A path between two free points is there exactly when they can be joined, keeps them, and is valid."""
    islands = [{int(nav.components[cell]) for cell in cells_holding(nav, end)} for end in (start, goal)]
    if not path.found:
        assert "island" in path.reason
        assert not islands[0] & islands[1]
        assert path.points.shape == (0, 3)
        assert path.length == np.inf
        assert path.stats["expanded"] == 0
        return
    assert islands[0] & islands[1]
    assert path.snapped == (False, False)
    assert (path.points[0] == start).all()
    assert (path.points[-1] == goal).all()
    assert_valid_path(nav, path)


def answer(path: navcore.Path) -> tuple[object, ...]:
    """All of a path but the time it took."""
    counts = {name: value for name, value in path.stats.items() if name != "seconds"}
    return path.found, path.reason, path.points.tolist(), path.length, path.raw_length, path.cells, path.snapped, counts
