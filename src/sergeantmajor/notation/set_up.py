"""A match that begins midway: the `SetUp` tag, whose parts positions write as well."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sergeantmajor.cards import SEATS, Seat, Three
from sergeantmajor.errors import ParseError
from sergeantmajor.match import Match, start_match
from sergeantmajor.notation.lines import RecordError, quoted
from sergeantmajor.rules import CONTRACT_LETTERS, Contract, Rules

Used = tuple[tuple[Contract, ...], tuple[Contract, ...], tuple[Contract, ...]]
"""Contracts announced, by seat."""


@dataclass(frozen=True, slots=True)
class SetUp:
    """
    What a `SetUp` tag says; absent parts are zero or none.

    Attributes:
        declarer: Who declares in the first deal.
        totals: Totals so far, by seat.
        last: Scores of the last played deal, by seat.
        used: Contracts already announced, by seat.
        passed: Passes so far, by seat.
    """

    declarer: Seat | None = None
    totals: Three = (0, 0, 0)
    last: Three | None = None
    used: Used = ((), (), ())
    passed: Three = (0, 0, 0)

    def start(self, rules: Rules, declarer: Seat) -> Match:
        """Return the match that begins so; `ValueError` if the rule set has none such."""
        return start_match(
            rules,
            declarer,
            totals=self.totals,
            last=self.last,
            used=self.used,
            passed=self.passed,
        )


def parse_set_up(text: str) -> SetUp:
    """Return what the value of a `SetUp` tag says; `RecordError` if it says nothing."""
    parts: dict[str, str] = {}
    for word in text.replace("\t", " ").split(" "):
        key, equals, value = word.partition("=")
        if not word:
            continue
        if not equals or key not in _SET_UP_PARTS:
            raise RecordError(
                f"{quoted(word)} is no part of a set-up: expected one of"
                f" {', '.join(part + '=' for part in _SET_UP_PARTS)}"
            )
        if key in parts:
            raise RecordError(f"the part {key} of the set-up stands twice")
        parts[key] = value
    return SetUp(
        declarer=_checked(Seat.parse, parts["declarer"]) if "declarer" in parts else None,
        totals=parse_scores("totals", parts.get("totals", "0,0,0")),
        last=parse_scores("last", parts["last"]) if "last" in parts else None,
        used=parse_used(parts.get("used", ",,")),
        passed=parse_counts("passed", parts.get("passed", "0,0,0")),
    )


_SET_UP_PARTS: Final = ("declarer", "totals", "last", "used", "passed")


def write_set_up(start: Match) -> str:
    """Return the value of the `SetUp` tag of a match before its first deal."""
    return " ".join([f"declarer={start.declarer:d}", *standing(start)])


def standing(match: Match) -> list[str]:
    """Return `totals=`, `last=`, `used=`, `passed=` of a match, those that are zero left out."""
    words = []
    if any(match.totals):
        words.append(f"totals={','.join(map(signed, match.totals))}")
    if match.last is not None:
        words.append(f"last={','.join(map(signed, match.last))}")
    if any(match.used):
        words.append(f"used={','.join(''.join(c.letter for c in used) for used in match.used)}")
    if any(match.passed):
        words.append(f"passed={','.join(map(str, match.passed))}")
    return words


def signed(number: int) -> str:
    """Return a score as records write it: `0`, or a sign and digits."""
    return f"{number:+d}" if number else "0"


_SCORE: Final = re.compile(r"0|[+-][1-9][0-9]{0,5}")
_COUNT: Final = re.compile(r"0|[1-9][0-9]{0,5}")


def parse_scores(name: str, text: str) -> Three:
    """Return three scores written `+3,-5,+2`; `RecordError` otherwise, with the part's name."""
    return _three(name, text, _SCORE, "three scores as +3,-5,+2")


def parse_counts(name: str, text: str) -> Three:
    """Return three numbers written `0,1,0`; `RecordError` otherwise, with the part's name."""
    return _three(name, text, _COUNT, "three numbers as 0,1,0")


def _three(name: str, text: str, form: re.Pattern[str], expected: str) -> Three:
    parts = text.split(",")
    if len(parts) != len(SEATS) or not all(map(form.fullmatch, parts)):
        raise RecordError(f"{quoted(text)} cannot be {name}: expected {expected}")
    one, two, three = map(int, parts)
    return one, two, three


def parse_used(text: str) -> Used:
    """Return contracts by seat written `S,HD,`; `RecordError` otherwise."""
    parts = text.split(",")
    if len(parts) != len(SEATS) or not set("".join(parts)) <= set(CONTRACT_LETTERS):
        raise RecordError(
            f"{quoted(text)} cannot be used: expected letters of {CONTRACT_LETTERS} for three"
            " seats, as S,HD,"
        )
    one, two, three = (
        tuple(Contract(CONTRACT_LETTERS.index(letter)) for letter in part) for part in parts
    )
    return one, two, three


def _checked(parse: Callable[[str], Seat], text: str) -> Seat:
    try:
        return parse(text)
    except ParseError as error:
        raise RecordError(str(error)) from None
