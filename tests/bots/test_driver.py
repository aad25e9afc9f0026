"""The loop that runs a match: what deciders are shown, and what their faults cost."""

import gc
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from botgames import Spy, game, play_on
from games import PRESET_NAMES, VARIED
from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.bots import bot_named
from sergeantmajor.cards import CARDS, NO_CARDS, SEATS, Card, CardSet, Seat, Suit
from sergeantmajor.deal import Deal
from sergeantmajor.driver import fallback, is_action
from sergeantmajor.events import CardsDealt, Event
from sergeantmajor.fold import fold
from sergeantmajor.match import Match
from sergeantmajor.rules import Contract, Phase, Rules
from sergeantmajor.view import View, see, start_view


class Faulty:
    """A decider that plays by lot, but in one phase does what a function does."""

    name = "faulty/1"

    def __init__(self, phase: Phase, fault: Callable[[View], Any]) -> None:
        self.phase = phase
        self.fault = fault
        self.asked = 0

    def decide(self, view: View, rng: Random) -> Action:
        """Do what was said in the phase, else play by lot."""
        if view.phase is not self.phase:
            return bot_named("random").decide(view, rng)
        self.asked += 1
        answer: Action = self.fault(view)
        return answer


class UnsayableError(Exception):
    """An exception that can't even be written."""

    def __str__(self) -> str:
        """Fail."""
        raise RuntimeError


def _raise(error: BaseException) -> Any:
    raise error


FAULTS: dict[str, Callable[[View], Any]] = {
    "raises": lambda _: _raise(KeyError("nothing there")),
    "raises what cannot be written": lambda _: _raise(UnsayableError()),
    "exits": lambda _: _raise(SystemExit(3)),
    "nothing": lambda _: None,
    "text": lambda _: "SA",
    "a list of actions": lambda view: list(view.legal_actions()[:1]),
    "a play of no card": lambda _: Play("SA"),  # type: ignore[arg-type]
    "an announcement of a number": lambda _: Announce(7),  # type: ignore[arg-type]
    "a discard of a list": lambda view: Discard(list(view.hand or ())),  # type: ignore[arg-type]
    "a draw from a number": lambda _: Draw(1, Suit.SPADES),  # type: ignore[arg-type]
    "a card not held": lambda view: (Give if view.phase is Phase.EXCHANGE else Play)(
        next(card for card in CARDS if card not in (view.hand or NO_CARDS))
    ),
    "another seat's contract": lambda view: Announce(
        None if view.phase is Phase.PLAY else Contract.NO_TRUMP
    ),
    "too few cards": lambda view: Discard(CardSet(list(view.hand or ())[:3])),
}
"""What a bot may do instead of a decision; each is wrong in every phase of `ten-points`."""


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("phase", [Phase.EXCHANGE, Phase.CONTRACT, Phase.DISCARD, Phase.PLAY])
def test_a_fault_costs_one_fallback_decision_and_the_match_goes_on(
    phase: Phase, fault: str
) -> None:
    """Whatever a bot does wrong, in every phase: each time one decision is made for it."""
    faulty = Faulty(phase, FAULTS[fault])
    running = game(Rules.parse("ten-points"), [faulty, "random", "random"], seed=3)
    play_on(running, 4)
    assert faulty.asked > 0
    made = [(Seat.ZERO, phase)] * faulty.asked
    assert made == [(entry.seat, entry.phase) for entry in running.fallbacks]
    assert all(entry.fault and entry.deal <= 4 for entry in running.fallbacks)


def test_three_broken_bots_still_finish_a_match() -> None:
    """A table of bots that never answer plays by fallbacks to the end, in every preset."""
    for preset in PRESET_NAMES:
        broken = [Faulty(Phase.PLAY, FAULTS["nothing"]) for _ in SEATS]
        running = game(Rules.parse(preset), broken)
        play_on(running, 40)
        assert len(running.fallbacks) == sum(bot.asked for bot in broken) > 0


def test_an_interrupt_is_no_fault_of_a_bot() -> None:
    """Ctrl-C while a bot thinks stops the game instead of costing the bot its decision."""
    bots = [Faulty(Phase.PLAY, lambda _: _raise(KeyboardInterrupt())) for _ in SEATS]
    running = game(Rules.parse("classic"), bots)
    with pytest.raises(KeyboardInterrupt):
        play_on(running, 1)
    assert running.fallbacks == []


@pytest.mark.parametrize("text", VARIED)
def test_the_fallback_is_legal_everywhere(text: str) -> None:
    """In every decision of matches under many rule sets, the fallback is a legal action."""
    spies = [Spy(bot_named("random")) for _ in SEATS]
    play_on(game(Rules.parse(text), spies, seed=8), 5)
    decided = [view for spy in spies for view, _ in spy.seen]
    assert {view.phase for view in decided} >= {Phase.CONTRACT, Phase.DISCARD, Phase.PLAY}
    assert [] == [view for view in decided if view.reason_against(fallback(view)) is not None]


