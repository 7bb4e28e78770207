# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws paths: bright with a dark rim, faint where something hides them, dashed and red where there is none. A ring is
around where one starts, a flag where it leads.

One that is only of the moment is dashed and pale, until the true one is found. Of several to choose from, the chosen
one is drawn over the others, which are thin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import gpu
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from ... import navcore
from ..session.questions import Shown
from . import batches, colors, marks, path_arrays
from .batches import BatchCache
from .colors import Color, Palette
from .pen import Pen, placed

#: Widths and radii for each pixel of a line's width.
_PATH, _THIN, _ASIDE = 3.0, 2.0, 1.5
_BEND_RADIUS, _END_RADIUS = 2.4, 4.5
#: Pixels that the dark rims of a path and of a dash are wider than these, and how dark they are.
_RIM, _THIN_RIM, _RIM_ALPHA = 4.0, 2.0, 0.75
#: How strongly a path is drawn where something hides it, and while the true one is not known.
_FAINT, _PALE = 0.3, 0.45
#: Dashes are this many voxels long.
_DASH = 2.0


@dataclass(frozen=True, eq=False)
class PathBatches:
    """The lines of one path, relative to where it starts. What there is none of is None."""

    line: gpu.types.GPUBatch | None
    dashes: gpu.types.GPUBatch | None


def path_batches(shown: Shown) -> PathBatches:
    """The path itself; dashes from its ends to where the artist put them, or from start to goal without a path.

    All of a path that is only of the moment is dashes.
    """
    start, goal = np.array(shown.start), np.array(shown.goal)
    points = shown.path.points - start
    ends = (np.zeros(3), goal - start)
    gaps = [(ends[0], points[0]), (points[-1], ends[1])] if shown.path.found else [ends]
    dash = _DASH * shown.space.voxel_size
    dashed = [path_arrays.dashes(gap, dash) for gap in gaps if np.linalg.norm(gap[1] - gap[0]) > 1e-3 * dash]
    line = None
    if len(points) > 1:
        line = path_arrays.dashes(points, dash) if shown.is_pending else path_arrays.segments(points)
    return PathBatches(
        None if line is None or not len(line) else batches.lines(line),
        batches.lines(np.concatenate(dashed)) if dashed else None,
    )


def draw_paths(
    cache: BatchCache, pen: Pen, scene: int, viewport: int, paths: Sequence[Shown], line_width: float
) -> None:
    """Draw a scene's paths. `scene` and `viewport` are numbers that tell scenes and viewports apart."""
    if not paths:
        cache.drop(scene)
        return
    paths = sorted(paths, key=lambda shown: not shown.is_aside)
    lines = [
        cache.get(
            scene,
            f"path {index}",
            (shown.path, shown.start, shown.goal, shown.is_pending),
            lambda shown=shown: path_batches(shown),
        )
        for index, shown in enumerate(paths)
    ]
    gone = len(paths)
    while cache.forget(scene, f"path {gone}"):
        gone += 1
    if not pen.xray:
        pen.part("HIDDEN")
        for shown, line in zip(paths, lines, strict=True):
            _draw_lines(pen, shown, line, line_width, faint=True)
        _draw_marks(cache, pen, scene, viewport, paths, line_width, faint=True)
    pen.part("VISIBLE")
    for shown, line in zip(paths, lines, strict=True):
        _draw_lines(pen, shown, line, line_width, faint=False)
    _draw_marks(cache, pen, scene, viewport, paths, line_width, faint=False)


def _draw_lines(pen: Pen, shown: Shown, line: PathBatches, line_width: float, faint: bool) -> None:
    color = _color(shown, pen.palette)
    alpha = (_FAINT if faint else 1.0) * (_PALE if shown.is_pending else 1.0)
    with placed(Matrix.Translation(shown.start)):
        for batch, width, rim in (
            (line.dashes, _THIN * line_width, _THIN_RIM),
            (line.line, (_ASIDE if shown.is_aside else _PATH) * line_width, _RIM),
        ):
            if batch is None:
                continue
            # A dark rim would show through what is pale, and is too much for what is thin.
            if not faint and not shown.is_pending and not shown.is_aside:
                pen.lines(batch, colors.OUTLINE, _RIM_ALPHA, width + rim)
            pen.lines(batch, color, alpha, width)


