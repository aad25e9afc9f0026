"""
Actions and events as messages; the event log keeps events in this form too.

Cards are written as in records (`SA`), sets of cards as lists in ascending order, contracts as
`S H D C N` or `pass`.
"""

from typing import Annotated, Literal, assert_never

from msgspec import Meta, Struct

from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import Card, CardSet, Seat, Suit
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
from sergeantmajor.rules import CONTRACT_LETTERS, Contract

CardCode = Annotated[str, Meta(min_length=2, max_length=2)]
CardCodes = Annotated[list[CardCode], Meta(max_length=52)]
SeatNumber = Annotated[int, Meta(ge=0, le=2)]
SuitLetter = Literal["S", "H", "D", "C"]
ContractLetter = Literal["S", "H", "D", "C", "N", "pass"]
Three = tuple[int, int, int]


class GiveAction(Struct, frozen=True, tag="give"):
    """Hand a card over."""

    card: CardCode


class DrawAction(Struct, frozen=True, tag="draw"):
    """Ask a player who owes for a suit."""

    down: SeatNumber
    suit: SuitLetter


class AnnounceAction(Struct, frozen=True, tag="announce"):
    """Announce the contract, or `pass`."""

    contract: ContractLetter


class DiscardAction(Struct, frozen=True, tag="discard"):
    """Lay cards away."""

    cards: CardCodes


class PlayAction(Struct, frozen=True, tag="play"):
    """Play a card."""

    card: CardCode


ActionMessage = GiveAction | DrawAction | AnnounceAction | DiscardAction | PlayAction


def action_of(message: ActionMessage) -> Action:
    """Return the action that a message asks for; `ParseError` if it names what is no card."""
    match message:
        case GiveAction(card):
            return Give(Card.parse(card))
        case DrawAction(down, suit):
            return Draw(Seat(down), Suit.parse(suit))
        case AnnounceAction(contract):
            return Announce(_contract_of(contract))
        case DiscardAction(cards):
            return Discard(CardSet(map(Card.parse, cards)))
        case PlayAction(card):
            return Play(Card.parse(card))
        case _:
            assert_never(message)


def action_message(action: Action) -> ActionMessage:
    """Return the message that asks for an action: the reverse of `action_of`."""
    match action:
        case Give(card):
            return GiveAction(card.code)
        case Draw(down, suit):
            return DrawAction(int(down), suit.letter)  # type: ignore[arg-type]
        case Announce(contract):
            return AnnounceAction(_letter(contract))
        case Discard(cards):
            return DiscardAction(codes(cards))
        case Play(card):
            return PlayAction(card.code)
        case _:
            assert_never(action)


class DealEvent(Struct, frozen=True, tag="deal"):
    """A deal starts."""

    number: int
    declarer: SeatNumber


class CardsEvent(Struct, frozen=True, tag="cards"):
    """The cards were dealt; `None`: not seen."""

    hands: tuple[CardCodes | None, CardCodes | None, CardCodes | None]
    kitty: CardCodes | None


class GiveEvent(Struct, frozen=True, tag="give"):
    """One card of an exchange; `None` twice for the third player."""

    up: SeatNumber
    down: SeatNumber
    card: CardCode | None
    back: CardCode | None


class ContractEvent(Struct, frozen=True, tag="contract"):
    """The declarer announced."""

    seat: SeatNumber
    contract: ContractLetter


class KittyEvent(Struct, frozen=True, tag="kitty"):
    """The declarer took the kitty."""

    seat: SeatNumber
    cards: CardCodes | None


class DiscardEvent(Struct, frozen=True, tag="discard"):
    """The declarer laid cards away."""

    seat: SeatNumber
    cards: CardCodes | None


class PlayEvent(Struct, frozen=True, tag="play"):
    """A card was played."""

    seat: SeatNumber
    card: CardCode


class TrickEvent(Struct, frozen=True, tag="trick"):
    """The trick is complete."""

    winner: SeatNumber


class ScoreEvent(Struct, frozen=True, tag="score"):
    """The deal is scored."""

    scores: Three


class ResultEvent(Struct, frozen=True, tag="result"):
    """The match is over."""

    winners: list[SeatNumber]
    by: Decision


EventMessage = (
    DealEvent
    | CardsEvent
    | GiveEvent
    | ContractEvent
    | KittyEvent
    | DiscardEvent
    | PlayEvent
    | TrickEvent
    | ScoreEvent
    | ResultEvent
)


def event_message(event: Event) -> EventMessage:
    """Return the message of an event as it was seen: `None` stays `None`."""
    match event:
        case DealStarted(number, declarer):
            return DealEvent(number, int(declarer))
        case CardsDealt(hands, kitty):
            one, two, three = map(codes_or_none, hands)
            return CardsEvent((one, two, three), codes_or_none(kitty))
        case CardGiven(up, down, card, back):
            return GiveEvent(int(up), int(down), card and card.code, back and back.code)
        case ContractAnnounced(seat, contract):
            return ContractEvent(int(seat), _letter(contract))
        case KittyTaken(seat, cards):
            return KittyEvent(int(seat), codes_or_none(cards))
        case CardsDiscarded(seat, cards):
            return DiscardEvent(int(seat), codes_or_none(cards))
        case CardPlayed(seat, card):
            return PlayEvent(int(seat), card.code)
        case TrickTaken(winner):
            return TrickEvent(int(winner))
        case DealScored(scores):
            return ScoreEvent(scores)
        case MatchEnded(winners, by):
            return ResultEvent([int(seat) for seat in winners], by)
        case _:
            assert_never(event)


def event_of(message: EventMessage) -> Event:
    """Return the event of a message; `ParseError` if it names what is no card."""
    match message:
        case DealEvent(number, declarer):
            return DealStarted(number, Seat(declarer))
        case CardsEvent(hands, kitty):
            one, two, three = map(_set_or_none, hands)
            return CardsDealt((one, two, three), _set_or_none(kitty))
        case GiveEvent(up, down, card, back):
            return CardGiven(
                Seat(up),
                Seat(down),
                None if card is None else Card.parse(card),
                None if back is None else Card.parse(back),
            )
        case ContractEvent(seat, contract):
            return ContractAnnounced(Seat(seat), _contract_of(contract))
        case KittyEvent(seat, cards):
            return KittyTaken(Seat(seat), _set_or_none(cards))
        case DiscardEvent(seat, cards):
            return CardsDiscarded(Seat(seat), _set_or_none(cards))
        case PlayEvent(seat, card):
            return CardPlayed(Seat(seat), Card.parse(card))
        case TrickEvent(winner):
            return TrickTaken(Seat(winner))
        case ScoreEvent(scores):
            return DealScored(scores)
        case ResultEvent(winners, by):
            return MatchEnded(tuple(map(Seat, winners)), by)
        case _:
            assert_never(message)


def codes(cards: CardSet) -> list[str]:
    """Return a set of cards as a list, in ascending order."""
    return [card.code for card in cards]


def codes_or_none(cards: CardSet | None) -> list[str] | None:
    """Return a set of cards as `codes`; `None` where it was not seen."""
    return None if cards is None else codes(cards)


def _set_or_none(cards: list[str] | None) -> CardSet | None:
    return None if cards is None else CardSet(map(Card.parse, cards))


def _letter(contract: Contract | None) -> ContractLetter:
    return "pass" if contract is None else contract.letter  # type: ignore[return-value]


def _contract_of(letter: ContractLetter) -> Contract | None:
    return None if letter == "pass" else Contract(CONTRACT_LETTERS.index(letter))
