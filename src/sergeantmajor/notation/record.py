"""
A record as a value: its tags, its events, and what its tags mean.

`Header` reads the tags of one match; `Record` is what a reader returns and a writer takes;
`Fault` is what a reader refuses.
"""

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from sergeantmajor.cards import SEATS, Seat
from sergeantmajor.deal import Three
from sergeantmajor.errors import ParseError, RulesError
from sergeantmajor.events import DealStarted, Decision, Event, MatchEnded
from sergeantmajor.match import Match, start_match
from sergeantmajor.notation.lines import RecordError, quoted
from sergeantmajor.rules import CONTRACT_LETTERS, Contract, Rules
from sergeantmajor.view import Viewer

KNOWN_TAGS: Final = (
    "Format",
    "Event",
    "Site",
    "Date",
    "Match",
    "Rules",
    "Seat0",
    "Seat1",
    "Seat2",
    "SetUp",
    "View",
    "Commit",
    "Bytes0",
    "Bytes1",
    "Bytes2",
    "Secret",
    "Termination",
)
"""The keys that mean something, in the order in which writers put them; others are free."""

MOST_TAGS: Final = 1000
"""Most tags of a match, so that hostile input is refused in bounded memory."""

Tag = tuple[str, str]
"""Key and value."""
Used = tuple[tuple[Contract, ...], tuple[Contract, ...], tuple[Contract, ...]]
"""Contracts announced, by seat."""


@dataclass(frozen=True, slots=True)
class Fault:
    """
    Why a match of a record is refused. `str` is the line that `verify` prints.

    Attributes:
        file: The name of the file; `-` for standard input.
        line: The line at fault, from 1.
        message: What was wrong and what was expected, in one sentence.
        number: Which match of the file it is, from 1.
    """

    file: str
    line: int
    message: str
    number: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Record:
    """
    One match of a record: full, or as one viewer saw it.

    Attributes:
        tags: All tags in their order, free ones too.
        rules: The rule set.
        start: The match before its first deal (midway, with a `SetUp` tag).
        events: What happened, as `match.fold` takes it; in a record of a view, as `view.see` shows
            it. What follows from a play by the rules is here even where the record breaks off
            before saying it. Empty if the reader was told to keep none.
        finished: Whether the record says the result.
        line: The line of its first tag, from 1; 0 if it was never read.
        number: Which match of its file it is, from 1; 0 if it was never read.
        deals: How many deals were dealt, passed ones too.
    """

    tags: tuple[Tag, ...]
    rules: Rules
    start: Match
    events: tuple[Event, ...]
    finished: bool
    line: int = 0
    number: int = 0
    deals: int = 0

    def tag(self, key: str) -> str | None:
        """Return the value of the first tag with a key, `None` if there is none."""
        return next((value for name, value in self.tags if name == key), None)

    @property
    def full(self) -> bool:
        """Whether the record shows all cards: it has no `View` tag."""
        return self.tag("View") is None

    @property
    def viewer(self) -> Viewer:
        """Whose view the record is; `None` for a watcher's, and for a full record."""
        view = self.tag("View")
        return None if view in (None, WATCHER) else Seat.parse(view or "")


WATCHER: Final = "watcher"
"""The value of a `View` tag for somebody without a seat."""


def make_record(
    rules: Rules,
    events: Iterable[Event],
    *,
    tags: Mapping[str, str] | None = None,
    start: Match | None = None,
    view: Viewer | str = "",
) -> Record:
    """
    Return a record of events, ready to be written.

    Args:
        rules: The rule set; the `Rules` tag is made from it.
        events: A full log; or, with `view`, what that viewer has seen.
        tags: Further tags, by key: names of seats, `Match`, `Secret`, `Termination`, free ones.
            A match that the table ended is `abandoned` unless they say otherwise.
        start: The match before its first deal, if it began midway: makes the `SetUp` tag.
        view: The viewer, `None` for a watcher; left out for a full record.
    """
    happened = tuple(events)
    found = dict(tags or {}) | {"Rules": str(rules)}
    if not isinstance(view, str):
        found["View"] = WATCHER if view is None else str(int(view))
    if any(isinstance(event, MatchEnded) and event.by is Decision.DECLARED for event in happened):
        found.setdefault("Termination", "abandoned")
    first = next((event for event in happened if isinstance(event, DealStarted)), None)
    fresh = start_match(rules, first.declarer if first else Seat.ZERO)
    if start is not None and start != fresh:
        found["SetUp"] = write_set_up(start)
    return Record(
        tags=sorted_tags(found.items()),
        rules=rules,
        start=start or fresh,
        events=happened,
        finished=True,
        deals=sum(isinstance(event, DealStarted) for event in happened),
    )


def sorted_tags(tags: Iterable[Tag]) -> tuple[Tag, ...]:
    """Return tags in the order of writers: known keys first, free ones as they stood."""
    order = {key: place for place, key in enumerate(KNOWN_TAGS)}
    return tuple(sorted(tags, key=lambda tag: order.get(tag[0], len(order))))


