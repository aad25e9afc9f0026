"""
Suits, ranks, seats, cards and sets of cards.

A card's `index` is 13 × suit + rank, from 0 (two of spades) to 51 (ace of clubs). A `CardSet` is
one integer with the bit `1 << index` for each card: the same layout everywhere, in the kernel too.
Cards and sets order by that index; suits stand as in bridge's notation: S, H, D, C.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Any, Final, Self, final

from sergeantmajor.errors import ParseError


class Suit(IntEnum):
    """The four suits, in the order of bridge's notation."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """`S`, `H`, `D` or `C`."""
        return SUIT_LETTERS[self]

    @classmethod
    def parse(cls, text: str) -> "Suit":
        """Return the suit of a letter `S`, `H`, `D` or `C`; `ParseError` for any other text."""
        suit = _SUITS.get(text)
        if suit is None:
            raise ParseError(f"{_quoted(text)} is no suit: expected S, H, D or C")
        return suit


class Rank(IntEnum):
    """The thirteen ranks from the two (0, lowest) to the ace (12, highest)."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    @property
    def letter(self) -> str:
        """One of `23456789TJQKA`."""
        return RANK_LETTERS[self]

    @classmethod
    def parse(cls, text: str) -> "Rank":
        """Return the rank of one of `23456789TJQKA`; `ParseError` for any other text."""
        rank = _RANKS.get(text)
        if rank is None:
            raise ParseError(f"{_quoted(text)} is no rank: expected one of {RANK_LETTERS}")
        return rank


class Seat(IntEnum):
    """A place at the table. Seat n+1 sits at the left of seat n: clockwise is 0, 1, 2, 0."""

    ZERO = 0
    ONE = 1
    TWO = 2

    @property
    def left(self) -> "Seat":
        """The seat at this one's left: the next clockwise."""
        return _LEFT[self]

    @property
    def right(self) -> "Seat":
        """The seat at this one's right: the next counter-clockwise."""
        return _RIGHT[self]

    @classmethod
    def parse(cls, text: str) -> "Seat":
        """Return the seat written `0`, `1` or `2`; `ParseError` for any other text."""
        seat = _SEATS.get(text)
        if seat is None:
            raise ParseError(f"{_quoted(text)} is no seat: expected 0, 1 or 2")
        return seat


Three = tuple[int, int, int]
"""One number for each seat."""

SUIT_LETTERS: Final = "SHDC"
RANK_LETTERS: Final = "23456789TJQKA"
RANKS_PER_SUIT: Final = 13
DECK_SIZE: Final = 52
SEATS: Final = (Seat.ZERO, Seat.ONE, Seat.TWO)
SUIT_MASKS: Final = tuple(((1 << RANKS_PER_SUIT) - 1) << (RANKS_PER_SUIT * suit) for suit in Suit)
"""By suit: the bits of its thirteen cards."""

_SUITS: Final = {suit.letter: suit for suit in Suit}
_RANKS: Final = {rank.letter: rank for rank in Rank}
_SEATS: Final = {str(int(seat)): seat for seat in Seat}
_LEFT: Final = (Seat.ONE, Seat.TWO, Seat.ZERO)
_RIGHT: Final = (Seat.TWO, Seat.ZERO, Seat.ONE)


def _quoted(text: str) -> str:
    """Return text as an error message shows it: quoted, escaped, and no longer than it helps."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


@final
class Card:
    """
    One of the 52 cards. Interned: the same card is always the same object.

    Attributes:
        suit: Its suit.
        rank: Its rank.
        index: 13 × suit + rank, 0 to 51.
        bit: `1 << index`, its bit in a `CardSet`.
        code: Suit then rank, as in records: `SA`, `DT`, `C2`.
    """

    __slots__ = ("bit", "code", "index", "rank", "suit")

    suit: Suit
    rank: Rank
    index: int
    bit: int
    code: str

    def __new__(cls, suit: Suit, rank: Rank) -> "Card":
        """Return the card of that suit and rank."""
        return CARDS[RANKS_PER_SUIT * suit + rank]

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Return the card written `SA`: upper case only; `ParseError` for any other text."""
        card = _BY_CODE.get(text)
        if card is None:
            raise ParseError(
                f"{_quoted(text)} is no card: expected a suit of SHDC"
                f" and a rank of {RANK_LETTERS}, as in SA or DT"
            )
        return card

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a card cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a card cannot be changed")

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card({self.code})"

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[Any, ...]:
        return (Card, (self.suit, self.rank))


