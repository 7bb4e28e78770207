# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`blender --command volant …` in a real Blender: the installed extension bakes, checks and finds paths."""

from __future__ import annotations

import json
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
_SECONDS = 300

_SCRIPT = r"""
cd "$1"; shift
blender --command extension install-file -r user_default --enable extension.zip || exit 1
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
        commands = [command for command, _code, _words in _COMMANDS]
        inside = f"/{real_blender.LAB}/{bench.name}"
        if real_blender.run(root_folder, ["sh", "-c", _SCRIPT, "sh", inside, *commands], _SECONDS):
            print("command line: the extension was not installed, or it took too long")
            return False
        problems = [_problem(bench, index) for index in range(len(_COMMANDS))]
    for problem in filter(None, problems):
        print(f"command line: {problem}")
    return not any(problems)


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
