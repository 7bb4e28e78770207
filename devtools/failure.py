# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The one way a developer command ends early: a sentence that says what to do."""


class Failure(Exception):
    """Shown to the developer without a traceback."""
