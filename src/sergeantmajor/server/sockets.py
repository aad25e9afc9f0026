"""
The socket of a table: reads commands, writes what the table says, and decides nothing.

The browser speaks first. What it says afterwards is handed to the table in order; a message that
is none of the protocol ends the connection with a code, and changes nothing.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from sergeantmajor.server.guard import Rate
from sergeantmajor.server.sessions import owner_of, token_of
from sergeantmajor.server.store import StoreError
from sergeantmajor.server.table import Line, Table
from sergeantmajor.server.tables import Closing, Tables, UnknownTable
from sergeantmajor.wire import (
    PROTOCOL,
    Act,
    ClientHello,
    ClientMessage,
    Failed,
    action_of,
    encode,
    read_client,
)

MOST_FRAME: Final = 4096
"""Bytes of a message from a browser; the server beneath closes on a larger one."""
MOST_SOCKETS: Final = 1000
"""Sockets of the whole server."""
MOST_SOCKETS_EACH: Final = 16
"""Sockets of one player."""
HELLO_PATIENCE: Final = 10.0
"""Seconds that a browser may take to say hello."""
COMMANDS_AT_ONCE: Final = 100
COMMANDS_PER_SECOND: Final = 50


class _Failure(Exception):
    """The connection ends with a code."""

    def __init__(self, code: str, params: dict[str, str | int] | None = None) -> None:
        super().__init__(code)
        self.message = Failed(code, params or {})


class Sockets:
    """
    All open sockets.

    Args:
        tables: The tables they belong to.
        clock: Seconds, for rates.
    """

    def __init__(self, tables: Tables, clock: Callable[[], float]) -> None:
        self._tables = tables
        self._clock = clock
        self._open: dict[bytes, int] = {}

    async def serve(self, websocket: WebSocket) -> None:
        """Serve one socket until either side closes it."""
        await websocket.accept()
        token = token_of(websocket)
        owner = b"" if token is None else owner_of(token)
        self._open[owner] = self._open.get(owner, 0) + 1
        try:
            await self._converse(websocket, owner)
        except _Failure as failure:
            await _finish(websocket, failure.message)
        except (WebSocketDisconnect, OSError):
            pass
        finally:
            self._open[owner] -= 1
            if not self._open[owner]:
                del self._open[owner]

    async def _converse(self, websocket: WebSocket, owner: bytes) -> None:
        if sum(self._open.values()) > MOST_SOCKETS or self._open[owner] > MOST_SOCKETS_EACH:
            raise _Failure("too-fast")
        await _greet(websocket)
        try:
            async with self._tables.visit(websocket.path_params["table"]) as table:
                seat = table.seat_of(owner)
                if seat is None:
                    raise _Failure("not-your-table")
                line = Line(seat)
                try:
                    await table.join(line)
                    await self._run(websocket, table, line)
                finally:
                    table.leave(line)
        except UnknownTable:
            raise _Failure("unknown-table") from None
        except Closing:
            raise _Failure("closing") from None
        except StoreError:
            raise _Failure("storage") from None

    async def _run(self, websocket: WebSocket, table: Table, line: Line) -> None:
        """Read and write at once until one of them ends."""
        rate = Rate(COMMANDS_AT_ONCE, COMMANDS_PER_SECOND, self._clock)
        reading = asyncio.create_task(_listen(websocket, table, line, rate))
        writing = asyncio.create_task(_speak(websocket, line))
        cutting = asyncio.create_task(line.cut.wait())
        tasks = (reading, writing, cutting)
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if reading.done() and isinstance(failure := reading.exception(), _Failure):
                # What was asked before is still answered.
                line.end(failure.message)
                await asyncio.wait((writing, cutting), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _greet(websocket: WebSocket) -> None:
    """Read the browser's hello."""
    try:
        async with asyncio.timeout(HELLO_PATIENCE):
            message = await _read(websocket)
    except TimeoutError:
        raise _Failure("malformed") from None
    if not isinstance(message, ClientHello):
        raise _Failure("malformed")
    if message.protocol != PROTOCOL:
        raise _Failure("protocol", {"expected": PROTOCOL})


async def _listen(websocket: WebSocket, table: Table, line: Line, rate: Rate) -> None:
    """Hand every command to the table."""
    while True:
        message = await _read(websocket)
        if isinstance(message, ClientHello):
            raise _Failure("malformed")
        if not rate.take():
            raise _Failure("too-fast")
        await table.ask(line, message)


async def _speak(websocket: WebSocket, line: Line) -> None:
    """Send what the table says, until it ends the line."""
    while (data := await line.outbox.get()) is not None:
        await websocket.send_text(data.decode())
    await websocket.close()


async def _read(websocket: WebSocket) -> ClientMessage:
    """Return the next message; `_Failure` for what is none, `WebSocketDisconnect` at the end."""
    received = await websocket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code") or 1000)
    text = received.get("text")
    if text is None or len(text) > MOST_FRAME:
        raise _Failure("malformed")
    try:
        message = read_client(text)
        if isinstance(message, Act):
            action_of(message.action)
    except ValueError:
        raise _Failure("malformed") from None
    return message


async def _finish(websocket: WebSocket, message: Failed) -> None:
    with contextlib.suppress(WebSocketDisconnect, OSError, RuntimeError):
        await websocket.send_text(encode(message).decode())
        await websocket.close()
