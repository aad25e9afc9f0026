"""
`corporal` as declarer: which contract it announces, or whether it passes.

Where each contract may be announced only once, today's choice costs what it would have been worth
later: the best suit of this hand may be worth more in a later one. So each open contract is valued
as the hand's worth with it plus what the contracts left are worth with hands yet unknown; and a
pass as one more unknown hand. What they are worth is the mean over a fixed sample of hands, worked
back from the last deal.
"""

from functools import cache
from random import Random
from typing import Final

from sergeantmajor.bots.worth import DECLARING
from sergeantmajor.cards import SEATS, CardSet, Suit
from sergeantmajor.rules import Contract, End, Rules
from sergeantmajor.view import View

_SAMPLE: Final = 512
"""Hands in the sample: their mean best contract is known to 0.07 tricks."""
_HORIZON: Final = 3
"""Deals as declarer looked ahead where nobody knows when the match will end."""
_EXCHANGED: Final = (79, 63, 49, 34, 25, 18, 13, 10)
"""What the first, second, … card exchanged is worth to the one who was up, in hundredths."""


def choose_contract(view: View) -> Contract | None:
    """
    Return what to announce, `None` to pass.

    Args:
        view: The view of the declarer, to announce.
    """
    assert view.hand is not None, "a declarer has a hand"
    rules, hand = view.rules, view.hand.mask
    exchange = _exchange_worth(view)
    turns = _turns_left(view)

    def value(contract: Contract) -> float:
        worth = DECLARING.hand(hand, contract)
        if contract is Contract.NO_TRUMP and rules.nt_cancels:
            worth -= exchange
        left = view.contracts
        if rules.once:
            left = tuple(other for other in left if other is not contract)
        return worth + _future(rules, left, turns - 1, view.passes_left)

    best = max(view.contracts, key=value)
    if view.passes_left:
        passing = _future(rules, view.contracts, turns, view.passes_left - 1)
        if passing > value(best):
            return None
    return best


def _turns_left(view: View) -> int:
    """Return how often the declarer will still declare, this time included."""
    if view.rules.end is not End.DEALS or view.rules.deals is None:
        return _HORIZON
    after_this = view.rules.deals - view.played - 1
    return min(1 + after_this // len(SEATS), len(view.contracts) if view.rules.once else _HORIZON)


def _exchange_worth(view: View) -> int:
    """Return what the exchange to come is worth to the viewer, which no trump would cancel."""
    worth = 0
    for debt in view.debts:
        cards = sum(_EXCHANGED[: debt.count])
        worth += cards * ((debt.up == view.viewer) - (debt.down == view.viewer))
    return worth


def _future(rules: Rules, contracts: tuple[Contract, ...], turns: int, passes: int) -> float:
    suits = sum(contract.trump is not None for contract in contracts)
    return _expected(
        rules.deck,
        rules.hand_size,
        suits,
        Contract.NO_TRUMP in contracts,
        min(turns, _HORIZON if not rules.once else len(contracts)),
        min(passes, 9),
        rules.once,
    )


@cache
def _expected(
    deck: CardSet, size: int, suits: int, no_trump: bool, turns: int, passes: int, once: bool
) -> float:
    """
    Return what the declarer's turns to come are worth before he sees their hands.

    Args:
        deck: The cards of the game.
        size: Cards in a hand.
        suits: How many suits may still be announced; which ones makes no difference.
        no_trump: Whether no trump may.
        turns: Deals that he will still declare in.
        passes: How often he may still pass.
        once: Whether a contract can be announced only once.
    """
    if turns <= 0 or not (suits or no_trump):
        return 0.0
    lost = 1 if once else 0
    after_suit = (
        _expected(deck, size, suits - lost, no_trump, turns - 1, passes, once) if suits else 0.0
    )
    after_none = (
        _expected(deck, size, suits, not once, turns - 1, passes, once) if no_trump else 0.0
    )
    passed = (
        _expected(deck, size, suits, no_trump, turns, passes - 1, once) if passes else -float("inf")
    )
    total = 0.0
    for trump_worths, no_trump_worth in _sample(deck, size):
        values = [passed]
        if suits:
            values.append(max(trump_worths[:suits]) + after_suit)
        if no_trump:
            values.append(no_trump_worth + after_none)
        total += max(values)
    return total / _SAMPLE


@cache
def _sample(deck: CardSet, size: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return what each hand of a fixed sample is worth: by suit as trump, and at no trump."""
    rng = Random(358)
    cards = list(deck)
    suits = [Contract(suit) for suit in Suit if deck.of(suit)]
    found = []
    for _ in range(_SAMPLE):
        # `random()` alone is the same in every version of Python.
        for place in range(size):
            other = place + int(rng.random() * (len(cards) - place))
            cards[place], cards[other] = cards[other], cards[place]
        hand = CardSet(cards[:size]).mask
        worths = tuple(DECLARING.hand(hand, contract) for contract in suits)
        found.append((worths, DECLARING.hand(hand, Contract.NO_TRUMP)))
    return tuple(found)
