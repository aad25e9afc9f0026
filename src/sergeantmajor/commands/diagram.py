"""A deal as a bridge column prints it: hands round the table, then what happened, as text."""

import unicodedata
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from sergeantmajor.cards import SEATS, Card, CardSet, Seat, Suit
from sergeantmajor.events import Decision
from sergeantmajor.notation.set_up import signed
from sergeantmajor.notation.sheet import Sheet, SheetTrick
from sergeantmajor.rules import Phase, Rules

SYMBOLS: Final = "♠♥♦♣"
LONGEST_NAME: Final = 16

_COLUMN: Final = 30
_INDENT: Final = 4

_DECIDED: Final = {
    Decision.TOTAL: "the highest total",
    Decision.UP: "equal totals, more tricks over target in the last deal",
    Decision.TRICK: "equal totals and last deals, the latest trick",
    Decision.SHARED: "equal totals share the win",
    Decision.TRICKS: "so many tricks in one deal",
    Decision.DECLARED: "declared by the table",
}


class Diagram:
    """
    How deals of one match are drawn.

    Attributes:
        rules: The rule set, for the order of the phases.
        names: Names by seat, fit to be printed.
        bottom: The seat drawn nearest to the reader; the next ones sit clockwise from it.
        suits: What stands for the four suits: symbols, or letters where those can't be printed.
    """

    def __init__(
        self, rules: Rules, names: Sequence[str], bottom: Seat, suits: str = SYMBOLS
    ) -> None:
        self.rules = rules
        self.names = [printable(name) or f"Seat {seat}" for seat, name in enumerate(names)]
        self.bottom = bottom
        self.suits = suits

    def draw(self, sheet: Sheet) -> str:
        """Return a deal as text of several lines, without colours, at most 80 columns wide."""
        lines = [f"Deal {sheet.number}: {self.names[sheet.declarer]} declares", ""]
        lines += self._hands(sheet)
        lines.append("")
        before_play = {
            Phase.EXCHANGE: self._exchange,
            Phase.CONTRACT: self._contract,
            Phase.DISCARD: self._discard,
        }
        for phase in self.rules.phases.phases:
            lines += before_play[phase](sheet)
        if sheet.tricks:
            lines += ["", *self._tricks(sheet)]
        if sheet.winners is not None and sheet.by is not None:
            names = " and ".join(self.names[seat] for seat in sheet.winners) or "nobody"
            lines += ["", f"Won by {names}: {_DECIDED[sheet.by]}"]
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def card(self, card: Card) -> str:
        """Return one card, as ♠A."""
        return f"{self.suits[card.suit]}{card.rank.letter}"

    def cards(self, cards: CardSet | None) -> str:
        """Return some cards, spades first, from high to low."""
        if cards is None:
            return "not seen"
        found = [card for suit in Suit for card in reversed(tuple(cards.of(suit)))]
        return " ".join(map(self.card, found))

    def _exchange(self, sheet: Sheet) -> list[str]:
        lines: list[str] = []
        for give in sheet.gives:
            card = "a card" if give.card is None else self.card(give.card)
            back = "a card" if give.back is None else self.card(give.back)
            label = "" if lines else "Exchange"
            up, down = self.names[give.up], self.names[give.down]
            lines.append(f"{label:10}{up} gives {card} to {down}, gets {back}")
        return lines

    def _contract(self, sheet: Sheet) -> list[str]:
        if not sheet.announced:
            return []
        contract = sheet.contract
        if contract is None:
            said = "pass: the cards are dealt again"
        else:
            said = "no trump" if contract.trump is None else self.suits[contract.trump]
        return [f"Contract  {said}"]

    def _discard(self, sheet: Sheet) -> list[str]:
        return [f"Discard   {self.cards(sheet.discard)}"] if sheet.discarded else []

    def _hands(self, sheet: Sheet) -> list[str]:
        """Return the seats at the left and the right side by side, kitty and bottom seat below."""
        left, right = self.bottom.left, self.bottom.right
        lines = _beside(self._hand(sheet, left), self._hand(sheet, right))
        middle = ["", "Kitty", *self._suits(sheet.kitty), "", *self._hand(sheet, self.bottom)]
        indent = " " * (_INDENT + _COLUMN // 2)
        return [" " * _INDENT + line for line in lines] + [indent + line for line in middle]

    def _hand(self, sheet: Sheet, seat: Seat) -> list[str]:
        title = f"{self.names[seat]} ({sheet.targets[seat]})"
        return [title, *self._suits(sheet.hands[seat])]

    def _suits(self, cards: CardSet | None) -> list[str]:
        if cards is None:
            return ["not seen"]
        lines = []
        for suit in Suit:
            ranks = [card.rank.letter for card in reversed(tuple(cards.of(suit)))]
            lines.append(f"{self.suits[suit]} {' '.join(ranks) or '-'}")
        return lines

    def _tricks(self, sheet: Sheet) -> list[str]:
        """Return the tricks as a table: > leads, * takes; then tricks, scores and totals."""
        widths = [max(_width(name), 5) + 2 for name in self.names]

        def row(label: str, cells: Sequence[str]) -> str:
            padded = (_pad(cell, width) for cell, width in zip(cells, widths, strict=True))
            return f"{label:<8}" + "".join(padded)

        lines = [row("Trick", [f" {name}" for name in self.names])]
        for number, trick in enumerate(sheet.tricks, 1):
            lines.append(row(f"{number:>4}", [self._cell(trick, seat) for seat in SEATS]))
        lines.append(row("Tricks", [f" {won}" for won in sheet.won]))
        lines.append(row("Target", [f" {target}" for target in sheet.targets]))
        if sheet.scores is not None and sheet.totals is not None:
            lines.append(row("Score", [f" {signed(score)}" for score in sheet.scores]))
            lines.append(row("Total", [f" {signed(total)}" for total in sheet.totals]))
        return lines

    def _cell(self, trick: SheetTrick, seat: Seat) -> str:
        for place, (player, card) in enumerate(trick.plays):
            if player is seat:
                lead = ">" if place == 0 else " "
                return lead + self.card(card) + ("*" if trick.winner is seat else "")
        return ""


def printable(name: str) -> str:
    """Return a name without what would upset a terminal, cut to 16 columns."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in name).strip()
    while _width(plain) > LONGEST_NAME:
        plain = plain[:-1]
    return plain


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(letter) in "FW" for letter in text)
    marks = sum(unicodedata.combining(letter) != 0 for letter in text)
    return len(text) + wide - marks


def _pad(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _beside(left: Sequence[str], right: Sequence[str]) -> list[str]:
    return [_pad(one, _COLUMN) + two for one, two in zip_longest(left, right, fillvalue="")]
