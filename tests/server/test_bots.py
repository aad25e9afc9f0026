"""Bots in processes of their own: whatever they do costs a decision, never the table."""

import asyncio
import json
import os
import random
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sergeantmajor import bots as real_bots
from sergeantmajor.actions import Action
from sergeantmajor.cards import SEATS, Seat
from sergeantmajor.driver import fallback
from sergeantmajor.match import Match, apply, deal_cards, hands_of, reason_against, start_match
from sergeantmajor.rules import Phase, rules_of
from sergeantmajor.server.bots import Workers, roster
from sergeantmajor.shuffle import Shuffle
from sergeantmajor.view import View, see, start_view
from server.house import Browser, House, in_phase
from server.quick_bots import BOTS
from server.worlds import any_action

pytestmark = pytest.mark.anyio
REGISTRY = "server.quick_bots"


@pytest.fixture
def anyio_backend() -> str:
    """Run coroutines on asyncio."""
    return "asyncio"


@pytest.fixture(autouse=True)
def _found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let worker processes find the bots of these tests."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).resolve().parent.parent))


def states(preset: str, seed: int, deals: int) -> Iterator[tuple[Match, Seat, View]]:
    """Yield states of a match played at random, with who is to act and what he knows."""
    rng = random.Random(seed)
    rules = rules_of(preset)
    match = start_match(rules, Seat.ZERO)
    views = {seat: start_view(match, seat) for seat in SEATS}
    shuffle = Shuffle(b"x" * 32, str(seed))
    while match.winners is None and match.dealt <= deals:
        if match.to_act is None:
            deck = shuffle.deck(match.dealt + 1, rules.deck)
            step = deal_cards(match, *hands_of(rules, match.declarer, deck))
        else:
            yield match, match.to_act, views[match.to_act]
            step = apply(match, match.to_act, any_action(match, rng))
        match = step.match
        for seat in SEATS:
            for event in step.events:
                views[seat] = views[seat].follow(see(event, seat, rules))


@pytest.mark.parametrize("preset", ["ten-points", "fifteen-deals"])
def test_fallback_is_legal(preset: str) -> None:
    """What is done for a bot that fails is legal in every phase."""
    phases = set()
    for match, seat, view in states(preset, 1, deals=4):
        assert reason_against(match, seat, fallback(view)) is None
        phases.add(match.phase)
    assert phases == {Phase.EXCHANGE, Phase.CONTRACT, Phase.DISCARD, Phase.PLAY}


async def test_decisions_and_failures() -> None:
    """A worker decides as the bot does; a failure of any kind gives nothing, and the next works."""
    some = [view for _, _, view in states("ten-points", 2, deals=2)][::7]
    workers = Workers(1, REGISTRY, patience=0.5)
    try:
        for number, view in enumerate(some):
            expected = BOTS["quick"].decide(view, random.Random(number))
            assert await workers.decide("quick/1", view, number) == expected
            assert await workers.decide("quick/0", view, number) == expected
        for bot in ("raises/1", "nothing/1", "unknown/1", "dies/1", "hangs/1"):
            assert await workers.decide(bot, some[0], 1) is None, bot
            assert await workers.decide("quick/1", some[0], 5) is not None, bot
        assert await workers.decide("prints/1", some[-1], 1) == BOTS["quick"].decide(
            some[-1], random.Random(1)
        )
    finally:
        await workers.close()


async def test_many_ask_at_once() -> None:
    """More questions than workers wait; each gets the answer to its own."""
    some = [view for _, _, view in states("fifteen-deals", 3, deals=1)][:40]
    workers = Workers(2, REGISTRY)
    try:
        answers = await asyncio.gather(
            *(workers.decide("quick/1", view, number) for number, view in enumerate(some))
        )
    finally:
        await workers.close()
    assert answers == [
        BOTS["quick"].decide(view, random.Random(number)) for number, view in enumerate(some)
    ]


