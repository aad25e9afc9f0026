"""
The reader of records: from a stream of lines to matches, each checked to the last card.

Matches come one at a time, as they end in the stream. A fault ends its match; reading goes on at
the first tag of the next one.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from sergeantmajor.notation.checker import Checker
from sergeantmajor.notation.header import Header
from sergeantmajor.notation.lines import (
    BadLine,
    LineStream,
    RecordError,
    numbered_lines,
    tag_of,
    words_of,
)
from sergeantmajor.notation.record import Fault, Record


def read_records(
    stream: LineStream, file: str = "-", *, keep_events: bool = True
) -> Iterator[Record | Fault]:
    """
    Yield each match of a stream: as a `Record` if it is right, as a `Fault` if not.

    Everything is checked: the form of every line, the cards, whose turn it is, what the rules
    allow, scores, the end and the winners; in a record of a view, whatever the shown cards decide.
    A record that breaks off is unfinished, not faulty. Time is linear in the input. Memory is
    bounded but for the events of one match, and wholly without `keep_events`.

    Args:
        stream: Binary, or text. Binary is better: only there bytes that are not UTF-8 are a fault
            of their line and no more.
        file: Its name, for faults.
        keep_events: Whether records carry their events; who only checks them need not.
    """
    reader = _Reader(file, keep_events=keep_events)
    for number, text in numbered_lines(stream):
        yield from reader.read(number, text)
    yield from reader.end_match()


class _Reader:
    """Follows the lines of one stream; `read` and `end_match` return the matches that end."""

    def __init__(self, file: str, *, keep_events: bool) -> None:
        self._file = file
        self._keep = keep_events
        self._number = 0
        """Matches begun so far."""
        self._header: Header | None = None
        """The tags of the match under way; `None` outside of one."""
        self._checker: Checker | None = None
        """Follows its events; `None` before the first."""
        self._in_events = False
        """Whether it has had an event: a tag then opens the next match."""
        self._skipping = False
        """Whether it was refused: the rest of it is passed over."""
        self._line = 0
        """The last line of it that is not blank."""

    def read(self, number: int, text: str | BadLine) -> Sequence[Record | Fault]:
        """Enter a line; return the matches that it ends or makes faulty."""
        if isinstance(text, BadLine):
            return self._read_tag(number, text) if text.is_tag else self._read_event(number, text)
        if text[:1] in _SPECIAL:
            text = text.strip(" \t")
            if not text or text[0] == "#":
                return ()
            if text[0] == "[":
                return self._read_tag(number, text)
        return self._read_event(number, text)

    def end_match(self) -> Sequence[Record | Fault]:
        """End the match under way; return it, if it is not refused already."""
        header, checker, skipped = self._header, self._checker, self._skipping
        self._header = self._checker = None
        self._in_events = self._skipping = False
        if header is None or skipped:
            return ()
        try:
            checker = checker or Checker(header, keep=self._keep)
            start = checker.close()
        except RecordError as error:
            return (self._fault(error, self._line),)
        assert header.rules is not None
        record = Record(
            tags=tuple(header.tags),
            rules=header.rules,
            start=start,
            events=tuple(checker.events),
            finished=checker.finished,
            line=header.line,
            number=self._number,
            deals=checker.deals,
        )
        return (record,)

    def _read_tag(self, number: int, text: str | BadLine) -> Sequence[Record | Fault]:
        ended = self.end_match() if self._in_events else ()
        header = self._begun(number)
        if self._skipping:
            return ended
        self._line = number
        try:
            key, value = tag_of(_good(text))
            header.add(key, value, number)
        except RecordError as error:
            return (*ended, self._refused(error, number))
        return ended

    def _read_event(self, number: int, text: str | BadLine) -> Sequence[Record | Fault]:
        header = self._begun(number)
        self._in_events = True
        if self._skipping:
            return ()
        self._line = number
        try:
            words = words_of(_good(text))
            if self._checker is None:
                self._checker = Checker(header, keep=self._keep)
            self._checker.feed(words, number)
        except RecordError as error:
            return (self._refused(error, number),)
        return ()

    def _begun(self, number: int) -> Header:
        """Return the tags of the match under way; begin one if there is none."""
        if self._header is None:
            self._header = Header(number)
            self._number += 1
        return self._header

    def _refused(self, error: RecordError, number: int) -> Fault:
        """Pass over the rest of the match; return why."""
        self._skipping = True
        self._checker = None
        return self._fault(error, number)

    def _fault(self, error: RecordError, number: int) -> Fault:
        return Fault(self._file, error.line or number, str(error), self._number)


_SPECIAL: Final = frozenset(["", " ", "\t", "#", "["])
"""How a line begins that is not plainly an event."""


def _good(text: str | BadLine) -> str:
    if isinstance(text, BadLine):
        raise text
    return text
