"""
What one seat, or a watcher, may know: a view.

A view is never a masked state. `see` builds, field by field, what a viewer sees of an event; a
`View` is the fold of such events and of nothing else, so it cannot depend on a card that its viewer
has not seen. What a seat may do is judged on its own view.
"""

from dataclasses import dataclass
from typing import assert_never

from sergeantmajor import deal as deals
from sergeantmajor.actions import Action
from sergeantmajor.cards import NO_CARDS, SEATS, Card, CardSet, Seat, Three
from sergeantmajor.deal import Deal, Used, with_seat
from sergeantmajor.errors import Reason, Refusal
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
from sergeantmajor.exchange import Debt, debts_after, debts_of
from sergeantmajor.frozen import changed
from sergeantmajor.match import Match, used_after
from sergeantmajor.rules import Contract, Phase, Rules

Viewer = Seat | None
"""A seat, or `None` for a watcher, who sees no hand."""


@dataclass(frozen=True, slots=True)
class Trick:
    """
    A complete trick.

    Attributes:
        leader: Who led.
        cards: The three cards in the order played.
        winner: Who took it.
    """

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """
    What everybody knows of a deal that was played to the end.

    Attributes:
        number: Its number; passed deals count too.
        declarer: Who declared.
        contract: The contract.
        won: Tricks taken, by seat.
        scores: Tricks less target, by seat.
    """

    number: int
    declarer: Seat
    contract: Contract
    won: Three
    scores: Three


