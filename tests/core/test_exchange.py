"""The exchange: who owes whom, in which order, and what comes back."""

from random import Random

import pytest

from games import cards, position, shuffled
from sergeantmajor.actions import Action, Announce, Draw, Give
from sergeantmajor.cards import SEATS, Card, CardSet, Seat, Suit
from sergeantmajor.deal import Deal, apply, exchanged, legal_actions, start_deal
from sergeantmajor.exchange import Debt, debts_of
from sergeantmajor.rules import Contract, Phase, Rules

# Roles move on: A had 8 and has 3 now, B had 5 and has 8 now, C had 3 and has 5 now.
# Scores of A, B, C in the last deal; then for `this`, `last` and `most` who exchanges with whom and
# how often, in order. Worked out by hand from the sentences of the rules.
ONE_AND_ONE = [
    ("+2 -2 0", "A>B2"),
    ("+1 0 -1", "A>C1"),
    ("0 +3 -3", "B>C3"),
    ("-4 +4 0", "B>A4"),
    ("-5 0 +5", "C>A5"),
    ("0 -1 +1", "C>B1"),
]
TWO_UP = [
    # Up: A and B. This deal's targets: B 8, A 3. Last deal's: A 8, B 5.
    ("+2 +1 -3", "B>C1 A>C2", "A>C2 B>C1", "A>C2 B>C1"),
    ("+1 +2 -3", "B>C2 A>C1", "A>C1 B>C2", "B>C2 A>C1"),
    ("+1 +1 -2", "B>C1 A>C1", "A>C1 B>C1", "B>C1 A>C1"),
    # Up: A and C. This deal's targets: C 5, A 3. Last deal's: A 8, C 3.
    ("+2 -3 +1", "C>B1 A>B2", "A>B2 C>B1", "A>B2 C>B1"),
    ("+1 -5 +4", "C>B4 A>B1", "A>B1 C>B4", "C>B4 A>B1"),
    ("+2 -4 +2", "C>B2 A>B2", "A>B2 C>B2", "C>B2 A>B2"),
    # Up: B and C. This deal's targets: B 8, C 5. Last deal's: B 5, C 3.
    ("-3 +1 +2", "B>A1 C>A2", "B>A1 C>A2", "C>A2 B>A1"),
    ("-3 +2 +1", "B>A2 C>A1", "B>A2 C>A1", "B>A2 C>A1"),
    ("-8 +4 +4", "B>A4 C>A4", "B>A4 C>A4", "B>A4 C>A4"),
]
TWO_DOWN = [
    # Down: A and B.
    ("-2 -1 +3", "C>B1 C>A2", "C>A2 C>B1", "C>A2 C>B1"),
    ("-1 -2 +3", "C>B2 C>A1", "C>A1 C>B2", "C>B2 C>A1"),
    ("-1 -1 +2", "C>B1 C>A1", "C>A1 C>B1", "C>B1 C>A1"),
    # Down: A and C.
    ("-4 +5 -1", "B>C1 B>A4", "B>A4 B>C1", "B>A4 B>C1"),
    ("-1 +3 -2", "B>C2 B>A1", "B>A1 B>C2", "B>C2 B>A1"),
    ("-2 +4 -2", "B>C2 B>A2", "B>A2 B>C2", "B>C2 B>A2"),
    # Down: B and C.
    ("+3 -1 -2", "A>B1 A>C2", "A>B1 A>C2", "A>C2 A>B1"),
    ("+3 -2 -1", "A>B2 A>C1", "A>B2 A>C1", "A>B2 A>C1"),
    ("+6 -3 -3", "A>B3 A>C3", "A>B3 A>C3", "A>B3 A>C3"),
]
ORDERS = ("this", "last", "most")


def seated(direction: str, declarer: Seat) -> dict[str, Seat]:
    """Return where A, B and C sit when B declares now."""
    step = 1 if direction == "cw" else 2
    return {
        "A": Seat((declarer + 2 * step) % 3),
        "B": declarer,
        "C": Seat((declarer + step) % 3),
    }


def check_debts(options: str, scores: str, expected: str) -> None:
    """Compare the debts for every direction and declarer with what was worked out."""
    for direction in ("cw", "ccw"):
        rules = Rules.parse(f"ten-points direction={direction} {options}")
        for declarer in SEATS:
            at = seated(direction, declarer)
            last = [0, 0, 0]
            for who, score in zip("ABC", scores.split(), strict=True):
                last[at[who]] = int(score)
            found = debts_of(rules, declarer, (last[0], last[1], last[2]))
            owed = [Debt(at[word[0]], at[word[2]], int(word[3:])) for word in expected.split()]
            assert owed == list(found), (direction, declarer, scores)


@pytest.mark.parametrize(("scores", "expected"), ONE_AND_ONE)
def test_one_up_and_one_down_exchange_that_number(scores: str, expected: str) -> None:
    """R-EXCH-1: whatever the orders say, there is one debt; who is on target takes no part."""
    for order in ORDERS:
        check_debts(f"order-up={order} order-down={order}", scores, expected)
    check_debts("exchange=draw", scores, expected)