async def test_what_a_failing_bot_says_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    """The log tells which bot failed and where, and none of the cards in its message."""
    view = next(view for _, _, view in states("ten-points", 4, deals=1))
    workers = Workers(1, REGISTRY)
    try:
        await workers.decide("raises/1", view, 1)
    finally:
        await workers.close()
    (record,) = caplog.records
    assert "raises/1" in record.getMessage()
    assert "RuntimeError quick_bots.py:" in record.getMessage()
    assert "my hand" not in caplog.text
    assert str(view.hand) not in caplog.text


def test_worker_ends_with_its_parent() -> None:
    """A worker whose standard input ends goes by itself, in the middle of a question too."""
    for last_words in (b"", struct.pack(">I", 1000) + b"half"):
        worker = subprocess.Popen(
            [sys.executable, "-m", "sergeantmajor.server.bot_worker", REGISTRY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"ready\n"
        worker.communicate(last_words, timeout=10)
        assert worker.returncode == 0


@pytest.mark.skipif(not hasattr(os, "nice"), reason="Windows gives the priority from outside")
def test_worker_gives_way() -> None:
    """A worker runs at low priority, so that bots never hold up the table."""
    with subprocess.Popen(
        [sys.executable, "-m", "sergeantmajor.server.bot_worker", REGISTRY],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as worker:
        assert worker.stdout is not None
        worker.stdout.readline()
        assert os.getpriority(os.PRIO_PROCESS, worker.pid) >= os.getpriority(os.PRIO_PROCESS, 0) + 9
        worker.communicate()


def test_roster() -> None:
    """Players choose among the bots, in their order, but not the one that plays at random."""
    offered = roster()
    assert list(offered) == [name for name in real_bots.BOTS if name != "random"]
    assert offered["corporal"] == real_bots.BOTS["corporal"].name


def test_table_outlives_bots_that_hang_and_die(tmp_path: Path) -> None:
    """Bots that never answer, or take their process with them, do not stop a table."""
    names = {name: bot.name for name, bot in BOTS.items()}
    with (
        House(tmp_path, decider=lambda: Workers(1, REGISTRY, patience=0.2), bots=names) as house,
        Browser(house.url) as browser,
        browser.seat(browser.new_table(bots=["hangs", "dies"], declarer=1)) as seated,
    ):
        seated.play_until(lambda view: len(view["tricks"]) == 2, random.Random(1))


class _OneBot:
    """Whatever seats 1 and 2 are called, one bot of the tests decides, in this process."""

    def __init__(self, name: str) -> None:
        self._bot = BOTS[name]
        self.asked: list[Phase] = []

    async def decide(self, bot: str, view: View, seed: int) -> Action | None:
        """Return what it decides; `None` if it raises."""
        del bot
        self.asked.append(view.phase)
        try:
            return self._bot.decide(view, random.Random(seed))
        except RuntimeError:
            return None

    async def close(self) -> None:
        """Nothing to stop."""


@pytest.mark.parametrize(
    ("preset", "options"), [("ten-points", {"points": "1000"}), ("fifteen-deals", {})]
)
@pytest.mark.parametrize("name", ["cheats", "raises", "nothing"])
def test_table_goes_on(
    preset: str,
    options: dict[str, str],
    name: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """With bots that cheat, raise or say nothing in every phase a table goes on all the same."""
    decider = _OneBot(name)
    with House(tmp_path, decider=lambda: decider) as house, Browser(house.url) as browser:
        table = browser.new_table(preset, options=options, declarer=1)
        with browser.seat(table) as seated:
            everything = {Phase.EXCHANGE, Phase.CONTRACT, Phase.DISCARD, Phase.PLAY}
            rng = random.Random(7)
            seated.play_until(lambda _: set(decider.asked) == everything, rng)
            seated.play_until(in_phase("dealing"), rng)
    if name == "cheats":
        assert "bot-refused" in caplog.text
    for code in ("SA", "HK", "D2"):
        assert json.dumps(code) not in caplog.text
