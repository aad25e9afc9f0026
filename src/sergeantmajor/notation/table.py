"""
The state of a match while its record is read.

`Table` is what the checker of lines needs of a state; `FullTable` is the one of a full record: it
holds the match itself, and every action goes through the checked `match.apply`.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from sergeantmajor import deal as deals
from sergeantmajor import match as matches
from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import CARDS, Card, CardSet, Seat, Three
from sergeantmajor.deal import Deal
from sergeantmajor.errors import IllegalAction
from sergeantmajor.events import Event
from sergeantmajor.match import Match, Step
from sergeantmajor.notation.lines import RecordError
from sergeantmajor.notation.sentences import sentence
from sergeantmajor.rules import Contract, Exchange, Phase

Cards = CardSet | None
"""A set of cards; `None` if the record hides it."""


class State(Protocol):
    """What a match and a view both tell; see `match.Match`."""

    @property
    def phase(self) -> Phase:
        """The phase now; `DEALING` between deals, `OVER` when the match is decided."""

    @property
    def declarer(self) -> Seat:
        """Who declares in the deal under way or in the next one."""

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """What the declarer may still announce."""

    @property
    def to_act(self) -> Seat | None:
        """The seat to act."""

    @property
    def last(self) -> Three | None:
        """The scores of the last played deal."""

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        """Who won; `None` while the match goes on."""


class Table(Protocol):
    """
    A match under way, as far as the record that is read shows it.

    Every method that enters something returns what happened, as events, and raises `RecordError`
    if it cannot happen. Whoever calls it has seen to it that the phase is right for it; `line` is
    the line that says so, which later faults may name.
    """

    @property
    def state(self) -> State:
        """What everybody knows."""

    def check_hand(self, seat: Seat, cards: Cards) -> None:
        """Check that the record may show, or hide, that seat's hand."""

    def deal(self, hands: Sequence[Cards], kitty: Cards, line: int) -> Sequence[Event]:
        """Deal the next cards, which are known to be different; `line` is that of the kitty."""

    def give(
        self, up: Seat, down: Seat, card: Card | None, back: Card | None, line: int
    ) -> Sequence[Event]:
        """Exchange a card."""

    def announce(self, contract: Contract | None) -> Sequence[Event]:
        """Announce a contract, or pass (`None`)."""

    def discard(self, cards: Cards) -> Sequence[Event]:
        """Lay cards away."""

    def play(self, card: Card, line: int) -> Sequence[Event]:
        """Play a card for the seat whose turn it is."""

    def conclude(self, winners: Sequence[Seat]) -> Sequence[Event]:
        """End the match early with declared winners."""

    def close(self) -> None:
        """Check what only the end of the match shows."""


class FullTable:
    """The table of a full record; see `Table`."""

    def __init__(self, match: Match) -> None:
        self.state = match

    def check_hand(self, seat: Seat, cards: Cards) -> None:  # noqa: ARG002 (all are shown)
        """Check that the hand is not hidden."""
        _shown(cards)

    def deal(self, hands: Sequence[Cards], kitty: Cards, line: int) -> Sequence[Event]:  # noqa: ARG002
        """Deal the next cards."""
        one, two, three = map(_shown, hands)
        return self._after(matches.deal_cards(self.state, (one, two, three), _shown(kitty)))

    def give(
        self,
        up: Seat,
        down: Seat,
        card: Card | None,
        back: Card | None,
        line: int,  # noqa: ARG002
    ) -> Sequence[Event]:
        """Exchange a card."""
        deal = self.state.deal
        assert deal is not None
        if card is None or back is None:
            raise _hidden()
        action = exchange_action(deal, up, down, card)
        check_exchange(deal, action, card, back)
        return self._after(matches.apply(self.state, up, action))

    def announce(self, contract: Contract | None) -> Sequence[Event]:
        """Announce a contract, or pass."""
        return self._act(Announce(contract))

    def discard(self, cards: Cards) -> Sequence[Event]:
        """Lay cards away."""
        return self._act(Discard(_shown(cards)))

    def play(self, card: Card, line: int) -> Sequence[Event]:  # noqa: ARG002
        """Play a card."""
        return self._act(PLAYS[card.index])

    def conclude(self, winners: Sequence[Seat]) -> Sequence[Event]:
        """End the match early."""
        return self._after(matches.conclude(self.state, winners))

    def close(self) -> None:
        """Check nothing: a full record hides nothing."""

    def _act(self, action: Action) -> Sequence[Event]:
        deal = self.state.deal
        assert deal is not None
        seat = deal.to_act
        assert seat is not None
        try:
            step = matches.apply(self.state, seat, action)
        except IllegalAction as error:
            raise RecordError(sentence(error.refusal, deal, seat)) from None
        self.state = step.match
        return step.events

    def _after(self, step: Step) -> Sequence[Event]:
        self.state = step.match
        return step.events


PLAYS: Final = tuple(Play(card) for card in CARDS)
"""By index of the card: playing it."""


def _hidden() -> RecordError:
    return RecordError("found ?, expected cards: only a record with a tag View hides them")


def _shown(cards: Cards) -> CardSet:
    if cards is None:
        raise _hidden()
    return cards


def exchange_action(deal: Deal, up: Seat, down: Seat, card: Card) -> Give | Draw:
    """Return the action by which a card goes; `RecordError` if others are to exchange now."""
    check_partners(deal, up, down)
    return Draw(down, card.suit) if deal.rules.exchange is Exchange.DRAW else Give(card)


def check_partners(deal: Deal, up: Seat, down: Seat) -> None:
    """Check who exchanges now (R-EXCH-1); `RecordError` names who is to."""
    first, *others = deal.debts
    partners = [first.down]
    if deal.rules.exchange is Exchange.DRAW:
        partners += [debt.down for debt in others if debt.up == first.up]
    if up != first.up or down not in partners:
        owing = " or ".join(f"give {first.up:d} {partner:d}" for partner in partners)
        raise RecordError(f"found give {up:d} {down:d}, expected {owing}")


def check_exchange(deal: Deal, action: Give | Draw, card: Card, back: Card) -> None:
    """Check one exchange of known cards with the judge; `RecordError` says what is wrong."""
    up = deal.debts[0].up
    refusal = deals.reason_against(deal, up, action)
    if refusal is not None:
        raise RecordError(sentence(refusal, deal, up))
    _, down, given, returned = deals.exchanged(deal, action)
    if card is not given:
        raise RecordError(
            f"seat {up:d} must give its lowest card of {card.suit.letter}: holds {given},"
            f" gave {card}"
        )
    if back is not returned:
        raise RecordError(f"seat {down:d} must return {returned} for {card}: returned {back}")
