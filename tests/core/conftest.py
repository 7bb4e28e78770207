# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many random cases each property test tries, and that they are the same ones every time unless asked otherwise.

And a volume that several subjects ask for paths.
"""

import importlib
import pkgutil

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from thoroughness import PROFILE
from volumes import random_volume

from volant import cli, navcore

# No deadline and no complaint about slowness: neither says anything but how busy the machine is.
_quiet = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("default", max_examples=50, deadline=None, derandomize=True, suppress_health_check=_quiet)
# A failure prints what repeats it, so nothing need be kept for the next run.
settings.register_profile(
    "thorough", max_examples=2000, deadline=None, database=None, print_blob=True, suppress_health_check=_quiet
)
settings.load_profile(PROFILE)

# Hypothesis tries numbers and words that stand in the source, of what is imported by then. A module imported late would
# make the cases of a property depend on which tests came before it in the same process.
for _package in (navcore, cli):
    for _module in pkgutil.walk_packages(_package.__path__, f"{_package.__name__}."):
        importlib.import_module(_module.name)


@pytest.fixture(scope="module")
def maze() -> navcore.NavVolume:
    """Thousands of cells, and paths of dozens of bends."""
    return random_volume(np.random.default_rng(4), (24, 24, 24), 0.35, False, False)
