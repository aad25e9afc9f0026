"""
A player who uses the page as people do: looks at it, and clicks where a card can be seen.

What the page shows is compared with what the server sent over the socket; nothing is asked of the
server behind the page's back.
"""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket

State = dict[str, str]

SHOWN = """() => {
  const table = document.querySelector(".table");
  const sheet = document.querySelector("[data-sheet]")?.dataset.sheet ?? "";
  return { ...(table?.dataset ?? {}), sheet };
}"""

# The page has come to rest at a state other than the one given, and there is something to do.
RESTED = """([seq, sheet]) => {
  const table = document.querySelector(".table");
  const now = document.querySelector("[data-sheet]")?.dataset.sheet ?? "";
  if (!table || table.dataset.still !== "yes" || table.dataset.busy === "yes") return false;
  if (table.dataset.line !== "open" || (table.dataset.seq === seq && now === sheet)) return false;
  const passed = document.querySelector(".say .btn--turn:not([hidden])");
  return table.dataset.legal || now || passed ? { ...table.dataset, sheet: now } : false;
}"""

CARDS = """() => {
  const cards = (selector) =>
    [...document.querySelectorAll(selector)].map((node) => node.dataset.card);
  const plate = (where) => document.querySelector(`.seat--${where}`);
  const seats = ["me", "left", "right"];
  return {
    hand: cards(".hand .card"),
    away: cards(".tray button.card"),
    open: cards(".hand li:not(.is-off) .card"),
    trick: cards(".trick .card"),
    won: seats.map((where) => Number(plate(where).dataset.won)),
    backs: seats.slice(1).map((where) => plate(where).querySelectorAll(".fan .card").length),
    totals: seats.map((where) => plate(where).querySelector(".seat__total b").textContent),
    lit: seats.filter((where) => plate(where).classList.contains("has-turn")),
  };
}"""


