# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws a scene's volumes and paths over the viewport, from batches made when something has changed."""

from __future__ import annotations

from collections.abc import Callable

import bpy
import gpu
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from ... import navcore
from .. import session
from ..objects import volume_box, volumes
from ..properties import preferences
from ..session.questions import Shown
from ..session.views import is_too_many
from . import batches, box_arrays, colors, link_arrays
from .batches import BatchCache
from .colors import Color
from .floors import FloorPainter
from .paths import draw_paths, near_paths
from .pen import Pen, nearer, placed
from .spaces import SpacePainter

#: Owner, in the cache, of what all volumes share; a `session_uid` is never negative.
_EVERYONE = -1
#: Width of a volume's box in pixels: a little more than that of the line Blender draws around it.
_BOX_WIDTH = 2.0
#: Width of the frame around a narrow place or an island in pixels, how much wider its dark rim is, and how dark.
_FRAME_WIDTH, _FRAME_RIM, _FRAME_RIM_ALPHA = 3.0, 3.0, 0.75
#: How strongly a volume's box is drawn, and where something hides it.
_BOX_ALPHA, _BOX_HIDDEN = 0.9, 0.25
#: Of a selected volume only so much of each edge is drawn at its ends; between them its own line tells that it is.
_CORNER = 0.12
#: Width of links in pixels, and how strongly they are drawn where something hides them.
_LINK_WIDTH, _LINK_HIDDEN = 2.0, 0.25
#: So many cells are near the 3D cursor.
_NEARBY = 400

Visible = Callable[[bpy.types.Object], bool]


