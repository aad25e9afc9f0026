"""
A match driven by hypothesis: whatever is done at the table, in any order, the rules hold.

Rule sets are drawn option by option; every action is right or wrong at hypothesis' choice.
"""

from random import Random

import pytest
from hypothesis import Phase as Generation
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from choices import rule_sets
from games import choose, every_action, shuffled, small
from sergeantmajor import match as matches
from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import NO_CARDS, SEATS, CardSet, Seat
from sergeantmajor.errors import IllegalAction, Refusal
from sergeantmajor.events import CardPlayed, DealScored, DealStarted, Event
from sergeantmajor.fold import fold
from sergeantmajor.match import Match, Step, start_match
from sergeantmajor.rules import Phase, Rules
from sergeantmajor.view import View, see, start_view


class Table(RuleBasedStateMachine):
    """One table: the match, its log, and what each viewer has seen."""

    @initialize(
        rule_set=rule_sets(),
        declarer=st.sampled_from(SEATS),
        seed=st.integers(0, 2**32),
        shrunk=st.booleans(),
    )
    def sit_down(self, rule_set: Rules, declarer: Seat, seed: int, shrunk: bool) -> None:
        """Start a match, of the whole deck or of a small one."""
        self.rule_set = small(rule_set, 5, 3) if shrunk else rule_set
        self.rng = Random(seed)
        self.start = self.match = start_match(self.rule_set, declarer)
        self.log: list[Event] = []
        self.played = NO_CARDS
        self.views: list[View] = [start_view(self.match, viewer) for viewer in (*SEATS, None)]

    def take(self, step: Step) -> None:
        """Go on to the next state, with all who look on."""
        self.match = step.match
        self.log += step.events
        for event in step.events:
            if isinstance(event, DealStarted):
                self.played = NO_CARDS
            if isinstance(event, CardPlayed):
                assert event.card not in self.played
                self.played |= CardSet((event.card,))
            if isinstance(event, DealScored):
                assert sum(event.scores) == 0
            self.views = [
                view.follow(see(event, view.viewer, self.rule_set)) for view in self.views
            ]

    @precondition(lambda self: self.match.phase is Phase.DEALING)
    @rule()
    def deal(self) -> None:
        """Deal the next cards."""
        self.take(matches.deal_cards(self.match, *shuffled(self.rule_set, self.rng)))

    @precondition(lambda self: self.match.to_act is not None)
    @rule(count=st.integers(1, 60))
    def act(self, count: int) -> None:
        """Do some legal things."""
        for _ in range(count):
            if self.match.to_act is not None:
                self.take(matches.apply(self.match, *choose(self.match, self.rng)))

    @rule(seat=st.sampled_from(SEATS))
    def do_wrong(self, seat: Seat) -> None:
        """Try everything as one seat: what is legal is what is listed; the rest changes nothing."""
        before = hash(self.match)
        mine = seat is self.match.to_act
        legal = set(matches.legal_actions(self.match)) if mine else set()
        for action in every_action(self.match, self.rng):
            refusal = matches.reason_against(self.match, seat, action)
            assert (action in legal) == (refusal is None)
            if refusal is not None:
                self.refused(seat, action, refusal)
        assert before == hash(self.match)

    def refused(self, seat: Seat, action: Action, refusal: Refusal) -> None:
        """Check that an action is refused with its reason."""
        with pytest.raises(IllegalAction) as error:
            matches.apply(self.match, seat, action)
        assert refusal == error.value.refusal

    @precondition(lambda self: len(self.log) > 0)
    @rule()
    def read_the_log_again(self) -> None:
        """The state is the fold of the log, and so are the views."""
        assert self.match == fold(self.start, self.log)
        for view in self.views:
            again = start_view(self.start, view.viewer)
            for event in self.log:
                again = again.follow(see(event, view.viewer, self.rule_set))
            assert view == again

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        """Hands, kitty, discard and the cards played are the deck, each card once."""
        deal = self.match.deal
        if deal is None:
            return
        assert deal.passes_left == self.match.passes_left
        parts = [*deal.hands, deal.kitty, deal.discard, self.played]
        assert sum(map(len, parts)) == len(self.rule_set.deck)
        assert CardSet(card for part in parts for card in part) == self.rule_set.deck
        assert CardSet(deal.trick) <= self.played

    @invariant()
    def the_sums_are_zero(self) -> None:
        """Totals and the last scores add up to 0."""
        assert sum(self.match.totals) == 0
        assert sum(self.match.last or ()) == 0

    @invariant()
    def exactly_one_seat_is_to_act(self) -> None:
        """From the deal to the last trick one seat has something legal to do, no other has."""
        match = self.match
        assert (match.deal is not None) == (match.to_act is not None)
        assert (match.winners is not None) == (match.phase is Phase.OVER)
        if match.to_act is None:
            assert matches.legal_actions(match) == ()
            return
        kind = {
            Phase.EXCHANGE: (Give, Draw),
            Phase.CONTRACT: (Announce,),
            Phase.DISCARD: (Discard,),
            Phase.PLAY: (Play,),
        }[match.phase]
        first = next(iter(matches.legal_actions(match)))
        assert isinstance(first, kind)
        for view in self.views:
            assert view.to_act is match.to_act
            assert bool(view.legal_actions()) == (view.viewer is match.to_act)


# Without shrinking, which takes minutes with matches: forty steps can be read as they are.
PHASES = (Generation.explicit, Generation.reuse, Generation.generate, Generation.target)
Table.TestCase.settings = settings(max_examples=40, stateful_step_count=40, phases=PHASES)
TestTable = pytest.mark.slow(Table.TestCase)


def test_a_match_is_a_value() -> None:
    """A match compares by what it holds, so that the fold may be compared with the state."""
    rules = Rules.parse("ten-points")
    assert start_match(rules, Seat.ZERO) == Match(rules=rules, declarer=Seat.ZERO)
    assert start_match(rules, Seat.ZERO) != start_match(rules, Seat.ONE)
