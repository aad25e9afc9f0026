"""The tags of a match: which there are, what their values mean, and how the match begins."""

import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from sergeantmajor.cards import SEATS, Seat
from sergeantmajor.errors import RulesError
from sergeantmajor.match import Match
from sergeantmajor.notation.lines import RecordError, quoted
from sergeantmajor.notation.set_up import parse_set_up
from sergeantmajor.rules import Rules

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
WATCHER: Final = "watcher"
"""The value of a `View` tag for somebody without a seat."""


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
