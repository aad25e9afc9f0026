"""The socket of a table, as a browser meets it."""

import contextlib
import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server.house import Browser, House, in_phase, legal_action

WHOLE: list[tuple[str, dict[str, str]]] = [
    ("ten-points", {}),
    ("fifteen-deals", {}),
    ("classic", {"tricks": "9"}),
]


@pytest.mark.parametrize(("preset", "options"), WHOLE)
def test_whole_match(browser: Browser, preset: str, options: dict[str, str]) -> None:
    """A match is played to its end over the socket, and the list and the record say so."""
    table = browser.new_table(preset, options=options)
    rng = random.Random(preset)
    with browser.seat(table) as seated:
        seated.play_until(in_phase("over"), rng)
        assert seated.view["winners"] is not None
        assert sum(seated.view["totals"]) == 0
        results = [event for message in seated.heard for event in message.get("events", ())]
        assert results[-1] == {
            "type": "result",
            "winners": seated.view["winners"],
            "by": seated.view["by"],
        }
        assert seated.next()["reason"] == "match-over"
        assert seated.act({"type": "play", "card": "SA"})["reason"] == "match-over"
    (listed,) = browser.http.get("/api/tables").json()["tables"]
    assert (listed["over"], listed["totals"]) == (True, seated.view["totals"])
    assert listed["played"] == seated.view["played"]
    assert '[Secret "' in browser.http.get(f"/api/tables/{table}/record").text


def test_hello_is_what_updates_led_to(browser: Browser) -> None:
    """Whoever comes anew is told the state that whoever stayed has reached."""
    table = browser.new_table("fifteen-deals")
    rng = random.Random(5)
    with browser.seat(table) as stayed:
        for phase in ("contract", "discard", "play", "dealing", "exchange"):
            stayed.play_until(in_phase(phase), rng)
            with browser.seat(table) as anew:
                assert (anew.seq, anew.view) == (stayed.seq, stayed.view)
                assert anew.hello["seat"] == 0
            if phase == "dealing":
                stayed.next()


def test_update_comes_before_ack(browser: Browser) -> None:
    """The ack of a command comes after its update, and names the same event."""
    with browser.seat(browser.new_table()) as seated:
        answer = seated.next()
        assert [message["type"] for message in seated.heard] == ["hello", "update", "ack"]
        assert answer["seq"] == seated.seq == 2


def test_same_command_is_done_once(browser: Browser) -> None:
    """The same command, two and three times, is acknowledged each time and done once."""
    table = browser.new_table()
    with browser.seat(table) as seated:
        seated.play_until(in_phase("play"), random.Random(1))
        command = {
            "type": "act",
            "id": "the-same",
            "seq": seated.seq,
            "action": legal_action(seated.view, random.Random(1)),
        }
        for _ in range(3):
            seated.say(command)
        acks: list[int] = []
        while len(acks) < 3:
            message = seated.hear()
            if message["type"] == "ack":
                acks.append(message["seq"])
        assert len(set(acks)) == 1
        seated.wait()
        with browser.seat(table) as anew:
            assert anew.view["counts"][0] == 15
            assert anew.command(command) == {"type": "ack", "id": "the-same", "seq": acks[0]}


def test_same_command_after_a_restart(tmp_path: Path) -> None:
    """A command that was done before the server stopped is not done again after it."""
    with House(tmp_path) as house, Browser(house.url) as browser:
        table = browser.new_table()
        token = browser.token
        with browser.seat(table) as seated:
            command = {"type": "next", "id": "first-deal", "seq": 0}
            done = seated.command(command)
            seated.wait()
            before = seated.seq, seated.view
    with House(tmp_path, seed="later") as house, Browser(house.url) as browser:
        browser.token = token
        with browser.seat(table) as seated:
            assert (seated.seq, seated.view) == before
            assert seated.command(command) == done
            assert seated.seq == before[0]


def test_stale_command_changes_nothing(browser: Browser) -> None:
    """A decision made while looking at an older state is refused, and the state follows."""
    with browser.seat(browser.new_table()) as seated:
        seated.play_until(in_phase("play"), random.Random(2))
        before = seated.seq, seated.view
        action = legal_action(seated.view, random.Random(1))
        for seq in (0, seated.seq - 1, seated.seq + 1, 2**53 - 1):
            answer = seated.act(action, seq=seq)
            assert (answer["type"], answer["reason"]) == ("refused", "stale")
            assert seated.hear()["type"] == "hello"
            assert (seated.seq, seated.view) == before


