# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the sections of format 2 hold. `docs/file_format.md` is the specification."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Float64s, Int32s, UInt32s
from ..blockers import Blocker, checked_blockers
from ..config import MOST_LANDMARKS
from ..errors import FormatError, NavError
from ..geometry.column_order import LONGEST_SIDE
from ..links import Links
from ..model import NavVolume
from ..navigation import Navigation
from ..progress import Steps
from .blocker_bytes import MOST_BLOCKERS, blocker_pieces, read_blocker
from .chunks import BOXES_OF_CHUNK, Chunks, Directory, chunk_pieces
from .columns import Source, SplitColumn, fold_signs, most_split_bytes, split_column, unfold_signs
from .consistency import check_numbers, check_volume
from .frame_2 import CONTENT, NEEDED, Frame, Section, pack_frame
from .link_bytes import link_pieces, read_links
from .metadata import MOST_BYTES, pack_metadata, unpack_metadata
from .surface_bytes import least_size, read_surface, surface_pieces
from .surface_check import check_surface

#: origin x y z, voxel size, agent radius, shape x y z, cells, portals, removed boxes, leaves, chunks
_VOLUME = struct.Struct("<5d6IQI")
#: The sections that are known.
KNOWN = ("VOLU", "CELL", "LAND", "BLOC", "SURF", "LNKS", "META", "FILL")
#: How much a file holds at most, so that small ones take little memory: boxes, portals, and distances from landmarks,
#: each with what every byte of the file adds.
_BOXES, _BYTES_OF_BOX = 1 << 18, 2
_PORTALS, _DISTANCES, _PER_BYTE = 1 << 20, 1 << 22, 2
#: Cells and portals are numbered with signs.
_MOST = (1 << 31) - 1


def pack_2(
    navigation: Navigation, squared_clearance: UInt32s | None = None, boxes_of_chunk: int = BOXES_OF_CHUNK
) -> Steps[bytes]:
    """The bytes of a file. What it holds is sound, and so is its volume's clearance, (n,) uint32."""
    nav, surface, least = navigation.volume, navigation.surface, 0
    if nav is not None:
        landmarks = 0 if nav.landmarks is None else len(nav.landmarks)
        least = _least_size(len(nav.cells) + len(nav.removed_boxes), len(nav.portals), landmarks)
    if surface is not None:
        least = max(least, least_size(surface))
    return (yield from pack_frame(_sections(navigation, squared_clearance, boxes_of_chunk), least))


def _sections(navigation: Navigation, squared_clearance: UInt32s | None, boxes_of_chunk: int) -> Iterator[Section]:
    if navigation.volume is not None and squared_clearance is not None:
        yield from _volume_sections(navigation.volume, squared_clearance, boxes_of_chunk)
    if navigation.surface is not None:
        yield Section("SURF", CONTENT, [surface_pieces(navigation.surface)])
    if navigation.links is not None:
        yield Section("LNKS", CONTENT, [link_pieces(navigation.links)])
    metadata = pack_metadata(navigation.metadata)
    yield Section("META", 0, [[metadata]] if metadata else [])


def _volume_sections(nav: NavVolume, squared_clearance: UInt32s, boxes_of_chunk: int) -> Iterator[Section]:
    if len(nav.blockers) > MOST_BLOCKERS:
        raise FormatError(f"a file has room for {MOST_BLOCKERS} blockers, not for {len(nav.blockers)}; leave some out")
    directory = Directory.of(nav, boxes_of_chunk)
    counts = (len(nav.cells), len(nav.portals), len(nav.removed_boxes))
    lengths = (*nav.origin.tolist(), nav.voxel_size, nav.agent_radius)
    numbers = _VOLUME.pack(*lengths, *nav.shape.tolist(), *counts, nav.leaf_count, len(directory))
    yield Section("VOLU", NEEDED | CONTENT, [[numbers, *directory.pieces()]])
    chunks = [chunk_pieces(nav, squared_clearance, directory, chunk) for chunk in range(len(directory))]
    yield Section("CELL", NEEDED | CONTENT, chunks)
    if nav.landmarks is not None:
        steps = np.diff(nav.landmarks.astype(np.int64), axis=1, prepend=0).astype(np.int32)
        yield Section("LAND", CONTENT, [split_column(fold_signs(row)) for row in steps])
    yield Section("BLOC", CONTENT, [blocker_pieces(blocker) for blocker in nav.blockers])


class _Numbers(NamedTuple):
    """What a volume's first section says before its directory."""

    origin: Float64s
    voxel_size: float
    agent_radius: float
    shape: Int32s
    cells: int
    portals: int
    removed: int
    leaf_count: int
    chunks: int


def open_2(data: bytes) -> Frame:
    """The frame of a file that holds nothing a reader would have to know and does not."""
    return Frame(data, KNOWN)


