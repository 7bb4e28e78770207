# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The overlay's colours: plain numbers, no bpy and no gpu.

All are as they appear on screen (sRGB, 0 to 1), calm, and of middle lightness, so that they read on dark and on
light themes. Neighbours in the palette stay apart for colour-blind eyes too; a test holds them to that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from ... import navcore

Color = tuple[float, float, float]
Floats = NDArray[np.float64]
State = Literal["NEVER", "FRESH", "STALE"]

#: Islands in order; the first two, which most scenes get by with, are the farthest apart.
ISLANDS: tuple[Color, ...] = (
    (0.36, 0.63, 0.90),  # blue
    (0.76, 0.81, 0.39),  # lime
    (0.68, 0.41, 0.54),  # plum
    (0.31, 0.85, 0.95),  # sky
    (0.76, 0.62, 0.45),  # tan
    (0.45, 0.43, 0.78),  # violet
    (0.98, 0.67, 0.74),  # pink
    (0.55, 0.55, 0.08),  # moss
)
NO_ISLAND: Color = (0.60, 0.60, 0.60)
BLOCKED: Color = (0.68, 0.36, 0.30)
REMOVED: Color = (0.58, 0.58, 0.58)
#: What floors end at: dark and light, because islands and paths have all other colours. And ways between floors.
WALL: Color = (0.15, 0.17, 0.24)
LEDGE: Color = (0.97, 0.95, 0.90)
LINK: Color = (0.35, 0.80, 0.62)
NOT_FOUND: Color = (0.93, 0.28, 0.24)
OUTLINE: Color = (0.05, 0.05, 0.06)
STATES: Mapping[State, Color] = MappingProxyType(
    {
        "NEVER": (0.62, 0.62, 0.62),
        "FRESH": (0.30, 0.55, 0.86),
        "STALE": (0.92, 0.66, 0.22),
    }
)
#: Paths in the order they are made; bright, and told apart by colour-blind eyes. Linear, as Blender stores colours.
PATHS: tuple[Color, ...] = (
    (1.0, 0.27, 0.02),
    (0.02, 0.65, 0.78),
    (0.85, 0.10, 0.40),
    (0.75, 0.65, 0.02),
    (0.30, 0.15, 0.85),
    (0.10, 0.60, 0.15),
)


@dataclass(frozen=True)
class Palette:
    """The colours that an artist may choose, as shipped unless others are given."""

    islands: tuple[Color, ...] = ISLANDS
    blocked: Color = BLOCKED
    removed: Color = REMOVED
    wall: Color = WALL
    ledge: Color = LEDGE
    link: Color = LINK
    not_found: Color = NOT_FOUND
    never: Color = STATES["NEVER"]
    fresh: Color = STATES["FRESH"]
    stale: Color = STATES["STALE"]

    def island(self, index: int) -> Color:
        """The colour of an island; grey for -1, which stands for none. After the last they start over."""
        return NO_ISLAND if index < 0 else self.islands[index % len(self.islands)]

    def state(self, state: State) -> Color:
        """The colour of a volume's box."""
        return {"NEVER": self.never, "FRESH": self.fresh, "STALE": self.stale}[state]


SHIPPED = Palette()

#: So few that every colour gets a batch of its own, so many that steps are not seen.
_STEPS = 24
#: What a ramp passes through, first for the smallest value.
_SIZE_STOPS: tuple[Color, ...] = ((0.56, 0.36, 0.66), (0.36, 0.56, 0.82), (0.50, 0.86, 0.72))
#: Cool alone, because the first path of a scene is orange; one hue, because dark to light is seen by all eyes.
_CLEARANCE_STOPS: tuple[Color, ...] = ((0.32, 0.40, 0.74), (0.42, 0.63, 0.86), (0.70, 0.86, 0.92))

# Björn Ottosson's Oklab: distances in it are close to how different colours look.
_TO_CONES = np.array(
    (
        (0.4122214708, 0.5363325363, 0.0514459929),
        (0.2119034982, 0.6806995451, 0.1073969566),
        (0.0883024619, 0.2817188376, 0.6299787005),
    )
)
_TO_LAB = np.array(
    (
        (0.2104542553, 0.7936177850, -0.0040720468),
        (1.9779984951, -2.4285922050, 0.4505937099),
        (0.0259040371, 0.7827717662, -0.8086757660),
    )
)
for _matrix in (_TO_CONES, _TO_LAB):
    _matrix.setflags(write=False)


def on_screen(linear: ArrayLike) -> Floats:
    """Scene-linear colours, as Blender's colour buttons hold them, as they appear on screen: (…, 3) to (…, 3)."""
    light = np.clip(np.asarray(linear, np.float64), 0.0, 1.0)
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def linear(screen: ArrayLike) -> Floats:
    """The inverse of `on_screen`."""
    value = np.asarray(screen, np.float64)
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def oklab(screen: ArrayLike) -> Floats:
    """Colours on screen in Oklab, where equal distances look equally far apart: (…, 3) to (…, 3)."""
    return np.cbrt(linear(screen) @ _TO_CONES.T) @ _TO_LAB.T


def ramp(stops: tuple[Color, ...], steps: int = _STEPS) -> Floats:
    """Colours from the first stop to the last, each as far from the next to the eye: (steps, 3) float64."""
    corners = oklab(stops)
    along = np.concatenate(((0.0,), np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))))
    wanted = np.linspace(0.0, along[-1], steps)
    lab = np.stack([np.interp(wanted, along, corners[:, channel]) for channel in range(3)], axis=1)
    cones = (lab @ np.linalg.inv(_TO_LAB).T) ** 3
    return on_screen(cones @ np.linalg.inv(_TO_CONES).T)


def shades(
    color_by: str, nav: navcore.NavVolume, islands: tuple[Color, ...] = ISLANDS
) -> tuple[NDArray[np.int64], Floats]:
    """What colour each cell has.

    Parameters
    ----------
    color_by : ISLAND, SIZE or CLEARANCE.
    nav : the bake.
    islands : colours of islands in order.

    Returns
    -------
    shade : (n,) int64, row of the palette for each cell.
    palette : (k, 3) float64, as on screen.
    """
    if color_by == "SIZE":
        extents = (nav.cells[:, 1] - nav.cells[:, 0]).astype(np.float64)
        return _steps(extents.prod(axis=1)), ramp(_SIZE_STOPS)
    if color_by == "CLEARANCE":
        return _steps(nav.clearance), ramp(_CLEARANCE_STOPS)
    return nav.components.astype(np.int64) % len(islands), np.array(islands)


def _steps(values: Floats) -> NDArray[np.int64]:
    """Steps of a ramp by the logarithm of positive values: (n,) float64 to (n,) int64; infinity is the last."""
    known = values[np.isfinite(values)]
    if not len(known) or known.min() == known.max():
        return np.full(len(values), _STEPS - 1)
    low, high = np.log(known.min()), np.log(known.max())
    share = np.log(np.minimum(values, known.max())) - low
    return np.rint(share / (high - low) * (_STEPS - 1)).astype(np.int64)
