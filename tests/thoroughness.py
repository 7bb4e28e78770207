# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many cases tests try: enough to be quick every time, or as many as `dev.py test --thorough` asks for."""

import os

#: The name of a profile of Hypothesis.
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "default")


def cases(usually: int, thoroughly: int) -> int:
    """How many cases to try now."""
    return thoroughly if PROFILE == "thorough" else usually
