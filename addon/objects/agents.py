# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The agent that a volume is made for, and what follows from its size."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

import bpy

from ... import navcore
from ..scene import units
from ..scene.precision import plain
from . import volume_box, volumes

#: The radius of a new volume's agent in meters: a drone.
_DRONE = 0.3
#: Of a walking one in meters: a grown person. It is set for fliers, too, who may be asked to walk later.
_TALL, _STEP = 1.8, 0.4
#: Voxels in an agent's radius.
_IN_RADIUS = 3.0
#: Voxels along the longest side of a box, at most, unless the artist wants more: a first bake should not take minutes.
_MOST = 1024
#: Voxels along the longest side of a box, at least: an agent that is larger than its box should not be told of voxels.
_FEWEST = 2
#: Voxels in a margin, beside the agent's diameter.
_IN_MARGIN = 2.0
#: A level longer than so many meters and so many radii of its agent, or shorter than so many, was likely imported in
#: another unit: cities of 5 km are flown by drones, space by spaceships, and rooms of 2 m hold some.
_LONGEST, _MOST_RADII, _FEWEST_RADII = 10_000.0, 30_000.0, 3.0
#: Plain numbers, beside powers of ten.
_PLAIN = (1.0, 2.0, 2.5, 5.0)
#: Bytes that a bake may take whose voxels are chosen, and the share of a limit: a bake measures with more triangles.
_MUCH, _SHARE = 2 << 30, 0.8


def start(scene: bpy.types.Scene, volume: bpy.types.Object) -> None:
    """Make a new volume one for the agent that is there when nobody has chosen any."""
    settings = volume.volant.volume
    meter = units.meter(scene)
    settings.agent_radius = _DRONE * meter
    settings.agent_height, settings.step_height = _TALL * meter, _STEP * meter
    settings.resolution = "AGENT"


def bake_configs(scene: bpy.types.Scene, volume: bpy.types.Object) -> Iterator[navcore.BakeConfig]:
    """What may be asked of a bake, the finest first: one thing, unless voxels follow the agent."""
    config = volumes.bake_config(scene, volume)
    # What is linked cannot be set here.
    if volume.volant.volume.resolution != "AGENT" or volume.library is not None:
        yield config
        return
    assert config.bounds is not None, "a volume is a box"
    longest = max(high - low for low, high in zip(*config.bounds, strict=True))
    for voxel in _suitable_voxels(scene, wanted_voxel(scene, volume), longest):
        yield volumes.bake_config(scene, volume, voxel)


def is_affordable(estimate: navcore.BakeEstimate, config: navcore.BakeConfig) -> bool:
    """Whether a bake may take the memory it needs, without anybody having asked for it."""
    return estimate.memory <= (_MUCH if config.memory_limit is None else _SHARE * config.memory_limit)


def wanted_voxel(scene: bpy.types.Scene, volume: bpy.types.Object) -> float:
    """The voxel that suits a volume's agent, a plain length; the one that is set if the agent has no size."""
    settings = volume.volant.volume
    if not settings.agent_radius > 0.0:
        return plain(settings.voxel_size)
    unit = units.plain_unit(scene)
    wanted = settings.agent_radius / _IN_RADIUS / unit
    return plain(unit * min(_plain_numbers(wanted, wanted), key=lambda number: abs(number - wanted)))


def misfit(scene: bpy.types.Scene, volume: bpy.types.Object, longest: float) -> Literal["LARGE", "SMALL", ""]:
    """Whether obstacles by their longest side, in scene units, are so large or so small for a volume's agent that they
    likely are in another unit. Those that are far outside of the box, such as a sky, are none to doubt."""
    radius = volume.volant.volume.agent_radius
    within = min(longest, max(volume_box.size_of(volume)))
    if within > _LONGEST * units.meter(scene) and within > _MOST_RADII * radius:
        return "LARGE"
    return "SMALL" if longest < _FEWEST_RADII * radius else ""


def passed_gap(scene: bpy.types.Scene, config: navcore.BakeConfig) -> float:
    """The narrowest gap, in scene units, that an agent passes for certain however voxels lie in it: a point is free
    whose distance from everything is its radius and the diagonal of a voxel. Rounded up to two digits."""
    return rounded_up(scene, 2.0 * (config.agent_radius + math.sqrt(3.0) * volumes.voxel_of(config)))


def rounded_up(scene: bpy.types.Scene, gap: float) -> float:
    """A length of at least this, in scene units, with two digits in meters."""
    meters = gap / units.meter(scene)
    power = math.floor(math.log10(meters)) - 1
    return float(f"{math.ceil(meters / 10.0**power)}e{power}") * units.meter(scene)


def margin_around(scene: bpy.types.Scene, volume: bpy.types.Object, longest: float) -> float:
    """The margin of a volume around something by its longest side, before it is known what memory allows."""
    settings = volume.volant.volume
    if not settings.margin_follows:
        return plain(settings.margin)
    voxel = plain(settings.voxel_size)
    if settings.resolution == "AGENT":
        voxel = _suitable_voxels(scene, wanted_voxel(scene, volume), longest)[0]
    elif settings.resolution == "MAX_DEPTH":
        voxel = longest / 2**settings.max_depth
    return _margin(settings.agent_radius, voxel)


def _margin(agent_radius: float, voxel_size: float) -> float:
    """Room for the agent to fly around things, however voxels lie there."""
    return 2.0 * plain(agent_radius) + _IN_MARGIN * voxel_size


def follow(volume: bpy.types.Object, agent_radius: float, voxel: float) -> None:
    """Set what follows from the agent to what was found for it. Set as if by an artist, it has to be told to follow
    again."""
    # What is linked cannot be set here.
    if volume.library is not None:
        return
    settings = volume.volant.volume
    margin = plain(_margin(agent_radius, voxel))
    if settings.margin_follows and margin != plain(settings.margin):
        settings.margin = margin
        settings.margin_follows = True
    if settings.resolution == "AGENT" and plain(voxel) != plain(settings.voxel_size):
        settings.voxel_size = voxel
        settings.resolution = "AGENT"


def _suitable_voxels(scene: bpy.types.Scene, wanted: float, longest: float) -> list[float]:
    """Voxels for a box by its longest side, ascending: from what is wanted on, as far as there are neither too many
    of them nor too few."""
    unit = units.plain_unit(scene)
    # Not by a rounding too small.
    least, most = (1.0 + 1e-6) * longest / _MOST, longest / _FEWEST
    fitting = [plain(unit * number) for number in _plain_numbers(least / unit, most / unit)]
    fitting = [length for length in fitting if least <= length <= most]
    if wanted < fitting[0]:
        return fitting
    return [wanted, *(length for length in fitting if length > wanted)] if wanted < fitting[-1] else fitting[-1:]


def _plain_numbers(low: float, high: float) -> list[float]:
    """All plain numbers from below `low` to above `high`, ascending."""
    powers = range(math.floor(math.log10(low)), math.floor(math.log10(high)) + 2)
    return [float(f"{step}e{power}") for power in powers for step in _PLAIN]
