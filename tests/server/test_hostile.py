"""Hostile input of every kind: never a fault, never a state that the rules do not allow."""

import json
import logging
import socket
from collections import Counter
from pathlib import Path

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from sergeantmajor.fold import fold
from server.house import Browser, House, Seated

PHASES = {"dealing", "exchange", "contract", "discard", "play", "over"}
HERE = "SEQ"
"""Stands for the number of the state that the table is in when the message is sent."""

cards = st.one_of(
    st.builds(lambda suit, rank: suit + rank, st.sampled_from("SHDC"), st.sampled_from("A23KT")),
    st.sampled_from(["", "XX", "s2", "S10", "N", "SA ", "\u2660A", "S\x00"]),
)
junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=20)
    | cards,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
actions = st.one_of(
    st.fixed_dictionaries({"type": st.sampled_from(["give", "play"]), "card": cards | junk}),
    st.fixed_dictionaries(
        {
            "type": st.just("draw"),
            "down": st.sampled_from([0, 1, 2, 3, -1, "1", 1.0]) | junk,
            "suit": st.sampled_from(["S", "H", "N", "s"]) | junk,
        }
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("announce"),
            "contract": st.sampled_from(["S", "H", "D", "C", "N", "pass", "", "P"]) | junk,
        }
    ),
    st.fixed_dictionaries(
        {"type": st.just("discard"), "cards": st.lists(cards, max_size=6) | junk}
    ),
    junk,
)
messages = st.one_of(
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["act", "next", "hello", "update", "ack"]),
            "id": st.sampled_from(["a", "b", "c-1", "", "x" * 64, "x" * 65]) | junk,
            "seq": st.sampled_from([HERE, HERE, HERE, 0, -1, 2**53, 2**63, 2**64]) | junk,
            "action": actions,
        }
    ),
    st.fixed_dictionaries(
        {
            "type": st.just("act"),
            "id": st.uuids().map(str),
            "seq": st.just(HERE),
            "action": actions,
        }
    ),
    st.fixed_dictionaries(
        {"type": st.just("next"), "id": st.uuids().map(str), "seq": st.just(HERE)}
    ),
    junk,
)
raw = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=200),
    st.integers(1, 1300).map(lambda depth: "[" * depth),
    st.integers(1, 600).map(lambda depth: '{"type":' * depth),
    st.integers(3000, 9000).map(lambda length: " " * length),
)

_SHARED = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def test_hostile_messages(house: House, browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    """About 2,000 messages: each gets an answer of the protocol, and the log stays a match."""
    caplog.set_level(logging.WARNING)
    heard: Counter[str] = Counter()

    @settings(max_examples=260)
    @given(sent=st.lists(messages.map(json.dumps) | raw, min_size=5, max_size=20))
    def hostile(sent: list[str | bytes]) -> None:
        table = browser.new_table("fifteen-deals", declarer=0)
        while sent:
            with browser.socket(table) as connection:
                _converse(Seated(connection), sent, heard)
        _check_state(house, browser, table)

    hostile()
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    # Else too few of them got far enough to prove anything.
    assert heard.total() >= 1500
    assert min(heard[kind] for kind in ("ack", "refused", "error", "closed")) >= 20, heard


def _converse(seated: Seated, sent: list[str | bytes], heard: Counter[str]) -> None:
    """Send messages, each after the answer to the one before, until the connection is closed."""
    while sent:
        message = sent.pop()
        if isinstance(message, str):
            message = message.replace(f'"{HERE}"', str(seated.seq))
        try:
            seated.connection.send(message)
            while (kind := seated.hear()["type"]) not in ("ack", "refused", "error"):
                assert kind in ("hello", "update")
            heard[kind] += 1
            assert seated.heard[-1].get("code", "malformed") == "malformed"
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 1006
            if code not in (1000, 1002, 1007, 1009):
                raise
            heard["closed"] += 1
            return


def _check_state(house: House, browser: Browser, table: str) -> None:
    """Compare what the table says of itself with the fold of its log."""
    log = house.run(house.store.load(table))
    match = fold(log.opening.start(), log.events)
    with browser.seat(table) as seated:
        assert seated.seq >= len(log.events)
        assert seated.view["phase"] in PHASES
        assert seated.view["played"] >= match.played


bodies = st.one_of(
    st.fixed_dictionaries(
        {
            "preset": st.sampled_from(["ten-points", "fifteen-deals", "classic", ""]) | junk,
            "options": st.dictionaries(
                st.sampled_from(
                    ["points", "deals", "targets", "contracts", "end", "once", "exchange", "x"]
                )
                | st.text(max_size=10),
                st.sampled_from(["1", "21", "yes", "no", "8-5-3", "SHDCN", "none", "9" * 99])
                | st.text(max_size=10),
                max_size=5,
            )
            | junk,
            "name": st.text(max_size=30) | junk,
            "bots": st.lists(st.sampled_from(["plain", "other", "", "random"]), max_size=3) | junk,
            "declarer": st.sampled_from([None, 0, 1, 2, 3, -1, 0.5]) | junk,
        }
    ),
    junk,
)


@settings(_SHARED, max_examples=300)
@given(
    method=st.sampled_from(["GET", "POST", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]),
    path=st.sampled_from(
        [
            "/",
            "/api/rules",
            "/api/rules",
            "/api/tables",
            "/api/tables",
            "/api/bots",
            "/api/tables/x/record",
        ]
    )
    | st.text(st.characters(codec="ascii", exclude_characters="?#"), max_size=40).map(
        lambda text: "/" + text
    ),
    body=bodies.map(lambda body: json.dumps(body).encode()) | st.binary(max_size=300),
    cookie=st.sampled_from(["", "a" * 43])
    | st.text(st.characters(codec="ascii", categories=["L", "P"])),
)
def test_hostile_calls(
    browser: Browser,
    caplog: pytest.LogCaptureFixture,
    method: str,
    path: str,
    body: bytes,
    cookie: str,
) -> None:
    """No call of any kind gives a fault: every answer is of the protocol or a refusal by code."""
    caplog.set_level(logging.WARNING)
    headers = {"content-type": "application/json", "cookie": f"sergeantmajor={cookie}"}
    try:
        request = browser.http.build_request(
            method, browser.url + path, content=body, headers=headers
        )
    except (ValueError, httpx.InvalidURL):
        return
    response = browser.http.send(request)
    assert response.status_code < 500, response.text
    if response.status_code >= 400 and method != "HEAD":
        assert set(response.json()) == {"code", "params"}
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@settings(_SHARED, max_examples=50)
@given(data=st.binary(max_size=2000))
def test_hostile_bytes(house: House, browser: Browser, data: bytes) -> None:
    """Bytes that are no HTTP are answered with 400 or not at all, and hold nothing up."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=5) as line:
        line.sendall(data + b"\r\n\r\n")
        line.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := line.recv(65536):
            answer += piece
    assert answer == b"" or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.1 2"))
    assert browser.http.get("/api/bots").status_code == 200


def test_many_connections(tmp_path: Path) -> None:
    """Hundreds of connections that say nothing do not keep a player from his table."""
    with House(tmp_path) as house, Browser(house.url) as browser:
        idle = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(300)]
        try:
            for number, line in enumerate(idle):
                if number % 2:
                    line.sendall(b"GET /api/bots HTTP/1.1\r\nHost: localhost\r\n")
            with browser.seat(browser.new_table()) as seated:
                assert seated.next()["type"] == "ack"
        finally:
            for line in idle:
                line.close()
