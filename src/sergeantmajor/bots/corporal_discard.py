"""
`corporal` at the kitty: which cards it lays away.

Of each suit the lowest go first, so that only their number is to be chosen: with four cards and
four suits there are 35 ways. The one whose rest is worth most is taken: voids and lost low cards
against unguarded honours and spent trumps.
"""

from collections.abc import Iterator

from sergeantmajor.bots.worth import KEEPING_BLIND, KEEPING_SEEN, ranks_of
from sergeantmajor.cards import RANKS_PER_SUIT, Suit
from sergeantmajor.rules import Contract, Kitty


def choose_discard(hand: int, contract: Contract, kitty: Kitty, size: int) -> int:
    """
    Return a mask of the cards to lay away.

    Args:
        hand: Mask of the declarer's hand: without the kitty where that is blind.
        contract: The contract.
        kitty: Whether the kitty has been seen.
        size: How many cards go.
    """
    stage = KEEPING_SEEN if kitty is Kitty.SEEN else KEEPING_BLIND
    trump = contract.trump
    worth = stage.no_trump if trump is None else stage.trump
    holdings = [ranks_of(hand, suit) for suit in Suit]
    # By suit: what is left, and what that is worth, after 0, 1, … of its lowest cards have gone.
    rests = [_without_lowest(holding, size) for holding in holdings]
    values = [
        [
            worth.trump_suit(rest) if suit is trump else worth.plain_suit(rest)
            for rest in rests[suit]
        ]
        for suit in Suit
    ]
    best: tuple[int, tuple[int, ...]] | None = None
    for numbers in _splits(size, [len(rest) - 1 for rest in rests]):
        value = sum(values[suit][number] for suit, number in enumerate(numbers))
        if trump is not None:
            trumps = rests[trump][numbers[trump]].bit_count()
            value += sum(
                worth.shortness(rests[suit][number].bit_count(), trumps)
                for suit, number in enumerate(numbers)
                if suit != trump
            )
        if best is None or value > best[0]:
            best = value, numbers
    assert best is not None, "a hand holds at least as many cards as the kitty"
    kept = 0
    for suit, number in enumerate(best[1]):
        kept |= rests[suit][number] << (RANKS_PER_SUIT * suit)
    return hand & ~kept


def _without_lowest(ranks: int, most: int) -> list[int]:
    """Return a suit's ranks, then without the lowest, the two lowest, … at most so many."""
    rests = [ranks]
    while ranks and len(rests) <= most:
        ranks &= ranks - 1
        rests.append(ranks)
    return rests


def _splits(size: int, limits: list[int]) -> Iterator[tuple[int, ...]]:
    """Give every way of splitting a number over some places with limits, in rising order."""
    if not limits:
        if size == 0:
            yield ()
        return
    for number in range(min(size, limits[0]) + 1):
        for rest in _splits(size - number, limits[1:]):
            yield (number, *rest)