def test_double_click_acts_once(browser: Browser) -> None:
    """Two commands of their own ids, sent at once from one state: one is done."""
    with browser.seat(browser.new_table()) as seated:
        seated.play_until(in_phase("play"), random.Random(3))
        action = legal_action(seated.view, random.Random(1))
        seq = seated.seq
        for name in ("click-1", "click-2", "click-3"):
            seated.say({"type": "act", "id": name, "seq": seq, "action": action})
        answers: dict[str, str] = {}
        while len(answers) < 3:
            message = seated.hear()
            if "id" in message:
                answers[message["id"]] = message.get("reason", "done")
        assert answers == {"click-1": "done", "click-2": "stale", "click-3": "stale"}


@pytest.mark.parametrize("phase", ["contract", "discard", "play", "exchange", "dealing"])
def test_two_sockets_of_one_seat_at_once(browser: Browser, phase: str) -> None:
    """Of actions sent from several sockets in one moment exactly one is done; cards stay 52."""
    table = browser.new_table()
    rng = random.Random(phase)
    with (
        browser.seat(table) as first,
        browser.seat(table) as second,
        browser.seat(table) as third,
    ):
        first.play_until(in_phase(phase), rng)
        seq, action = first.seq, first.any_action(rng)
        tabs = (first, second, third)
        for tab in tabs:
            while tab.seq < seq:
                tab.hear()
        before = first.view
        with ThreadPoolExecutor(len(tabs)) as pool:
            answers = list(pool.map(lambda tab: tab.do(action)["type"], tabs))
        assert sorted(answers) == ["ack", "refused", "refused"]
        with browser.seat(table) as anew:
            anew.wait()
            assert anew.view["counts"][0] == len(anew.view["hand"] or [])
            if phase in ("play", "discard"):
                less = {"play": 1, "discard": 0}[phase]
                assert len(anew.view["hand"]) == len(before["hand"]) - less


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("play", {"type": "play", "card": "not held"}, "not-held"),
    ("play", {"type": "announce", "contract": "S"}, "wrong-phase"),
    ("play", {"type": "draw", "down": 1, "suit": "S"}, "wrong-phase"),
    ("contract", {"type": "play", "card": "held"}, "wrong-phase"),
    ("contract", {"type": "announce", "contract": "N"}, "not-a-contract"),
    ("contract", {"type": "announce", "contract": "pass"}, "no-pass-left"),
    ("discard", {"type": "discard", "cards": 0}, "wrong-count"),
    ("discard", {"type": "discard", "cards": 1}, "wrong-count"),
    ("discard", {"type": "discard", "cards": 3}, "wrong-count"),
    ("discard", {"type": "discard", "cards": 5}, "wrong-count"),
    ("discard", {"type": "discard", "cards": "one twice"}, "wrong-count"),
    ("discard", {"type": "discard", "cards": "one not held"}, "not-held"),
    ("exchange", {"type": "give", "card": "not held"}, "not-held"),
    ("exchange", {"type": "draw", "down": 1, "suit": "S"}, "wrong-phase"),
    ("dealing", {"type": "play", "card": "SA"}, "not-dealt"),
]


@pytest.mark.parametrize(("phase", "action", "reason"), REFUSED)
def test_refused_by_the_rules(
    browser: Browser, phase: str, action: dict[str, Any], reason: str
) -> None:
    """What the rules forbid is refused with its reason by raw protocol too, and changes nothing."""
    table = browser.new_table()
    with browser.seat(table) as seated:
        seated.play_until(in_phase(phase), random.Random(phase + "x"))
        before = seated.seq, seated.view
        answer = seated.act(_filled(action, seated.view["hand"] or []))
        assert (answer["type"], answer["reason"]) == ("refused", reason)
        assert (seated.seq, seated.view) == before
        with browser.seat(table) as anew:
            assert (anew.seq, anew.view) == before


def _filled(action: dict[str, Any], hand: list[str]) -> dict[str, Any]:
    """Return an action with the cards that a table of refusals describes in words."""
    foreign = next(
        suit + rank for suit in "SHDC" for rank in "AKQJT98765432" if suit + rank not in hand
    )
    action = dict(action)
    if "card" in action:
        action["card"] = {"not held": foreign, "held": (hand or [""])[0]}.get(
            action["card"], action["card"]
        )
    match action.get("cards"):
        case int(count):
            action["cards"] = hand[:count]
        case "one twice":
            action["cards"] = [*hand[:3], hand[0]]
        case "one not held":
            action["cards"] = [*hand[:3], foreign]
    return action


