"""
`corporal`'s card play: one function over masks and small integers.

Each card that may be played gets points, and the one with most points is played; among equals, the
one with the lowest index. All is integer arithmetic, `>> 8` rounds towards minus infinity, and
nothing is random, so that the same function in another language plays the same cards.

What the points say, in words: when following, take the trick with the cheapest card that takes it,
unless what it costs is worth more later; else throw what is worth least. When leading, draw trumps
from strength, cash winners while they are safe, and establish long suits from below. The weights
were found by evolution (CMA-ES) over some hundred million deals in six seatings against `greedy/1`,
`random/1` and earlier weights, at trump contracts and at no trump; one trick is worth about 400.
"""

from typing import Final, NamedTuple

from sergeantmajor.cards import CARDS, RANKS_PER_SUIT, SUIT_MASKS

NO_TRUMP: Final = 4
"""As a trump suit: there is none."""

# Leading any card: the chance that it is not beaten, with the next player's and the third
# player's chances to beat it taken at so many 256ths; less so much for each rank.
LEAD_THROUGH: Final = 82
LEAD_NEXT: Final = 78
LEAD_AFTER: Final = 217
LEAD_RANK: Final = -11
# Leading trumps: by how many higher ones are out (0, 1, 2, more) and for each of these.
TRUMP_LEAD: Final = (93, -373, -318, -359)
TRUMP_HIGHER: Final = -20
# While others may have trumps: for each own trump, each that is out, each winner in a plain suit,
# each own trump above all that are out, each opponent who has none.
DRAW_OWN: Final = 167
DRAW_OUT: Final = -177
DRAW_WINNERS: Final = 74
DRAW_TOP: Final = 43
DRAW_ONE: Final = -107
# When nobody else has trumps.
TRUMP_LAST: Final = -65
# Leading the highest card out of a plain suit: for each own card of it, and each that is out;
# while others may have trumps, and when they have none.
WINNER_LENGTH: Final = (34, 59)
WINNER_OUT: Final = (-57, -57)
# Leading another card of a plain suit, likewise: by how many higher ones are out (1, 2, more), for
# each of these, for each own card of the suit, for each that is out; if the hand also holds the
# highest, or a higher one with just one above it.
LOW_LEAD: Final = ((85, 80, 140), (11, 35, 72))
LOW_HIGHER: Final = (2, 5)
LOW_LENGTH: Final = (61, 78)
LOW_OUT: Final = (-78, -61)
LOW_UNDER_HIGHEST: Final = -250
LOW_UNDER_SECOND: Final = (77, 28)
# Leading a plain suit that the next player, or the third, does not have.
NEXT_VOID: Final = 81
AFTER_VOID: Final = 45

# Taking the trick when last to play: following suit under a trump contract, at no trump, ruffing.
LAST_TAKES: Final = 476
LAST_TAKES_FREE: Final = 623
LAST_RUFFS: Final = 748
# Taking the lead of the trick when second, likewise; weighed with the chance that it stays taken,
# in which the third player's chance to beat the card counts so many 256ths (ruffing: so many).
SECOND_TAKES: Final = 430
SECOND_TAKES_FREE: Final = 478
SECOND_RUFFS: Final = 1296
SECOND_BEATEN: Final = 31
SECOND_BEATEN_RUFFING: Final = 27
# When second, taking it with the highest card out of its suit.
SECOND_HIGHEST: Final = 12

# What a card is worth if kept. All of it counts (own cards - 1) times so many 256ths, at most once.
KEEP_SCALE: Final = 45
# A trump: by how many higher ones are out (0, 1, 2, more) and for each of these, for its rank, for
# each own trump, and if nobody else has any.
KEEP_TRUMP: Final = (277, 151, 169, 102)
KEEP_TRUMP_HIGHER: Final = 2
KEEP_TRUMP_RANK: Final = 18
KEEP_TRUMP_LENGTH: Final = 15
KEEP_TRUMP_LAST: Final = -12
# A plain card: by how many higher ones are out, while others may have trumps, when they have none
# any more, and at no trump; for each higher one, for its rank, for each card of the suit that is
# out or its own; if it lies under the highest card of the suit; and, for the highest itself, less
# for each trump that is out.
KEEP_PLAIN: Final = (49, 31, 0, -11)
KEEP_PLAIN_SAFE: Final = (209, 90, 69, -59)
KEEP_PLAIN_FREE: Final = (317, 114, 81, -35)
KEEP_PLAIN_HIGHER: Final = -10
KEEP_PLAIN_RANK: Final = 10
KEEP_PLAIN_OUT: Final = 15
KEEP_PLAIN_LENGTH: Final = -35
KEEP_UNDER_HIGHEST: Final = -67
KEEP_HIGHEST_RUFFED: Final = 3


