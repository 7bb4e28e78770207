# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Links between floors: found by a bake within limits, placed as empties, drawn as arcs, kept in the file."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from addon_scene import addon, look, session, state, words
from ground_scene import add_box, make_yard


@pytest.fixture
def yard(scene, volant):
    volume = make_yard()
    # A roof that no stairs lead to.
    add_box("Roof", (2.0, 2.0, 1.8), (5.0, 5.0, 2.0))
    bpy.context.view_layer.update()
    return volume


def bake(volume):
    assert bpy.ops.volant.bake() == {"FINISHED"}
    return session().bakes.whole(volume).links


def kinds(volume, volant) -> set[str]:
    links = bake(volume)
    return set() if links is None else {volant.navcore.LinkKind(kind).name for kind in links.kinds}


def place_link(start, end):
    bpy.ops.volant.add_link()
    link = bpy.context.view_layer.objects.active
    assert link.volant.role == "LINK"
    link.location, link.volant.link.end.location = start, end
    bpy.context.view_layer.update()
    return link


def test_nobody_drops_unless_told_to(yard, volant):
    assert kinds(yard, volant) == set()


def test_drops_are_found_within_their_height(yard, volant):
    settings = yard.volant.volume
    settings.drop_height = 2.5
    assert "DROP" in kinds(yard, volant)
    links = session().bakes.whole(yard).links
    assert (links.starts[:, 2] - links.ends[:, 2]).max() <= 2.5 + 0.1
    settings.drop_height = 1.5
    assert words(yard) == "links that are found changed"
    links = bake(yard)
    heights = [] if links is None else (links.starts[:, 2] - links.ends[:, 2]).tolist()
    assert all(height <= 1.6 for height in heights)


def test_who_flies_and_walks_takes_off_and_lands(yard, volant):
    yard.volant.volume.fly, yard.volant.volume.walk = True, True
    assert {"TAKE_OFF", "LANDING"} & kinds(yard, volant)
    yard.volant.volume.take_offs = False
    assert kinds(yard, volant) == set()


def test_a_placed_ladder_is_kept_with_its_name(yard, volant):
    link = place_link((3.0, 5.5, 0.0), (3.0, 4.0, 2.0))
    link.name = "Rungs"
    links = bake(yard)
    assert links.names == ("Rungs",)
    assert links.kinds.tolist() == [volant.navcore.LinkKind.LADDER]
    assert links.both_ways.tolist() == [True]
    assert np.allclose(links.starts[0], (3.0, 5.5, 0.0), atol=1e-6)
    assert state(yard) == "FRESH"
    link.volant.link.cost = 3.0
    assert words(yard) == "placed links changed"


def test_a_link_that_leads_nowhere_is_named(yard):
    link = place_link((3.0, 5.5, 0.0), (3.0, 4.0, 2.0))
    link.name = "Rungs"
    bpy.data.objects.remove(link.volant.link.end)
    look()
    with pytest.raises(RuntimeError, match="Rungs leads nowhere; choose its End"):
        bpy.ops.volant.bake()
    link = place_link((3.0, 5.5, 0.0), (90.0, 4.0, 2.0))
    bpy.data.objects.remove(bpy.data.objects["Rungs"])
    with pytest.raises(RuntimeError, match="ends outside of"):
        bpy.ops.volant.bake()
    # Beside the box nobody asks for it.
    link.location.x = 95.0
    bpy.context.view_layer.update()
    assert bpy.ops.volant.bake() == {"FINISHED"}


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (lambda link: link, "leads nowhere; choose its End"),
        (lambda link: bpy.data.objects.new("Same", None), "ends where it begins; move Same to where it leads"),
    ],
)
def test_a_link_to_itself_is_named(yard, scene, end, told):
    link = place_link((3.0, 5.5, 0.0), (3.0, 4.0, 2.0))
    link.volant.link.end = end(link)
    link.volant.link.end.location = link.location
    if link.volant.link.end != link:
        scene.collection.objects.link(link.volant.link.end)
    bpy.context.view_layer.update()
    session().roles.forget()
    with pytest.raises(RuntimeError, match=told):
        bpy.ops.volant.bake()


def test_a_link_away_from_floors_is_told(yard):
    link = place_link((3.0, 5.5, 0.0), (3.0, 4.0, 2.0))
    link.name = "Rungs"
    bake(yard)
    look()
    assert session().status.of(yard).warning == ""
    # At a wall, where its foot is nearer than the middle of an agent may come.
    link.location = (0.2, -3.0, 0.0)
    look()
    assert session().status.of(yard).warning == ""
    link.location.z = 2.2
    look()
    assert session().status.of(yard).warning.startswith("Rungs begins 2.2")
    link.location, link.volant.link.end.location = (3.0, 5.5, 0.0), (3.0, 4.0, -0.9)
    look()
    assert session().status.of(yard).warning.startswith("Rungs ends ")
    assert session().status.of(yard).warning.endswith(" from the nearest floor; move it there")


def test_links_come_back_with_a_file(yard, scene, tmp_path):
    place_link((3.0, 5.5, 0.0), (3.0, 4.0, 2.0))
    links = bake(yard)
    target = tmp_path / "yard.volant"
    bpy.ops.volant.export_file(filepath=str(target))
    bpy.ops.volant.import_file(filepath=str(target))
    again = session().bakes.whole(scene.volant.active_volume).links
    assert np.array_equal(again.starts, links.starts)
    assert again.names == links.names


def test_arcs_rise_and_end_where_links_do(volant):
    arrays = addon("overlay.link_arrays")
    links = volant.navcore.Links([(100.0, 0.0, 0.0)], [(104.0, 0.0, 2.0)])
    pieces = arrays.arcs(links, links.starts[0]).reshape(-1, 2, 3)
    assert pieces.dtype == np.float32
    assert np.allclose(pieces[0, 0], 0.0)
    ends = pieces.reshape(-1, 3)
    assert any(np.allclose(end, (4.0, 0.0, 2.0)) for end in ends)
    assert ends[:, 2].max() > 2.0
    # A head has two lines more.
    both = volant.navcore.Links([(100.0, 0.0, 0.0)], [(104.0, 0.0, 2.0)], both_ways=True)
    assert len(arrays.arcs(both, links.starts[0])) == 2 * len(pieces) - 4
