"""
`corporal`: good rules for every decision, those of a solid club player.

Each kind of decision has a module: `corporal_exchange`, `corporal_contract`, `corporal_discard`,
`corporal_play`; `worth` says what a hand is worth. No chance is used: the same view always gives
the same action.
"""

from random import Random
from typing import Final

from sergeantmajor.actions import Announce, Discard, Draw, Give, Play
from sergeantmajor.bots.base import PhaseBot, playable
from sergeantmajor.bots.corporal_contract import choose_contract
from sergeantmajor.bots.corporal_discard import choose_discard
from sergeantmajor.bots.corporal_exchange import gain_of
from sergeantmajor.bots.corporal_play import NO_TRUMP, Situation, corporal_play
from sergeantmajor.cards import CARDS, SEATS, CardSet, Seat, Suit
from sergeantmajor.knowledge import knowledge_of
from sergeantmajor.rules import End
from sergeantmajor.view import View


class CorporalBot(PhaseBot):
    """
    A solid club player.

    Attributes:
        name: Name and version.
    """

    name: Final = "corporal/1"

    def give(self, view: View, hand: CardSet, rng: Random) -> Give:  # noqa: ARG002
        """Give the lowest card of the suit from which most is expected."""
        know = knowledge_of(view)
        down = view.debts[0].down
        lowest = [card for suit in Suit if (card := hand.lowest(suit)) is not None]
        return Give(
            max(lowest, key=lambda card: (gain_of(view, know, down, card.suit), -card.rank))
        )

    def draw(self, view: View, hand: CardSet, rng: Random) -> Draw:  # noqa: ARG002
        """Ask for the suit, of the player, from which most is expected."""
        know = knowledge_of(view)
        downs = sorted(debt.down for debt in view.debts if debt.up == view.viewer)
        offers = [(down, card) for down in downs for card in map(hand.lowest, Suit) if card]
        down, card = max(
            offers, key=lambda offer: (gain_of(view, know, offer[0], offer[1].suit), -offer[1].rank)
        )
        return Draw(down, card.suit)

    def announce(self, view: View, hand: CardSet, rng: Random) -> Announce:  # noqa: ARG002
        """Announce the contract that is worth most, now and for the deals to come; or pass."""
        return Announce(choose_contract(view))

    def discard(self, view: View, hand: CardSet, rng: Random) -> Discard:  # noqa: ARG002
        """Lay away the cards whose rest is worth most."""
        contract = view.contract
        assert contract is not None, "cards are laid away after the announcement"
        cards = choose_discard(hand.mask, contract, view.rules.kitty, view.rules.kitty_size)
        return Discard(CardSet.of_mask(cards))

    def play(self, view: View, hand: CardSet, rng: Random) -> Play:  # noqa: ARG002
        """Play the card that scores most by `corporal_play`."""
        return Play(CARDS[corporal_play(situation_of(view))])


def situation_of(view: View) -> Situation:
    """Return what a seat that is to play knows, as the play policy takes it."""
    viewer, hand = view.viewer, view.hand
    assert viewer is not None, "only a seat plays"
    assert hand is not None, "a seat has a hand"
    know = knowledge_of(view)
    after, after_next = view.rules.next(viewer), view.rules.previous(viewer)
    trump = view.contract.trump if view.contract is not None else None
    return Situation(
        legal=playable(view).mask,
        hand=hand.mask,
        may_next=know.may_hold[after],
        may_after=know.may_hold[after_next],
        trump=NO_TRUMP if trump is None else int(trump),
        trick=tuple(card.index for card in view.trick),
        rival=(None, after, after_next).index(rival_of(view)),
    )


def rival_of(view: View) -> Seat | None:
    """
    Return the opponent who must be stopped: he is about to win the match, and the viewer is not.

    Expected is that everybody goes on taking tricks by his target. The rival then comes within one
    of the number that wins the match, and ahead of the viewer. `None` where nobody must be stopped.
    """
    rules, viewer = view.rules, view.viewer
    assert viewer is not None, "only a seat has rivals"
    coming = 1 - sum(view.won) / rules.hand_size
    tricks = [won + target * coming for won, target in zip(view.won, view.targets, strict=True)]
    if rules.end is End.TRICKS and rules.tricks is not None:
        wanted, reached = rules.tricks - 1, tricks
    elif rules.end is End.POINTS and rules.points is not None:
        wanted = rules.points - 1
        reached = [
            total + took - target
            for total, took, target in zip(view.totals, tricks, view.targets, strict=True)
        ]
    else:
        return None
    best = max((seat for seat in SEATS if seat is not viewer), key=lambda seat: reached[seat])
    return best if reached[best] >= wanted and reached[best] > reached[viewer] else None
