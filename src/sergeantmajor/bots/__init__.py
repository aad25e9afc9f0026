"""
The bots, by name.

| name       | how it plays                                                      |
| ---------- | ----------------------------------------------------------------- |
| `random`   | any legal action, all equally likely: the zero of every measure   |
| `recruit`  | a beginner: simple habits, and mistakes                           |
| `greedy`   | a frozen yardstick of plain rules                                 |
| `corporal` | a solid player: good rules for every decision                     |
"""

from typing import Final

from sergeantmajor.bots.base import Bot
from sergeantmajor.bots.chance import RandomBot
from sergeantmajor.bots.corporal import CorporalBot
from sergeantmajor.bots.greedy import GreedyBot
from sergeantmajor.bots.recruit import RecruitBot
from sergeantmajor.errors import ParseError

_ALL: Final[tuple[Bot, ...]] = (RandomBot(), RecruitBot(), GreedyBot(), CorporalBot())
BOTS: Final[dict[str, Bot]] = {bot.name.partition("/")[0]: bot for bot in _ALL}
"""All bots by their plain names, in rising order of strength."""

__all__ = ["BOTS", "Bot", "bot_named"]


def bot_named(name: str) -> Bot:
    """
    Return the bot of a name: `corporal`, or with the version that plays now, `corporal/1`.

    The same object each time: a bot keeps nothing between decisions.

    Raises:
        ParseError: No bot has this name, or none of this version is left.
    """
    bot = BOTS.get(name.partition("/")[0])
    if bot is None or ("/" in name and name != bot.name):
        known = ", ".join(BOTS)
        raise ParseError(f"{name[:40]!r} is no bot: expected one of {known}")
    return bot
