"""
Kill the server again and again, and look whether it lost or doubled anything.

A real process with a real file is played against and killed at random moments of wanted phases.
After each death the database is read as the dead process left it: everything that was acknowledged
or shown must be in the log. Then the server is started anew on the same data, and must go on where
the log ends. One command may be under way at a death: sent again with the same id, it must end up
done exactly once.
"""

import contextlib
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from sergeantmajor.cards import SEATS, Seat
from sergeantmajor.events import DealStarted
from sergeantmajor.fold import action_of, fold
from sergeantmajor.server.folder import DATABASE
from sergeantmajor.server.sqlite import load_log
from sergeantmajor.server.store import Command, Log
from sergeantmajor.view import see, start_view
from sergeantmajor.wire import encode, event_message, view_message
from server.house import Browser, Seated, in_phase

PHASES = ("exchange", "contract", "discard", "play", "dealing")
PRESETS = ("ten-points", "fifteen-deals")

# The rate of commands is for browsers; this player is faster.
_SERVE = """
import sys
from pathlib import Path
from sergeantmajor.server import run, sockets
sockets.COMMANDS_PER_SECOND = sockets.COMMANDS_AT_ONCE = 1e9
data, registry = Path(sys.argv[1]), sys.argv[2]
sys.exit(run.run_table("127.0.0.1", 0, data, open_browser=False, registry=registry))
"""


class Process:
    """A server process on a data folder."""

    def __init__(self, folder: Path, registry: str = "server.quick_bots") -> None:
        tests = str(Path(__file__).resolve().parent.parent)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _SERVE, str(folder), registry],
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": tests},
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.url = line.split()[4].rstrip("/")

    def pause(self) -> None:
        """Have it do nothing more, where the system can: a machine that stalls before it dies."""
        if hasattr(signal, "SIGSTOP"):
            self._process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """Kill it (SIGKILL), and wait until it is gone."""
        self._process.kill()
        self._process.wait(10)
        assert self._process.stdout is not None
        self._process.stdout.close()


