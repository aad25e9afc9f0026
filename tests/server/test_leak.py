"""
Nothing that leaves the process depends on cards that the player cannot know.

The same history is played in two worlds that differ in hidden cards only, the shuffle's hash held
fixed, and all bytes that the player's browser gets are compared.
"""

import asyncio
import contextlib
import json
import random
import re
import socket
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import pytest

from sergeantmajor.actions import Action
from sergeantmajor.cards import Card, CardSet, Seat
from sergeantmajor.events import CardsDealt, Event
from sergeantmajor.rules import Phase, Rules
from sergeantmajor.server import logs, table
from sergeantmajor.shuffle import Shuffle
from sergeantmajor.view import View, Viewer, see
from sergeantmajor.wire import action_message, encode
from server.house import BOTS, Browser, House, Seated
from server.worlds import ME, ScriptedDeal, World, bots_of, other_world, played_world, run_deal

RULES = (
    "ten-points",
    "fifteen-deals",
    "classic",
    "fifteen-deals kitty-open=yes",
    "ten-points exchange=draw phases=CXK",
)
PHASES = (Phase.EXCHANGE, Phase.CONTRACT, Phase.DISCARD, Phase.PLAY, Phase.DEALING)


@dataclass(frozen=True)
class ScriptedShuffle(Shuffle):
    """A shuffle whose decks are a world's; its secret, and so its hash, say nothing of them."""

    world: World | None = field(default=None, compare=False)

    def declarer(self) -> Seat:
        """Return the world's first declarer."""
        assert self.world is not None
        return self.world.declarer

    def deck(self, number: int, cards: CardSet) -> tuple[Card, ...]:
        """Return the world's deck."""
        assert self.world is not None
        assert cards == self.world.rules.deck
        return self.world.deals[number - 1].deck


class ScriptedBots:
    """Bots that do what they did in a world, and think for ever where it ends."""

    def __init__(self, world: World) -> None:
        self._left = bots_of(world)

    async def decide(self, bot: str, view: View, seed: int) -> Action | None:
        """Return the next decision."""
        del bot, view, seed
        if not self._left:
            await asyncio.Event().wait()
        return self._left.pop(0)

    async def close(self) -> None:
        """Nothing to stop."""


