# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""A real Blender with its window, in a Debian folder of its own; nothing else on the machine changes.

The folder is a root file system made by debootstrap. Commands run in namespaces of their own, so that whatever
they mount or start is gone when they end, however they end.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

#: Size of the X server's screen, in pixels; Blender's window fills it.
SCREEN = (1600, 900)
#: Where files are passed in and out, inside the folder.
LAB = "lab"

#: Blender with what Debian only recommends but Blender's Python imports; an X server that renders in software;
#: a window manager, because Blender's extra windows need focus; ImageMagick for pictures.
_PACKAGES = [
    *("blender", "python3-numpy", "python3-requests", "python3-cattr"),
    *("xvfb", "openbox", "imagemagick", "libgl1-mesa-dri", "libgl1", "libegl1", "fonts-dejavu-core"),
]

#: Says how far the making got. A folder that has things in it but not this file is somebody else's.
_STAMP = "volant-ui.txt"

#: An hour: sid's packages come from a slow mirror on some days.
_MAKING_TIMEOUT = 3600.0

_OPENBOX = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <applications>
    <application type="normal"><decor>no</decor><position force="yes"><x>0</x><y>0</y></position></application>
  </applications>
</openbox_config>
"""

# Runs as process 1 of its namespace: when it ends, the kernel ends the X server and everything else.
# /tmp and /home are fresh ones, so that two runs in one folder cannot meet in X's lock files or settings.
_ENTER = r"""
root=$1; shift
mount -t proc proc "$root/proc" && mkdir -p "$root/dev/shm" && mount -t tmpfs tmpfs "$root/dev/shm" &&
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp" && mount -t tmpfs tmpfs "$root/home" || exit 97
exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/home/artist LC_ALL=C.UTF-8 \
  LIBGL_ALWAYS_SOFTWARE=1 XDG_RUNTIME_DIR=/tmp/runtime DISPLAY=:1 sh -c "$VOLANT_INSIDE" sh "$@"
"""
_INSIDE = r"""
mkdir -m 700 /tmp/runtime; mkdir -m 1777 /tmp/.X11-unix; mkdir -p "$HOME"
Xvfb :1 -screen 0 {width}x{height}x24 -noreset -nolisten tcp >/tmp/xvfb.log 2>&1 &
tries=0
until [ -S /tmp/.X11-unix/X1 ]; do
  tries=$((tries + 1))
  if [ $tries -gt 200 ]; then echo "The X server did not start:" >&2; cat /tmp/xvfb.log >&2; exit 97; fi
  sleep 0.1
