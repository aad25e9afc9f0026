"""
The embedded store: one SQLite file, one writer thread, group commit.

A commit with `synchronous=FULL` costs a flush of the disk, however much it holds. So everything
that waits when the writer comes round goes into one transaction, each piece in a savepoint of its
own, and is acknowledged when the transaction is on disk. Reading goes on beside it (WAL).
"""

import asyncio
import json
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeVar

from sergeantmajor.cards import SEATS, Seat
from sergeantmajor.events import DealScored, Event, MatchEnded
from sergeantmajor.rules import rules_of
from sergeantmajor.server.store import (
    EVENT_VERSION,
    Command,
    Conflict,
    Log,
    Opening,
    Person,
    StoreError,
    Summary,
    read_body,
    write_body,
)

T = TypeVar("T")

APPLICATION_ID: Final = 0x3583358
"""Marks a SQLite file as ours (`PRAGMA application_id`)."""
LARGEST_GROUP: Final = 500
"""Pieces of one transaction; more wait for the next."""
PATIENCE: Final = 5.0
"""Seconds to wait for a lock of another program (a backup, say)."""
CHECKED_BYTES: Final = 64 << 20
"""Databases up to this size are checked for damage at the start: about 0.1 s."""
FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""How SQLite fails; a damaged file can put bytes into a message that `sqlite3` cannot read."""


class SqliteStore:
    """
    A `Store` in one SQLite file.

    Opening makes the file or brings it up to date by the numbered migrations.

    Args:
        path: The file; its folder must exist.
        group: Whether what waits is committed together; only a measurement turns it off.
        durable: Whether a commit waits for the disk; off, an acknowledged piece outlives this
            process but not the machine. Only tests turn it off.

    Raises:
        StoreError: Damaged, locked, unwritable, no database of ours, or newer than this program.
    """

    def __init__(self, path: Path, *, group: bool = True, durable: bool = True) -> None:
        self.path = path
        self._most = LARGEST_GROUP if group else 1
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        try:
            connection = _connect(path)
            try:
                _prepare(connection, path)
                if not durable:
                    connection.execute("PRAGMA synchronous = OFF")
            except BaseException:
                connection.close()
                raise
            self._reading = _connect(path)
        except FAULTS as error:
            raise StoreError(_sentence(path, error)) from error
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._writer = threading.Thread(
            target=self._write, args=(connection,), name="store-writer", daemon=True
        )
        self._writer.start()

    async def open(self, opening: Opening) -> None:
        """Keep a new match; `Conflict` if the id is taken."""
        rules = opening.rules
        row = (
            opening.match,
            rules.preset,
            json.dumps(rules.values()),
            int(opening.declarer),
            int(opening.picked),
            opening.secret,
            opening.opened,
        )
        seats = [
            (opening.match, int(seat), person.name, person.bot, person.owner)
            for seat, person in zip(SEATS, opening.persons, strict=True)
        ]

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO match VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            connection.executemany("INSERT INTO seat VALUES (?, ?, ?, ?, ?)", seats)

        await asyncio.wrap_future(self.submit(write))

    async def append(
        self, match: str, after: int, events: Sequence[Event], at: str, command: Command | None
    ) -> int:
        """Append events behind number `after`; `Conflict` if the log does not end there."""
        return await asyncio.wrap_future(self.submit(appending(match, after, events, at, command)))

    async def load(self, match: str) -> Log | None:
        """Return everything about a match, `None` if there is no such one."""
        return await self._read(lambda connection: load_log(connection, match))

    async def of_owner(self, owner: bytes, limit: int) -> list[Summary]:
        """Return the matches of a person, the one that changed last first."""
        return await self._read(lambda connection: _of_owner(connection, owner, limit))

    async def unfinished(self) -> list[str]:
        """Return the ids of matches without a result, the one that changed last first."""
        return await self._read(_unfinished)

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        await asyncio.to_thread(self._reader.shutdown)
        self._reading.close()

    def submit(self, write: "Callable[[sqlite3.Connection], T]") -> "Future[T]":
        """
        Hand a piece of writing to the writer thread.

        The future is done when the piece is on disk.
        """
        job = _Job(write, Future())
        self._jobs.put(job)
        return job.future

    async def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        def reading() -> T:
            try:
                return read(self._reading)
            except FAULTS as error:
                raise StoreError(_sentence(self.path, error)) from error

        return await asyncio.get_running_loop().run_in_executor(self._reader, reading)

    def _write(self, connection: sqlite3.Connection) -> None:
        """Commit what waits, again and again, until `close`."""
        going = True
        while going:
            jobs = [self._jobs.get()]
            with suppress(queue.Empty):
                while len(jobs) < self._most:
                    jobs.append(self._jobs.get_nowait())
            going = None not in jobs
            self._commit(connection, [job for job in jobs if job is not None])
        connection.close()

    def _commit(self, connection: sqlite3.Connection, jobs: "list[_Job]") -> None:
        try:
            connection.execute("BEGIN IMMEDIATE")
            for job in jobs:
                job.run(connection)
            connection.execute("COMMIT")
        except FAULTS as error:
            with suppress(*FAULTS):
                connection.execute("ROLLBACK")
            failure = StoreError(_sentence(self.path, error))
            failure.__cause__ = error
            for job in jobs:
                job.future.set_exception(failure)
            return
        for job in jobs:
            job.settle()


class _Job:
    """One piece of writing, and the future of who waits for it."""

    __slots__ = ("_error", "_result", "future", "write")

    def __init__(self, write: Callable[[sqlite3.Connection], Any], future: "Future[Any]") -> None:
        self.write = write
        self.future = future
        self._result: Any = None
        self._error: Exception | None = None
        # Nobody may cancel what the writer has begun.
        future.set_running_or_notify_cancel()

    def run(self, connection: sqlite3.Connection) -> None:
        """Write inside the transaction; a fault of the piece undoes it alone."""
        connection.execute("SAVEPOINT piece")
        try:
            self._result = self.write(connection)
        except sqlite3.IntegrityError as error:
            connection.execute("ROLLBACK TO piece")
            self._error = Conflict(f"already there: {error}")
        except sqlite3.Error:
            raise
        except Exception as error:  # noqa: BLE001 (one bad piece must not stop the writer)
            connection.execute("ROLLBACK TO piece")
            self._error = error
        connection.execute("RELEASE piece")

    def settle(self) -> None:
        """Tell who waits, now that the transaction is on disk."""
        if self._error is None:
            self.future.set_result(self._result)
        else:
            self.future.set_exception(self._error)


def appending(
    match: str, after: int, events: Sequence[Event], at: str, command: Command | None
) -> Callable[[sqlite3.Connection], int]:
    """Return the writing of events (see `Store.append`); a gap in the log is a `Conflict` too."""
    rows = [
        (match, seq, EVENT_VERSION, *write_body(event), at)
        for seq, event in enumerate(events, after + 1)
    ]
    last = after + len(rows)

    def write(connection: sqlite3.Connection) -> int:
        found = connection.execute(
            "SELECT coalesce(max(seq), 0) FROM event WHERE match = ?", (match,)
        ).fetchone()[0]
        if found != after:
            raise Conflict(f"the log of {match} ends at {found}, not at {after}")
        connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", rows)
        if command is not None:
            connection.execute(
                "INSERT INTO command VALUES (?, ?, ?, ?)",
                (match, int(command.seat), command.id, last),
            )
        return last

    return write


def _connect(path: Path) -> sqlite3.Connection:
    """Return a connection whose transactions are begun by hand and whose commits are on disk."""
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=PATIENCE
    )
    try:
        for setting in (
            "synchronous = FULL",
            "fullfsync = ON",
            "checkpoint_fullfsync = ON",
            "foreign_keys = ON",
            "trusted_schema = OFF",
        ):
            connection.execute(f"PRAGMA {setting}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Check whose file it is, and run the migrations that it lacks."""
    mark = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    empty = not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if mark != APPLICATION_ID and not empty:
        raise StoreError(f"{path} is a database of another program: expected one of this game")
    known = migrations()
    if version > len(known):
        raise StoreError(
            f"{path} was written by a newer version of this program (database version {version},"
            f" known here {len(known)}): update the program"
        )
    if not empty and path.stat().st_size <= CHECKED_BYTES:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise StoreError(f"{path} is damaged: restore it from a backup, or move it away")
    connection.execute("PRAGMA journal_mode = WAL")
    for number, script in enumerate(known[version:], version + 1):
        connection.executescript(
            f"BEGIN IMMEDIATE;\n{script}\nPRAGMA application_id = {APPLICATION_ID};\n"
            f"PRAGMA user_version = {number};\nCOMMIT;"
        )


