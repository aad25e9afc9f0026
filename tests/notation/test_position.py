"""One-line positions: every state there and back, and a sentence for all that makes none."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import VARIED, small, walk
from sergeantmajor.actions import Play
from sergeantmajor.cards import SEATS, CardSet, Seat
from sergeantmajor.errors import ParseError
from sergeantmajor.exchange import Debt
from sergeantmajor.match import Match, apply, deal_cards, legal_actions, start_match
from sergeantmajor.notation import parse_position, write_position
from sergeantmajor.rules import Contract, Phase, Rules

ONE_TRICK = (
    "ten-points phase=play declarer=0 contract=S leader=1 trick=C3,C2 won=2,0,1"
    " hands=AK3..T4.Q/J..K32.8/T9..75.6"
)


def known(match: Match) -> Match:
    """Return a match without what a position does not say."""
    assert match.deal is not None
    deal = replace(match.deal, number=0, latest=(0, 0, 0))
    return replace(match, dealt=0, played=0, deal=deal)


@pytest.mark.parametrize("text", VARIED)
def test_every_state_there_and_back(text: str) -> None:
    """Each state of a match in all phases is written on one line and read the same."""
    rules = Rules.parse(text)
    rng = Random(text)
    phases = set()
    for step in walk(start_match(rules, rng.choice(SEATS)), rng, deals=4):
        match = step.match
        if match.deal is None:
            continue
        phases.add(match.phase)
        line = write_position(match)
        back = parse_position(line)
        assert known(match) == known(back)
        assert line == write_position(back)
        assert legal_actions(match)[:9] == legal_actions(back)[:9]
    expected = {Phase.CONTRACT, Phase.DISCARD, Phase.PLAY}
    assert phases == expected | ({Phase.EXCHANGE} if rules.order_up else set())


def test_the_deal_is_counted_where_contracts_and_passes_tell() -> None:
    """With `once`, the contracts used say how many deals were played, and passes count too."""
    rules = Rules.parse("fifteen-deals")
    for step in walk(start_match(rules, Seat.ONE), Random(4), deals=6):
        match = step.match
        if match.deal is not None:
            back = parse_position(write_position(match))
            assert (match.dealt, match.played) == (back.dealt, back.played)
            assert match.deal.number == (back.deal and back.deal.number)


def test_the_example_of_the_specification() -> None:
    """A small position in the middle of a trick: who is to act, and what he may play."""
    match = parse_position(ONE_TRICK)
    deal = match.deal
    assert deal is not None
    assert match.to_act is Seat.ZERO
    assert [str(action) for action in legal_actions(match)] == ["play CQ"]
    assert deal.won == (2, 0, 1)
    assert deal.contract is Contract.SPADES
    assert [len(hand) for hand in deal.hands] == [6, 5, 5]
    after = apply(match, Seat.ZERO, Play(next(iter(CardSet.parse("...Q"))))).match
    assert after.deal is not None
    assert after.deal.leader is Seat.ZERO
    assert write_position(match) == ONE_TRICK


def test_fields_may_stand_in_any_order_after_the_phase() -> None:
    """Rules and phase come first; blanks and tabs part the words."""
    rules, *fields = ONE_TRICK.split(" ")
    shuffled = "\t ".join([rules, fields[0], *reversed(fields[1:])])
    assert parse_position(shuffled) == parse_position(ONE_TRICK)


def test_the_leader_took_the_last_trick() -> None:
    """Of the latest tricks a position tells the last one: its winner leads."""
    text = ONE_TRICK.replace("won=2,0,1", "won=2,1,0")
    match = parse_position(text)
    assert match.deal is not None
    assert match.deal.latest == (0, 3, 0)


def test_what_has_no_position() -> None:
    """Between deals, after the end and in shrunk games there is none to be written."""
    rules = Rules.parse("ten-points")
    with pytest.raises(ValueError, match="no deal is on"):
        write_position(start_match(rules, Seat.ZERO))
    rng = Random(1)
    step = next(walk(start_match(small(rules), Seat.ZERO), rng))
    with pytest.raises(ValueError, match="shrunk"):
        write_position(step.match)


HANDS = "hands=J973.AT8.J432.K9875/AKQT86.43.AK976.AQ3/542.KQ9762.QT85.J64"
KITTY = "kitty=.J5..T2"
CONTRACT = f"ten-points phase=contract declarer=0 {HANDS} {KITTY}"
PLAY = (
    "ten-points phase=play declarer=0 contract=C leader=1"
    " hands=973.AJT85.J42.KT852/AKQT86.43.AK976.AQ3/542.KQ9762.QT85.J64 discard=J..3.97"
)
EXCHANGE = (
    "ten-points phase=exchange declarer=1 owed=2>0x1 totals=-1,0,+1 last=-1,0,+1"
    " hands=98652.AKJ93.7.AQ852/AKQJT.7642.A9543.K6/43.QT5.KQJ862.JT943 kitty=7.8.T.7"
)
TWO_UP = EXCHANGE.replace("owed=2>0x1", "owed=2>0x1,1>0x2").replace("-1,0,+1", "-3,+2,+1")
SEEN = (
    "fifteen-deals phase=discard declarer=0 contract=D used=D,,"
    " hands=AT9643.3.KQ98632.A98754/QJ82.AT9852.JT5.KJ3/K75.KQJ764.A74.QT62"
)


@pytest.mark.parametrize("text", [CONTRACT, PLAY, EXCHANGE, SEEN, ONE_TRICK])
def test_the_positions_below_are_right(text: str) -> None:
    """What is spoilt below is right before."""
    assert write_position(parse_position(text)) == text


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        ("", "", "", "'' is no position: expected rules, then phase="),
        (PLAY, "phase=play ", "", "is no position: expected rules, then phase="),
        (PLAY, "ten-points", "nine-points", "'nine-points' is no rule set"),
        (PLAY, "ten-points", "", "'' is no rule set"),
        (PLAY, "ten-points", "ten-points once=yes", "once=yes cannot stand with end=points"),
        (PLAY, "phase=play", "phase=over", "'over' is no phase of a position: expected exchange"),
        (PLAY, "declarer=0 ", "", "the field declarer is missing: expected declarer= in phase"),
        (PLAY, "declarer=0", "declarer=3", "'3' is no seat"),
        (PLAY, "declarer=0", "declarer=0 declarer=1", "the field declarer stands twice"),
        (PLAY, "declarer=0", "dealer=0", "'dealer=0' is no field of a position"),
        (PLAY, "declarer=0", "declarer", "'declarer' is no field of a position"),
        (PLAY, " contract=C", "", "the field contract is missing"),
        (PLAY, "contract=C", "contract=N", "'N' is no contract of these rules: expected S or H"),
        (CONTRACT, "declarer=0", "declarer=0 contract=S", "contract means nothing in phase"),
        (CONTRACT, "declarer=0", "declarer=0 leader=1", "leader means nothing in phase contract"),
        (CONTRACT, "declarer=0", "declarer=0 trick=SA", "trick means nothing in phase contract"),
        (CONTRACT, "declarer=0", "declarer=0 won=1,0,0", "won means nothing in phase contract"),
        (CONTRACT, "declarer=0", "declarer=0 discard=...", "discard means nothing in phase"),
        (CONTRACT, "declarer=0", "declarer=0 owed=1>2x1", "owed means nothing in phase contract"),
        (CONTRACT, KITTY, "", "the field kitty is missing"),
        (CONTRACT, KITTY, "kitty=.J5..T", "the kitty has 3 cards: expected 4"),
        (CONTRACT, KITTY, "kitty=.J5.J.T", "DJ stands twice"),
        (CONTRACT, "/542.", "/54.", "seat 2 holds 15 cards: expected 16 in phase contract"),
        (CONTRACT, HANDS, "", "the field hands is missing"),
        (CONTRACT, HANDS, "hands=.../...", "2 hands: expected three, parted by /"),
        (CONTRACT, "J973.", "J97X.", "'X' is no rank"),
        (SEEN, "AT9643.3", "T9643.3", "seat 0 holds 19 cards: expected 20 in phase discard"),
        (SEEN, "used=D,,", "used=D,, kitty=2.2..", "kitty means nothing in phase discard"),
        (SEEN, "used=D,,", "used=D,", "'D,' cannot be used"),
        (SEEN, "used=D,,", "passed=2,0,0", "seat 0 passed 2 times: expected 0 to 1"),
        (SEEN, "used=D,,", "totals=1,0,0", "'1,0,0' cannot be totals: expected three scores"),
        (SEEN, "used=D,,", "totals=+1,0,0", "totals +1,0,0 add up to +1: expected 0"),
        (SEEN, "used=D,,", "owed=1>2x0", "'1>2x0' is not owed: expected UP>DOWNxCOUNT"),
        (SEEN, "used=D,,", "owed=1>1x2", "'1>1x2' is not owed"),
        (SEEN, "used=D,,", "owed=", "'' is not owed"),
        (SEEN, "used=D,,", "last=+1,0,-1", "owed= does not follow from the last deal: expected"),
        (SEEN, "contract=D used=D,,", "contract=N owed=1>2x1", "owed means nothing in phase"),
        (PLAY, " leader=1", "", "the field leader is missing: expected leader= in phase play"),
        (PLAY, "leader=1", "leader=0", "leader=0 before the first trick: expected 1"),
        (PLAY, "leader=1", "leader=1 owed=1>2x1", "owed means nothing in phase play"),
        (PLAY, "leader=1", "leader=1 kitty=...", "kitty means nothing in phase play"),
        (PLAY, "leader=1", "leader=1 won=1,0", "'1,0' cannot be won: expected three numbers"),
        (PLAY, "leader=1", "leader=1 won=1,0,0", "hands of 16 cards after 1 tricks: expected at"),
        (PLAY, "leader=1", "leader=1 trick=S2,S3,S4", "3 cards in the trick: expected at most two"),
        (PLAY, "leader=1", "leader=1 trick=XX", "'XX' is no card"),
        (PLAY, "leader=1", "leader=1 trick=SA", "SA stands twice: expected different cards"),
        (PLAY, "leader=1", "leader=1 trick=SJ", "SJ stands twice: expected different cards"),
        (PLAY, "/542.", "/54.", "hands of [16, 16, 15] cards before the trick: expected equal"),
        (PLAY, "discard=J..3.97", "discard=J..3.9", "the discard has 3 cards: expected 4"),
        (PLAY, "discard=J..3.97", "discard=A..3.97", "SA stands twice"),
        (
            ONE_TRICK,
            "trick=C3,C2",
            "trick=C3,D6",
            "seat 2 must follow suit: holds C6, played D6",
        ),
        (ONE_TRICK, "trick=C3,C2", "trick=C3", "hands of [6, 6, 5] cards before the trick"),
        (ONE_TRICK, "AK3..T4.Q/J..K32.8/T9..75.6", ".../.../...", "hands of [0, 1, 1] cards"),
        (
            EXCHANGE,
            "owed=2>0x1 ",
            "",
            "the field owed is missing: expected owed= in phase exchange",
        ),
        (EXCHANGE, "owed=2>0x1", "owed=2>0x2", "expected 2>0x1, or what is left of it"),
        (
            EXCHANGE,
            "owed=2>0x1",
            "owed=1>0x1",
            "does not follow from the last deal: expected 2>0x1",
        ),
        (TWO_UP, "2>0x1,1>0x2", "2>0x1,1>0x1", "does not follow from the last deal"),
        (TWO_UP, "2>0x1,1>0x2", "1>0x2", "does not follow from the last deal"),
        (TWO_UP, "2>0x1,1>0x2", "1>0x2,2>0x2", "does not follow from the last deal"),
        (EXCHANGE, "last=-1,0,+1", "last=-9,0,+9", "cannot be scored with targets"),
        (EXCHANGE, "totals=-1,0,+1", "totals=-10,0,+10", "the match is over"),
    ],
)
def test_what_is_no_position(text: str, old: str, new: str, message: str) -> None:
    """Each fault has its sentence, which says what was wrong and mostly what was expected."""
    assert old in text
    with pytest.raises(ParseError) as refused:
        parse_position(text.replace(old, new, 1))
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("owed", ["1>0x2,2>0x1", "1>0x1,2>0x1", "2>0x1"])
def test_what_may_be_left_of_an_exchange(owed: str) -> None:
    """Who goes first has given some, all or none; the second has not begun before."""
    match = parse_position(TWO_UP.replace("2>0x1,1>0x2", owed))
    assert match.deal is not None
    assert ",".join(f"{d.up:d}>{d.down:d}x{d.count}" for d in match.deal.debts) == owed


@pytest.mark.parametrize(
    ("owed", "right"),
    [
        ("2>1x1,2>0x2", True),
        ("2>1x1,2>0x1", True),
        ("2>0x1", True),
        ("2>0x3", False),
        ("2>0x2,2>1x1", False),
    ],
)
def test_with_draw_one_may_begin_with_either(owed: str, right: bool) -> None:
    """The up player chooses whom to ask: of both may be something left, in the deal's order."""
    text = EXCHANGE.replace("ten-points", "ten-points exchange=draw points=30")
    text = text.replace("-1,0,+1", "-2,-1,+3").replace("owed=2>0x1", f"owed={owed}")
    if right:
        match = parse_position(text)
        assert match.deal is not None
        assert match.deal.debts[0].up is Seat.TWO
    else:
        with pytest.raises(ParseError, match="does not follow from the last deal"):
            parse_position(text)