@pytest.mark.parametrize(("scores", *ORDERS), TWO_UP)
def test_two_up_go_in_the_order_of_the_option(scores: str, this: str, last: str, most: str) -> None:
    """R-ORDER-UP: this deal's or the last one's higher target, or most up and then this deal's."""
    for order, expected in zip(ORDERS, (this, last, most), strict=True):
        for down in ORDERS:
            check_debts(f"order-up={order} order-down={down}", scores, expected)
        check_debts(f"order-up={order} exchange=draw", scores, expected)


@pytest.mark.parametrize(("scores", *ORDERS), TWO_DOWN)
def test_two_down_go_in_the_order_of_the_option(
    scores: str, this: str, last: str, most: str
) -> None:
    """R-ORDER-DOWN: this deal's or the last one's higher target, or most down and then this's."""
    for order, expected in zip(ORDERS, (this, last, most), strict=True):
        for up in ORDERS:
            check_debts(f"order-down={order} order-up={up}", scores, expected)


def test_the_presets_orders() -> None:
    """ten-points: two up by this deal's target, two down by the last one's; classic: by this's."""
    last = (-2, -1, +3)
    for preset, first in (("ten-points", Seat.ZERO), ("classic", Seat.ONE)):
        # Seat 0 declared the last deal with 8, seat 1 declares this one.
        assert first is debts_of(Rules.parse(preset), Seat.ONE, last)[0].down
    for preset in ("ten-points", "classic"):
        assert debts_of(Rules.parse(preset), Seat.ONE, (+2, +1, -3))[0].up is Seat.ONE


@pytest.mark.parametrize("preset", ["ten-points", "fifteen-deals", "classic"])
def test_no_exchange_without_up_and_down(preset: str) -> None:
    """The first deal, three on target, and `exchange=none` have none."""
    rules = Rules.parse(preset)
    assert () == debts_of(rules, Seat.ZERO, None)
    assert () == debts_of(rules, Seat.ZERO, (0, 0, 0))
    assert () == debts_of(Rules.parse(f"{preset} exchange=none"), Seat.ZERO, (+2, +1, -3))


HELD = "A92.K74..QT/K85.A6.J4.5/QJ7.Q5.A.96"


def exchange(options: str, *owed: Debt, held: str = HELD) -> Deal:
    """Return a state in the exchange."""
    return position(f"ten-points {options}", held, phase=Phase.EXCHANGE, contract=None, debts=owed)


ZERO, ONE, TWO = SEATS


@pytest.mark.parametrize(
    ("given", "back"),
    [
        # The highest of the suit comes back if it is higher than what was given …
        ("S2", "SK"),
        ("S9", "SK"),
        ("H4", "HA"),
        ("HK", "HA"),
        # … and else the card itself: only lower ones there, or none of the suit.
        ("SA", "SA"),
        ("CT", "CT"),
        ("CQ", "CQ"),
    ],
)
def test_what_comes_back(given: str, back: str) -> None:
    """R-EXCH-3: the highest card of the suit if it is higher, else the card itself."""
    deal = exchange("", Debt(ZERO, ONE, 2))
    after = apply(deal, ZERO, Give(Card.parse(given)))
    assert (ZERO, ONE, Card.parse(given), Card.parse(back)) == exchanged(
        deal, Give(Card.parse(given))
    )
    gone, come = cards(given), cards(back)
    if given == back:
        assert deal.hands == after.hands
    else:
        assert deal.hands[0] - gone | come == after.hands[0]
        assert deal.hands[1] - come | gone == after.hands[1]
    assert deal.hands[2] == after.hands[2]
    assert (Debt(ZERO, ONE, 1),) == after.debts


def test_a_card_that_came_straight_back_counts() -> None:
    """R-EXCH-3: the exchange is done after the number owed, whatever it changed."""
    deal = exchange("", Debt(ZERO, ONE, 2))
    for _ in range(2):
        assert Phase.EXCHANGE is deal.phase
        deal = apply(deal, ZERO, Give(Card.parse("SA")))
    assert Phase.CONTRACT is deal.phase
    assert exchange("", Debt(ZERO, ONE, 2)).hands == deal.hands


def test_cards_received_may_go_again() -> None:
    """A card received earlier in the same exchange may be given or returned again."""
    deal = exchange("", Debt(ZERO, ONE, 4))
    deal = apply(deal, ZERO, Give(Card.parse("S9")))  # SK comes.
    deal = apply(deal, ZERO, Give(Card.parse("SK")))  # Nothing higher there: it comes back.
    assert CardSet.parse("AK2.K74..QT") == deal.hands[0]
    deal = apply(deal, ZERO, Give(Card.parse("S2")))  # The S9 given before is returned.
    assert CardSet.parse("AK9.K74..QT") == deal.hands[0]
    assert CardSet.parse("852.A6.J4.5") == deal.hands[1]