class Mouse:
    """One player's page, his pointer, and what the socket told it last."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.view: dict[str, Any] = {}
        self.seq = -1
        self.states: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.lower = False
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        def received(data: str | bytes) -> None:
            message = json.loads(data)
            if message["type"] in ("hello", "update"):
                self.view, self.seq = message["view"], message["seq"]
                self.states.append(message)

        socket.on("framereceived", received)
        socket.on("framesent", lambda data: self.sent.append(json.loads(data)))

    def commands(self) -> list[dict[str, Any]]:
        """Return the commands sent so far."""
        return [message for message in self.sent if message["type"] in ("act", "next")]

    # ── Getting there ────────────────────────────────────────────────────────────────────────────

    def want(self, preset: str, declarer: int | None = None, **options: str) -> None:
        """Make these the last settings of this browser, as if they had been played before."""
        wanted = {
            "preset": preset,
            "options": {key.replace("_", "-"): value for key, value in options.items()},
            "name": "Ada",
            "bots": ["recruit", "recruit"],
            "declarer": declarer,
        }
        once = "localStorage.getItem('wanted') ?? localStorage.setItem('wanted', {})"
        self.page.add_init_script(once.format(json.dumps(json.dumps(wanted))))

    def home(self, query: str = "?pace=none") -> None:
        """Open the first page."""
        self.page.goto(f"{self.address}/{query}")
        self.page.locator("[data-do=play]").wait_for()

    def sit_down(
        self,
        preset: str,
        declarer: int | None = None,
        query: str = "?pace=none",
        **options: str,
    ) -> State:
        """Come to a new table: one click from the opening of the page."""
        self.want(preset, declarer, **options)
        self.home(query)
        self.page.click("[data-do=play]")
        return self.rested()

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────

    def shown(self) -> State:
        """Return what the table says of itself now."""
        state: State = self.page.evaluate(SHOWN)
        return state

    def rested(self, since: State | None = None) -> State:
        """Wait until nothing moves and something is to be done, at another state than `since`."""
        asked = [since["seq"], since["sheet"]] if since else ["", "?"]
        state: State = self.page.wait_for_function(RESTED, arg=asked).json_value()
        while self.seq < int(state["seq"]):
            self.page.evaluate("0")  # What went over the socket is reported to us a little later.
        return state

    def said(self) -> str:
        """Return the host's sentence."""
        return " ".join(self.page.locator(".say [role=status]").inner_text().split())

    def check_shown(self) -> None:
        """The page shows what the server sent: cards, tricks, totals, turn, what may be done."""
        view = self.view
        mine = view["viewer"]
        seats = [mine, (mine + 1) % 3, (mine + 2) % 3]
        shown = self.page.evaluate(CARDS)
        assert sorted(view["hand"]) == sorted(shown["hand"] + shown["away"])
        assert [view["won"][seat] for seat in seats] == shown["won"]
        assert [view["counts"][seat] for seat in seats[1:]] == shown["backs"]
        assert [_signed(view["totals"][seat]) for seat in seats] == shown["totals"]
        lit = zip(("me", "left", "right"), seats, strict=True)
        assert [where for where, seat in lit if view["turn"] == seat] == shown["lit"]
        if view["phase"] == "play":
            assert sorted(view["trick"]) == sorted(shown["trick"])
        if view["legal"] and view["legal"]["type"] in ("play", "give"):
            assert sorted(view["legal"]["cards"]) == sorted(shown["open"])

    # ── Clicking ─────────────────────────────────────────────────────────────────────────────────

    def click(self, card: Locator, count: int = 1) -> None:
        """
        Click a card where it shows: its middle lies under its neighbour.

        A little higher and lower in turn, as two quick clicks on one place count as one.
        """
        box = card.bounding_box()
        assert box is not None
        self.lower = not self.lower
        y = box["y"] + (0.4 if self.lower else 0.2) * box["height"]
        self.page.mouse.click(box["x"] + 10, y, click_count=count)

    def press_main(self) -> None:
        """Press the one button of the phase."""
        self.page.locator(".say .btn--turn").click()

    def step(self, state: State) -> None:
        """Do one thing that may be done, by mouse."""
        if state["sheet"]:
            assert state["sheet"] == "score"
            self.page.click("[data-do=next]")
            return
        steps: dict[str, Callable[[], None]] = {
            "play": lambda: self.click(self.open_card()),
            "give": self.give,
            "draw": self.draw,
            "announce": self.announce,
            "discard": self.discard,
            "": self.press_main,
        }
        steps[state["legal"]]()

    def open_card(self, place: int = 0) -> Locator:
        """Return a card that may be played, the first by default."""
        return self.page.locator(".hand li:not(.is-off) button").nth(place)

    def give(self) -> None:
        """Give the lowest card at the end of the hand: pick it, confirm it."""
        self.click(self.page.locator(".hand li button").last)
        self.press_main()

    def draw(self) -> None:
        """Ask the last player who owes for the last suit held."""
        self.page.locator(".seg label").last.click()
        self.page.locator(".key:not([aria-disabled])").last.click()
        self.press_main()

    def announce(self) -> None:
        """Announce the open contract with the most cards, as one who wants to win."""
        hand = [card[0] for card in self.view["hand"]]
        best = max(self.view["legal"]["contracts"], key=hand.count)
        self.page.locator(f".key[data-key={best}]").click()
        self.press_main()

    def discard(self) -> None:
        """Lay four cards away: swap one with a seen kitty, or pick four of the hand."""
        kitty = self.page.locator(".tray button.card")
        if kitty.count():
            self.click(kitty.first)
            self.click(self.page.locator(".hand li button").last)
        else:
            for _ in range(4):
                self.click(self.page.locator(".hand li:not(.is-picked) button").last)
        self.press_main()

    def play_until(self, ends: Callable[[State], bool], state: State | None = None) -> State:
        """Play on until a state at rest is as wanted; every state is compared on the way."""
        state = state or self.rested()
        while not ends(state):
            if not state["sheet"]:
                self.check_shown()
            self.step(state)
            state = self.rested(state)
        return state


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "0"
