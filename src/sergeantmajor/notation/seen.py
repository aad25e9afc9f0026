"""
The state of a match while a record of one viewer's view is read.

What the viewer has seen must be shown, and nothing else may be. Of the cards that nobody has shown,
the table knows where they cannot be. So it checks whatever the shown cards decide: that none is in
two places, what the viewer himself may do, what comes back for a card, and that nobody plays a card
which his earlier plays rule out. The rest is accepted.
"""

from collections.abc import Sequence
from dataclasses import replace

from sergeantmajor import deal as deals
from sergeantmajor import match as matches
from sergeantmajor.actions import Action, Announce, Discard
from sergeantmajor.cards import NO_CARDS, SEATS, SUIT_MASKS, Card, CardSet, Seat, Suit, Three
from sergeantmajor.deal import Deal
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
from sergeantmajor.notation.lines import RecordError
from sergeantmajor.notation.sentences import sentence
from sergeantmajor.notation.table import (
    PLAYS,
    Cards,
    check_exchange,
    check_partners,
    exchange_action,
)
from sergeantmajor.rules import Contract, Exchange, Kitty, Phase
from sergeantmajor.tricks import best_of
from sergeantmajor.view import View, Viewer, start_view


class SeenTable:
    """The table of a record of a view; see `table.Table`."""

    def __init__(self, start: Match, viewer: Viewer) -> None:
        self.state: View = start_view(start, viewer)
        self._viewer = viewer
        self._line = 0
        """The line that was entered last of those that show cards of a hidden hand."""
        self._own = NO_CARDS
        """The viewer's hand now."""
        self._absent = [0, 0, 0]
        """By seat: the bits of cards that it certainly does not hold; the viewer's is unused."""
        self._ruled_out: tuple[dict[Card, int], ...] = ({}, {}, {})
        """By seat: cards that its own doings ruled out, with the line of them."""
        self._gone: dict[Card, int] = {}
        """Cards out of play for certain, with the line that shows it."""
        self._kitty: Cards = None
        self._kitty_line = 0
        self._not_in_kitty = 0
        self._latest: Three = (0, 0, 0)

    def check_hand(self, seat: Seat, cards: Cards) -> None:
        """Check that the viewer's own hand is shown, and no other."""
        self._check_shown(cards is not None, seat is self._viewer, f"the hand of seat {seat:d}")

    def deal(self, hands: Sequence[Cards], kitty: Cards, line: int) -> Sequence[Event]:
        """Deal the next cards."""
        view = self.state
        if kitty is not None:
            self._check_shown(True, self._sees_kitty(), f"the kitty of seat {view.declarer:d}")
        one, two, three = hands
        # Of the deals before, nothing is asked again: they need not be kept.
        self.state = replace(view, deals=())
        self._own = one or two or three or NO_CARDS
        self._absent = [(self._own | (kitty or NO_CARDS)).mask] * len(SEATS)
        self._ruled_out = ({}, {}, {})
        self._gone = {}
        self._kitty, self._kitty_line = kitty, line
        self._not_in_kitty = self._own.mask
        self._latest = (0, 0, 0)
        return self._follow(
            DealStarted(view.number + 1, view.declarer), CardsDealt((one, two, three), None)
        )

    def give(
        self, up: Seat, down: Seat, card: Card | None, back: Card | None, line: int
    ) -> Sequence[Event]:
        """Exchange a card, shown to its two players."""
        self._line = line
        check_partners(self._deal(), up, down)
        takes_part = self._viewer in (up, down)
        what = f"the cards of seats {up:d} and {down:d}"
        self._check_shown(card is not None, takes_part, what)
        self._check_shown(back is not None, takes_part, what)
        if card is None or back is None:
            both = self._absent[up] & self._absent[down]
            self._absent[up] = self._absent[down] = both
        else:
            self._exchange(up, down, card, back)
        return self._follow(CardGiven(up, down, card, back))

    def announce(self, contract: Contract | None) -> Sequence[Event]:
        """Announce a contract, or pass."""
        declarer = self.state.declarer
        self._judge(self._deal(), declarer, Announce(contract))
        if contract is None and self._kitty is not None:
            raise RecordError(
                f"seat {declarer:d} passes, so nobody sees the kitty of this deal: expected kitty"
                f" ? in line {self._kitty_line}"
            )
        return self._follow(ContractAnnounced(declarer, contract))

    def discard(self, cards: Cards) -> Sequence[Event]:
        """Lay cards away, shown to the declarer."""
        seat = self.state.declarer
        own = seat is self._viewer
        self._check_shown(cards is not None, own, f"the discard of seat {seat:d}")
        if cards is not None:
            self._judge(self._deal(), seat, Discard(cards))
            self._own -= cards
        return self._follow(CardsDiscarded(seat, cards))

    def play(self, card: Card, line: int) -> Sequence[Event]:
        """Play a card."""
        self._line = line
        seat = self.state.to_act
        assert seat is not None
        if seat is self._viewer:
            self._judge(self._deal(), seat, PLAYS[card.index])
            self._own -= CardSet((card,))
        else:
            self._check_may_hold(seat, card, "play")
            self._infer(seat, card)
        for other in SEATS:
            self._absent[other] |= card.bit
        self._gone[card] = line
        return self._follow(CardPlayed(seat, card))

    def conclude(self, winners: Sequence[Seat]) -> Sequence[Event]:
        """End the match early."""
        self.close()
        return self._follow(MatchEnded(tuple(winners), Decision.DECLARED))

    def close(self) -> None:
        """Check that a kitty which is shown was taken."""
        view = self.state
        if self._kitty is not None and view.kitty_count and view.phase is not Phase.OVER:
            raise RecordError(
                "the kitty is shown before anybody took it: expected kitty ?", self._kitty_line
            )

    def _follow(self, *events: Event) -> Sequence[Event]:
        """Enter events, and all that follows from them; return them together."""
        found = list(events)
        for event in found:
            self.state = self.state.follow(event)
            found.extend(self._consequences(event))
        return found

    def _consequences(self, event: Event) -> Sequence[Event]:
        """Return what follows from an event at once, as `match.apply` states it."""
        view = self.state
        match event:
            case CardPlayed():
                return self._trick_taken() if len(view.trick) == len(SEATS) else ()
            case TrickTaken():
                return () if any(view.counts) else self._deal_scored()
            case CardsDiscarded():
                takes = view.rules.kitty is Kitty.BLIND
            case CardsDealt() | CardGiven() | ContractAnnounced():
                takes = view.phase is Phase.DISCARD and view.rules.kitty is Kitty.SEEN
            case _:
                takes = False
        return (self._kitty_taken(),) if takes else ()

    def _kitty_taken(self) -> Event:
        seat = self.state.declarer
        if self._kitty is None:
            if self._sees_kitty():
                raise RecordError(
                    f"{self._whose} sees the kitty that seat {seat:d} takes here: expected cards in"
                    f" line {self._kitty_line}, found ?"
                )
            self._absent[seat] &= self._not_in_kitty
        elif seat is self._viewer:
            self._own |= self._kitty
        else:
            self._absent[seat] &= ~self._kitty.mask
        return KittyTaken(seat, self._kitty)

    def _trick_taken(self) -> Sequence[Event]:
        view = self.state
        assert view.contract is not None
        place = best_of(view.trick, view.contract.trump)
        winner = view.rules.order_from(view.leader)[place]
        number = len(view.tricks) + 1
        one, two, three = (
            number if seat is winner else before
            for seat, before in zip(SEATS, self._latest, strict=True)
        )
        self._latest = (one, two, three)
        return (TrickTaken(winner),)

    def _deal_scored(self) -> Sequence[Event]:
        view = self.state
        before = Match(
            rules=view.rules,
            declarer=view.declarer,
            dealt=view.number,
            played=view.played,
            totals=view.totals,
            last=view.last,
            used=view.used,
            passed=view.passed,
        )
        deal = self._deal()
        after = matches.scored(before, deal)
        if after.winners is None or after.by is None:
            return (DealScored(deal.scores),)
        return DealScored(deal.scores), MatchEnded(after.winners, after.by)

    def _exchange(self, up: Seat, down: Seat, card: Card, back: Card) -> None:
        """Check and enter an exchange in which the viewer takes part."""
        gives = up is self._viewer
        other = down if gives else up
        if not gives:
            self._check_may_hold(up, card, "give")
        elif back is not card:
            self._check_may_hold(down, back, "return")
        others = card if not gives else back if back is not card else None
        deal = self._deal(other, NO_CARDS if others is None else CardSet((others,)))
        check_exchange(deal, exchange_action(deal, up, down, card), card, back)

        third = next(seat for seat in SEATS if seat not in (up, down))
        self._absent[third] |= card.bit | back.bit
        self._not_in_kitty |= card.bit | back.bit
        suit = SUIT_MASKS[card.suit]
        top = max(card.bit, back.bit)
        if gives:
            self._rule_out(down, suit & -(top << 1))
        elif self.state.rules.exchange is Exchange.DRAW:
            self._rule_out(up, suit & (card.bit - 1))
        if back is not card:
            come, gone = (back, card) if gives else (card, back)
            self._own = self._own - CardSet((gone,)) | CardSet((come,))
            self._absent[other] = (self._absent[other] | come.bit) & ~gone.bit

    def _infer(self, seat: Seat, card: Card) -> None:
        """Rule out all cards which, held, would have forbidden this play."""
        view = self.state
        if not view.trick or (card.suit is view.trick[0].suit and not view.rules.must_beat):
            return
        unknown = CardSet.of_mask(view.rules.deck.mask & ~self._absent[seat] & ~card.bit)
        suits = (unknown.of(suit) for suit in Suit)
        # Only must-beat asks for ranks: without it, one card of a suit speaks for all of them.
        alike = map(CardSet, zip(unknown)) if view.rules.must_beat else filter(None, suits)
        mask = 0
        for held in alike:
            one = next(iter(held))
            deal = self._deal(seat, CardSet((card, one)))
            if deals.reason_against(deal, seat, PLAYS[card.index]) is not None:
                mask |= held.mask
        self._rule_out(seat, mask)

    def _rule_out(self, seat: Seat, mask: int) -> None:
        for card in CardSet.of_mask(mask & ~self._absent[seat]):
            self._ruled_out[seat][card] = self._line
        self._absent[seat] |= mask

    def _check_may_hold(self, seat: Seat, card: Card, does: str) -> None:
        """Check that a card may be in a hidden hand, from which it just came."""
        if not self._absent[seat] & card.bit:
            return
        if card in self._own:
            why = f"seat {self._viewer:d} holds it"
        elif card in self._gone:
            why = f"it was played in line {self._gone[card]}"
        elif card in self._ruled_out[seat]:
            why = f"line {self._ruled_out[seat][card]} shows that it does not hold it"
        else:
            why = "it is known to be elsewhere"
        raise RecordError(f"seat {seat:d} cannot {does} {card}: {why}")

    def _judge(self, deal: Deal, seat: Seat, action: Action) -> None:
        refusal = deals.reason_against(deal, seat, action)
        if refusal is not None:
            raise RecordError(sentence(refusal, deal, seat))

    def _check_shown(self, shown: bool, sees: bool, what: str) -> None:
        """Check that the record shows exactly what the viewer sees."""
        if shown and not sees:
            raise RecordError(f"{self._whose} does not see {what}: expected ?")
        if sees and not shown:
            raise RecordError(f"{self._whose} sees {what}: expected cards, found ?")

    def _sees_kitty(self) -> bool:
        return self.state.rules.kitty_open or self.state.declarer is self._viewer

    @property
    def _whose(self) -> str:
        return "a watcher" if self._viewer is None else f"seat {self._viewer:d}"

    def _deal(self, seat: Seat | None = None, cards: CardSet = NO_CARDS) -> Deal:
        """Return the deal for the judge: the viewer's hand, and what another seat may hold."""
        view = self.state
        hands = [NO_CARDS, NO_CARDS, NO_CARDS]
        if self._viewer is not None:
            hands[self._viewer] = self._own
        if seat is not None:
            hands[seat] = cards
        return Deal(
            rules=view.rules,
            number=view.number,
            declarer=view.declarer,
            hands=(hands[0], hands[1], hands[2]),
            kitty=NO_CARDS,
            discard=NO_CARDS,
            phase=view.phase,
            debts=view.debts,
            contracts=view.contracts,
            passes_left=view.passes_left,
            contract=view.contract,
            leader=view.leader,
            trick=view.trick,
            won=view.won,
            latest=self._latest,
        )
