"""The command `verify`: check records to the last card."""

import argparse
import sys
from pathlib import Path
from typing import Any, BinaryIO, Final

from tqdm import tqdm

from sergeantmajor.commands.files import STANDARD_INPUT, opened, unreadable
from sergeantmajor.commands.status import FOUND
from sergeantmajor.notation import Fault, read_records

PATIENCE: Final = 0.5
"""Seconds after which a bar appears."""
_STRIDE: Final = 1 << 16
"""Bytes after which it moves."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of `sergeantmajor`."""
    parser = subparsers.add_parser(
        "verify",
        help="check records to the last card",
        description=(
            "Check every match of the files: cards, turns, rules, scores, winners. Prints a line"
            " for each good file, and on standard error FILE:LINE: and a sentence for each match"
            " that is refused."
        ),
        epilog="Exit status: 0 all good, 1 a match was refused, 2 a file could not be read.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record; - is standard input")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check all files; the worst status of them."""
    return max(_verify(name) for name in arguments.files)


def _verify(name: str) -> int:
    matches = faults = 0
    try:
        with opened(name) as stream, _progress(name) as bar:
            watched = stream if bar.disable else _Watched(stream, bar)
            for match in read_records(watched, name, keep_events=False):
                matches += 1
                if isinstance(match, Fault):
                    faults += 1
                    bar.clear()
                    print(match, file=sys.stderr)
    except BrokenPipeError:
        raise
    except OSError as error:
        return unreadable(name, error)
    if faults:
        return FOUND
    print(f"{name}: {matches} matches ok", flush=True)
    return 0


def _progress(name: str) -> "tqdm[Any]":
    """Return a bar of the bytes read, on a terminal only and not for what is done in a moment."""
    total = None if name == STANDARD_INPUT else Path(name).stat().st_size
    return tqdm(
        total=total,
        desc=name,
        unit="B",
        unit_scale=True,
        delay=PATIENCE,
        leave=False,
        file=sys.stderr,
        disable=None,
    )


class _Watched:
    """A stream whose reading moves a bar."""

    def __init__(self, stream: BinaryIO, bar: "tqdm[Any]") -> None:
        self._stream = stream
        self._bar = bar
        self._read = 0

    def readline(self, size: int, /) -> bytes:
        """Return the next line; see `BinaryIO.readline`."""
        line = self._stream.readline(size)
        self._read += len(line)
        # A bar that moved with every line would cost as much as the lines.
        if self._read >= _STRIDE or not line:
            self._bar.update(self._read)
            self._read = 0
        return line
