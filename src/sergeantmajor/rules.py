"""
Rule sets as data.

A rule set is one frozen `Rules` value. A preset is a set of values of the options; a table may
change single options. The text of a rule set, in records and on command lines, is the preset's
name and then only the options that differ from it: `ten-points points=21 must-trump=yes`.

Options that depend on another lapse with it: where `end=deals`, the preset's `points` mean
nothing and are `None`. *Setting* an option that the others leave without meaning is refused.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Any, Final

from sergeantmajor.cards import (
    CARDS,
    RANKS_PER_SUIT,
    SEATS,
    CardSet,
    Seat,
    Suit,
)
from sergeantmajor.errors import RulesError


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
        least: Lowest number, where the option is one.
        most: Highest number.
        read: Turn the writing into the value; `ValueError` if it is none.
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


def _choice(key: str, kind: type[StrEnum]) -> Option:
    values = tuple(member.value for member in kind)
    return Option(
        key, key.replace("-", "_"), values, 0, 0, kind, str, "expected " + " or ".join(values)
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
    Option(
        "dealer",
        "dealer",
        ("declarer", "third"),
        0,
        0,
        lambda text: Role({"declarer": "declarer", "third": "third"}[text]),
        str,
        "expected declarer or third",
    ),
    Option(
        "lead",
        "lead",
        ("declarer", "second"),
        0,
        0,
        lambda text: Role({"declarer": "declarer", "second": "second"}[text]),
        str,
        "expected declarer or second",
    ),
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

_BY_KEY: Final = {option.key: option for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Rules:
    """
    A complete rule set. Hashable; equal values play the same game.

    Make one with `Rules.parse` or `rules_of`; `dataclasses.replace` is for the sizes at the end,
    by which study games are shrunk. Tables don't offer those and records don't write them.

    Attributes:
        preset: Name of the published preset that the text starts from. Never decides anything.
        direction: Direction of dealing and play.
        dealer: The role that deals: the declarer, or the third.
        lead: The role that leads to the first trick: the declarer, or the second.
        targets: Tricks to take, by role: falling, adding up to the hand's size.
        contracts: What may be announced, in the order S H D C N.
        once: Each contract at most once per declarer and match.
        passes: How often each player may pass in a match.
        phases: Order of exchange, contract and kitty.
        kitty: Whether the declarer sees the kitty before he discards.
        kitty_open: The kitty is shown to all when it is taken; the discard is not.
        exchange: How cards are exchanged.
        order_up: Two up: who goes first. `None` without an exchange.
        order_down: Two down: with whom first. `None` without an exchange, and with `draw`, where
            the up player chooses.
        nt_cancels: No trump cancels the exchange. `None` without an exchange.
        must_trump: Who is void in the suit led plays a trump if he has one.
        must_beat: Who can beat the best card of the trick does so.
        end: What ends the match.
        points: Total that ends it, 1 to 1000; `None` unless `end` is points.
        deals: Played deals that end it, 1 to 1000; `None` unless `end` is deals.
        tricks: Tricks in one deal that win it, 9 to 16; `None` unless `end` is tricks.
        ties: What decides between equal totals; `None` where `end` is tricks.
        suits: Suits in the deck: the first 1 to 4 of S H D C.
        ranks: Ranks in each suit: the highest 1 to 13.
        hand_size: Cards dealt to each seat.
        kitty_size: Cards left over, and laid away.
    """

    preset: str
    direction: Direction
    dealer: Role
    lead: Role
    targets: tuple[int, int, int]
    contracts: tuple[Contract, ...]
    once: bool
    passes: int
    phases: PhaseOrder
    kitty: Kitty
    kitty_open: bool
    exchange: Exchange
    order_up: Order | None
    order_down: Order | None
    nt_cancels: bool | None
    must_trump: bool
    must_beat: bool
    end: End
    points: int | None
    deals: int | None
    tricks: int | None
    ties: Ties | None
    suits: int = 4
    ranks: int = RANKS_PER_SUIT
    hand_size: int = 16
    kitty_size: int = 4

    def __post_init__(self) -> None:
        """Check that the sizes fit each other; the options were checked when they were read."""
        cards = len(SEATS) * self.hand_size + self.kitty_size
        if not (
            1 <= self.suits <= len(Suit)
            and 1 <= self.ranks <= RANKS_PER_SUIT
            and self.hand_size >= 1
            and 0 <= self.kitty_size <= self.hand_size
            and cards == self.suits * self.ranks
            and sum(self.targets) == self.hand_size
        ):
            raise RulesError(
                f"{self.suits} suits of {self.ranks} ranks, three hands of {self.hand_size}, a"
                f" kitty of {self.kitty_size} and targets {self.targets} do not fit each other",
                "rules-sizes",
                {},
            )

    @classmethod
    def parse(cls, text: str) -> "Rules":
        """
        Return the rule set written as preset and options: `ten-points points=21`.

        Options may stand in any order, each once. `RulesError` for the first fault.
        """
        preset, *words = text.split()[:50] or [""]
        options: dict[str, str] = {}
        for word in words:
            key, equals, value = word.partition("=")
            if not equals:
                raise RulesError(
                    f"{word[:40]!r} is no rule option: expected option=value",
                    "rules-unknown-option",
                    {"option": word[:40]},
                )
            if key in options:
                raise RulesError(
                    f"the rule option {key} stands twice", "rules-twice", {"option": key}
                )
            options[key] = value
        return rules_of(preset, options)

    def __str__(self) -> str:
        """The preset, then the options that differ from it, in their order."""
        written: dict[str, Any] = {}
        for option in OPTIONS:
            value = getattr(self, option.field)
            if value is not None and _values(self.preset, written)[option.key] != value:
                written[option.key] = value
        return " ".join(
            [self.preset, *(f"{key}={_BY_KEY[key].write(value)}" for key, value in written.items())]
        )

    def values(self) -> dict[str, str | None]:
        """Return every option in writing, in order; `None` where it does not apply."""
        found = ((option, getattr(self, option.field)) for option in OPTIONS)
        return {
            option.key: None if value is None else option.write(value) for option, value in found
        }

    @property
    def deck(self) -> CardSet:
        """All cards of the game: 52 but in shrunk games."""
        return _deck(self.suits, self.ranks)

    def next(self, seat: Seat) -> Seat:
        """Return the seat after one in the direction of play."""
        return seat.left if self.direction is Direction.CLOCKWISE else seat.right

    def previous(self, seat: Seat) -> Seat:
        """Return the seat before one in the direction of play."""
        return seat.right if self.direction is Direction.CLOCKWISE else seat.left

    def order_from(self, seat: Seat) -> tuple[Seat, Seat, Seat]:
        """Return the three seats in the order of play, from one on."""
        return _ORDERS[self.direction is Direction.CLOCKWISE][seat]

    def seat_of(self, role: Role, declarer: Seat) -> Seat:
        """Return who has a role when that seat declares."""
        return self.order_from(declarer)[_ROLES.index(role)]

    def targets_for(self, declarer: Seat) -> tuple[int, int, int]:
        """Return the targets by seat when that seat declares."""
        targets = [0, 0, 0]
        for seat, target in zip(self.order_from(declarer), self.targets, strict=True):
            targets[seat] = target
        return targets[0], targets[1], targets[2]


_ROLES: Final = tuple(Role)
_ORDERS: Final = (
    tuple((seat, seat.right, seat.left) for seat in SEATS),
    tuple((seat, seat.left, seat.right) for seat in SEATS),
)
"""The seats in the order of play from each on: counter-clockwise, then clockwise."""


@lru_cache
def _deck(suits: int, ranks: int) -> CardSet:
    return CardSet(
        card for card in CARDS if card.suit < suits and card.rank >= RANKS_PER_SUIT - ranks
    )


PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "ten-points": {
        "direction": "cw",
        "dealer": "declarer",
        "lead": "second",
        "targets": "8-5-3",
        "contracts": "SHDC",
        "once": "no",
        "passes": "0",
        "phases": "XCK",
        "kitty": "blind",
        "kitty-open": "no",
        "exchange": "give",
        "order-up": "this",
        "order-down": "last",
        "nt-cancels": "no",
        "must-trump": "no",
        "must-beat": "no",
        "end": "points",
        "points": "10",
        "ties": "played",
    },
    "fifteen-deals": {
        "direction": "ccw",
        "dealer": "third",
        "lead": "declarer",
        "targets": "8-5-3",
        "contracts": "SHDCN",
        "once": "yes",
        "passes": "1",
        "phases": "CKX",
        "kitty": "seen",
        "kitty-open": "no",
        "exchange": "draw",
        "order-up": "this",
        "nt-cancels": "yes",
        "must-trump": "no",
        "must-beat": "no",
        "end": "deals",
        "deals": "15",
        "ties": "shared",
    },
    "classic": {
        "direction": "cw",
        "dealer": "declarer",
        "lead": "second",
        "targets": "8-5-3",
        "contracts": "SHDC",
        "once": "no",
        "passes": "0",
        "phases": "XCK",
        "kitty": "blind",
        "kitty-open": "no",
        "exchange": "give",
        "order-up": "this",
        "order-down": "this",
        "nt-cancels": "no",
        "must-trump": "no",
        "must-beat": "no",
        "end": "tricks",
        "tricks": "12",
    },
}
"""The published presets, option by option. They never change: a change gets a new name."""

_PRESET_VALUES: Final = {
    name: {key: _BY_KEY[key].read(text) for key, text in texts.items()}
    for name, texts in PRESETS.items()
}

_NUMBERS: Final = {End.POINTS: ("points", 10), End.DEALS: ("deals", 15), End.TRICKS: ("tricks", 12)}
"""By end condition: the option that holds its number, and the number where the preset has none."""


def _values(preset: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return all values of a preset with some options chosen, `None` where one does not apply.

    A dependent option lapses or gets its default here; contradictions are `_conflicts`' matter.
    """
    values: dict[str, Any] = dict.fromkeys(_BY_KEY) | _PRESET_VALUES[preset] | dict(chosen)
    exchange = values["exchange"]
    if exchange is Exchange.NONE:
        values["order-up"] = values["order-down"] = values["nt-cancels"] = None
    else:
        values["order-up"] = values["order-up"] or Order.THIS
        values["nt-cancels"] = bool(values["nt-cancels"])
        values["order-down"] = (
            None if exchange is Exchange.DRAW else values["order-down"] or Order.THIS
        )
    for end, (key, default) in _NUMBERS.items():
        values[key] = (values[key] or default) if end is values["end"] else None
    values["ties"] = None if values["end"] is End.TRICKS else values["ties"] or Ties.PLAYED
    return values


