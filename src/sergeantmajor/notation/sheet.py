"""A deal as one sheet: all that was seen of it, put together from events."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sergeantmajor.cards import SEATS, Card, CardSet, Seat, Three
from sergeantmajor.events import (
    CardGiven,
    CardPlayed,
    CardsDealt,
    CardsDiscarded,
    ContractAnnounced,
    DealScored,
    DealStarted,
    Decision,
    Event,
    KittyTaken,
    MatchEnded,
    TrickTaken,
)
from sergeantmajor.match import Match
from sergeantmajor.rules import Contract


@dataclass(slots=True)
class SheetTrick:
    """
    A trick, perhaps unfinished.

    Attributes:
        plays: Who played what, in order; the first leads.
        winner: Who took it; `None` while unfinished.
    """

    plays: list[tuple[Seat, Card]] = field(default_factory=list)
    winner: Seat | None = None


@dataclass(slots=True)
class Sheet:
    """
    One deal, as far as the events tell.

    Attributes:
        number: Its number in the match.
        declarer: The seat with the highest target.
        targets: Tricks to take, by seat.
        hands: The cards dealt, by seat; `None` if not seen.
        kitty: The four cards left; `None` if not seen.
        gives: The exchanges, in order.
        announced: Whether a contract or a pass was announced.
        contract: The contract; `None` before, and after a pass.
        discarded: Whether the declarer laid cards away.
        discard: What he laid away; `None` if not seen.
        tricks: The tricks, in order.
        scores: Tricks less target, by seat; `None` before the end.
        totals: Totals of the match after this deal, by seat; `None` before the end.
        winners: Who won the match with this deal, or while it went on; `None` otherwise.
        by: What decided that.
    """

    number: int
    declarer: Seat
    targets: Three
    hands: tuple[CardSet | None, CardSet | None, CardSet | None] = (None, None, None)
    kitty: CardSet | None = None
    gives: list[CardGiven] = field(default_factory=list)
    announced: bool = False
    contract: Contract | None = None
    discarded: bool = False
    discard: CardSet | None = None
    tricks: list[SheetTrick] = field(default_factory=list)
    scores: Three | None = None
    totals: Three | None = None
    winners: tuple[Seat, ...] | None = None
    by: Decision | None = None

    @property
    def won(self) -> Three:
        """Tricks taken, by seat."""
        one, two, three = (sum(trick.winner is seat for trick in self.tricks) for seat in SEATS)
        return one, two, three


def sheets(start: Match, events: Iterable[Event]) -> Iterator[Sheet]:
    """
    Yield the deals of a match, one by one.

    Args:
        start: The match before its first deal.
        events: What happened, or what somebody saw of it.
    """
    totals = start.totals
    sheet: Sheet | None = None
    for event in events:
        if isinstance(event, DealStarted):
            if sheet is not None:
                yield sheet
            targets = start.rules.targets_for(event.declarer)
            sheet = Sheet(event.number, event.declarer, targets)
        elif sheet is not None:
            _enter(sheet, event)
            if isinstance(event, DealScored):
                one, two, three = (old + new for old, new in zip(totals, event.scores, strict=True))
                sheet.totals = totals = (one, two, three)
    if sheet is not None:
        yield sheet


def _enter(sheet: Sheet, event: Event) -> None:
    match event:
        case CardPlayed(seat, card):
            if not sheet.tricks or sheet.tricks[-1].winner is not None:
                sheet.tricks.append(SheetTrick())
            sheet.tricks[-1].plays.append((seat, card))
        case TrickTaken(winner):
            sheet.tricks[-1].winner = winner
        case CardsDealt(hands, kitty):
            sheet.hands, sheet.kitty = hands, kitty
        case CardGiven():
            sheet.gives.append(event)
        case ContractAnnounced(_, contract):
            sheet.announced, sheet.contract = True, contract
        case KittyTaken(_, cards):
            sheet.kitty = cards
        case CardsDiscarded(_, cards):
            sheet.discarded, sheet.discard = True, cards
        case DealScored(scores):
            sheet.scores = scores
        case MatchEnded(winners, by):
            sheet.winners, sheet.by = winners, by
        case DealStarted():
            raise AssertionError("a deal's start makes a new sheet")
