# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What makes one search A*, another Dijkstra's, greedy, Theta* or Lazy Theta*."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from ...config import PathConfig

#: When a search looks for a line of sight past a node's neighbours.
LineOfSight: TypeAlias = Literal["never", "always", "lazily"]

_LINE_OF_SIGHT: Mapping[str | None, LineOfSight] = MappingProxyType(
    {"theta": "always", "lazy_theta": "lazily", None: "lazily"}
)


@dataclass(frozen=True)
class SearchPolicy:
    """How a search chooses what to expand next.

    travelled_weight, remaining_weight : what a unit counts of the length so far and of the length that is left at
    least; not both 0. line_of_sight : "never" (A*), "always" (Theta*) or "lazily" (Lazy Theta*). is_thorough :
    Lazy Theta* checks sight for each label, and tries the next best one where that fails. Otherwise it keeps to one
    check for each cell it expands and forgets all labels of a cell but the best.
    """

    travelled_weight: float
    remaining_weight: float
    line_of_sight: LineOfSight
    is_thorough: bool = False

    @classmethod
    def of(cls, config: PathConfig) -> SearchPolicy:
        """The policy that a query's settings ask for."""
        travelled = 0.0 if config.algorithm == "greedy" else config.g
        remaining = 0.0 if config.algorithm == "dijkstra" else config.h
        # Greedy and Dijkstra take one weight away; the other must not be zero, too.
        return cls(
            travelled or float(remaining == 0.0),
            remaining or float(travelled == 0.0),
            _LINE_OF_SIGHT.get(config.algorithm, "never"),
        )


#: Searches in all directions, which only the length so far guides.
FLOOD = SearchPolicy(1.0, 0.0, "lazily")
THOROUGH_FLOOD = SearchPolicy(1.0, 0.0, "lazily", is_thorough=True)
