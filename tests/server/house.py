"""
A server for tests: real sockets and a real database, but no chance, no clock, and plain bots.

It runs in a thread of its own, so that tests can be written one line after the other.
"""

import asyncio
import contextlib
import hashlib
import json
import random as chance
import ssl
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from sergeantmajor.actions import Action
from sergeantmajor.driver import fallback
from sergeantmajor.server.app import make_app
from sergeantmajor.server.bots import Decider
from sergeantmajor.server.run import listen, make_server
from sergeantmajor.server.sqlite import SqliteStore
from sergeantmajor.server.store import Store
from sergeantmajor.server.table import Services
from sergeantmajor.server.tables import Tables
from sergeantmajor.shuffle import Shuffle
from sergeantmajor.view import View

BOTS = {"plain": "plain/1", "other": "other/1"}
# Nothing here is encrypted; by default each client would load the system's certificates.
_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
NOW = "2026-11-30T21:00:00Z"


class PlainBots:
    """Bots that play the lowest legal action, at once."""

    async def decide(self, bot: str, view: View, seed: int) -> Action | None:
        """Return the lowest legal action."""
        del bot, seed
        return fallback(view)

    async def close(self) -> None:
        """Nothing to stop."""


def counted_bytes(seed: str = "") -> Callable[[int], bytes]:
    """Return a source of bytes that looks random and is the same every time."""
    calls = 0

    def random(count: int) -> bytes:
        nonlocal calls
        calls += 1
        return hashlib.shake_256(f"{seed}/{calls}".encode()).digest(count)

    return random


def quick_store(path: Path) -> Store:
    """Return a store that does not wait for the disk."""
    return SqliteStore(path, durable=False)


class House:
    """
    A running server: `with House(folder) as house`.

    `tick` is how many seconds pass between two looks at the clock of the rates.
    """

    def __init__(
        self,
        folder: Path,
        *,
        decider: Callable[[], Decider] = PlainBots,
        bots: Mapping[str, str] = BOTS,
        store: Callable[[Path], Store] = quick_store,
        shuffle: Callable[[bytes, str], Shuffle] = Shuffle,
        seed: str = "",
        tick: float = 1.0,
    ) -> None:
        self.folder = folder
        self._open = store
        self._make_decider = decider
        self._bots = bots
        self._shuffle = shuffle
        self._random = counted_bytes(seed)
        self._seconds = 0.0
        self._tick = tick
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._run(),))
        self.faults: list[dict[str, Any]] = []
        """What the event loop's exception handler was told: must stay empty."""

    def __enter__(self) -> Self:
        """Start it; it listens when this returns."""
        self._listening = listen("127.0.0.1", 0)
        self.port: int = self._listening.getsockname()[1]
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def stop(self) -> None:
        """Have it begin to stop."""
        self._loop.call_soon_threadsafe(self._stop.set)

    def __exit__(self, *_: object) -> None:
        """Stop it in order."""
        self.stop()
        self._thread.join(20)
        assert not self._thread.is_alive()
        self._loop.close()
        self._listening.close()
        assert self.faults == []

    async def _run(self) -> None:
        self._stop = asyncio.Event()
        self._loop.set_exception_handler(lambda _, context: self.faults.append(context))
        self.store = self._open(self.folder / "tables.db")
        decider = self._make_decider()
        services = Services(self.store, decider, lambda: NOW, self._random, self._shuffle)
        self.tables = Tables(services)
        server = make_server(make_app(self.tables, self._bots, self._clock, ["testserver"]))
        serving = asyncio.create_task(server.serve(sockets=[self._listening]))
        # The socket listens already: who comes before the server is ready waits a moment.
        self._ready.set()
        await self._stop.wait()
        await self.tables.close()
        server.should_exit = True
        await serving
        await decider.close()
        await self.store.close()

    def _clock(self) -> float:
        """Return seconds of which some pass at each look: tests are faster than any player."""
        self._seconds += self._tick
        return self._seconds

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        """Run something in the server's loop and return its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(20)

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"


class Browser:
    """One player's browser: his cookie, and what he calls."""

    def __init__(self, house_url: str) -> None:
        self.url = house_url
        self.http = httpx.Client(base_url=house_url, trust_env=False, verify=_TLS)

    @property
    def token(self) -> str:
        """The token in its cookie; empty before the first table."""
        return self.http.cookies.get("sergeantmajor") or ""

    @token.setter
    def token(self, token: str) -> None:
        if token:
            self.http.cookies.set("sergeantmajor", token, domain="127.0.0.1")

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close its connections."""
        self.http.close()

    def new_table(self, preset: str = "ten-points", **changes: Any) -> str:
        """Open a table and return its id."""
        wanted: dict[str, Any] = {
            "preset": preset,
            "options": {},
            "name": "Ada",
            "bots": ["plain", "other"],
            "declarer": 0,
        }
        response = self.http.post("/api/tables", json=wanted | changes)
        assert response.status_code == 201, response.text
        return str(response.json()["table"])

    def socket(self, table: str, **headers: str) -> ClientConnection:
        """Open a table's socket; nothing is said yet."""
        return connect(
            f"{self.url.replace('http', 'ws')}/api/tables/{table}/socket",
            additional_headers={"Cookie": f"sergeantmajor={self.token}"} | headers,
            compression=None,
            proxy=None,
            open_timeout=20,
            close_timeout=5,
        )

    @contextlib.contextmanager
    def seat(self, table: str) -> "Iterator[Seated]":
        """Sit down: open the socket and say hello."""
        with self.socket(table) as connection:
            yield Seated(connection)


