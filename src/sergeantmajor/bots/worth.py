"""
What a hand is worth to `corporal`, in hundredths of a trick.

A hand's worth is a sum over its suits: what the length is worth, then what each honour adds, then
what short plain suits are worth to somebody with many trumps. The figures are least-squares fits to
the tricks taken in 800,000 deals that `corporal` played against itself with random contracts and
discards; what they leave open is about 1.1 tricks where the hand is complete and the trump known,
and 1.6 before the kitty.
"""

from dataclasses import dataclass
from typing import Final

from sergeantmajor.cards import RANKS_PER_SUIT, Suit
from sergeantmajor.rules import Contract

_SUIT_RANKS: Final = (1 << RANKS_PER_SUIT) - 1
_ACE, _KING, _QUEEN, _JACK, _TEN = (1 << rank for rank in (12, 11, 10, 9, 8))


@dataclass(frozen=True, slots=True)
class Worth:
    """
    Figures for one state of knowledge, in hundredths of a trick.

    Attributes:
        trumps: By length of the trump suit, from 0; longer ones count as the last.
        trump_honours: Ten, jack, queen, king, ace of trumps.
        plain: By length of a plain suit, from 0; longer ones count as the last.
        plain_honours: Jack, queen, king, ace of a plain suit.
        bare_king: A king alone in its plain suit.
        short_queen: A queen in a plain suit of one or two.
        void: An empty plain suit, for each trump over five (a loss under five).
        single: A plain suit of one card, likewise.
        base: Added where there is no trump.
    """

    trumps: tuple[int, ...]
    trump_honours: tuple[int, int, int, int, int]
    plain: tuple[int, ...]
    plain_honours: tuple[int, int, int, int]
    bare_king: int
    short_queen: int
    void: int = 0
    single: int = 0
    base: int = 0

    def trump_suit(self, ranks: int) -> int:
        """Return what a trump suit is worth, by a mask of its ranks (bit 0 the two)."""
        ten, jack, queen, king, ace = self.trump_honours
        length = ranks.bit_count()
        worth = self.trumps[min(length, len(self.trumps) - 1)]
        worth += ten if ranks & _TEN else 0
        worth += jack if ranks & _JACK else 0
        worth += queen if ranks & _QUEEN else 0
        worth += king if ranks & _KING else 0
        return worth + (ace if ranks & _ACE else 0)

    def plain_suit(self, ranks: int) -> int:
        """Return what a plain suit is worth by itself, by a mask of its ranks."""
        jack, queen, king, ace = self.plain_honours
        length = ranks.bit_count()
        worth = self.plain[min(length, len(self.plain) - 1)]
        worth += jack if ranks & _JACK else 0
        if ranks & _QUEEN:
            worth += queen + (self.short_queen if length <= 2 else 0)
        if ranks & _KING:
            worth += king + (self.bare_king if length == 1 else 0)
        return worth + (ace if ranks & _ACE else 0)

    def shortness(self, length: int, trumps: int) -> int:
        """Return what a plain suit's shortness is worth to somebody with so many trumps."""
        return (trumps - 5) * (self.void if length == 0 else self.single if length == 1 else 0)

    def hand(self, cards: int, trump: Suit | None) -> int:
        """Return what a hand is worth, by its mask, with that trump suit or none."""
        worth = self.base
        trumps = 0
        if trump is not None:
            ranks = ranks_of(cards, trump)
            trumps = ranks.bit_count()
            worth += self.trump_suit(ranks)
        for suit in Suit:
            if suit is not trump:
                ranks = ranks_of(cards, suit)
                worth += self.plain_suit(ranks)
                if trump is not None:
                    worth += self.shortness(ranks.bit_count(), trumps)
        return worth


def ranks_of(cards: int, suit: Suit) -> int:
    """Return the ranks of one suit in a mask of cards: bit 0 the two, bit 12 the ace."""
    return cards >> (RANKS_PER_SUIT * suit) & _SUIT_RANKS


