# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links: ways between two places that touch nowhere, such as drops, jumps, ladders, take-offs and landings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike

from .arrays import AnyArray, Bools, Float64s, Int64s, UInt8s
from .errors import NavError
from .given import array, points_array, shown

#: Bytes of a name in UTF-8.
LONGEST_NAME = 255
#: Coordinates are squared all over, and must not become infinite then.
_FARTHEST = 1e100


class LinkKind(IntEnum):
    """How an agent gets over a link."""

    #: From a floor into the air.
    TAKE_OFF = 0
    #: Out of the air onto a floor.
    LANDING = 1
    #: Down from a ledge.
    DROP = 2
    #: Over a gap between two floors.
    JUMP = 3
    #: Up or down something that an artist has placed.
    LADDER = 4


@dataclass(frozen=True, eq=False)
class Links:
    """Links of a level. What is given for one of them may be given for all at once; arrays are read-only.

    Attributes
    ----------
    starts, ends : (n, 3) float64, world: where they begin and end.
    kinds : (n,) uint8, a `LinkKind` each.
    both_ways : (n,) bool, whether agents get from the end to the start, too.
    costs : (n,) float64, over 0: how much farther a link is for who chooses a way than it is long.
    names : n texts of at most 255 bytes in UTF-8; empty for links that were found, and not placed.
    """

    starts: Float64s
    ends: Float64s
    kinds: UInt8s
    both_ways: Bools
    costs: Float64s
    names: tuple[str, ...]

    def __init__(
        self,
        starts: ArrayLike = (),
        ends: ArrayLike = (),
        kinds: ArrayLike = LinkKind.JUMP,
        both_ways: ArrayLike = False,
        costs: ArrayLike = 1.0,
        names: Iterable[str] = (),
    ) -> None:
        """As the attributes; a number for `kinds`, `both_ways` or `costs` is that of all, and no `names` are empty."""
        first = points_array("the starts of links", starts, NavError)
        last = points_array("the ends of links", ends, NavError)
        if len(first) != len(last):
            raise NavError(f"there are {len(first)} starts of links and {len(last)} ends; give one end to each start")
        if max(np.abs(first).max(initial=0.0), np.abs(last).max(initial=0.0)) > _FARTHEST:
            raise NavError(f"links must be no farther out than {_FARTHEST:g}; move them nearer")
        values: dict[str, AnyArray] = {
            "starts": first,
            "ends": last,
            "kinds": _kinds(_each("kinds", kinds, len(first))),
            "both_ways": _flags(_each("both_ways", both_ways, len(first))),
            "costs": _costs(_each("costs", costs, len(first))),
        }
        for name, made in values.items():
            own = made.copy()
            own.setflags(write=False)
            object.__setattr__(self, name, own)
        object.__setattr__(self, "names", _names(names, len(first)))

    def __len__(self) -> int:
        return len(self.kinds)

    def some(self, chosen: Int64s | Bools) -> Links:
        """Some of them, by numbers, (k,) int64, or by a truth value for each, (n,) bool."""
        numbers = np.arange(len(self))[chosen].tolist()
        return Links(
            self.starts[numbers],
            self.ends[numbers],
            self.kinds[numbers],
            self.both_ways[numbers],
            self.costs[numbers],
            [self.names[number] for number in numbers],
        )

    @staticmethod
    def joined(several: Iterable[Links]) -> Links:
        """All links of several, in their order."""
        given = [each for each in several if len(each)]
        if not given:
            return Links()
        return Links(
            np.concatenate([each.starts for each in given]),
            np.concatenate([each.ends for each in given]),
            np.concatenate([each.kinds for each in given]),
            np.concatenate([each.both_ways for each in given]),
            np.concatenate([each.costs for each in given]),
            [name for each in given for name in each.names],
        )


def _each(name: str, value: object, count: int) -> Float64s:
    """One number for each link."""
    found = array(f"{name} of links", value, NavError)
    if found.dtype.kind not in "biuf" or found.shape not in ((), (count,)):
        raise NavError(f"{name} of {count} links must be one number for each, not {shown(value)}")
    return np.broadcast_to(found.astype(np.float64), (count,))


def _kinds(numbers: Float64s) -> UInt8s:
    known = [kind.value for kind in LinkKind]
    strange = numbers[~np.isin(numbers, known)]
    if len(strange):
        raise NavError(
            f"a link is of kind {strange[0]:g}, which none is; kinds are those of LinkKind, 0 to {known[-1]}"
        )
    return numbers.astype(np.uint8)


def _flags(numbers: Float64s) -> Bools:
    strange = numbers[~np.isin(numbers, (0, 1))]
    if len(strange):
        raise NavError(f"both_ways of a link must be True or False, not {strange[0]:g}")
    return numbers.astype(np.bool_)


def _costs(numbers: Float64s) -> Float64s:
    strange = numbers[~((numbers > 0.0) & (numbers <= _FARTHEST))]
    if len(strange):
        raise NavError(f"the cost of a link must be over 0 and at most {_FARTHEST:g}, not {strange[0]:g}")
    return numbers


def _names(names: Iterable[str], count: int) -> tuple[str, ...]:
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise NavError(f"names of links must be a list of texts, not {shown(names)}")
    found = tuple(names) or ("",) * count
    if len(found) != count:
        raise NavError(f"there are {len(found)} names for {count} links; give one to each, or none")
    for name in found:
        if not isinstance(name, str) or not _fits(name):
            raise NavError(f"the name of a link must be a text of at most {LONGEST_NAME} bytes, not {shown(name)}")
    return found


def _fits(name: str) -> bool:
    try:
        return len(name.encode("utf-8")) <= LONGEST_NAME
    except UnicodeEncodeError:  # half of a character of two
        return False
