"""The contract, the pass and the kitty."""

from dataclasses import replace
from itertools import combinations
from math import comb
from random import Random

import pytest

from games import position, shuffled
from sergeantmajor import match as matches
from sergeantmajor.actions import Announce, Discard, Play
from sergeantmajor.cards import NO_CARDS, SEATS, Card, CardSet, Seat
from sergeantmajor.deal import Deal, apply, legal_actions, start_deal
from sergeantmajor.events import CardsDiscarded, ContractAnnounced, Event, KittyTaken
from sergeantmajor.match import Match, deal_cards, start_match
from sergeantmajor.rules import Contract, Phase, Rules

ZERO, ONE, TWO = SEATS


def dealt(text: str, declarer: Seat = ZERO) -> Deal:
    """Return the first deal of a match, its cards dealt at random."""
    rules = Rules.parse(text)
    held, kitty = shuffled(rules, Random(7))
    return start_deal(rules, 1, declarer, held, kitty, passes_left=rules.passes)


def dealt_match(text: str, seed: int = 7) -> Match:
    """Return a match whose first deal has just been dealt, seat 0 declaring."""
    rules = Rules.parse(text)
    return deal_cards(start_match(rules, ZERO), *shuffled(rules, Random(seed))).match


@pytest.mark.parametrize("letters", ["SHDC", "SHDCN", "S", "N", "HN"])
def test_the_declarer_announces_any_contract_of_the_rule_set(letters: str) -> None:
    """R-CONTRACTS: those letters and no others, and no pass where there is none."""
    actions = legal_actions(dealt(f"ten-points contracts={letters}"))
    assert (
        tuple(Announce(contract) for contract in Contract if contract.letter in letters) == actions
    )


def test_a_pass_stands_last_while_the_declarer_has_one() -> None:
    """R-PASSES: after all contracts, and only while passes are left."""
    assert 6 == len(legal_actions(dealt("fifteen-deals")))
    assert Announce(None) == legal_actions(dealt("fifteen-deals"))[-1]
    assert 5 == len(legal_actions(dealt("fifteen-deals passes=0")))


def test_only_contracts_still_open_may_be_announced() -> None:
    """R-ONCE: what the declarer announced before in this match is gone, for him alone."""
    rules = Rules.parse("fifteen-deals")
    used = ((Contract.SPADES, Contract.NO_TRUMP), (Contract.HEARTS,), ())
    for seat, open_ in zip(SEATS, ("HDC", "SDCN", "SHDCN"), strict=True):
        match = start_match(rules, seat, used=used, passed=(1, 1, 1))
        match = deal_cards(match, *shuffled(rules, Random(1))).match
        assert open_ == "".join(str(action)[-1] for action in matches.legal_actions(match))


def test_without_once_nothing_is_used_up() -> None:
    """R-ONCE no: the same contract again and again."""
    match = dealt_match("ten-points")
    match = matches.apply(match, ZERO, Announce(Contract.HEARTS)).match
    assert ((), (), ()) == match.used
    assert Rules.parse("ten-points").contracts == match.contracts


def test_the_last_contract_is_announced_all_the_same() -> None:
    """A contract is always announced by the player, even the last one open; he may still pass."""
    rules = Rules.parse("fifteen-deals")
    gone = tuple(contract for contract in Contract if contract is not Contract.CLUBS)
    for passed, expected in (((1, 0, 0), 1), ((0, 0, 0), 2)):
        match = start_match(rules, ZERO, used=(gone, gone, gone), passed=passed)
        match = deal_cards(match, *shuffled(rules, Random(1))).match
        assert Phase.CONTRACT is match.phase
        assert expected == len(matches.legal_actions(match))


def test_a_pass_deals_again_with_the_same_roles() -> None:
    """R-PASSES: no role moves, no contract is used, it is no played deal; the right is gone."""
    match = dealt_match("fifteen-deals")
    step = matches.apply(match, ZERO, Announce(None))
    after = step.match
    assert (ContractAnnounced(ZERO, None),) == step.events
    assert (Phase.DEALING, ZERO, None) == (after.phase, after.declarer, after.to_act)
    assert (1, 0, None) == (after.dealt, after.played, after.last)
    assert ((), (), ()) == after.used
    assert (1, 0, 0) == after.passed
    assert (0, 0, 0) == after.totals
    again = deal_cards(after, *shuffled(after.rules, Random(8))).match
    assert again.deal is not None
    assert (2, ZERO, Phase.CONTRACT) == (again.deal.number, again.deal.declarer, again.phase)
    assert 5 == len(matches.legal_actions(again))


def test_after_a_pass_the_exchange_is_held_anew() -> None:
    """With XCK the new deal is exchanged anew: rights from the last played deal stand."""
    rules = Rules.parse("ten-points passes=1")
    match = start_match(rules, ONE, last=(-2, +3, -1))
    rng = Random(3)
    for _ in range(2):
        match = deal_cards(match, *shuffled(rules, rng)).match
        assert match.deal is not None
        assert 3 == sum(debt.count for debt in match.deal.debts)
        while match.phase is Phase.EXCHANGE:
            match = matches.apply(match, ONE, matches.legal_actions(match)[0]).match
        if match.passed == (0, 0, 0):
            match = matches.apply(match, ONE, Announce(None)).match
    assert (0, 1, 0) == match.passed
    assert (-2, +3, -1) == match.last


