# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The platform's rules: the real zip keeps all of them, and a zip that breaks one fails by that one alone."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from devtools import packaging
from devtools.failure import Failure
from devtools.publishing import check, listing_rules

ROOT = Path(__file__).resolve().parents[2]

HEAD = "# SPDX-License-Identifier: GPL-3.0-or-later\n"
MANIFEST = """schema_version = "1.0.0"
id = "volant"
version = "0.1.0"
name = "Volant"
tagline = "Bake the space an agent can fly through"
maintainer = "The Volant team"
type = "add-on"
website = "https://example.org/volant/"
tags = ["Bake"]
blender_version_min = "4.2.0"
license = ["SPDX:GPL-3.0-or-later"]
[permissions]
clipboard = "Copy a table"
files = "Write navigation files"
"""
OPERATOR = """class VOLANT_OT_copy(bpy.types.Operator):
    bl_idname = "volant.copy"
    def execute(self, context):
        context.window_manager.clipboard = "table"
"""
#: The smallest extension that keeps every rule.
GOOD = {
    "__init__.py": HEAD + "def register():\n    pass\n",
    "LICENSE": "GNU GENERAL PUBLIC LICENSE",
    "README.md": "Volant bakes.",
    "blender_manifest.toml": MANIFEST,
    "addon/copy.py": HEAD + OPERATOR,
    "navcore/fileformat/atomic.py": HEAD + "handle = os.open(partial, os.O_WRONLY)\n",
    "navcore/workers.py": HEAD + "import threading\nalone = 'bpy' not in sys.modules\n",
}
#: Pixels of a PNG and of a JPEG are told by their first bytes.
ICON = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (256).to_bytes(4, "big") * 2
FEATURED = b"\xff\xd8\xff\xc0\0\x11\x08" + (1080).to_bytes(2, "big") + (1920).to_bytes(2, "big")
PICTURES = {listing_rules.ICON: ICON, listing_rules.FEATURED: FEATURED}


def changed(old: str, new: str) -> dict[str, str]:
    """The manifest with something else in it."""
    assert old in MANIFEST
    return {"blender_manifest.toml": MANIFEST.replace(old, new)}


def code(line: str, path: str = "addon/other.py") -> dict[str, str]:
    """A file with one line of code in it."""
    return {path: f"{HEAD}{line}\n"}


#: Files to put in, or to leave out if None, and words of the fault, by the rule that they break.
BREAKING = [
    ("required_files", {"README.md": None}, "README.md is missing"),
    ("name", changed('name = "Volant"', 'name = "Blender Volant"'), "Blender's name"),
    ("name", changed('name = "Volant"\n', ""), "the manifest's name is ''"),
    ("tagline", changed("fly through", "fly through."), "ends in '.'"),
    ("tagline", changed("fly through", "fly through, however far and narrow it is"), "characters"),
    ("licensing", changed("GPL-3.0-or-later", "MIT"), "license is not SPDX"),
    ("licensing", {"LICENSE": "Do what you like"}, "not the text of the GPL"),
    ("licensing", {"addon/other.py": "pass\n"}, "addon/other.py does not name its license"),
    ("website", changed("https://example.org/volant/", "example"), "no website"),
    ("version", changed('version = "0.1.0"', 'version = "0.1"'), "'0.1' is not three numbers"),
    ("version", changed('version = "0.1.0"', 'version = "0.2.0"'), "not named after"),
    ("version", changed("4.2.0", "2.93.0"), "4.2.0"),
    ("version", changed("4.2.0", "4.10"), "4.2.0"),
    ("no_binaries", {"addon/fast.so": "x"}, "addon/fast.so is compiled"),
    ("no_binaries", {"addon/fast": "\x7fELF"}, "addon/fast is compiled"),
    ("no_bundles", {"addon/vendor/other.txt": "x"}, "somebody else's package"),
    ("no_leftovers", {"addon/.DS_Store": "x"}, "hidden or left over"),
    ("no_leftovers", {"tests/notes.txt": "x"}, "for developers"),
    ("size", {"addon/large.txt": "x" * (3 << 20)}, "more than 2,097,152"),
    ("no_promises", changed("fly through", "crowd"), "the tagline speaks of 'crowd'"),
    ("no_promises", {"README.md": "Swarms are coming soon."}, "README.md speaks of 'coming soon'"),
    ("no_adverts", code("LABEL = 'Support us on Patreon'"), "addon/other.py:2 speaks of 'Patreon'"),
    ("no_private_folders", code("PLACE = '/home/somebody'"), "a folder of one machine"),
    ("permissions", changed('clipboard = "Copy a table"\n', ""), "clipboard is used, but"),
    ("permissions", {"addon/copy.py": None}, "asks for clipboard, but nothing uses it"),
    ("permissions", changed("Copy a table", "Copy a table."), "the reason for clipboard ends in '.'"),
    ("no_threads", code("import threading"), "addon/other.py mentions threading"),
    ("no_threads", code("from concurrent.futures import ThreadPoolExecutor"), "mentions concurrent.futures"),
    ("no_threads", code("import _thread"), "mentions _thread"),
    ("no_threads", code("importlib.import_module('multiprocessing')"), "mentions multiprocessing"),
    ("no_threads", code("import asyncio"), "mentions asyncio"),
    ("no_threads", code("from concurrent import futures", "navcore/other.py"), "imports concurrent.futures"),
    ("no_threads", code("import threading", "cli/other.py"), "cli/other.py:2 imports threading"),
    ("no_threads", code("import threading", "navcore/workers.py"), "without asking"),
    ("no_dynamic_code", code("eval('1')"), "addon/other.py:2 calls eval"),
    ("no_dynamic_code", code("exec('pass')"), "calls exec"),
    ("no_import_tricks", code("sys.path.insert(0, 'lib')"), "changes sys.path"),
    ("no_import_tricks", code("del sys.modules['volant']"), "changes sys.modules"),
    ("relative_imports", code("from volant import navcore"), "imports volant.navcore"),
    ("relative_imports", code("import navcore.config"), "imports navcore.config"),
    ("no_network", code("import urllib.request") | changed("files =", 'network = "Ask"\nfiles ='), "urllib"),
    ("no_updater", code("import pip"), "imports pip"),
    ("no_updater", code("bpy.ops.extensions.package_install()"), "bpy.ops.extensions.package_install"),
    ("known_writers", code("open('log.txt', 'w')"), "addon/other.py:2 writes with open"),
    ("known_writers", code("place.write_text('x')"), "writes with place.write_text"),
    ("known_writers", code("place.open(mode='ab')"), "writes with place.open"),
    ("known_writers", code("pass", "cli/targets.py"), "cli/targets.py writes nothing"),
    ("class_names", code("class Copy(bpy.types.Operator): pass"), "Copy is not named like VOLANT_OT_"),
    ("class_names", {"addon/copy.py": HEAD + OPERATOR.replace("volant.copy", "object.copy")}, "the idname object.copy"),
    ("registration", code("bl_info = {}"), "bl_info"),
    ("registration", code("def register(): return bpy.app.version > (4, 2)"), "looks at Blender's version"),
    ("registration", code("keys = wm.keyconfigs.user"), "touches keymaps"),
]
BAD_PICTURES = [
    ("icon", listing_rules.ICON, None, "no picture, not 256×256"),
    ("icon", listing_rules.ICON, FEATURED, "1920×1080 pixels, not 256×256"),
    ("icon", listing_rules.ICON, ICON + bytes(50_000), "more than 50,000"),
    ("featured_picture", listing_rules.FEATURED, b"GIF89a", "no picture, not 1920×1080"),
    ("featured_picture", listing_rules.FEATURED, FEATURED + bytes(500_000), "more than 500,000"),
]


