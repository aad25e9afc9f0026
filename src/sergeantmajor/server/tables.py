"""
The tables of this process: found by id, loaded from the log when first wanted, let go when idle.

A table stays loaded while somebody visits it or a bot is to act. Only this process writes to its
database, so a table that is not loaded does not change.
"""

import asyncio
import base64
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from typing import Final

from sergeantmajor.cards import Seat
from sergeantmajor.errors import SergeantMajorError
from sergeantmajor.rules import Rules
from sergeantmajor.server.logs import say, say_fault
from sergeantmajor.server.names import bot_names
from sergeantmajor.server.store import Opening, Person, StoreError
from sergeantmajor.server.table import Services, Table
from sergeantmajor.shuffle import SECRET_BYTES

ID_BYTES: Final = 15
"""120 random bits: 24 characters of a link."""


class UnknownTable(Exception):
    """There is no such table."""


class Closing(Exception):
    """The server is closing: no table is to be had any more."""


class Tables:
    """
    All tables of a store.

    Args:
        services: Store, bots, clock, chance.
    """

    def __init__(self, services: Services) -> None:
        self.services = services
        self._loaded: dict[str, _Entry] = {}
        self._background: set[asyncio.Task[None]] = set()
        self._closing = False

    async def open(
        self,
        rules: Rules,
        name: str,
        owner: bytes,
        bots: Sequence[str],
        declarer: Seat | None,
    ) -> str:
        """
        Open a table and return its id.

        Args:
            rules: The rule set.
            name: What the host is called; he sits in seat 0.
            owner: SHA-256 of his token.
            bots: Full names of the bots in seats 1 and 2.
            declarer: Who declares first; `None`: drawn.

        Raises:
            StoreError: It could not be kept.
        """
        random = self.services.random
        match = base64.b32encode(random(ID_BYTES)).decode().lower()
        secret = random(SECRET_BYTES)
        drawn = self.services.shuffle(secret, match).declarer()
        one, two = (
            Person(called, bot) for called, bot in zip(bot_names(name, 2), bots, strict=True)
        )
        await self.services.store.open(
            Opening(
                match=match,
                rules=rules,
                declarer=drawn if declarer is None else declarer,
                picked=declarer is not None,
                secret=secret,
                persons=(Person(name, owner=owner), one, two),
                opened=self.services.now(),
            )
        )
        return match

    @contextlib.asynccontextmanager
    async def visit(self, match: str) -> AsyncIterator[Table]:
        """
        Give a table that stays loaded inside the `async with`.

        Raises:
            UnknownTable: There is none of that id.
            StoreError: The store failed.
            Closing: The server is closing.
        """
        if self._closing:
            raise Closing
        entry = self._loaded.get(match)
        if entry is None or entry.spent:
            entry = self._loaded[match] = _Entry(asyncio.create_task(self._load(match)))
        entry.visits += 1
        try:
            yield await asyncio.shield(entry.loading)
        finally:
            entry.visits -= 1
            self._let_go(match, entry)

    async def resume(self) -> None:
        """Have the bots of every unfinished match go on, one match after the other."""
        for match in await self.services.store.unfinished():
            try:
                async with self.visit(match) as table:
                    await table.rest()
            except (StoreError, UnknownTable) as error:
                say(logging.ERROR, "table-not-resumed", table=match, error=error)

    async def close(self) -> None:
        """End all tables; their browsers hear that the server is closing."""
        self._closing = True
        for task in self._background:
            task.cancel()
        for entry in list(self._loaded.values()):
            with contextlib.suppress(StoreError, UnknownTable):
                await (await entry.loading).close("closing")

    async def _load(self, match: str) -> Table:
        log = await self.services.store.load(match)
        if log is None:
            raise UnknownTable
        try:
            return Table(self.services, log)
        except SergeantMajorError as error:
            say_fault("log-broken", error, table=match)
            raise StoreError(f"the log of the match {match} is damaged") from error

    def _let_go(self, match: str, entry: "_Entry") -> None:
        """Unload a table that nobody visits, when its bots have acted."""
        if entry.visits or self._closing or self._loaded.get(match) is not entry:
            return
        if not entry.loading.done():
            # Whoever wanted it has gone before it was there.
            entry.loading.add_done_callback(lambda _: self._let_go(match, entry))
            return
        if entry.spent:
            del self._loaded[match]
            return
        task = asyncio.create_task(self._unload(match, entry, entry.loading.result()))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _unload(self, match: str, entry: "_Entry", table: Table) -> None:
        await table.rest()
        if not entry.visits and self._loaded.get(match) is entry:
            del self._loaded[match]
            await table.close()


class _Entry:
    """A table, loaded or being loaded, and how many visit it."""

    def __init__(self, loading: asyncio.Task[Table]) -> None:
        self.loading = loading
        self.visits = 0

    @property
    def spent(self) -> bool:
        """Whether loading failed or the table has ended by itself."""
        if not self.loading.done():
            return False
        failed = self.loading.cancelled() or self.loading.exception() is not None
        return failed or self.loading.result().gone
