"""
The one environment of both commands: `.venv`, filled from the hashed lock files.

Only the standard library is used, since this runs before anything is installed. Set-up talk goes to
standard error. A finished set-up leaves a stamp of everything that it depends on, so that a second
run needs no network and no pip. A set-up that was broken off leaves a mark, and the next one begins
anew: a package half written can't be told from a whole one.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
CACHE = ROOT / ".cache"
WINDOWS = sys.platform == "win32"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
BROKEN_OFF = VENV / ".broken-off"

# What the installed project depends on, beside the lock files.
PROJECT_TABLES = ("build-system", "project", "tool.scikit-build")


class SetupError(Exception):
    """Set-up can't go on; the message is one sentence for the person at the command."""


def ensure(part: str) -> Path:
    """
    Make the environment hold everything that one lock file names, and this project.

    Costs a few milliseconds when nothing changed. Two runs at once wait for each other.

    Args:
        part: Name of a lock file in `requirements`, as "play" or "test". What other parts
            brought stays.

    Returns:
        The environment's Python.

    Raises:
        SetupError: No venv module, no network, nowhere to write, or pip said no.
    """
    if _is_ready(part):
        return PYTHON
    try:
        with _alone():
            if not _is_ready(part):
                _set_up(part)
    except OSError as error:
        raise SetupError(f"the environment can't be written: {error}") from error
    return PYTHON


def say(text: str) -> None:
    """Print one line of set-up talk."""
    print(text, file=sys.stderr, flush=True)


def _stamp(part: str) -> Path:
    return VENV / f".ready-{part}.json"


