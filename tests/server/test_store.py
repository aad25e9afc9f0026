"""The embedded store: what it keeps, what it refuses, and that it is all or nothing."""

import asyncio
import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sergeantmajor.cards import Seat
from sergeantmajor.errors import SergeantMajorError
from sergeantmajor.events import Event
from sergeantmajor.fold import fold
from sergeantmajor.match import apply as applied
from sergeantmajor.match import deal_cards, hands_of, legal_actions
from sergeantmajor.rules import PRESETS, Phase, rules_of
from sergeantmajor.server import folder as folders
from sergeantmajor.server import sqlite
from sergeantmajor.server.folder import Folder, default_folder
from sergeantmajor.server.sqlite import APPLICATION_ID, SqliteStore, appending
from sergeantmajor.server.store import (
    EVENT_VERSION,
    Command,
    Conflict,
    Opening,
    Person,
    StoreError,
    read_body,
)
from sergeantmajor.shuffle import Shuffle

pytestmark = pytest.mark.anyio
OWNER = b"o" * 32
OPENING = Opening(
    match="m1",
    rules=rules_of("ten-points", {"points": "5"}),
    declarer=Seat.ONE,
    picked=True,
    secret=b"s" * 32,
    persons=(
        Person("Ada", owner=OWNER),
        Person("Robin", bot="plain/1"),
        Person("Kim", bot="plain/1"),
    ),
    opened="2026-11-30T21:00:00Z",
)


@pytest.fixture
def anyio_backend() -> str:
    """Run coroutines on asyncio."""
    return "asyncio"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Return an empty store."""
    opened = SqliteStore(tmp_path / "tables.db", durable=False)
    yield opened
    asyncio.run(opened.close())


def whole_match(opening: Opening) -> list[tuple[Event, ...]]:
    """Return the events of a match, step by step."""
    match, steps = opening.start(), []
    shuffle = Shuffle(opening.secret, opening.match)
    while match.winners is None:
        if match.phase is Phase.DEALING:
            deck = shuffle.deck(match.dealt + 1, match.rules.deck)
            step = deal_cards(match, *hands_of(match.rules, match.declarer, deck))
        else:
            assert match.to_act is not None
            step = applied(match, match.to_act, legal_actions(match)[0])
        match = step.match
        steps.append(step.events)
    return steps


@pytest.mark.parametrize("preset", PRESETS)
async def test_log_comes_back(store: SqliteStore, preset: str) -> None:
    """A match comes back as it was written: opening, every event, commands; and it folds."""
    opening = replace(OPENING, rules=rules_of(preset))
    await store.open(opening)
    seq, commands = 0, {}
    steps = whole_match(opening)
    for number, events in enumerate(steps):
        command = Command(Seat(number % 3), f"c{number}")
        seq = await store.append(opening.match, seq, events, f"t{number:05}", command)
        commands[command] = seq
    log = await store.load(opening.match)
    assert log is not None
    assert (log.opening, log.commands) == (opening, commands)
    assert log.events == tuple(event for events in steps for event in events)
    match = fold(opening.start(), log.events)
    (summary,) = await store.of_owner(OWNER, 10)
    assert (summary.opening, summary.over, summary.changed) == (
        opening,
        True,
        f"t{len(steps) - 1:05}",
    )
    assert (summary.played, summary.totals) == (match.played, match.totals)
    assert await store.unfinished() == []


async def test_nothing_there(store: SqliteStore) -> None:
    """What is not there is not found."""
    assert await store.load("m1") is None
    assert await store.of_owner(OWNER, 10) == []
    assert await store.unfinished() == []


async def test_lists(store: SqliteStore) -> None:
    """Lists hold the owner's matches alone, the one that changed last first, at most so many."""
    for name, opened in (("m1", "2"), ("m2", "3"), ("m3", "1")):
        await store.open(replace(OPENING, match=name, opened=opened))
    other = (Person("B", owner=b"p" * 32), *OPENING.persons[1:])
    await store.open(replace(OPENING, match="m4", persons=other, opened="2.5"))
    await store.append("m3", 0, whole_match(OPENING)[0], "9", None)
    listed = await store.of_owner(OWNER, 10)
    assert [summary.opening.match for summary in listed] == ["m3", "m2", "m1"]
    assert len(await store.of_owner(OWNER, 2)) == 2
    assert await store.unfinished() == ["m3", "m2", "m4", "m1"]