def test_only_a_seat_to_act_is_asked_and_only_with_its_own_view() -> None:
    """Each seat decides when it is its turn, and always on its own view."""
    spies = [Spy(bot_named("greedy")) for _ in SEATS]
    running = game(Rules.parse("fifteen-deals"), spies)
    play_on(running, 4)
    for seat, spy in zip(SEATS, spies, strict=True):
        assert spy.seen
        assert {seat} == {view.viewer for view, _ in spy.seen}
        assert {seat} == {view.to_act for view, _ in spy.seen}


def test_views_are_folds_of_what_each_seat_has_seen() -> None:
    """The driver's views and state are those of its own events, seen and folded again."""
    rules = Rules.parse("ten-points kitty=seen exchange=draw")
    running = game(rules, ["recruit", "greedy", "random"], seed=5)
    start = running.match
    log = []
    for event in running.events():
        log.append(event)
        if running.match.deal is None and running.match.dealt == 4:
            break
    assert fold(start, log) == running.match
    for seat in SEATS:
        view = start_view(start, seat)
        for event in log:
            view = view.follow(see(event, seat, rules))
        assert view == running.views[seat]


def reachable(root: object) -> Iterator[object]:
    """Yield everything that can be reached from an object, modules and types left out."""
    seen: dict[int, object] = {}
    stack = [root]
    skipped = (type, type(gc), type(lambda: 0), type(len))
    while stack:
        item = stack.pop()
        if id(item) in seen or isinstance(item, skipped):
            continue
        seen[id(item)] = item
        yield item
        # The 52 cards are everybody's, and so is what hangs on them.
        if not isinstance(item, Card):
            stack += gc.get_referents(item)


class Snoop:
    """A decider that looks at everything it can reach from what it got."""

    name = "snoop/1"

    def __init__(self) -> None:
        self.hidden: list[CardSet] = []
        self.found: list[object] = []
        self.own = 0

    def decide(self, view: View, rng: Random) -> Action:
        """Look around, then play by lot."""
        assert view.hand is not None
        for item in reachable((view, rng)):
            if isinstance(item, Deal | Match):
                self.found.append(item)
            if isinstance(item, CardSet) and len(item) > 1:
                self.own += item == view.hand
                self.found += [item for hand in self.hidden if len(item & hand) > len(item) / 2]
        return bot_named("random").decide(view, rng)


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_nothing_hidden_hangs_on_what_a_bot_is_handed(preset: str) -> None:
    """By no chain of attributes does a bot reach another hand, the kitty, or the full state."""
    snoop = Snoop()
    running = game(Rules.parse(preset), ["random", snoop, "random"], seed=2)
    for event in running.events():
        deal = running.match.deal
        if isinstance(event, CardsDealt):
            zero, _, two = event.hands
            assert zero is not None
            assert two is not None
            assert event.kitty is not None
            # With the kitty in his hand, the declarer knows what it was.
            snoop.hidden = [zero, two]
        if deal is None and running.match.dealt == 3:
            break
    assert snoop.own > 0, "it found not even its own hand: it looked at nothing"
    assert [] == snoop.found


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (Play(CARDS[0]), True),
        (Give(CARDS[51]), True),
        (Announce(None), True),
        (Announce(Contract.NO_TRUMP), True),
        (Announce(4), False),  # type: ignore[arg-type]
        (Discard(NO_CARDS), True),
        (Discard({CARDS[0]}), False),  # type: ignore[arg-type]
        (Draw(Seat.ONE, Suit.CLUBS), True),
        (Draw(1, Suit.CLUBS), False),  # type: ignore[arg-type]
        (None, False),
        (Play, False),
        ("play SA", False),
    ],
)
def test_an_action_is_known_by_its_type_and_fields(answer: object, expected: bool) -> None:
    """An answer whose fields are of other types is no action, before any rule is asked."""
    assert expected is is_action(answer)


def test_three_deciders_are_wanted() -> None:
    """Two deciders are refused with a sentence."""
    with pytest.raises(ValueError, match="2 deciders were given: expected one for each seat"):
        game(Rules.parse("classic"), ["random", "random"])


def test_a_game_can_be_left_and_taken_up() -> None:
    """Leaving the events and taking them up again goes on where they were left."""
    rules = Rules.parse("ten-points")
    whole = list(game(rules, ["greedy"] * 3, seed=4).events())
    running = game(rules, ["greedy"] * 3, seed=4)
    parts: list[Event] = []
    while len(parts) < len(whole):
        parts += islice(running.events(), 7)
    assert whole == parts
    assert [] == list(running.events())