class Overlay:
    """Owner of the draw handle and of the batches it draws."""

    def __init__(self) -> None:
        self._handle: object | None = None
        self._cache = BatchCache()
        #: The volumes that each scene had when it was last drawn.
        self._volumes: dict[int, set[int]] = {}

    def install(self) -> None:
        """Start drawing; harmless when already started."""
        if self._handle is None:
            self._handle = bpy.types.SpaceView3D.draw_handler_add(self._draw_viewport, (), "WINDOW", "POST_VIEW")

    def remove(self) -> None:
        """Stop drawing and let go of everything."""
        if self._handle is not None:
            bpy.types.SpaceView3D.draw_handler_remove(self._handle, "WINDOW")
            self._handle = None
        self.forget_batches()

    def forget_batches(self) -> None:
        """Drop what is kept, because the bakes it shows may be gone."""
        self._cache.clear()
        self._volumes.clear()

    def draw(
        self,
        scene: bpy.types.Scene,
        size: tuple[float, float],
        *,
        xray: bool = False,
        visible: Visible = lambda volume: volume.visible_get(),
        scale: float = 1.0,
        viewport: int = 0,
    ) -> None:
        """Draw a scene's volumes and paths into the bound framebuffer, by the matrices of `gpu.matrix`.

        Parameters
        ----------
        scene : whose volumes and paths.
        size : width and height of the region in pixels.
        xray : whether the view shows what is hidden; then nothing is tested for depth.
        visible : which volumes the viewport shows.
        scale : screen pixels for each pixel of a line's width.
        viewport : a number that tells viewports apart.
        """
        display = scene.volant.display
        if not display.show:
            return
        held = volumes.scene_volumes(scene)
        self._drop_lost(scene, held)
        shown = [volume for volume in held if visible(volume)]
        seen = {volume.session_uid for volume in shown}
        paths = [path for path in session.current().preview.shown(scene) if path.owner in seen]
        marked = session.current().leak.shown(scene) + session.current().why_not.shown(scene)
        holes = [(way, hole) for way, hole in marked if way.owner in seen]
        paths += [way for way, _hole in holes]
        pen = Pen(size, scale, xray, preferences.palette())
        with pen.drawing():
            for volume in shown:
                self._draw_space(pen, volume, display, paths)
            for volume in shown:
                self._draw_box(pen, volume)
            draw_paths(self._cache, pen, scene.session_uid, viewport, paths, display.line_width)
            for volume in shown:
                island = session.current().chosen_island.of(volume)
                if island is not None:
                    color = pen.palette.island(island.number)
                    self._draw_frame(pen, volume.session_uid, "island", island, island.bounds, color)
            for number, (way, hole) in enumerate(holes):
                red, green, blue = colors.on_screen(way.color).tolist()
                self._draw_frame(pen, scene.session_uid, f"hole {number}", way.path, hole, (red, green, blue))

    def _draw_space(
        self, pen: Pen, volume: bpy.types.Object, display: bpy.types.PropertyGroup, paths: list[Shown]
    ) -> None:
        """Draw what a volume's bake holds, if it has one."""
        whole = session.current().bakes.whole(volume)
        if whole is None:
            self._cache.drop(volume.session_uid)
            return
        if whole.surface is not None and display.floors:
            chosen = self._alone_on_floor(volume, whole.surface)
            FloorPainter(self._cache, pen, volume.session_uid, whole.surface, display).draw(chosen)
        if whole.links is not None and display.links:
            self._draw_links(pen, volume, whole.links)
        nav = whole.volume
        if nav is None:
            return
        near = self._near(volume, nav, paths) if display.near_paths else None
        if near is None and is_too_many(display, nav):
            near = self._nearby(volume, nav, paths, display.id_data.cursor.location)
        island = session.current().chosen_island.of(volume, nav)
        if island is not None:
            near = self._alone(volume, nav, island, near)
        painter = SpacePainter(self._cache, pen, volume.session_uid, nav, display)
        painter.draw(near)
        moving = self._moving(volume, nav, display.id_data)
        if len(moving):
            painter.draw_moving(moving)

    def _draw_links(self, pen: Pen, volume: bpy.types.Object, links: navcore.Links) -> None:
        """Draw the links of a bake, through what hides them, because most end where something is in front."""
        origin = links.starts[0]
        arcs = self._cache.get(
            volume.session_uid, "links", (links,), lambda: batches.lines(link_arrays.arcs(links, origin))
        )
        with placed(Matrix.Translation(origin)):
            if not pen.xray:
                pen.part("HIDDEN")
                pen.lines(arcs, pen.palette.link, _LINK_HIDDEN, _LINK_WIDTH)
            pen.part("VISIBLE")
            pen.lines(arcs, pen.palette.link, 1.0, _LINK_WIDTH)

    def _alone_on_floor(self, volume: bpy.types.Object, surface: navcore.NavSurface) -> NDArray[np.bool_] | None:
        """Which polygons are those of the chosen island, (p,) bool; None for all."""
        island = session.current().chosen_island.of(volume, surface)
        if island is None:
            return None
        number = island.number
        return self._cache.get(volume.session_uid, "floor alone", (island,), lambda: surface.components == number)

    def _moving(self, volume: bpy.types.Object, nav: navcore.NavVolume, scene: bpy.types.Scene) -> NDArray[np.int32]:
        """What dynamic objects block: (m, 2, 3) voxel boxes."""
        try:
            return session.current().moving.blocked(scene, volume, nav)
        except navcore.NavError:
            # Of a broken mesh paths and exports tell.
            return np.empty((0, 2, 3), np.int32)

    def _alone(
        self, volume: bpy.types.Object, nav: navcore.NavVolume, island: navcore.Island, near: NDArray[np.bool_] | None
    ) -> NDArray[np.bool_]:
        """Which cells are those of an island, (n,) bool, or those of them that are near."""

        def make() -> NDArray[np.bool_]:
            own: NDArray[np.bool_] = nav.components == island.number
            return own if near is None else own & near

        return self._cache.get(volume.session_uid, "alone", (island, near), make)

    def _draw_frame(
        self, pen: Pen, owner: int, name: str, cause: object, place: NDArray[np.float64], color: Color
    ) -> None:
        """Draw around a box, (2, 3) world corners, through everything that hides it."""
        # From its corner, because single precision is coarse far from the world's origin.
        edges = (place - place[0])[None].astype(np.float32)
        box = self._cache.get(owner, name, (cause,), lambda: batches.lines(box_arrays.box_edges(edges)))
        pen.part("ALL")
        with placed(Matrix.Translation(place[0])):
            pen.lines(box, colors.OUTLINE, _FRAME_RIM_ALPHA, _FRAME_WIDTH + _FRAME_RIM)
            pen.lines(box, color, 1.0, _FRAME_WIDTH)

    def _draw_viewport(self) -> None:
        context = bpy.context
        space = context.space_data
        if not space.overlay.show_overlays:
            return
        shading = space.shading
        _x, _y, width, height = gpu.state.viewport_get()
        self.draw(
            context.scene,
            (width, height),
            xray=shading.type == "WIREFRAME" or (shading.type == "SOLID" and shading.show_xray),
            visible=lambda volume: volume.visible_get(viewport=space),
            scale=context.preferences.system.ui_scale,
            viewport=context.region.as_pointer(),
        )

    def _near(self, volume: bpy.types.Object, nav: navcore.NavVolume, paths: list[Shown]) -> NDArray[np.bool_]:
        own = [shown for shown in paths if shown.owner == volume.session_uid]
        causes = (nav, *(shown.path for shown in own))
        return self._cache.get(volume.session_uid, "near", causes, lambda: near_paths(nav, own))

    def _nearby(
        self, volume: bpy.types.Object, nav: navcore.NavVolume, paths: list[Shown], cursor: Vector
    ) -> NDArray[np.bool_]:
        """The cells near the 3D cursor and near paths: (n,) bool."""
        near, place = self._near(volume, nav, paths), cursor.to_tuple()

        def make() -> NDArray[np.bool_]:
            at = (np.array(place) - nav.origin) / nav.voxel_size
            return near | box_arrays.nearest(nav.cells, at, _NEARBY)

        return self._cache.get(volume.session_uid, "nearby", (nav, near, place), make)

    def _draw_box(self, pen: Pen, volume: bpy.types.Object) -> None:
        """Draw over the lines of the object itself, in the colour of its bake's state."""
        name, make = ("corners", _corners) if volume.select_get() else ("box", _edges)
        box = self._cache.get(_EVERYONE, name, (), lambda: batches.lines(make()))
        color = pen.palette.state(session.current().status.state(volume))
        with nearer(), placed(volume_box.placed_cube(volume)):
            if not pen.xray:
                pen.part("HIDDEN")
                pen.lines(box, color, _BOX_HIDDEN, _BOX_WIDTH)
            pen.part("VISIBLE")
            pen.lines(box, color, _BOX_ALPHA, _BOX_WIDTH)

    def _drop_lost(self, scene: bpy.types.Scene, held: list[bpy.types.Object]) -> None:
        """Let go of batches of volumes and scenes that are there no more."""
        for gone in self._volumes.keys() - {known.session_uid for known in bpy.data.scenes}:
            self._cache.drop(gone)
            for volume in self._volumes.pop(gone):
                self._cache.drop(volume)
        now = {volume.session_uid for volume in held}
        for volume in self._volumes.get(scene.session_uid, set()) - now:
            self._cache.drop(volume)
        self._volumes[scene.session_uid] = now


def _edges() -> box_arrays.Corners:
    return box_arrays.box_edges(_unit_box())


def _corners() -> box_arrays.Corners:
    return box_arrays.box_corners(_unit_box(), _CORNER)


def _unit_box() -> box_arrays.Boxes:
    return np.array([[[-1, -1, -1], [1, 1, 1]]], np.float32)


def register() -> None:
    overlay = session.current().overlay = Overlay()
    overlay.install()


def unregister() -> None:
    overlay, session.current().overlay = session.current().overlay, None
    overlay.remove()