class Tap:
    """A wire-tap before a server: passes everything on and keeps what the server sends."""

    def __init__(self, port: int) -> None:
        self._server = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.streams: list[bytearray] = []
        """What the server sent, connection by connection."""
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        """Begin to listen."""
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop; all connections are closed by now."""
        self._listening.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(10)
        self._listening.close()

    def _start(self, target: Any, *arguments: object) -> None:
        thread = threading.Thread(target=target, args=arguments)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._server))
            for end in (client, server):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            kept = bytearray()
            self.streams.append(kept)
            self._start(self._pass, client, server, None)
            self._start(self._pass, server, client, kept)

    def _pass(self, source: socket.socket, sink: socket.socket, kept: bytearray | None) -> None:
        # Whichever side ends first, the other hears it, and its own thread ends too.
        with source, contextlib.suppress(OSError):
            while data := source.recv(65536):
                if kept is not None:
                    kept += data
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)


@dataclass
class Witness:
    """Everything that left the process in one world."""

    streams: list[bytes]
    logged: str
    files: list[str]


def witness(world: World, folder: Path, capfd: pytest.CaptureFixture[str]) -> Witness:
    """Play a world on a server and return everything that left it."""
    folder.mkdir()
    logs.set_up()

    def shuffle(secret: bytes, match_id: str) -> Shuffle:
        return ScriptedShuffle(secret, match_id, world=world)

    with (
        House(folder, decider=lambda: ScriptedBots(world), shuffle=shuffle) as house,
        Tap(house.port) as tap,
        Browser(f"http://127.0.0.1:{tap.port}") as browser,
    ):
        _play(world, browser)
        files = sorted(path.name for path in folder.iterdir())
    output = capfd.readouterr()
    assert output.out == ""
    return Witness([_timeless(bytes(stream)) for stream in tap.streams], output.err, files)


def _play(world: World, browser: Browser) -> None:
    preset, *options = str(world.rules).split()
    browser.http.get("/")
    browser.http.get("/api/bots")
    table = browser.new_table(
        preset, options=dict(option.split("=") for option in options), declarer=None
    )
    with browser.seat(table) as seated:
        for number, deal in enumerate(world.deals):
            _play_deal(seated, number, deal)
        # One refusal of each kind: what a seat may not do tells nothing either.
        for code in ("S2", "HT", "DA", "C7"):
            for kind in ("play", "give"):
                seated.act({"type": kind, "card": code}, id=f"{kind}-{code}")
        with browser.seat(table) as anew:
            assert anew.view == seated.view
    for path in ("/api/tables", f"/api/tables/{table}/record", f"/table/{table}"):
        assert browser.http.get(path).status_code == 200


def _play_deal(seated: Seated, number: int, deal: ScriptedDeal) -> None:
    """Send what seat 0 did, each when its turn comes, and listen until nothing more happens."""
    events, _ = run_deal(deal)
    before = seated.seq
    command = {"type": "next", "id": f"next-{number}", "seq": seated.seq}
    assert seated.command(command)["type"] == "ack"
    for place, (seat, action) in enumerate(deal.decisions):
        if seat is ME:
            seated.wait()
            command = {
                "type": "act",
                "id": f"act-{number}-{place}",
                "seq": seated.seq,
                "action": json.loads(encode(action_message(action))),
            }
            answer = seated.command(command)
            assert answer["type"] == "ack", answer
    while seated.seq < before + len(events):
        seated.hear()


def _timeless(stream: bytes) -> bytes:
    """Take out what differs between any two runs: the time, and the answer to a random key."""
    return re.sub(rb"(?im)^(date|sec-websocket-accept): .*\r\n", b"", stream)


def worlds(rules: str, phase: Phase, seed: str) -> tuple[World, World]:
    """Return two worlds that seat 0 cannot tell apart, with hidden cards moved."""
    rng = random.Random(seed)
    while True:
        one = played_world(Rules.parse(rules), phase, rng)
        two, moved = other_world(one, rng)
        # In the last tricks little is hidden; there a few cards will do.
        if moved >= 4:
            return one, two


CASES = [(rules, phase) for rules in RULES for phase in PHASES]


@pytest.mark.parametrize(("rules", "phase"), CASES)
def test_same_bytes_in_both_worlds(
    rules: str, phase: Phase, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """In every phase all bytes, log lines and files are the same, whatever the hidden cards."""
    one, two = worlds(rules, phase, f"{rules} {phase}")
    first = witness(one, tmp_path / "one", capfd)
    second = witness(two, tmp_path / "two", capfd)
    assert len(b"".join(first.streams)) > 5000
    assert first == second
    assert first.files == ["tables.db", "tables.db-shm", "tables.db-wal"]


def leaky(channel: str) -> Any:
    """Return a `see` that shows seat 0 a little too much."""

    def see_too_much(event: Event, viewer: Viewer, rules: Rules) -> Event:
        seen = see(event, viewer, rules)
        if isinstance(event, CardsDealt) and isinstance(seen, CardsDealt):
            if channel == "hand":
                return CardsDealt((seen.hands[0], event.hands[1], seen.hands[2]), None)
            return CardsDealt(seen.hands, event.kitty)
        return seen

    return see_too_much


@pytest.mark.parametrize("channel", ["hand", "kitty"])
def test_a_leak_would_be_found(
    channel: str,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The comparison is not vacuous: a server that shows another hand, or the kitty, fails it."""
    one, two = worlds("ten-points", Phase.CONTRACT, "control")
    monkeypatch.setattr(table, "see", leaky(channel))
    first = witness(one, tmp_path / "one", capfd)
    second = witness(two, tmp_path / "two", capfd)
    assert first.streams != second.streams
    assert len(BOTS) == 2