def _draw_marks(
    cache: BatchCache, pen: Pen, scene: int, viewport: int, paths: Sequence[Shown], line_width: float, faint: bool
) -> None:
    """Draw bends and ends. They face the viewer, so each viewport has its own, made anew when its view changes."""
    view, projection = gpu.matrix.get_model_view_matrix(), gpu.matrix.get_projection_matrix()
    palette = (pen.palette.islands, pen.palette.not_found)
    looks = (_numbers(view), _numbers(projection), pen.size, pen.scale, line_width, faint, palette)
    told = tuple(
        (shown.start, shown.goal, shown.path.islands, tuple(shown.color), shown.is_pending, shown.is_aside)
        for shown in paths
    )

    def make() -> gpu.types.GPUBatch | None:
        faced = marks.View(np.array(view), np.array(projection), pen.size, np.array(paths[0].start))
        made = marks_of(paths, line_width * pen.scale, pen, faced, faint)
        return batches.shaded_triangles(made.corners, made.shades, made.triangles) if len(made.triangles) else None

    name = f"marks {viewport} {'hidden' if faint else 'visible'}"
    batch = cache.get(scene, name, (*looks, told, *(shown.path for shown in paths)), make)
    if batch is not None:
        with placed(Matrix.Translation(paths[0].start)):
            pen.shaded(batch)


def marks_of(paths: Sequence[Shown], scale: float, pen: Pen, view: marks.View, faint: bool) -> marks.Marks:
    """A dot at every bend and end, a ring around every start and a flag on every goal, each in its colour.

    Ways that were not chosen have dots at their ends alone.
    """

    def ink(shades: Sequence[tuple[float, ...]]) -> marks.Ink:
        tones = np.array(shades, np.float64).reshape(-1, 4)
        tones[:, 3] *= _FAINT if faint else 1.0
        return marks.Ink(tones, np.array((*colors.OUTLINE, 0.0 if faint else _RIM_ALPHA)), _RIM / 2 * pen.scale)

    centres: list[NDArray[np.float64]] = []
    radii: list[float] = []
    shades: list[tuple[float, ...]] = []
    ends: list[tuple[tuple[float, ...], tuple[float, ...]]] = []
    own = [shown for shown in paths if not shown.is_aside]
    for shown in paths:
        color = _color(shown, pen.palette)
        alpha = _PALE if shown.is_pending else 1.0
        is_plain = shown.path.found or shown.is_pending
        first, last = (color, color) if is_plain else map(pen.palette.island, shown.path.islands)
        bends = shown.path.points[1:-1] if not shown.is_aside else np.empty((0, 3))
        centres += [np.array([shown.start]), bends, np.array([shown.goal])]
        radii += [_END_RADIUS, *[_BEND_RADIUS] * len(bends), _END_RADIUS]
        shades += [(*first, alpha), *[(*color, alpha)] * len(bends), (*last, alpha)]
        if not shown.is_aside:
            ends.append(((*first, alpha), (*last, alpha)))
    starts = np.array([shown.start for shown in own]).reshape(-1, 3)
    goals = np.array([shown.goal for shown in own]).reshape(-1, 3)
    return marks.together(
        (
            marks.flags(goals, scale, ink([last for _first, last in ends]), view),
            marks.rings(starts, scale, ink([first for first, _last in ends]), view),
            marks.dots(np.concatenate(centres), np.array(radii) * scale, ink(shades), view),
        )
    )


def near_paths(nav: navcore.NavVolume, paths: Sequence[Shown]) -> NDArray[np.bool_]:
    """Which cells of a bake are on a path or beside one that is: (n,) bool."""
    cells = [np.asarray(_cells(nav, shown), np.int64) for shown in paths]
    return path_arrays.with_neighbours(np.concatenate(cells) if cells else (), nav)


def _cells(nav: navcore.NavVolume, shown: Shown) -> Sequence[int] | NDArray[np.int64]:
    """The cells of a bake that a path runs through, or that its ends are in where there is no path."""
    if shown.path.found and shown.space is nav:
        return shown.path.cells
    points = shown.path.points if shown.path.found else np.array((shown.start, shown.goal))
    # A larger agent's cells are others, but lie within those of the bake.
    located = nav.locate(path_arrays.samples(points, nav.voxel_size) if shown.path.found else points)
    return np.unique(located[located >= 0])


def _color(shown: Shown, palette: Palette) -> Color:
    """The artist's colour as its button shows it; red, unless another was chosen, for a path that does not exist.

    Whether one exists is not known while it is searched.
    """
    if not shown.path.found and not shown.is_pending:
        return palette.not_found
    red, green, blue = colors.on_screen(shown.color).tolist()
    return red, green, blue


def _numbers(matrix: Matrix) -> tuple[float, ...]:
    return tuple(value for row in matrix for value in row)
