# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`volant …` and `python -m volant …`; the verbs are in `cli/`."""

import os
import sys

from .cli import main


def run() -> None:
    """Run one command as a process of its own, and end it."""
    code = main()
    if "bpy" in sys.modules:
        # The answer is flushed already. Blender 4.2 as a module crashes while it is taken down after a glTF export.
        os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    run()
