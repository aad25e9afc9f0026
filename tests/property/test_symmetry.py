"""
The rules know no favourite seat or suit.

Turn the table, look at it in a mirror (then play goes the other way round), or let the suits
change places: the same match, turned, goes the same way.
"""

from dataclasses import dataclass, replace
from itertools import permutations
from random import Random
from typing import Any, cast

import pytest

from games import VARIED, after_deals, choose, shuffled
from sergeantmajor import match as matches
from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import SEATS, Card, CardSet, Seat, Suit
from sergeantmajor.deal import Deal
from sergeantmajor.exchange import Debt
from sergeantmajor.match import Match
from sergeantmajor.rules import Contract, Direction, Phase, Rules

BY_SEAT = {"hands", "won", "latest", "totals", "last", "used", "passed", "scores"}
"""Fields that hold one value for each seat, in the order of seats."""


@dataclass(frozen=True)
class Turn:
    """Where each seat and suit goes, and whether play goes the other way round."""

    seats: tuple[int, ...]
    suits: tuple[int, ...] = (0, 1, 2, 3)

    @property
    def mirrors(self) -> bool:
        """Whether left and right change places."""
        return (self.seats[1] - self.seats[0]) % 3 == 2

    def suit(self, suit: Suit) -> Suit:
        """Return where a suit goes."""
        return Suit(self.suits[suit])

    def contract(self, contract: Contract) -> Contract:
        """Return where a contract goes."""
        trump = contract.trump
        return contract if trump is None else Contract(self.suit(trump))

    def contracts(self, contracts: tuple[Contract, ...]) -> tuple[Contract, ...]:
        """Return where contracts go, in their order again."""
        return tuple(sorted(map(self.contract, contracts)))

    def rules(self, rules: Rules) -> Rules:
        """Return the rule set seen so."""
        direction = rules.direction
        if self.mirrors:
            other = {"cw": Direction.COUNTER_CLOCKWISE, "ccw": Direction.CLOCKWISE}
            direction = other[direction.value]
        return replace(rules, direction=direction, contracts=self.contracts(rules.contracts))

    def by_seat(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return one value for each seat, where the seats have gone."""
        return tuple(self(values[self.seats.index(seat)]) for seat in range(3))

    def __call__(self, value: Any) -> Any:
        """Return a value as it is seen after the turn."""
        match value:
            case Seat():
                return Seat(self.seats[value])
            case Suit():
                return self.suit(value)
            case Contract():
                return self.contract(value)
            case Card():
                return Card(self.suit(value.suit), value.rank)
            case CardSet():
                return CardSet(map(self, value))
            case Rules():
                return self.rules(value)
            case tuple() if value and all(isinstance(part, Contract) for part in value):
                return self.contracts(value)
            case tuple():
                return tuple(map(self, value))
            case Play() | Give() | Draw() | Announce() | Discard() | Debt() | Deal() | Match():
                return self.fields(value)
        return self.fields(value) if hasattr(value, "__dataclass_fields__") else value

    def fields(self, value: Any) -> Any:
        """Return a dataclass with every field turned."""
        return replace(
            value,
            **{
                name: self.by_seat(old) if name in BY_SEAT and old is not None else self(old)
                for name in value.__dataclass_fields__
                for old in [getattr(value, name)]
            },
        )


def follow_both(turn: Turn, match: Match, rng: Random, deals: int) -> None:
    """Play a match, and beside it the same match turned; compare every step."""
    other = cast(Match, turn(match))
    end = match.played + deals
    while match.winners is None and match.played < end:
        assert turn(match) == other
        if match.phase is Phase.DEALING:
            held, kitty = shuffled(match.rules, rng)
            step = matches.deal_cards(match, held, kitty)
            twin = matches.deal_cards(other, cast(Any, turn.by_seat(held)), turn(kitty))
        else:
            seat, action = choose(match, rng)
            if match.phase is not Phase.DISCARD:
                legal: tuple[Action, ...] = matches.legal_actions(match)
                assert {turn(each) for each in legal} == set(matches.legal_actions(other))
            step = matches.apply(match, seat, action)
            twin = matches.apply(other, turn(seat), turn(action))
        for event, seen in zip(step.events, twin.events, strict=True):
            assert turn(event) == seen or turned_winners(turn, event) == seen
        match, other = step.match, twin.match
    assert match.winners is None or tuple(sorted(turn(match.winners))) == other.winners


def turned_winners(turn: Turn, event: Any) -> Any:
    """Return the end of a match turned: winners stand in rising order."""
    return replace(event, winners=tuple(sorted(turn(event.winners))))


TURNS = [Turn(seats) for seats in permutations(range(3))][1:]
SUITS = [Turn((0, 1, 2), suits) for suits in permutations(range(4))][1:]


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: "".join(map(str, turn.seats)))
def test_no_seat_is_favoured(turn: Turn) -> None:
    """Seats turned or mirrored with everything that hangs on them: the same match."""
    for text in VARIED:
        rng = Random(f"{text} {turn.seats}")
        follow_both(turn, after_deals(Rules.parse(text), rng), rng, deals=2)


@pytest.mark.parametrize(
    "turn", SUITS, ids=lambda turn: "".join("SHDC"[suit] for suit in turn.suits)
)
def test_no_suit_is_favoured(turn: Turn) -> None:
    """Suits changed, in cards and contracts: the same match."""
    rng = Random(str(turn.suits))
    for text in rng.sample(VARIED, 3):
        follow_both(turn, after_deals(Rules.parse(text), rng), rng, deals=1)


def test_the_comparison_can_fail() -> None:
    """Turning the seats without the direction is noticed."""
    rules = Rules.parse("ten-points")
    mirror = next(turn for turn in TURNS if turn.mirrors)
    match = after_deals(rules, Random(1), (2, -1, -1))
    assert mirror(match) != replace(mirror(match), rules=rules)
    assert all(Seat(turn.seats[seat]) is turn(seat) for turn in TURNS for seat in SEATS)