class Situation(NamedTuple):
    """
    What a hand knows when it is to play. Masks are `CardSet.mask`.

    Attributes:
        legal: The cards that may be played, at least one.
        hand: The hand, `legal` among it.
        may_next: The cards that the player after this one may hold.
        may_after: The cards that the player after that one may hold.
        count_next: How many cards the next player holds.
        count_after: How many the other one holds.
        hidden: How many cards that were not seen are in nobody's hand.
        trump: The trump suit, 0 to 3, or `NO_TRUMP`.
        trick: Indices of the cards on the table, in the order played: none to two.
    """

    legal: int
    hand: int
    may_next: int
    may_after: int
    count_next: int
    count_after: int
    hidden: int
    trump: int
    trick: tuple[int, ...]


_MASKS: Final = (*SUIT_MASKS, 0)
_SUIT: Final = tuple(int(card.suit) for card in CARDS)
_RANK: Final = tuple(int(card.rank) for card in CARDS)
_ABOVE: Final = tuple(SUIT_MASKS[card.suit] & ~((card.bit << 1) - 1) for card in CARDS)
"""By card: the higher cards of its suit."""


def _misses() -> tuple[tuple[int, ...], ...]:
    rows = []
    for miss in range(257):
        row = [256]
        for _ in range(RANKS_PER_SUIT):
            row.append(row[-1] * miss >> 8)
        rows.append(tuple(row))
    return tuple(rows)


_MISSES: Final = _misses()
"""[m][k]: the chance, in 256ths, to miss k times in a row where one try misses m times in 256."""


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
    hand, may_next, may_after, trump = at.hand, at.may_next, at.may_after, at.trump
    out = may_next | may_after
    trumps = _MASKS[trump]
    out_trumps = (out & trumps).bit_count()
    drawing = 0
    if out_trumps and hand & trumps:
        drawing = (
            DRAW_OWN * (hand & trumps).bit_count()
            + DRAW_OUT * out_trumps
            + DRAW_TOP * _top(hand & trumps, out & trumps).bit_count()
            + DRAW_WINNERS
            * sum(
                _top(hand & _MASKS[suit], out & _MASKS[suit]).bit_count()
                for suit in range(4)
                if suit != trump
            )
            + DRAW_ONE * ((not may_next & trumps) + (not may_after & trumps))
        )
    free = 0 if out_trumps else 1
    found = {}
    left = at.legal
    while left:
        bit = left & -left
        left ^= bit
        card = bit.bit_length() - 1
        suit = _SUIT[card]
        higher = (out & _ABOVE[card]).bit_count()
        by_next = _beaten(card, suit, at, first=True) * LEAD_NEXT >> 8
        by_after = _beaten(card, suit, at, first=False) * LEAD_AFTER >> 8
        points = ((256 - by_next) * (256 - by_after) >> 8) * LEAD_THROUGH >> 8
        points -= LEAD_RANK * _RANK[card]
        if suit == trump:
            points += TRUMP_LEAD[min(higher, 3)] + TRUMP_HIGHER * higher
            points += drawing if out_trumps else TRUMP_LAST
        else:
            mask = SUIT_MASKS[suit]
            length, others = (hand & mask).bit_count(), (out & mask).bit_count()
            if not higher:
                points += WINNER_LENGTH[free] * length + WINNER_OUT[free] * others
            else:
                points += LOW_LEAD[free][min(higher, 3) - 1] + LOW_HIGHER[free] * higher
                points += LOW_LENGTH[free] * length + LOW_OUT[free] * others
                top = (hand & mask).bit_length() - 1
                above = (out & _ABOVE[top]).bit_count()
                if above == 0:
                    points += LOW_UNDER_HIGHEST
                elif above == 1 and card != top:
                    points += LOW_UNDER_SECOND[free]
            if not may_next & mask:
                points += NEXT_VOID
            if not may_after & mask:
                points += AFTER_VOID
        found[card] = points
    return found


def _follow(at: Situation) -> dict[int, int]:
    """Return the points of each card for playing it to a trick that another led."""
    hand, trump, trick = at.hand, at.trump, at.trick
    out = at.may_next | at.may_after
    out_trumps = (out & _MASKS[trump]).bit_count()
    led = _SUIT[trick[0]]
    holder = trick[0]
    if len(trick) == 2 and _wins(trick[1], holder, trump):
        holder = trick[1]
    scale = min(256, (hand.bit_count() - 1) * KEEP_SCALE)
    found = {}
    left = _sensible(at, led, holder)
    while left:
        bit = left & -left
        left ^= bit
        card = bit.bit_length() - 1
        higher = (out & _ABOVE[card]).bit_count()
        wins = _wins(card, holder, trump)
        points = _taking(card, led, at, highest=not higher) if wins else 0
        keep = _keep(card, higher, hand, out, trump, out_trumps)
        found[card] = points - (keep * scale >> 8)
    return found


