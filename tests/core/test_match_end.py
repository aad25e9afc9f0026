"""When a match ends, who has won, and what decided it."""

from dataclasses import replace

import pytest

from games import position
from sergeantmajor.actions import Play
from sergeantmajor.cards import SEATS, Card, CardSet, Seat, Three
from sergeantmajor.events import DealScored, Decision, Event, MatchEnded
from sergeantmajor.match import Match, apply
from sergeantmajor.rules import Rules

CODES = ("SA", "SK", "SQ")


def play_last_trick(
    options: str,
    totals: Three,
    won: Three,
    latest: Three,
    *,
    declarer: Seat = Seat.ZERO,
    played: int = 0,
) -> tuple[Match, list[Event]]:
    """
    Play the last trick of a deal and return the match after it, with the events of its last card.

    Args:
        options: The rule set.
        totals: Totals before the deal.
        won: Tricks of the whole deal by seat.
        latest: By seat, the number of the last trick taken; who has 16 takes the last one.
        declarer: Who declares; with clockwise play the seats after him have 5 and 3.
        played: Deals played before.
    """
    rules = Rules.parse(options)
    taker = Seat(latest.index(16))
    order = (taker, taker.left, taker.right)
    held = [CardSet(), CardSet(), CardSet()]
    for seat, code in zip(order, CODES, strict=True):
        held[seat] = CardSet((Card.parse(code),))
    one, two, three = (count - (seat == taker) for seat, count in zip(SEATS, won, strict=True))
    deal = position(
        rules, (held[0], held[1], held[2]), declarer=declarer, leader=taker, won=(one, two, three)
    )
    assert 15 == sum(deal.won)
    first, second, third = (0 if seat == taker else latest[seat] for seat in SEATS)
    deal = replace(deal, latest=(first, second, third))
    match = Match(rules=rules, declarer=declarer, deal=deal, totals=totals, dealt=1, played=played)
    events: tuple[Event, ...] = ()
    for seat in order:
        step = apply(match, seat, Play(next(iter(held[seat]))))
        match, events = step.match, step.events
    return match, list(events)


# Rule set, totals before, tricks, latest tricks; then the winners and what decided, or nothing.
# Seat 0 declares: targets 8, 5, 3 for seats 0, 1, 2 (clockwise).
ENDS = [
    # points: at or over the number; the highest total wins.
    ("ten-points", (9, 0, -9), (9, 4, 3), (16, 15, 14), "0", "total"),
    ("ten-points", (8, 0, -8), (9, 4, 3), (16, 15, 14), "", ""),
    ("ten-points", (9, 0, -9), (12, 2, 2), (16, 15, 14), "0", "total"),
    ("ten-points", (-9, 9, 0), (7, 6, 3), (16, 15, 14), "1", "total"),
    ("ten-points", (0, -9, 9), (7, 5, 4), (16, 15, 14), "2", "total"),
    ("ten-points points=1", (0, 0, 0), (8, 5, 3), (16, 15, 14), "", ""),
    ("ten-points points=1", (0, 0, 0), (8, 4, 4), (16, 15, 14), "2", "total"),
    ("ten-points points=1000", (999, 0, -999), (9, 5, 2), (16, 15, 14), "0", "total"),
    # Two at or over it: the higher total, not who was up by more.
    ("ten-points", (9, 8, -17), (10, 6, 0), (16, 15, 0), "0", "total"),
    ("ten-points", (9, 7, -16), (10, 6, 0), (16, 15, 0), "0", "total"),
    ("ten-points", (9, 5, -14), (10, 6, 0), (15, 16, 0), "0", "total"),
    # Equal: up by more in this last deal, whoever took the last trick.
    ("ten-points", (9, 8, -17), (9, 7, 0), (16, 15, 0), "1", "up"),
    ("ten-points", (8, 9, -17), (10, 6, 0), (15, 16, 0), "0", "up"),
    ("ten-points", (-18, 9, 9), (4, 6, 6), (16, 14, 15), "2", "total"),
    ("ten-points", (-17, 9, 8), (5, 6, 5), (15, 16, 14), "2", "up"),
    # Still equal: the one among them who most recently took a trick.
    ("ten-points", (9, 9, -18), (9, 6, 1), (16, 15, 3), "0", "trick"),
    ("ten-points", (9, 9, -18), (9, 6, 1), (15, 16, 3), "1", "trick"),
    ("ten-points", (9, 9, -18), (9, 6, 1), (14, 15, 16), "1", "trick"),
    ("ten-points", (9, 9, -18), (9, 6, 1), (15, 14, 16), "0", "trick"),
    ("ten-points", (-18, 9, 9), (6, 6, 4), (16, 12, 15), "2", "trick"),
    # Equal totals share where the option says so.
    ("ten-points ties=shared", (9, 8, -17), (9, 7, 0), (16, 15, 0), "01", "shared"),
    ("ten-points ties=shared", (-18, 9, 9), (6, 6, 4), (16, 12, 15), "12", "shared"),
    ("ten-points ties=shared", (9, 8, -17), (10, 6, 0), (16, 15, 0), "0", "total"),
    # tricks: somebody took that many in the deal; totals decide nothing.
    ("classic", (-50, 25, 25), (12, 2, 2), (16, 15, 14), "0", "tricks"),
    ("classic", (90, -45, -45), (2, 12, 2), (14, 16, 15), "1", "tricks"),
    ("classic", (90, -45, -45), (0, 0, 16), (0, 0, 16), "2", "tricks"),
    ("classic", (990, -495, -495), (11, 3, 2), (16, 15, 14), "", ""),
    ("classic tricks=9", (0, 0, 0), (9, 4, 3), (16, 15, 14), "0", "tricks"),
    ("classic tricks=9", (0, 0, 0), (8, 5, 3), (16, 15, 14), "", ""),
    ("classic tricks=16", (0, 0, 0), (15, 1, 0), (16, 1, 0), "", ""),
]


