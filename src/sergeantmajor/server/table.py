"""
One table: a match under way, who looks at it, and the single task that changes it.

Everything that happens at a table goes through one bounded queue and is judged by the rules in
that order. An action counts when it is on disk: only then does the state move, do viewers hear of
it, and is the command acknowledged. Where the store fails the table ends, its lines are cut, and
the next visitor gets it anew from the log: nothing in memory is ever ahead of the disk.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sergeantmajor.actions import Action
from sergeantmajor.cards import SEATS, Seat
from sergeantmajor.driver import fallback
from sergeantmajor.errors import Reason, Refusal
from sergeantmajor.events import Event
from sergeantmajor.fold import fold
from sergeantmajor.match import Match, Step, apply, deal_cards, hands_of, reason_against
from sergeantmajor.rules import Phase
from sergeantmajor.server.bots import Decider
from sergeantmajor.server.logs import say, say_fault
from sergeantmajor.server.store import Command, Log, Opening, Store, StoreError
from sergeantmajor.shuffle import Shuffle
from sergeantmajor.view import View, see, start_view
from sergeantmajor.wire import (
    PROTOCOL,
    Ack,
    Act,
    Failed,
    Hello,
    Next,
    PlayerMessage,
    Refused,
    ServerMessage,
    Update,
    action_of,
    encode,
    event_message,
    view_message,
)

QUEUE_SIZE: Final = 64
"""Commands that may wait at a table; whoever sends more is not read for a while."""


@dataclass(frozen=True, slots=True)
class Services:
    """
    What a table needs from outside; tests bring their own.

    Attributes:
        store: Where the log is kept.
        decider: Who decides for bots.
        now: The time, UTC, as `2026-11-30T21:00:00Z`.
        random: Bytes from the operating system, as many as asked for.
        shuffle: The shuffle of a secret and a match id.
    """

    store: Store
    decider: Decider
    now: Callable[[], str]
    random: Callable[[int], bytes]
    shuffle: Callable[[bytes, str], Shuffle] = Shuffle


class Line:
    """
    The way from a table to one browser: messages wait here until the socket takes them.

    A line that takes none is cut, so that it can't hold up memory; the browser comes again.

    Attributes:
        seat: Whose line it is.
        outbox: What waits, as JSON bytes; `None`: nothing follows, close.
        cut: Set when the line is to be dropped at once.
    """

    def __init__(self, seat: Seat, most: int = 256) -> None:
        self.seat = seat
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(most)
        self.cut = asyncio.Event()

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""
        self._put(encode(message))

    def end(self, message: Failed | None = None) -> None:
        """Queue a last message, and the end."""
        if message is not None:
            self.send(message)
        self._put(None)

    def _put(self, data: bytes | None) -> None:
        try:
            self.outbox.put_nowait(data)
        except asyncio.QueueFull:
            self.cut.set()


@dataclass(frozen=True, slots=True)
class _Joined:
    line: Line


@dataclass(frozen=True, slots=True)
class _Asked:
    line: Line
    message: Act | Next


@dataclass(frozen=True, slots=True)
class _Decided:
    seat: Seat
    seq: int
    action: Action | None


_Item = _Joined | _Asked | _Decided


class Table:
    """
    A match and its task.

    Args:
        services: Store, bots, clock, chance.
        log: What is kept of the match.

    Raises:
        IllegalEvent: The log is none of a match.
        IllegalAction: Likewise.

    Attributes:
        opening: What was settled before the first deal.
        gone: The task has ended: whoever wants this table loads it anew.
    """

    def __init__(self, services: Services, log: Log) -> None:
        self.opening = log.opening
        self.gone = False
        self._services = services
        self._shuffle = services.shuffle(log.opening.secret, log.opening.match)
        start = log.opening.start()
        self._match: Match = fold(start, log.events)
        self._views: dict[Seat, View] = {seat: start_view(start, seat) for seat in SEATS}
        self._see(log.events)
        self._seq = len(log.events)
        self._commands = dict(log.commands)
        self._lines: set[Line] = set()
        self._queue: asyncio.Queue[_Item | None] = asyncio.Queue(QUEUE_SIZE)
        self._thinking: asyncio.Task[None] | None = None
        self._resting = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name=f"table {log.opening.match}")

    def seat_of(self, owner: bytes) -> Seat | None:
        """Return the seat of a person, by the hash of his token."""
        persons = self.opening.persons
        return next((seat for seat in SEATS if persons[seat].owner == owner), None)

    async def join(self, line: Line) -> None:
        """Add a line: it hears the whole state, then everything that happens."""
        await self._queue.put(_Joined(line))
        if self.gone:
            line.end(Failed("storage"))

    def leave(self, line: Line) -> None:
        """Take a line away; its seat stays its player's."""
        line.cut.set()
        self._lines.discard(line)

    async def ask(self, line: Line, message: Act | Next) -> None:
        """Hand in a command; waits while too many wait."""
        await self._queue.put(_Asked(line, message))

    async def rest(self) -> None:
        """Wait until no bot is to act and no command waits, or the table is gone."""
        while not self.gone:
            await self._resting.wait()
            if self._queue.empty():
                return
            await asyncio.sleep(0)

    async def close(self, code: str | None = None) -> None:
        """
        End the task, after what it is doing, and all lines.

        Args:
            code: What the lines hear last; `None`: nothing.
        """
        if not self.gone:
            await self._queue.put(None)
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._end_lines(code)

    async def _run(self) -> None:
        code = None
        try:
            self._wake_bot()
            while (item := await self._next()) is not None:
                match item:
                    case _Joined(line):
                        self._joined(line)
                    case _Asked(line, message):
                        await self._asked(line, message)
                    case _Decided():
                        await self._decided(item)
        except StoreError as error:
            code = "storage"
            say(logging.ERROR, "store-failed", table=self.opening.match, error=error)
        except Exception as error:  # noqa: BLE001 (one table's fault must not end the others)
            code = "storage"
            say_fault("table-failed", error, table=self.opening.match)
        finally:
            self.gone = True
            self._resting.set()
            if self._thinking is not None:
                self._thinking.cancel()
            if code is not None:
                self._end_lines(code)

    async def _next(self) -> _Item | None:
        if self._queue.empty() and self._thinking is None:
            self._resting.set()
        item = await self._queue.get()
        self._resting.clear()
        return item

    def _end_lines(self, code: str | None) -> None:
        message = None if code is None else Failed(code)
        # Whoever waits in the queue hears it as well.
        while not self._queue.empty():
            item = self._queue.get_nowait()
            if isinstance(item, _Joined):
                self._lines.add(item.line)
        for line in self._lines:
            line.end(message)
        self._lines.clear()

    def _joined(self, line: Line) -> None:
        # Who has left again before his turn came would never be taken away.
        if not line.cut.is_set():
            self._lines.add(line)
            line.send(self._hello(line.seat))

    async def _asked(self, line: Line, message: Act | Next) -> None:
        """Answer a command: again, with a refusal, or by doing it."""
        command = Command(line.seat, message.id)
        if (done := self._commands.get(command)) is not None:
            line.send(Ack(message.id, done))
            return
        if message.seq != self._seq:
            line.send(Refused(message.id, self._seq, "stale", {}))
            line.send(self._hello(line.seat))
            return
        step = self._step(line.seat, message)
        if isinstance(step, Refusal):
            line.send(Refused(message.id, self._seq, step.reason, dict(step.params)))
            return
        await self._commit(step, command)
        line.send(Ack(message.id, self._seq))

    def _step(self, seat: Seat, message: Act | Next) -> Step | Refusal:
        """Return what a command brings about, or why it may not be."""
        match = self._match
        if isinstance(message, Act):
            action = action_of(message.action)
            return reason_against(match, seat, action) or apply(match, seat, action)
        if match.phase is Phase.OVER:
            return Refusal(Reason.MATCH_OVER)
        if match.phase is not Phase.DEALING:
            return Refusal(Reason.WRONG_PHASE, {"phase": match.phase.value})
        deck = self._shuffle.deck(match.dealt + 1, match.rules.deck)
        return deal_cards(match, *hands_of(match.rules, match.declarer, deck))

    async def _commit(self, step: Step, command: Command | None) -> None:
        """Write what happened, then let it be so and tell everybody."""
        opening, services = self.opening, self._services
        self._seq = await services.store.append(
            opening.match, self._seq, step.events, services.now(), command
        )
        self._match = step.match
        self._see(step.events)
        if command is not None:
            self._commands[command] = self._seq
        self._tell(step.events)
        self._wake_bot()

    def _see(self, events: tuple[Event, ...]) -> None:
        rules = self.opening.rules
        for seat, view in self._views.items():
            for event in events:
                view = view.follow(see(event, seat, rules))  # noqa: PLW2901 (a fold)
            self._views[seat] = view

    def _tell(self, events: tuple[Event, ...]) -> None:
        rules = self.opening.rules
        for seat in {line.seat for line in self._lines}:
            seen = [event_message(see(event, seat, rules)) for event in events]
            update = Update(self._seq, seen, view_message(self._views[seat]))
            for line in self._lines:
                if line.seat is seat:
                    line.send(update)

    def _hello(self, seat: Seat) -> Hello:
        return Hello(
            protocol=PROTOCOL,
            table=self.opening.match,
            seat=int(seat),
            players=players_of(self.opening),
            commit=self._shuffle.commit,
            seq=self._seq,
            view=view_message(self._views[seat]),
        )

    def _wake_bot(self) -> None:
        """If a bot is to act, have it think; the answer comes through the queue."""
        seat = self._match.to_act
        bot = None if seat is None else self.opening.persons[seat].bot
        self._thinking = None
        if seat is None or bot is None:
            return
        self._thinking = asyncio.create_task(self._think(seat, bot, self._seq))

    async def _think(self, seat: Seat, bot: str, seq: int) -> None:
        seed = int.from_bytes(self._services.random(8), "big")
        action = await self._services.decider.decide(bot, self._views[seat], seed)
        await self._queue.put(_Decided(seat, seq, action))

    async def _decided(self, decided: _Decided) -> None:
        """Carry out what a bot decided; if it may not be, something plain in its place."""
        if decided.seq != self._seq:
            return
        seat, action = decided.seat, decided.action
        if action is not None and (refusal := reason_against(self._match, seat, action)):
            say(logging.ERROR, "bot-refused", table=self.opening.match, reason=refusal.reason.value)
            action = None
        if action is None:
            action = fallback(self._views[seat])
        await self._commit(apply(self._match, seat, action), None)


def players_of(opening: Opening) -> list[PlayerMessage]:
    """Return who sits in seats 0, 1, 2, as everybody may know."""
    return [PlayerMessage(person.name, person.bot) for person in opening.persons]