class Seated:
    """A player at a table, who knows what his browser knows."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[dict[str, Any]] = []
        self.seq = -1
        self.view: dict[str, Any] = {}
        self._sent = 0
        self.say({"type": "hello", "protocol": 1})
        self.hello = self.hear()
        assert self.hello["type"] == "hello", self.hello

    def say(self, message: object) -> None:
        """Send a message."""
        self.connection.send(json.dumps(message))

    def hear(self) -> dict[str, Any]:
        """Return the next message, and take in what it says of the state."""
        message: dict[str, Any] = json.loads(self.connection.recv(10))
        self.heard.append(message)
        if message["type"] in ("hello", "update"):
            self.seq, self.view = message["seq"], message["view"]
        return message

    def new_id(self) -> str:
        """Return an id for a command."""
        self._sent += 1
        return f"command-{id(self):x}-{self._sent}"

    def act(self, action: dict[str, Any], **changes: Any) -> dict[str, Any]:
        """Send an action and return the answer to it: ack, refused or error."""
        command = {"type": "act", "id": self.new_id(), "seq": self.seq, "action": action}
        return self.command(command | changes)

    def next(self, **changes: Any) -> dict[str, Any]:
        """Ask for the next cards and return the answer."""
        return self.command({"type": "next", "id": self.new_id(), "seq": self.seq} | changes)

    def command(self, command: dict[str, Any]) -> dict[str, Any]:
        """Send a command and return its answer."""
        self.say(command)
        while True:
            message = self.hear()
            if message["type"] == "error" or message.get("id") == command["id"]:
                return message

    @property
    def waits_for_me(self) -> bool:
        """Whether this player is to do something."""
        return self.view["phase"] == "dealing" or self.view["legal"] is not None

    def wait(self) -> None:
        """Listen until this player is to do something, or the match is over."""
        while not self.waits_for_me and self.view["phase"] != "over":
            self.hear()

    def do(self, action: dict[str, Any] | None) -> dict[str, Any]:
        """Do something: an action, or `None` for the next cards."""
        return self.next() if action is None else self.act(action)

    def any_action(self, rng: chance.Random) -> dict[str, Any] | None:
        """Return any action that is open now; `None` for the next cards."""
        if self.view["phase"] == "dealing":
            return None
        return legal_action(self.view, rng)

    def play_until(self, wanted: Callable[[dict[str, Any]], bool], rng: chance.Random) -> None:
        """Play on until it is this player's turn in a state that is wanted."""
        self.wait()
        while not wanted(self.view):
            assert self.view["phase"] != "over", "the match ended before"
            answer = self.do(self.any_action(rng))
            assert answer["type"] == "ack", answer
            self.wait()


def legal_action(view: dict[str, Any], rng: chance.Random) -> dict[str, Any]:
    """Return an action that a view's `legal` allows."""
    legal = view["legal"]
    match legal["type"]:
        case "play" | "give":
            return {"type": legal["type"], "card": rng.choice(legal["cards"])}
        case "draw":
            choice = rng.choice(legal["choices"])
            return {
                "type": "draw",
                "down": choice["down"],
                "suit": rng.choice(sorted(choice["suits"])),
            }
        case "announce":
            return {"type": "announce", "contract": rng.choice(legal["contracts"])}
        case _:
            return {"type": "discard", "cards": rng.sample(view["hand"], legal["count"])}


def in_phase(phase: str) -> Callable[[dict[str, Any]], bool]:
    """Return the test for a phase."""
    return lambda view: bool(view["phase"] == phase)
