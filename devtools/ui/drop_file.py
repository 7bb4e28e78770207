# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drops a file on a window as a file manager would: the source's side of X11's drag and drop (XDND).

    python3 drop_file.py FILE X Y

X and Y are pixels from the screen's upper left. Ends with 0 once the window says that it has the file.
"""

from __future__ import annotations

import ctypes
import sys
import time
from pathlib import Path

_VERSION = 5
#: Seconds until a window that does not answer is given up.
_PATIENCE = 30.0
_CLIENT_MESSAGE, _SELECTION_REQUEST, _SELECTION_NOTIFY = 33, 30, 31
_ATOM_TYPE = 4

_Id = ctypes.c_ulong
_HEAD = [("type", ctypes.c_int), ("serial", _Id), ("sent", ctypes.c_int), ("display", ctypes.c_void_p)]


class _Message(ctypes.Structure):
    _fields_ = [*_HEAD, ("window", _Id), ("kind", _Id), ("format", ctypes.c_int), ("data", ctypes.c_long * 5)]


class _Request(ctypes.Structure):
    names = ("owner", "requestor", "selection", "target", "property", "time")
    _fields_ = [*_HEAD, *((name, _Id) for name in names)]


class _Notice(ctypes.Structure):
    names = ("requestor", "selection", "target", "property", "time")
    _fields_ = [*_HEAD, *((name, _Id) for name in names)]


class _Event(ctypes.Union):
    _fields_ = [
        ("type", ctypes.c_int),
        ("message", _Message),
        ("request", _Request),
        ("notice", _Notice),
        ("room", ctypes.c_long * 24),
    ]


class Source:
    """A window that nobody sees, from which a file is dragged."""

    def __init__(self, file: Path) -> None:
        self._x11 = ctypes.CDLL("libX11.so.6")
        for name in ("XOpenDisplay", "XDefaultRootWindow", "XInternAtom", "XCreateSimpleWindow"):
            getattr(self._x11, name).restype = ctypes.c_void_p if name == "XOpenDisplay" else _Id
        self._display = ctypes.c_void_p(self._x11.XOpenDisplay(None))
        assert self._display.value, "there is no X server"
        self._root = _Id(self._x11.XDefaultRootWindow(self._display))
        size = [0, 0, 1, 1, 0]
        self._window = self._x11.XCreateSimpleWindow(self._display, self._root, *size, _Id(0), _Id(0))
        self._uri = f"{file.resolve().as_uri()}\r\n".encode()
        self._list = self._atom("text/uri-list")
        self._x11.XSetSelectionOwner(self._display, _Id(self._atom("XdndSelection")), _Id(self._window), _Id(0))

    def drop(self, x: int, y: int) -> None:
        """Drag over a place of the screen and let go there."""
        target = self._find_target(self._root.value or 0)
        assert target, "no window takes files"
        self._x11.XWarpPointer(self._display, _Id(0), self._root, 0, 0, 0, 0, x, y)
        self._send(target, "XdndEnter", _VERSION << 24, self._list)
        self._send(target, "XdndPosition", 0, x << 16 | y, 0, self._atom("XdndActionCopy"))
        accepted = self._wait_for("XdndStatus")
        assert accepted & 1, "the window does not want the file"
        self._send(target, "XdndDrop")
        self._wait_for("XdndFinished")

    def _atom(self, name: str) -> int:
        return int(self._x11.XInternAtom(self._display, name.encode(), 0))

    def _find_target(self, window: int) -> int:
        """The first window below one that says it takes part in drag and drop; 0 if none does."""
        if self._takes_files(window):
            return window
        root, parent, number = _Id(), _Id(), ctypes.c_uint()
        children = ctypes.POINTER(_Id)()
        answer = [ctypes.byref(root), ctypes.byref(parent), ctypes.byref(children), ctypes.byref(number)]
        self._x11.XQueryTree(self._display, _Id(window), *answer)
        found = (self._find_target(children[index]) for index in range(number.value))
        return next(filter(None, found), 0)

    def _takes_files(self, window: int) -> bool:
        kind, form, count, left = _Id(), ctypes.c_int(), _Id(), _Id()
        value = ctypes.c_void_p()
        answer = [ctypes.byref(part) for part in (kind, form, count, left, value)]
        asked = [_Id(self._atom("XdndAware")), ctypes.c_long(0), ctypes.c_long(1), 0, _Id(_ATOM_TYPE)]
        self._x11.XGetWindowProperty(self._display, _Id(window), *asked, *answer)
        return count.value > 0

    def _send(self, target: int, kind: str, *numbers: int) -> None:
        event = _Event()
        data = (ctypes.c_long * 5)(self._window, *numbers)
        event.message = _Message(
            type=_CLIENT_MESSAGE, window=target, kind=self._atom(kind), format=32, data=data, display=self._display
        )
        self._x11.XSendEvent(self._display, _Id(target), 0, ctypes.c_long(0), ctypes.byref(event))
        self._x11.XFlush(self._display)

    def _wait_for(self, kind: str) -> int:
        """The second number of the target's next message of a kind. What it asks for meanwhile is given."""
        wanted, end = self._atom(kind), time.monotonic() + _PATIENCE
        event = _Event()
        while time.monotonic() < end:
            if not self._x11.XPending(self._display):
                time.sleep(0.01)
                continue
            self._x11.XNextEvent(self._display, ctypes.byref(event))
            if event.type == _SELECTION_REQUEST:
                self._hand_over(event.request)
            elif event.type == _CLIENT_MESSAGE and event.message.kind == wanted:
                return int(event.message.data[1])
        raise AssertionError(f"waited {_PATIENCE:.0f} s in vain for {kind}")

    def _hand_over(self, request: _Request) -> None:
        """Write the file's address where the target wants it, and say so."""
        place = [_Id(request.requestor), _Id(request.property), _Id(request.target)]
        self._x11.XChangeProperty(self._display, *place, 8, 0, self._uri, len(self._uri))
        event = _Event()
        same = {name: getattr(request, name) for name in _Notice.names}
        event.notice = _Notice(type=_SELECTION_NOTIFY, display=self._display, **same)
        self._x11.XSendEvent(self._display, _Id(request.requestor), 0, ctypes.c_long(0), ctypes.byref(event))
        self._x11.XFlush(self._display)


if __name__ == "__main__":
    Source(Path(sys.argv[1])).drop(int(sys.argv[2]), int(sys.argv[3]))
