"""
`corporal`'s card play: one function over masks and small integers.

Each card that may be played gets points, and the one with most points is played; among equals, the
one with the lowest index. All is integer arithmetic, `>> 8` rounds towards minus infinity, and
nothing is random, so that the same function in another language plays the same cards.

What the points say, in words. Following: take the trick with the cheapest card that takes it unless
that card is worth more later; never with more than is needed when last to play; else throw what is
worth least, and no trump on a trick that it does not take. Leading: draw trumps from strength, cash
winners while they are safe, and establish long suits from below.

The weights were found by evolution (CMA-ES) over some hundred million deals in six seatings against
`greedy/1`, `random/1` and earlier weights, at trump contracts and at no trump. Only weights whose
loss costs something are left (docs/decisions/0050).
"""

from typing import Final, NamedTuple

from sergeantmajor.cards import CARDS, SUIT_MASKS

NO_TRUMP: Final = 4
"""As a trump suit: there is none."""

# Pairs: the first while others may have trumps, the second when they have none (or there are none).

# Leading any card: for its rank.
LEAD_RANK: Final = 11
# Leading a trump: by how many higher ones are out (0, 1, 2, more); if nobody else has any.
LEAD_TRUMP: Final = (146, -361, -334, -306)
LEAD_LAST_TRUMP: Final = -73
# While others may have trumps: for each own trump, for each that is out, for each sure winner in a
# plain suit, and for each opponent who has no trump.
DRAW_OWN: Final = 214
DRAW_OUT: Final = -174
DRAW_WINNERS: Final = 134
DRAW_ONE: Final = -104
# Leading the highest card out of a plain suit: for each own card of it, for each that is out.
CASH_LENGTH: Final = (101, 70)
CASH_OUT: Final = (-64, -57)
# Leading another card of a plain suit: by how many higher ones are out (1, 2, more); for each own
# card of it, for each that is out; from under the highest out; from under one with one above it.
LOW_HIGHER: Final = ((104, 87, 126), (0, 0, 42))
LOW_LENGTH: Final = (104, 69)
LOW_OUT: Final = (-74, -49)
LOW_UNDER_HIGHEST: Final = (-229, -172)
LOW_UNDER_SECOND: Final = (83, 75)
# Leading a plain suit that the next player, or the one after, does not have.
NEXT_VOID: Final = 79
AFTER_VOID: Final = 72

# Taking the trick from who holds it, as second and as last to play: following suit where there is a
# trump suit, following suit at no trump, ruffing.
TAKE: Final = ((487, 530, 1010), (476, 843, 791))

# Against a rival who is about to win the match: less for taking the trick, when last to play, from
# the other player, and, when second, from the rival who led, since the other still plays.
SPARE_OTHER: Final = 345
SPARE_LEADER: Final = 215

# What a card is worth if kept; counted (cards in hand − 1) times so many 256ths, at most once.
KEEP_SCALE: Final = 24
# A trump: by how many higher ones are out (0, 1, 2, more), and for its rank.
KEEP_TRUMP: Final = (235, 282, 218, 250)
KEEP_TRUMP_RANK: Final = 29
# A plain card: for its rank, for each higher one that is out, for each card of its suit that is
# out, for each own card of it; if it is the highest out; at no trump, if it is the highest, or has
# one above it; and if it lies under an own card that is the highest.
KEEP_RANK: Final = 7
KEEP_HIGHER: Final = -12
KEEP_OUT: Final = 14
KEEP_LENGTH: Final = -39
KEEP_HIGHEST: Final = (49, 171)
KEEP_NO_TRUMP: Final = (324, 134)
KEEP_UNDER_HIGHEST: Final = -86


class Situation(NamedTuple):
    """
    What a hand knows when it is to play. Masks are `CardSet.mask`.

    Attributes:
        legal: The cards that may be played, at least one.
        hand: The hand, `legal` among it.
        may_next: The cards that the player after this one may hold.
        may_after: The cards that the player after that one may hold.
        trump: The trump suit, 0 to 3, or `NO_TRUMP`.
        trick: Indices of the cards on the table, in the order played: none to two.
        rival: Whose tricks matter more than the other's, since he is about to win the match: 1 the
            next player, 2 the one after; 0 nobody's.
    """

    legal: int
    hand: int
    may_next: int
    may_after: int
    trump: int
    trick: tuple[int, ...]
    rival: int = 0


_MASKS: Final = (*SUIT_MASKS, 0)
_SUIT: Final = tuple(int(card.suit) for card in CARDS)
_RANK: Final = tuple(int(card.rank) for card in CARDS)
_ABOVE: Final = tuple(SUIT_MASKS[card.suit] & ~((card.bit << 1) - 1) for card in CARDS)
"""By card: the higher cards of its suit."""


def corporal_play(at: Situation) -> int:
    """Return the index of the card to play: most points, then the lowest index."""
    if not at.legal & (at.legal - 1):
        return at.legal.bit_length() - 1
    points = card_points(at)
    return max(points, key=points.__getitem__)


def card_points(at: Situation) -> dict[int, int]:
    """
    Return the points of each card that is worth a thought, by its index, in rising order.

    When leading, those are all; when following, see `_sensible`.
    """
    return _follow(at) if at.trick else _lead(at)