async def test_conflicts_write_nothing(store: SqliteStore) -> None:
    """An append that does not follow the log's end, or a command done before, writes nothing."""
    await store.open(OPENING)
    steps = whole_match(OPENING)
    seq = await store.append("m1", 0, steps[0], "t", Command(Seat.ZERO, "a"))
    for after, command in (
        (0, None),
        (seq + 1, None),
        (seq - 1, None),
        (seq, Command(Seat.ZERO, "a")),
    ):
        with pytest.raises(Conflict):
            await store.append("m1", after, steps[1], "t", command)
    with pytest.raises(Conflict):
        await store.append("none", 0, steps[0], "t", None)
    with pytest.raises(Conflict):
        await store.open(OPENING)
    log = await store.load("m1")
    assert log is not None
    assert log.events == steps[0]
    # Another seat may call its command the same.
    assert await store.append("m1", seq, steps[1], "t", Command(Seat.ONE, "a")) > seq


async def test_one_bad_piece_in_a_group(store: SqliteStore) -> None:
    """Of what is committed together, a piece that fails takes nothing else with it."""
    await store.open(OPENING)
    first = whole_match(OPENING)[0]
    # The writer is held up, so that all of these wait and go into one transaction.
    gate = sqlite3.connect(store.path, isolation_level=None)
    gate.execute("BEGIN IMMEDIATE")
    futures = [store.submit(appending("m1", 0, first, "t", None)) for _ in range(5)]
    futures.append(store.submit(_break))
    await asyncio.sleep(0.05)
    gate.execute("COMMIT")
    gate.close()
    results = await asyncio.gather(*map(asyncio.wrap_future, futures), return_exceptions=True)
    assert results[0] == 2
    assert [type(result) for result in results[1:]] == [Conflict] * 4 + [ZeroDivisionError]
    log = await store.load("m1")
    assert log is not None
    assert log.events == first


def _break(_connection: sqlite3.Connection) -> int:
    raise ZeroDivisionError


async def test_failing_disk(store: SqliteStore) -> None:
    """Where the database fails nothing is acknowledged or half done, and later it goes on."""
    await store.open(OPENING)
    steps = whole_match(OPENING)
    seq = await store.append("m1", 0, steps[0], "t", None)

    def limit(connection: sqlite3.Connection) -> int:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        return int(connection.execute(f"PRAGMA max_page_count = {pages}").fetchone()[0])

    await asyncio.wrap_future(store.submit(limit))
    many = steps[0] * 2000
    with pytest.raises(StoreError, match="full"):
        await store.append("m1", seq, many, "t", Command(Seat.ZERO, "a"))
    log = await store.load("m1")
    assert log is not None
    assert (len(log.events), log.commands) == (seq, {})
    await asyncio.wrap_future(
        store.submit(
            lambda connection: connection.execute("PRAGMA max_page_count = 100000").close()
        )
    )
    assert await store.append("m1", seq, steps[1], "t", Command(Seat.ZERO, "a")) > seq


async def test_damaged_log(store: SqliteStore) -> None:
    """A log that cannot be read is a fault of the store with a sentence, not a traceback."""
    await store.open(OPENING)
    await store.append("m1", 0, whole_match(OPENING)[0], "t", None)
    for change in (
        "UPDATE event SET body = '{' WHERE seq = 1",
        'UPDATE event SET body = \'{"type": "score"}\' WHERE seq = 1',
        "UPDATE event SET version = 99 WHERE seq = 1",
        "UPDATE match SET preset = 'bridge'",
        "UPDATE match SET options = 'x'",
        "DELETE FROM seat WHERE seat = 1",
    ):
        with contextlib.closing(sqlite3.connect(store.path)) as other, other:
            other.execute(change)
        with pytest.raises(StoreError):
            await store.load("m1")


