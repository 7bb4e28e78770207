# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Make every sample scene.

    python sample_scenes/make.py [--out DIR] [--check] [NAME ...]

Needs bpy 4.2, so that every supported Blender opens the files, and an importable `volant`. Without names all
worlds are made. `--check` makes them aside and compares both them and the files here with geometry.json.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

import bpy
import fingerprint
import worlds
from kit import Kit

import volant

HERE = Path(__file__).resolve().parent


def make(name: str, folder: Path) -> fingerprint.Record:
    """Build one world from nothing, save it as `<folder>/<name>.blend` and return its fingerprint."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.preferences.filepaths.save_version = 0
    worlds.builder(name)(Kit(name))
    _tidy_screens()
    bpy.context.view_layer.update()
    record = fingerprint.record(bpy.context.scene)
    bpy.ops.outliner.orphans_purge(do_recursive=True)
    # Saved aside and then put in place whole, so that a failure leaves the previous file as it was.
    with tempfile.TemporaryDirectory(prefix="volant_") as aside:
        made = Path(aside) / f"{name}.blend"
        bpy.ops.wm.save_as_mainfile(filepath=str(made), compress=True, relative_remap=True)
        folder.mkdir(parents=True, exist_ok=True)
        partial = folder / f".{name}.blend.partial"
        partial.write_bytes(made.read_bytes())
        os.replace(partial, folder / f"{name}.blend")
    return record


def read(path: Path) -> fingerprint.Record:
    """Return the fingerprint of a saved world."""
    bpy.ops.wm.open_mainfile(filepath=str(path), load_ui=False)
    bpy.context.view_layer.update()
    return fingerprint.record(bpy.context.scene)


def check(names: list[str], records: dict[str, fingerprint.Record]) -> list[str]:
    """Return a sentence for each world that is not what geometry.json says."""
    faults = []
    with tempfile.TemporaryDirectory(prefix="volant_") as aside:
        for name in names:
            expected = records.get(name)
            committed = HERE / f"{name}.blend"
            if expected is None or not committed.exists():
                faults.append(f"{name}: not made yet; run make.py {name}")
                continue
            if make(name, Path(aside)) != expected:
                faults.append(f"{name}: making it gives other geometry than geometry.json records")
            if read(committed) != expected:
                faults.append(f"{name}: {name}.blend holds other geometry than geometry.json records")
    return faults


def _tidy_screens() -> None:
    """Open every 3D view on what the camera sees, beside its sidebar, and keep the maker's folders out of file
    browsers."""
    for space in (space for screen in bpy.data.screens for area in screen.areas for space in area.spaces):
        if space.type == "VIEW_3D":
            space.region_3d.view_perspective = "CAMERA"
            space.shading.color_type = "MATERIAL"
            space.shading.show_cavity = True
            space.show_region_ui = True
        elif space.type == "FILE_BROWSER" and space.params is not None:
            space.params.directory = b"//"


def main() -> int:
    """Run the command line and return the exit code."""
    parser = argparse.ArgumentParser(description="Make the sample scenes of Volant.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="worlds to make (default: all)")
    parser.add_argument("--out", type=Path, default=HERE, metavar="DIR", help="folder for the .blend files")
    parser.add_argument("--check", action="store_true", help="compare with geometry.json, keep nothing")
    options = parser.parse_args()
    if bpy.app.version[:2] != (4, 2):
        print(f"Sample scenes are made with bpy 4.2; this is bpy {bpy.app.version_string}.", file=sys.stderr)
        return 2
    unknown = sorted(set(options.names) - set(worlds.names()))
    if unknown:
        print(f"No such world: {', '.join(unknown)}; there are {', '.join(worlds.names())}.", file=sys.stderr)
        return 2
    names = options.names or worlds.names()
    notes: Path = (HERE if options.check else options.out) / "geometry.json"
    records: dict[str, fingerprint.Record] = json.loads(notes.read_text()) if notes.exists() else {}
    volant.register()
    try:
        if options.check:
            faults = check(names, records)
            print("\n".join(faults) if faults else f"{len(names)} worlds are as recorded.")
            return 1 if faults else 0
        for name in names:
            records[name] = make(name, options.out)
            print(f"{name}: {records[name]['triangles']} triangles in {records[name]['objects']} objects")
        notes.write_text(json.dumps(dict(sorted(records.items())), indent=2) + "\n")
    finally:
        # Blender 4.2 crashes at exit when classes are still registered.
        volant.unregister()
    return 0


if __name__ == "__main__":
    sys.exit(main())
