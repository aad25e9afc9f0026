"""
Starting and stopping the server: folder, database, address, browser, signals.

Everything that can be wrong at the start (folder, database, port) is found before the address is
printed, and becomes one sentence. The end is orderly: browsers are told, what was being written is
written, and only then the process goes.
"""

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from sergeantmajor.server import logs
from sergeantmajor.server.app import make_app
from sergeantmajor.server.bots import REGISTRY, Workers, roster, worker_count
from sergeantmajor.server.folder import Folder, default_folder
from sergeantmajor.server.guard import own_names
from sergeantmajor.server.sockets import MOST_FRAME
from sergeantmajor.server.sqlite import SqliteStore
from sergeantmajor.server.store import StoreError
from sergeantmajor.server.table import Services
from sergeantmajor.server.tables import Tables


def run_table(
    host: str,
    port: int,
    data: Path | None,
    *,
    open_browser: bool,
    registry: str = REGISTRY,
) -> int:
    """
    Serve tables until Ctrl-C or SIGTERM.

    Prints the address as one line on standard output when browsers can come.

    Args:
        host: The address to listen at; `127.0.0.1` is this machine alone.
        port: The port; 0 takes a free one.
        data: The data folder; `None`: the platform's.
        open_browser: Show the page in a browser, where there is one.
        registry: The module that knows the bots.

    Returns:
        The exit status: 0, or 2 if it could not start; a sentence on standard error says why.
    """
    logs.set_up()
    # The database holds the secrets of shuffles; other users of the machine may not read it.
    os.umask(0o077)
    try:
        # The folder first: whoever starts twice hears that, and not that the port is taken.
        with (
            contextlib.closing(Folder(data or default_folder())) as folder,
            contextlib.closing(listen(host, port)) as listening,
            asyncio.Runner(loop_factory=_loop) as runner,
        ):
            store = SqliteStore(folder.database)
            return runner.run(_serve(listening, host, store, registry, open_browser))
    except StoreError as error:
        print(f"sergeantmajor: {error}", file=sys.stderr)
        return 2


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address; `StoreError` with a sentence if it can't."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise StoreError(f"there is no address {host!r} to listen at") from error
    family, kind, protocol, _, address = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            # A restart must not wait for connections that are still fading.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # An ack follows its update at once: neither may wait for the other's receipt.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise StoreError(
            f"port {port} of {host} cannot be had ({error.strerror or error}):"
            " choose another with --port, or 0 for any that is free"
        ) from error
    listening.setblocking(False)
    return listening


def make_server(app: Starlette) -> uvicorn.Server:
    """Return what serves an application: small frames, nothing compressed, calls not logged."""
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )
    return _Server(config)


async def _serve(
    listening: socket.socket, host: str, store: SqliteStore, registry: str, open_browser: bool
) -> int:
    asyncio.get_running_loop().set_exception_handler(logs.say_lost)
    decider = Workers(worker_count(), registry)
    tables = Tables(Services(store, decider, _now, secrets.token_bytes))
    server = make_server(make_app(tables, roster(registry), time.monotonic, [host, *own_names()]))
    stopping = asyncio.Event()
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    serving.add_done_callback(lambda _: stopping.set())
    resuming = asyncio.create_task(tables.resume())
    try:
        with _signals(stopping):
            address = _address(listening, host)
            print(f"Sergeant Major is at {address} (Ctrl-C ends it)", flush=True)
            if open_browser:
                await asyncio.to_thread(_show, address)
            await stopping.wait()
    finally:
        resuming.cancel()
        await asyncio.gather(resuming, return_exceptions=True)
        await tables.close()
        server.should_exit = True
        await asyncio.gather(serving, return_exceptions=True)
        await decider.close()
        await store.close()
    return 0


def _loop() -> asyncio.AbstractEventLoop:
    """Return the fastest event loop that is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


class _Server(uvicorn.Server):
    """uvicorn without its signal handlers: tables are closed before the sockets are."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.contextmanager
def _signals(stopping: asyncio.Event) -> Iterator[None]:
    """Set the event at Ctrl-C or SIGTERM; at a second one, end at once."""
    loop = asyncio.get_running_loop()

    def stop(number: int, _frame: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        loop.call_soon_threadsafe(stopping.set)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _address(listening: socket.socket, host: str) -> str:
    """Return the address that a browser on this machine takes."""
    port = listening.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}/"


def _show(address: str) -> None:
    """Open the page where there is a screen; whoever has none has read the address."""
    screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if screen:
        with contextlib.suppress(webbrowser.Error, OSError):
            webbrowser.open(address)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