def _conflicts(chosen: Mapping[str, Any], values: Mapping[str, Any]) -> list[RulesError]:
    """Return every contradiction, each naming both options."""

    def conflict(code: str, option: str, other: str, why: str) -> RulesError:
        params = {
            "option": option,
            "value": _BY_KEY[option].write(chosen.get(option, values[option])),
            "other": other,
            "other_value": _BY_KEY[other].write(values[other]),
        }
        message = "{option}={value} cannot stand with {other}={other_value}: ".format(**params)
        return RulesError(message + why, code, params)

    found = []
    if values["exchange"] is Exchange.NONE:
        found += [
            conflict("rules-no-exchange", key, "exchange", "there is no exchange to settle")
            for key in ("order-up", "order-down", "nt-cancels")
            if key in chosen
        ]
    if values["exchange"] is Exchange.DRAW and "order-down" in chosen:
        found.append(
            conflict("rules-draw-order", "order-down", "exchange", "the up player chooses freely")
        )
    if values["nt-cancels"]:
        if values["phases"] is PhaseOrder.EXCHANGE_CONTRACT_KITTY:
            found.append(
                conflict(
                    "rules-cancels-late",
                    "nt-cancels",
                    "phases",
                    "the cards are exchanged before the contract is known",
                )
            )
        if Contract.NO_TRUMP not in values["contracts"]:
            found.append(
                conflict("rules-cancels-never", "nt-cancels", "contracts", "there is no contract N")
            )
    if values["once"]:
        if values["end"] is not End.DEALS:
            found.append(conflict("rules-once-end", "once", "end", "the contracts could run out"))
        elif values["deals"] > len(SEATS) * len(values["contracts"]):
            found.append(
                conflict("rules-once-deals", "once", "deals", "the contracts would run out")
            )
    found += [
        conflict("rules-unused", key, "end", f"{key} only counts with end={end.value}")
        for end, (key, _) in _NUMBERS.items()
        if key in chosen and end is not values["end"]
    ]
    if "ties" in chosen and values["end"] is End.TRICKS:
        found.append(conflict("rules-unused-ties", "ties", "end", "two cannot win at once"))
    return found


