# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A setting is declared once: checks, metadata and the command line follow, for one that nobody knows as well."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields

import pytest

from volant import navcore
from volant.cli.settings import add_options, given_flags, given_settings
from volant.navcore.config import GroundConfig
from volant.navcore.settings import Flag, Length, Setting, Whole, setting


@dataclass(frozen=True, kw_only=True)
class Wider(navcore.BakeConfig):
    """With settings of several kinds that no bake has."""

    ceiling: float = setting(2.5, Length(), help="a height")
    smooth: bool = setting(True, Flag(), help="keep it rough")
    layers: int | None = setting(None, Whole(1, 9), help="how many")
    quiet: bool = setting(False, Flag(), help="say less", is_recorded=False)


def parsed(*arguments: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_options(parser, Wider)
    return parser.parse_args(arguments)


def test_it_is_checked():
    config = Wider(voxel_size=1, ceiling=3, smooth=0)
    assert (config.ceiling, config.smooth, config.layers) == (3.0, False, None)
    assert type(config.smooth) is bool
    for wrong, words in ({"ceiling": -1}, "ceiling must be 0 or more"), ({"layers": 10}, "from 1 to 9, not 10"):
        with pytest.raises(navcore.BakeError, match=words):
            Wider(voxel_size=1, **wrong)


def test_a_file_tells_it_unless_it_is_the_default_or_changes_nothing():
    plain = {"voxel_size": 1.0}
    assert navcore.bake_metadata("a", Wider(voxel_size=1, quiet=True))["settings"] == plain
    told = navcore.bake_metadata("a", Wider(voxel_size=1, ceiling=3, smooth=False, layers=2))["settings"]
    assert told == {**plain, "ceiling": 3.0, "smooth": False, "layers": 2}


def test_a_file_tells_what_was_asked_for_walkers_beside_what_was_asked_for_fliers():
    # Which triangles may be floors is told of a mesh, which a file has not.
    config = GroundConfig(agent_radius=0.5, max_slope=30, floors=[True, False])
    assert navcore.bake_metadata("a", config) == {"name": "a", "ground": {"agent_radius": 0.5, "max_slope": 30.0}}
    with pytest.raises(navcore.BakeError, match="config must be a BakeConfig or a GroundConfig, not 3"):
        navcore.bake_metadata("a", 3)


def test_the_command_line_asks_for_it():
    options = parsed("--max-depth", "4", "--ceiling", "3", "--no-smooth", "--layers", "2", "--marker", "1", "2", "3")
    given = given_settings(options, Wider)
    assert given == {"max_depth": 4, "ceiling": 3.0, "smooth": False, "layers": 2, "markers": [(1.0, 2.0, 3.0)]}
    assert Wider(**given).ceiling == 3.0
    assert given_flags(options, Wider) == ["--max-depth", "--marker", "--ceiling", "--no-smooth", "--layers"]
    assert given_settings(parsed(), Wider) == {}
    with pytest.raises(SystemExit):
        parsed("--max-depth", "4", "--voxel-size", "1")


@pytest.mark.parametrize("config", [navcore.BakeConfig, navcore.PathConfig])
def test_every_field_is_a_setting(config):
    for field in fields(config):
        assert isinstance(field.metadata["setting"], Setting), f"{field.name} is declared without its kind"
        assert f"{field.name}" in config.__doc__, f"{field.name} is not documented"
