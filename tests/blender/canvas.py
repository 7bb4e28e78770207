# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture off screen that the overlay draws into, and a way to find a point of the world in it."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

import bpy
import gpu
import numpy as np
from addon_scene import session
from gpu_extras.batch import batch_for_shader
from mathutils import Matrix, Vector

WIDTH, HEIGHT = 640, 480
DARK = (0.24, 0.24, 0.24)


def wake_gpu() -> None:
    """Make the GPU usable without a window."""
    if hasattr(gpu, "init"):
        gpu.init()
        return
    render = bpy.context.scene.render
    render.engine = "BLENDER_WORKBENCH"
    render.resolution_x = render.resolution_y = 8
    bpy.ops.render.render()


class Canvas:
    """Looks from `eye` at `target`, in perspective, or with `span` in parallel over so many units of height."""

    def __init__(self, eye: Sequence[float], target: Sequence[float], span: float | None = None) -> None:
        backwards = (Vector(eye) - Vector(target)).normalized()
        turned = backwards.to_track_quat("Z", "Y").to_matrix().to_4x4()
        self.view = (Matrix.Translation(eye) @ turned).inverted()
        near, far, aspect = 0.1, 200.0, WIDTH / HEIGHT
        if span is None:
            slope = 2.0
            depth = ((far + near) / (near - far), 2 * far * near / (near - far))
            self.projection = Matrix(
                ((slope / aspect, 0, 0, 0), (0, slope, 0, 0), (0, 0, depth[0], depth[1]), (0, 0, -1, 0))
            )
        else:
            depth = (2 / (near - far), (far + near) / (near - far))
            self.projection = Matrix(
                ((2 / span / aspect, 0, 0, 0), (0, 2 / span, 0, 0), (0, 0, depth[0], depth[1]), (0, 0, 0, 1))
            )
        self.background = DARK
        self.pixels = np.zeros((HEIGHT, WIDTH, 3))

    def draw(self, volant: ModuleType, scene: bpy.types.Scene, curtain=None, **options) -> None:
        """Draw a scene's overlay. `curtain` (4, 3) is a grey rectangle that hides what is behind it."""
        screen = gpu.types.GPUOffScreen(WIDTH, HEIGHT)
        with screen.bind():
            frame = gpu.state.active_framebuffer_get()
            # 4.2 begins with whatever depth the memory held.
            frame.clear(color=(*self.background, 1.0), depth=1.0)
            with gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
                gpu.matrix.load_matrix(self.view)
                gpu.matrix.load_projection_matrix(self.projection)
                if curtain is not None:
                    self._hang(curtain)
                session().overlay.draw(scene, (WIDTH, HEIGHT), **options)
            read = frame.read_color(0, 0, WIDTH, HEIGHT, 4, 0, "UBYTE")
        screen.free()
        read.dimensions = WIDTH * HEIGHT * 4
        self.pixels = np.array(read, np.uint8).reshape(HEIGHT, WIDTH, 4)[..., :3] / 255.0

    def at(self, point: Sequence[float]) -> np.ndarray:
        """The colour where a point of the world is seen."""
        clip = self.projection @ self.view @ Vector((*point, 1.0))
        x, y = ((clip[axis] / clip.w + 1) / 2 * size for axis, size in ((0, WIDTH), (1, HEIGHT)))
        assert 0 <= x < WIDTH, "the point is beside the picture"
        assert 0 <= y < HEIGHT, "the point is above or below the picture"
        return self.pixels[int(y), int(x)]

    def strength(self, point: Sequence[float], color: Sequence[float]) -> float:
        """How much of a colour covers the background there, 0 to 1; the pixel must be a mixture of just these two."""
        base = np.array(self.background)
        seen, way = self.at(point) - base, np.array(color) - base
        share = float(seen @ way / (way @ way))
        assert np.abs(seen - share * way).max() < 0.025, f"{self.at(point)} is no mixture of {color} and {base}"
        return share

    def is_empty(self, point: Sequence[float]) -> bool:
        """Whether nothing is drawn there."""
        return bool(np.abs(self.at(point) - self.background).max() < 0.01)

    @property
    def drawn(self) -> int:
        """How many pixels are not background."""
        return int((np.abs(self.pixels - self.background).max(axis=2) > 0.01).sum())

    def _hang(self, curtain) -> None:
        shader = gpu.shader.from_builtin("UNIFORM_COLOR")
        corners = np.asarray(curtain, np.float32)[[0, 1, 2, 0, 2, 3]]
        batch = batch_for_shader(shader, "TRIS", {"pos": corners})
        shader.uniform_float("color", (*self.background, 1.0))
        gpu.state.depth_mask_set(True)
        gpu.state.depth_test_set("LESS_EQUAL")
        batch.draw(shader)
        gpu.state.depth_test_set("NONE")
        gpu.state.depth_mask_set(False)
