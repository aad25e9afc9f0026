"""A record as a value: what a reader returns and a writer takes, and what a reader refuses."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sergeantmajor.cards import Seat
from sergeantmajor.events import DealStarted, Decision, Event, MatchEnded
from sergeantmajor.match import Match, start_match
from sergeantmajor.notation.header import KNOWN_TAGS, WATCHER, Tag
from sergeantmajor.notation.set_up import write_set_up
from sergeantmajor.rules import Rules
from sergeantmajor.view import Viewer


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
        events: What happened, as `fold.fold` takes it; in a record of a view, as `view.see` shows
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
