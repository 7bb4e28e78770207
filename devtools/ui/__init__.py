# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""`dev.py ui`: install the zip in a real Blender, use it from a shell and with mouse and keys, and keep pictures."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from . import command_line, real_blender

HERE = Path(__file__).resolve().parent
GUIDE = HERE.parent.parent / "docs" / "guide"
#: Scenarios, a module each.
WINDOW = HERE.parent.parent / "tests" / "window"
#: Scenarios in the order they run, each with the sample it opens. Another one is used where that is missing.
#: Those named like a page of the guide do what the page says, and make its pictures.
SCENARIOS = {
    "first_bake": "blocking_wall.blend",
    "rooms_and_markers": "blocking_wall.blend",
    "islands": "blocking_wall.blend",
    "finding_leaks": "building_1.blend",
    "voxel_size_and_radius": "building_1.blend",
    "reading_the_overlay": "building_1.blend",
    "several_agents": "building_1.blend",
    "flights": "building_1.blend",
    "moving_things": "building_1.blend",
    "live": "building_1.blend",
    "live_accidents": "building_1.blend",
    "walkers": "plaza.blend",
    "journey": "plaza.blend",
    "troubleshooting": "blocking_wall.blend",
    "real_level": "arena.blend",
    "why_not": "building_1.blend",
    "add_menu": "blocking_wall.blend",
    "drag": "blocking_wall.blend",
    "drag_sides": "blocking_wall.blend",
    "volume_object": "blocking_wall.blend",
    "files": "blocking_wall.blend",
    "cancel": "blocking_wall.blend",
    "responsive": "blocking_wall.blend",
    "without_process": "blocking_wall.blend",
    "one_thread": "blocking_wall.blend",
    "killed": "blocking_wall.blend",
    "slow_path": "blocking_wall.blend",
    "scrubbed": "blocking_wall.blend",
    "stale_export": "blocking_wall.blend",
    "centimeters": "blocking_wall.blend",
    "interrupted": "blocking_wall.blend",
    "accidents": "blocking_wall.blend",
    "quit_while_baking": "blocking_wall.blend",
}
COMMAND_LINE = "command_line"
#: The scenario of a newcomer, who installs the extension himself.
_NEWCOMER = "first_bake"

#: Seconds a scenario may take, and how much longer its Blender gets for starting and for dying.
_SCENARIO_SECONDS = 720
_GRACE_SECONDS = 60


def main(zip_path: Path, samples: Path, root_folder: Path, output: Path, names: list[str]) -> int:
    """Run scenarios with the extension in `zip_path`; pictures go to `output`. Gives an exit code.

    `names` says which, none means all. `samples` is a folder with .blend files, `root_folder` the Debian folder to make
    or reuse.
    """
    try:
        _check(samples, names)
        real_blender.make_root(root_folder)
    except RuntimeError as error:
        print(error)
        return 2
    chosen = names or [COMMAND_LINE, *SCENARIOS]
    failed = []
    for name in chosen:
        print(f"\n=== {name}", flush=True)
        if name == COMMAND_LINE:
            passed = command_line.run(zip_path, samples, root_folder)
        else:
            passed = _run(name, samples, SCENARIOS[name], zip_path, root_folder, output)
        if not passed:
            failed.append(name)
    print(f"\nFailed: {', '.join(failed)}" if failed else f"\n{', '.join(chosen)}: all passed")
    return 1 if failed else 0


def _check(samples: Path, names: list[str]) -> None:
    """Refuse what cannot be run here."""
    unknown = [name for name in names if name != COMMAND_LINE and name not in SCENARIOS]
    if unknown:
        raise RuntimeError(f"There is no scenario {unknown[0]}; there are {', '.join([COMMAND_LINE, *SCENARIOS])}.")
    problem = real_blender.refusal()
    if problem:
        raise RuntimeError(problem)
    if not any(samples.glob("*.blend")):
        raise RuntimeError(f"There is no .blend file in {samples}; make the sample scenes first.")


def _run(name: str, samples: Path, sample: str, zip_path: Path, root_folder: Path, output: Path) -> bool:
    """Run one scenario with a profile of its own; True if it passed."""
    lab = root_folder / real_blender.LAB
    lab.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f"{name}-", dir=lab) as aside:
        bench = Path(aside)
        inside = f"/{real_blender.LAB}/{bench.name}"
        shutil.copy(zip_path, bench / "extension.zip")
        for part in ("drive.py", "driver.py", "drop_file.py"):
            shutil.copy(HERE / part, bench)
        shutil.copytree(WINDOW, bench / "window", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(GUIDE, bench / "guide")
        arguments = [name, "--output", f"{inside}/pictures", "--watchdog", str(_SCENARIO_SECONDS)]
        chosen = samples / sample if (samples / sample).exists() else min(samples.glob("*.blend"))
        shutil.copy(chosen, bench)
        # Where an artist would have it, because pictures show the folder.
        arguments += ["--sample", f"/home/artist/{chosen.name}"]
        # No --factory-startup: it would leave the extension out. The fresh home does the same job.
        install = 'blender --command extension install-file -r user_default --enable "$bench/extension.zip"'
        if name == _NEWCOMER:
            install = f'cp "$bench/extension.zip" "$HOME/{zip_path.name}"'
        script = (
            f'bench=$1; shift; cp "$bench"/*.blend "$HOME"; {install} && '
            'exec blender --enable-event-simulate --window-geometry 0 0 "$@"'
        )
        size = [str(pixels) for pixels in real_blender.SCREEN]
        driving = [*size, "--python-exit-code", "1", "--python", f"{inside}/drive.py", "--", *arguments]
        limit = _SCENARIO_SECONDS + _GRACE_SECONDS
        code = real_blender.run(root_folder, ["sh", "-c", script, "sh", inside, *driving], limit)
        verdict = bench / "pictures" / "verdict.txt"
        # A Blender that was closed early ends well too, but without a verdict.
        passed = code == 0 and verdict.exists() and verdict.read_text(encoding="utf-8").startswith("PASS")
        _keep_pictures(bench / "pictures", output / name)
    if not passed:
        print(f"{name}: failed with exit code {code}")
    return passed


def _keep_pictures(made: Path, output: Path) -> None:
    """Replace the pictures of an earlier run."""
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    for picture in sorted(made.glob("*.png")):
        print(shutil.copy(picture, output))
    if (made / GUIDE.name).exists():
        shutil.copytree(made / GUIDE.name, output / GUIDE.name)


def renew_guide(output: Path, pictures: Path) -> None:
    """Put the guide's pictures that scenarios left in `output`, named after its pages, where these look for them."""
    for page in sorted(GUIDE.glob("*.md")):
        for picture in sorted(output.glob(f"*/{GUIDE.name}/{page.stem}-*.png")):
            print(shutil.copy(picture, pictures))