def test_without_a_last_deal_anything_may_be_owed() -> None:
    """A position made up for study need not say what it came from."""
    match = parse_position(EXCHANGE.replace(" last=-1,0,+1", "").replace("2>0x1", "2>0x9,1>0x2"))
    assert match.deal is not None
    assert match.deal.debts == (
        Debt(Seat.TWO, Seat.ZERO, 9),
        Debt(Seat.ONE, Seat.ZERO, 2),
    )


def test_a_whole_deal_has_a_leader_who_took_a_trick() -> None:
    """Once tricks were taken, whoever leads took the last one."""
    rules = Rules.parse("classic")
    rng = Random(9)
    for step in walk(start_match(rules, Seat.ZERO), rng, deals=1):
        deal = step.match.deal
        if deal is not None and sum(deal.won) == 1 and not deal.trick:
            line = write_position(step.match)
            wrong = deal.leader.left
            with pytest.raises(ParseError, match="has taken no trick"):
                parse_position(line.replace(f"leader={deal.leader:d}", f"leader={wrong:d}"))
            return
    raise AssertionError("no trick was taken")


def test_a_position_that_is_too_long() -> None:
    """A text of any length is refused at once."""
    with pytest.raises(ParseError, match=r"at most 1,000 characters, got 5,000,000"):
        parse_position("x" * 5_000_000)


@given(st.sampled_from([CONTRACT, PLAY, EXCHANGE, SEEN, ONE_TRICK]), st.data())
def test_spoilt_positions_are_refused_or_right(text: str, data: st.DataObject) -> None:
    """Characters or words changed: `ParseError`, or a state that is written and read the same."""
    letters = list(text)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(letters) - 1))
        letters[at : at + data.draw(st.integers(0, 5))] = data.draw(
            st.one_of(st.text(max_size=3), st.sampled_from([*" =,./>x0123SHDCATK?", "phase=play"]))
        )
    try:
        match = parse_position("".join(letters))
    except ParseError:
        return
    assert parse_position(write_position(match)) == match


def test_a_position_is_dealt_like_any_deal() -> None:
    """A position before the first action is the state after the deal of those cards."""
    match = parse_position(CONTRACT)
    assert match.deal is not None
    start = start_match(match.rules, Seat.ZERO)
    assert match == deal_cards(start, match.deal.hands, match.deal.kitty).match