def _sentence(path: Path) -> str:
    with pytest.raises(StoreError) as error:
        SqliteStore(path)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_files_that_are_no_database_of_ours(tmp_path: Path) -> None:
    """A newer, foreign, broken or missing database is refused in a sentence, and stays as it is."""
    newer = tmp_path / "newer.db"
    asyncio.run(SqliteStore(newer).close())
    with contextlib.closing(sqlite3.connect(newer)) as other, other:
        other.execute("PRAGMA user_version = 7")
    assert "newer version of this program" in _sentence(newer)

    foreign = tmp_path / "foreign.db"
    with contextlib.closing(sqlite3.connect(foreign)) as other, other:
        other.execute("CREATE TABLE mail (text)")
    assert "another program" in _sentence(foreign)

    garbage = tmp_path / "garbage.db"
    garbage.write_bytes(b"not a database at all, but long enough to be looked at" * 100)
    before = garbage.read_bytes()
    assert "damaged" in _sentence(garbage)
    assert garbage.read_bytes() == before

    assert "cannot be written" in _sentence(tmp_path / "no" / "such" / "folder.db")
    assert "cannot be written" in _sentence(tmp_path)


def test_broken_pages(tmp_path: Path) -> None:
    """A database with broken pages is refused at the start."""
    path = tmp_path / "tables.db"

    async def fill() -> None:
        store = SqliteStore(path)
        await store.open(OPENING)
        seq = 0
        for events in whole_match(OPENING):
            seq = await store.append("m1", seq, events, "t", None)
        await store.close()

    asyncio.run(fill())
    data = bytearray(path.read_bytes())
    for place in range(8192, len(data) - 100, 4096):
        data[place : place + 60] = b"\x7f" * 60
    path.write_bytes(data)
    assert "damaged" in _sentence(path)


def test_a_damage_that_sqlite_cannot_put_in_words(tmp_path: Path) -> None:
    """A broken byte that SQLite quotes, where Python can't read the quotation, is damage too."""
    path = tmp_path / "tables.db"
    asyncio.run(SqliteStore(path).close())
    data = path.read_bytes()
    assert data.count(b"CREATE TABLE seat") == 1
    path.write_bytes(data.replace(b"CREATE TABLE seat", b"CREATE \xb0ABLE seat"))
    assert "damaged" in _sentence(path)


def test_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that another program holds is refused in one sentence."""
    path = tmp_path / "tables.db"
    asyncio.run(SqliteStore(path).close())
    monkeypatch.setattr(sqlite, "PATIENCE", 0)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    try:
        assert "in use by another program" in _sentence(path)
    finally:
        holder.close()


def test_settings(tmp_path: Path) -> None:
    """A commit waits for the disk, beside readers, in a file that says whose it is."""
    path = tmp_path / "tables.db"

    def settings(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "application_id", "user_version")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    async def ask() -> list[object]:
        store = SqliteStore(path)
        try:
            return await asyncio.wrap_future(store.submit(settings))
        finally:
            await store.close()

    assert asyncio.run(ask()) == ["wal", 2, 1, APPLICATION_ID, len(sqlite.migrations())]
    assert asyncio.run(ask()) == ["wal", 2, 1, APPLICATION_ID, len(sqlite.migrations())]


def test_interrupted_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration that fails leaves the database as it was; the next start runs it."""
    path = tmp_path / "tables.db"
    good = sqlite.migrations()
    asyncio.run(SqliteStore(path).close())
    broken = "CREATE TABLE more (x INTEGER) STRICT;\nSELECT nonsense FROM nowhere;"
    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "migrations", lambda: [*good, broken])
        _sentence(path)
    with contextlib.closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA user_version").fetchone()[0] == len(good)
        assert (
            other.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'more'").fetchone()[0]
            == 0
        )
    more = "CREATE TABLE more (x INTEGER) STRICT;"
    monkeypatch.setattr(sqlite, "migrations", lambda: [*good, more])
    asyncio.run(SqliteStore(path).close())
    with contextlib.closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA user_version").fetchone()[0] == len(good) + 1


