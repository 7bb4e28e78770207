# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`volant path`: a path in a file."""

from __future__ import annotations

import argparse
from typing import Any

from .. import navcore
from .answer import Answer, WrongUse, lines
from .progress import shown_progress
from .settings import given_settings


def run(options: argparse.Namespace) -> Answer:
    try:
        config = navcore.PathConfig(**given_settings(options, navcore.PathConfig))
    except navcore.PathError as error:
        raise WrongUse(str(error)) from error
    nav = navcore.load(options.file)
    with shown_progress("path") as progress:
        path = navcore.find_path(nav, options.start, options.goal, config, progress)
    if not path.found:
        return Answer({"found": False, "reason": path.reason}, f"no path: {path.reason}", good=False)
    values: dict[str, Any] = {
        "found": True,
        "length": path.length,
        "points": path.points.tolist(),
        "cells": [int(cell) for cell in path.cells],
        "snapped": list(path.snapped),
        **path.stats,
    }
    if path.legs:
        values["legs"] = [_leg(leg) for leg in path.legs]
    told = {**values, "legs": ", ".join(f"{leg.kind} {leg.length:.4g}" for leg in path.legs)} if path.legs else values
    return Answer(values, lines(told))


def _leg(leg: navcore.Leg) -> dict[str, Any]:
    """A leg for programs; `link` is -1 where it is none."""
    return {"kind": str(leg.kind), "length": leg.length, "link": leg.link, "points": leg.points.tolist()}
