"""The table: what it explains, how it moves, how it is used without a mouse, where it fits."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute

from mouse import CARDS, Mouse, State


def _to_follow(now: State) -> bool:
    return now["legal"] == "play"


def _must_follow(mouse: Mouse) -> bool:
    """Return whether a card of the hand may not be played now."""
    legal = mouse.view["legal"]
    return legal["type"] == "play" and len(legal["cards"]) < len(mouse.view["hand"])


def _reach_following(mouse: Mouse, **options: str) -> State:
    state = mouse.sit_down("ten-points", declarer=0, points="1000", **options)
    return mouse.play_until(
        lambda now: now["legal"] == "play" and not now["sheet"] and _must_follow(mouse), state
    )


def test_a_card_that_may_not_be_played_says_why(mouse: Mouse) -> None:
    """
    Cards that follow are raised, the others dimmed; a click on a dimmed one is refused in words
    that name the card and the suit led, and nothing changes.
    """
    state = _reach_following(mouse)
    shown = mouse.page.evaluate(CARDS)
    raised = mouse.page.locator(".hand li.is-up button")
    assert sorted(mouse.view["legal"]["cards"]) == sorted(
        one.get_attribute("data-card") or "" for one in raised.all()
    )
    dimmed = mouse.page.locator(".hand li.is-off button").first
    name = (dimmed.get_attribute("aria-label") or "").lower()
    mouse.click(dimmed)
    mouse.page.locator(".say", has_text="was led").wait_for()
    led = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}[mouse.view["trick"][0][0]]
    said = mouse.said().lower()
    assert f"not the {name}" in said
    assert f"{led} was led" in said
    assert state["seq"] == mouse.shown()["seq"]
    assert shown == mouse.page.evaluate(CARDS)


def test_used_contracts_are_struck(mouse: Mouse) -> None:
    """A contract used up says in which deal, and a click on it is refused in words."""
    state = mouse.sit_down("fifteen-deals", declarer=0)
    state = mouse.play_until(
        lambda now: now["legal"] == "announce" and bool(mouse.view["used"][0]), state
    )
    used = mouse.view["used"][0][0]
    key = mouse.page.locator(f".key[data-key={used}]")
    assert key.get_attribute("aria-disabled") == "true"
    assert "used in deal" in key.inner_text()
    key.click(force=True)
    mouse.page.locator(".say", has_text="before in this match").wait_for()
    assert state["seq"] == mouse.shown()["seq"]


def test_a_pass_brings_new_cards(mouse: Mouse) -> None:
    """The pass is a key like the contracts; after it the same declarer gets other cards."""
    state = mouse.sit_down("fifteen-deals", declarer=0)
    before = mouse.view["hand"]
    mouse.page.locator(".key[data-key=pass]").click()
    mouse.press_main()
    state = mouse.rested(state)
    if state["legal"] == "":
        mouse.press_main()
        state = mouse.rested(state)
    assert state["legal"] == "announce"
    assert mouse.view["declarer"] == 0
    assert before != mouse.view["hand"]
    assert mouse.page.locator(".key[data-key=pass]").get_attribute("aria-disabled") == "true"


def test_the_last_trick_on_demand(mouse: Mouse) -> None:
    """After a trick its three cards can be seen again in the place of the sentence."""
    state = mouse.sit_down("ten-points", declarer=0)
    state = mouse.play_until(lambda now: now["trick"] == "2" and now["legal"] == "play", state)
    mouse.page.locator(".tools button").click()
    shown = [one.get_attribute("data-card") for one in mouse.page.locator(".shelf .card").all()]
    assert mouse.view["tricks"][-1]["cards"] == shown
    mouse.page.locator(".tools button").click()
    assert mouse.page.locator(".shelf").is_hidden()


def test_motion_is_skipped_by_a_click(mouse: Mouse) -> None:
    """
    With the page's clock stopped a trick would rest for ever: a click brings everything to its end,
    and choosing a card does so too, without playing against what has not been seen.
    """
    state = mouse.sit_down("ten-points", declarer=0)
    state = mouse.play_until(lambda now: now["legal"] == "play", state)

    def plays() -> int:
        return sum(one.get("action", {}).get("type") == "play" for one in mouse.commands())

    before = plays()
    mouse.page.clock.install()
    mouse.page.goto(mouse.page.url.replace("pace=none", "pace=calm"))
    mouse.rested()
    mouse.page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))

    def click_mat() -> None:
        mouse.page.mouse.click(640, 250)

    def click_card() -> None:
        mouse.click(mouse.open_card())

    def play() -> dict[str, Any]:
        """Play a card, wait for the others' on the socket, and return the last trick."""
        since = mouse.seq
        click_card()
        while mouse.seq == since or mouse.view["turn"] != mouse.view["viewer"]:
            mouse.page.evaluate("0")  # The others' cards are on their way.
        assert mouse.shown()["still"] == "no"
        trick: dict[str, Any] = mouse.view["tricks"][-1]
        return trick

    played = 1
    trick = play()
    # Whoever played last and took the trick has seen all there is: his click would count.
    while (trick["leader"] + 2) % 3 == 0 and trick["winner"] == 0:
        click_mat()
        mouse.page.locator(".table[data-still=yes]").wait_for()
        trick = play()
        played += 1
    # By key: under the pointer the hand closes up meanwhile, and another card might lie there.
    mouse.open_card().focus()
    mouse.page.keyboard.press("Enter")
    mouse.page.locator(".table[data-still=yes]").wait_for()
    mouse.check_shown()
    # What the socket sent would have been reported by the time the server has answered this.
    mouse.page.evaluate("fetch('/api/rules').then((answer) => answer.text())")
    assert plays() - before == played
    play()
    click_mat()
    mouse.page.locator(".table[data-still=yes]").wait_for()
    mouse.check_shown()
    assert plays() - before == played + 1


