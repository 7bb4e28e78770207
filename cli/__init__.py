# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: `volant …`, `python -m volant …` and `blender --command volant …`.

Each verb has a file of its own; the other files are what verbs share. Blender is imported only by verbs that read a
scene or write a mesh, and only when they do.
"""

from .entry import main

__all__ = ["main"]
