"""Every reason why an action is refused, with what goes with it; nothing is half done."""

from random import Random

import pytest

from games import action, hands, position, shuffled
from sergeantmajor import match as matches
from sergeantmajor.actions import Action
from sergeantmajor.cards import SEATS, CardSet, Seat
from sergeantmajor.deal import Deal, apply, is_legal, reason_against
from sergeantmajor.errors import IllegalAction, Reason
from sergeantmajor.exchange import Debt
from sergeantmajor.match import Match, conclude, deal_cards, start_match
from sergeantmajor.rules import Contract, Phase, Rules

ZERO, ONE, TWO = SEATS
OWED = (Debt(ZERO, ONE, 1),)
HELD = "AKQJT.QJ../..32./..54."

STATES = {
    "give": position("ten-points", HELD, phase=Phase.EXCHANGE, contract=None, debts=OWED),
    "draw": position(
        "ten-points exchange=draw", HELD, phase=Phase.EXCHANGE, contract=None, debts=OWED
    ),
    "contract": position("ten-points", HELD, phase=Phase.CONTRACT, contract=None),
    "once": position(
        "fifteen-deals", HELD, phase=Phase.CONTRACT, contract=None, contracts=(Contract.HEARTS,)
    ),
    "discard": position("ten-points", HELD, phase=Phase.DISCARD, kitty="...5432"),
    "lead": position("ten-points", HELD),
    "third": position("ten-points", HELD, leader=ONE, trick="H2 H3"),
}
# The state, who acts, what he does, the reason, and what goes with it.
CASES = [
    ("lead", ONE, "play D3", "not-your-turn", "seat=0"),
    ("third", TWO, "play D4", "not-your-turn", "seat=0"),
    ("give", ONE, "give D3", "not-your-turn", "seat=0"),
    ("give", ZERO, "play SA", "wrong-phase", "phase=exchange"),
    ("give", ZERO, "draw 1 S", "wrong-phase", "phase=exchange"),
    ("draw", ZERO, "give SA", "wrong-phase", "phase=exchange"),
    ("contract", ZERO, "play SA", "wrong-phase", "phase=contract"),
    ("contract", ZERO, "give SA", "wrong-phase", "phase=contract"),
    ("contract", ZERO, "draw 1 S", "wrong-phase", "phase=contract"),
    ("discard", ZERO, "announce S", "wrong-phase", "phase=discard"),
    ("lead", ZERO, "discard AKQJ...", "wrong-phase", "phase=play"),
    ("give", ZERO, "give C2", "not-held", "card=C2"),
    ("lead", ZERO, "play C2", "not-held", "card=C2"),
    ("third", ZERO, "play H9", "not-held", "card=H9"),
    ("discard", ZERO, "discard AKQ...2", "not-held", "card=C2"),
    ("third", ZERO, "play SA", "must-follow", "suit=H card=SA held=HJ,HQ"),
    ("contract", ZERO, "announce N", "not-a-contract", "contract=N"),
    ("once", ZERO, "announce S", "contract-used", "contract=S"),
    ("contract", ZERO, "announce pass", "no-pass-left", "passes=0"),
    ("once", ZERO, "announce pass", "no-pass-left", "passes=1"),
    ("discard", ZERO, "discard ...", "wrong-count", "expected=4 count=0"),
    ("discard", ZERO, "discard A...", "wrong-count", "expected=4 count=1"),
    ("discard", ZERO, "discard AKQ...", "wrong-count", "expected=4 count=3"),
    ("discard", ZERO, "discard AKQJT...", "wrong-count", "expected=4 count=5"),
    ("draw", ZERO, "draw 2 S", "not-owing", "down=2"),
    ("draw", ZERO, "draw 0 S", "not-owing", "down=0"),
    ("draw", ZERO, "draw 1 C", "suit-not-held", "suit=C"),
]