def test_motion_shows_each_card(mouse: Mouse) -> None:
    """Told card by card: between the viewer's play and his next turn, every trick was complete."""
    state = mouse.sit_down("ten-points", declarer=0)
    mouse.play_until(lambda now: now["legal"] == "play", state)
    mouse.page.goto(mouse.page.url.replace("pace=none", "pace=brisk"))
    mouse.rested()
    mouse.page.evaluate(
        """() => {
          window.most = 0;
          const trick = document.querySelector(".trick");
          new MutationObserver(() => {
            window.most = Math.max(window.most, trick.querySelectorAll(".card").length);
          }).observe(trick, { childList: true });
        }"""
    )
    mouse.click(mouse.open_card())
    mouse.page.locator(".table[data-still=no]").wait_for()
    mouse.page.locator(".table[data-still=yes]").wait_for()
    assert mouse.page.evaluate("window.most") == 3
    mouse.check_shown()


def test_keys_alone(mouse: Mouse) -> None:
    """A deal can be played by Tab, arrows and Enter; the focus stays in the hand after a card."""
    state = mouse.sit_down("ten-points", declarer=0)
    page = mouse.page
    page.locator(".key").first.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.key')")
    page.locator(".say .btn--turn").focus()
    page.keyboard.press("Enter")
    state = mouse.rested(state)
    page.locator(".hand button").first.focus()
    for _ in range(4):
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    page.locator(".say .btn--turn").focus()
    page.keyboard.press("Enter")
    state = mouse.rested(state)
    for _ in range(3):
        mouse.open_card().focus()
        page.keyboard.press("Enter")
        state = mouse.rested(state)
        assert page.evaluate("document.activeElement.closest('.hand') !== null")
    mouse.check_shown()


def test_one_live_region_and_names_everywhere(mouse: Mouse) -> None:
    """`say` is the only part that speaks by itself; every button has a name; so has every plate."""
    mouse.play_until(_to_follow, mouse.sit_down("ten-points", declarer=0))
    live = "[aria-live], [role=status], [role=alert], [role=log]"
    assert mouse.page.locator(live).count() == 1
    unnamed = mouse.page.evaluate(
        """() => [...document.querySelectorAll("button, a, input")]
          .filter((node) => node.getClientRects().length)
          .filter((node) => !(node.getAttribute("aria-label") || node.textContent.trim()))
          .map((node) => node.outerHTML)"""
    )
    assert unnamed == []
    plate = mouse.page.locator(".seat--left .sr").inner_text()
    assert re.search(r"Target .*taken\. .* to go\. Match score .* cards in hand\.", plate)


# So that no match ends before everything was seen.
ENDLESS = {"ten-points": {"points": "1000"}, "fifteen-deals": {"once": "no", "deals": "1000"}}
SIZES = [(360, 740), (320, 568), (390, 844), (844, 390), (640, 400), (768, 1024), (1280, 800)]

# Nothing scrolls in play, nothing lies over a card or a button that is not its neighbour.
OVERLAPS = """() => {
  const parts = [".bar-a", ".bar-b", ".seat--left", ".seat--right", ".say", ".seat--me", ".hand"];
  const boxes = parts.map((part) => document.querySelector(part).getBoundingClientRect());
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push("scrolls sideways");
  if (root.scrollHeight > innerHeight) found.push("scrolls");
  boxes.forEach((one, i) => boxes.slice(i + 1).forEach((other, j) => {
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (wide > 1 && high > 1) found.push(`${parts[i]} lies over ${parts[i + 1 + j]}`);
  }));
  return found;
}"""


