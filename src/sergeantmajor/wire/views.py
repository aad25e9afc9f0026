"""
A view as a message: what one seat or a watcher may know, and what it may do now.

Built from a `View` field by field; nothing here could reach a hidden card.
"""

from functools import lru_cache

from msgspec import Struct

from sergeantmajor.actions import Play
from sergeantmajor.cards import Suit
from sergeantmajor.events import DealStarted, Decision
from sergeantmajor.rules import Exchange, Phase, Rules
from sergeantmajor.view import Trick, View
from sergeantmajor.wire.facts import Three, codes, codes_or_none


class RulesMessage(Struct, frozen=True):
    """The rule set: as records write it, and every option (`None`: does not apply)."""

    text: str
    values: dict[str, str | None]


class KittyMessage(Struct, frozen=True):
    """How many cards lie in the middle, and the kitty as dealt where it was seen."""

    count: int
    cards: list[str] | None


class DebtMessage(Struct, frozen=True):
    """What is still to be exchanged between two players."""

    up: int
    down: int
    count: int


class GivenMessage(Struct, frozen=True):
    """One card of an exchange."""

    up: int
    down: int
    card: str | None
    back: str | None


class TrickMessage(Struct, frozen=True):
    """A complete trick, cards in the order played."""

    leader: int
    cards: list[str]
    winner: int


class PlayedDealMessage(Struct, frozen=True):
    """A deal that was played to the end."""

    number: int
    declarer: int
    contract: str
    scores: Three
    won: Three


class LegalPlay(Struct, frozen=True, tag="play"):
    """Cards that may be played."""

    cards: list[str]


class LegalGive(Struct, frozen=True, tag="give"):
    """Cards that may be given, and to whom one goes."""

    down: int
    cards: list[str]


class DrawChoice(Struct, frozen=True):
    """A player who owes; by suit letter the card that would go."""

    down: int
    suits: dict[str, str]


class LegalDraw(Struct, frozen=True, tag="draw"):
    """Players and suits that may be named."""

    choices: list[DrawChoice]


class LegalAnnounce(Struct, frozen=True, tag="announce"):
    """What may be announced."""

    contracts: list[str]


class LegalDiscard(Struct, frozen=True, tag="discard"):
    """How many cards of the hand are to be laid away; any will do."""

    count: int


LegalMessage = LegalPlay | LegalGive | LegalDraw | LegalAnnounce | LegalDiscard


class ViewMessage(Struct, frozen=True):
    """What a viewer knows; see docs/protocol.md for each field."""

    viewer: int | None
    rules: RulesMessage
    phase: Phase
    turn: int | None
    deal: int
    played: int
    declarer: int
    dealer: int
    targets: Three
    totals: Three
    last: Three | None
    used: list[list[str]]
    passed: Three
    hand: list[str] | None
    counts: Three
    kitty: KittyMessage
    discard: list[str] | None
    contract: str | None
    debts: list[DebtMessage]
    gives: list[GivenMessage]
    leader: int
    trick: list[str]
    tricks: list[TrickMessage]
    won: Three
    deals: list[PlayedDealMessage]
    winners: list[int] | None
    by: Decision | None
    legal: LegalMessage | None


def view_message(view: View) -> ViewMessage:
    """Return the message of a view; for its viewer's eyes only. About 0.1 ms."""
    rules = view.rules
    return ViewMessage(
        viewer=None if view.viewer is None else int(view.viewer),
        rules=_rules_message(rules),
        phase=view.phase,
        turn=None if view.to_act is None else int(view.to_act),
        deal=view.number,
        played=view.played,
        declarer=int(view.declarer),
        dealer=int(rules.seat_of(rules.dealer, view.declarer)),
        targets=view.targets,
        totals=view.totals,
        last=view.last,
        used=[[contract.letter for contract in used] for used in view.used],
        passed=view.passed,
        hand=codes_or_none(view.hand),
        counts=view.counts,
        kitty=KittyMessage(view.kitty_count, codes_or_none(view.kitty)),
        discard=codes_or_none(view.discard),
        contract=None if view.contract is None else view.contract.letter,
        debts=_debts(view),
        gives=[
            GivenMessage(
                give.up, give.down, give.card and give.card.code, give.back and give.back.code
            )
            for give in view.gives
        ],
        leader=int(view.leader),
        trick=[card.code for card in view.trick],
        tricks=list(map(_trick_message, view.tricks)),
        won=view.won,
        deals=[
            PlayedDealMessage(
                deal.number, int(deal.declarer), deal.contract.letter, deal.scores, deal.won
            )
            for deal in view.deals
        ],
        winners=None if view.winners is None else [int(seat) for seat in view.winners],
        by=view.by,
        legal=_legal(view),
    )


@lru_cache
def _rules_message(rules: Rules) -> RulesMessage:
    return RulesMessage(str(rules), rules.values())


def _trick_message(trick: Trick) -> TrickMessage:
    return TrickMessage(int(trick.leader), [card.code for card in trick.cards], int(trick.winner))


def _debts(view: View) -> list[DebtMessage]:
    """Return what is to be exchanged: between deals, in the next one."""
    debts = view.debts
    if view.phase is Phase.DEALING:
        debts = view.follow(DealStarted(view.number + 1, view.declarer)).debts
    return [DebtMessage(int(debt.up), int(debt.down), debt.count) for debt in debts]


def _legal(view: View) -> LegalMessage | None:
    """Return what the viewer may do now; `None` when it is not his turn."""
    hand = view.hand
    if view.viewer is None or hand is None or view.to_act is not view.viewer:
        return None
    match view.phase:
        case Phase.PLAY:
            plays = (action for action in view.legal_actions() if isinstance(action, Play))
            return LegalPlay([play.card.code for play in plays])
        case Phase.DISCARD:
            return LegalDiscard(view.rules.kitty_size)
        case Phase.CONTRACT:
            passes = ["pass"] if view.passes_left else []
            return LegalAnnounce([contract.letter for contract in view.contracts] + passes)
        case Phase.EXCHANGE if view.rules.exchange is Exchange.GIVE:
            return LegalGive(int(view.debts[0].down), codes(hand))
        case _:
            lowest = {suit.letter: hand.lowest(suit) for suit in Suit}
            suits = {letter: card.code for letter, card in lowest.items() if card is not None}
            owing = sorted(debt.down for debt in view.debts if debt.up is view.viewer)
            return LegalDraw([DrawChoice(int(down), suits) for down in owing])
