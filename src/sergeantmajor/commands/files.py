"""Files that a command reads, standard input among them."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from sergeantmajor.commands.status import UNUSABLE

STANDARD_INPUT: Final = "-"


@contextlib.contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """Open a record for reading, or standard input for `-`; `OSError` if that is not possible."""
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("standard input is closed")
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        yield stream


def unreadable(name: str, error: OSError) -> int:
    """Say that a file could not be read, and why; return the exit status."""
    print(f"{name}: cannot be read: {error.strerror or error}", file=sys.stderr)
    return UNUSABLE
