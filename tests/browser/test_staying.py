"""Refresh, other tabs, the back button, double clicks, a lost line: nothing is lost or doubled."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from mouse import CARDS, Mouse, State

Reached = Callable[[State], bool]


def _reload(mouse: Mouse) -> State:
    mouse.page.reload()
    return mouse.rested()


@pytest.mark.parametrize(
    ("preset", "declarer", "reached"),
    [
        ("ten-points", 0, lambda now: now["legal"] == "announce"),
        ("ten-points", 0, lambda now: now["legal"] == "discard"),
        ("ten-points", 0, lambda now: now["legal"] == "play" and now["trick"] == "3"),
        ("ten-points", 1, lambda now: now["legal"] == "give"),
        ("ten-points", 0, lambda now: now["sheet"] == "score"),
        ("fifteen-deals", 0, lambda now: now["legal"] == "discard"),
        ("fifteen-deals", 2, lambda now: now["legal"] == "draw"),
    ],
    ids=["contract", "discard", "play", "give", "score", "kitty", "draw"],
)
def test_refresh(mouse: Mouse, preset: str, declarer: int, reached: Reached) -> None:
    """After a refresh in any phase: the same seat, the same state, and the same cards, at once."""
    endless = {"points": "1000"} if preset == "ten-points" else {"once": "no", "deals": "1000"}
    state = mouse.sit_down(preset, declarer, targets="13-2-1", **endless)
    state = mouse.play_until(reached, state)
    shown = mouse.page.evaluate(CARDS)
    assert state == _reload(mouse)
    assert shown == mouse.page.evaluate(CARDS)
    if not state["sheet"]:
        mouse.check_shown()
    mouse.step(state)
    mouse.rested(state)


def test_marks_survive_a_refresh(mouse: Mouse) -> None:
    """Cards swapped with the seen kitty, or picked to lay away, are still so after a refresh."""
    state = mouse.sit_down("fifteen-deals", declarer=0)
    mouse.play_until(lambda now: now["legal"] == "discard", state)
    away = mouse.page.locator(".tray button.card")
    before = [one.get_attribute("data-card") for one in away.all()]
    mouse.click(away.nth(1))
    mouse.click(mouse.page.locator(".hand li button").nth(4))
    marked = [one.get_attribute("data-card") for one in away.all()]
    assert before != marked
    _reload(mouse)
    assert marked == [one.get_attribute("data-card") for one in away.all()]


def test_double_click_plays_one_card(mouse: Mouse) -> None:
    """A double or triple click plays one card, not the neighbour that slides under the pointer."""
    state = mouse.sit_down("ten-points", declarer=0, points="1000")
    state = mouse.play_until(lambda now: now["legal"] == "play", state)
    for clicks in (2, 3):
        held = len(mouse.view["hand"])
        box = mouse.open_card().bounding_box()
        assert box is not None
        for count in range(1, clicks + 1):
            mouse.page.mouse.click(box["x"] + 10, box["y"] + 30, click_count=count)
        state = mouse.rested(state)
        assert len(mouse.view["hand"]) == held - 1
    plays = [command for command in mouse.commands() if command["type"] == "act"]
    assert len(plays) == len({command["id"] for command in plays})


def test_double_click_opens_one_table(mouse: Mouse) -> None:
    """A double click on the door opens one table, and one on the next deal deals once."""
    mouse.want("ten-points", points="1000")
    mouse.home()
    mouse.page.locator("[data-do=play]").dblclick()
    state = mouse.rested()
    tables = mouse.page.evaluate("fetch('/api/tables').then((answer) => answer.json())")
    assert len(tables["tables"]) == 1
    mouse.play_until(lambda now: now["sheet"] == "score", state)
    mouse.page.locator("[data-do=next]").dblclick()
    mouse.page.locator("[data-sheet]").wait_for(state="detached")
    mouse.rested()
    assert mouse.view["deal"] == 2


def test_back_and_forward(mouse: Mouse) -> None:
    """Back leads home, where the match waits; forward, or the match, leads to the same state."""
    state = mouse.sit_down("ten-points", declarer=0)
    state = mouse.play_until(lambda now: now["legal"] == "discard", state)
    mouse.page.go_back()
    mouse.page.locator(".resume").wait_for()
    mouse.page.go_forward()
    assert state == mouse.rested()
    mouse.page.go_back()
    mouse.page.locator(".resume").click()
    assert state == mouse.rested()
    mouse.check_shown()


def test_second_tab(mouse: Mouse, new_page: Callable[[], Page], address: str) -> None:
    """Two tabs show the same seat; what one does the other shows; either may go on."""
    state = mouse.sit_down("ten-points", declarer=0)
    state = mouse.play_until(lambda now: now["legal"] == "play", state)
    other = Mouse(new_page(), address)
    other.page.goto(mouse.page.url)
    assert other.rested()["seq"] == state["seq"]
    other.check_shown()
    other.step(state)
    state = other.rested(state)
    mouse.page.wait_for_function(
        "seq => document.querySelector('.table').dataset.seq === seq", arg=state["seq"]
    )
    mouse.check_shown()
    mouse.step(mouse.rested())
    mouse.rested(state)


class Line:
    """The socket of a page, with a hand on it."""

    def __init__(self, page: Page) -> None:
        self.sockets: list[WebSocketRoute] = []
        self.deaf = False
        self.sent: list[dict[str, Any]] = []
        page.route_web_socket("**/socket", self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        self.sockets.append(socket)

        def sent(data: str | bytes) -> None:
            self.sent.append(json.loads(data))
            server.send(data)

        def received(data: str | bytes) -> None:
            if not self.deaf:
                socket.send(data)

        socket.on_message(sent)
        server.on_message(received)

    def cut(self) -> None:
        """Lose the line."""
        self.deaf = False
        self.sockets[-1].close()


def test_a_lost_answer_is_asked_for_again(mouse: Mouse) -> None:
    """
    The line breaks after a card was played and before the answer came: the page takes the line
    up again and sends the same command with the same id; the card is played once.
    """
    line = Line(mouse.page)
    state = mouse.sit_down("ten-points", declarer=0)
    state = mouse.play_until(lambda now: now["legal"] == "play", state)
    held = len(mouse.page.evaluate(CARDS)["hand"])
    line.deaf = True
    mouse.step(state)
    mouse.page.locator(".table[data-busy=yes]").wait_for()
    line.cut()
    mouse.page.locator(".table[data-line=lost]").wait_for(state="attached")
    assert mouse.page.locator(".net").is_visible()
    mouse.page.locator(".table[data-line=open][data-busy=no]").wait_for()
    assert not mouse.page.locator(".net").is_visible()
    mouse.page.wait_for_function(
        "n => document.querySelectorAll('.hand .card').length === n", arg=held - 1
    )
    acts = [message for message in line.sent if message["type"] == "act"]
    assert acts[-2]["id"] == acts[-1]["id"]


def test_a_tab_that_is_behind_is_brought_up_to_date(
    mouse: Mouse, new_page: Callable[[], Page], address: str
) -> None:
    """A tab that missed what another one did gets no action through, and the true state instead."""
    state = mouse.sit_down("ten-points", declarer=0)
    state = mouse.play_until(lambda now: now["legal"] == "play", state)
    other = Mouse(new_page(), address)
    line = Line(other.page)
    other.page.goto(mouse.page.url)
    other.page.locator(".table[data-legal=play]").wait_for()
    line.deaf = True
    mouse.step(state)
    state = mouse.rested(state)
    line.deaf = False
    other.click(other.open_card(-1))
    other.page.wait_for_function(
        "seq => document.querySelector('.table').dataset.seq === seq", arg=state["seq"]
    )
    assert mouse.page.evaluate(CARDS) == other.page.evaluate(CARDS)


def test_a_server_that_is_killed_comes_back(
    page: Page, faults: list[str], serve: Any, tmp_path: Path
) -> None:
    """
    The server's process is killed and started again over the same data: the page says so quietly,
    takes the line up by itself, and the match goes on where it stood.
    """
    with serve(tmp_path) as (address, server):
        mouse = Mouse(page, address)
        state = mouse.sit_down("ten-points", declarer=0)
        state = mouse.play_until(lambda now: now["trick"] == "3" and now["legal"] == "play", state)
        shown = page.evaluate(CARDS)
        server.kill()
        server.wait()
        page.locator(".net").wait_for()
    with serve(tmp_path, int(address.rpartition(":")[2])):
        assert state == mouse.rested()
        assert shown == page.evaluate(CARDS)
        mouse.step(state)
        mouse.rested(state)
        mouse.check_shown()
    # That the line could not be had meanwhile is the browser's own report.
    faults[:] = [fault for fault in faults if "WebSocket connection" not in fault]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("protocol", "Reload it"),
        ("unknown-table", "no such table"),
        ("not-your-table", "another browser"),
    ],
)
def test_a_line_that_ends_for_good(mouse: Mouse, address: str, code: str, said: str) -> None:
    """An old page asks to be loaded anew, and a table that is not ours says so; no asking again."""
    opened: list[WebSocketRoute] = []

    def refuse(socket: WebSocketRoute) -> None:
        opened.append(socket)
        socket.on_message(
            lambda _: socket.send(json.dumps({"type": "error", "code": code, "params": {}}))
        )

    mouse.page.route_web_socket("**/socket", refuse)
    mouse.page.goto(f"{address}/table/nowhere?pace=none")
    sheet = mouse.page.locator("[data-sheet=failure]")
    sheet.wait_for()
    assert said in sheet.inner_text()
    assert len(opened) == 1


def test_a_strange_table_is_refused_by_the_server(mouse: Mouse, address: str) -> None:
    """The address of a table that is not there shows a sentence and a way home."""
    mouse.page.goto(f"{address}/table/nowhere?pace=none")
    mouse.page.locator("[data-sheet=failure][data-code=unknown-table]").wait_for()
    mouse.page.locator("[data-sheet=failure] .btn--main").click()
    mouse.page.locator("[data-do=play]").wait_for()