class Killing:
    """
    Deaths of one server, one after the other.

    Attributes:
        deaths: How many there were in each phase, by the log that was left.
        pending: How many commands were under way at a death, by whether they had been carried out.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._rng = random.Random(seed)
        self._token = ""
        self._table = ""
        self._tables = 0
        self._acks: dict[str, int] = {}
        self._pending: dict[str, Any] | None = None
        self._told: list[Any] = []
        self.deaths: Counter[str] = Counter()
        self.pending: Counter[str] = Counter()

    def die(self) -> None:
        """Play on to a random moment of the phase that died least, kill there, and check."""
        wanted = min(PHASES, key=lambda phase: (self.deaths[phase], self._rng.random()))
        process = Process(self._folder)
        try:
            with Browser(process.url) as browser:
                browser.token = self._token
                self._live(browser, wanted)
                with self._seat(browser) as seated:
                    self._last_moment(seated, process)
                    process.kill()
                    self._hear_the_rest(seated)
        finally:
            process.kill()
        log = self._left_behind()
        self._check(log)
        self.deaths[fold(log.opening.start(), log.events).phase.value] += 1

    def _live(self, browser: Browser, wanted: str) -> None:
        """Check what the new process says, and play until it is our turn in a wanted phase."""
        if not self._table:
            self._open(browser)
        while True:
            with self._seat(browser) as seated:
                if self._go_on(seated, wanted):
                    return
            self._open(browser)

    def _go_on(self, seated: Seated, wanted: str) -> bool:
        """Play on to the phase and some actions further; whether the match lasted so long."""
        steps = self._rng.randrange(4 if wanted == "exchange" else 16 if wanted == "play" else 1)
        reached = False
        while True:
            seated.wait()
            self._note(seated)
            if seated.view["phase"] == "over":
                return False
            there = in_phase(wanted)(seated.view)
            reached = reached or there
            if there and not steps:
                return True
            steps -= there
            if reached and not there:
                # The phase was shorter than that: its next occurrence will do.
                steps, reached = 0, False
            answer = self._command(seated)
            assert answer["type"] == "ack", answer

    def _command(self, seated: Seated) -> dict[str, Any]:
        command = self._new_command(seated)
        answer = seated.command(command)
        self._acks[command["id"]] = answer["seq"]
        return answer

    def _new_command(self, seated: Seated) -> dict[str, Any]:
        action = seated.any_action(self._rng)
        command: dict[str, Any] = {"id": f"k{self._rng.getrandbits(64):x}", "seq": seated.seq}
        if action is None:
            return command | {"type": "next"}
        return command | {"type": "act", "action": action}

    def _last_moment(self, seated: Seated, process: Process) -> None:
        """
        Send a command, most times, and let a random time pass in which it is carried out.

        On a fast disk that takes less than a millisecond; so now and then the server stalls before
        it reads the command.
        """
        if self._rng.random() < 0.85:
            self._pending = self._new_command(seated)
            if self._rng.random() < 0.25:
                process.pause()
            seated.say(self._pending)
            time.sleep(self._rng.random() ** 2 * 0.02)

    def _hear_the_rest(self, seated: Seated) -> None:
        """Take in what had been sent before the death."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = seated.hear()
                if message["type"] == "ack":
                    self._acks[message["id"]] = message["seq"]
        self._note(seated)

    @contextlib.contextmanager
    def _seat(self, browser: Browser) -> Iterator[Seated]:
        """Sit down again: the state must be that of the log; then settle what was under way."""
        with browser.seat(self._table) as seated:
            self._check_hello(seated.hello)
            if self._pending is not None:
                # The table may have gone on by itself, but not past what waits for us.
                answer = seated.command(self._pending)
                assert answer["type"] == "ack", (answer, self._pending)
                self._acks[self._pending["id"]] = answer["seq"]
                self._pending = None
            yield seated

    def _open(self, browser: Browser) -> None:
        self._table = browser.new_table(
            PRESETS[self._tables % len(PRESETS)], bots=["quick", "quick"], declarer=None
        )
        self._tables += 1
        self._token = browser.token
        self._acks, self._told, self._pending = {}, [], None

    def _note(self, seated: Seated) -> None:
        """Keep what was shown, to be found again in the log."""
        self._told += [message for message in seated.heard if message["type"] == "update"]
        seated.heard.clear()

    def _left_behind(self) -> Log:
        """Read the database as the dead process left it; a copy, as recovery is the next one's."""
        copy = self._folder.parent / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        for path in self._folder.glob(DATABASE + "*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, copy)
        with contextlib.closing(sqlite3.connect(copy / DATABASE, isolation_level=None)) as database:
            log = load_log(database, self._table)
        assert log is not None
        return log

    def _check(self, log: Log) -> None:
        """Compare what was acknowledged and shown with the log."""
        done = {command.id: seq for command, seq in log.commands.items()}
        lost = {name: seq for name, seq in self._acks.items() if done.get(name) != seq}
        assert lost == {}, "acknowledged actions were lost"
        for message in self._told:
            first = message["seq"] - len(message["events"])
            assert message["events"] == _shown(log, first, message["seq"]), "shown, but not kept"
        ours = [
            event
            for event in log.events
            if isinstance(event, DealStarted)
            or ((decision := action_of_full(event, log)) is not None and decision is Seat.ZERO)
        ]
        assert len(ours) == len(done), "an action was doubled"
        if self._pending is not None:
            self.pending["done" if self._pending["id"] in done else "not done"] += 1

    def _check_hello(self, hello: dict[str, Any]) -> None:
        """Compare a hello with the fold of the log."""
        with contextlib.closing(
            sqlite3.connect(self._folder / DATABASE, isolation_level=None)
        ) as database:
            log = load_log(database, self._table)
        assert log is not None
        view = start_view(log.opening.start(), SEATS[0])
        for event in log.events[: hello["seq"]]:
            view = view.follow(see(event, SEATS[0], log.opening.rules))
        assert hello["view"] == json.loads(encode(view_message(view)))
        for name, seq in self._acks.items():
            assert log.commands[Command(SEATS[0], name)] == seq


def action_of_full(event: Any, log: Log) -> Seat | None:
    """Return who decided what an event records; `None` if nobody did."""
    decision = action_of(event, log.opening.rules)
    return None if decision is None else decision[0]


def _shown(log: Log, first: int, last: int) -> Any:
    """Return the events of a piece of the log as the browser in seat 0 was told them."""
    seen = (see(event, SEATS[0], log.opening.rules) for event in log.events[first:last])
    return json.loads(encode([event_message(event) for event in seen]))