def unpack_2(data: bytes) -> Navigation:
    """What the bytes of a file hold."""
    frame = open_2(data)
    if "VOLU" not in frame and "SURF" not in frame:
        found = ", ".join(frame.names)
        raise FormatError(
            f"the file holds neither a volume nor a surface, only {found}; choose one that a bake was exported to"
        )
    metadata = unpack_metadata(frame.read("META", MOST_BYTES)) if "META" in frame else {}
    volume = _read_volume(frame, len(data), metadata) if "VOLU" in frame else None
    surface = None
    if "SURF" in frame:
        surface = read_surface(frame.only_stream("SURF"), len(data), metadata)
        check_surface(surface)
    return Navigation(volume, surface, _read_links(frame))


def _read_volume(frame: Frame, size: int, metadata: Mapping[str, Any]) -> NavVolume:
    """The volume in a file of `size` bytes."""
    source = frame.only_stream("VOLU")
    numbers = _read_numbers(source, size)
    directory = Directory.read(source, numbers.chunks, numbers.cells, numbers.portals, numbers.removed)
    source.finish()
    wanted = ("VOLU", "CELL") if len(directory) else ("VOLU",)
    if frame.names[: len(wanted)] != wanted or ("CELL" in frame) != ("CELL" in wanted):
        raise FormatError("the file does not begin with its sections VOLU and CELL; export it again")
    chunks = _read_chunks(frame, directory)
    nav = NavVolume(
        origin=numbers.origin,
        voxel_size=numbers.voxel_size,
        shape=numbers.shape,
        cells=chunks.cells,
        portals=chunks.portals.view(np.int32).T,
        components=chunks.components,
        removed_boxes=chunks.removed,
        leaf_count=numbers.leaf_count,
        agent_radius=numbers.agent_radius,
        metadata=metadata,
        squared_clearance=chunks.squared_clearance,
        landmarks=_read_landmarks(frame, numbers, size),
        blockers=_read_blockers(frame),
    )
    check_volume(nav)
    return nav


def _read_numbers(source: Source, size: int) -> _Numbers:
    *lengths, width, height, depth, cells, portals, removed, leaves, chunks = _VOLUME.unpack(source.read(_VOLUME.size))
    # As unsigned numbers they may be larger than any domain, so they are looked at before they become int32.
    shape = np.array((width, height, depth), np.int64)
    origin, voxel_size, agent_radius = np.array(lengths[:3]), lengths[3], lengths[4]
    check_numbers(origin, voxel_size, agent_radius, shape, LONGEST_SIDE)
    if cells + removed > shape.prod():
        raise FormatError("the file claims more cells than its domain has voxels; export it again")
    if size < _least_size(cells + removed, portals, 0) or max(cells + removed, portals) > _MOST:
        raise FormatError(
            f"the file claims {cells + removed} boxes and {portals} portals in {size} bytes, "
            "which no .volant file does; export it again"
        )
    return _Numbers(origin, voxel_size, agent_radius, shape.astype(np.int32), cells, portals, removed, leaves, chunks)


def _read_chunks(frame: Frame, directory: Directory) -> Chunks:
    chunks = Chunks(directory)
    if not len(directory):
        return chunks
    streams = frame.open("CELL")
    if len(streams) != len(directory):
        raise FormatError(f"the file has {len(streams)} chunks instead of {len(directory)}; export it again")
    for chunk in range(len(directory)):
        chunks.read(chunk, streams.next(directory.most_bytes(chunk)))
    return chunks


def _read_landmarks(frame: Frame, numbers: _Numbers, size: int) -> UInt32s | None:
    """How far portals are from landmarks, (l, k) uint32; None when a file of `size` bytes does not say."""
    if "LAND" not in frame:
        return None
    streams = frame.open("LAND")
    if len(streams) > MOST_LANDMARKS:
        raise FormatError(f"the file claims {len(streams)} landmarks, over {MOST_LANDMARKS}; export it again")
    if size < _least_size(0, numbers.portals, len(streams)):
        found = f"{len(streams)} landmarks for {numbers.portals} portals in {size} bytes"
        raise FormatError(f"the file claims {found}, which no .volant file does; export it again")
    tables = np.empty((len(streams), numbers.portals), np.uint32)
    for table in tables:
        source = streams.next(most_split_bytes(numbers.portals))
        steps = unfold_signs(SplitColumn(source, numbers.portals).numbers())
        np.cumsum(steps.view(np.uint32), dtype=np.uint32, out=table)
        source.finish()
    return tables


def _read_blockers(frame: Frame) -> tuple[Blocker, ...]:
    if "BLOC" not in frame:
        return ()
    streams = frame.open("BLOC")
    if len(streams) > MOST_BLOCKERS:
        raise FormatError(f"the file claims {len(streams)} blockers, over {MOST_BLOCKERS}; export it again")
    found = [read_blocker(number, streams.next()) for number in range(len(streams))]
    try:
        return checked_blockers(found)
    except NavError as error:
        raise FormatError(f"the file is damaged: {error}") from error


def _read_links(frame: Frame) -> Links | None:
    return read_links(frame.only_stream("LNKS")) if "LNKS" in frame else None


def _least_size(boxes: int, portals: int, landmarks: int) -> int:
    """How many bytes a file has at least that holds so much."""
    return max(
        _BYTES_OF_BOX * (boxes - _BOXES),
        -(-(portals - _PORTALS) // _PER_BYTE),
        -(-(landmarks * portals - _DISTANCES) // _PER_BYTE),
    )