def _is_ready(part: str) -> bool:
    if BROKEN_OFF.exists():
        return False
    try:
        found = json.loads(_stamp(part).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(found == _fingerprint(part))


def _fingerprint(part: str) -> dict[str, object]:
    """Return what a set-up depends on: when any of it changes, set-up runs again."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project["tool.scikit-build"] = project["tool"]["scikit-build"]
    tables = json.dumps([project[name] for name in PROJECT_TABLES], sort_keys=True)
    # The version in the installed metadata is read from here.
    package = (ROOT / "src" / "sergeantmajor" / "__init__.py").read_bytes()
    lock = (ROOT / "requirements" / f"{part}.txt").read_bytes()
    return {
        "interpreter": _interpreter(),
        "lock": hashlib.sha256(lock).hexdigest(),
        "project": hashlib.sha256(tables.encode() + package).hexdigest(),
        "root": str(ROOT),
    }


def _interpreter() -> list[str | int]:
    """Return what identifies the program behind the environment's Python, [] if it is gone."""
    try:
        real = PYTHON.resolve(strict=True)
        status = real.stat()
    except OSError:
        return []
    return [str(real), status.st_size, status.st_mtime_ns]


def _set_up(part: str) -> None:
    start = time.monotonic()
    if _must_rebuild():
        _build()
    BROKEN_OFF.touch()
    for stamp in VENV.glob(".ready-*.json"):
        stamp.unlink()
    lock = ROOT / "requirements" / f"{part}.txt"
    _pip(["--require-hashes", "--only-binary", ":all:", "-r", str(lock)], _pins(lock), part)
    # The back end is in the lock: no isolated build, which would fetch another one.
    _pip(["--no-build-isolation", "--no-deps", "--no-index", "-e", str(ROOT)], 1, "the project")
    # pip compiled the packages; ours would be compiled again at every start where
    # PYTHONDONTWRITEBYTECODE is set.
    _run([str(PYTHON), "-m", "compileall", "-q", str(ROOT / "src")])
    for other in sorted((ROOT / "requirements").glob("*.txt")):
        if _covers(lock, other):
            temporary = VENV / ".ready.tmp"
            temporary.write_text(json.dumps(_fingerprint(other.stem)), encoding="utf-8")
            temporary.replace(_stamp(other.stem))
    BROKEN_OFF.unlink()
    say(f"set-up: done in {time.monotonic() - start:.0f} s")


def _must_rebuild() -> bool:
    """Tell whether the environment is missing, broken off, moved, or its Python was replaced."""
    if not PYTHON.exists() or BROKEN_OFF.exists():
        return True
    for stamp in VENV.glob(".ready-*.json"):
        try:
            found = json.loads(stamp.read_text(encoding="utf-8"))
        except ValueError:
            return True
        if (found.get("root"), found.get("interpreter")) != (str(ROOT), _interpreter()):
            return True
    # Also made by an older Python than ours may be, or without pip.
    code = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    return (
        subprocess.run([str(PYTHON), "-c", code], capture_output=True, check=False).returncode != 0
    )


def _build() -> None:
    if importlib.util.find_spec("ensurepip") is None:
        raise SetupError(
            "this Python has no venv module; install it and run this again"
            " (on Debian and Ubuntu: apt-get install python3-venv)"
        )
    say(f"set-up: making the environment {VENV.name} with Python {sys.version.split()[0]}")
    shutil.rmtree(VENV, ignore_errors=True)
    try:
        VENV.mkdir(parents=True, exist_ok=True)
        BROKEN_OFF.touch()
        venv.EnvBuilder(symlinks=not WINDOWS, with_pip=True).create(VENV)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupError(f"the environment {VENV} can't be made: {error}") from error


def _pins(lock: Path) -> int:
    return len(re.findall(r"(?m)^\S+==", lock.read_text(encoding="utf-8")))


def _covers(lock: Path, other: Path) -> bool:
    """Tell whether one lock file pins everything that another does, at the same versions."""
    first, second = (
        set(re.findall(r"(?m)^(\S+==\S+)", path.read_text(encoding="utf-8")))
        for path in (lock, other)
    )
    return second <= first


def _pip(arguments: list[str], total: int, what: str) -> None:
    """Run pip install and show how far it is."""
    say(f"set-up: installing {what}")
    command = [str(PYTHON), "-m", "pip", "install", "--no-input", "--disable-pip-version-check"]
    process = subprocess.Popen(
        [*command, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        cwd=ROOT,
    )
    assert process.stdout is not None
    lines: list[str] = []
    seen = 0
    with process, _progress() as show:
        for line in process.stdout:
            lines.append(line)
            if found := re.match(r"(?:Collecting|Requirement already satisfied:) (\S+?)==", line):
                seen += 1
                show(f"  package {seen} of at most {total}: {found[1]}")
            elif line.startswith("Installing collected packages"):
                show("  unpacking")
    if process.returncode:
        say("".join(lines[-15:]).rstrip())
        raise SetupError(f"pip could not install {what} (its last words are above); run this again")


@contextlib.contextmanager
def _progress() -> Iterator["Show"]:
    """Yield a function that shows one line in place; nothing where nobody watches."""
    show = Show(sys.stderr)
    try:
        yield show
    finally:
        show("")


class Show:
    """Writes a line over the last one, on a terminal only."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._watched = stream.isatty()

    def __call__(self, text: str) -> None:
        """Show `text` in place of what was shown before."""
        if self._watched:
            self._stream.write(f"\r\x1b[K{text}")
            self._stream.flush()


def _run(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, check=False, stdout=sys.stderr)
    if done.returncode:
        raise SetupError(f"{' '.join(command[1:4])} failed with status {done.returncode}")


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Hold the one set-up lock of this clone; the system lets go of it if we are killed."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "setup.lock").open("a+b") as file:
        waiting = False
        while not _try_lock(file):
            if not waiting:
                say("set-up: another set-up is at work here; waiting for it")
                waiting = True
            time.sleep(0.2)
        try:
            yield
        finally:
            _unlock(file)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[bytes]) -> bool:
        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


def hand_over(command: list[str]) -> int:
    """
    Run a command in this process's place and pass its exit status on.

    Replaces the process where the system can; elsewhere waits, and lets the command alone decide
    what an interrupt means.
    """
    if not WINDOWS:
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(command[0], command)  # noqa: S606 (no shell is wanted)
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue
