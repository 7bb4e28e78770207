# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bakes of several volumes, one after the other."""

from __future__ import annotations

from collections.abc import Iterable

import bpy

from ... import navcore
from ..objects import volumes
from ..wording import counted
from .baking import BakeJob
from .job import Job
from .tasks import Values


class BakeAllJob(Job):
    """Each volume is stored when its bake is done. One that fails says why in its panel, and the next is baked."""

    def __init__(self, chosen: Iterable[bpy.types.Object]) -> None:
        super().__init__("Reading meshes")
        self._waiting = [volume.session_uid for volume in chosen]
        self._count, self._baked = len(self._waiting), 0
        #: Why volumes could not be baked, each by its name.
        self._failures: list[str] = []
        self._now: BakeJob | None = None
        self._name = ""

    @property
    def is_preparing(self) -> bool:
        return self._now is None or self._now.is_preparing

    @property
    def waits(self) -> bool:
        return self._now is not None and self._now.waits

    @property
    def note(self) -> str:
        return "" if self._now is None else self._now.note

    def cancel(self) -> None:
        self._is_wanted = False
        if self._now is not None:
            self._now.cancel()

    def close(self) -> None:
        if self._now is not None:
            self._now.close()

    def advance(self, budget: float) -> bool:
        if self._now is None and not self._begin_next():
            return True
        assert self._now is not None, "begun just now"
        has_ended = self._now.advance(budget)
        behind = self._count - len(self._waiting) - 1
        self.fraction, self.stage = (behind + self._now.fraction) / self._count, f"{self._name}: {self._now.stage}"
        if has_ended:
            self._store()
        return has_ended and not (self._waiting and self._is_wanted)

    def finish(self, _context: bpy.types.Context) -> str:
        if not self._is_wanted and not self._baked:
            raise navcore.Cancelled("cancelled before any volume was baked; nothing was changed")
        done = f"{self._baked} of {counted(self._count, 'volume')} baked"
        if self._failures:
            raise navcore.BakeError(". ".join([*self._failures, done]))
        return done if self._is_wanted else f"Stopped; {done}"

    def asked(self) -> Values:
        raise AssertionError("each volume's own job asks")

    def store(self, _context: bpy.types.Context, _answer: Values) -> str:
        raise AssertionError("each volume's own job stores")

    def _begin_next(self) -> bool:
        """Begin the bake of the next volume that can be baked; False when there is none."""
        while self._waiting and self._is_wanted:
            volume = volumes.find(self._waiting.pop(0))
            # Deleted meanwhile.
            if volume is None:
                continue
            self._name = volume.name
            try:
                self._now = BakeJob(bpy.context, volume)
            except navcore.NavError as error:
                self._failures.append(str(error))
            else:
                return True
        return False

    def _store(self) -> None:
        """Keep what the bake of now has made, or why there is none."""
        assert self._now is not None, "only what has ended is stored"
        ended, self._now = self._now, None
        try:
            ended.finish(bpy.context)
            self._baked += 1
        except navcore.Cancelled:
            self._is_wanted = False
        except navcore.NavError as error:
            self._failures.append(str(error))
        finally:
            ended.close()