# Without slots: `changed` copies a dictionary far faster than so many slots.
@dataclass(frozen=True)
class View:
    """
    What a viewer knows. For his eyes only.

    Attributes:
        viewer: Whose view it is; `None`: a watcher's.
        rules: The rule set.
        phase: The phase now.
        declarer: Who declares in the deal under way or, between deals, in the next.
        number: Number of the deal under way or just finished; 0 before the first.
        played: Deals played to the end.
        totals: Sums of the scores, by seat.
        last: Scores of the last played deal; `None` before the first.
        used: Contracts announced by each seat, where each may be only once.
        passed: How often each seat has passed.
        deals: Every deal played so far, in order.
        dealt: The viewer's hand as dealt; `None` for a watcher.
        hand: The viewer's hand now; `None` for a watcher.
        counts: How many cards each seat holds.
        kitty: The kitty as dealt, where the viewer has seen it.
        kitty_count: How many cards lie in the middle.
        discard: What the viewer laid away as declarer.
        debts: What is still to be exchanged, in order.
        gives: The exchanges of this deal, as seen.
        contract: What was announced in this deal.
        leader: Who leads, or led, to the trick on the table.
        trick: The cards on the table, in the order played.
        tricks: The tricks of this deal.
        won: Tricks taken in this deal, by seat.
        winners: Who won the match; `None` while it goes on.
        by: What decided it; `None` while it goes on.
    """

    viewer: Viewer
    rules: Rules
    phase: Phase
    declarer: Seat
    number: int = 0
    played: int = 0
    totals: Three = (0, 0, 0)
    last: Three | None = None
    used: Used = ((), (), ())
    passed: Three = (0, 0, 0)
    deals: tuple[PlayedDeal, ...] = ()
    dealt: CardSet | None = None
    hand: CardSet | None = None
    counts: Three = (0, 0, 0)
    kitty: CardSet | None = None
    kitty_count: int = 0
    discard: CardSet | None = None
    debts: tuple[Debt, ...] = ()
    gives: tuple[CardGiven, ...] = ()
    contract: Contract | None = None
    leader: Seat = Seat.ZERO
    trick: tuple[Card, ...] = ()
    tricks: tuple[Trick, ...] = ()
    won: Three = (0, 0, 0)
    winners: tuple[Seat, ...] | None = None
    by: Decision | None = None

    @property
    def to_act(self) -> Seat | None:
        """The seat to act; `None` between deals and at the end."""
        match self.phase:
            case Phase.PLAY:
                place = len(self.trick)
                return self.rules.order_from(self.leader)[place] if place < len(SEATS) else None
            case Phase.EXCHANGE:
                return self.debts[0].up
            case Phase.CONTRACT | Phase.DISCARD:
                return self.declarer
            case _:
                return None

    @property
    def targets(self) -> Three:
        """Targets by seat in the deal under way or, between deals, in the next."""
        return self.rules.targets_for(self.declarer)

    @property
    def contracts(self) -> tuple[Contract, ...]:
        """What the declarer may announce, whether it is his turn to or not."""
        used = self.used[self.declarer]
        return tuple(contract for contract in self.rules.contracts if contract not in used)

    @property
    def passes_left(self) -> int:
        """How often the declarer may still pass."""
        return self.rules.passes - self.passed[self.declarer]

    def reason_against(self, action: Action) -> Refusal | None:
        """
        Return why the viewer may not do something now, or `None` if he may; a watcher never may.

        The judge is `deal.reason_against`, asked about a deal in which the others hold nothing.
        """
        if self.phase is Phase.OVER:
            return Refusal(Reason.MATCH_OVER)
        turn = self.to_act
        if turn is None:
            return Refusal(Reason.NOT_DEALT)
        if self.viewer is None:
            return Refusal(Reason.NOT_YOUR_TURN, {"seat": str(int(turn))})
        return deals.reason_against(self._own_deal(), self.viewer, action)

    def legal_actions(self) -> tuple[Action, ...]:
        """
        Return every action open to the viewer, lowest first, as `deal.legal_actions` orders them.

        Empty when it is not his turn. While discarding there are thousands; whoever only wants to
        know what may be laid away takes `hand` and the rule set's `kitty_size`.
        """
        if self.viewer is None or self.to_act is not self.viewer:
            return ()
        return deals.legal_actions(self._own_deal())

    def _own_deal(self) -> Deal:
        own = self.hand or NO_CARDS
        one, two, three = (own if seat == self.viewer else NO_CARDS for seat in SEATS)
        return Deal(
            rules=self.rules,
            number=self.number,
            declarer=self.declarer,
            hands=(one, two, three),
            kitty=NO_CARDS,
            discard=NO_CARDS,
            phase=self.phase,
            debts=self.debts,
            contracts=self.contracts,
            passes_left=self.passes_left,
            contract=self.contract,
            leader=self.leader,
            trick=self.trick,
            won=self.won,
            latest=(0, 0, 0),
        )

    def follow(self, event: Event) -> "View":
        """
        Return the view after an event, as `see` showed it to this viewer.

        Trusts the event: whoever cannot, checks it first (as the reader of records does).
        """
        match event:
            case DealStarted(number, declarer):
                return self._started(number, declarer)
            case CardsDealt(hands, _):
                own = None if self.viewer is None else hands[self.viewer]
                size = self.rules.hand_size
                return changed(
                    self,
                    dealt=own,
                    hand=own,
                    counts=(size, size, size),
                    kitty_count=self.rules.kitty_size,
                    phase=deals.phase_after(self.rules, Phase.DEALING, self.debts),
                )
            case CardGiven():
                return self._exchanged(event)
            case ContractAnnounced(seat, contract):
                return self._announced(seat, contract)
            case KittyTaken(seat, cards):
                return changed(
                    self,
                    hand=self._hand_with(seat, cards or NO_CARDS),
                    kitty=cards,
                    kitty_count=0,
                    counts=_plus(self.counts, seat, self.kitty_count),
                )
            case CardsDiscarded(seat, cards):
                return changed(
                    self,
                    hand=self._hand_without(seat, cards or NO_CARDS),
                    discard=cards,
                    counts=_plus(self.counts, seat, -self.rules.kitty_size),
                    phase=deals.phase_after(self.rules, Phase.DISCARD, self.debts),
                )
            case CardPlayed(seat, card):
                return changed(
                    self,
                    hand=self._hand_without(seat, CardSet((card,))),
                    counts=_plus(self.counts, seat, -1),
                    trick=(*self.trick, card),
                )
            case TrickTaken(winner):
                return changed(
                    self,
                    tricks=(*self.tricks, Trick(self.leader, self.trick, winner)),
                    won=_plus(self.won, winner, 1),
                    leader=winner,
                    trick=(),
                )
            case DealScored(scores):
                return self._scored(scores)
            case MatchEnded(winners, by):
                return changed(self, phase=Phase.OVER, winners=winners, by=by)
            case _:
                assert_never(event)

    def _hand_with(self, seat: Seat, cards: CardSet) -> CardSet | None:
        """Return the viewer's hand after a seat took cards: changed only if it is his."""
        return self.hand | cards if self.hand is not None and seat == self.viewer else self.hand

    def _hand_without(self, seat: Seat, cards: CardSet) -> CardSet | None:
        return self.hand - cards if self.hand is not None and seat == self.viewer else self.hand

    def _started(self, number: int, declarer: Seat) -> "View":
        return changed(
            self,
            number=number,
            declarer=declarer,
            dealt=None,
            hand=None,
            kitty=None,
            discard=None,
            debts=debts_of(self.rules, declarer, self.last),
            gives=(),
            contract=None,
            leader=self.rules.seat_of(self.rules.lead, declarer),
            trick=(),
            tricks=(),
            won=(0, 0, 0),
        )

    def _exchanged(self, event: CardGiven) -> "View":
        hand = self.hand
        if hand is not None and event.card is not None and event.back is not None:
            gone, come = CardSet((event.card,)), CardSet((event.back,))
            if self.viewer == event.down:
                gone, come = come, gone
            hand = hand if gone == come else hand - gone | come
        debts = debts_after(self.debts, event.up, event.down)
        return changed(
            self,
            hand=hand,
            debts=debts,
            gives=(*self.gives, event),
            phase=self.phase if debts else deals.phase_after(self.rules, Phase.EXCHANGE, ()),
        )

    def _announced(self, seat: Seat, contract: Contract | None) -> "View":
        if contract is None:
            passed = _plus(self.passed, seat, 1)
            return changed(self, passed=passed, phase=Phase.DEALING, debts=())
        used = used_after(self.used, seat, contract) if self.rules.once else self.used
        debts = () if self.rules.cancels_exchange(contract) else self.debts
        return changed(
            self,
            contract=contract,
            used=used,
            debts=debts,
            phase=deals.phase_after(self.rules, Phase.CONTRACT, debts),
        )

    def _scored(self, scores: Three) -> "View":
        assert self.contract is not None, "a deal is scored after it was played"
        finished = PlayedDeal(self.number, self.declarer, self.contract, self.won, scores)
        one, two, three = (old + new for old, new in zip(self.totals, scores, strict=True))
        return changed(
            self,
            phase=Phase.DEALING,
            declarer=self.rules.next(self.declarer),
            played=self.played + 1,
            totals=(one, two, three),
            last=scores,
            deals=(*self.deals, finished),
        )