def _make_cards() -> tuple[Card, ...]:
    cards = []
    for suit in Suit:
        for rank in Rank:
            card = object.__new__(Card)
            index = RANKS_PER_SUIT * suit + rank
            for name, value in (
                ("suit", suit),
                ("rank", rank),
                ("index", index),
                ("bit", 1 << index),
                ("code", suit.letter + rank.letter),
            ):
                object.__setattr__(card, name, value)
            cards.append(card)
    return tuple(cards)


CARDS: Final[tuple[Card, ...]] = _make_cards()
"""All 52 cards by index."""
_BY_CODE: Final = {card.code: card for card in CARDS}


@final
class CardSet:
    """
    An immutable set of cards: one 52-bit integer.

    Iterates in ascending order of index. `str` gives the dotted hand of records, spades first,
    ranks high to low: `AK5..T98742.Q63`. Set operators `| & - ^`, comparison `<=` (subset), `in`
    and `len` are as for `frozenset`; all are constant-time.

    Attributes:
        mask: The bits of the cards, `0 <= mask < 2**52`.
    """

    __slots__ = ("mask",)

    mask: int

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        mask = 0
        for card in cards:
            mask |= card.bit
        object.__setattr__(self, "mask", mask)

    @classmethod
    def of_mask(cls, mask: int) -> Self:
        """Return the set of those bits; `ValueError` outside 0 to 2**52 − 1."""
        if not 0 <= mask < 1 << DECK_SIZE:
            raise ValueError(f"a card mask has 52 bits, got {mask:#x}")
        return cls._trusted(mask)

    @classmethod
    def _trusted(cls, mask: int) -> Self:
        cards = object.__new__(cls)
        object.__setattr__(cards, "mask", mask)
        return cards

    @classmethod
    def parse(cls, text: str) -> Self:
        """
        Return the set written as a dotted hand, spades.hearts.diamonds.clubs.

        Ranks may stand in any order. `ParseError` if there are not four parts, a rank is none, or
        a card stands twice.
        """
        parts = text.split(".")
        if len(parts) != len(SUIT_LETTERS):
            raise ParseError(
                f"{_quoted(text)} is no set of cards: expected four suits parted by dots,"
                " as in AK5..T98742.Q63"
            )
        mask = 0
        for suit, ranks in zip(Suit, parts, strict=True):
            for letter in ranks:
                rank = _RANKS.get(letter)
                if rank is None:
                    raise ParseError(
                        f"{_quoted(text)} is no set of cards: {_quoted(letter)} is no rank,"
                        f" expected one of {RANK_LETTERS}"
                    )
                bit = 1 << (RANKS_PER_SUIT * suit + rank)
                if mask & bit:
                    raise ParseError(f"{_quoted(text)} holds {suit.letter}{letter} twice")
                mask |= bit
        return cls._trusted(mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a set of cards cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a set of cards cannot be changed")

    def of(self, suit: Suit) -> "CardSet":
        """Return the cards of one suit."""
        return CardSet._trusted(self.mask & SUIT_MASKS[suit])

    def highest(self, suit: Suit) -> Card | None:
        """Return the highest card of a suit, `None` if there is none."""
        mask = self.mask & SUIT_MASKS[suit]
        return CARDS[mask.bit_length() - 1] if mask else None

    def lowest(self, suit: Suit) -> Card | None:
        """Return the lowest card of a suit, `None` if there is none."""
        mask = self.mask & SUIT_MASKS[suit]
        return CARDS[(mask & -mask).bit_length() - 1] if mask else None

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        mask = self.mask
        while mask:
            low = mask & -mask
            yield CARDS[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __or__(self, other: "CardSet") -> "CardSet":
        return CardSet._trusted(self.mask | other.mask)

    def __and__(self, other: "CardSet") -> "CardSet":
        return CardSet._trusted(self.mask & other.mask)

    def __sub__(self, other: "CardSet") -> "CardSet":
        return CardSet._trusted(self.mask & ~other.mask)

    def __xor__(self, other: "CardSet") -> "CardSet":
        return CardSet._trusted(self.mask ^ other.mask)

    def __le__(self, other: "CardSet") -> bool:
        return not self.mask & ~other.mask

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CardSet):
            return NotImplemented
        return self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        return ".".join(
            "".join(RANK_LETTERS[card.rank] for card in reversed(tuple(self.of(suit))))
            for suit in Suit
        )

    def __repr__(self) -> str:
        return f"CardSet.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (CardSet.of_mask, (self.mask,))


FULL_DECK: Final = CardSet(CARDS)
NO_CARDS: Final = CardSet()
