# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Islands in the panel: listed, brought into view, and kept by a click."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import addon, look, session
from overlay_world import HIGH, LOW, VOXEL, bake, drawn, from_front, largest_cell_of

#: The islands of the world of these tests, in voxels: behind the wall, and around the block.
SMALL, LARGE = 3 * 64, 12 * 64 - 18


def told(volume):
    look()
    return session().status.of(volume).islands


def markers(scene) -> list[bpy.types.Object]:
    return [one for one in scene.objects if one.volant.role == "MARKER"]


def islands_of(nav, places) -> list[int]:
    return [int(nav.components[cell]) for cell in nav.locate(places)]


def test_they_are_listed_the_largest_first(baked):
    listed = told(baked.volume)
    assert listed.count == 2
    assert [(row.number, row.share, row.keeper) for row in listed.rows] == [(2, "80%", ""), (1, "20%", "")]
    assert [row.volume for row in listed.rows] == [f"{LARGE * VOXEL**3:.3g} m³", f"{SMALL * VOXEL**3:.3g} m³"]
    assert listed.small == ""


def test_small_ones_are_folded(scene, volant):
    """Two rooms beside hundreds of slots in a block of stone."""
    solid = np.ones((99, 99, 3), bool)
    solid[1::2, 1:20:2, 1] = False
    solid[1:98, 30:37, 1] = False
    solid[:, 40:, :] = False
    nav = volant.navcore.bake_voxels(np.argwhere(solid), solid.shape)
    volume = volant.addon.objects.importing.add_baked(bpy.context, "Block", nav, volant.navcore.dumps(nav))
    listed = told(volume)
    assert listed.count == 492
    assert [row.share for row in listed.rows] == ["94%", "4%"]
    assert listed.small == "and 490 small ones, 3%"


def test_without_a_bake_there_are_none(scene):
    bpy.ops.volant.add_volume()
    listed = told(scene.volant.active_volume)
    assert (listed.count, listed.rows) == (0, ())
    for operator in (bpy.ops.volant.frame_island, bpy.ops.volant.keep_island, bpy.ops.volant.keep_largest):
        assert not operator.poll()


def test_a_list_is_looked_up_once_for_many_drawings(baked, monkeypatch):
    listed = told(baked.volume)
    navcore = addon("session.islands").navcore
    monkeypatch.setattr(navcore, "islands", None)
    assert session().status.of(baked.volume).islands is listed


@pytest.mark.parametrize("number", [1, 2])
def test_keep_puts_a_marker_into_the_island(baked, number):
    assert bpy.ops.volant.keep_island(number=number) == {"FINISHED"}
    (marker,) = markers(baked.scene)
    assert islands_of(baked.nav, [marker.location]) == [number - 1]
    assert marker.select_get()
    keepers = {row.number: row.keeper for row in told(baked.volume).rows}
    assert keepers == {number: marker.name, 3 - number: ""}
    # One is enough.
    assert bpy.ops.volant.keep_island(number=number) == {"CANCELLED"}
    assert len(markers(baked.scene)) == 1


def test_what_is_kept_is_what_the_next_bake_has(baked, volant):
    """The marker is as good as one that was placed by hand."""
    bpy.ops.volant.keep_island(number=1)
    config = volant.addon.objects.volumes.bake_config(baked.scene, baked.volume)
    again = bake(volant, markers=config.markers)
    assert [island.volume for island in volant.navcore.islands(again)] == [SMALL * VOXEL**3]


def test_keep_largest(baked):
    assert bpy.ops.volant.keep_largest() == {"FINISHED"}
    (marker,) = markers(baked.scene)
    assert islands_of(baked.nav, [marker.location]) == [1]
    assert bpy.ops.volant.keep_largest() == {"CANCELLED"}


def test_keep_reachable_from_path_starts(baked):
    assert not bpy.ops.volant.keep_reachable.poll()
    for place in (LOW + 0.5, HIGH - 0.5, HIGH - 0.6):
        bpy.ops.volant.add_path()
        bpy.context.object.select_set(False)
        baked.scene.volant.active_path.location = place
    bpy.context.view_layer.update()
    assert bpy.ops.volant.keep_reachable() == {"FINISHED"}
    assert sorted(islands_of(baked.nav, [marker.location for marker in markers(baked.scene)])) == [0, 1]
    assert bpy.ops.volant.keep_reachable() == {"CANCELLED"}


