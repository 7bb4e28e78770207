# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules on what people see before they install: the manifest, the files in the zip, the words and the pictures.

Each rule yields a sentence for every fault it finds.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from .submission import MANIFEST, Submission

LICENSE = "GPL-3.0-or-later"
ICON, FEATURED = "icon.png", "featured.jpg"

_REQUIRED = ("__init__.py", MANIFEST, "LICENSE", "README.md")
#: Characters of a tagline and of a reason.
_LONGEST = 64
#: An extension that is all text needs a fraction of this.
_MOST_BYTES = 2 << 20
_BINARY_SUFFIXES = {".so", ".pyd", ".dll", ".dylib", ".exe", ".bin", ".o", ".a", ".lib", ".pyc", ".whl", ".zip", ".gz"}
_BINARY_BEGINNINGS = (b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"PK\x03\x04")
#: What Volant cannot do, and words for what it might do one day.
PROMISES = re.compile(r"\b(crowds?|coming soon|planned|roadmap|in the future|will support|not yet)\b", re.I)
_ADVERTS = re.compile(r"\b(patreon|gumroad|superhive|donat\w+|sponsor\w*|paypal|ko-?fi|premium|subscri\w+)\b", re.I)
_PRIVATE = re.compile(rb"/(?:home|root|Users)/\w|[A-Z]:\\\\?Users", re.I)
_ICON_SIZE, _FEATURED_SIZE = (256, 256), (1920, 1080)
#: Bytes; the page should open at once on a slow line.
_ICON_BYTES, _FEATURED_BYTES = 50_000, 500_000


def required_files(submission: Submission) -> Iterator[str]:
    yield from (f"{name} is missing or empty" for name in _REQUIRED if not submission.files.get(name))


def name(submission: Submission) -> Iterator[str]:
    for key in ("id", "name"):
        text = submission.manifest.get(key, "")
        if not text or "blender" in text.lower():
            yield f"the manifest's {key} is {text!r}; it has to be there, without Blender's name in it"


def tagline(submission: Submission) -> Iterator[str]:
    yield from terse("the tagline", submission.manifest.get("tagline", ""))


def licensing(submission: Submission) -> Iterator[str]:
    if submission.manifest.get("license") != [f"SPDX:{LICENSE}"]:
        yield f"the manifest's license is not SPDX:{LICENSE}"
    if "GNU GENERAL PUBLIC LICENSE" not in submission.text("LICENSE"):
        yield "LICENSE is not the text of the GPL"
    for path in submission.modules:
        if f"SPDX-License-Identifier: {LICENSE}" not in submission.text(path)[:200]:
            yield f"{path} does not name its license in its first lines"


def website(submission: Submission) -> Iterator[str]:
    if not re.fullmatch(r"https://[\w.-]+\.[a-z]+/\S*", submission.manifest.get("website", "")):
        yield "the manifest names no website that begins with https://"


def version(submission: Submission) -> Iterator[str]:
    number = submission.manifest.get("version", "")
    if not re.fullmatch(r"\d+\.\d+\.\d+", number):
        yield f"version {number!r} is not three numbers"
    if submission.name != f"{submission.manifest.get('id')}-{number}.zip":
        yield f"{submission.name} is not named after the manifest's id and version"
    least = submission.manifest.get("blender_version_min", "")
    if not re.fullmatch(r"\d+\.\d+\.\d+", least) or tuple(map(int, least.split("."))) < (4, 2, 0):
        yield f"blender_version_min is {least!r}; extensions begin with 4.2.0"


def no_binaries(submission: Submission) -> Iterator[str]:
    for path, content in submission.files.items():
        if Path(path).suffix.lower() in _BINARY_SUFFIXES or content.startswith(_BINARY_BEGINNINGS):
            yield f"{path} is compiled or packed; only what people can read may be shipped"