def test_must_follow_names_own_cards_only(browser: Browser) -> None:
    """A revoke is refused with the suit led and the player's own cards of it."""
    with browser.seat(browser.new_table()) as seated:

        def could_revoke(view: dict[str, Any]) -> bool:
            legal = view["legal"] or {}
            return view["phase"] == "play" and len(legal.get("cards", ())) < len(view["hand"])

        seated.play_until(could_revoke, random.Random(4))
        legal = seated.view["legal"]["cards"]
        card = next(card for card in seated.view["hand"] if card not in legal)
        answer = seated.act({"type": "play", "card": card})
        assert answer["reason"] == "must-follow"
        assert answer["params"] == {"suit": legal[0][0], "card": card, "held": " ".join(legal)}


def test_out_of_turn(tmp_path: Path) -> None:
    """While a bot is to act, no action of the player is taken, his own or another seat's."""
    with (
        House(tmp_path, decider=_Silent) as house,
        Browser(house.url) as browser,
        browser.seat(browser.new_table(declarer=1)) as seated,
    ):
        seated.next()
        before = seated.seq, seated.view
        assert seated.view["turn"] == 1
        assert seated.view["legal"] is None
        for action in (
            {"type": "announce", "contract": "S"},
            {"type": "play", "card": seated.view["hand"][0]},
            {"type": "discard", "cards": seated.view["hand"][:4]},
        ):
            answer = seated.act(action)
            assert answer["reason"] == "not-your-turn"
            assert answer["params"] == {"seat": "1"}
        assert seated.next()["reason"] == "wrong-phase"
        assert (seated.seq, seated.view) == before


class _Silent:
    """Bots that think for ever."""

    async def decide(self, bot: str, view: object, seed: int) -> None:
        """Never answer."""
        import asyncio

        del bot, view, seed
        await asyncio.Event().wait()

    async def close(self) -> None:
        """Nothing to stop."""


MALFORMED = [
    "",
    "null",
    "[]",
    "{}",
    "not json",
    '{"type": "hello"',
    '{"type": "watch"}',
    '{"type": "act"}',
    '{"type": "act", "id": "a", "seq": 0}',
    '{"type": "act", "id": "a", "seq": 0, "action": {"type": "sit"}}',
    '{"type": "act", "id": "a", "seq": 0, "action": {"type": "play", "card": "XX"}}',
    '{"type": "act", "id": "a", "seq": 0, "action": {"type": "play", "card": "S10"}}',
    '{"type": "act", "id": "a", "seq": 0, "action": {"type": "draw", "down": 3, "suit": "S"}}',
    '{"type": "act", "id": "a", "seq": 0, "action": {"type": "announce", "contract": "s"}}',
    '{"type": "act", "id": "a", "seq": -1, "action": {"type": "play", "card": "SA"}}',
    '{"type": "act", "id": "a", "seq": 1e400, "action": {"type": "play", "card": "SA"}}',
    '{"type": "act", "id": "", "seq": 0, "action": {"type": "play", "card": "SA"}}',
    '{"type": "next", "id": "a b", "seq": 0}',
    '{"type": "next", "id": "' + "a" * 65 + '", "seq": 0}',
    '{"type": "next", "id": "\\ud800", "seq": 0}',
    '{"type": "next", "id": "a", "seq": 99999999999999999999999999}',
    '{"type": "next", "id": "a", "seq": "0"}',
    '{"type": "hello", "protocol": 1}',
    '{"type": "next", "x": ' + "[" * 2000,
    json.dumps(
        {"type": "act", "id": "a", "seq": 0, "action": {"type": "discard", "cards": ["S2"] * 60}}
    ),
]


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed(browser: Browser, text: str) -> None:
    """What is no message of the protocol ends the connection with a code and changes nothing."""
    table = browser.new_table()
    with browser.seat(table) as seated:
        seated.connection.send(text)
        assert seated.hear() == {"type": "error", "code": "malformed", "params": {}}
        with pytest.raises(ConnectionClosed):
            seated.hear()
    with browser.seat(table) as anew:
        assert (anew.seq, anew.view) == (seated.seq, seated.view)


def test_binary_message(browser: Browser) -> None:
    """A binary message is none of the protocol."""
    with browser.seat(browser.new_table()) as seated:
        seated.connection.send(b'{"type": "next", "id": "a", "seq": 0}')
        assert seated.hear()["code"] == "malformed"


def test_huge_message(browser: Browser) -> None:
    """A message over 4 KiB ends the connection, in one frame or in many."""
    table = browser.new_table()
    for message in ("x" * 5000, ["x" * 1000] * 6):
        with browser.seat(table) as seated:
            seated.connection.send(message)
            with pytest.raises(ConnectionClosed) as closed:
                seated.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009


def test_broken_text(browser: Browser) -> None:
    """Text that is no UTF-8 ends the connection; the server's log shows no traceback."""
    table = browser.new_table()
    with browser.socket(table) as connection:
        connection.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed):
            connection.recv(5)
    with browser.seat(table) as seated:
        assert seated.seq == 0


