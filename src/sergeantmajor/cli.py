"""
The command `sergeantmajor`.

Each command is a module of `commands`, imported only when it is wanted, so that each starts as fast
as it can. Exit status: 0 all well, 1 something was found, 2 unreadable input or wrong usage, 130
interrupted.
"""

import argparse
import contextlib
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from sergeantmajor import __version__
from sergeantmajor.commands.status import INTERRUPTED, PIPE_CLOSED, UNUSABLE

COMMANDS: Final = {
    "table": "table",
    "verify": "verify",
    "show": "show",
    "verify-shuffle": "verify_shuffle",
    "simulate": "simulate",
}
"""By command: its module in `commands`."""


class _Parser(argparse.ArgumentParser):
    """A parser that refuses in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(UNUSABLE, f"{self.prog}: {message}; --help tells more\n")


def main(argv: Sequence[str] | None = None) -> int:
    """
    Run the command line; return the exit status.

    Args:
        argv: The words after the program's name; by default those of the process.
    """
    try:
        _never_missing()
        for stream in (sys.stdout, sys.stderr):
            _never_fail(stream)
        status = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _end_output()
        return PIPE_CLOSED
    except OSError as error:
        _end_output()
        where = f"{error.filename}: " if error.filename else ""
        return _refused(f"{where}{error.strerror or error}")
    except MemoryError:
        return _refused("there is not enough memory for this")
    return status


def _end_output() -> None:
    """Write what is still to be written, or drop it: it would fail again when Python ends."""
    try:
        sys.stdout.flush()
    except OSError:
        with contextlib.suppress(OSError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123
            os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _run(words: list[str]) -> int:
    """Parse the words, import the command, run it."""
    if not words or (words[0].startswith("-") and not _for_all(words[0])):
        words = ["table", *words]
    word = words[0]
    if word not in COMMANDS and not _for_all(word):
        return _refused(f"there is no command {word!r}: expected one of {', '.join(COMMANDS)}")
    parser = _Parser(
        prog="sergeantmajor",
        description="Sergeant Major (3-5-8): play it, check records, simulate.",
        epilog="Without a command: table.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    for module in [COMMANDS[word]] if word in COMMANDS else COMMANDS.values():
        importlib.import_module(f"sergeantmajor.commands.{module}").add_parser(subparsers)
    try:
        arguments = parser.parse_args(words)
    except SystemExit as end:
        return int(end.code or 0)
    return int(arguments.run(arguments))


def _for_all(word: str) -> bool:
    """Return whether a word is an option of the program itself, not of a command."""
    return word in {"-h", "--help", "--version"}


def _refused(sentence: str) -> int:
    print(f"sergeantmajor: {sentence}", file=sys.stderr)
    return UNUSABLE


def _never_missing() -> None:
    """
    Put a stream to nowhere in the place of each output that whoever started us has closed.

    Python sets such a one to `None`; what is meant for it would go to the other, and the next file
    that is opened would get its number, and with it what other processes write there.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115


def _never_fail(stream: object) -> None:
    """Let a stream escape what its encoding lacks, instead of failing over a name in a file."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")
