"""`corporal`: good rules for every decision."""

from typing import Final

from sergeantmajor.bots.greedy import GreedyBot


class CorporalBot(GreedyBot):
    """A solid club player."""

    name: Final = "corporal/1"  # type: ignore[misc]