@pytest.mark.parametrize(("options", "totals", "won", "latest", "winners", "by"), ENDS)
def test_the_end_by_points_and_tricks(
    options: str, totals: Three, won: Three, latest: Three, winners: str, by: str
) -> None:
    """R-END, R-POINTS, R-TRICKS, R-TIES: tested after the 16th trick and the score."""
    match, events = play_last_trick(options, totals, won, latest)
    check(match, events, winners, by)
    scores = tuple(took - target for took, target in zip(won, (8, 5, 3), strict=True))
    assert DealScored(scores) in events  # type: ignore[arg-type]
    assert tuple(map(sum, zip(totals, scores, strict=True))) == match.totals


def check(match: Match, events: list[Event], winners: str, by: str) -> None:
    """Compare the end of a match with what was worked out by hand."""
    if not winners:
        assert (None, None) == (match.winners, match.by)
        assert not any(isinstance(event, MatchEnded) for event in events)
        return
    expected = tuple(Seat.parse(letter) for letter in winners)
    assert (expected, Decision(by)) == (match.winners, match.by)
    assert MatchEnded(expected, Decision(by)) == events[-1]


# Played before, totals before, tricks, latest tricks; seat 0 declares, and play is clockwise.
DEALS = [
    ("", 13, (0, 0, 0), (8, 5, 3), (16, 15, 14), "", ""),
    ("", 14, (0, 0, 0), (9, 4, 3), (16, 15, 14), "0", "total"),
    ("", 14, (1, 0, -1), (7, 5, 4), (16, 15, 14), "012", "shared"),
    ("", 14, (2, 2, -4), (8, 5, 3), (16, 15, 14), "01", "shared"),
    ("", 14, (-4, 1, 3), (8, 6, 2), (16, 15, 14), "12", "shared"),
    ("", 0, (90, 0, -90), (16, 0, 0), (16, 0, 0), "", ""),
    ("deals=1", 0, (0, 0, 0), (8, 5, 3), (16, 15, 14), "012", "shared"),
    ("ties=played", 14, (0, 0, 0), (8, 5, 3), (16, 15, 14), "0", "trick"),
    ("ties=played", 14, (0, 0, 0), (8, 5, 3), (15, 14, 16), "2", "trick"),
    ("ties=played", 14, (1, 0, -1), (7, 5, 4), (16, 15, 14), "2", "up"),
    ("ties=played", 14, (1, 1, -2), (7, 4, 5), (14, 15, 16), "2", "up"),
    ("ties=played", 14, (2, 2, -4), (7, 4, 5), (14, 15, 16), "1", "trick"),
    ("ties=played", 14, (2, 2, -4), (7, 4, 5), (15, 14, 16), "0", "trick"),
]


@pytest.mark.parametrize(("options", "played", "totals", "won", "latest", "winners", "by"), DEALS)
def test_the_end_after_so_many_deals(
    options: str, played: int, totals: Three, won: Three, latest: Three, winners: str, by: str
) -> None:
    """R-DEALS, R-TIES: that many deals were played; two or three may share the win."""
    options = f"fifteen-deals direction=cw {options}"
    match, events = play_last_trick(options, totals, won, latest, played=played)
    check(match, events, winners, by)
    assert played + 1 == match.played


def test_the_first_tie_rule_is_about_this_last_deal() -> None:
    """It compares tricks over target, not tricks: the 3 with five beats the 8 with nine."""
    match, _ = play_last_trick("ten-points", (9, -17, 8), (9, 2, 5), (16, 14, 15))
    assert ((Seat.TWO,), Decision.UP) == (match.winners, match.by)


@pytest.mark.parametrize(
    ("targets", "scores"),
    [("8-5-3", (2, -1, -1)), ("9-5-2", (1, -1, 0)), ("7-5-4", (3, -1, -2)), ("13-3-0", (-3, 1, 2))],
)
def test_the_score_is_tricks_less_target(targets: str, scores: Three) -> None:
    """R-TARGETS: whatever three numbers the table chose; 10, 4 and 2 tricks against them."""
    options = f"ten-points targets={targets}"
    match, events = play_last_trick(options, (0, 0, 0), (10, 4, 2), (16, 15, 14))
    assert DealScored(scores) in events
    assert scores == match.last


@pytest.mark.parametrize("declarer", SEATS)
def test_targets_in_the_score_follow_the_declarer(declarer: Seat) -> None:
    """The same tricks score by role, whoever sits where."""
    match, events = play_last_trick(
        "classic", (0, 0, 0), (8, 5, 3), (16, 15, 14), declarer=declarer
    )
    expected = {0: (0, 0, 0), 1: (5, -3, -2), 2: (3, 2, -5)}[declarer]
    assert DealScored(expected) in events
    assert expected == match.last == match.totals
    assert declarer.left is match.declarer
