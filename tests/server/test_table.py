"""Tables whose store fails, whose visitors come and go, and whose browsers do not listen."""

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sergeantmajor.cards import Seat
from sergeantmajor.events import Event
from sergeantmajor.fold import fold
from sergeantmajor.server.sockets import _Failure, _greet
from sergeantmajor.server.store import Command, Conflict, Store, StoreError
from sergeantmajor.server.table import Line
from sergeantmajor.wire import Ack, Failed
from server.house import Browser, House, in_phase, quick_store


class Failing:
    """A store that fails when it is told to, before or after it has written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.fail: str = ""
        self.error: Exception = StoreError("the disk is full")

    async def append(
        self, match: str, after: int, events: Sequence[Event], at: str, command: Command | None
    ) -> int:
        """Append, or fail."""
        fail, self.fail = self.fail, ""
        if fail == "before" or (fail == "bot" and command is None):
            raise self.error
        if fail == "bot":
            self.fail = fail
        last = await self._store.append(match, after, events, at, command)
        if fail == "after":
            raise self.error
        return last

    def __getattr__(self, name: str) -> Any:
        """Everything else is the store's."""
        return getattr(self._store, name)


def failing(path: Path) -> Any:
    """Return a store that can fail."""
    return Failing(quick_store(path))


@pytest.mark.parametrize("fail", ["before", "after"])
@pytest.mark.parametrize("phase", ["dealing", "contract", "discard", "play"])
def test_store_fails_under_a_command(tmp_path: Path, fail: str, phase: str) -> None:
    """A command whose writing failed is not acknowledged; sent again it is done, and once."""
    rng = random.Random(phase)
    with House(tmp_path, store=failing) as house, Browser(house.url) as browser:
        table = browser.new_table()
        with browser.seat(table) as seated:
            seated.play_until(in_phase(phase), rng)
            action = seated.any_action(rng)
            command = {"id": "once", "seq": seated.seq, "type": "next"}
            if action is not None:
                command |= {"type": "act", "action": action}
            before = seated.seq, seated.view
            house.store.fail = fail  # type: ignore[attr-defined]
            assert seated.command(command) == {"type": "error", "code": "storage", "params": {}}
            with pytest.raises(ConnectionClosed):
                seated.hear()
        with browser.seat(table) as anew:
            if fail == "before":
                assert (anew.seq, anew.view) == before
            answer = anew.command(command)
            assert answer["type"] == "ack"
            assert anew.command(command) == answer
            anew.wait()
            log = house.run(house.store.load(table))
            fold(log.opening.start(), log.events)
            assert list(log.commands).count(Command(Seat.ZERO, "once")) == 1


def test_store_fails_under_a_bot(tmp_path: Path) -> None:
    """When a bot's action cannot be written the bot acts again for the next visitor."""
    rng = random.Random(1)
    with House(tmp_path, store=failing) as house, Browser(house.url) as browser:
        table = browser.new_table(declarer=1)
        with browser.seat(table) as seated:
            house.store.error = Conflict("somebody else wrote")  # type: ignore[attr-defined]
            seated.play_until(in_phase("play"), rng)
            house.store.fail = "bot"  # type: ignore[attr-defined]
            action = seated.any_action(rng)
            assert action is not None
            assert seated.act(action)["type"] == "ack"
            while (message := seated.hear())["type"] == "update":
                pass
            assert message["code"] == "storage"
        with browser.seat(table) as anew:
            anew.play_until(in_phase("dealing"), rng)


def test_damaged_table(tmp_path: Path) -> None:
    """A table whose log makes no match is refused by a code; the other tables go on."""
    with House(tmp_path) as house, Browser(house.url) as browser:
        bad, good = browser.new_table(), browser.new_table()
        for table in (bad, good):
            with browser.seat(table) as seated:
                seated.play_until(in_phase("play"), random.Random(2))
        house.run(_until_unloaded(house))
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as other, other:
            other.execute("DELETE FROM event WHERE match = ? AND seq = 3", (bad,))
        with browser.socket(bad) as connection:
            connection.send('{"type": "hello", "protocol": 1}')
            assert '"storage"' in str(connection.recv(5))
        with browser.seat(good) as seated:
            seated.play_until(in_phase("dealing"), random.Random(2))