@pytest.mark.parametrize(
    ("down", "suit", "gone", "back"),
    [
        (ONE, "S", "S2", "SK"),
        (ONE, "H", "H4", "HA"),
        (ONE, "C", "CT", "CT"),
        (TWO, "S", "S2", "SQ"),
        (TWO, "H", "H4", "HQ"),
        (TWO, "C", "CT", "CT"),
    ],
)
def test_drawing_sends_the_lowest_of_the_suit(down: Seat, suit: str, gone: str, back: str) -> None:
    """R-EXCHANGE draw: one's lowest card of the suit goes, that player's highest comes back."""
    deal = exchange("exchange=draw", Debt(ZERO, ONE, 2), Debt(ZERO, TWO, 1))
    action = Draw(down, Suit.parse(suit))
    assert (ZERO, down, Card.parse(gone), Card.parse(back)) == exchanged(deal, action)
    after = apply(deal, ZERO, action)
    assert Card.parse(back) in after.hands[0]
    assert (gone != back) == (Card.parse(gone) in after.hands[down])
    assert sum(debt.count for debt in after.debts) == 2


def test_drawing_chooses_freely_among_those_who_owe() -> None:
    """Either down player may be asked while he owes, in any order; then no longer."""
    deal = exchange("exchange=draw", Debt(ZERO, ONE, 1), Debt(ZERO, TWO, 2))

    def asked(state: Deal) -> set[Seat]:
        return {action.down for action in legal_actions(state) if isinstance(action, Draw)}

    assert {ONE, TWO} == asked(deal)
    deal = apply(deal, ZERO, Draw(TWO, Suit.SPADES))
    assert {ONE, TWO} == asked(deal)
    deal = apply(deal, ZERO, Draw(ONE, Suit.SPADES))
    assert {TWO} == asked(deal)
    deal = apply(deal, ZERO, Draw(TWO, Suit.SPADES))
    assert Phase.CONTRACT is deal.phase


def test_only_suits_held_may_be_drawn() -> None:
    """The up player names a suit that he holds himself."""
    deal = exchange("exchange=draw", Debt(ZERO, ONE, 1))
    assert (
        Draw(ONE, Suit.SPADES),
        Draw(ONE, Suit.HEARTS),
        Draw(ONE, Suit.CLUBS),
    ) == legal_actions(deal)


@pytest.mark.parametrize("options", ["", "exchange=draw"])
def test_two_up_one_after_the_other(options: str) -> None:
    """The first completes all his exchanges before the second starts; nobody stops early."""
    deal = exchange(options, Debt(TWO, ONE, 2), Debt(ZERO, ONE, 1))
    turns = []
    while deal.phase is Phase.EXCHANGE:
        assert deal.to_act is not None
        turns.append(deal.to_act)
        actions = legal_actions(deal)
        assert all(isinstance(action, Give | Draw) for action in actions)
        deal = apply(deal, deal.to_act, actions[0])
    assert [TWO, TWO, ZERO] == turns


def test_giving_goes_to_who_is_next() -> None:
    """R-EXCHANGE give: with whom is settled; any card may be named."""
    deal = exchange("", Debt(ZERO, TWO, 1), Debt(ZERO, ONE, 1))
    assert tuple(Give(card) for card in deal.hands[0]) == legal_actions(deal)
    deal = apply(deal, ZERO, Give(Card.parse("H4")))
    assert Card.parse("HQ") in deal.hands[0]
    deal = apply(deal, ZERO, Give(Card.parse("H7")))
    assert Card.parse("HA") in deal.hands[0]


@pytest.mark.parametrize(
    ("options", "contract", "phases"),
    [
        ("phases=XCK", "S", "exchange contract discard play"),
        ("phases=CXK", "S", "contract exchange discard play"),
        ("phases=CKX", "S", "contract discard exchange play"),
        ("phases=CXK contracts=SHDCN nt-cancels=yes", "N", "contract discard play"),
        ("phases=CKX contracts=SHDCN nt-cancels=yes", "N", "contract discard play"),
        ("phases=CXK contracts=SHDCN nt-cancels=yes", "S", "contract exchange discard play"),
        ("phases=CXK contracts=SHDCN", "N", "contract exchange discard play"),
        ("phases=XCK exchange=draw", "S", "exchange contract discard play"),
    ],
)
@pytest.mark.parametrize("kitty", ["blind", "seen"])
def test_phases_follow_the_option(options: str, contract: str, phases: str, kitty: str) -> None:
    """R-PHASES, R-NT-CANCELS: each phase in its place, and no exchange after a cancelling N."""
    rules = Rules.parse(f"ten-points {options} kitty={kitty}")
    held, left = shuffled(rules, Random(0))
    deal = start_deal(rules, 2, ONE, held, left, last=(-2, +3, -1))
    seen: list[str] = []
    while deal.phase is not Phase.PLAY:
        if not seen or seen[-1] != deal.phase:
            seen.append(deal.phase.value)
        assert deal.to_act is not None
        action: Action = legal_actions(deal)[0]
        if isinstance(action, Announce):
            action = Announce(next(each for each in Contract if each.letter == contract))
        deal = apply(deal, deal.to_act, action)
    assert phases.split() == [*seen, "play"]
    assert () == deal.debts
