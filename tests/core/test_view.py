"""A view says what its viewer may know, and agrees with the state in everything that is public."""

from random import Random

import pytest

from games import VARIED, action, after_deals, every_action, shuffled, walk
from sergeantmajor import match as matches
from sergeantmajor.actions import Announce
from sergeantmajor.cards import SEATS, Card, CardSet, Seat
from sergeantmajor.errors import Reason
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
from sergeantmajor.match import Match, conclude, deal_cards, start_match
from sergeantmajor.rules import Contract, Phase, Rules
from sergeantmajor.view import View, Viewer, see, start_view

ZERO, ONE, TWO = SEATS
VIEWERS: tuple[Viewer, ...] = (ZERO, ONE, TWO, None)
TEN = Rules.parse("ten-points")
OPEN = Rules.parse("ten-points kitty-open=yes")
A, B, C, D = (CardSet.parse(text) for text in ("AK...", ".AK..", "..AK.", "...AK"))
SA, HK = Card.parse("SA"), Card.parse("HK")

# Who sees what, by hand: the event, and what seats 0, 1, 2 and a watcher see of it.
HIDING: list[tuple[Rules, Event, list[Event]]] = [
    (
        TEN,
        CardsDealt((A, B, C), D),
        [
            CardsDealt((A, None, None), None),
            CardsDealt((None, B, None), None),
            CardsDealt((None, None, C), None),
            CardsDealt((None, None, None), None),
        ],
    ),
    (
        OPEN,
        CardsDealt((A, B, C), D),
        [
            CardsDealt((A, None, None), None),
            CardsDealt((None, B, None), None),
            CardsDealt((None, None, C), None),
            CardsDealt((None, None, None), None),
        ],
    ),
    (
        TEN,
        CardGiven(TWO, ZERO, SA, HK),
        [
            CardGiven(TWO, ZERO, SA, HK),
            CardGiven(TWO, ZERO, None, None),
            CardGiven(TWO, ZERO, SA, HK),
            CardGiven(TWO, ZERO, None, None),
        ],
    ),
    (
        TEN,
        CardGiven(TWO, ONE, SA, SA),
        [
            CardGiven(TWO, ONE, None, None),
            CardGiven(TWO, ONE, SA, SA),
            CardGiven(TWO, ONE, SA, SA),
            CardGiven(TWO, ONE, None, None),
        ],
    ),
    (
        TEN,
        KittyTaken(ONE, D),
        [
            KittyTaken(ONE, None),
            KittyTaken(ONE, D),
            KittyTaken(ONE, None),
            KittyTaken(ONE, None),
        ],
    ),
    (OPEN, KittyTaken(ONE, D), [KittyTaken(ONE, D)] * 4),
    (
        OPEN,
        CardsDiscarded(ONE, D),
        [
            CardsDiscarded(ONE, None),
            CardsDiscarded(ONE, D),
            CardsDiscarded(ONE, None),
            CardsDiscarded(ONE, None),
        ],
    ),
]
OPEN_TO_ALL: list[Event] = [
    DealStarted(3, ONE),
    ContractAnnounced(ONE, Contract.HEARTS),
    ContractAnnounced(ONE, None),
    CardPlayed(TWO, SA),
    TrickTaken(TWO),
    DealScored((1, -1, 0)),
    MatchEnded((ONE, TWO), Decision.SHARED),
]


@pytest.mark.parametrize(("rules", "event", "seen"), HIDING)
def test_who_sees_which_cards(rules: Rules, event: Event, seen: list[Event]) -> None:
    """Own hand; both cards to the two who exchange; kitty and discard to the declarer."""
    assert seen == [see(event, viewer, rules) for viewer in VIEWERS]


@pytest.mark.parametrize("event", OPEN_TO_ALL)
def test_everything_else_is_open(event: Event) -> None:
    """Deals, contracts, passes, plays, tricks, scores and the end are seen by all."""
    assert [event] * 4 == [see(event, viewer, TEN) for viewer in VIEWERS]


