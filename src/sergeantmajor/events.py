"""
What happens at the table, as facts in the order in which they happen.

The same types serve the full log and what one viewer has seen: a card or set of cards that the
viewer may not see is `None`. Everything else about a match (state, views, totals, records) is a
fold of its events.

Events that follow from others (`KittyTaken`, `TrickTaken`, `DealScored`, `MatchEnded`) are stated
all the same, so that nobody who reads a log or a socket has to know the rules.
"""

from dataclasses import dataclass
from enum import StrEnum

from sergeantmajor.cards import Card, CardSet, Seat
from sergeantmajor.rules import Contract


class Decision(StrEnum):
    """What decided a match."""

    TOTAL = "total"
    """The highest total."""
    UP = "up"
    """Equal totals; more tricks over target in the last deal."""
    TRICK = "trick"
    """Equal in that too; the latest trick."""
    SHARED = "shared"
    """Equal totals share the win."""
    TRICKS = "tricks"
    """So many tricks in one deal win at once."""
    DECLARED = "declared"
    """The table declared it: resigned, abandoned, out of time."""


@dataclass(frozen=True, slots=True)
class DealStarted:
    """
    A deal starts.

    Attributes:
        number: Counts from 1 every deal dealt, passed ones too.
        declarer: The seat with the highest target.
    """

    number: int
    declarer: Seat


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """
    The cards were dealt.

    Attributes:
        hands: The cards dealt to seats 0, 1, 2; each seat sees its own.
        kitty: The cards left, face down.
    """

    hands: tuple[CardSet | None, CardSet | None, CardSet | None]
    kitty: CardSet | None


@dataclass(frozen=True, slots=True)
class CardGiven:
    """
    One card of an exchange; both players see both cards, nobody else sees either.

    Attributes:
        up: Who was up, and gives.
        down: Who was down, and returns.
        card: The card given.
        back: The card returned: the same one if nothing higher came.
    """

    up: Seat
    down: Seat
    card: Card | None
    back: Card | None


@dataclass(frozen=True, slots=True)
class ContractAnnounced:
    """
    The declarer announced a contract, or passed.

    Attributes:
        seat: The declarer.
        contract: The contract; `None` is a pass, seen by all.
    """

    seat: Seat
    contract: Contract | None


@dataclass(frozen=True, slots=True)
class KittyTaken:
    """
    The declarer took the kitty.

    Attributes:
        seat: The declarer.
        cards: The kitty; seen by him, and by all with `kitty-open`.
    """

    seat: Seat
    cards: CardSet | None


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """
    The declarer laid cards away.

    Attributes:
        seat: The declarer.
        cards: The cards; seen by him alone.
    """

    seat: Seat
    cards: CardSet | None


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """
    A card was played to the trick.

    Attributes:
        seat: Who played it.
        card: The card.
    """

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """
    A trick is complete.

    Attributes:
        winner: Who took it, and leads to the next.
    """

    winner: Seat


@dataclass(frozen=True, slots=True)
class DealScored:
    """
    The deal is over and scored.

    Attributes:
        scores: Tricks less target, by seat; they add up to 0.
    """

    scores: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """
    The match is over. From now on the whole record is open to all.

    Attributes:
        winners: The winner, or the winners of a shared win, in rising order. Empty where a table
            abandoned the match without one.
        by: What decided it.
    """

    winners: tuple[Seat, ...]
    by: Decision


Event = (
    DealStarted
    | CardsDealt
    | CardGiven
    | ContractAnnounced
    | KittyTaken
    | CardsDiscarded
    | CardPlayed
    | TrickTaken
    | DealScored
    | MatchEnded
)
"""Anything that happens at the table."""