def _plus(three: Three, seat: Seat, number: int) -> Three:
    return with_seat(three, seat, three[seat] + number)


def start_view(match: Match, viewer: Viewer) -> View:
    """Return what a viewer knows of a match before its first deal (or midway, by `SetUp`)."""
    return View(
        viewer=viewer,
        rules=match.rules,
        phase=Phase.DEALING,
        declarer=match.declarer,
        played=match.played,
        totals=match.totals,
        last=match.last,
        used=match.used,
        passed=match.passed,
    )


def see(event: Event, viewer: Viewer, rules: Rules) -> Event:
    """
    Return what a viewer sees of an event: the same kind of event, with `None` for hidden cards.

    Every event is seen by everybody; only cards are hidden. Built from nothing, field by field.
    """
    match event:
        case DealStarted(number, declarer):
            return DealStarted(number, declarer)
        case CardsDealt(hands, _):
            one, two, three = (hands[seat] if seat == viewer else None for seat in SEATS)
            return CardsDealt((one, two, three), None)
        case CardGiven(up, down, card, back):
            if viewer is not None and viewer in (up, down):
                return CardGiven(up, down, card, back)
            return CardGiven(up, down, None, None)
        case ContractAnnounced(seat, contract):
            return ContractAnnounced(seat, contract)
        case KittyTaken(seat, cards):
            return KittyTaken(seat, cards if rules.kitty_open or seat == viewer else None)
        case CardsDiscarded(seat, cards):
            return CardsDiscarded(seat, cards if seat == viewer else None)
        case CardPlayed(seat, card):
            return CardPlayed(seat, card)
        case TrickTaken(winner):
            return TrickTaken(winner)
        case DealScored(scores):
            return DealScored(scores)
        case MatchEnded(winners, by):
            return MatchEnded(winners, by)
        case _:
            assert_never(event)
