"""
Find the Chromium that the browser tests drive, or have the system install it.

Any Chromium will do. Playwright's own download is not used: it fetches from outside the package
registries, and a machine that tests usually has a browser or a package manager.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

VARIABLE = "SERGEANTMAJOR_CHROMIUM"
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)
# A bare machine has no font either, and would show no letter.
PACKAGES = ("chromium", "fonts-dejavu-core")

# What a headless Chromium wants on a closed network, and without a sandbox where the user is root.
ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str | None:
    """Return the path of a Chromium: the variable's, one on PATH, one at a usual place, or None."""
    named = os.environ.get(VARIABLE)
    if named:
        return named if Path(named).exists() else None
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return next((place for place in PLACES if Path(place).exists()), None)


def arguments() -> list[str]:
    """Return the arguments to start it with: `--no-sandbox` too where the user is root."""
    root = sys.platform != "win32" and os.geteuid() == 0
    return [*ARGUMENTS, *(["--no-sandbox"] if root else [])]


def install() -> str | None:
    """
    Install Chromium by apt-get where that needs no question, and return its path.

    None where it can't be had so; what apt-get said last then goes to standard error.
    """
    if shutil.which("apt-get") is None or sys.platform == "win32":
        return None
    print("set-up: installing Chromium by apt-get", file=sys.stderr, flush=True)
    prefix: list[str] = []
    if os.geteuid() != 0:
        if shutil.which("sudo") is None or _fails(["sudo", "-n", "true"]):
            return None
        prefix = ["sudo", "-n"]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if _fails([*prefix, "apt-get", "update", "-qq"], quiet):
        return None
    command = [*prefix, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES]
    if _fails(command, quiet):
        return None
    return find()


def _fails(command: list[str], environment: dict[str, str] | None = None) -> bool:
    """Run a command; tell whether it failed, and then show its last lines."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=environment,
        check=False,
    )
    if done.returncode:
        print(*done.stdout.splitlines()[-5:], sep="\n", file=sys.stderr)
    return done.returncode != 0
