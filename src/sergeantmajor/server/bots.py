"""
Bots that play at the table, in processes of their own.

A bot computes, so it must not share a thread with the sockets: a worker is a process of low
priority that is sent a view and answers with an action. It gets nothing but the view, so it cannot
peek. An answer that is wrong, late or missing costs one fallback decision; the worker that owed
it is replaced.
"""

import asyncio
import contextlib
import importlib
import logging
import os
import pickle
import struct
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from typing import Final, Protocol

from sergeantmajor.actions import Action
from sergeantmajor.server.logs import say
from sergeantmajor.view import View
from sergeantmajor.wire import read_action

PATIENCE: Final = 10.0
"""Seconds that a decision may take."""
START_PATIENCE: Final = 30.0
"""Seconds that a worker may take to start, on a slow machine."""
REGISTRY: Final = "sergeantmajor.bots"
_NOT_OFFERED: Final = {"random"}

# Windows is told when the process is made; elsewhere it gives way by itself.
if sys.platform == "win32":
    _LOW_PRIORITY = subprocess.BELOW_NORMAL_PRIORITY_CLASS
else:
    _LOW_PRIORITY = 0


class Decider(Protocol):
    """Whoever decides for bots."""

    async def decide(self, bot: str, view: View, seed: int) -> Action | None:
        """
        Return what a bot does, given what its seat knows; `None` if it came to nothing.

        The answer is not checked. Never raises but for cancellation.
        """

    async def close(self) -> None:
        """Stop deciding."""


class Workers:
    """
    A `Decider` with a few worker processes.

    Args:
        number: How many.
        registry: The module that knows the bots: `BOTS`, by plain name.
        patience: Seconds that a decision may take.
    """

    def __init__(self, number: int, registry: str = REGISTRY, patience: float = PATIENCE) -> None:
        self._registry = registry
        self._patience = patience
        self._idle: asyncio.Queue[_Worker] = asyncio.Queue()
        self._all = [_Worker(registry) for _ in range(number)]
        for worker in self._all:
            self._idle.put_nowait(worker)
        self._warming = [asyncio.create_task(worker.start()) for worker in self._all]

    async def decide(self, bot: str, view: View, seed: int) -> Action | None:
        """Return what a bot does; `None` if it raised, answered nonsense, hung or died."""
        worker = await self._idle.get()
        try:
            await asyncio.wait_for(worker.start(), START_PATIENCE)
            answer = await asyncio.wait_for(worker.ask(bot, view, seed), self._patience)
            return read_action(answer)
        except _BotRaised as error:
            say(logging.ERROR, "bot-raised", bot=bot, error=error)
            return None
        except (OSError, EOFError, ValueError) as error:
            # Late, dead, or out of step: what it says next might be meant for another question.
            say(logging.ERROR, "bot-failed", bot=bot, error=type(error).__name__)
            worker.kill()
            return None
        except asyncio.CancelledError:
            worker.kill()
            raise
        finally:
            self._idle.put_nowait(worker)

    async def close(self) -> None:
        """Stop the workers."""
        for task in self._warming:
            task.cancel()
        await asyncio.gather(*self._warming, return_exceptions=True)
        for worker in self._all:
            worker.kill()
        await asyncio.gather(*(worker.ended() for worker in self._all))


class _BotRaised(Exception):
    """A bot raised; the message is its type and place, and nothing of what it said."""


class _Worker:
    """One process; started when first needed, and again after it was killed."""

    def __init__(self, registry: str) -> None:
        self._registry = registry
        self._process: Process | None = None
        self._killed: Process | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Have the process run and its bots loaded."""
        async with self._starting:
            if self._process is not None and self._process.returncode is None:
                return
            # Standard output is the line to us, and what a bot may print concerns nobody.
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                "-m",
                "sergeantmajor.server.bot_worker",
                self._registry,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                creationflags=_LOW_PRIORITY,
            )
            await self._line()

    async def ask(self, bot: str, view: View, seed: int) -> bytes:
        """Return the answer to one question; `_BotRaised`, or `EOFError` if the worker died."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        question = pickle.dumps((bot, view, seed))
        process.stdin.write(struct.pack(">I", len(question)) + question)
        await process.stdin.drain()
        answer = await self._line()
        if answer.startswith(b"!"):
            raise _BotRaised(answer[1:200].decode("ascii", "replace").strip())
        return answer

    async def _line(self) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise EOFError("the worker died")
        return line

    def kill(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            # The event loop notices the end later; a new start must not wait for it.
            if self._process.stdin is not None:
                self._process.stdin.close()
        self._process, self._killed = None, self._process

    async def ended(self) -> None:
        """Wait until the killed process is gone."""
        if self._killed is not None:
            await self._killed.wait()


def worker_count() -> int:
    """Return how many workers suit this machine: one core stays free for the tables."""
    return 1 if (os.cpu_count() or 1) <= 2 else 2


def roster(registry: str = REGISTRY) -> dict[str, str]:
    """Return the full name of each bot that players may choose, in rising order of strength."""
    bots = importlib.import_module(registry).BOTS
    return {name: bot.name for name, bot in bots.items() if name not in _NOT_OFFERED}
