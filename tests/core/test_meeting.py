# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which boxes meet, and what portals connect, as the verifier finds it, beside looking at each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scenes import reachable

from volant.navcore.check import parting
from volant.navcore.check.meeting import meeting_pairs
from volant.navcore.check.parting import Sides, parts_of
from volant.navcore.check.portals import _roots

pytestmark = pytest.mark.filterwarnings("error")

#: Small and large, thin and long, many at one place: (n, 2, 3).
kinds = st.sampled_from(("specks", "plates", "needles", "at one place", "far apart"))


def random_boxes(kind: str, count: int, seed: int) -> NDArray[np.int32]:
    random = np.random.default_rng(seed)
    reach = {"at one place": 3, "far apart": 40_000}.get(kind, 30)
    low = random.integers(-5, reach, (count, 3))
    size = random.integers(1, 4, (count, 3))
    long = random.integers(3, size=count)
    rows = np.arange(count)
    if kind == "needles":
        size[rows, long] = random.integers(1, 40, count)
    elif kind == "plates":
        size[:] = random.integers(1, 40, (count, 3))
        size[rows, long] = 1
    return np.stack((low, low + size), axis=1).astype(np.int32)


@pytest.fixture(autouse=True, params=(1, 24 * 24), ids=("cut to the last", "cut as usual"))
def _cut_to_the_last(request, monkeypatch):
    """Parts as small as they get, a few at a time; otherwise random boxes would hardly be cut."""
    monkeypatch.setattr(parting, "_FEW_PAIRS", request.param)
    monkeypatch.setattr(parting, "_BOXES_AT_ONCE", 8 * request.param)


@given(kinds, st.integers(0, 120), st.integers(0, 2**32 - 1), st.booleans())
def test_boxes_that_meet(kind, count, seed, inside):
    boxes = random_boxes(kind, count, seed)
    common = np.minimum(boxes[:, None, 1], boxes[None, :, 1]) - np.maximum(boxes[:, None, 0], boxes[None, :, 0])
    meet = (common > 0).all(axis=2) if inside else (common >= 0).all(axis=2)
    wanted = np.argwhere(np.triu(meet, 1)).tolist()
    found = [pair for _share, block in meeting_pairs(boxes, inside=inside) for pair in block.tolist()]
    assert sorted(found) == wanted


@given(kinds, kinds, st.integers(0, 60), st.integers(0, 60), st.integers(0, 2**32 - 1))
def test_boxes_of_two_sets_come_together_where_they_overlap(kind, other_kind, count, others, seed):
    """Every voxel that one of each set holds lies in one part, and in that part both boxes are."""
    sets = [random_boxes(kind, count, seed), random_boxes(other_kind, others, seed + 1)]
    sides = [Sides(*(np.ascontiguousarray(corner.T) for corner in (boxes[:, 0], boxes[:, 1] - 1))) for boxes in sets]
    volumes = np.zeros((count, others))
    for _share, parts in parts_of(sides):
        (one, of_one), (other, of_other) = parts.members
        for part in range(parts.number):
            mine, theirs = one[of_one == part], other[of_other == part]
            low = np.maximum(np.maximum(sets[0][mine, None, 0], sets[1][None, theirs, 0]), parts.low[:, part])
            high = np.minimum(np.minimum(sets[0][mine, None, 1], sets[1][None, theirs, 1]), parts.high[:, part])
            volumes[np.ix_(mine, theirs)] += np.maximum(high - low, 0).prod(axis=2)
    common = np.minimum(sets[0][:, None, 1], sets[1][None, :, 1]) - np.maximum(sets[0][:, None, 0], sets[1][None, :, 0])
    assert (volumes == np.maximum(common, 0).prod(axis=2)).all()


@given(st.integers(1, 60), st.integers(0, 80), st.integers(0, 2**32 - 1))
def test_what_portals_connect(count, portals, seed):
    pairs = np.random.default_rng(seed).integers(0, count, (portals, 2))
    lowest = np.empty(count, np.int64)
    for members in reachable(count, map(tuple, pairs.tolist())):
        lowest[list(members)] = min(members)
    assert (_roots(count, pairs) == lowest).all()


def test_a_long_chain_is_followed_to_its_end():
    chain = np.random.default_rng(4).permutation(100_000)
    assert not _roots(len(chain), np.stack((chain[:-1], chain[1:]), axis=1)).any()