done
openbox --config-file /etc/volant-openbox.xml >/tmp/openbox.log 2>&1 &
"$@"
"""


def refusal() -> str:
    """Why a real Blender cannot be had on this machine, in one sentence; empty if it can."""
    if sys.platform != "linux" or not shutil.which("apt-get"):
        return "A real Blender window needs Debian Linux (or one of its relatives with apt-get)."
    if os.geteuid() != 0:
        return "A real Blender window needs root, because it makes a Debian folder and enters it; try sudo."
    missing = [name for name in ("unshare", "chroot", "mount", "setpriv") if not shutil.which(name)]
    if missing:
        return f"A real Blender window needs the command {missing[0]}; install util-linux and coreutils."
    probe = subprocess.run([*_isolated("--net"), "true"], capture_output=True, text=True, timeout=30)
    if probe.returncode:
        return f"A real Blender window needs namespaces, which this machine refuses: {_last_line(probe.stderr)}."
    return ""


def make_root(folder: Path, suite: str = "sid") -> None:
    """Make `folder` a Debian `suite` with Blender; harmless when it is, and picked up where a broken run stopped."""
    folder = folder.resolve()
    stamp = folder / _STAMP
    ready = f"ready {suite} {' '.join(_PACKAGES)}"
    state = stamp.read_text(encoding="utf-8").strip() if stamp.exists() else ""
    if state == ready:
        return
    if not state and folder.exists() and any(folder.iterdir()):
        raise RuntimeError(f"{folder} has files in it that are not a Blender root; name an empty or new folder.")
    if state.split()[:2] not in (["base", suite], ["ready", suite]):
        _debootstrap(folder, suite, stamp)
    else:
        stamp.write_text(f"base {suite}\n", encoding="utf-8")
    _install(folder)
    stamp.write_text(f"{ready}\n", encoding="utf-8")


def run(folder: Path, command: list[str], timeout: float) -> int:
    """Run a command inside `folder` with its own X server, and give its exit code; 124 if it took too long.

    It sees `folder` as `/`, a home that nobody used before and no network. What it prints is passed through.
    """
    folder = folder.resolve()
    (folder / LAB).mkdir(exist_ok=True)
    (folder / "etc/volant-openbox.xml").write_text(_OPENBOX, encoding="utf-8")
    inside = _INSIDE.replace("{width}", str(SCREEN[0])).replace("{height}", str(SCREEN[1]))
    entering = [*_isolated("--net", "--ipc"), "sh", "-c", _ENTER, "sh", str(folder), *command]
    try:
        return subprocess.run(entering, timeout=timeout, env={**os.environ, "VOLANT_INSIDE": inside}).returncode
    except subprocess.TimeoutExpired:
        return 124


def _isolated(*more: str) -> list[str]:
    """The front of a command whose mounts and processes must not outlive it, nor this process."""
    kept_in = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", *more]
    return ["setpriv", "--pdeathsig", "KILL", *kept_in]


def _debootstrap(folder: Path, suite: str, stamp: Path) -> None:
    """Start over with a minimal Debian."""
    if not shutil.which("debootstrap"):
        _make(["apt-get", "install", "-q", "-y", "--no-install-recommends", "debootstrap"], "install debootstrap")
    mounted = [line.split()[1] for line in Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()]
    if any(point.startswith(f"{folder}/") for point in mounted):
        # Deleting would follow the mount into the machine's own files.
        raise RuntimeError(f"Something is mounted below {folder}; unmount it first.")
    print(f"Making a Debian {suite} with Blender in {folder} (once, a few minutes, 1.7 GB) …", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    stamp.write_text(f"making {suite}\n", encoding="utf-8")
    # Isolated, because debootstrap mounts /proc in the folder while it works.
    arguments = ["--variant=minbase", "--include=ca-certificates", suite, str(folder)]
    _make([*_isolated(), "debootstrap", *arguments], f"fetch Debian {suite}")
    stamp.write_text(f"base {suite}\n", encoding="utf-8")


def _install(folder: Path) -> None:
    """Install the packages; also mends an installation that was cut off."""
    (folder / "etc/apt/apt.conf.d/99volant").write_text('Acquire::Check-Valid-Until "false";\n', encoding="utf-8")
    # Services of packages must not start in a folder that is not a machine.
    policy = folder / "usr/sbin/policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
    policy.chmod(0o755)
    (folder / LAB).mkdir(exist_ok=True)
    # The network may have changed since the folder was begun.
    shutil.copyfile("/etc/resolv.conf", folder / "etc/resolv.conf")
    script = (
        'mount -t proc proc "$1/proc" && chroot "$1" sh -ec "dpkg --configure -a; apt-get update -q; '
        f'apt-get install -y -q --fix-broken --no-install-recommends {" ".join(_PACKAGES)}; apt-get clean"'
    )
    _make([*_isolated(), "sh", "-c", script, "sh", str(folder)], "install Blender's packages")


def _make(command: list[str], purpose: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    try:
        outcome = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            errors="replace",
            env=environment,
            timeout=_MAKING_TIMEOUT,
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"Could not {purpose} within an hour; check the network and run it again.") from None
    if outcome.returncode:
        raise RuntimeError(
            f"Could not {purpose} ({_last_line(outcome.stdout)}); check the network connection and run it again."
        )


def _last_line(text: str) -> str:
    """The line that tells most: apt and debootstrap begin theirs with `E:`."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("E:")]
    return (errors or lines or ["it gave no reason"])[-1].rstrip(".")
