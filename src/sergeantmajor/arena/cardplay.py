"""
How much a bot gains against another, trick by trick, with luck taken out.

Each deal is played in all six seatings: one X against two Y in each seat, and one Y against two X.
Tricks add up to 16, so a bot equal to the others takes 16/3 on average, whatever the roles, and

    gain of the single X = mean of X's tricks − 16/3
    gain of the two X    = 16/3 − mean of Y's tricks

The measure is the mean of both, in tricks a deal; its interval is over deals.
"""

from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Final

from sergeantmajor.actions import Action
from sergeantmajor.arena.sharing import in_order
from sergeantmajor.arena.simulate import shuffle_of
from sergeantmajor.arena.stats import Estimate, Ratio
from sergeantmajor.bots import Bot, bot_named
from sergeantmajor.cards import SEATS, Seat, Three
from sergeantmajor.driver import Game
from sergeantmajor.events import DealScored
from sergeantmajor.match import start_match
from sergeantmajor.rules import Phase, Rules
from sergeantmajor.view import View

CHUNK: Final = 10
"""Deals that a process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Duel:
    """
    What is to be measured.

    Attributes:
        rules: The rule set.
        bot: Name of the bot measured, X.
        against: Name of the other bot, Y.
        rest: Name of the bot that decides everything but card play for everybody; `None` if each
            decides for itself.
        seed: Decides all cards and all chance; 0 or more.
    """

    rules: Rules
    bot: str
    against: str
    rest: str | None = "greedy"
    seed: int = 1


@dataclass(frozen=True, slots=True)
class PlayedSix:
    """
    A deal in its six seatings.

    Attributes:
        number: Which deal, from 1.
        one: X's tricks as the single X, by seat.
        two: Y's tricks as the single Y, by seat.
        declarer: The seat that declared, the same in all six.
    """

    number: int
    one: Three
    two: Three
    declarer: Seat


@dataclass(frozen=True, slots=True)
class CardPlayer:
    """
    Two bots in one seat: one plays the cards, the other decides the rest.

    Attributes:
        player: Plays the cards.
        rest: Decides the rest.
    """

    player: Bot
    rest: Bot

    @property
    def name(self) -> str:
        """Both names."""
        return f"{self.player.name} with {self.rest.name}"

    def decide(self, view: View, rng: Random) -> Action:
        """Ask the one whose decision it is."""
        bot = self.player if view.phase is Phase.PLAY else self.rest
        return bot.decide(view, rng)


def play_six(duel: Duel, number: int) -> PlayedSix:
    """Play one deal of a duel, from 1, in its six seatings."""
    shuffle = shuffle_of(duel.seed, number)
    declarer = shuffle.declarer()
    last = _last_scores(duel.rules, declarer, Random(int.from_bytes(shuffle.secret[:8])))
    bot, against = (_player(duel, name) for name in (duel.bot, duel.against))

    def tricks(single: Bot, others: Bot, seat: Seat) -> int:
        deciders = [single if other is seat else others for other in SEATS]
        game = Game(
            start_match(duel.rules, declarer, last=last),
            deciders,
            # A passed deal is dealt again, with other cards.
            lambda deal: shuffle.deck(deal, duel.rules.deck),
            number,
        )
        for event in game.events():
            if isinstance(event, DealScored):
                break
        return game.views[seat].deals[0].won[seat]

    one = (
        tricks(bot, against, SEATS[0]),
        tricks(bot, against, SEATS[1]),
        tricks(bot, against, SEATS[2]),
    )
    two = (
        tricks(against, bot, SEATS[0]),
        tricks(against, bot, SEATS[1]),
        tricks(against, bot, SEATS[2]),
    )
    return PlayedSix(number, one, two, declarer)


def _player(duel: Duel, name: str) -> Bot:
    bot = bot_named(name)
    return bot if duel.rest is None else CardPlayer(bot, bot_named(duel.rest))


def _last_scores(rules: Rules, declarer: Seat, rng: Random) -> Three:
    """Return scores of a deal before, from −3 to +3, so that there is something to exchange."""
    targets = rules.targets_for(rules.previous(declarer))
    while True:
        first, second = rng.randint(-3, 3), rng.randint(-3, 3)
        scores = (first, second, -first - second)
        if abs(scores[2]) <= 3 and all(
            score + target >= 0 for score, target in zip(scores, targets, strict=True)
        ):
            return scores


def play_duel(
    duel: Duel, deals: int, *, first: int = 1, jobs: int = 1
) -> Generator[PlayedSix, None, None]:
    """
    Return a generator that plays deals of a duel, in order.

    Args:
        duel: What is to be measured.
        deals: How many deals; each is played six times.
        first: Number of the first: a measure that was stopped goes on there.
        jobs: How many processes share the work; with 1, no other process is started.
    """
    return in_order(partial(play_six, duel), range(first, first + deals), jobs=jobs, chunk=CHUNK)


class Gain:
    """The gain of X over the deals of a duel."""

    def __init__(self, rules: Rules) -> None:
        self._fair = rules.hand_size / len(SEATS)
        self._mean = Ratio()
        self._one = Ratio()
        self._two = Ratio()

    @property
    def deals(self) -> int:
        """Deals added."""
        return self._mean.clusters

    def add(self, six: PlayedSix) -> None:
        """Add a deal."""
        one = sum(six.one) / len(SEATS) - self._fair
        two = self._fair - sum(six.two) / len(SEATS)
        self._one.add(one)
        self._two.add(two)
        self._mean.add((one + two) / 2)

    def estimates(self) -> tuple[Estimate, Estimate, Estimate] | None:
        """
        Return the gain, that of the single X and that of the two; `None` before the first deal.

        In tricks a deal.
        """
        mean, one, two = (ratio.estimate() for ratio in (self._mean, self._one, self._two))
        return None if mean is None or one is None or two is None else (mean, one, two)

    def __str__(self) -> str:
        """Return the gain with its interval, then its two parts: two lines."""
        estimates = self.estimates()
        if estimates is None:
            return "no deal was measured"
        mean, one, two = estimates
        return (
            f"gain {mean.value:+.3f} tricks a deal, 95 % from {mean.low:+.3f} to {mean.high:+.3f}\n"
            f"one against two {one.value:+.3f}, two against one {two.value:+.3f}"
        )
