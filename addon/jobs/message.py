# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plain values in a file: what one process asks, and what another one answers.

Plain are None, bools, numbers, texts, bytes, arrays of numbers, and lists, tuples and dicts (by text) of these. What is
read equals what was written, types included. The file begins with a line of JSON: the type and shape of each array, and
the values. The numbers of the arrays follow. Nothing is pickled.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...navcore.progress import Steps

AnyArray = NDArray[Any]

#: Bytes that are written or read at a step: a millisecond or two.
_PIECE = 4 << 20


def write_steps(values: Mapping[str, Any], path: Path) -> Steps[None]:
    """Write values to a file, a piece of an array at a step."""
    arrays: list[AnyArray] = []
    encoded = _encoded(values, arrays)
    with path.open("wb") as file:
        headers = [[_portable(array.dtype), array.shape] for array in arrays]
        file.write(json.dumps([headers, encoded]).encode("ascii") + b"\n")
        for number, array in enumerate(arrays):
            for piece in _pieces(np.ascontiguousarray(array)):
                yield number / len(arrays), "Sending"
                file.write(piece.data)


def read_steps(path: Path) -> Steps[dict[str, Any]]:
    """What `write_steps` was given, a piece of an array at a step; `ValueError` when the file is something else."""
    arrays: list[AnyArray] = []
    with path.open("rb") as file:
        headers, encoded = json.loads(file.readline())
        for number, (kind, shape) in enumerate(headers):
            arrays.append(np.empty(shape, kind))
            for piece in _pieces(arrays[-1]):
                yield number / len(headers), "Receiving"
                if file.readinto(piece.data) != len(piece):
                    raise ValueError(f"{path.name} ends too early")
    values: dict[str, Any] = _decoded(encoded, arrays)
    return values


def _portable(kind: np.dtype[Any]) -> str:
    if kind.hasobject or kind.names:
        raise ValueError(f"arrays of {kind} do not travel")
    return kind.str


def _pieces(array: AnyArray) -> Iterator[NDArray[np.uint8]]:
    """The bytes of an array, a few of them at a time, in place."""
    everything = array.reshape(-1).view(np.uint8)
    for begin in range(0, len(everything), _PIECE):
        yield everything[begin : begin + _PIECE]


def _encoded(value: Any, arrays: list[AnyArray]) -> Any:
    """A value as JSON knows it: containers are lists that begin with their kind, arrays are added to `arrays`."""
    if isinstance(value, np.ndarray | bytes):
        arrays.append(np.frombuffer(value, np.uint8) if isinstance(value, bytes) else value)
        return ["bytes" if isinstance(value, bytes) else "array", len(arrays) - 1]
    if isinstance(value, Mapping):
        return ["dict", {key: _encoded(part, arrays) for key, part in value.items()}]
    if isinstance(value, list | tuple):
        kind = "tuple" if isinstance(value, tuple) else "list"
        return [kind, [_encoded(part, arrays) for part in value]]
    return value.item() if isinstance(value, np.generic) else value


def _decoded(encoded: Any, arrays: list[AnyArray]) -> Any:
    if not isinstance(encoded, list):
        return encoded
    kind, content = encoded
    if kind == "array":
        return arrays[content]
    if kind == "bytes":
        return arrays[content].tobytes()
    if kind == "dict":
        return {key: _decoded(part, arrays) for key, part in content.items()}
    parts = [_decoded(part, arrays) for part in content]
    return tuple(parts) if kind == "tuple" else parts
