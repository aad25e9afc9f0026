"""A match: who gets which cards, how roles move, how it is set up midway and ended early."""

from dataclasses import FrozenInstanceError, fields
from random import Random

import pytest

from games import PRESET_NAMES, VARIED, after_deals, play_out, shuffled, small, walk
from sergeantmajor import match as matches
from sergeantmajor.cards import CARDS, SEATS, CardSet, Seat
from sergeantmajor.errors import IllegalEvent
from sergeantmajor.events import (
    DealScored,
    DealStarted,
    Decision,
    MatchEnded,
    TrickTaken,
)
from sergeantmajor.match import Match, conclude, deal_cards, hands_of, start_match
from sergeantmajor.rules import Contract, Phase, Rules
from sergeantmajor.view import see, start_view

ZERO, ONE, TWO = SEATS


@pytest.mark.parametrize(
    ("options", "declarer", "order"),
    [
        # The declarer deals: the second gets the first card.
        ("direction=cw dealer=declarer", 0, (1, 2, 0)),
        ("direction=cw dealer=declarer", 2, (0, 1, 2)),
        ("direction=ccw dealer=declarer", 0, (2, 1, 0)),
        # The third deals: the declarer, who sits after him, gets the first card.
        ("direction=cw dealer=third", 0, (0, 1, 2)),
        ("direction=ccw dealer=third", 0, (0, 2, 1)),
        ("direction=ccw dealer=third", 1, (1, 0, 2)),
    ],
)
def test_cards_are_dealt_one_at_a_time_from_the_player_after_the_dealer(
    options: str, declarer: int, order: tuple[int, ...]
) -> None:
    """R-DEALER, R-DIRECTION: cards 1, 4, 7 … to the first; the last four are the kitty."""
    rules = Rules.parse(f"ten-points {options}")
    deck = list(CARDS)
    Random(2).shuffle(deck)
    held, kitty = hands_of(rules, Seat(declarer), deck)
    expected: list[list[object]] = [[], [], []]
    for place, card in enumerate(deck[:48]):
        expected[order[place % 3]].append(card)
    assert [set(hand) for hand in expected] == [set(hand) for hand in held]
    assert CardSet(deck[48:]) == kitty


@pytest.mark.parametrize("direction", ["cw", "ccw"])
def test_roles_move_on_after_each_played_deal(direction: str) -> None:
    """R-ROT: 8 becomes 3, 5 becomes 8, 3 becomes 5, whichever way play goes."""
    rules = small(Rules.parse(f"ten-points direction={direction} end=deals deals=7"))
    match = start_match(rules, TWO)
    declarers = [
        event.declarer
        for step in walk(match, Random(4))
        for event in step.events
        if isinstance(event, DealStarted)
    ]
    expected = [2, 0, 1, 2, 0, 1, 2] if direction == "cw" else [2, 1, 0, 2, 1, 0, 2]
    assert expected == declarers
    full = Rules.parse(f"ten-points direction={direction}")
    for declarer in SEATS:
        before = full.targets_for(declarer)
        after = full.targets_for(full.next(declarer))
        becomes = {8: 3, 5: 8, 3: 5}
        assert tuple(becomes[target] for target in before) == after


@pytest.mark.parametrize("text", VARIED)
def test_totals_are_sums_and_the_exchange_follows_the_last_deal(text: str) -> None:
    """Totals add up deal by deal, and to 0; `last` is the last played deal's scores."""
    rules = Rules.parse(text)
    totals = [0, 0, 0]
    played = 0
    last = None
    for step in walk(start_match(rules, ONE), Random(9), deals=4):
        for event in step.events:
            if isinstance(event, DealScored):
                totals = [old + new for old, new in zip(totals, event.scores, strict=True)]
                last = event.scores
                played += 1
        assert (tuple(totals), last, played) == (
            step.match.totals,
            step.match.last,
            step.match.played,
        )
        assert 0 == sum(step.match.totals)
        if last is not None and step.match.phase is Phase.EXCHANGE and step.match.deal:
            owed = sum(debt.count for debt in step.match.deal.debts)
            assert 0 < owed <= sum(score for score in last if score > 0)


def test_the_last_trick_comes_with_the_score_and_the_end() -> None:
    """The events of one action, in order: the card, the trick, the score, and maybe the end."""
    for preset in PRESET_NAMES:
        _, log = play_out(start_match(Rules.parse(preset), ZERO), Random(11))
        end = next(place for place, event in enumerate(log) if isinstance(event, MatchEnded))
        assert len(log) - 1 == end
        for place, event in enumerate(log):
            if isinstance(event, DealScored):
                assert isinstance(log[place - 1], TrickTaken)


def test_fifteen_deals_are_five_contracts_for_each() -> None:
    """fifteen-deals: after 15 played deals each has declared five times, five contracts."""
    for seed in range(4):
        end, log = play_out(start_match(Rules.parse("fifteen-deals"), ONE), Random(seed))
        assert 15 == end.played
        assert (tuple(Contract),) * 3 == end.used
        assert max(end.passed) <= 1
        started = sum(isinstance(event, DealStarted) for event in log)
        assert 15 + sum(end.passed) == started == end.dealt