def _lead(at: Situation) -> dict[int, int]:
    """Return the points of each card for leading it."""
    hand, trump = at.hand, at.trump
    out = at.may_next | at.may_after
    trumps = _MASKS[trump]
    safe = 0 if out & trumps else 1
    drawing = LEAD_LAST_TRUMP if safe else _drawing(at)
    found = {}
    left = at.legal
    while left:
        bit = left & -left
        left ^= bit
        card = bit.bit_length() - 1
        suit = _SUIT[card]
        higher = (out & _ABOVE[card]).bit_count()
        points = LEAD_RANK * _RANK[card]
        if suit == trump:
            points += LEAD_TRUMP[min(higher, 3)] + drawing
        else:
            mask = SUIT_MASKS[suit]
            length, others = (hand & mask).bit_count(), (out & mask).bit_count()
            if not higher:
                points += CASH_LENGTH[safe] * length + CASH_OUT[safe] * others
            else:
                points += LOW_HIGHER[safe][min(higher, 3) - 1]
                points += LOW_LENGTH[safe] * length + LOW_OUT[safe] * others
                top = (hand & mask).bit_length() - 1
                above = (out & _ABOVE[top]).bit_count()
                if above == 0:
                    points += LOW_UNDER_HIGHEST[safe]
                elif above == 1 and card != top:
                    points += LOW_UNDER_SECOND[safe]
            if not at.may_next & mask:
                points += NEXT_VOID
            if not at.may_after & mask:
                points += AFTER_VOID
        found[card] = points
    return found


def _drawing(at: Situation) -> int:
    """Return what it is worth to draw trumps, while others may have some."""
    out = at.may_next | at.may_after
    trumps = _MASKS[at.trump]
    points = DRAW_OWN * (at.hand & trumps).bit_count() + DRAW_OUT * (out & trumps).bit_count()
    for suit, mask in enumerate(SUIT_MASKS):
        if suit != at.trump:
            winners = at.hand & mask & ~((1 << (out & mask).bit_length()) - 1)
            points += DRAW_WINNERS * winners.bit_count()
    return points + DRAW_ONE * ((not at.may_next & trumps) + (not at.may_after & trumps))


def _follow(at: Situation) -> dict[int, int]:
    """Return the points of each sensible card for playing it to a trick that another led."""
    trump, trick = at.trump, at.trick
    led = _SUIT[trick[0]]
    takes = _taking(trick[0], trump)
    # Who holds the trick: 1 the next player, 2 the one after, who leads when this one is second.
    holder = 3 - len(trick)
    if len(trick) == 2 and takes >> trick[1] & 1:
        takes = _taking(trick[1], trump)
        holder = 2
    spare = 0
    if at.rival:
        if len(trick) == 2:
            spare = SPARE_OTHER if holder != at.rival else 0
        else:
            spare = SPARE_LEADER if holder == at.rival else 0
    following, following_free, ruffing = TAKE[len(trick) - 1]
    scale = min(256, (at.hand.bit_count() - 1) * KEEP_SCALE)
    found = {}
    left = _sensible(at, led, takes)
    while left:
        bit = left & -left
        left ^= bit
        card = bit.bit_length() - 1
        points = 0
        if takes & bit:
            ruffs = _SUIT[card] != led
            points = ruffing if ruffs else following_free if trump == NO_TRUMP else following
            points -= spare
        found[card] = points - (_keep(card, at) * scale >> 8)
    return found


def _taking(holder: int, trump: int) -> int:
    """Return a mask of the cards that take a trick from the card that holds it."""
    return _ABOVE[holder] | (_MASKS[trump] if _SUIT[holder] != trump else 0)


def _sensible(at: Situation, led: int, takes: int) -> int:
    """
    Return a mask of the cards worth a thought when following; there is always one.

    Of the cards of a suit that do not take the trick, only the lowest, and no trump on another suit
    while there is something else to throw; of those that do, when last to play, only the lowest.
    """
    throws = ~takes
    if led != at.trump and at.legal & ~_MASKS[at.trump]:
        throws &= ~_MASKS[at.trump]
    cards = 0
    for mask in SUIT_MASKS:
        taking, throwing = at.legal & takes & mask, at.legal & throws & mask
        cards |= (throwing & -throwing) | (taking & -taking if len(at.trick) == 2 else taking)
    return cards


def _keep(card: int, at: Situation) -> int:
    """Return what a card is worth if it is kept, before the scale."""
    out = at.may_next | at.may_after
    suit = _SUIT[card]
    mask = SUIT_MASKS[suit]
    higher = (out & _ABOVE[card]).bit_count()
    if suit == at.trump:
        keep = KEEP_TRUMP[min(higher, 3)] + KEEP_TRUMP_RANK * _RANK[card]
    else:
        keep = KEEP_RANK * _RANK[card] + KEEP_HIGHER * higher
        keep += KEEP_OUT * (out & mask).bit_count() + KEEP_LENGTH * (at.hand & mask).bit_count()
        if at.trump == NO_TRUMP:
            keep += KEEP_NO_TRUMP[higher] if higher < 2 else 0
        elif not higher:
            keep += KEEP_HIGHEST[0 if out & _MASKS[at.trump] else 1]
    top = (at.hand & mask).bit_length() - 1
    if card != top and not out & _ABOVE[top]:
        keep += KEEP_UNDER_HIGHEST
    return keep
