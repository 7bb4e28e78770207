# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything that is remembered between two calls from Blender, with one owner: the session.

`session.current()` is that owner, as long as Volant is registered; another file gets another one. It holds one object
for each concern, and each concern has a file here: `roles`, `bakes`, `meshes`, `status`, `preview`, `eroding`,
`moving`, `live_bakes`, `live_updates`, `leaks`, `why_not`, `islands`, `views`, `cutting`, `watching`, `spare_process`.
`timer` calls later, `handlers` follow what happens in Blender. Nothing else in Volant keeps anything in a module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # It imports all the others, and those ask here.
    from .session import Session

_current: Session | None = None


def current() -> Session:
    """What is remembered now."""
    assert _current is not None, "Volant is registered"
    return _current


def change(session: Session | None) -> None:
    """From now on this is the session; None when there is none any more."""
    global _current
    _current = session