@pytest.mark.parametrize(
    ("options", "settings", "said"),
    [
        ("ten-points", {"totals": (3, -5, 3)}, r"totals \+3,-5,\+3 add up to \+1: expected 0"),
        ("ten-points", {"last": (1, 0, 0)}, r"last \+1,0,0 add up to \+1: expected 0"),
        # Seat 0 declares now, so seat 2 had 8, seat 0 had 5 and seat 1 had 3.
        (
            "ten-points",
            {"last": (-6, 3, 3)},
            r"last -6,\+3,\+3 cannot be .* 5-3-8",
        ),
        ("ten-points", {"last": (0, 9, -9)}, "cannot be scored"),
        ("fifteen-deals", {"used": ((0,), (0, 0), ())}, "used SS of seat 1 are not contracts"),
        (
            "fifteen-deals contracts=SN deals=6",
            {"used": ((1,), (), ())},
            "used H of seat 0 are",
        ),
        ("ten-points", {"used": ((), (), (1,))}, "used contracts only count with once=yes"),
        ("ten-points", {"passed": (0, 1, 0)}, "seat 1 passed 1 times: expected 0 to 0"),
        ("fifteen-deals", {"passed": (0, 0, -1)}, "seat 2 passed -1 times: expected 0 to 1"),
        ("fifteen-deals", {"used": (range(5),) * 3}, "over: 15 of 15 deals were played"),
        ("fifteen-deals", {"used": (range(5), range(4), range(4))}, "seat 0 has no contract left"),
        ("ten-points", {"totals": (10, -5, -5)}, r"over: totals \+10,-5,-5 reach 10"),
        ("classic", {"last": (7, -3, -4)}, "over: 12 tricks were taken in the last deal"),
    ],
)
def test_a_match_cannot_be_set_up_wrong(
    options: str, settings: dict[str, tuple[object, ...]], said: str
) -> None:
    """What cannot be the middle of a match is refused with a sentence."""
    if "used" in settings:
        settings = {
            "used": tuple(tuple(Contract(number) for number in used) for used in settings["used"])  # type: ignore[attr-defined]
        }
    with pytest.raises(ValueError, match=said):
        start_match(Rules.parse(options), ZERO, **settings)  # type: ignore[arg-type]


def test_a_match_may_start_midway() -> None:
    """Used contracts tell how many deals were played; their order does not matter."""
    spades, hearts, diamonds = Contract.SPADES, Contract.HEARTS, Contract.DIAMONDS
    match = start_match(
        Rules.parse("fifteen-deals"),
        ONE,
        totals=(3, -5, 2),
        last=(2, -3, 1),
        used=((hearts,), (diamonds, spades), ()),
        passed=(0, 1, 0),
    )
    assert ((hearts,), (spades, diamonds), ()) == match.used
    assert (3, 0, 0) == (match.played, match.dealt, match.passes_left)
    assert (hearts, Contract.CLUBS, Contract.NO_TRUMP) == match.contracts
    assert Phase.DEALING is match.phase


def test_a_match_set_up_without_enough_contracts_deals_no_further() -> None:
    """Rather than a declarer without a legal action, the deal is refused with a sentence."""
    rules = Rules.parse("fifteen-deals")
    used = (tuple(Contract)[1:], tuple(Contract)[2:], tuple(Contract))
    match = start_match(rules, ZERO, used=used)
    rng = Random(0)
    for step in walk(match, rng, deals=1):
        match = step.match
    assert (TWO, 13, Phase.DEALING) == (match.declarer, match.played, match.phase)
    with pytest.raises(IllegalEvent, match="seat 2 has no contract left to announce"):
        deal_cards(match, *shuffled(rules, rng))


@pytest.mark.parametrize("winners", [(), (TWO,), (TWO, ZERO, TWO)])
def test_a_table_may_end_a_match_at_any_time(winners: tuple[Seat, ...]) -> None:
    """Resigned, abandoned, out of time: the winners are those that the table names, in order."""
    rules = Rules.parse("ten-points")
    for match in (start_match(rules, ZERO), next(walk(start_match(rules, ZERO), Random(1))).match):
        step = conclude(match, winners)
        expected = tuple(sorted(set(winners)))
        assert (MatchEnded(expected, Decision.DECLARED),) == step.events
        assert (expected, Decision.DECLARED) == (step.match.winners, step.match.by)
        assert (Phase.OVER, None) == (step.match.phase, step.match.to_act)
        assert () == matches.legal_actions(step.match)
        with pytest.raises(IllegalEvent, match="the match is over already"):
            conclude(step.match, winners)


def test_states_are_values() -> None:
    """The same game played twice gives equal, hashable states at every step."""
    rules = Rules.parse("ten-points exchange=draw")

    def states() -> list[Match]:
        match = after_deals(rules, Random(5), (2, -1, -1))
        return [step.match for step in walk(match, Random(6), deals=1)]

    assert states() == states()
    assert [hash(state) for state in states()] == [hash(state) for state in states()]
    assert len(set(states())) == len(states())


def test_states_cannot_be_changed_and_hold_their_fields_only() -> None:
    """Assignment is refused; copies made in play have exactly the fields of their types."""
    rules = Rules.parse("fifteen-deals")
    match = start_match(rules, ZERO)
    view = start_view(match, ONE)
    for step in walk(match, Random(3), deals=2):
        for event in step.events:
            view = view.follow(see(event, ONE, rules))
        for state in (step.match, step.match.deal, view):
            if state is not None:
                assert {each.name for each in fields(state)} == set(vars(state))
    for state in (match, view, next(walk(match, Random(3))).match.deal):
        with pytest.raises(FrozenInstanceError):
            state.phase = Phase.OVER  # type: ignore[union-attr, misc]
