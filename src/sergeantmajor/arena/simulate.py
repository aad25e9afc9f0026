"""
Whole matches between bots: many of them, and the same ones each time.

Match n of a simulation has its own shuffle and its own seed for decisions; both come from the
simulation's seed and n alone. So the same seed gives the same records byte for byte, however many
processes share the work.
"""

import hashlib
from collections.abc import Generator
from dataclasses import dataclass
from functools import partial
from typing import Final

from sergeantmajor.arena.sharing import in_order
from sergeantmajor.bots import bot_named
from sergeantmajor.driver import Fallback, Game
from sergeantmajor.events import ContractAnnounced, DealScored, Event
from sergeantmajor.match import start_match
from sergeantmajor.notation import make_record, write_record
from sergeantmajor.rules import Rules
from sergeantmajor.shuffle import Shuffle
from sergeantmajor.view import PlayedDeal

CHUNK: Final = 8
"""Matches that a process plays before it reports."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """
    What is to be played.

    Attributes:
        rules: The rule set.
        bots: Names of the bots, by seat.
        matches: How many matches.
        seed: Decides all cards and all chance; 0 or more.
        most_deals: A match is abandoned after so many deals, since some rule sets need not end.
    """

    rules: Rules
    bots: tuple[str, str, str]
    matches: int
    seed: int
    most_deals: int = 1000


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """
    One match that was played.

    Attributes:
        number: Which one of the simulation, from 1.
        record: The match as a record, with the tags by which its shuffle can be checked.
        dealt: How many deals were dealt, passed ones too.
        deals: The deals that were played to the end.
        totals: Final totals, by seat.
        winners: Seats that won; empty if the match was abandoned.
        fallbacks: The decisions that a bot failed to make.
    """

    number: int
    record: str
    dealt: int
    deals: tuple[PlayedDeal, ...]
    totals: tuple[int, int, int]
    winners: tuple[int, ...]
    fallbacks: tuple[Fallback, ...]


def shuffle_of(seed: int, number: int) -> Shuffle:
    """Return the shuffle of a simulation's match: its secret comes from the two numbers alone."""
    match_id = f"{seed}-{number}"
    secret = hashlib.sha256(f"sergeantmajor simulate {match_id}".encode()).digest()
    return Shuffle(secret, match_id)


def play_match(simulation: Simulation, number: int) -> PlayedMatch:
    """Play one match of a simulation, from 1."""
    rules = simulation.rules
    shuffle = shuffle_of(simulation.seed, number)
    bots = [bot_named(name) for name in simulation.bots]
    game = Game(
        start_match(rules, shuffle.declarer()),
        bots,
        lambda deal: shuffle.deck(deal, rules.deck),
        int.from_bytes(shuffle.secret[:8]),
    )
    events: list[Event] = []
    for event in game.events():
        events.append(event)
        match = game.match
        over = isinstance(event, DealScored | ContractAnnounced) and match.deal is None
        if over and match.winners is None and match.dealt >= simulation.most_deals:
            break
    match = game.match
    tags = {
        "Format": "1",
        "Match": shuffle.match_id,
        **{f"Seat{seat}": bot.name for seat, bot in enumerate(bots)},
        "Commit": shuffle.commit,
        "Secret": shuffle.secret.hex(),
    }
    if match.winners is None:
        tags["Termination"] = "abandoned"
    return PlayedMatch(
        number=number,
        record=write_record(make_record(rules, events, tags=tags)),
        dealt=match.dealt,
        deals=game.views[0].deals,
        totals=match.totals,
        winners=match.winners or (),
        fallbacks=tuple(game.fallbacks),
    )


def play_matches(simulation: Simulation, jobs: int = 1) -> Generator[PlayedMatch, None, None]:
    """
    Return a generator that plays a simulation's matches, in order.

    Args:
        simulation: What is to be played.
        jobs: How many processes share the work; with 1, no other process is started.
    """
    numbers = range(1, simulation.matches + 1)
    return in_order(partial(play_match, simulation), numbers, jobs=jobs, chunk=CHUNK)