@pytest.mark.parametrize(
    ("first", "code", "params"),
    [
        ('{"type": "hello", "protocol": 2}', "protocol", {"expected": 1}),
        ('{"type": "hello", "protocol": 0}', "protocol", {"expected": 1}),
        ('{"type": "hello"}', "malformed", {}),
        ('{"type": "next", "id": "a", "seq": 0}', "malformed", {}),
        ("hello", "malformed", {}),
    ],
)
def test_wrong_first_message(
    browser: Browser, first: str, code: str, params: dict[str, Any]
) -> None:
    """The browser speaks first and says which protocol it knows."""
    with browser.socket(browser.new_table()) as connection:
        connection.send(first)
        answer = json.loads(connection.recv(5))
        assert answer == {"type": "error", "code": code, "params": params}
        with pytest.raises(ConnectionClosed):
            connection.recv(5)


def _first_answer(browser: Browser, table: str) -> Any:
    with browser.socket(table) as connection:
        connection.send('{"type": "hello", "protocol": 1}')
        return json.loads(connection.recv(5))


def test_others_tables(house: House, browser: Browser) -> None:
    """A table is shown to nobody but its players, whatever name or id a stranger brings."""
    table = browser.new_table()
    with Browser(house.url) as stranger:
        assert _first_answer(stranger, table)["code"] == "not-your-table"
        stranger.new_table(name="Ada")
        assert _first_answer(stranger, table)["code"] == "not-your-table"
        assert _first_answer(stranger, "aaaaaaaaaaaaaaaaaaaaaaaa")["code"] == "unknown-table"
        record = stranger.http.get(f"/api/tables/{table}/record")
        assert (record.status_code, record.json()["code"]) == (404, "not-your-table")
        assert [item["table"] for item in stranger.http.get("/api/tables").json()["tables"]] != [
            table
        ]


def test_origin_of_a_socket(browser: Browser) -> None:
    """A page of another origin gets no socket; ours does."""
    table = browser.new_table()
    with browser.socket(table, Origin=browser.url) as connection:
        connection.send('{"type": "hello", "protocol": 1}')
        assert json.loads(connection.recv(5))["type"] == "hello"
    for origin in ("http://evil.example", "null", browser.url.replace("127.0.0.1", "localhost")):
        with pytest.raises(Exception, match="403"), browser.socket(table, Origin=origin):
            pass


def test_sockets_of_one_player_are_bounded(browser: Browser) -> None:
    """The seventeenth socket of a player is refused; the sixteen go on."""
    table = browser.new_table()
    with contextlib.ExitStack() as stack:
        seated = [stack.enter_context(browser.seat(table)) for _ in range(16)]
        with browser.socket(table) as connection:
            assert json.loads(connection.recv(5))["code"] == "too-fast"
        assert seated[0].next()["type"] == "ack"
        assert seated[15].hear()["type"] == "update"


def test_flood_of_commands(tmp_path: Path) -> None:
    """Whoever sends commands without end is cut off; the table is as before."""
    with House(tmp_path, tick=0) as house, Browser(house.url) as browser:
        _flood(browser, browser.new_table())


def _flood(browser: Browser, table: str) -> None:
    with browser.seat(table) as seated:
        codes = set()
        with contextlib.suppress(ConnectionClosed):
            for number in range(400):
                seated.say({"type": "next", "id": f"n{number}", "seq": 7})
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = seated.hear()
                codes.add(message.get("reason") or message.get("code"))
        assert codes == {None, "stale", "too-fast"}
    with browser.seat(table) as anew:
        assert anew.seq == 0


def test_two_tables_share_nothing(browser: Browser) -> None:
    """Two tables under way at once do not hear of each other."""
    one, two = browser.new_table(), browser.new_table("fifteen-deals")
    with browser.seat(one) as first, browser.seat(two) as second:
        first.play_until(in_phase("play"), random.Random(6))
        assert (second.seq, second.view["deal"]) == (0, 0)
        second.play_until(in_phase("contract"), random.Random(6))
        assert second.hello["commit"] != first.hello["commit"]
        before = first.view
        with browser.seat(one) as anew:
            assert anew.view == before


def test_server_that_closes_says_so(tmp_path: Path) -> None:
    """Open browsers hear that the server is closing before the line ends."""
    with contextlib.ExitStack() as outlives, House(tmp_path) as house:
        browser = outlives.enter_context(Browser(house.url))
        seated = outlives.enter_context(browser.seat(browser.new_table()))
        house.stop()
        assert seated.hear()["code"] == "closing"
