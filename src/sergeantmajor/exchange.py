"""Who owes whom how many cards, and in which order (R-EXCH)."""

from collections.abc import Iterable
from dataclasses import dataclass

from sergeantmajor.cards import SEATS, Seat, Three
from sergeantmajor.rules import Exchange, Order, Rules


@dataclass(frozen=True, slots=True)
class Debt:
    """
    Cards still to be exchanged between two players.

    Attributes:
        up: Who was up in the last played deal: he gives first, and chooses.
        down: Who was down: he returns by rule.
        count: Cards still to go, at least 1.
    """

    up: Seat
    down: Seat
    count: int


def debts_of(rules: Rules, declarer: Seat, last: Three | None) -> tuple[Debt, ...]:
    """
    Return what is to be exchanged in a deal, in order (R-EXCH-1).

    Args:
        rules: The rule set.
        declarer: The declarer of this deal.
        last: Scores of the last played deal, adding up to 0; `None` before the first.
    """
    if last is None or rules.exchange is Exchange.NONE:
        return ()
    this = rules.targets_for(declarer)
    before = rules.targets_for(rules.previous(declarer))

    def ordered(seats: Iterable[Seat], order: Order | None) -> list[Seat]:
        if order is Order.MOST:
            return sorted(seats, key=lambda seat: (-abs(last[seat]), -this[seat]))
        targets = before if order is Order.LAST else this
        return sorted(seats, key=lambda seat: -targets[seat])

    ups = ordered((seat for seat in SEATS if last[seat] > 0), rules.order_up)
    downs = ordered((seat for seat in SEATS if last[seat] < 0), rules.order_down)
    return tuple(Debt(up, down, min(last[up], -last[down])) for up in ups for down in downs)


def debts_after(debts: tuple[Debt, ...], up: Seat, down: Seat) -> tuple[Debt, ...]:
    """Return what is left to exchange after a card went between two players."""
    left = (
        Debt(debt.up, debt.down, debt.count - ((debt.up, debt.down) == (up, down)))
        for debt in debts
    )
    return tuple(debt for debt in left if debt.count)