def no_bundles(submission: Submission) -> Iterator[str]:
    for path in submission.files:
        if {"numpy", "scipy", "vendor", "site-packages"} & set(Path(path).parts[:-1]):
            yield f"{path} belongs to somebody else's package; Blender brings numpy, and others come as wheels"


def no_leftovers(submission: Submission) -> Iterator[str]:
    for path in submission.files:
        if any(part.startswith(".") or part in {"__pycache__", "__MACOSX"} for part in Path(path).parts):
            yield f"{path} is hidden or left over"
        elif re.match(r"(tests|docs|devtools|benchmarks|sample_scenes|requirements)/", path):
            yield f"{path} is for developers; add it to paths_exclude_pattern in the manifest"


def size(submission: Submission) -> Iterator[str]:
    if submission.size > _MOST_BYTES:
        yield f"the zip has {submission.size:,} bytes, more than {_MOST_BYTES:,}"


def no_promises(submission: Submission) -> Iterator[str]:
    for where, text in _words(submission):
        yield from (f"{where} speaks of {found!r}, which Volant cannot do" for found in PROMISES.findall(text))


def no_adverts(submission: Submission) -> Iterator[str]:
    words = [*_words(submission)]
    words += [(where, node.value) for where, node in _strings(submission) if isinstance(node.value, str)]
    for where, text in words:
        yield from (f"{where} speaks of {found!r}" for found in _ADVERTS.findall(text))


def no_private_folders(submission: Submission) -> Iterator[str]:
    for path, content in submission.files.items():
        if _PRIVATE.search(content):
            yield f"{path} names a folder of one machine"


def icon(submission: Submission) -> Iterator[str]:
    yield from _picture(submission, ICON, _ICON_SIZE, _ICON_BYTES)


def featured_picture(submission: Submission) -> Iterator[str]:
    yield from _picture(submission, FEATURED, _FEATURED_SIZE, _FEATURED_BYTES)


RULES = (
    *(required_files, name, tagline, licensing, website, version, no_binaries, no_bundles, no_leftovers, size),
    *(no_promises, no_adverts, no_private_folders, icon, featured_picture),
)


def terse(what: str, text: str) -> Iterator[str]:
    """What is wrong with a line that Blender shows in one row."""
    if not 0 < len(text) <= _LONGEST:
        yield f"{what} has {len(text)} characters, not 1 to {_LONGEST}"
    elif not text[-1].isalnum() and text[-1] not in ")]}":
        yield f"{what} ends in {text[-1]!r}, not in a letter or number"


def _words(submission: Submission) -> Iterator[tuple[str, str]]:
    """What is said of the extension before anybody installs it."""
    yield "the tagline", submission.manifest.get("tagline", "")
    yield "README.md", submission.text("README.md")
    yield "__init__.py", ast.get_docstring(submission.modules.get("__init__.py", ast.Module([], []))) or ""


def _strings(submission: Submission) -> Iterator[tuple[str, ast.Constant]]:
    """Constants of the add-on, among them all it shows."""
    for path, where, node in submission.nodes:
        if path.startswith("addon/") and isinstance(node, ast.Constant):
            yield where, node


def _picture(submission: Submission, file: str, pixels: tuple[int, int], most: int) -> Iterator[str]:
    content = submission.pictures.get(file, b"")
    found = _pixels(content)
    if found != pixels:
        shown = "no picture" if found is None else f"{found[0]}×{found[1]} pixels"
        yield f"{file} is {shown}, not {pixels[0]}×{pixels[1]}; make it with: python3 dev.py gallery --platform"
    elif len(content) > most:
        yield f"{file} has {len(content):,} bytes, more than {most:,}"


def _pixels(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or JPEG; None for anything else."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    # A frame header of a JPEG: marker, length, bits, height, width.
    frame = re.search(rb"\xff[\xc0-\xc2]\x00\x11\x08(..)(..)", content, re.DOTALL)
    if not content.startswith(b"\xff\xd8") or frame is None:
        return None
    return int.from_bytes(frame[2], "big"), int.from_bytes(frame[1], "big")