def test_starts_that_are_nowhere_are_named(baked):
    bpy.ops.volant.add_path()
    baked.scene.volant.active_path.location = HIGH + 50
    bpy.context.view_layer.update()
    with pytest.raises(RuntimeError, match="No path starts in free space of Nav Volume; move Nav Path into it"):
        bpy.ops.volant.keep_reachable()
    assert not markers(baked.scene)


def test_an_island_that_is_not_there_is_refused(baked):
    for operator in (bpy.ops.volant.keep_island, bpy.ops.volant.frame_island):
        with pytest.raises(RuntimeError, match="Volume has 2 islands, so there is no island 3"):
            operator(number=3)


def test_a_volume_that_has_moved_is_baked_first(baked):
    """A marker where the island was would be outside, or in a wall."""
    baked.volume.location.x += 100.0
    bpy.context.view_layer.update()
    with pytest.raises(RuntimeError, match="Volume is not where it was baked; bake it again first"):
        bpy.ops.volant.keep_island(number=1)
    assert not markers(baked.scene)


def test_in_the_last_layer_of_voxels_a_marker_is_still_in_the_box(scene, volant):
    """A box that is no whole number of voxels is baked a little larger."""
    low, high = (0.0, 0.0, 0.0), (4.0, 4.0, 4.1)
    config = volant.navcore.BakeConfig(voxel_size=1.0, bounds=(low, high))
    solid = np.zeros((4, 4, 5), bool)
    solid[:, :, 3] = True
    nav = volant.navcore.bake_voxels(np.argwhere(solid), solid.shape, config)
    volume = volant.addon.objects.volumes.add_volume(bpy.context, low, high)
    session().bakes.store(volume, nav, volant.navcore.dumps(nav))
    bpy.context.view_layer.update()
    bpy.ops.volant.keep_island(number=2)
    (marker,) = volant.addon.objects.volumes.markers_inside(scene, volume)
    assert islands_of(nav, [marker.location]) == [1]


def test_a_click_chooses_and_another_one_lets_go(baked):
    chosen = session().chosen_island
    assert chosen.of(baked.volume) is None
    assert bpy.ops.volant.frame_island(number=1) == {"FINISHED"}
    assert chosen.of(baked.volume).number == 0
    bpy.ops.volant.frame_island(number=2)
    assert chosen.of(baked.volume).number == 1
    bpy.ops.volant.frame_island(number=2)
    assert chosen.of(baked.volume) is None


def test_another_bake_has_other_islands(baked, volant):
    bpy.ops.volant.frame_island(number=1)
    session().bakes.store(baked.volume, baked.nav, volant.navcore.dumps(baked.nav))
    assert session().chosen_island.of(baked.volume) is not None, "the same bake"
    again = volant.navcore.loads(volant.navcore.dumps(baked.nav))
    session().bakes.store(baked.volume, again, volant.navcore.dumps(again))
    assert session().chosen_island.of(baked.volume) is None


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("chosen", [0, 1])
def test_the_chosen_island_is_drawn_alone_in_a_frame(baked, volant, chosen):
    baked.display.cells = "GLASS"
    inside = [baked.nav.boxes()[largest_cell_of(baked.nav, island)].mean(axis=0) for island in (0, 1)]
    canvas = drawn(from_front(), volant, baked.scene)
    assert not any(map(canvas.is_empty, inside))
    bpy.ops.volant.frame_island(number=chosen + 1)
    canvas.draw(volant, baked.scene)
    assert [canvas.is_empty(point) for point in inside] == [chosen != 0, chosen != 1]
    low, high = LOW.copy(), HIGH.copy()
    (high if chosen == 0 else low)[0] = LOW[0] + (3 if chosen == 0 else 4) * VOXEL
    # At the wall, where the volume's own box is not.
    edge = np.array((high[0] if chosen == 0 else low[0], LOW[1], 0.4 * LOW[2] + 0.6 * HIGH[2]))
    assert np.abs(canvas.at(edge) - baked.colors.SHIPPED.island(chosen)).max() < 0.1
    bpy.ops.volant.frame_island(number=chosen + 1)
    canvas.draw(volant, baked.scene)
    assert not any(map(canvas.is_empty, inside))
