"""The state is the fold of its log; a log that was tampered with is refused."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from games import VARIED, after_deals, play_out, small, walk
from sergeantmajor.cards import NO_CARDS, SEATS, Card, CardSet, Seat
from sergeantmajor.errors import IllegalAction, IllegalEvent
from sergeantmajor.events import (
    CardGiven,
    CardPlayed,
    CardsDealt,
    CardsDiscarded,
    ContractAnnounced,
    DealScored,
    DealStarted,
    Decision,
    Event,
    KittyTaken,
    MatchEnded,
    TrickTaken,
)
from sergeantmajor.fold import fold
from sergeantmajor.match import Match, conclude
from sergeantmajor.rules import Rules
from sergeantmajor.view import see

ZERO, ONE, TWO = SEATS


def started(text: str, seed: int) -> Match:
    """Return a match of few deals before a deal with an exchange, if the rule set has one."""
    rules = Rules.parse(text)
    if rules.deals is not None:
        rules = replace(rules, deals=2)
    elif rules.points is not None:
        rules = replace(rules, points=2)
    return after_deals(rules, Random(seed), (2, -3, 1))


@pytest.mark.parametrize("text", VARIED)
def test_the_state_is_the_fold_of_the_log(text: str) -> None:
    """After every step: the log so far, folded from the start, gives the very state."""
    match = start = started(text, 1)
    log: list[Event] = []
    for number, step in enumerate(walk(start, Random(2), deals=2)):
        log += step.events
        assert step.match == fold(match, step.events)
        match = step.match
        if number % 20 == 0:
            assert match == fold(start, log)
    assert match == fold(start, log)


def test_a_declared_end_folds() -> None:
    """Also in the middle of a deal; after it nothing follows."""
    start = started("ten-points", 1)
    match = start
    log: list[Event] = []
    for step in walk(start, Random(3), deals=1):
        log += step.events
        match = step.match
        if match.to_act is not None and len(log) > 10:
            break
    step = conclude(match, [ONE])
    assert step.match == fold(start, [*log, *step.events])
    with pytest.raises(IllegalEvent, match="the match is over already"):
        fold(start, [*log, *step.events, *step.events])
    with pytest.raises(
        IllegalEvent, match=r"found TrickTaken.*expected no more: the match is over"
    ):
        fold(start, [*log, *step.events, TrickTaken(ONE)])
    with pytest.raises(IllegalEvent, match=r"found MatchEnded.*expected MatchEnded"):
        fold(match, [MatchEnded((TWO, ONE), Decision.DECLARED)])


def altered(event: Event, rules: Rules) -> Iterator[Event]:
    """Yield what a forger might write instead of an event that decides something."""
    first, *_, last = rules.deck
    match event:
        case DealStarted(number, declarer):
            yield DealStarted(number + 1, declarer)
            yield DealStarted(number, declarer.left)
        case CardsDealt((one, two, three), kitty):
            assert one is not None
            assert two is not None
            assert three is not None
            assert kitty is not None
            mine, theirs = CardSet([next(iter(one))]), CardSet([next(iter(two))])
            yield CardsDealt((one - mine | theirs, two - theirs | mine, three), kitty)
            yield CardsDealt((two, one, three), kitty)
            yield CardsDealt((one - mine, two | mine, three), kitty)
            yield CardsDealt((one, two, three), NO_CARDS)
            lies = CardSet([next(iter(kitty))])
            yield CardsDealt((one - mine | lies, two, three), kitty - lies | mine)
        case CardGiven(up, down, card, back):
            yield CardGiven(down, up, card, back)
            yield CardGiven(up, next(seat for seat in SEATS if seat not in (up, down)), card, back)
            yield CardGiven(up, down, card, last if back is not last else first)
        case ContractAnnounced(seat, contract):
            yield ContractAnnounced(seat.left, contract)
            yield ContractAnnounced(seat, None if contract is not None else rules.contracts[0])
        case KittyTaken(seat, cards):
            yield KittyTaken(seat.left, cards)
            yield KittyTaken(seat, CardSet([first]))
            yield KittyTaken(seat, None)
        case CardsDiscarded(seat, cards):
            assert cards is not None
            yield CardsDiscarded(seat.left, cards)
            yield CardsDiscarded(seat, cards - CardSet([next(iter(cards))]))
        case CardPlayed(seat, card):
            yield CardPlayed(seat.left, card)
            yield CardPlayed(seat, first if card is not first else last)
        case TrickTaken(winner):
            yield TrickTaken(winner.left)
        case DealScored((one_, two_, three_)):
            yield DealScored((one_ + 1, two_ - 1, three_))
        case MatchEnded(winners, by):
            yield MatchEnded(tuple(seat.left for seat in winners), by)
            yield MatchEnded(winners, Decision.SHARED if by is not Decision.SHARED else Decision.UP)


def refused(start: Match, log: list[Event]) -> None:
    """Check that a log does not fold, with a sentence and not a crash."""
    with pytest.raises((IllegalEvent, IllegalAction)) as error:
        fold(start, log)
    assert str(error.value)


@pytest.mark.slow
@pytest.mark.parametrize("text", VARIED)
def test_no_tampered_log_folds(text: str) -> None:
    """Of a finished match: any event dropped, doubled, swapped with the next, or altered."""
    start = started(text, 4)
    start = replace(start, rules=small(start.rules, 6, 3), last=(1, 1, -2))
    rules = start.rules
    if rules.tricks is not None:
        start = replace(start, rules=replace(rules, tricks=4))
    end, log = play_out(start, Random(5))
    assert end == fold(start, log)
    for place, event in enumerate(log):
        refused(start, log[:place] + log[place + 1 :])
        for other in altered(event, start.rules):
            refused(start, [*log[:place], other, *log[place + 1 :]])
        if not isinstance(event, CardGiven):
            refused(start, [*log[:place], event, *log[place:]])
            if place + 1 < len(log):
                swapped = [*log[:place], log[place + 1], event, *log[place + 2 :]]
                refused(start, swapped)
    # Two exchanges of a kind may be one too many, or stand in the other order and lead to the same.
    assert any(isinstance(event, CardGiven) for event in log) or rules.order_up is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({0: None}, "found CardsDealt.*, expected the start of deal 1"),
        ({0: DealStarted(2, ZERO)}, r"found DealStarted\(number=2.*expected DealStarted\(number=1"),
        ({1: None}, "found ContractAnnounced.*expected the cards of deal 1"),
        ({2: None}, "wrong-phase: phase contract"),
        ({3: None}, "found KittyTaken.*, expected an action of seat 0 in phase discard"),
        ({4: None}, r"found CardPlayed.*expected KittyTaken\(seat=<Seat.ZERO: 0>, cards=CardSet"),
        ({5: None}, "not-your-turn: seat 1"),
        ({8: None}, "found CardPlayed.*expected TrickTaken"),
        ({8: TrickTaken(ONE)}, "found TrickTaken.*ONE.*expected TrickTaken.*ZERO"),
    ],
)
def test_what_was_found_and_what_was_expected(change: dict[int, Event | None], said: str) -> None:
    """The sentence names both, or the reason why the rules refuse the decision."""
    start = Match(rules=Rules.parse("ten-points"), declarer=ZERO)
    log: list[Event] = []
    for step in walk(start, Random(1), deals=1):
        log += step.events
    kinds = [DealStarted, CardsDealt, ContractAnnounced, CardsDiscarded, KittyTaken, CardPlayed]
    assert kinds == [type(event) for event in log[:6]]
    assert TrickTaken(ZERO) == log[8]
    tampered = [change.get(place, event) for place, event in enumerate(log)]
    with pytest.raises((IllegalEvent, IllegalAction), match=said):
        fold(start, [event for event in tampered if event is not None])


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (1, "the log ends early: expected the cards of deal 1"),
        (4, "the log ends early: expected KittyTaken"),
        (8, "the log ends early: expected TrickTaken"),
    ],
)
def test_a_log_that_breaks_off_inside_a_step_is_refused(length: int, said: str) -> None:
    """What follows from an action is stated with it, or the log is not whole."""
    start = Match(rules=Rules.parse("ten-points"), declarer=ZERO)
    log = [event for step in walk(start, Random(1), deals=1) for event in step.events]
    with pytest.raises(IllegalEvent, match=said):
        fold(start, log[:length])


@pytest.mark.parametrize("text", ["ten-points", "fifteen-deals"])
def test_what_a_viewer_saw_does_not_fold_to_a_state(text: str) -> None:
    """A log with hidden cards is refused where it hides them."""
    start = started(text, 1)
    log = [event for step in walk(start, Random(1), deals=1) for event in step.events]
    for viewer in (*SEATS, None):
        seen = [see(event, viewer, start.rules) for event in log]
        with pytest.raises(IllegalEvent, match="hides cards: a full log is needed"):
            fold(start, seen)
        for place, event in enumerate(seen):
            if isinstance(event, CardGiven | CardsDiscarded) and event != log[place]:
                with pytest.raises(IllegalEvent, match="hides cards: a full log is needed"):
                    fold(start, [*log[:place], event])


def test_a_wrong_deal_in_a_log_is_an_illegal_event() -> None:
    """Cards that are no deck are told as such."""
    start = Match(rules=Rules.parse("ten-points"), declarer=ZERO)
    log = [event for step in walk(start, Random(1), deals=1) for event in step.events]
    assert isinstance(log[1], CardsDealt)
    wrong = CardsDealt(log[1].hands, CardSet([Card.parse("SA")]))
    with pytest.raises(IllegalEvent, match="no deal of 52 different cards"):
        fold(start, [log[0], wrong])
    with pytest.raises(IllegalEvent, match="no cards can be dealt in phase contract"):
        fold(start, [*log[:2], DealStarted(2, Seat.ONE), log[1]])