@pytest.mark.parametrize(("name", "seat", "text", "reason", "params"), CASES)
def test_the_reason_and_what_goes_with_it(
    name: str, seat: Seat, text: str, reason: str, params: str
) -> None:
    """The first reason that applies; `apply` refuses with the same, and the state is as it was."""
    deal = STATES[name]
    refusal = reason_against(deal, seat, action(text))
    assert refusal is not None
    assert Reason(reason) is refusal.reason
    expected = dict(pair.split("=") for pair in params.split())
    assert {key: value.replace(",", " ") for key, value in expected.items()} == refusal.params
    assert not is_legal(deal, seat, action(text))
    before = hash(deal)
    with pytest.raises(IllegalAction) as error:
        apply(deal, seat, action(text))
    assert refusal == error.value.refusal
    assert before == hash(deal)


def in_match(deal: Deal | None) -> Match:
    """Return a match with a deal under way, or none."""
    return Match(rules=Rules.parse("ten-points"), declarer=ZERO, deal=deal)


@pytest.mark.parametrize("text", ["play SA", "give SA", "announce S", "discard AKQJ..."])
def test_nobody_acts_between_deals_nor_after_the_match(text: str) -> None:
    """Between deals and after the end each action of each seat is refused as such."""
    over = conclude(in_match(STATES["lead"]), [ONE]).match
    finished = Match(rules=Rules.parse("ten-points"), declarer=ZERO, winners=(ONE,))
    for match, reason in (
        (in_match(None), Reason.NOT_DEALT),
        (over, Reason.MATCH_OVER),
        (finished, Reason.MATCH_OVER),
    ):
        for seat in SEATS:
            refusal = matches.reason_against(match, seat, action(text))
            assert refusal is not None
            assert (reason, {}) == (refusal.reason, refusal.params)
            with pytest.raises(IllegalAction) as error:
                matches.apply(match, seat, action(text))
            assert refusal == error.value.refusal
        assert (None, ()) == (match.to_act, matches.legal_actions(match))


def test_nobody_acts_in_a_deal_that_is_over() -> None:
    """A deal by itself says so too."""
    deal = position("ten-points", ".../.../...", phase=Phase.OVER)
    refusal = reason_against(deal, ZERO, action("play SA"))
    assert refusal is not None
    assert Reason.NOT_DEALT is refusal.reason


def test_these_cases_reach_every_reason() -> None:
    """A reason that no case reaches would be one that nobody checks."""
    elsewhere = {Reason.MATCH_OVER, Reason.NOT_DEALT, Reason.MUST_TRUMP, Reason.MUST_BEAT}
    assert set(Reason) == {Reason(case[3]) for case in CASES} | elsewhere


def test_an_action_in_a_match_is_judged_as_in_its_deal() -> None:
    """The match's judge is the deal's."""
    for name, seat, text, *_ in CASES:
        deal = STATES[name]
        assert reason_against(deal, seat, action(text)) == matches.reason_against(
            in_match(deal), seat, action(text)
        )


def test_no_cards_are_dealt_while_a_deal_is_under_way_or_the_match_over() -> None:
    """Whoever runs the game cannot deal out of turn."""
    rules = Rules.parse("ten-points")
    held, kitty = shuffled(rules, Random(1))
    match = deal_cards(start_match(rules, ZERO), held, kitty).match
    with pytest.raises(ValueError, match="no cards can be dealt in phase contract"):
        deal_cards(match, held, kitty)
    with pytest.raises(ValueError, match="no cards can be dealt in phase over"):
        deal_cards(conclude(match, []).match, held, kitty)
    with pytest.raises(ValueError, match="no deal of 52 different cards"):
        deal_cards(start_match(rules, ZERO), hands(HELD), CardSet())


def test_apply_carries_out_what_the_judge_allows() -> None:
    """Each of these states takes its first legal action."""
    for deal in STATES.values():
        assert deal.to_act is not None
        legal: Action = matches.legal_actions(in_match(deal))[0]
        assert is_legal(deal, deal.to_act, legal)
        assert deal != apply(deal, deal.to_act, legal)
