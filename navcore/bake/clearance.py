# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The last stage of a bake for whoever stores it: how far each cell's centre is from blocked space.

Finding paths does not need it, and it may take as long as the stages before, so `bake` leaves it to those who do.
"""

from __future__ import annotations

from dataclasses import replace

from ..model import NavVolume
from ..progress import Progress, Steps, run


def with_clearance(nav: NavVolume, progress: Progress | None = None) -> NavVolume:
    """A volume that knows its clearance, so that nobody has to wait for it later.

    Parameters
    ----------
    nav : is given back itself if it knows its clearance.
    progress : called with (fraction, stage); returning False raises `Cancelled`.
    """
    return run(with_clearance_steps(nav), progress)


def with_clearance_steps(nav: NavVolume) -> Steps[NavVolume]:
    """`with_clearance` in steps."""
    if nav.squared_clearance is not None:
        return nav
    return replace(nav, squared_clearance=(yield from nav.squared_clearance_steps()))
