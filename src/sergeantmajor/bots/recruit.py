"""
`recruit`: plays like somebody who learnt the game this evening.

Legal, with a beginner's habits: leads what is high, beats when it can (with more than is needed),
throws the lowest otherwise, trumps when void, counts nothing. Now and then its attention slips and
it does anything.
"""

from random import Random
from typing import Final

from sergeantmajor.actions import Announce, Discard, Draw, Give, Play
from sergeantmajor.bots.base import PhaseBot, playable
from sergeantmajor.cards import Card, CardSet, Suit
from sergeantmajor.rules import Contract
from sergeantmajor.view import View

SLIP: Final = 0.15
"""How often a recruit's attention slips."""


class RecruitBot(PhaseBot):
    """
    A beginner.

    Attributes:
        name: Name and version.
    """

    name: Final = "recruit/1"

    def give(self, view: View, hand: CardSet, rng: Random) -> Give:  # noqa: ARG002
        """Give the lowest card, whatever its suit."""
        return Give(_any(hand, rng) if rng.random() < SLIP else min(hand, key=_by_rank))

    def draw(self, view: View, hand: CardSet, rng: Random) -> Draw:
        """Ask anybody who owes for the suit of the lowest card."""
        up = view.to_act
        down = rng.choice([debt.down for debt in view.debts if debt.up == up])
        return Draw(down, self.give(view, hand, rng).card.suit)

    def announce(self, view: View, hand: CardSet, rng: Random) -> Announce:
        """Announce the longest suit; pass, where one may, with nothing longer than four."""

        def length(contract: Contract) -> int:
            return 0 if contract.trump is None else len(hand.of(contract.trump))

        if view.passes_left and rng.random() < SLIP:
            return Announce(None)
        longest = max(view.contracts, key=length)
        if view.passes_left and length(longest) <= 4:
            return Announce(None)
        return Announce(longest)

    def discard(self, view: View, hand: CardSet, rng: Random) -> Discard:
        """Lay the lowest cards away, but hold on to trumps; now and then one card is any card."""
        side = _side(hand, view)
        size = view.rules.kitty_size
        lowest = sorted(side, key=_by_rank)[:size]
        lowest += sorted(hand - side)[: size - len(lowest)]
        if lowest and rng.random() < SLIP:
            lowest[-1] = _any(hand - CardSet(lowest[:-1]), rng)
        return Discard(CardSet(lowest))

    def play(self, view: View, hand: CardSet, rng: Random) -> Play:  # noqa: ARG002
        """Lead the highest card; beat with the highest; else throw the lowest."""
        legal = playable(view)
        if rng.random() < SLIP:
            return Play(_any(legal, rng))
        trump = view.contract.trump if view.contract is not None else None
        if not view.trick:
            return Play(max(_side(legal, view) or legal, key=_by_rank))
        best = view.trick[0]
        for card in view.trick[1:]:
            best = card if _beats(card, best, trump) else best
        winners = [card for card in legal if _beats(card, best, trump)]
        if winners:
            return Play(max(winners, key=_by_rank))
        return Play(min(_side(legal, view) or legal, key=_by_rank))


def _any(cards: CardSet, rng: Random) -> Card:
    return rng.choice(list(cards))


def _side(cards: CardSet, view: View) -> CardSet:
    """Return the cards that are no trumps."""
    trump = view.contract.trump if view.contract is not None else None
    return cards if trump is None else cards - cards.of(trump)


def _beats(card: Card, best: Card, trump: Suit | None) -> bool:
    return card.index > best.index if card.suit is best.suit else card.suit is trump


def _by_rank(card: Card) -> tuple[int, int]:
    return card.rank, card.index
