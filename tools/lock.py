"""
Make the lock files: exact versions with the hashes of all their files, and no addresses.

    python tools/lock.py                  after a change in pyproject.toml; pins stay where they fit
    python tools/lock.py --upgrade        everything to its newest version
    python tools/lock.py --upgrade NAME   only these

What is wanted stands in pyproject.toml. One lock file serves Python 3.11 and later on Linux, macOS
and Windows alike: differences stand behind markers, and the hashes are those of every file of a
version. Needs the network.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements"

# Which dependency groups of pyproject.toml each lock file holds, beside the project's own
# dependencies, and whose versions it keeps: there is one environment.
LOCKS = {
    "play": (["build"], None),
    "test": (["build", "test"], "play"),
    "fuzz": (["build", "test", "fuzz"], "test"),
    "lock": (["lock"], None),
}
HEADER = "# Made by tools/lock.py from pyproject.toml.\n"


class LockError(Exception):
    """A lock file can't be made; the message is for the person at the command."""


def main(argv: list[str] | None = None) -> int:
    """Run the command; return 0, or 1 if a lock file could not be made."""
    parser = argparse.ArgumentParser(description="Make the lock files from pyproject.toml.")
    parser.add_argument(
        "--upgrade", nargs="*", metavar="NAME", help="to the newest version: all, or those named"
    )
    options = parser.parse_args(argv)
    upgrade: list[str] = []
    if options.upgrade is not None:
        upgrade = [f"--upgrade-package={name}" for name in options.upgrade] or ["--upgrade"]
    try:
        with tempfile.TemporaryDirectory() as name:
            uv = _install_uv(Path(name))
            for lock in LOCKS:
                print(f"lock: {lock}", file=sys.stderr)
                _compile(uv, lock, upgrade)
    except LockError as error:
        print(f"lock: {error}", file=sys.stderr)
        return 1
    return 0


def _install_uv(place: Path) -> Path:
    """Return the resolver, installed by its own lock file into an environment of its own."""
    venv.EnvBuilder(with_pip=True, symlinks=sys.platform != "win32").create(place)
    scripts = place / ("Scripts" if sys.platform == "win32" else "bin")
    command = [str(scripts / "python"), "-m", "pip", "install", "-q", "--require-hashes"]
    lock = REQUIREMENTS / "lock.txt"
    if subprocess.run([*command, "-r", str(lock)], check=False).returncode:
        raise LockError(f"pip could not install what {lock.name} names")
    return scripts / "uv"


def _compile(uv: Path, lock: str, upgrade: list[str]) -> None:
    groups, kept = LOCKS[lock]
    output = REQUIREMENTS / f"{lock}.txt"
    command = [
        *(str(uv), "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"),
        *("--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url"),
        *upgrade,
        *(f"--group={group}" for group in groups),
        *([] if lock == "lock" else ["pyproject.toml"]),
        *([f"--constraint={REQUIREMENTS / kept}.txt"] if kept else []),
        *("--output-file", str(output)),
    ]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise LockError(f"uv could not resolve {output.name}")
    text = output.read_text(encoding="utf-8")
    if found := re.search(r"\S*://\S*", text):
        raise LockError(f"{output.name} holds the address {found[0]}")
    output.write_text(HEADER + text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
