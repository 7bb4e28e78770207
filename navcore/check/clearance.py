# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A cell's clearance is a lower bound of the distance from its centre to blocked space."""

from __future__ import annotations

import numpy as np

from ..arrays import Float64s, Int32s, Int64s
from ..progress import Steps
from .faults import Faults, Kind
from .inputs import TOLERANCE
from .surface import keep_least
from .tree import FAR, BoxTree


def check_clearance(cells: Int32s, blocked: Int32s, clearance: Float64s, unit: float, faults: Faults) -> Steps[None]:
    """No blocked box is nearer to a cell's centre than the cell's clearance says.

    Parameters
    ----------
    cells, blocked : (n, 2, 3) int32, voxel corners.
    clearance : (n,) float64, voxels, of each cell; `unit` scene units make a voxel.
    """
    bad = np.flatnonzero(clearance < 0)
    faults.add_many(
        Kind.CLEARANCE,
        len(bad),
        (f"cell {cell} has a clearance of {clearance[cell] * unit:.9g}, below 0" for cell in bad.tolist()),
    )
    centre = cells.mean(axis=1)
    tree = BoxTree(blocked[:, 0].astype(np.float64), blocked[:, 1].astype(np.float64))
    allowed = clearance - TOLERANCE
    limit = np.where(allowed > 0, np.minimum(allowed, np.sqrt(FAR)) ** 2, -1.0)
    best, witness = np.full(len(cells), np.inf), np.full(len(cells), -1)
    share = 0.0

    def bounded(query: Int64s, squared: Float64s) -> None:
        np.minimum.at(limit, query, squared)

    for query, box in tree.near(centre, np.zeros_like(centre), limit, bounded):
        share = max(share, int(query.min(initial=0)) / len(cells))
        yield share, "Checking clearance"
        beyond = np.maximum(np.maximum(blocked[box, 0] - centre[query], centre[query] - blocked[box, 1]), 0.0)
        keep_least(best, witness, query, box, np.sqrt((beyond**2).sum(axis=1)))
    bad = np.flatnonzero(best < allowed)
    faults.add_many(
        Kind.CLEARANCE,
        len(bad),
        (
            f"cell {cell} claims a clearance of {clearance[cell] * unit:.9g}, but blocked box {witness[cell]} is "
            f"{best[cell] * unit:.9g} from its center"
            for cell in bad.tolist()
        ),
    )
