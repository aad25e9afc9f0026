"""The command `show`: deals of a record, as a bridge column prints them, or as JSON."""

import argparse
import json
import sys
from typing import Any, Final

from sergeantmajor.cards import SEATS, SUIT_LETTERS, Card, CardSet, Seat
from sergeantmajor.commands.diagram import SYMBOLS, Diagram
from sergeantmajor.commands.files import opened, unreadable
from sergeantmajor.commands.status import FOUND, UNUSABLE
from sergeantmajor.errors import ParseError
from sergeantmajor.events import Event
from sergeantmajor.notation import Fault, Record, read_records
from sergeantmajor.notation.header import WATCHER
from sergeantmajor.notation.sheet import Sheet, sheets
from sergeantmajor.view import Viewer, see

EVERYTHING: Final = "everything"
"""Instead of a viewer: all that the record shows."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser of `sergeantmajor`."""
    parser = subparsers.add_parser(
        "show",
        help="print deals of a record as a bridge column does",
        description=(
            "Print deals: the hands round the table, exchange, contract, discard, every trick"
            " (> leads, * takes it), scores and totals."
        ),
        epilog="Exit status: 0 shown, 1 a match was refused, 2 nothing to show.",
    )
    parser.add_argument("file", metavar="FILE", help="a record; - is standard input")
    parser.add_argument("--match", type=_number, metavar="M", help="only match M, from 1")
    parser.add_argument("--deal", type=_number, metavar="N", help="only deal N, from 1")
    parser.add_argument(
        "--viewer",
        type=_viewer,
        default=EVERYTHING,
        metavar="SEAT",
        help=f"only what seat 0, 1 or 2 saw, or a {WATCHER}; by default {EVERYTHING}",
    )
    parser.add_argument("--json", action="store_true", help="print an array of matches instead")
    parser.set_defaults(run=run)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _viewer(text: str) -> Viewer | str:
    if text == WATCHER:
        return None
    if text == EVERYTHING:
        return text
    try:
        return Seat.parse(text)
    except ParseError:
        message = f"{text!r} is no viewer: expected 0, 1, 2 or {WATCHER}"
        raise argparse.ArgumentTypeError(message) from None


def run(arguments: argparse.Namespace) -> int:
    """Show what was asked for; 1 if a match was refused, 2 if there is nothing to show."""
    show = _Show(arguments)
    try:
        with opened(arguments.file) as stream:
            for match in read_records(stream, arguments.file):
                show.match(match)
                if match.number == arguments.match:
                    break
    except BrokenPipeError:
        raise
    except OSError as error:
        return unreadable(arguments.file, error)
    return show.end()


