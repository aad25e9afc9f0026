"""
The rule options: what each is called in records, and which values it takes.

The words of a rule set are enumerations whose values are their writing; `OPTIONS` lists every
option in the order in which records write them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any, Final

from sergeantmajor.cards import Suit


class Direction(StrEnum):
    """The direction of dealing and play."""

    CLOCKWISE = "cw"
    COUNTER_CLOCKWISE = "ccw"


class Role(StrEnum):
    """A role in a deal, in the order of play; targets fall in the same order."""

    DECLARER = "declarer"
    SECOND = "second"
    THIRD = "third"


class Contract(IntEnum):
    """What the declarer announces: a trump suit (the values of `Suit`) or no trump."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3
    NO_TRUMP = 4

    @property
    def letter(self) -> str:
        """`S`, `H`, `D`, `C` or `N`."""
        return CONTRACT_LETTERS[self]

    @property
    def trump(self) -> Suit | None:
        """The trump suit, `None` at no trump."""
        return None if self is Contract.NO_TRUMP else Suit(self)


CONTRACT_LETTERS: Final = "SHDCN"


class Phase(StrEnum):
    """Where a match stands."""

    DEALING = "dealing"
    """Between two deals, or before the first: nobody acts, cards are awaited."""
    EXCHANGE = "exchange"
    """A player who was up gives or draws."""
    CONTRACT = "contract"
    """The declarer announces a contract or passes."""
    DISCARD = "discard"
    """The declarer lays cards away."""
    PLAY = "play"
    """Tricks are played."""
    OVER = "over"
    """The deal, or the match, has ended."""


class PhaseOrder(StrEnum):
    """The order of the phases before play: X exchange, C contract, K kitty."""

    EXCHANGE_CONTRACT_KITTY = "XCK"
    CONTRACT_EXCHANGE_KITTY = "CXK"
    CONTRACT_KITTY_EXCHANGE = "CKX"

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The three phases in that order."""
        return tuple(_PHASE_LETTERS[letter] for letter in self.value)


_PHASE_LETTERS: Final = {"X": Phase.EXCHANGE, "C": Phase.CONTRACT, "K": Phase.DISCARD}


class Kitty(StrEnum):
    """Whether the declarer sees the kitty before he lays cards away."""

    BLIND = "blind"
    """Lay away four of sixteen, then take the kitty."""
    SEEN = "seen"
    """Take the kitty, then lay away four of twenty."""


class Exchange(StrEnum):
    """How cards are exchanged."""

    GIVE = "give"
    """The up player names the card he gives; with whom is settled by `order-down`."""
    DRAW = "draw"
    """The up player names an opponent and a suit; his lowest card of it goes."""
    NONE = "none"


class Order(StrEnum):
    """Who comes first where two were up, or two were down."""

    THIS = "this"
    """The higher target in this deal."""
    LAST = "last"
    """The higher target in the last played deal."""
    MOST = "most"
    """The larger number of tricks over (or under) target; if equal, as `this`."""


class End(StrEnum):
    """What ends a match."""

    POINTS = "points"
    DEALS = "deals"
    TRICKS = "tricks"


class Ties(StrEnum):
    """What decides between equal highest totals."""

    PLAYED = "played"
    """More tricks over target in the last deal, then the latest trick."""
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Option:
    """
    One rule option.

    Attributes:
        key: Its name in records and settings; also its rule id (`R-` + key in upper case).
        field: The attribute of `Rules` that holds it.
        values: All values in writing, where they are few; empty for numbers and free values.
        least: Lowest number, where the option is one; else 0.
        most: Highest number; else 0.
        read: Turn the writing into the value; `ValueError` or `KeyError` if it is none.
        write: The reverse; only for values that apply.
        expected: What may stand there, for error messages.
    """

    key: str
    field: str
    values: tuple[str, ...]
    least: int
    most: int
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    expected: str


def _choice(key: str, members: Iterable[StrEnum]) -> Option:
    by_text = {member.value: member for member in members}
    expected = "expected " + " or ".join(by_text)
    return Option(
        key, key.replace("-", "_"), tuple(by_text), 0, 0, by_text.__getitem__, str, expected
    )


def _read_switch(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _switch(key: str) -> Option:
    return Option(
        key,
        key.replace("-", "_"),
        ("yes", "no"),
        0,
        0,
        _read_switch,
        lambda value: "yes" if value else "no",
        "expected yes or no",
    )


def _number(key: str, least: int, most: int) -> Option:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= 4 and text == str(int(text))):
            raise ValueError(text)
        number = int(text)
        if not least <= number <= most:
            raise ValueError(text)
        return number

    return Option(key, key, (), least, most, read, str, f"expected a number from {least} to {most}")


def _read_targets(text: str) -> tuple[int, int, int]:
    parts = text.split("-")
    numbers = tuple(int(part) for part in parts if part.isascii() and part.isdigit())
    if len(parts) != 3 or "-".join(map(str, numbers)) != text:
        raise ValueError(text)
    first, second, third = numbers
    if not first > second > third or sum(numbers) != 16:
        raise ValueError(text)
    return first, second, third


def _read_contracts(text: str) -> tuple[Contract, ...]:
    if not text or len(set(text)) != len(text):
        raise ValueError(text)
    return tuple(sorted(Contract(CONTRACT_LETTERS.index(letter)) for letter in text))


OPTIONS: Final = (
    _choice("direction", Direction),
    _choice("dealer", (Role.DECLARER, Role.THIRD)),
    _choice("lead", (Role.DECLARER, Role.SECOND)),
    Option(
        "targets",
        "targets",
        (),
        0,
        0,
        _read_targets,
        lambda value: "-".join(map(str, value)),
        "expected three falling numbers that add up to 16, as in 8-5-3",
    ),
    Option(
        "contracts",
        "contracts",
        (),
        0,
        0,
        _read_contracts,
        lambda value: "".join(contract.letter for contract in value),
        "expected letters of SHDCN, each at most once",
    ),
    _switch("once"),
    _number("passes", 0, 9),
    _choice("phases", PhaseOrder),
    _choice("kitty", Kitty),
    _switch("kitty-open"),
    _choice("exchange", Exchange),
    _choice("order-up", Order),
    _choice("order-down", Order),
    _switch("nt-cancels"),
    _switch("must-trump"),
    _switch("must-beat"),
    _choice("end", End),
    _number("points", 1, 1000),
    _number("deals", 1, 1000),
    _number("tricks", 9, 16),
    _choice("ties", Ties),
)
"""Every option, in the order in which records write them."""

BY_KEY: Final = {option.key: option for option in OPTIONS}
"""Every option by its key."""