@dataclass(frozen=True, slots=True)
class Stage:
    """
    What hands are worth at one stage of a deal.

    Attributes:
        trump: Where a suit is trump.
        no_trump: Where none is.
    """

    trump: Worth
    no_trump: Worth

    def hand(self, cards: int, contract: Contract) -> int:
        """Return what a hand is worth with a contract, by its mask."""
        worth = self.no_trump if contract.trump is None else self.trump
        return worth.hand(cards, contract.trump)


DECLARING: Final = Stage(
    Worth(
        trumps=(187, 208, 247, 297, 364, 432, 496, 545, 581, 607),
        trump_honours=(30, 44, 63, 84, 105),
        plain=(66, 49, 25, 0, -17, -25, -27, -29),
        plain_honours=(21, 44, 75, 89),
        bare_king=-29,
        short_queen=-15,
        void=16,
        single=10,
    ),
    Worth(
        trumps=(),
        trump_honours=(0, 0, 0, 0, 0),
        plain=(109, 97, 57, 0, -68, -132, -184, -215),
        plain_honours=(31, 66, 105, 128),
        bare_king=-17,
        short_queen=-20,
        base=491,
    ),
)
"""To the declarer, as dealt: the kitty and the discard are still to come."""

KEEPING_BLIND: Final = Stage(
    Worth(
        trumps=(209, 209, 210, 218, 240, 263, 282, 284, 284),
        trump_honours=(28, 43, 62, 83, 104),
        plain=(223, 144, 66, 0, -49, -93, -149, -233),
        plain_honours=(25, 52, 85, 99),
        bare_king=-19,
        short_queen=-9,
        void=17,
        single=8,
    ),
    Worth(
        trumps=(),
        trump_honours=(0, 0, 0, 0, 0),
        plain=(66, 56, 45, 0, -34, -55, -57, -57),
        plain_honours=(33, 70, 106, 126),
        bare_king=-15,
        short_queen=-15,
        base=222,
    ),
)
"""To the declarer, after his discard and before a kitty that he has not seen."""

KEEPING_SEEN: Final = Stage(
    Worth(
        trumps=(-90, -74, -47, -3, 74, 153, 243, 324, 370, 402, 426),
        trump_honours=(35, 49, 71, 95, 119),
        plain=(98, 74, 45, 0, -21, -9, 11, 11),
        plain_honours=(27, 60, 94, 108),
        bare_king=-87,
        short_queen=-43,
        void=31,
        single=18,
    ),
    Worth(
        trumps=(),
        trump_honours=(0, 0, 0, 0, 0),
        plain=(234, 153, 93, 0, -121, -239, -292, -320),
        plain_honours=(34, 75, 122, 150),
        bare_king=-106,
        short_queen=-52,
        base=494,
    ),
)
"""To the declarer, after the kitty and the discard."""

DEFENDING: Final = Stage(
    Worth(
        trumps=(-240, -207, -159, -89, 11, 124, 234, 351, 452, 539),
        trump_honours=(28, 41, 61, 85, 109),
        plain=(-4, -3, -10, 0, 25, 64, 101, 119),
        plain_honours=(23, 49, 86, 106),
        bare_king=-78,
        short_queen=-34,
        void=22,
        single=14,
    ),
    Worth(
        trumps=(),
        trump_honours=(0, 0, 0, 0, 0),
        plain=(74, 49, 29, 0, -55, -114, -131, -143),
        plain_honours=(36, 74, 119, 144),
        bare_king=-100,
        short_queen=-51,
        base=242,
    ),
)
"""To the two others, who hold what they will play with."""

UNDECIDED: Final = Worth(
    trumps=(),
    trump_honours=(0, 0, 0, 0, 0),
    plain=(-73, -53, -33, 0, 49, 105, 152, 179),
    plain_honours=(27, 52, 84, 104),
    bare_king=-73,
    short_queen=-36,
    base=-94,
)
"""To the two others before anybody knows the trump suit: every suit may be it."""
