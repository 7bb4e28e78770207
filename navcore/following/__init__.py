# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""An agent that flies to a goal through a live volume, and does something about what moves into its way.

`follower` : the agent. `planning` : what it means to do in the volume as it is now. `way` : how far a way is free.
`free_space` : what it asks of the volume. `flown` : what it tells of a step. `keyframes` : its few moments that
tell the rest.
"""

from .flown import FlightState, Flown
from .follower import Follower
from .keyframes import keyframes

__all__ = ["FlightState", "Flown", "Follower", "keyframes"]
