"""
`corporal` in the exchange: what it gives, or whom it asks for which suit.

Only the lowest card of a suit is worth giving: the same card comes back for it as for a higher one
(R-EXCH-3). What counts is what may come back: the down player returns his highest of the suit, so
each card that he may hold is weighed with the chance that it is his highest.
"""

from sergeantmajor.bots.worth import DECLARING, DEFENDING, KEEPING_SEEN, UNDECIDED, Stage
from sergeantmajor.cards import CARDS, SUIT_MASKS, Seat, Suit
from sergeantmajor.knowledge import Knowledge
from sergeantmajor.rules import PhaseOrder
from sergeantmajor.view import View


def gain_of(view: View, know: Knowledge, down: Seat, suit: Suit) -> float:
    """
    Return what an exchange of the lowest card of a suit is expected to gain.

    Args:
        view: The view of the up player, to act.
        know: What follows from it.
        down: Who would return a card.
        suit: A suit that the up player holds.

    Returns:
        Hundredths of a trick, 0 where the card is bound to come straight back.
    """
    assert view.hand is not None, "only a seat with a hand exchanges"
    hand = view.hand.mask
    held = hand & SUIT_MASKS[suit]
    given = held & -held
    before = _worth(view, hand)
    gain = 0.0
    chance = 1.0  # that he holds nothing higher than the cards looked at so far
    for highest in _falling(know.may_hold[down] & SUIT_MASKS[suit] & ~(2 * given - 1)):
        holds = _chance(view, know, down, highest)
        gain += chance * holds * (_worth(view, hand ^ given | highest) - before)
        chance *= 1 - holds
    return gain


def _falling(cards: int) -> list[int]:
    """Return the bits of a mask, from the highest down."""
    return [card.bit for card in reversed(CARDS) if card.bit & cards]


def _chance(view: View, know: Knowledge, down: Seat, card: int) -> float:
    """Return how likely a seat holds a card, by how much room there is elsewhere for it."""
    room = know.hidden + sum(
        count
        for seat, count in enumerate(view.counts)
        if seat != view.viewer and know.may_hold[seat] & card
    )
    return view.counts[down] / room


def _worth(view: View, hand: int) -> int:
    """Return what a hand is worth to the viewer at this stage of the deal."""
    declares = view.viewer is view.declarer
    if view.contract is not None:
        return _stage(view, declares=declares).hand(hand, view.contract)
    if declares:
        return max(DECLARING.hand(hand, contract) for contract in view.contracts)
    return UNDECIDED.hand(hand, None)


def _stage(view: View, *, declares: bool) -> Stage:
    if not declares:
        return DEFENDING
    kitty_came = view.rules.phases is PhaseOrder.CONTRACT_KITTY_EXCHANGE
    return KEEPING_SEEN if kitty_came else DECLARING