class _Show:
    """Shows the matches of one file, one by one."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._file: str = arguments.file
        self._match: int | None = arguments.match
        self._deal: int | None = arguments.deal
        self._viewer: Viewer | str = arguments.viewer
        self._json: bool = arguments.json
        self._suits = SYMBOLS if _can_print(SYMBOLS) else SUIT_LETTERS
        self._status = 0
        self._matches = 0
        self._most_deals = 0
        self._shown = 0

    def match(self, record: Record | Fault) -> None:
        """Show one match, or its fault, if it was asked for."""
        self._matches = record.number
        if self._match not in (None, record.number):
            return
        if isinstance(record, Fault):
            self._say(str(record), FOUND)
            return
        self._most_deals = max(self._most_deals, record.deals)
        if self._deal is not None and self._deal > record.deals:
            return
        try:
            events = seen_events(record, self._viewer)
        except ValueError as error:
            self._say(f"{self._file}:{record.line}: match {record.number} {error}", UNUSABLE)
            return
        asked = [
            sheet for sheet in sheets(record.start, events) if self._deal in (None, sheet.number)
        ]
        if self._json:
            print("," if self._shown else "[")
            print(json.dumps(as_json(record, asked, self._viewer)), end="")
        else:
            self._print(record, asked)
        self._shown += 1

    def end(self) -> int:
        """Finish the answer, or say that there was nothing to show; return the exit status."""
        if self._shown and self._json:
            print("\n]")
        if not self._shown and not self._status:
            self._say(f"{self._file}: {self._nothing()}", UNUSABLE)
        return self._status

    def _nothing(self) -> str:
        """Return why nothing was shown."""
        matches = "1 match" if self._matches == 1 else f"{self._matches} matches"
        if not self._matches or (self._match or 0) > self._matches:
            wanted = "match" if self._match is None else f"match {self._match}"
            return f"there is no {wanted}: the file holds {matches}"
        deals = "1 deal" if self._most_deals == 1 else f"{self._most_deals} deals"
        return f"there is no deal {self._deal}: the longest match shown has {deals}"

    def _say(self, sentence: str, status: int) -> None:
        print(sentence, file=sys.stderr)
        self._status = max(self._status, status)

    def _print(self, record: Record, asked: list[Sheet]) -> None:
        names = [record.tag(f"Seat{seat:d}") or "" for seat in SEATS]
        viewer = record.viewer if isinstance(self._viewer, str) else self._viewer
        diagram = Diagram(record.rules, names, Seat.ZERO if viewer is None else viewer, self._suits)
        if self._shown:
            print()
        print(f"Match {record.number}: {record.rules}")
        for sheet in asked:
            print()
            print(diagram.draw(sheet), end="")


def seen_events(record: Record, viewer: Viewer | str) -> tuple[Event, ...]:
    """
    Return the events of a record as a viewer saw them, or all that it shows.

    Raises:
        ValueError: The record is another viewer's.
    """
    if isinstance(viewer, str) or (not record.full and viewer is record.viewer):
        return record.events
    if not record.full:
        who = f"a {WATCHER}" if record.viewer is None else f"seat {record.viewer:d}"
        raise ValueError(f"shows what {who} saw: nobody else's view can be had from it")
    return tuple(see(event, viewer, record.rules) for event in record.events)


def as_json(record: Record, asked: list[Sheet], viewer: Viewer | str) -> dict[str, Any]:
    """
    Return a match as JSON: cards and sets as records write them, `null` where not seen.

    Args:
        record: The match.
        asked: Its deals to be shown.
        viewer: Who looks: a seat, `None` for a watcher, or `EVERYTHING`.
    """
    whose = viewer if isinstance(viewer, str) or record.full else record.viewer
    return {
        "match": record.number,
        "line": record.line,
        "rules": str(record.rules),
        "tags": [list(tag) for tag in record.tags],
        "viewer": WATCHER if whose is None else whose if isinstance(whose, str) else int(whose),
        "finished": record.finished,
        "deals": [_deal(sheet) for sheet in asked],
    }


def _deal(sheet: Sheet) -> dict[str, Any]:
    contract = None if sheet.contract is None else sheet.contract.letter
    return {
        "number": sheet.number,
        "declarer": int(sheet.declarer),
        "targets": list(sheet.targets),
        "hands": [_written(hand) for hand in sheet.hands],
        "kitty": _written(sheet.kitty),
        "exchange": [
            {
                "up": int(give.up),
                "down": int(give.down),
                "card": _written(give.card),
                "back": _written(give.back),
            }
            for give in sheet.gives
        ],
        "contract": contract if contract or not sheet.announced else "pass",
        "discard": _written(sheet.discard),
        "tricks": [
            {
                "leader": int(trick.plays[0][0]),
                "cards": [card.code for _, card in trick.plays],
                "winner": None if trick.winner is None else int(trick.winner),
            }
            for trick in sheet.tricks
        ],
        "won": list(sheet.won),
        "scores": None if sheet.scores is None else list(sheet.scores),
        "totals": None if sheet.totals is None else list(sheet.totals),
        "winners": None if sheet.winners is None else [int(seat) for seat in sheet.winners],
    }


def _written(cards: Card | CardSet | None) -> str | None:
    return None if cards is None else str(cards)


def _can_print(text: str) -> bool:
    """Return whether standard output can show a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True
