"""Messages: what docs/protocol.md shows is what is sent, and what is sent can be read again."""

import json
import random
import re
from collections.abc import Iterator
from functools import reduce
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import ROOT
from sergeantmajor.actions import Action, Announce, Discard, Draw, Give, Play
from sergeantmajor.cards import CARDS, SEATS, CardSet, Seat, Suit
from sergeantmajor.errors import Reason
from sergeantmajor.events import CardsDealt, Event
from sergeantmajor.match import apply, deal_cards, hands_of, legal_actions, start_match
from sergeantmajor.rules import PRESETS, Contract, Phase, Rules
from sergeantmajor.shuffle import Shuffle
from sergeantmajor.view import View, see, start_view
from sergeantmajor.wire import (
    PROTOCOL,
    Ack,
    Failed,
    Hello,
    PlayerMessage,
    Refused,
    Update,
    action_message,
    encode,
    event_message,
    read_action,
    read_client,
    read_event,
    view_message,
)

# The calls before that are tested where they are answered.
PROTOCOL_PAGE = (
    (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").partition("## Socket")[2]
)
RULES = (*PRESETS, "ten-points exchange=draw phases=CXK passes=2", "fifteen-deals kitty-open=yes")

a_card = st.sampled_from(CARDS)
an_action = st.one_of(
    st.builds(Give, a_card),
    st.builds(Draw, st.sampled_from(Seat), st.sampled_from(Suit)),
    st.builds(Announce, st.none() | st.sampled_from(Contract)),
    st.builds(Discard, st.sets(a_card).map(CardSet)),
    st.builds(Play, a_card),
)


def moments(text: str, seed: int = 1) -> Iterator[tuple[View, tuple[Event, ...]]]:
    """Yield every view of a match played at random, with what the viewer has just seen."""
    rules = Rules.parse(text)
    rng = random.Random(seed)
    match = start_match(rules, Seat.TWO)
    views = {viewer: start_view(match, viewer) for viewer in (*SEATS, None)}
    yield from ((view, ()) for view in views.values())
    shuffle = Shuffle(b"w" * 32, text)
    while match.winners is None and match.dealt < 6:
        if match.deal is None:
            deck = shuffle.deck(match.dealt + 1, rules.deck)
            step = deal_cards(match, *hands_of(rules, match.declarer, deck))
        else:
            assert match.to_act is not None
            if match.phase is Phase.DISCARD:
                hand = match.deal.hands[match.to_act]
                action: Action = Discard(CardSet(rng.sample(list(hand), rules.kitty_size)))
            else:
                action = rng.choice(legal_actions(match))
            step = apply(match, match.to_act, action)
        match = step.match
        for viewer, view in views.items():
            seen = tuple(see(event, viewer, rules) for event in step.events)
            views[viewer] = reduce(View.follow, seen, view)
            yield views[viewer], seen


@given(action=an_action)
def test_actions_come_back(action: Action) -> None:
    """An action is read again as it was written."""
    assert read_action(encode(action_message(action))) == action


@pytest.mark.parametrize("text", RULES)
def test_events_come_back(text: str) -> None:
    """Every event, whole or as somebody saw it, is read again as it was written."""
    for _, seen in moments(text):
        for event in seen:
            assert read_event(encode(event_message(event))) == event


@pytest.mark.parametrize("text", RULES)
def test_view_says_what_the_view_knows(text: str) -> None:
    """Fields of the message are those of the view; what may be done is what the rules allow."""
    phases = set()
    for view, _ in moments(text):
        message = json.loads(encode(view_message(view)))
        phases.add((message["phase"], message["legal"] is not None))
        assert message["viewer"] == view.viewer
        assert message["hand"] == (None if view.hand is None else [c.code for c in view.hand])
        assert message["turn"] == view.to_act
        assert message["counts"] == list(view.counts)
        assert message["rules"] == {"text": str(view.rules), "values": view.rules.values()}
        assert _legal(message) == {str(action) for action in _allowed(view)}
    assert {phase for phase, legal in phases if legal} >= {"contract", "discard", "play"}


def _legal(message: dict[str, Any]) -> set[str]:
    """Return the actions that a message's `legal` stands for, as they are written."""
    legal = message["legal"]
    if legal is None:
        return set()
    match legal["type"]:
        case "play" | "give":
            return {f"{legal['type']} {card}" for card in legal["cards"]}
        case "announce":
            return {f"announce {contract}" for contract in legal["contracts"]}
        case "draw":
            return {
                f"draw {choice['down']} {suit}"
                for choice in legal["choices"]
                for suit in choice["suits"]
            }
        case _:
            return {f"discard {legal['count']} of {len(message['hand'])}"}


def _allowed(view: View) -> list[object]:
    """Return the actions that the rules allow; discards by their number alone."""
    if view.phase is Phase.DISCARD and view.to_act == view.viewer and view.hand is not None:
        return [f"discard {view.rules.kitty_size} of {len(view.hand)}"]
    return list(view.legal_actions())


def test_debts_of_the_next_deal() -> None:
    """Between deals the message tells what will be exchanged in the next one."""
    for text in RULES:
        promised: dict[Any, Any] = {}
        for view, seen in moments(text):
            message = json.loads(encode(view_message(view)))
            if view.phase is Phase.DEALING:
                promised[view.viewer] = message["debts"]
            elif isinstance(seen[-1], CardsDealt):
                assert message["debts"] == promised[view.viewer]


def test_watcher_is_told_no_card() -> None:
    """The message of a watcher's view holds no card but those on the table."""
    for view, _ in moments("ten-points"):
        if view.viewer is None:
            message = json.loads(encode(view_message(view)))
            assert message["hand"] is message["discard"] is message["legal"] is None
            assert message["kitty"]["cards"] is None
            assert {give["card"] for give in message["gives"]} <= {None}


def _examples(page: str = PROTOCOL_PAGE) -> list[Any]:
    """Return the JSON objects that stand between backticks on a page."""
    texts = re.findall(r"`(\{.*?\})`", page)
    whole = (re.sub(r"(, )?…[\w ]*", "", text) for text in texts)
    return [json.loads(text) for text in whole if '": ' in text]


def test_the_page_shows_what_is_sent() -> None:
    """Each message on the protocol's page has the fields of the message that is sent."""
    view, seen = list(moments("fifteen-deals"))[-1]
    sent: list[Any] = [
        Hello(PROTOCOL, "t", 0, [PlayerMessage("Ada", None)], "c", 1, view_message(view)),
        Update(1, [event_message(event) for event in seen], view_message(view)),
        Ack("a", 1),
        Refused("a", 1, Reason.MUST_FOLLOW, {}),
        Failed("protocol", {}),
    ]
    shown = {(item.get("type"), frozenset(item)) for item in _examples()}
    for message in sent:
        item = json.loads(encode(message))
        assert (item["type"], frozenset(item)) in shown, item["type"]


def test_the_page_shows_the_view() -> None:
    """The page's view has exactly the fields that are sent, in the same order."""
    (block,) = re.findall(r"```json\n(.*?)```", PROTOCOL_PAGE, re.DOTALL)
    view, _ = list(moments("fifteen-deals"))[-1]
    sent = json.loads(encode(view_message(view)))
    shown = json.loads(block)
    assert list(shown) == list(sent)
    for field in ("kitty", "rules"):
        assert list(shown[field]) == list(sent[field])


def test_the_page_shows_what_is_read() -> None:
    """The commands, actions and events on the page are read as such."""
    (line,) = re.findall(r"^Actions: .*$", PROTOCOL_PAGE, re.MULTILINE)
    actions = [read_action(json.dumps(item)) for item in _examples(line)]
    assert {type(action) for action in actions} == {Give, Draw, Announce, Discard, Play}
    (rows,) = re.findall(r"^## Events$(.*?)^## ", PROTOCOL_PAGE, re.MULTILINE | re.DOTALL)
    events = []
    for item in _examples(rows):
        if "hands" in item:
            item["hands"][0] = ["S2"]
        events.append(read_event(json.dumps(item)))
    assert {type(event) for event in events} == set(Event.__args__)
    commands = [item for item in _examples() if item.get("type") in ("act", "next")]
    for item in commands:
        if item["type"] == "act":
            item["action"] = {"type": "play", "card": "SA"}
        assert read_client(json.dumps(item)).seq == 17  # type: ignore[union-attr]
    assert len(commands) == 2


def test_hidden_is_not_empty() -> None:
    """A hidden set is `null`, an empty one is an empty list: they are not the same."""
    event = CardsDealt((CardSet(), None, None), None)
    assert json.loads(encode(event_message(event))) == {
        "type": "cards",
        "hands": [[], None, None],
        "kitty": None,
    }


@pytest.mark.parametrize("name", ["", "a b", "a\n", "\na", "x" * 65, "\u00e4"])
def test_command_ids_are_plain_words(name: str) -> None:
    """An id is letters, digits and hyphens and nothing else, not even a line break at its end."""
    with pytest.raises(ValueError, match="id"):
        read_client(json.dumps({"type": "next", "id": name, "seq": 1}))
