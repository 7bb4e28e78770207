# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The first thing that somebody new runs says what it has done, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: With a picture that is soon made.
_DEMO = """
import sys
from pathlib import Path
from devtools import demo
demo._RESOLUTION, demo._SAMPLES = (32, 18), 1
sys.exit(demo.main("single_sphere", Path(sys.argv[1])))
"""


def test_the_demo_prints_a_few_lines(tmp_path):
    # Blender sets it here, and tells of it there.
    outside = {name: value for name, value in os.environ.items() if name != "OCIO"}
    command = [sys.executable, "-s", "-c", _DEMO, str(tmp_path)]
    told = subprocess.run(command, cwd=ROOT, env=outside, capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    lines = told.stdout.splitlines()
    assert len(lines) == 6, told.stdout
    opened, baked, found, rendering, file, picture = lines
    assert opened.startswith("Opened single_sphere.blend in Blender ")
    assert baked.startswith("Baked ")
    assert found.startswith("Found a path of ")
    assert rendering == "Rendering a picture …"
    assert str(tmp_path / "single_sphere.volant") in file
    assert str(tmp_path / "single_sphere.png") in picture
    assert {path.name for path in tmp_path.iterdir()} == {"single_sphere.volant", "single_sphere.png"}