@pytest.mark.parametrize(
    ("text", "held", "count"),
    [("ten-points", 16, 1_820), ("fifteen-deals", 20, 4_845), ("ten-points kitty=seen", 20, 4_845)],
)
def test_there_are_so_many_discards(text: str, held: int, count: int) -> None:
    """R-KITTY: four of sixteen blind, four of twenty seen; each set once, lowest first."""
    deal = dealt(text)
    deal = apply(deal, ZERO, Announce(Contract.SPADES))
    assert Phase.DISCARD is deal.phase
    assert held == len(deal.hands[0])
    found = [action.cards for action in legal_actions(deal) if isinstance(action, Discard)]
    assert count == comb(held, 4) == len(found) == len(set(found))
    assert [CardSet(four) for four in combinations(sorted(deal.hands[0]), 4)] == found


@pytest.mark.parametrize("kitty", ["blind", "seen"])
def test_the_declarer_ends_with_sixteen_cards(kitty: str) -> None:
    """R-KITTY: sixteen and four again after the discard, wherever the kitty came from."""
    before = dealt(f"ten-points kitty={kitty}")
    deal = apply(before, ZERO, Announce(Contract.SPADES))
    laid = CardSet(sorted(before.hands[0])[:4])
    after = apply(deal, ZERO, Discard(laid))
    assert (laid, NO_CARDS) == (after.discard, after.kitty)
    assert before.hands[0] - laid | before.kitty == after.hands[0]
    assert before.hands[1:] == after.hands[1:]
    assert Phase.PLAY is after.phase


def test_a_seen_kitty_card_may_be_laid_away_again() -> None:
    """Any four of the twenty: the whole kitty, or none of it."""
    before = dealt("fifteen-deals")
    deal = apply(before, ZERO, Announce(Contract.SPADES))
    after = apply(deal, ZERO, Discard(before.kitty))
    assert (before.hands, before.kitty) == (after.hands, after.discard)


def test_a_blind_kitty_lies_until_the_discard() -> None:
    """R-KITTY blind: four of the sixteen go before the kitty has been seen."""
    before = dealt("ten-points")
    deal = apply(before, ZERO, Announce(Contract.SPADES))
    assert (before.hands, before.kitty) == (deal.hands, deal.kitty)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("ten-points", [ContractAnnounced, CardsDiscarded, KittyTaken]),
        ("fifteen-deals", [ContractAnnounced, KittyTaken, CardsDiscarded]),
    ],
)
def test_the_kitty_is_taken_before_or_after_the_discard(
    text: str, kinds: list[type[Event]]
) -> None:
    """Blind: discard, then kitty. Seen: contract, then kitty, then discard."""
    match = dealt_match(text)
    happened: list[Event] = []
    while match.phase is not Phase.PLAY:
        step = matches.apply(match, ZERO, matches.legal_actions(match)[0])
        happened += step.events
        match = step.match
    assert kinds == [type(event) for event in happened]


@pytest.mark.parametrize(
    ("text", "leader"),
    [
        ("ten-points", ONE),
        ("ten-points direction=ccw", TWO),
        ("fifteen-deals", ZERO),
        ("fifteen-deals lead=second", TWO),
        ("classic", ONE),
        ("classic lead=declarer", ZERO),
    ],
)
def test_the_first_lead(text: str, leader: Seat) -> None:
    """R-LEAD: the declarer or the second leads to the first trick; without exchange just so."""
    match = dealt_match(text)
    while match.phase is not Phase.PLAY:
        match = matches.apply(match, ZERO, matches.legal_actions(match)[0]).match
    assert leader is match.to_act
    assert 16 == len(matches.legal_actions(match))


def test_a_game_without_a_kitty_has_no_discard() -> None:
    """A study game may leave nothing over: play begins after the contract."""
    deal = position("ten-points", "A.../K.../Q...", phase=Phase.CONTRACT, contract=None)
    rules = replace(deal.rules, suits=1, ranks=3, hand_size=1, kitty_size=0, targets=(1, 0, 0))
    deal = start_deal(rules, 1, ZERO, deal.hands, NO_CARDS)
    deal = apply(deal, ZERO, Announce(Contract.SPADES))
    assert Phase.PLAY is deal.phase
    for seat, code in ((ONE, "SK"), (TWO, "SQ"), (ZERO, "SA")):
        deal = apply(deal, seat, Play(Card.parse(code)))
    assert (Phase.OVER, (1, 0, 0), (0, 0, 0)) == (deal.phase, deal.won, deal.scores)


@pytest.mark.parametrize(
    ("held", "kitty"),
    [
        ("AKQJT98765432.AKQ../.JT98765432.AKQJT9./..8765432.AKQJT9876", "...543"),
        ("AKQJT98765432.AKQ../.JT98765432.AKQJT9./..8765432.AKQJT987", "...65432"),
        ("AKQJT98765432.AKQ../.JT98765432.AKQJT9./..8765432.AKQJT9876", "A...5432"),
        ("AKQJT98765432.AKQ../.JT98765432.AKQJT9./..8765432.AKQJT9876", "...6543"),
    ],
)
def test_only_a_whole_deck_is_dealt(held: str, kitty: str) -> None:
    """Wrong sizes, a card twice, a card missing: refused with the sizes."""
    rules = Rules.parse("ten-points")
    with pytest.raises(ValueError, match="are no deal of 52 different cards"):
        start_deal(rules, 1, ZERO, position(rules, held).hands, CardSet.parse(kitty))
