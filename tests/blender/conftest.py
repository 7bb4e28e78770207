# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the built zip into a fresh Blender profile, once, and tests what was installed."""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

if importlib.util.find_spec("bpy") is None:
    raise pytest.UsageError("tests/blender needs Blender as a module: python3 dev.py test sets one up and tests in it")

# Blender reads this when it is first imported, so it must be set before any test module does that.
_profile = tempfile.TemporaryDirectory(prefix="volant-profile-")
os.environ["BLENDER_USER_RESOURCES"] = _profile.name

import bpy  # noqa: E402, I001  (bpy puts addon_utils within reach)
import addon_utils  # noqa: E402

NAME = "bl_ext.user_default.volant"

# They ask for the name.
import canvas  # noqa: E402
import overlay_world  # noqa: E402
import second_process  # noqa: E402
from addon_scene import add_baked_volume, add_cube, session  # noqa: E402


@pytest.fixture(scope="session", autouse=True)
def installed(archive: Path) -> Iterator[None]:
    """The extension, installed and enabled; disabled at the end, or Blender crashes on exit."""
    bpy.ops.extensions.package_install_files(filepath=str(archive), repo="user_default", enable_on_install=True)
    # The operator says FINISHED even when it installed nothing.
    assert addon_utils.check(NAME) == (True, True)
    assert Path(sys.modules[NAME].__file__).resolve().is_relative_to(Path(_profile.name).resolve())
    yield
    addon_utils.disable(NAME, default_set=True)
    _profile.cleanup()


@pytest.fixture
def volant() -> ModuleType:
    """The installed package, as Blender loaded it; never the one in this repository."""
    return sys.modules[NAME]


@pytest.fixture
def scene() -> bpy.types.Scene:
    """Blender's factory scene: a cube of edge 2 at the origin, a light and a camera."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, app_template="")
    # Some tests disable it. Enabled once more it would be registered anew, and start its second process anew.
    if addon_utils.check(NAME) != (True, True):
        addon_utils.enable(NAME, default_set=True)
    return bpy.context.scene


@pytest.fixture
def nothing_is_left():
    """No thread was started, and neither processes nor folders of long work stay."""
    before = threading.enumerate()
    yield
    session().end_job()
    session().spare_process.end()
    assert threading.enumerate() == before
    assert not second_process.folders()


@pytest.fixture
def volume(scene):
    """A baked volume around a cube and a wall."""
    add_cube("Wall", (0, 4, 0))
    return add_baked_volume()


@pytest.fixture
def ready(volume):
    """The process that is ready for the next task."""
    process = session().spare_process.process
    assert process is not None
    return process


@pytest.fixture(scope="module")
def gpu():
    """A GPU that draws off screen."""
    canvas.wake_gpu()


@pytest.fixture
def baked(gpu, scene, volant):
    """The scene with the baked volume of `overlay_world`, shown boldly."""
    return overlay_world.make_volume(scene, volant)
