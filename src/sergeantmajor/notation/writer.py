"""
The writer of records, in canonical form: what is written once is read and written the same.

Tags stand in the order of `header.KNOWN_TAGS`, free ones after them. A blank line follows the tags,
each deal and the result. Hands and sets run from the highest card to the lowest.
"""

from collections.abc import Iterable
from typing import Protocol

from sergeantmajor.cards import Card, CardSet
from sergeantmajor.events import (
    CardGiven,
    CardPlayed,
    CardsDealt,
    CardsDiscarded,
    ContractAnnounced,
    DealScored,
    DealStarted,
    Event,
    KittyTaken,
    MatchEnded,
    TrickTaken,
)
from sergeantmajor.notation.checker import HIDDEN
from sergeantmajor.notation.lines import write_tag
from sergeantmajor.notation.record import Record, sorted_tags
from sergeantmajor.notation.set_up import signed


class TextSink(Protocol):
    """Anything that takes text; a file must be opened so that LF stays the end of a line."""

    def write(self, text: str, /) -> object:
        """Take some text."""


def write_record(record: Record) -> str:
    """
    Return one match as text, with its last blank line: matches need nothing between them.

    A record of a view shows what its events show.

    Raises:
        ValueError: A tag that no line can hold; see `lines.write_tag`.
    """
    tags = {"Rules": str(record.rules)}
    lines = [write_tag(key, tags.get(key, value)) for key, value in sorted_tags(record.tags)]
    events = record.events
    if not record.finished:
        # What follows by the rules is among the events, but the record did not say it.
        events = tuple(event for event in events if not isinstance(event, MatchEnded))
    lines += _Lines().of(events)
    return "\n".join(lines) + "\n\n"


def write_records(records: Iterable[Record], stream: TextSink) -> int:
    """Write records one after the other, each as it comes; return how many there were."""
    count = 0
    for record in records:
        stream.write(write_record(record))
        count += 1
    return count


class _Lines:
    """Turns events into lines."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._trick: list[str] = []
        self._kitty_at = 0
        """The place of this deal's `kitty` line, which shows cards only once they are seen."""

    def of(self, events: Iterable[Event]) -> list[str]:
        """Return the lines of some events."""
        for event in events:
            self._add(event)
        self._end_trick()
        return self._lines

    def _add(self, event: Event) -> None:
        match event:
            case CardPlayed(seat, card):
                self._trick = self._trick or ["trick", str(int(seat))]
                self._trick.append(card.code)
            case TrickTaken():
                self._end_trick()
            case CardsDealt(hands, kitty):
                self._lines += [f"hand {seat} {_shown(hand)}" for seat, hand in enumerate(hands)]
                self._kitty_at = len(self._lines)
                self._lines.append(f"kitty {_shown(kitty)}")
            case KittyTaken(_, cards):
                if cards is not None:
                    self._lines[self._kitty_at] = f"kitty {cards}"
            case _:
                self._end_trick()
                self._lines += _lines_of(event)

    def _end_trick(self) -> None:
        if self._trick:
            self._lines.append(" ".join(self._trick))
            self._trick = []


def _lines_of(event: Event) -> list[str]:
    """Return the lines of an event that has some by itself."""
    match event:
        case DealStarted(number, declarer):
            return ["", f"deal {number} declarer {declarer:d}"]
        case CardGiven(up, down, card, back):
            return [f"give {up:d} {down:d} {_shown(card)} {_shown(back)}"]
        case ContractAnnounced(_, contract):
            return [f"contract {'pass' if contract is None else contract.letter}"]
        case CardsDiscarded(_, cards):
            return [f"discard {_shown(cards)}"]
        case DealScored(scores):
            return [f"score {' '.join(map(signed, scores))}"]
        case MatchEnded(winners, _) if winners:
            return ["", f"result {' '.join(str(int(seat)) for seat in winners)}"]
        case _:
            # Nobody won a match that was abandoned: it stays without a result.
            return []


def _shown(cards: Card | CardSet | None) -> str:
    return HIDDEN if cards is None else str(cards)