def test_store_fails_a_call(tmp_path: Path) -> None:
    """A call that the store fails is refused by a code, not by a fault."""
    with House(tmp_path) as house, Browser(house.url) as browser:
        table = browser.new_table()
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as other, other:
            other.execute("UPDATE match SET preset = 'bridge'")
        for path in ("/api/tables", f"/api/tables/{table}/record"):
            response = browser.http.get(path)
            assert (response.status_code, response.json()["code"]) == (503, "storage")


async def _until_unloaded(house: House) -> None:
    async with asyncio.timeout(5):
        while house.tables._loaded:  # noqa: ASYNC110 (tables tell nobody that they are idle)
            await asyncio.sleep(0.001)


def test_tables_are_let_go(tmp_path: Path) -> None:
    """A table that nobody visits is unloaded, and is the same when somebody comes again."""
    with House(tmp_path) as house, Browser(house.url) as browser:
        table = browser.new_table()
        with browser.seat(table) as one, browser.seat(table) as two:
            one.play_until(in_phase("play"), random.Random(3))
            assert len(house.tables._loaded) == 1
        house.run(_until_unloaded(house))
        with browser.seat(table) as anew:
            assert (anew.seq, anew.view) == (one.seq, one.view)
        assert two.seq <= one.seq


def test_coming_and_going(tmp_path: Path) -> None:
    """A browser that comes and goes in haste, commands under way, loses and doubles nothing."""
    rng = random.Random(4)
    with House(tmp_path) as house, Browser(house.url) as browser:
        table = browser.new_table("fifteen-deals")
        acknowledged: dict[str, int] = {}
        for number in range(150):
            with browser.seat(table) as seated:
                seated.wait()
                action = seated.any_action(rng)
                command = {"id": f"c{number}", "seq": seated.seq, "type": "next"}
                if action is not None:
                    command |= {"type": "act", "action": action}
                seated.say(command)
                if number % 2:
                    acknowledged[f"c{number}"] = seated.command(command)["seq"]
        house.run(_until_unloaded(house))
        log = house.run(house.store.load(table))
        done = {command.id: seq for command, seq in log.commands.items()}
        assert {name: done.get(name) for name in acknowledged} == acknowledged
        fold(log.opening.start(), log.events)


async def test_line_that_takes_nothing() -> None:
    """A browser that does not listen is cut off, and holds only so much memory."""
    line = Line(Seat.ZERO, most=3)
    for number in range(3):
        line.send(Ack(str(number), number))
    assert not line.cut.is_set()
    line.send(Ack("4", 4))
    assert line.cut.is_set()
    assert line.outbox.qsize() == 3


async def test_browser_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser that does not say hello in time is refused."""
    monkeypatch.setattr("sergeantmajor.server.sockets.HELLO_PATIENCE", 0)

    class Silent:
        async def receive(self) -> None:
            await asyncio.Event().wait()

    with pytest.raises(_Failure) as failure:
        await _greet(Silent())  # type: ignore[arg-type]
    assert failure.value.message == Failed("malformed")


def test_visit_while_closing(tmp_path: Path) -> None:
    """Who comes while the server closes is told, and no table is loaded any more."""
    with House(tmp_path) as house, Browser(house.url) as browser:
        table = browser.new_table()
        house.run(house.tables.close())
        with browser.socket(table) as connection:
            connection.send('{"type": "hello", "protocol": 1}')
            assert '"closing"' in str(connection.recv(5))


def test_resume_goes_on_after_a_bad_one(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """At the start every unfinished match is taken up; one that is damaged stops none."""
    with House(tmp_path) as house, Browser(house.url) as browser:
        tables = [browser.new_table(declarer=1) for _ in range(3)]
        for table in tables:
            with browser.seat(table) as seated:
                seated.next()
        house.run(_until_unloaded(house))
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as other, other:
            other.execute("DELETE FROM event WHERE match = ? AND seq = 1", (tables[1],))
        house.run(house.tables.resume())
        house.run(_until_unloaded(house))
    assert caplog.text.count("table-not-resumed") == 1


@pytest.fixture
def anyio_backend() -> str:
    """Run coroutines on asyncio."""
    return "asyncio"


pytestmark = pytest.mark.anyio