def migrations() -> list[str]:
    """Return the migrations in order: number n is the script n − 1."""
    folder = resources.files("sergeantmajor.server") / "migrations"
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".sql"))
    assert names == [f"{number:04d}.sql" for number in range(1, len(names) + 1)], names
    return [(folder / name).read_text(encoding="utf-8") for name in names]


def _sentence(path: Path, error: Exception) -> str:
    """Return what a fault of SQLite means for the person who runs the server."""
    text = str(error)
    if "locked" in text:
        return f"{path} is in use by another program: stop that one first"
    if isinstance(error, UnicodeDecodeError) or "not a database" in text or "malformed" in text:
        return f"{path} is damaged or no database: restore it from a backup, or move it away"
    if "readonly" in text or "unable to open" in text:
        return f"{path} cannot be written: check the folder and its permissions"
    if "full" in text:
        return f"{path} cannot grow: the disk is full"
    return f"{path} failed: {text}"


_MATCH: Final = "SELECT id, preset, options, declarer, picked, secret, opened FROM match"


def _opening(connection: sqlite3.Connection, row: Sequence[Any]) -> Opening:
    match, preset, options, declarer, picked, secret, opened = row
    seats = connection.execute(
        "SELECT name, bot, owner FROM seat WHERE match = ? ORDER BY seat", (match,)
    ).fetchall()
    try:
        chosen = {key: value for key, value in json.loads(options).items() if value is not None}
        rules = rules_of(preset, chosen)
        one, two, three = (Person(*person) for person in seats)
    except ValueError as error:
        raise StoreError(f"the match {match} cannot be read: the database is damaged") from error
    return Opening(match, rules, Seat(declarer), bool(picked), secret, (one, two, three), opened)


