"""
The check of one match of a record, line by line.

The checker reads the words of each line, knows which kind of line must come next, and enters it at
a table (the full match, or what a viewer has seen), where the rules are applied.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from sergeantmajor.cards import CARDS, SEATS, Card, CardSet, Seat
from sergeantmajor.errors import ParseError
from sergeantmajor.events import Event
from sergeantmajor.match import Match
from sergeantmajor.notation.header import WATCHER, Header
from sergeantmajor.notation.lines import RecordError, found, quoted
from sergeantmajor.notation.seen import SeenTable
from sergeantmajor.notation.set_up import signed
from sergeantmajor.notation.table import Cards, FullTable, Table
from sergeantmajor.rules import CONTRACT_LETTERS, Contract, Phase

HIDDEN: Final = "?"
"""A card, or a set of cards, that the viewer has not seen."""

FORMS: Final = {
    "deal": "deal N declarer SEAT",
    "hand": "hand SEAT CARDS",
    "kitty": "kitty CARDS",
    "give": "give UP DOWN CARD BACK",
    "contract": "contract S, H, D, C, N or pass",
    "discard": "discard CARDS",
    "trick": "trick LEADER CARD CARD CARD",
    "score": "score A B C",
    "result": "result SEAT…",
}
"""Every kind of event line, and how it is written."""

_NEXT: Final = {
    Phase.DEALING: "deal",
    Phase.EXCHANGE: "give",
    Phase.CONTRACT: "contract",
    Phase.DISCARD: "discard",
    Phase.PLAY: "trick",
}
"""By phase: the kind of line that comes next."""

_NO_RESULT_BEFORE: Final = frozenset(["hand", "kitty", "score"])
"""Kinds of line that even a table which ends the match owes: nobody decides there."""

_SEATS: Final = {str(int(seat)): seat for seat in SEATS}
_CARDS: Final = {card.code: card for card in CARDS}
_CONTRACTS: Final[dict[str, Contract | None]] = {
    **{contract.letter: contract for contract in Contract},
    "pass": None,
}


Value = TypeVar("Value")


class Checker:
    """
    Follows one match.

    Attributes:
        events: What happened, if events are kept.
        finished: Whether the result was read.
        deals: How many deals were dealt.
    """

    def __init__(self, header: Header, *, keep: bool) -> None:
        """Begin a match; `RecordError` if its tags are no beginning (`Header.start`)."""
        self.events: list[Event] = []
        self.finished = False
        self.deals = 0
        self._header = header
        self._keep = keep
        self._line = header.line
        self._start: Match | None = None
        self._table: Table | None = None
        self._expected = "deal"
        """The kind of line that must come next; empty when nothing may."""
        self._hands: list[Cards] = []
        self._dealt: list[tuple[CardSet, int]] = []
        """Cards of this deal, with the line that deals them."""
        self._on_table = 0
        """Cards of an unfinished trick: nothing but an early result may follow."""
        self._set_table(header.start(None))
        assert header.rules is not None, "the header's start needs them"
        self._rules = header.rules
        self._handlers: Final[dict[str, Callable[[list[str]], None]]] = {
            "deal": self._deal,
            "hand": self._hand,
            "kitty": self._kitty,
            "give": self._give,
            "contract": self._contract,
            "discard": self._discard,
            "trick": self._trick,
            "score": self._score,
            "result": self._result,
        }

    def feed(self, words: list[str], line: int) -> None:
        """
        Enter the next event line.

        Raises:
            RecordError: It cannot follow; says what was wrong and what was expected.
        """
        self._line = line
        kind = words[0]
        if kind != self._expected:
            self._check_order(kind)
        self._handlers[kind](words)

    def close(self) -> Match:
        """
        End the match; return it as it was before its first deal.

        Raises:
            RecordError: What only the end shows: a kitty is shown that nobody took, say.
        """
        if self._table is not None:
            self._table.close()
        return self._start or self._header.any_start() or self._started(Seat.ZERO)

    def _started(self, first: Seat) -> Match:
        """Return the match before its first deal, whose declarer is known only now."""
        start = self._header.start(first)
        assert start is not None, "the declarer is known"
        return start

    def _set_table(self, start: Match | None) -> None:
        if start is None:
            return
        self._start = start
        view = self._header.value("View")
        if view is None:
            self._table = FullTable(start)
        else:
            self._table = SeenTable(start, None if view == WATCHER else Seat.parse(view))

    def _at(self) -> Table:
        assert self._table is not None, "the first line is a deal"
        return self._table

    def _check_order(self, kind: str) -> None:
        """Refuse a line that cannot come now, unless it is a result that may stand early."""
        expected = self._expected
        if self.finished:
            raise RecordError(f"found {found(kind)} after the result: expected a tag or nothing")
        early = kind == "result" and expected not in _NO_RESULT_BEFORE
        if early and self._header.termination != "normal":
            return
        if self._on_table:
            cards = "1 card" if self._on_table == 1 else f"{self._on_table} cards"
            raise RecordError(f"found {found(kind)} after a trick of {cards}: expected nothing")
        if kind not in FORMS:
            raise RecordError(f"{quoted(kind)} is no event: expected {expected}")
        why = ", for the match goes on and no tag Termination says otherwise" if early else ""
        raise RecordError(f"found {kind}, expected {expected}{why}")

    def _deal(self, words: list[str]) -> None:
        """Read `deal N declarer SEAT`."""
        _check_form(words, words[2:3] == ["declarer"] and len(words) == 4)
        number, seat = str(self.deals + 1), _seat(words[3])
        if words[1] != number:
            raise RecordError(f"found deal {found(words[1])}, expected deal {number}")
        if self._table is None:
            self._set_table(self._started(seat))
        state = self._at().state
        if seat != state.declarer:
            raise RecordError(f"found declarer {seat:d}, expected declarer {state.declarer:d}")
        if not state.contracts:
            # Only a match that was set up midway can come to this.
            raise RecordError(f"seat {seat:d} has no contract left: expected no further deal")
        self._hands = []
        self._dealt = []
        self._expected = "hand"

    def _hand(self, words: list[str]) -> None:
        """Read `hand SEAT CARDS`."""
        _check_form(words, len(words) == 3)
        seat = SEATS[len(self._hands)]
        if words[1] != str(int(seat)):
            raise RecordError(f"found hand {found(words[1])}, expected hand {seat:d}")
        cards = _cards(words[2])
        self._at().check_hand(seat, cards)
        self._check_dealt(cards, f"hand {seat:d}", self._rules.hand_size)
        self._hands.append(cards)
        if len(self._hands) == len(SEATS):
            self._expected = "kitty"

    def _kitty(self, words: list[str]) -> None:
        """Read `kitty CARDS`."""
        _check_form(words, len(words) == 2)
        cards = _cards(words[1])
        self._check_dealt(cards, "the kitty", self._rules.kitty_size)
        table = self._at()
        self._enter(table.deal(self._hands, cards, self._line))
        self.deals += 1
        self._expected = _NEXT[table.state.phase]

    def _check_dealt(self, cards: Cards, where: str, size: int) -> None:
        """Check that cards are as many as belong there, and were not dealt before."""
        if cards is None:
            return
        if len(cards) != size:
            raise RecordError(f"{where} has {len(cards)} cards: expected {size}")
        for before, line in self._dealt:
            for card in cards & before:
                raise RecordError(f"{card} is dealt twice, first in line {line}")
        self._dealt.append((cards, self._line))

    def _give(self, words: list[str]) -> None:
        """Read `give UP DOWN CARD BACK`."""
        _check_form(words, len(words) == 5)
        up, down = _seat(words[1]), _seat(words[2])
        table = self._at()
        card, back = _card_or_hidden(words[3]), _card_or_hidden(words[4])
        self._enter(table.give(up, down, card, back, self._line))
        self._expected = _NEXT[table.state.phase]

    def _contract(self, words: list[str]) -> None:
        """Read `contract CONTRACT`."""
        _check_form(words, len(words) == 2)
        if words[1] not in _CONTRACTS:
            raise RecordError(
                f"{quoted(words[1])} is no contract: expected {', '.join(CONTRACT_LETTERS)} or pass"
            )
        table = self._at()
        self._enter(table.announce(_CONTRACTS[words[1]]))
        self._expected = _NEXT[table.state.phase]

    def _discard(self, words: list[str]) -> None:
        """Read `discard CARDS`."""
        _check_form(words, len(words) == 2)
        table = self._at()
        self._enter(table.discard(_cards(words[1])))
        self._expected = _NEXT[table.state.phase]

    def _trick(self, words: list[str]) -> None:
        """Read `trick LEADER CARD CARD CARD`; one or two cards are the last of the match."""
        count = len(words) - 2
        _check_form(words, 1 <= count <= len(SEATS))
        table = self._at()
        leader, turn = _seat(words[1]), table.state.to_act
        if leader is not turn:
            assert turn is not None
            raise RecordError(
                f"found trick {leader:d}, expected trick {turn:d}: seat {turn:d} leads"
            )
        line, keep = self._line, self._keep
        for code in words[2:]:
            events = table.play(_card(code), line)
            if keep:
                self.events += events
        if count < len(SEATS):
            self._on_table = count
            self._expected = ""
        elif table.state.phase is not Phase.PLAY:
            self._expected = "score"

    def _score(self, words: list[str]) -> None:
        """Read `score A B C`."""
        _check_form(words, len(words) == 4)
        state = self._at().state
        assert state.last is not None
        expected = [signed(score) for score in state.last]
        if words[1:] != expected:
            scores = " ".join(words[1:])
            raise RecordError(f"found score {found(scores)}, expected score {' '.join(expected)}")
        self._expected = "deal" if state.winners is None else "result"

    def _result(self, words: list[str]) -> None:
        """Read `result SEAT…`, of a match played to the end or of one that the table ended."""
        _check_form(words, len(words) > 1)
        winners = [_seat(word) for word in words[1:]]
        if sorted(set(winners)) != winners:
            raise RecordError(
                f"found {found(' '.join(words))}: expected each winner once, in rising order"
            )
        if self._table is None:
            self._set_table(self._header.any_start() or self._started(Seat.ZERO))
        table = self._at()
        decided = table.state.winners
        if decided is None:
            self._enter(table.conclude(winners))
        elif tuple(winners) != decided:
            right = " ".join(str(int(seat)) for seat in decided)
            raise RecordError(f"found {found(' '.join(words))}, expected result {right}")
        self.finished = True
        self._expected = ""

    def _enter(self, events: Sequence[Event]) -> None:
        if self._keep:
            self.events.extend(events)


def _check_form(words: list[str], right: bool) -> None:
    """Check that a line has exactly the words of its kind."""
    if not right:
        raise RecordError(f"found {found(' '.join(words))}, expected {FORMS[words[0]]}")


def _seat(text: str) -> Seat:
    # Looked up here first: nearly every word of a record is a right one.
    seat = _SEATS.get(text)
    return _parsed(Seat.parse, text) if seat is None else seat


def _card(text: str) -> Card:
    card = _CARDS.get(text)
    return _parsed(Card.parse, text) if card is None else card


def _card_or_hidden(text: str) -> Card | None:
    return None if text == HIDDEN else _card(text)


def _cards(text: str) -> Cards:
    return None if text == HIDDEN else _parsed(CardSet.parse, text)


def _parsed(parse: Callable[[str], Value], text: str) -> Value:
    try:
        return parse(text)
    except ParseError as error:
        raise RecordError(str(error)) from None
