"""
What a hand is worth to `corporal`, in hundredths of a trick.

A hand's worth is a sum over its suits: what the length is worth, what each honour adds in a suit of
that length, and what short plain suits are worth to somebody with many trumps. The figures are
least-squares fits to the tricks taken in 1.5 to 3 million deals that `corporal` played against
itself, each stage of a deal for itself. What they leave open (standard deviation) is about 1.2
tricks where the hand is complete and there are trumps, 1.8 tricks before the kitty, and half a
trick more at no trump.
"""

from dataclasses import dataclass
from typing import Final

from sergeantmajor.cards import RANKS_PER_SUIT, Suit
from sergeantmajor.rules import Contract

_SUIT_RANKS: Final = (1 << RANKS_PER_SUIT) - 1
_TEN: Final = 8
"""The rank of the lowest honour."""

Five = tuple[int, int, int, int, int]
Six = tuple[int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Worth:
    """
    Figures for one state of knowledge, in hundredths of a trick.

    Attributes:
        plain: By length of a plain suit, from 0; longer ones count as the last.
        plain_honours: Ten, jack, queen, king, ace of a plain suit; each by its suit's length from
            1; in longer ones as in the last.
        trumps: By length of the trump suit, from 0; longer ones count as the last.
        trump_honours: Ten, jack, queen, king, ace of trumps.
        void: An empty plain suit, for each trump over five (a loss under five).
        single: A plain suit of one card, likewise.
        base: Added to every hand.
    """

    plain: tuple[int, ...]
    plain_honours: tuple[Six, Six, Six, Six, Six]
    trumps: tuple[int, ...] = ()
    trump_honours: Five = (0, 0, 0, 0, 0)
    void: int = 0
    single: int = 0
    base: int = 0

    def trump_suit(self, ranks: int) -> int:
        """Return what a trump suit is worth, by a mask of its ranks (bit 0 the two)."""
        worth = self.trumps[min(ranks.bit_count(), len(self.trumps) - 1)]
        for rank, honour in enumerate(self.trump_honours, _TEN):
            worth += honour if ranks >> rank & 1 else 0
        return worth

    def plain_suit(self, ranks: int) -> int:
        """Return what a plain suit is worth by itself, by a mask of its ranks."""
        length = ranks.bit_count()
        worth = self.plain[min(length, len(self.plain) - 1)]
        for rank, honour in enumerate(self.plain_honours, _TEN):
            worth += honour[min(length, len(honour)) - 1] if ranks >> rank & 1 else 0
        return worth

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
        trumps=(-5, 53, 134, 228, 340, 454, 563, 655, 728, 781, 801),
        trump_honours=(23, 37, 55, 77, 104),
        plain=(-27, -9, 0, 0, 2, 11, 56, 83, 89),
        plain_honours=(
            (4, 5, 11, 16, 21, 15),
            (3, 14, 21, 27, 34, 25),
            (20, 30, 37, 44, 53, 43),
            (42, 60, 67, 74, 84, 80),
            (86, 96, 104, 110, 116, 115),
        ),
        void=24,
        single=15,
    ),
    Worth(
        plain=(73, 60, 36, 0, -47, -105, -185, -202, -196),
        plain_honours=(
            (10, 18, 22, 25, 34, 41),
            (30, 40, 42, 44, 50, 67),
            (55, 73, 76, 73, 78, 104),
            (110, 119, 109, 102, 106, 138),
            (162, 165, 158, 155, 156, 178),
        ),
        base=391,
    ),
)
"""To the declarer, as dealt: the kitty and the discard are still to come."""

KEEPING_BLIND: Final = Stage(
    Worth(
        trumps=(160, 150, 163, 186, 217, 245, 271, 288, 288, 273, 239),
        trump_honours=(26, 39, 57, 81, 104),
        plain=(204, 131, 60, 0, -37, -57, -71, -119, -189),
        plain_honours=(
            (6, 11, 19, 22, 18, 12),
            (14, 24, 35, 37, 33, 21),
            (28, 46, 58, 57, 50, 38),
            (60, 85, 89, 86, 80, 71),
            (109, 115, 113, 110, 109, 107),
        ),
        void=15,
        single=7,
    ),
    Worth(
        plain=(-18, -17, -5, 0, 7, 8, -8, 18, 50),
        plain_honours=(
            (20, 20, 26, 32, 36, 37),
            (35, 39, 47, 51, 55, 63),
            (63, 72, 79, 78, 85, 100),
            (105, 114, 107, 104, 111, 136),
            (168, 156, 147, 142, 149, 174),
        ),
        base=135,
    ),
)
"""To the declarer, after his discard and before a kitty that he has not seen."""

KEEPING_SEEN: Final = Stage(
    Worth(
        trumps=(-334, -298, -230, -147, -47, 60, 171, 277, 363, 430, 475),
        trump_honours=(32, 48, 69, 94, 121),
        plain=(39, 37, 32, 0, -3, 34, 109, 155, 168),
        plain_honours=(
            (-1, 1, 13, 27, 31, 21),
            (2, 5, 32, 45, 47, 36),
            (9, 28, 62, 67, 66, 53),
            (12, 82, 100, 101, 95, 88),
            (111, 130, 135, 127, 120, 123),
        ),
        void=28,
        single=18,
    ),
    Worth(
        plain=(275, 177, 93, 0, -91, -188, -326, -368, -389),
        plain_honours=(
            (17, 14, 19, 29, 37, 52),
            (32, 26, 44, 50, 56, 83),
            (48, 58, 85, 81, 85, 118),
            (58, 128, 125, 111, 111, 153),
            (194, 190, 173, 159, 155, 192),
        ),
        base=324,
    ),
)
"""To the declarer, after the kitty and the discard."""

DEFENDING: Final = Stage(
    Worth(
        trumps=(-319, -280, -228, -149, -42, 79, 200, 311, 418, 522, 598),
        trump_honours=(23, 36, 54, 77, 103),
        plain=(25, 16, 0, 0, 30, 83, 145, 167, 173),
        plain_honours=(
            (5, 6, 12, 17, 15, 10),
            (6, 12, 30, 28, 22, 15),
            (14, 25, 53, 46, 37, 25),
            (17, 79, 83, 74, 61, 47),
            (112, 116, 116, 109, 100, 88),
        ),
        void=21,
        single=13,
    ),
    Worth(
        plain=(82, 64, 38, 0, -36, -73, -151, -170, -178),
        plain_honours=(
            (11, 13, 19, 28, 31, 40),
            (19, 27, 44, 48, 46, 64),
            (31, 45, 85, 76, 72, 101),
            (33, 119, 124, 108, 101, 137),
            (169, 168, 165, 159, 146, 181),
        ),
        base=77,
    ),
)
"""To the two others, who hold what they will play with."""

UNDECIDED: Final = Worth(
    plain=(-52, -37, -23, 0, 50, 121, 196, 224, 234),
    plain_honours=(
        (4, 5, 13, 20, 18, 13),
        (6, 11, 29, 32, 27, 20),
        (12, 23, 54, 50, 41, 28),
        (18, 77, 84, 76, 62, 46),
        (107, 113, 115, 108, 97, 80),
    ),
    base=-162,
)
"""To the two others before anybody knows the trump suit: every suit may be it."""
