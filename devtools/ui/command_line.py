# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`blender --command volant …` in a real Blender: the installed extension bakes, checks and finds paths.

Then every command of the guide's page "Pipelines" is run as it stands there, on a level made for it.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from pathlib import Path

from . import real_blender

_SAMPLE = "blocking_wall.blend"
#: Each command, its exit code, and words that its answer or its sentence must hold.
_COMMANDS = (
    (f"bake {_SAMPLE} --all -o out/ --json", 0, '"name": "Volume"'),
    (f"check out/Volume.volant {_SAMPLE} --json", 0, '"faults": []'),
    ("path out/Volume.volant --from -8 -8 20 --to 8 8 20 --json", 0, '"found": true'),
    ("export out/Volume.volant -o cells.glb --json", 0, "cells.glb"),
    ("bake cells.glb --max-depth 5 -o cells.volant --json", 0, '"name": "cells"'),
    ("check cells.volant cells.glb --json", 0, '"faults": []'),
    ("bake broken.blend -o x.volant --json", 1, "Blender cannot read broken.blend"),
    ("bake absent.blend -o x.volant --json", 1, "cannot read absent.blend"),
    ("path out/Volume.volant --from -8 -8 20 --to 900 8 20 --json", 1, '"found": false'),
    ("dance", 2, "invalid choice"),
)
_SECONDS = 480

_PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "pipelines.md"
#: What the page's commands leave behind.
_PAGE_FILES = ("baked/Hall.volant", "hall.volant", "level.volant", "cells.glb", "bake.json")
#: A cube on a floor in a volume called Hall, baked, as a .blend and as a .glb.
_LEVEL = """
import bpy
bpy.data.objects["Cube"].location = (4.0, 1.0, 1.0)
bpy.ops.mesh.primitive_plane_add(size=20.0, location=(4.0, 1.0, 0.0))
bpy.ops.volant.add_volume()
bpy.context.scene.volant.active_volume.name = "Hall"
bpy.ops.volant.bake()
bpy.ops.wm.save_as_mainfile(filepath="level.blend")
bpy.ops.export_scene.gltf(filepath="level.glb")
"""

_SCRIPT = r"""
cd "$1"; shift
blender --command extension install-file -r user_default --enable extension.zip || exit 1
mkdir page && cd page && blender --background --python-exit-code 1 --python ../level.py >../level.log 2>&1
sh -x ../page.sh >../page.out 2>../page.err; echo $? >../page.code
cd ..
number=0
for command in "$@"; do
  blender --command volant $command >out.$number 2>err.$number; echo $? >code.$number
  number=$((number + 1))
done
"""


def run(zip_path: Path, samples: Path, root_folder: Path) -> bool:
    """Run every command and say which did not do as it should; True if all did."""
    lab = root_folder / real_blender.LAB
    lab.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="command-line-", dir=lab) as aside:
        bench = Path(aside)
        shutil.copy(zip_path, bench / "extension.zip")
        shutil.copy(samples / _SAMPLE, bench)
        (bench / "broken.blend").write_bytes(b"BLENDER, or so it says")
        (bench / "level.py").write_text(_LEVEL, encoding="utf-8")
        (bench / "page.sh").write_text(_page_script(), encoding="utf-8")
        commands = [command for command, _code, _words in _COMMANDS]
        inside = f"/{real_blender.LAB}/{bench.name}"
        if real_blender.run(root_folder, ["sh", "-c", _SCRIPT, "sh", inside, *commands], _SECONDS):
            print("command line: the extension was not installed, or it took too long")
            return False
        problems = [_page_problem(bench), *(_problem(bench, index) for index in range(len(_COMMANDS)))]
    for problem in filter(None, problems):
        print(f"command line: {problem}")
    return not any(problems)


def _page_script() -> str:
    """All commands of the page, those in blocks and those in the table, in its order. The first that fails ends it."""
    page = _PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^```sh\n(.*?)^```|^\| `(volant .*?)` \|", page, re.MULTILINE | re.DOTALL)
    commands = [block or command for block, command in found]
    assert len(commands) > 2, f"{_PAGE.name} has lost its commands"
    # The page says that both spellings are the same.
    return "\n".join(["set -e", 'volant() { blender --command volant "$@"; }', *commands])


def _page_problem(bench: Path) -> str:
    """What is wrong with the outcome of the page's commands, or nothing."""
    err = (bench / "page.err").read_text(encoding="utf-8")
    if (bench / "page.code").read_text(encoding="utf-8").strip() != "0":
        return f"{_PAGE.name} fails: {err.strip()[-600:]}"
    missing = [name for name in _PAGE_FILES if not (bench / "page" / name).exists()]
    if missing:
        return f"{_PAGE.name} has not made {missing[0]}"
    print(f"command line: {_PAGE.name} was followed, {err.count('+ volant ')} commands and one of blender")
    return ""


def _problem(bench: Path, index: int) -> str:
    """What is wrong with a command's outcome, or nothing."""
    command, code, words = _COMMANDS[index]
    out, err, got = ((bench / f"{kind}.{index}").read_text(encoding="utf-8") for kind in ("out", "err", "code"))
    if int(got) != code:
        return f"{command} ended with {got.strip()}, not {code}: {err.strip()[-300:]}"
    if words not in out + err or "Traceback" in err:
        return f"{command} did not say {words}: {(out + err).strip()[-300:]}"
    if "--json" in command:
        # Blender may have said something before the command was its own.
        json.loads(out.splitlines()[-1])
    return ""