def test_golden_logs(golden: Path) -> None:
    """Logs of every version of the schema that ever was can be read, and fold to their result."""
    paths = sorted(golden.glob("log-*.jsonl"))
    assert len(paths) == EVENT_VERSION
    for path in paths:
        head, *lines = (json.loads(line) for line in path.read_text("utf-8").splitlines())
        rules = rules_of(
            head["preset"], {key: text for key, text in head["options"].items() if text is not None}
        )
        opening = replace(OPENING, rules=rules, declarer=Seat(head["declarer"]))
        events = [read_body(line["version"], json.dumps(line["body"])) for line in lines]
        match = fold(opening.start(), events)
        assert match.winners is not None
        assert list(match.totals) == head["totals"]
        with pytest.raises(SergeantMajorError):
            fold(opening.start(), events[:5] + events[6:])


def test_default_folder(tmp_path: Path) -> None:
    """The data folder is where each platform keeps such data."""
    home = tmp_path
    assert default_folder("linux", {}, home) == home / ".local/share/sergeantmajor"
    absolute = {"XDG_DATA_HOME": str(tmp_path / "xdg")}
    assert default_folder("linux", absolute, home) == tmp_path / "xdg/sergeantmajor"
    relative = {"XDG_DATA_HOME": "xdg"}
    assert default_folder("linux", relative, home) == home / ".local/share/sergeantmajor"
    assert default_folder("freebsd13", {}, home) == home / ".local/share/sergeantmajor"
    mac = home / "Library/Application Support/sergeantmajor"
    assert default_folder("darwin", absolute, home) == mac
    local = {"LOCALAPPDATA": str(tmp_path / "local")}
    assert default_folder("win32", local, home) == tmp_path / "local/sergeantmajor"
    assert default_folder("win32", {}, home) == home / "AppData/Local/sergeantmajor"


def test_a_user_without_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a home there is no default folder: a sentence says what to choose instead."""

    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", home)
    with pytest.raises(StoreError, match="choose the data folder with --data"):
        default_folder("linux", {})


def test_one_server_a_folder(tmp_path: Path) -> None:
    """A folder has one server at a time; another is refused, until the first is gone."""
    path = tmp_path / "new" / "data"
    first = Folder(path)
    with pytest.raises(StoreError, match="another server is using"):
        Folder(path)
    first.close()
    Folder(path).close()


def test_lock_dies_with_its_process(tmp_path: Path) -> None:
    """A process that was killed leaves no lock behind, and its children hold none."""
    script = (
        "import sys, pathlib, subprocess\n"
        "from sergeantmajor.server.folder import Folder\n"
        "folder = Folder(pathlib.Path(sys.argv[1]))\n"
        "child = subprocess.Popen([sys.executable, '-c', 'input()'], stdin=subprocess.PIPE)\n"
        "print('held', flush=True)\n"
        "input()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    with pytest.raises(StoreError):
        Folder(tmp_path)
    process.kill()
    process.communicate()
    Folder(tmp_path).close()


def test_folder_that_cannot_be(tmp_path: Path) -> None:
    """A folder that cannot be made or written is refused in one sentence."""
    blocked = tmp_path / "file"
    blocked.write_text("x")
    with pytest.raises(StoreError, match="cannot be made"):
        Folder(blocked)
    with pytest.raises(StoreError, match="cannot be made"):
        Folder(blocked / "below")
    (tmp_path / folders.LOCK).mkdir()
    with pytest.raises(StoreError, match="cannot be written"):
        Folder(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="Windows has access lists of its own")
def test_folder_is_private(tmp_path: Path) -> None:
    """A new data folder is nobody else's to read: it holds the secrets of shuffles."""
    Folder(tmp_path / "data").close()
    assert (tmp_path / "data").stat().st_mode & 0o077 == 0
