# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same everywhere: bakes whatever the order of triangles and in another process, bakes and paths as recorded."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import golden_bakes  # noqa: E402
import path_hashes  # noqa: E402

from volant import navcore  # noqa: E402


@pytest.mark.parametrize("seed", [0, 7])
def test_bakes_are_as_recorded_whatever_the_order_of_triangles(seed):
    assert golden_bakes.hashes(navcore, seed) == golden_bakes.EXPECTED


def test_another_process_bakes_the_same():
    script = ROOT / "golden_bakes.py"
    told = subprocess.run([sys.executable, str(script), "3"], capture_output=True, text=True, check=True)
    assert json.loads(told.stdout) == golden_bakes.EXPECTED


def test_a_thousand_paths_are_as_recorded():
    assert path_hashes.hashes(navcore) == path_hashes.EXPECTED
