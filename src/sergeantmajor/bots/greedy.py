"""
`greedy`: a frozen yardstick of plain rules. `greedy/1` never changes.

Forty lines of card play, and the plainest sensible rules for everything else. Other bots are
measured against it, and its rules for contract, discard and exchange stand in for everybody's
where card play alone is measured.
"""

from random import Random
from typing import Final

from sergeantmajor.actions import Announce, Discard, Draw, Give, Play
from sergeantmajor.bots.base import PhaseBot, playable
from sergeantmajor.cards import CARDS, SUIT_MASKS, Card, CardSet, Rank, Suit
from sergeantmajor.knowledge import knowledge_of
from sergeantmajor.rules import Contract
from sergeantmajor.view import View


class GreedyBot(PhaseBot):
    """
    Takes what it can as cheaply as it can.

    Attributes:
        name: Name and version.
    """

    name: Final = "greedy/1"

    def give(self, view: View, hand: CardSet, rng: Random) -> Give:  # noqa: ARG002
        """Give the lowest card of a suit whose ace is not in the hand."""
        wanting = [card for card in hand if Card(card.suit, Rank.ACE) not in hand]
        return Give(min(wanting or hand, key=_by_rank))

    def draw(self, view: View, hand: CardSet, rng: Random) -> Draw:
        """Ask the first who owes for the suit of the card that it would give."""
        up = view.to_act
        down = next(debt.down for debt in view.debts if debt.up == up)
        return Draw(down, self.give(view, hand, rng).card.suit)

    def announce(self, view: View, hand: CardSet, rng: Random) -> Announce:  # noqa: ARG002
        """Announce the suit with most length and honours; no trump only when no suit is open."""
        return Announce(max(view.contracts, key=lambda contract: _power(hand, contract)))

    def discard(self, view: View, hand: CardSet, rng: Random) -> Discard:  # noqa: ARG002
        """Lay the lowest cards away, plain suits before trumps, short suits before long ones."""
        kept = hand
        for _ in range(view.rules.kitty_size):
            side = _side(kept, view) or kept
            worst = min(side, key=lambda card: (card.rank, len(kept.of(card.suit)), card.index))
            kept -= CardSet((worst,))
        return Discard(hand - kept)

    def play(self, view: View, hand: CardSet, rng: Random) -> Play:  # noqa: ARG002
        """Lead winners, else low from length; follow with the cheapest winner, else the lowest."""
        if not view.trick:
            return Play(_lead(view, hand))
        trump = view.contract.trump if view.contract is not None else None
        legal = playable(view)
        best = view.trick[0]
        for card in view.trick[1:]:
            best = card if _beats(card, best, trump) else best
        winners = CardSet(card for card in legal if _beats(card, best, trump))
        if not winners:
            return Play(min(_side(legal, view) or legal, key=_by_rank))
        return Play(min(_side(winners, view) or winners))


def _lead(view: View, hand: CardSet) -> Card:
    """
    Return the card to lead.

    The top trump while it is the highest out and others may have trumps; then the highest card out
    of a plain suit, from the shortest; then the lowest card of the longest plain suit.
    """
    unseen = knowledge_of(view).unseen
    trump = view.contract.trump if view.contract is not None else None
    if trump is not None and unseen & SUIT_MASKS[trump] and _is_master(hand, trump, unseen):
        return CARDS[(hand.mask & SUIT_MASKS[trump]).bit_length() - 1]
    side = [suit for suit in Suit if suit is not trump and hand.of(suit)]
    masters = [suit for suit in side if _is_master(hand, suit, unseen)]
    if masters:
        shortest = min(masters, key=lambda suit: len(hand.of(suit)))
        return max(hand.of(shortest))
    longest = max(side, key=lambda suit: len(hand.of(suit)), default=trump)
    return min(hand if longest is None else hand.of(longest))


def _is_master(hand: CardSet, suit: Suit, unseen: int) -> bool:
    """Return whether the hand's highest card of a suit is higher than all that are out."""
    return hand.mask & SUIT_MASKS[suit] > unseen & SUIT_MASKS[suit]


def _beats(card: Card, best: Card, trump: Suit | None) -> bool:
    return card.index > best.index if card.suit is best.suit else card.suit is trump


def _side(cards: CardSet, view: View) -> CardSet:
    """Return the cards that are no trumps."""
    trump = view.contract.trump if view.contract is not None else None
    return cards if trump is None else cards - cards.of(trump)


def _by_rank(card: Card) -> tuple[int, int]:
    return card.rank, card.index


def _power(hand: CardSet, contract: Contract) -> int:
    """Twice the length, and 3, 2, 1 for ace, king, queen; no trump below everything."""
    if contract.trump is None:
        return -1
    ranks = [card.rank for card in hand.of(contract.trump)]
    return 2 * len(ranks) + sum(max(0, rank - Rank.JACK) for rank in ranks)
