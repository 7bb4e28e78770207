# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""F1 on every operator and every property opens a page of the guide that is there, at a heading that is there."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import addon_utils
import bpy
import pytest
from addon_scene import addon
from bl_operators.wm import WM_OT_doc_view_manual, _wm_doc_get_id
from conftest import NAME

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = "guide/README.md"


def asked() -> Iterator[str]:
    """What Blender asks the manual for: each operator, its properties, and each property of Volant's groups."""
    for name in dir(bpy.ops.volant):
        rna = getattr(bpy.ops.volant, name).get_rna_type()
        yield f"volant.{name}"
        yield from (f"{rna.identifier}.{item.identifier}" for item in rna.properties if item.identifier != "rna_type")
    for cls in (*bpy.types.PropertyGroup.__subclasses__(), *bpy.types.AddonPreferences.__subclasses__()):
        if cls.__module__.startswith(NAME) and cls.is_registered:
            own = {item.identifier for item in cls.bl_rna.properties} & set(cls.__annotations__)
            yield from (f"{cls.__name__}.{name}" for name in sorted(own))


def name_of(identifier: str) -> str:
    """What Blender looks a button up as. Blender 4 cannot name what is in an add-on's preferences."""
    return _wm_doc_get_id(identifier, do_url=False) or f"bpy.types.{identifier}"


def address(identifier: str) -> str:
    """Where Blender itself goes for a button."""
    return WM_OT_doc_view_manual._lookup_rna_url(name_of(identifier), verbose=False)


def headings(page: Path) -> set[str]:
    """The headings of a page, as addresses name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_every_button_has_its_page(scene):
    identifiers = list(asked())
    assert {"volant.bake", "VolantVolume.agent_radius", "VolantPreferences.budget"} <= set(identifiers)
    assert len(identifiers) > 100
    for identifier in identifiers:
        found = address(identifier)
        assert found.startswith(addon("panels.manual").PAGES), f"{identifier} opens {found}"
        page, _, anchor = found.removeprefix(addon("panels.manual").PAGES).partition("#")
        assert page != NOWHERE, f"nothing in addon/panels/manual.py explains {identifier}"
        assert (ROOT / "docs" / page).exists(), f"{identifier} opens {page}, which is missing"
        assert not anchor or anchor in headings(ROOT / "docs" / page), f"{identifier} opens {page}#{anchor}"


def test_whatever_else_opens_the_guide():
    assert address("VOLANT_PT_volume") == addon("panels.manual").PAGES + NOWHERE


def test_every_line_of_the_map_is_used(scene):
    from fnmatch import fnmatchcase

    left = [pattern for pattern, page in addon("panels.manual")._MAP if page != NOWHERE]
    for identifier in asked():
        wanted = name_of(identifier).lower()
        first = next(pattern for pattern, _page in addon("panels.manual")._MAP if fnmatchcase(wanted, pattern))
        left = [pattern for pattern in left if pattern != first]
    assert not left


def test_pages_are_below_the_website():
    manifest = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))
    assert addon("panels.manual").PAGES.startswith(manifest["website"])


def test_disabled_it_explains_nothing(scene):
    before = list(bpy.utils._manual_map)
    addon_utils.disable(NAME)
    try:
        assert len(bpy.utils._manual_map) == len(before) - 1
        assert WM_OT_doc_view_manual._lookup_rna_url("bpy.ops.volant.bake", verbose=False) is None
    finally:
        addon_utils.enable(NAME)


@pytest.mark.parametrize(
    ("identifier", "page"), [("volant.bake", "first_bake.md#3-bake"), ("VolantDisplay.slice", "reading_the_overlay.md")]
)
def test_pages_fit(scene, identifier, page):
    assert address(identifier) == f"{addon('panels.manual').PAGES}guide/{page}"
