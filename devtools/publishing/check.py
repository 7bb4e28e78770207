# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every rule of the platform on a built zip: `python -m devtools.publishing.check ZIP`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from . import code_rules, listing_rules
from .submission import Submission, read

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "platform"
#: In the order of `docs/publishing.md`.
RULES: tuple[Callable[[Submission], Iterator[str]], ...] = (*listing_rules.RULES, *code_rules.RULES)


def faults(archive: Path, pictures: Path = PICTURES) -> list[str]:
    """Everything that the platform would refuse: the rule's name and what is wrong, sorted by rule."""
    submission = read(archive, pictures)
    return [f"{rule.__name__}: {fault}" for rule in RULES for fault in rule(submission)]


def main(archive: Path) -> int:
    """Print what is wrong with a zip; 1 if anything is."""
    found = faults(archive)
    print("\n".join(found) if found else f"{len(RULES)} rules of the extension platform: all kept")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
