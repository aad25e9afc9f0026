"""
A trick: which cards may be played to it, and who holds it.

On bits of hands, as the judge asks this for every play of every deal.
"""

from collections.abc import Iterable

from sergeantmajor.cards import SUIT_MASKS, Card, Suit
from sergeantmajor.rules import Rules


def playable(rules: Rules, trick: tuple[Card, ...], trump: Suit | None, held: int) -> int:
    """
    Return the bits of the cards of a hand that may be played (R-PLAY).

    Any card may be led; the suit led must be followed. `must-trump` and `must-beat` narrow the
    choice but never empty it.

    Args:
        rules: The rule set.
        trick: The cards on the table, in the order played: 0 to 2.
        trump: The trump suit; `None` at no trump.
        held: The bits of the hand.
    """
    if not trick:
        return held
    led = trick[0].suit
    follow = held & SUIT_MASKS[led]
    if not (rules.must_trump or rules.must_beat):
        return follow or held
    ruffs = [card for card in trick if card.suit is trump]
    if follow:
        if rules.must_beat and (led is trump or not ruffs):
            return _above(follow, (card for card in trick if card.suit is led)) or follow
        return follow
    trumps = 0 if trump is None else held & SUIT_MASKS[trump]
    allowed = trumps if rules.must_trump and trumps else held
    if rules.must_beat:
        over = _above(trumps, ruffs)
        if over:
            allowed &= ~(trumps & ~over)
    return allowed


def _above(mask: int, cards: Iterable[Card]) -> int:
    """Return the bits above all of some cards of the same suit."""
    for card in cards:
        mask &= ~((card.bit << 1) - 1)
    return mask


def best_of(trick: tuple[Card, ...], trump: Suit | None) -> int:
    """Return the place in a trick (from 0) of the card that wins so far (R-PLAY-4)."""
    best = 0
    for place in range(1, len(trick)):
        card, holder = trick[place], trick[best]
        if card.index > holder.index if card.suit is holder.suit else card.suit is trump:
            best = place
    return best