@pytest.mark.parametrize("preset", ["ten-points", "fifteen-deals"])
def test_every_phase_fits(mouse: Mouse, preset: str, shots: Any) -> None:
    """At seven sizes from a small phone to a desktop no phase scrolls and no part overlaps."""
    seen: set[str] = set()

    def look(phase: str) -> None:
        seen.add(phase)
        for width, height in SIZES:
            mouse.page.set_viewport_size({"width": width, "height": height})
            assert mouse.page.evaluate(OVERLAPS) == [], (phase, width, height)
            if shots:
                mouse.page.screenshot(path=shots / f"{preset}-{phase}-{width}x{height}.png")
        mouse.page.set_viewport_size({"width": 1280, "height": 800})

    exchange = "give" if preset == "ten-points" else "draw"
    third = 1 if preset == "ten-points" else 2
    state = mouse.sit_down(preset, third, targets="13-2-1", **ENDLESS[preset])
    while not {"announce", "discard", exchange, "play"} <= seen:
        if not state["sheet"] and state["legal"] not in seen:
            look(state["legal"])
        mouse.step(state)
        state = mouse.rested(state)


def _with_changed_hello(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Let a page see the server's state with something changed in it."""

    def opened(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def received(data: str | bytes) -> None:
            message = json.loads(data)
            if message["type"] == "hello":
                change(message["view"])
            socket.send(json.dumps(message))

        server.on_message(received)

    page.route_web_socket("**/socket", opened)


@pytest.mark.parametrize(
    ("by", "winners", "totals", "last", "decides", "title"),
    [
        ("total", [1], [3, 10, -13], [1, 2, -3], None, "wins."),
        ("up", [0], [10, 10, -20], [3, 1, -4], "Most up in the last deal", "You win."),
        ("trick", [0], [10, 10, -20], [2, 2, -4], "Latest trick taken", "You win."),
        ("shared", [0, 2], [5, -10, 5], [1, -2, 1], "Equal totals share the win", "share the win."),
        ("tricks", [0], [4, -2, -2], [4, -2, -2], None, "You win."),
        ("declared", [], [0, 0, 0], [0, 0, 0], None, "Nobody wins."),
    ],
)
def test_the_end_explains_itself(
    mouse: Mouse,
    by: str,
    winners: list[int],
    totals: list[int],
    last: list[int],
    decides: str | None,
    title: str,
) -> None:
    """The end names the winner; after a tie a ladder shows each step and the one that decided."""
    trick = {"leader": 0, "cards": ["S2", "S3", "S4"]}

    def over(view: dict[str, Any]) -> None:
        played = {"number": 1, "declarer": 0, "contract": "S", "won": [8, 5, 3], "scores": last}
        view.update(phase="over", turn=None, legal=None, winners=winners, by=by, totals=totals)
        view.update(last=last, deals=[played], played=1, won=[12, 2, 2])
        view["tricks"] = [trick | {"winner": winner} for winner in (1, 2, 0)]

    _with_changed_hello(mouse.page, over)
    mouse.want("ten-points")
    mouse.home()
    mouse.page.click("[data-do=play]")
    sheet = mouse.page.locator("[data-sheet=end]")
    sheet.wait_for()
    assert title in sheet.inner_text()
    ladder = sheet.locator(".tie.is-on")
    if decides is None:
        assert sheet.locator(".ties").count() == 0
    else:
        assert decides in ladder.inner_text()
    assert (by == "trick") == ("You trick 3" in sheet.inner_text())


def test_reduced_motion_keeps_the_game_going(
    browser: Browser, address: str, faults: list[str]
) -> None:
    """With reduced motion nothing travels, and a trick is still told and comes to its end."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    mouse = Mouse(page, address)
    state = mouse.sit_down("ten-points", declarer=0, query="?pace=brisk")
    for _ in range(4):
        mouse.step(state)
        state = mouse.rested(state)
        mouse.check_shown()
    context.close()


def test_touch(browser: Browser, address: str, faults: list[str]) -> None:
    """On a phone the same cards are chosen by tapping the strip that shows."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    mouse = Mouse(page, address)
    # At a pace, as two taps on one place in a moment count as one.
    state = mouse.sit_down("ten-points", declarer=0, query="?pace=brisk")

    def tap(selector: str) -> None:
        box = page.locator(selector).first.bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + 10, box["y"] + 0.3 * box["height"])

    tap(".key")
    tap(".say .btn--turn")
    state = mouse.rested(state)
    for _ in range(4):
        tap(".hand li:not(.is-picked) button")
    tap(".say .btn--turn")
    state = mouse.rested(state)
    for _ in range(3):
        tap(".hand li:not(.is-off) button")
        state = mouse.rested(state)
        mouse.check_shown()
    context.close()
