"""
What the server says to its log: one line a happening, `event key=value`.

No card of a match, no token and no message of an exception (which may quote cards) is ever said;
of a fault its type and place are.
"""

import asyncio
import logging
import sys
import traceback
from pathlib import Path
from typing import Any, Final

LOGGER: Final = logging.getLogger("sergeantmajor.server")


def say(level: int, event: str, **fields: object) -> None:
    """Log a happening with what belongs to it; values are numbers, ids and codes."""
    LOGGER.log(level, "%s", " ".join([event, *(f"{key}={value}" for key, value in fields.items())]))


def say_fault(event: str, error: BaseException, **fields: object) -> None:
    """Log an unforeseen fault by its type and place."""
    say(logging.ERROR, event, **fields, error=type(error).__name__, at=place_of(error))


def say_lost(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log a fault that nobody waited for; an event loop's exception handler."""
    error = context.get("exception")
    if error is None:
        say(logging.WARNING, "event-loop", message=str(context.get("message"))[:80])
    else:
        say_fault("fault-lost", error)


def place_of(error: BaseException) -> str:
    """Return where a fault arose, innermost first, as `table.py:41<tables.py:7`; no data."""
    frames = traceback.extract_tb(error.__traceback__)[-4:]
    return "<".join(f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames))


class _Plain(logging.Formatter):
    """Lines with time and level; no traceback, whoever asks for one."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        record = logging.makeLogRecord(record.__dict__)
        error = record.exc_info[1] if record.exc_info else None
        record.exc_info = record.exc_text = record.stack_info = None
        if error is not None:
            record.msg = f"{record.getMessage().strip()} {type(error).__name__} {place_of(error)}"
            record.args = None
        return super().format(record)


def set_up(level: int = logging.WARNING) -> None:
    """Send the server's log and uvicorn's to standard error, from a level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Plain())
    for name in ("sergeantmajor.server", "uvicorn", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.setLevel(level)
        logger.propagate = name == "uvicorn.error"