def facts(match: Match, view: View) -> None:
    """Check that a view agrees with the state in all that its viewer may know."""
    viewer, deal = view.viewer, match.deal
    assert (match.phase, match.to_act) == (view.phase, view.to_act)
    assert (match.declarer, match.dealt, match.played) == (view.declarer, view.number, view.played)
    assert (match.totals, match.last, match.used) == (view.totals, view.last, view.used)
    assert (match.passed, match.contracts) == (view.passed, view.contracts)
    assert match.passes_left == view.passes_left
    assert (match.winners, match.by) == (view.winners, view.by)
    assert match.rules.targets_for(match.declarer) == view.targets
    if deal is None:
        assert () == view.legal_actions()
        return
    assert tuple(len(hand) for hand in deal.hands) == view.counts
    assert len(deal.kitty) == view.kitty_count
    assert deal.debts == view.debts
    assert (deal.contract, deal.leader, deal.trick) == (view.contract, view.leader, view.trick)
    assert deal.won == view.won
    assert (None if viewer is None else deal.hands[viewer]) == view.hand
    assert (deal.discard if viewer is deal.declarer and deal.discard else None) == view.discard
    assert len(view.tricks) == sum(deal.won)
    if viewer is not None and viewer is match.to_act:
        assert matches.legal_actions(match) == view.legal_actions()
    else:
        assert () == view.legal_actions()


@pytest.mark.slow
@pytest.mark.parametrize("text", VARIED)
def test_a_folded_view_agrees_with_the_state(text: str) -> None:
    """After every step of some deals: counts, hand, phase, turn, debts, scores, legal actions."""
    rules = Rules.parse(text)
    rng = Random(text)
    match = after_deals(rules, rng, (2, -1, -1))
    views = [start_view(match, viewer) for viewer in VIEWERS]
    for view in views:
        facts(match, view)
    for step in walk(match, rng, deals=3):
        for event in step.events:
            views = [view.follow(see(event, view.viewer, rules)) for view in views]
        for view in views:
            facts(step.match, view)


@pytest.mark.parametrize("text", VARIED)
def test_a_view_judges_as_the_state_does(text: str) -> None:
    """Asked about any action, the view gives its seat the very refusal that the state gives."""
    rules = Rules.parse(text)
    rng = Random(text)
    match = after_deals(rules, rng, (-2, 1, 1))
    views = [start_view(match, viewer) for viewer in VIEWERS]
    for step in walk(match, rng, deals=2):
        for event in step.events:
            views = [view.follow(see(event, view.viewer, rules)) for view in views]
        if step.match.phase is Phase.PLAY and rng.random() > 0.15:
            continue
        asked = every_action(step.match, rng)
        for view in views:
            for each in asked:
                found = view.reason_against(each)
                if view.viewer is not None:
                    assert matches.reason_against(step.match, view.viewer, each) == found
                else:
                    assert found is not None


def test_a_watcher_may_never_act() -> None:
    """He is told whose turn it is, or that nobody acts, or that the match is over."""
    match = start_match(TEN, ONE)
    watcher = start_view(match, None)
    assert Reason.NOT_DEALT is reason(watcher)
    step = deal_cards(match, *shuffled(TEN, Random(1)))
    for event in step.events:
        watcher = watcher.follow(see(event, None, TEN))
    assert Reason.NOT_YOUR_TURN is reason(watcher)
    refusal = watcher.reason_against(Announce(Contract.SPADES))
    assert refusal is not None
    assert {"seat": "1"} == refusal.params
    for event in conclude(step.match, [ZERO]).events:
        watcher = watcher.follow(event)
    assert Reason.MATCH_OVER is reason(watcher)
    assert None is watcher.to_act


def reason(view: View) -> Reason | None:
    """Return why the viewer may not announce spades."""
    refusal = view.reason_against(Announce(Contract.SPADES))
    return None if refusal is None else refusal.reason


def followed(text: str, viewer: Viewer, script: str, seed: int = 3) -> tuple[View, Match]:
    """Return a viewer's view and the match after a deal and some actions written in words."""
    rules = Rules.parse(text)
    match = start_match(rules, ONE, last=None if "exchange=none" in text else (-2, 3, -1))
    view = start_view(match, viewer)
    step = deal_cards(match, *shuffled(rules, Random(seed)))
    for words in [None, *filter(None, script.split(", "))]:
        if words is not None:
            assert step.match.to_act is not None
            step = matches.apply(step.match, step.match.to_act, action(words))
        for event in step.events:
            view = view.follow(see(event, viewer, rules))
    return view, step.match