@dataclass(slots=True)
class Header:
    """
    The tags of a match, checked one by one as they are read.

    Attributes:
        line: The line of the first tag.
        tags: All of them, in their order.
        lines: The line of each known key.
        rules: The rule set, once it was read.
        termination: How the match ended: `normal`, `resigned 1`, …
    """

    line: int
    tags: list[Tag] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    rules: Rules | None = None
    termination: str = "normal"

    def add(self, key: str, value: str, line: int) -> None:
        """
        Enter the next tag.

        Raises:
            RecordError: A known key stands twice or has a value that means nothing; too many tags.
        """
        if len(self.tags) == MOST_TAGS:
            raise RecordError(f"the match has too many tags: expected at most {MOST_TAGS:,}")
        self.tags.append((key, value))
        if key not in _MEANINGS:
            return
        if key in self.lines:
            raise RecordError(f"the tag {key} stands twice, first in line {self.lines[key]}")
        self.lines[key] = line
        check = _MEANINGS[key]
        if check is not None:
            check(value)
        if key == "Rules":
            self.rules = _rules(value)
        elif key == "Termination":
            self.termination = value

    def value(self, key: str) -> str | None:
        """Return the value of the first tag with a key, `None` if there is none."""
        return next((value for name, value in self.tags if name == key), None)

    def start(self, first: Seat | None) -> Match | None:
        """
        Return the match before its first deal.

        Args:
            first: The declarer of the first deal, as far as it is known from its line.

        Returns:
            The match; `None` if neither a `SetUp` nor `first` names the declarer.

        Raises:
            RecordError: The tag `Rules` is missing; the `SetUp` is none of its rule set.
        """
        if self.rules is None:
            raise RecordError('the tag Rules is missing: expected one, as [Rules "ten-points"]')
        set_up = parse_set_up(self.value("SetUp") or "")
        declarer = first if set_up.declarer is None else set_up.declarer
        if declarer is None:
            return None
        try:
            return set_up.start(self.rules, declarer)
        except ValueError as error:
            # Where the tag leaves the declarer open, perhaps the first deal alone contradicts it.
            mistaken = set_up.declarer is not None or self.any_start() is None
            line = self.lines["SetUp"] if mistaken else None
            raise RecordError(f"the tag SetUp is wrong: {error}", line) from None

    def any_start(self) -> Match | None:
        """Return a match before its first deal, whoever declares; `None` if nobody can."""
        assert self.rules is not None, "the header was checked"
        set_up = parse_set_up(self.value("SetUp") or "")
        for seat in SEATS if set_up.declarer is None else (set_up.declarer,):
            with contextlib.suppress(ValueError):
                return set_up.start(self.rules, seat)
        return None


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


def _rules(value: str) -> Rules:
    try:
        return Rules.parse(value)
    except RulesError as error:
        raise RecordError(str(error)) from None


def _one_of(key: str, *values: str) -> Callable[[str], None]:
    def check(value: str) -> None:
        if value not in values:
            raise RecordError(f"the tag {key} is {quoted(value)}: expected {' or '.join(values)}")

    return check


def _hexadecimal(key: str, least: int, most: int) -> Callable[[str], None]:
    digits = f"{least}" if least == most else f"{least} to {most}"

    def check(value: str) -> None:
        plain = re.fullmatch(r"[0-9a-fA-F]*", value) is not None
        if not plain or len(value) % 2 or not least <= len(value) <= most:
            raise RecordError(
                f"the tag {key} is {quoted(value)}: expected {digits} hexadecimal digits, two to"
                " a byte"
            )

    return check


def _date(value: str) -> None:
    try:
        written = date.fromisoformat(value).isoformat()
    except ValueError:
        written = ""
    if written != value:
        raise RecordError(f"the tag Date is {quoted(value)}: expected a day as YYYY-MM-DD")


def _set_up(value: str) -> None:
    parse_set_up(value)


_MEANINGS: Final[dict[str, Callable[[str], None] | None]] = dict.fromkeys(KNOWN_TAGS) | {
    "Format": _one_of("Format", "1"),
    "Date": _date,
    "SetUp": _set_up,
    "View": _one_of("View", "0", "1", "2", WATCHER),
    "Commit": _hexadecimal("Commit", 64, 64),
    "Bytes0": _hexadecimal("Bytes0", 0, 64),
    "Bytes1": _hexadecimal("Bytes1", 0, 64),
    "Bytes2": _hexadecimal("Bytes2", 0, 64),
    "Secret": _hexadecimal("Secret", 64, 64),
    "Termination": _one_of(
        "Termination",
        "normal",
        "abandoned",
        *(f"{word} {seat:d}" for word in ("resigned", "timeout") for seat in SEATS),
    ),
}
"""By known key: what its value must be; `None` for free text."""
