"""Bots for tests that run in worker processes: legal, quick, and some that are neither."""

# ruff: noqa: ARG002 (bots that fail look at nothing)

import os
import sys
import time
from random import Random

from sergeantmajor.actions import Action, Announce, Play
from sergeantmajor.driver import fallback
from sergeantmajor.rules import Phase
from sergeantmajor.view import View


class Quick:
    """Plays any legal card, and the lowest of everything else."""

    name = "quick/1"

    def decide(self, view: View, rng: Random) -> Action:
        """Return a legal action."""
        if view.phase is Phase.PLAY:
            return rng.choice(view.legal_actions())
        return fallback(view)


class Raises(Quick):
    """Fails, and would show its hand in the message."""

    name = "raises/1"

    def decide(self, view: View, rng: Random) -> Action:
        """Raise."""
        raise RuntimeError(f"my hand is {view.hand}")


class Nothing(Quick):
    """Answers nothing."""

    name = "nothing/1"

    def decide(self, view: View, rng: Random) -> Action:
        """Return what is no action."""
        return None  # type: ignore[return-value]


class Cheats(Quick):
    """Plays a card that it does not hold, or announces when nobody does."""

    name = "cheats/1"

    def decide(self, view: View, rng: Random) -> Action:
        """Return an illegal action."""
        if view.phase is Phase.PLAY:
            held = view.hand
            assert held is not None
            return Play(next(card for card in view.rules.deck if card not in held))
        return Announce(None)


class Hangs(Quick):
    """Thinks for ever."""

    name = "hangs/1"

    def decide(self, view: View, rng: Random) -> Action:
        """Never return."""
        while True:
            time.sleep(1)


class Dies(Quick):
    """Takes its process with it."""

    name = "dies/1"

    def decide(self, view: View, rng: Random) -> Action:
        """End the process."""
        os._exit(1)


class Prints(Quick):
    """Writes where the answers go."""

    name = "prints/1"

    def decide(self, view: View, rng: Random) -> Action:
        """Print, and return a legal action."""
        print("thinking", flush=True)
        sys.stdout.buffer.write(b'{"type": "play", "card": "XX"}\n')
        sys.stdout.buffer.flush()
        os.write(1, b"more\n")
        return super().decide(view, rng)


_ALL = (Quick(), Raises(), Nothing(), Cheats(), Hangs(), Dies(), Prints())
BOTS = {bot.name.partition("/")[0]: bot for bot in _ALL}
