"""
Rule sets as data.

A rule set is one frozen `Rules` value. A preset is a set of values of the options; a table may
change single options. The text of a rule set, in records and on command lines, is the preset's
name and then only the options that differ from it: `ten-points points=21 must-trump=yes`.

Everything that a rule set is made of can be imported from here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from sergeantmajor.cards import CARDS, RANKS_PER_SUIT, SEATS, CardSet, Seat, Suit
from sergeantmajor.errors import RulesError
from sergeantmajor.options import (
    BY_KEY,
    CONTRACT_LETTERS,
    OPTIONS,
    Contract,
    Direction,
    End,
    Exchange,
    Kitty,
    Option,
    Order,
    Phase,
    PhaseOrder,
    Role,
    Ties,
)
from sergeantmajor.presets import PRESETS, conflicts_of, values_of

__all__ = [
    "CONTRACT_LETTERS",
    "OPTIONS",
    "PRESETS",
    "Contract",
    "Direction",
    "End",
    "Exchange",
    "Kitty",
    "Option",
    "Order",
    "Phase",
    "PhaseOrder",
    "Role",
    "Rules",
    "Ties",
    "problems_of",
    "rules_of",
]


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
            if value is not None and values_of(self.preset, written)[option.key] != value:
                written[option.key] = value
        return " ".join(
            [self.preset, *(f"{key}={BY_KEY[key].write(value)}" for key, value in written.items())]
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

    def cancels_exchange(self, contract: Contract) -> bool:
        """Return whether the rights to an exchange lapse with a contract (`nt-cancels`)."""
        return contract is Contract.NO_TRUMP and bool(self.nt_cancels)

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
        option = BY_KEY.get(key)
        if option is None:
            found.append(
                RulesError(
                    f"{key[:40]!r} is no rule option: expected one of {', '.join(BY_KEY)}",
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
    return tuple(found or conflicts_of(chosen, values_of(preset, chosen)))


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
    chosen = {key: BY_KEY[key].read(text) for key, text in options.items()}
    values = values_of(preset, chosen)
    return Rules(preset, **{option.field: values[option.key] for option in OPTIONS})