def load_log(connection: sqlite3.Connection, match: str) -> Log | None:
    """Return everything about a match in an open database; `StoreError` if it is damaged."""
    # One snapshot: events and commands belong together.
    connection.execute("BEGIN")
    try:
        row = connection.execute(f"{_MATCH} WHERE id = ?", (match,)).fetchone()
        if row is None:
            return None
        opening = _opening(connection, row)
        events = connection.execute(
            "SELECT version, body FROM event WHERE match = ? ORDER BY seq", (match,)
        ).fetchall()
        commands = connection.execute(
            "SELECT seat, id, seq FROM command WHERE match = ?", (match,)
        ).fetchall()
    finally:
        connection.execute("COMMIT")
    return Log(
        opening,
        tuple(read_body(version, body) for version, body in events),
        {Command(Seat(seat), name): seq for seat, name, seq in commands},
    )


_CHANGED: Final = (
    "coalesce((SELECT at FROM event WHERE event.match = m.id ORDER BY seq DESC LIMIT 1), opened)"
)


def _of_owner(connection: sqlite3.Connection, owner: bytes, limit: int) -> list[Summary]:
    found = connection.execute(
        f"SELECT id, preset, options, declarer, picked, secret, opened, {_CHANGED} AS changed"  # noqa: S608
        " FROM match AS m WHERE id IN (SELECT match FROM seat WHERE owner = ?)"
        " ORDER BY changed DESC, opened DESC, id LIMIT ?",
        (owner, limit),
    ).fetchall()
    return [_summary(connection, _opening(connection, match), changed) for *match, changed in found]


def _summary(connection: sqlite3.Connection, opening: Opening, changed: str) -> Summary:
    """Add up the scores of a match: a fold of its log that reads the scores alone."""
    events = [
        read_body(version, body)
        for version, body in connection.execute(
            "SELECT version, body FROM event"
            " WHERE match = ? AND kind IN ('score', 'result') ORDER BY seq",
            (opening.match,),
        )
    ]
    scores = [event.scores for event in events if isinstance(event, DealScored)]
    one, two, three = (sum(deal[seat] for deal in scores) for seat in SEATS)
    over = any(isinstance(event, MatchEnded) for event in events)
    return Summary(opening, len(scores), (one, two, three), over, changed)


def _unfinished(connection: sqlite3.Connection) -> list[str]:
    found = connection.execute(
        f"SELECT id, {_CHANGED} AS changed FROM match AS m WHERE NOT EXISTS"  # noqa: S608
        " (SELECT 1 FROM event WHERE event.match = m.id AND kind = 'result'"
        " AND kind IN ('score', 'result'))"
        " ORDER BY changed DESC, id"
    )
    return [match for match, _ in found]
