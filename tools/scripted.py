"""
A player whose choices come from a name alone, the same on every machine and in every version.

The golden files of the tests are made with it: positions for perft, playthroughs. It draws from
the library's own stream, whose numbers never change, and not from `random`, whose may.
"""

from sergeantmajor import match as matches
from sergeantmajor.actions import Action, Announce, Discard
from sergeantmajor.cards import CardSet, Seat, Three
from sergeantmajor.match import Match, Step, deal_cards, hands_of, start_match
from sergeantmajor.rules import Contract, Phase, Rules
from sergeantmajor.shuffle import Shuffle

CHOICES = 0xFFFF_FFFF
"""The number of the stream for choices; no match has so many deals."""


class Script:
    """A match of that name, played on by drawing among the legal actions."""

    def __init__(
        self, name: str, rules: Rules, last: Three | None = None, totals: Three = (0, 0, 0)
    ) -> None:
        self._shuffle = Shuffle(bytes(32), name)
        self._stream = self._shuffle.stream(CHOICES)
        declarer = self._shuffle.declarer()
        self.start = self.match = start_match(rules, declarer, last=last, totals=totals)

    def step(self, contract: Contract | None = None) -> tuple[Seat | None, Action | None, Step]:
        """Deal, or do something; return who did what, and what it brought about."""
        match = self.match
        if match.phase is Phase.DEALING:
            deck = self._shuffle.deck(match.dealt + 1, match.rules.deck)
            step = deal_cards(match, *hands_of(match.rules, match.declarer, deck))
            self.match = step.match
            return None, None, step
        seat = match.to_act
        assert seat is not None
        action = self._choice(match, seat)
        if contract is not None and match.phase is Phase.CONTRACT:
            action = Announce(contract)
        step = matches.apply(match, seat, action)
        self.match = step.match
        return seat, action, step

    def _choice(self, match: Match, seat: Seat) -> Action:
        if match.phase is Phase.DISCARD:
            assert match.deal is not None
            held = list(match.deal.hands[seat])
            return Discard(
                CardSet(
                    held.pop(self._stream.below(len(held))) for _ in range(match.rules.kitty_size)
                )
            )
        actions = matches.legal_actions(match)
        return actions[self._stream.below(len(actions))]

    def reach(self, phase: Phase, cards: int = 16, contract: Contract | None = None) -> Match:
        """Play on to the first state of a phase in which each seat holds so many cards."""
        while True:
            deal = self.match.deal
            if deal is not None and deal.phase is phase and not deal.trick:
                sizes = {len(hand) for hand in deal.hands}
                if phase is not Phase.PLAY or sizes == {cards}:
                    return self.match
            self.step(contract)
