# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values that nobody means, and some that are odd but right."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

NAN, INF = float("nan"), float("inf")

NUMBERS = (
    *(0, 1, -1, 2, 3, 64, 65, 1024, 2**31, 2**63, 2**64, 10**400, -(10**5000)),
    *(0.0, -0.0, 0.5, 1.5, -1e-3, 5e-324, 1e-300, 1e154, 1e308, -1e308, NAN, INF, -INF),
    *(True, False, Fraction(1, 3), Fraction(10**400), Decimal("0.5"), 1j),
    *(np.float32(0.5), np.float16(np.inf), np.int64(3), np.uint64(2**64 - 1), np.bool_(True), np.longdouble(2)),
)
THINGS = (
    *(None, "", "fine", "1 2 3", "\ud800", "a\0b", b"", b"abc", bytearray(b"abc"), memoryview(b"abcdef"), ...),
    *([], (), {}, set(), {1, 2, 3}, frozenset({(0, 0, 0)}), {"a": 1}, range(3), object()),
    *([1, 2], [1, 2, 3], [[1, 2, 3]], [[1, 2], [3]], [(0, 0, 0), (1, 1, 1)], [[0, 0, 0], [0, 0]], [None] * 3),
    *([[[0, 0, 0]]], ["x", "y", "z"], [10**400] * 3, [[10**400] * 3], [[NAN] * 3], [[INF] * 3], [[1e308] * 3]),
    *([(-1e308,) * 3, (1e308,) * 3], [(0, 0, 0), (5e-324,) * 3], [(1, 1, 1), (0, 0, 0)]),
    *(np.zeros(()), np.array("x"), np.array(None), np.zeros((0, 3)), np.zeros((3, 0)), np.zeros((2, 2, 2))),
    *(np.zeros((2, 3), complex), np.array([[1, "x", None]], object), np.array([[0, 1, 2]], np.int8)),
    *(np.array([[0, 1, 2**64 - 1]], np.uint64), np.array([["a", "b", "c"]]), np.array([[0, 1, 2]], "M8[s]")),
    *(np.zeros((1, 3), bool), np.ma.masked_array([[0, 1, 2]], [[True, False, False]])),
)


def junk() -> st.SearchStrategy[object]:
    """Anything; a list of anything now and then, and what can be taken from only once."""
    anything = st.sampled_from((*NUMBERS, *THINGS))
    lists = st.lists(anything, max_size=4)
    return anything | lists | lists.map(tuple) | st.lists(lists, max_size=3) | lists.map(iter)
