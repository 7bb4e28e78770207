# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the benches measured, as a page: a table of all claims, the machine, and a section for each part."""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from . import contestants, voxel_maps
from .tables import HERE, table, verdicts

PAGE = "RESULTS.md"
_PACKAGES = ("volant", "numpy", "bpy", "trimesh", "networkx", "pathfinding3d", "octomap-python", "matplotlib")


#: As `write` says it.
_TOOK = re.compile(r"^`python3 dev\.py .*` took (\d+) s\b", re.MULTILINE)


@dataclass(frozen=True)
class Part:
    """A section of the page.

    Attributes
    ----------
    command : what measures this part alone; nothing for what cannot be had alone.
    title : its heading, of words, spaces and colons, unlike every other.
    report : measures, and returns Markdown.
    """

    command: str
    title: str
    report: Callable[[], str]


def parser(bench: str, description: str | None, titles: Mapping[str, str]) -> argparse.ArgumentParser:
    """The options of a bench with parts of these names and titles."""
    options = argparse.ArgumentParser(prog=f"dev.py bench {bench}", description=description)
    options.add_argument("--quick", action="store_true", help="little of everything, to see that it works")
    options.add_argument("--output", type=Path, metavar="FOLDER", help=f"where {PAGE} and its charts go, too")
    if titles:
        names = tuple(titles)
        options.add_argument("--parts", nargs="+", default=names, choices=names, metavar="PART", help=f"of {names}")
    return options


def chosen(
    bench: str, titles: Mapping[str, str], reports: Mapping[str, Callable[[], str]], options: argparse.Namespace
) -> list[Part]:
    """The parts of a bench that its options ask for, in the bench's own order."""
    quick = " --quick" if options.quick else ""
    return [
        Part(f"bench {bench} --parts {name}{quick}", titles[name], report)
        for name, report in reports.items()
        if name in options.parts
    ]


def write(bench: str, parts: Iterable[Part], folder: Path | None) -> str:
    """Measure, print each part as soon as it is known, and return the page, written to `folder` if there is one."""
    machine = _machine(bench)
    began = time.monotonic()
    sections: dict[str, str] = {}
    for part in parts:
        since, load = time.monotonic(), _load()
        text = part.report()
        took = f"`python3 dev.py {part.command}` took {time.monotonic() - since:.0f} s{load}. {HERE}"
        sections[part.title] = "\n\n".join((f"## {part.title}", *[took] * bool(part.command), text))
        print(f"\n{sections[part.title]}", flush=True)
    summary = _summary(sections)
    notice = f"<!-- Written by `python3 dev.py bench {bench}`; do not edit. -->"
    page = "\n\n".join((notice, "# Results", machine, summary, _reading(), *sections.values())) + "\n"
    print(f"\n{summary}\n", flush=True)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / PAGE).write_text(page, encoding="utf-8", newline="\n")
    print(f"{time.monotonic() - began:.0f} s in all", file=sys.stderr)
    return page


def sections(text: str) -> dict[str, str]:
    """What stands under each heading of a page."""
    parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)[1:]
    return {title: body.strip() for title, body in zip(parts[::2], parts[1::2], strict=True)}


def seconds(section: str) -> float:
    """How long it took to measure what stands under a heading; 0 where that is not told."""
    told = _TOOK.search(section)
    return float(told[1]) if told else 0.0


def _machine(bench: str) -> str:
    """What the figures depend on, and how to get them again."""
    command = " ".join((f"python3 dev.py bench {bench}", *sys.argv[1:]))
    packages = [f"{name} {version(name)}" for name in _PACKAGES]
    return (
        f"`{command}` on {platform.system()} {platform.machine()}, {_processor()}, {os.cpu_count()} cores{_memory()}; "
        f"Python {platform.python_version()}, {', '.join(packages)}, OpenVDB {contestants.openvdb_version()}. {HERE}"
    )


def _summary(sections: Mapping[str, str]) -> str:
    """Every claim with what was measured, leading to its section; and the sections that claim nothing."""
    claims = [(title, found) for title, text in sections.items() for found in verdicts(text)]
    rows = [
        [
            f"[{found.claim}](#{_anchor(title)}){f' {HERE}' if found.here else ''}",
            found.measured,
            "**NO**" if found.answer == "NO" else found.answer,
        ]
        for title, found in claims
    ]
    held = sum(found.answer == "yes" for _title, found in claims)
    lines = [f"{held} of {len(claims)} claims hold. {HERE}", "", table(("claim", "measured", "verdict"), rows, words=3)]
    absent = [title for title, text in sections.items() if voxel_maps.absent() in text]
    silent = [title for title, text in sections.items() if not verdicts(text) and title not in absent]
    for what, titles in (("Measured without a claim", silent), ("Left out for want of data", absent)):
        links = ", ".join(f"[{title}](#{_anchor(title)})" for title in titles)
        lines += ["", f"{what}: {links}."] if titles else []
    return "\n".join(lines)


def _reading() -> str:
    return (
        f"{HERE} marks seconds, megabytes and what follows from them, which depend on the machine. All other figures, "
        "lengths, counts and bytes, are the same on every machine and at every run.\n\n"
        "Parts may have been measured on different days and with other work beside them: the load before each is told, "
        "where it was known.\n\n"
        "Each case runs in a fresh process, one after the other. Lines that begin with *yes*, *NO* or *not measured* "
        "say what the figures above them come to. The sources are named after what they built: octree-unity is "
        "[Albertini 2022], progressive [Hung & He 2016], merged [Massonnat 2023]; see "
        "[references](../docs/references.md)."
    )


def _anchor(title: str) -> str:
    """What a link to a heading is called."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown processor")


def _memory() -> str:
    if not hasattr(os, "sysconf"):
        return ""
    return f", {os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.0f} GB"


def _load() -> str:
    """How busy the machine is already: wall clock means little beside other work."""
    return f", at a load of {os.getloadavg()[0]:.1f} before" if hasattr(os, "getloadavg") else ""