@pytest.fixture
def faults(tmp_path):
    """A function that writes an extension and its pictures, and tells what is wrong with them."""

    def of(files: dict[str, str | None], pictures: dict[str, bytes | None]) -> list[str]:
        with zipfile.ZipFile(tmp_path / "volant-0.1.0.zip", "w") as archive:
            for path, text in (GOOD | files).items():
                if text is not None:
                    archive.writestr(path, text)
        for name, content in (PICTURES | pictures).items():
            if content is not None:
                (tmp_path / name).write_bytes(content)
        return check.faults(tmp_path / "volant-0.1.0.zip", tmp_path)

    return of


def assert_only(found: list[str], rule: str, words: str) -> None:
    assert found
    for fault in found:
        broken, sentence = fault.split(": ", 1)
        assert broken == rule, fault
        assert len(sentence.split()) > 2, fault
    assert any(words in fault for fault in found), found


def test_a_small_extension_keeps_every_rule(faults):
    assert faults({}, {}) == []


@pytest.mark.parametrize(("rule", "files", "words"), BREAKING)
def test_a_zip_that_breaks_one_rule_fails_by_that_one(faults, rule, files, words):
    assert_only(faults(files, {}), rule, words)


@pytest.mark.parametrize(("rule", "name", "content", "words"), BAD_PICTURES)
def test_a_picture_that_breaks_one_rule_fails_by_that_one(faults, rule, name, content, words):
    assert_only(faults({}, {name: content}), rule, words)


def test_every_rule_can_be_broken():
    assert {rule for rule, *_ in [*BREAKING, *BAD_PICTURES]} == {rule.__name__ for rule in check.RULES}


def test_the_real_zip_keeps_every_rule(archive, capsys):
    assert check.main(archive) == 0, capsys.readouterr().out


def test_the_documentation_lists_every_rule_with_its_function():
    text = (ROOT / "docs" / "publishing.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)\.(\w+)` \|", text, re.MULTILINE)
    functions = [(rule.__module__.rpartition(".")[2], rule.__name__) for rule in check.RULES]
    assert listed == [("packaging", "validate"), *functions]


def test_blender_itself_refuses_a_tag_that_the_platform_lacks(archive, blender_python, tmp_path):
    packaging.validate(blender_python, archive)
    with zipfile.ZipFile(tmp_path / "volant-0.1.0.zip", "w") as bad:
        for path, text in (GOOD | changed('"Bake"', '"Baking"')).items():
            bad.writestr(path, text)
    with pytest.raises(Failure, match="Baking"):
        packaging.validate(blender_python, tmp_path / "volant-0.1.0.zip")


def test_what_is_written_about_volant_promises_nothing_that_it_cannot_do():
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        assert listing_rules.PROMISES.findall(page.read_text(encoding="utf-8")) == [], page.name