def problems_of(preset: str, options: Mapping[str, str]) -> tuple[RulesError, ...]:
    """
    Return everything that is wrong with a choice of options; empty if it is a rule set.

    Args:
        preset: Name of a published preset.
        options: Chosen options in writing, by key.

    Returns:
        Unknown names and bad values first; contradictions only if there are none of those.
    """
    if preset not in PRESETS:
        return (
            RulesError(
                f"{preset[:40]!r} is no rule set: expected {', '.join(PRESETS)}",
                "rules-unknown-preset",
                {"preset": preset[:40]},
            ),
        )
    found = []
    chosen: dict[str, Any] = {}
    for key, text in options.items():
        option = _BY_KEY.get(key)
        if option is None:
            found.append(
                RulesError(
                    f"{key[:40]!r} is no rule option: expected one of {', '.join(_BY_KEY)}",
                    "rules-unknown-option",
                    {"option": key[:40]},
                )
            )
            continue
        try:
            chosen[key] = option.read(text)
        except (ValueError, KeyError):
            found.append(
                RulesError(
                    f"{text[:40]!r} is no value of the rule option {key}: {option.expected}",
                    "rules-bad-value",
                    {"option": key, "value": text[:40]},
                )
            )
    return tuple(found or _conflicts(chosen, _values(preset, chosen)))


def rules_of(preset: str, options: Mapping[str, str] | None = None) -> Rules:
    """
    Return a preset with some options changed.

    Args:
        preset: Name of a published preset.
        options: Options in writing, by key: `{"points": "21"}`.

    Raises:
        RulesError: The first of `problems_of`.
    """
    options = options or {}
    problems = problems_of(preset, options)
    if problems:
        raise problems[0]
    chosen = {key: _BY_KEY[key].read(text) for key, text in options.items()}
    values = _values(preset, chosen)
    return Rules(preset, **{option.field: values[option.key] for option in OPTIONS})


assert {option.field for option in OPTIONS} <= {field.name for field in fields(Rules)}
