# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volumes and surfaces whose obstacles move, appear and vanish, kept up to date without a trace of what was before."""

from .surface import LiveSurface
from .volume import Change, LiveVolume
from .watch import Watch

__all__ = ["Change", "LiveSurface", "LiveVolume", "Watch"]