def _sensible(at: Situation, led: int, holder: int) -> int:
    """
    Return a mask of the cards worth a thought; there is always one.

    Of the cards of a suit that do not take the trick, only the lowest, and no trump on another suit
    while there is something else to throw; of those that do, when last to play, only the lowest.
    """
    trumps = _MASKS[at.trump]
    taking = _ABOVE[holder] | (trumps if _SUIT[holder] != at.trump else 0)
    throwing = ~taking
    if led != at.trump and at.legal & ~trumps:
        throwing &= ~trumps
    cards = 0
    for mask in SUIT_MASKS:
        takes, throws = at.legal & taking & mask, at.legal & throwing & mask
        cards |= (throws & -throws) | (takes & -takes if len(at.trick) == 2 else takes)
    return cards


def _taking(card: int, led: int, at: Situation, *, highest: bool) -> int:
    """Return what it is worth to take the trick from who holds it."""
    ruffs = _SUIT[card] != led
    if len(at.trick) == 2:
        if ruffs:
            return LAST_RUFFS
        return LAST_TAKES_FREE if at.trump == NO_TRUMP else LAST_TAKES
    weight = SECOND_BEATEN_RUFFING if ruffs else SECOND_BEATEN
    stays = 256 - (_beaten(card, led, at, first=True) * weight >> 8)
    plain = SECOND_TAKES_FREE if at.trump == NO_TRUMP else SECOND_TAKES
    worth = SECOND_RUFFS if ruffs else plain
    return (stays * worth >> 8) + (SECOND_HIGHEST if highest else 0)


def _keep(card: int, higher: int, hand: int, out: int, trump: int, out_trumps: int) -> int:
    """Return what a card is worth if it is kept, before the scale."""
    suit = _SUIT[card]
    mask = SUIT_MASKS[suit]
    length = (hand & mask).bit_count()
    if suit == trump:
        keep = KEEP_TRUMP[min(higher, 3)] + KEEP_TRUMP_HIGHER * higher
        keep += KEEP_TRUMP_RANK * _RANK[card] + KEEP_TRUMP_LENGTH * length
        if not out_trumps:
            keep += KEEP_TRUMP_LAST
    else:
        if trump == NO_TRUMP:
            keep = KEEP_PLAIN_FREE[min(higher, 3)]
        elif not out_trumps:
            keep = KEEP_PLAIN_SAFE[min(higher, 3)]
        else:
            keep = KEEP_PLAIN[min(higher, 3)]
            if not higher:
                keep -= KEEP_HIGHEST_RUFFED * out_trumps
        keep += KEEP_PLAIN_HIGHER * higher + KEEP_PLAIN_RANK * _RANK[card]
        keep += KEEP_PLAIN_OUT * (out & mask).bit_count() + KEEP_PLAIN_LENGTH * length
    top = (hand & mask).bit_length() - 1
    if card != top and not out & _ABOVE[top]:
        keep += KEEP_UNDER_HIGHEST
    return keep


def _wins(card: int, holder: int, trump: int) -> bool:
    """Return whether a card beats the one that holds the trick."""
    suit = _SUIT[card]
    return card > holder if suit == _SUIT[holder] else suit == trump


def _top(own: int, out: int) -> int:
    """Return those of a suit's own cards that are above all that are out."""
    return own & ~((1 << out.bit_length()) - 1)


def _beaten(card: int, led: int, at: Situation, *, first: bool) -> int:
    """
    Return the chance, in 256ths, that a player can beat a card: the next one, or the one after.

    He holds each card that he may hold independently, with the chance that his share of the room
    for cards of its suit gives.
    """
    if first:
        may, count, other, other_count = at.may_next, at.count_next, at.may_after, at.count_after
    else:
        may, count, other, other_count = at.may_after, at.count_after, at.may_next, at.count_next
    mask = SUIT_MASKS[led]
    suit = _SUIT[card]
    room = count + at.hidden + (other_count if other & mask else 0)
    misses = _MISSES[256 - (256 * count // room if room else 0)]
    beats = 256 - misses[(may & _ABOVE[card]).bit_count()] if suit == led else 0
    trump = at.trump
    if trump not in (NO_TRUMP, led):
        trumps = may & SUIT_MASKS[trump]
        if suit == trump:
            trumps &= _ABOVE[card]
        if trumps:
            room = count + at.hidden + (other_count if other & SUIT_MASKS[trump] else 0)
            has_none = _MISSES[256 - (256 * count // room if room else 0)][trumps.bit_count()]
            beats += misses[(may & mask).bit_count()] * (256 - has_none) >> 8
    return min(beats, 256)
