"""
The process in which bots think: `python -m sergeantmajor.server.bot_worker REGISTRY`.

Reads questions from standard input (four bytes of length, then a pickle of bot, view and seed, from
our own parent alone) and answers each with one line on standard output: the action as JSON, or `!`
and the place where the bot failed. Ends when standard input does, so it never outlives its parent.
"""

import importlib
import os
import pickle
import random
import signal
import struct
import sys
from typing import BinaryIO

from sergeantmajor.server.logs import place_of
from sergeantmajor.wire import action_message, encode


def main(registry: str) -> int:
    """Answer until the parent is gone."""
    # Ctrl-C is for the parent, who then closes the line.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(10)
    # What a bot prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    bots = importlib.import_module(registry).BOTS
    _send(answers, b"ready")
    while (question := _read(sys.stdin.buffer)) is not None:
        name, view, seed = pickle.loads(question)  # noqa: S301 (our parent wrote it)
        try:
            # The version that plays now takes over a match that an older one began.
            bot = bots[name.partition("/")[0]]
            action = bot.decide(view, random.Random(seed))
            answer = encode(action_message(action))
        except Exception as error:  # noqa: BLE001 (whatever a bot does, the table goes on)
            answer = f"!{type(error).__name__} {place_of(error)}".encode()
        _send(answers, answer)
    return 0


def _read(questions: BinaryIO) -> bytes | None:
    head = questions.read(4)
    if len(head) < 4:
        return None
    (length,) = struct.unpack(">I", head)
    question = questions.read(length)
    return question if len(question) == length else None


def _send(answers: BinaryIO, line: bytes) -> None:
    answers.write(line + b"\n")
    answers.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
