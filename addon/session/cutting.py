# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts the scene away on one side of the slice, by the clipping planes of viewports, and leaves none of them clipped.

A viewport has six planes; Alt B makes them the sides of a box. Those set here are one and the same, and are known by
that: in a file that was saved by a Blender about to crash, too.
"""

from __future__ import annotations

from collections.abc import Iterator

import bpy
import numpy as np
from numpy.typing import NDArray

from .views import sliced

#: Which side is kept on x, y and z: below, and behind as seen from the front and from the right.
_KEPT = (-1.0, 1.0, -1.0)


class SceneCut:
    """Has the viewports that show a slice cut the scene away, and all others show it whole."""

    def __init__(self) -> None:
        #: Whether any viewport is cut.
        self._is_on = False

    def follow(self) -> None:
        """Cut and mend viewports as the scenes in their windows ask for."""
        asked = [(window.screen, _plane(window.scene)) for window in bpy.context.window_manager.windows]
        if not self._is_on and all(plane is None for _screen, plane in asked):
            return
        self.mend()
        for screen, plane in asked:
            if plane is not None:
                for space, view in _viewports(screen):
                    if space.overlay.show_overlays and not view.use_clip_planes:
                        view.clip_planes = plane
                        view.use_clip_planes = True
                        self._is_on = True

    def mend(self) -> None:
        """Show everything in every viewport; clipping of the artist's own stays."""
        for screen in bpy.data.screens:
            for _space, view in _viewports(screen):
                if is_cut(view):
                    view.use_clip_planes = False
        self._is_on = False


def is_cut(view: bpy.types.RegionView3D) -> bool:
    """Whether a viewport is clipped from here."""
    planes = _planes(view)
    return view.use_clip_planes and bool((planes == planes[0]).all())


def _plane(scene: bpy.types.Scene) -> list[list[float]] | None:
    """What a scene's viewports are cut by, six times; None if they are not."""
    display = scene.volant.display
    if not display.cut_scene or not sliced(scene):
        return None
    axis = "XYZ".index(display.slice_axis)
    plane = [0.0, 0.0, 0.0, -_KEPT[axis] * display.slice_at]
    plane[axis] = _KEPT[axis]
    return [plane] * 6


def _viewports(screen: bpy.types.Screen) -> Iterator[tuple[bpy.types.SpaceView3D, bpy.types.RegionView3D]]:
    """All views of a screen, those of a divided viewport and of hidden ones, too."""
    for area in screen.areas:
        for space in area.spaces:
            if isinstance(space, bpy.types.SpaceView3D):
                for view in (space.region_3d, *space.region_quadviews):
                    if view is not None:
                        yield space, view


def _planes(view: bpy.types.RegionView3D) -> NDArray[np.float64]:
    """(6, 4): a normal towards what is shown, and the distance from the world's origin."""
    return np.array([list(plane) for plane in view.clip_planes])
