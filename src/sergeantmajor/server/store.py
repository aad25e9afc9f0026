"""
What the server keeps: matches, who sits in them, and the log of what happened.

The log is the truth; state, views, totals and records are folds of it. `Store` is what a database
must offer; `sqlite.py` has the embedded one. Everything here knows the hidden cards: nothing of it
may be shown before it went through a view.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from sergeantmajor.cards import Seat
from sergeantmajor.events import Event
from sergeantmajor.match import Match, start_match
from sergeantmajor.rules import Rules
from sergeantmajor.wire import encode, event_message, read_event

EVENT_VERSION: Final = 1
"""Version of the schema of events in the log; every version that ever was can be read."""


class StoreError(Exception):
    """
    The store failed: disk full, file damaged, database too new.

    The message is one sentence for the person who runs the server. Whether what was being written
    is kept is then uncertain: whoever wrote it reads the log again.
    """


class Conflict(StoreError):
    """Somebody else has written at that place of the log; nothing was written."""


@dataclass(frozen=True, slots=True)
class Person:
    """
    Who sits in a seat.

    Attributes:
        name: What the table calls him.
        bot: A bot's full name (`corporal/1`), `None` for a person.
        owner: SHA-256 of a person's token, `None` for a bot.
    """

    name: str
    bot: str | None = None
    owner: bytes | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """
    What is settled about a match before its first deal.

    Attributes:
        match: Its id.
        rules: The rule set.
        declarer: Who declares first.
        picked: The host chose the first declarer; else the shuffle drew him.
        secret: The shuffle's secret: 32 bytes, to be shown when the match is over.
        persons: Who sits in seats 0, 1, 2.
        opened: When, UTC, as `2026-11-30T21:00:00Z`.
    """

    match: str
    rules: Rules
    declarer: Seat
    picked: bool
    secret: bytes
    persons: tuple[Person, Person, Person]
    opened: str

    def start(self) -> Match:
        """Return the match before its first deal."""
        return start_match(self.rules, self.declarer)


@dataclass(frozen=True, slots=True)
class Command:
    """
    The name of a command, by which it is done once.

    Attributes:
        seat: Who sent it.
        id: What he called it; unique for that seat in that match.
    """

    seat: Seat
    id: str


@dataclass(frozen=True, slots=True)
class Log:
    """
    Everything that is kept of a match.

    Attributes:
        opening: What was settled before.
        events: What happened; event n of the log is `events[n - 1]`.
        commands: The commands that were carried out, each with the number of its last event.
    """

    opening: Opening
    events: tuple[Event, ...]
    commands: Mapping[Command, int]


@dataclass(frozen=True, slots=True)
class Summary:
    """
    A match in a list.

    Attributes:
        opening: What was settled before.
        played: Deals played to the end.
        totals: Sums of the scores, by seat.
        over: Whether the match has ended.
        changed: When something happened last, UTC.
    """

    opening: Opening
    played: int
    totals: tuple[int, int, int]
    over: bool
    changed: str


class Store(Protocol):
    """
    A database of matches. Whatever has returned is on disk.

    All raise `StoreError` where the database fails.
    """

    async def open(self, opening: Opening) -> None:
        """Keep a new match; `Conflict` if the id is taken."""

    async def append(
        self, match: str, after: int, events: Sequence[Event], at: str, command: Command | None
    ) -> int:
        """
        Append events behind event number `after`, and the command that brought them about.

        All of it or nothing. Returns the number of the last event; `Conflict` if the log does not
        end at `after` or the command was carried out before.
        """

    async def load(self, match: str) -> Log | None:
        """Return everything about a match, `None` if there is no such one."""

    async def of_owner(self, owner: bytes, limit: int) -> list[Summary]:
        """Return the matches of a person, the one that changed last first."""

    async def unfinished(self) -> list[str]:
        """Return the ids of matches without a result, the one that changed last first."""

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""


def write_body(event: Event) -> tuple[str, str]:
    """Return kind and body of an event in the log's present schema."""
    message = event_message(event)
    kind = message.__struct_config__.tag
    assert isinstance(kind, str)
    return kind, encode(message).decode()


def read_body(version: int, body: str) -> Event:
    """Return the event of a body; `StoreError` if it is none of any version known here."""
    if version != EVENT_VERSION:
        raise StoreError(f"an event has version {version}: expected at most {EVENT_VERSION}")
    try:
        return read_event(body)
    except ValueError as error:
        raise StoreError("an event of the log cannot be read: the database is damaged") from error
