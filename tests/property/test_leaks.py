"""
Nothing that a viewer gets depends on cards that he may not see.

If the rules, said once more in `worlds.noticed`, let him notice no difference between two worlds,
then no view, list of actions or refusal may show one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games import VARIED, after_deals, every_action
from sergeantmajor import match as matches
from sergeantmajor.actions import Action, Give, Play
from sergeantmajor.cards import SEATS, Card, Rank, Seat
from sergeantmajor.errors import Reason, Refusal
from sergeantmajor.events import (
    CardGiven,
    CardsDealt,
    CardsDiscarded,
    DealStarted,
    Event,
    KittyTaken,
)
from sergeantmajor.match import Match
from sergeantmajor.rules import Phase, Rules
from sergeantmajor.view import View, Viewer, see, start_view
from worlds import World, cards_in, noticed, other_world, random_worlds

See = Callable[[Event, Viewer, Rules], Event]
VIEWERS: tuple[Viewer, ...] = (*SEATS, None)
Judge = Callable[[Match, Seat, Action], Refusal | None]


def view_of(world: World, viewer: Viewer, shown: See = see) -> View:
    """Return the fold of what a viewer saw."""
    view = start_view(world.start, viewer)
    for event in world.log:
        view = view.follow(shown(event, viewer, world.start.rules))
    return view


def given_to(
    world: World,
    viewer: Viewer,
    asked: Iterable[Action],
    shown: See = see,
    judge: Judge = matches.reason_against,
) -> list[Any]:
    """Return everything that the library gives a viewer: events, view, actions, refusals."""
    view = view_of(world, viewer, shown)
    match = world.match
    out: list[Any] = [shown(event, viewer, world.start.rules) for event in world.log]
    out += [view, repr(view), hash(view), view.to_act, view.targets, view.legal_actions()]
    out += [view.reason_against(action) for action in asked]
    if viewer is not None:
        out += [judge(match, viewer, action) for action in asked]
        if match.to_act is viewer:
            out.append(matches.legal_actions(match))
    return out


def start_of(text: str, rng: Random) -> Match:
    """Return a match before a deal in which somebody owes two players, or two owe one."""
    scores = rng.choice([(2, -1, -1), (1, 1, -2), (-1, 2, -1)])
    return after_deals(Rules.parse(text), rng, scores)


def moments(text: str, rng: Random) -> Iterator[World]:
    """Yield worlds of one match: all before play, and some in play and between deals."""
    for world in random_worlds(start_of(text, rng), rng):
        if world.match.phase is not Phase.PLAY or rng.random() < 0.1:
            yield world


@pytest.mark.slow
@pytest.mark.parametrize("text", VARIED)
def test_nothing_given_to_a_viewer_depends_on_what_he_may_not_see(text: str) -> None:
    """In every phase, for every seat and a watcher: both worlds give him the very same."""
    rng = Random(text)
    phases = {Phase.CONTRACT, Phase.DISCARD, Phase.PLAY}
    if Rules.parse(text).order_up is not None:
        phases.add(Phase.EXCHANGE)
    wanted = {(phase, viewer) for phase in phases for viewer in VIEWERS}
    told_apart: set[tuple[Phase, Viewer]] = set()
    for _ in range(6):
        for world in moments(text, rng):
            asked = every_action(world.match, rng)
            for viewer in VIEWERS:
                other = other_world(world, viewer, rng)
                if other is None:
                    continue
                assert given_to(world, viewer, asked) == given_to(other, viewer, asked)
                if world.match.deal != other.match.deal:
                    told_apart.add((world.match.phase, viewer))
        if wanted <= told_apart:
            break
    # The worlds did differ, in every phase, for everybody.
    assert wanted <= told_apart


def shows(kind: type[Event], only: Viewer | str = "all") -> See:
    """Return a faulty `see` that shows a kind of event whole to one viewer, or to all."""

    def faulty(event: Event, viewer: Viewer, rules: Rules) -> Event:
        if isinstance(event, kind) and only in ("all", viewer):
            return event
        return see(event, viewer, rules)

    return faulty


def kitty_dealt_open(event: Event, viewer: Viewer, rules: Rules) -> Event:
    """Show the kitty with the dealt cards."""
    seen = see(event, viewer, rules)
    if isinstance(event, CardsDealt) and isinstance(seen, CardsDealt):
        return CardsDealt(seen.hands, event.kitty)
    return seen


def tells_whether_it_changed(event: Event, viewer: Viewer, rules: Rules) -> Event:
    """Show the card of an exchange to all when it came straight back."""
    seen = see(event, viewer, rules)
    if isinstance(event, CardGiven) and isinstance(seen, CardGiven):
        return event if event.card is event.back else seen
    return seen


def suit_of_the_exchange(event: Event, viewer: Viewer, rules: Rules) -> Event:
    """Show which suit was exchanged, by its two."""
    seen = see(event, viewer, rules)
    if isinstance(event, CardGiven) and isinstance(seen, CardGiven) and event.card is not None:
        return replace(seen, card=Card(event.card.suit, Rank.TWO))
    return seen


LEAKS = {
    "all hands to a watcher": shows(CardsDealt, None),
    "all hands to a seat": shows(CardsDealt, Seat.TWO),
    "the kitty when dealt": kitty_dealt_open,
    "the kitty when taken": shows(KittyTaken),
    "the discard": shows(CardsDiscarded),
    "the exchange": shows(CardGiven),
    "whether the exchange changed anything": tells_whether_it_changed,
    "the suit of the exchange": suit_of_the_exchange,
}


def told_by(text: str, shown: See = see, judge: Judge = matches.reason_against) -> bool:
    """Return whether the leak test finds a difference with a faulty part in the library."""
    rng = Random(text)
    for world in moments(text, rng):
        asked = every_action(world.match, rng)
        for viewer in VIEWERS:
            other = other_world(world, viewer, rng)
            if other is not None and given_to(world, viewer, asked, shown, judge) != given_to(
                other, viewer, asked, shown, judge
            ):
                return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAKS)
def test_the_leak_test_catches_a_leak(name: str) -> None:
    """A `see` that shows one thing too many is found out."""
    assert any(told_by(text, LEAKS[name]) for text in ("ten-points", "fifteen-deals"))


def looks_at_the_down_player(match: Match, seat: Seat, action: Action) -> Refusal | None:
    """Refuse to give a card that would come straight back: kind, and a leak."""
    deal = match.deal
    if deal is not None and match.to_act is seat and isinstance(action, Give) and deal.debts:
        highest = deal.hands[deal.debts[0].down].highest(action.card.suit)
        if highest is None or highest.index < action.card.index:
            return Refusal(Reason.NOT_OWING)
    return matches.reason_against(match, seat, action)


def names_the_holder(match: Match, seat: Seat, action: Action) -> Refusal | None:
    """Say who holds a card that the seat does not hold."""
    refusal = matches.reason_against(match, seat, action)
    if refusal and refusal.reason is Reason.NOT_HELD and isinstance(action, Play) and match.deal:
        holders = [str(who) for who in SEATS if action.card in match.deal.hands[who]]
        return Refusal(Reason.NOT_HELD, {"card": action.card.code, "holder": "".join(holders)})
    return refusal


@pytest.mark.slow
@pytest.mark.parametrize("judge", [looks_at_the_down_player, names_the_holder])
def test_the_leak_test_catches_a_judge_that_looks(judge: Judge) -> None:
    """A refusal that depends on another hand is found out."""
    assert told_by("ten-points", judge=judge)


@pytest.mark.parametrize("text", VARIED)
def test_no_hidden_card_passes_see(text: str) -> None:
    """Every card in what a viewer is shown, in events and in his view, he may know."""
    rng = Random(f"scan {text}")
    *_, world = random_worlds(start_of(text, rng), rng)
    rules = world.start.rules
    for viewer in VIEWERS:
        view = start_view(world.start, viewer)
        known: set[Card] = set()
        for event in world.log:
            if isinstance(event, DealStarted):
                known = set()
            shown = see(event, viewer, rules)
            if isinstance(event, CardsDealt):
                allowed = set() if viewer is None else set(event.hands[viewer] or ())
            elif "?" in noticed(event, viewer, rules):
                allowed = set()
            else:
                allowed = set(cards_in(event))
            assert allowed == set(cards_in(shown))
            known |= allowed
            view = view.follow(shown)
            assert set(cards_in(view)) <= known
            if viewer is not None and view.hand:
                assert set(view.hand) <= set(cards_in(view))