def test_a_view_keeps_the_hand_as_dealt_and_what_came_and_went() -> None:
    """For the exchange on screen: own cards as dealt, and each exchange as seen."""
    rules = Rules.parse("ten-points")
    held, _ = shuffled(rules, Random(3))
    low = min(held[1], key=lambda card: card.rank)
    for viewer in VIEWERS:
        view, match = followed("ten-points", viewer, f"give {low}")
        assert (None if viewer is None else held[viewer]) == view.dealt
        (gift,) = view.gives
        assert (ONE, ZERO) == (gift.up, gift.down)
        if viewer in (ZERO, ONE):
            assert gift.card is low
            assert match.deal is not None
            assert gift.back in match.deal.hands[1]
        else:
            assert (None, None) == (gift.card, gift.back)


@pytest.mark.parametrize(
    ("text", "takers", "laid"),
    [
        ("ten-points exchange=none", [ONE], "discard"),
        ("ten-points exchange=none kitty-open=yes", list(VIEWERS), "discard"),
        ("ten-points exchange=none kitty=seen", [ONE], "announce"),
        ("ten-points exchange=none kitty=seen kitty-open=yes", list(VIEWERS), "announce"),
    ],
)
def test_the_kitty_is_seen_when_taken_and_not_before(
    text: str, takers: list[Viewer], laid: str
) -> None:
    """By the declarer, or by all where it is open; a blind one only after the discard."""
    held, kitty = shuffled(Rules.parse(text), Random(3))
    four = CardSet(list(held[1])[:4])
    for viewer in VIEWERS:
        script = ["", "announce S", f"announce S, discard {four}"]
        seen = [followed(text, viewer, each)[0].kitty for each in script]
        expected = kitty if viewer in takers else None
        assert [None, expected if laid == "announce" else None, expected] == seen
        assert (four if viewer is ONE else None) == followed(text, viewer, script[2])[0].discard


def test_a_passed_deal_shows_nobody_the_kitty() -> None:
    """After a pass there is nothing to see of it, and the next deal begins afresh."""
    for viewer in VIEWERS:
        view, match = followed("fifteen-deals kitty-open=yes", viewer, "announce pass")
        assert (None, None, Phase.DEALING, (), ()) == (
            view.kitty,
            view.contract,
            view.phase,
            view.debts,
            view.deals,
        )
        assert ((0, 1, 0), 0) == (view.passed, view.passes_left)
        step = deal_cards(match, *shuffled(match.rules, Random(4)))
        for event in step.events:
            view = view.follow(see(event, viewer, match.rules))
        assert (2, ONE, Phase.CONTRACT) == (view.number, view.declarer, view.phase)


def test_a_view_keeps_tricks_and_played_deals() -> None:
    """Every trick of the deal and every deal of the match, as all saw them."""
    rules = Rules.parse("fifteen-deals")
    match = start_match(rules, ZERO)
    rng = Random(8)
    view = start_view(match, None)
    tricks: list[TrickTaken] = []
    cards: list[Card] = []
    announced: Contract | None = None
    declarers: list[Seat] = []
    scores = []
    for step in walk(match, rng, deals=4):
        for event in step.events:
            view = view.follow(see(event, None, rules))
            match event:
                case DealStarted(_, declarer):
                    tricks, cards = [], []
                    declarers = [*declarers, declarer] if announced or not declarers else declarers
                case ContractAnnounced(_, contract):
                    announced = contract
                case CardPlayed(_, card):
                    cards.append(card)
                case TrickTaken():
                    tricks.append(event)
                    last = view.tricks[-1]
                    assert (tuple(cards[-3:]), event.winner) == (last.cards, last.winner)
                    assert len(view.tricks) == len(tricks)
                case DealScored(score):
                    scores.append(score)
                    assert announced is view.deals[-1].contract
                    assert view.deals[-1].won == view.won
                case _:
                    pass
    assert scores == [deal.scores for deal in view.deals]
    assert declarers == [deal.declarer for deal in view.deals]
    assert sorted({deal.number for deal in view.deals}) == [deal.number for deal in view.deals]


def test_between_the_third_card_and_the_trick_nobody_is_to_act() -> None:
    """Inside a step, a view that got only some of its events asks nobody to act."""
    rules = Rules.parse("ten-points exchange=none")
    match = start_match(rules, ZERO)
    view = start_view(match, ZERO)
    for step in walk(match, Random(2), deals=1):
        for event in step.events:
            view = view.follow(see(event, ZERO, rules))
            if len(view.trick) == 3:
                assert None is view.to_act
                assert () == view.legal_actions()
                return
    pytest.fail("no trick was played")
