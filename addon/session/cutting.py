# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cuts the scene away on one side of the slice, by the clipping planes of viewports, and leaves none of them clipped.

A viewport has six planes; Alt B makes them the sides of a box. Those set here are one and the same, and are known by
that: in a file that was saved by a Blender about to crash, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import bpy
import numpy as np
from numpy.typing import NDArray

from .views import sliced

Planes = list[list[float]]

#: Pixels that no window has.
_FAR = 20_000
#: Which side is kept on x, y and z: below, and behind as seen from the front and from the right.
_KEPT = (-1.0, 1.0, -1.0)


class SceneCut:
    """Has the viewports that show a slice cut the scene away, and all others show it whole."""

    def __init__(self) -> None:
        #: Whether any viewport is cut.
        self._is_on = False

    def follow(self) -> None:
        """Cut and mend viewports as the scenes in their windows ask for."""
        windows = bpy.context.window_manager.windows
        planes = {window.as_pointer(): _planes(window.scene) for window in windows}
        if not self._is_on and not any(planes.values()):
            return
        wanted = {}
        for window in windows:
            for shown in _shown(window):
                if planes[window.as_pointer()] is not None and shown.overlays:
                    wanted[shown.view.as_pointer()] = planes[window.as_pointer()]
        self._mend(set(wanted))
        for window in windows:
            for shown in _shown(window):
                plane = wanted.get(shown.view.as_pointer())
                if plane is not None:
                    self._is_on = True
                    _cut(shown, plane)

    def mend(self) -> None:
        """Show everything in every viewport; clipping of the artist's own stays."""
        self._mend(set())

    def _mend(self, kept: set[int]) -> None:
        for window in bpy.context.window_manager.windows:
            for shown in _shown(window):
                if is_cut(shown.view) and shown.view.as_pointer() not in kept:
                    _uncut(shown)
        # What is in other workspaces, and behind other editors.
        for screen in bpy.data.screens:
            for view in _views(screen):
                if is_cut(view) and view.as_pointer() not in kept:
                    view.use_clip_planes = False
        self._is_on = False


@dataclass(frozen=True)
class _Shown:
    """A view that a window shows. overlays : whether it shows any."""

    window: bpy.types.Window
    area: bpy.types.Area
    region: bpy.types.Region
    view: bpy.types.RegionView3D
    overlays: bool


def _cut(shown: _Shown, planes: Planes) -> None:
    view = shown.view
    if not view.use_clip_planes:
        if not bpy.app.background:
            # Planes count for nothing without a box around what they leave, and only this makes one. It is far larger
            # than the window, because Blender shades what is beside it.
            with bpy.context.temp_override(window=shown.window, area=shown.area, region=shown.region):
                bpy.ops.view3d.clip_border("EXEC_DEFAULT", xmin=-_FAR, xmax=_FAR, ymin=-_FAR, ymax=_FAR)
    elif not is_cut(view):
        return
    if not view.use_clip_planes or not np.array_equal(_planes_of(view), np.array(planes, np.float32)):
        view.clip_planes = planes
        view.use_clip_planes = True
        shown.region.tag_redraw()


def _uncut(shown: _Shown) -> None:
    if not bpy.app.background:
        # As Alt B would: with the box.
        with bpy.context.temp_override(window=shown.window, area=shown.area, region=shown.region):
            bpy.ops.view3d.clip_border("INVOKE_DEFAULT")
    shown.view.use_clip_planes = False
    shown.region.tag_redraw()


def is_cut(view: bpy.types.RegionView3D) -> bool:
    """Whether a viewport is clipped from here."""
    planes = _planes_of(view)
    return view.use_clip_planes and bool((planes == planes[0]).all())


def _planes(scene: bpy.types.Scene) -> Planes | None:
    """What a scene's viewports are cut by; None if they are not."""
    display = scene.volant.display
    if not display.cut_scene or not sliced(scene):
        return None
    axis = "XYZ".index(display.slice_axis)
    plane = [0.0, 0.0, 0.0, -_KEPT[axis] * display.slice_at]
    plane[axis] = _KEPT[axis]
    return [plane] * 6


def _shown(window: bpy.types.Window) -> Iterator[_Shown]:
    """All views of a window; a viewport that is divided has several."""
    for area in window.screen.areas:
        space = area.spaces.active
        if isinstance(space, bpy.types.SpaceView3D):
            regions = [region for region in area.regions if region.type == "WINDOW"]
            views = list(space.region_quadviews) or [space.region_3d]
            for region, view in zip(regions, views, strict=True):
                yield _Shown(window, area, region, view, space.overlay.show_overlays)


def _views(screen: bpy.types.Screen) -> Iterator[bpy.types.RegionView3D]:
    """All views of a screen, those that other editors cover, too."""
    for area in screen.areas:
        for space in area.spaces:
            if isinstance(space, bpy.types.SpaceView3D):
                yield from (view for view in (space.region_3d, *space.region_quadviews) if view is not None)


def _planes_of(view: bpy.types.RegionView3D) -> NDArray[np.float32]:
    """(6, 4) float32: a normal towards what is shown, and minus the distance from the world's origin along it."""
    return np.array([list(plane) for plane in view.clip_planes], np.float32)
