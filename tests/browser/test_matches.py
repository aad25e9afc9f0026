"""Whole matches by mouse, in a real browser against a real server."""

import pytest

from mouse import Mouse, State


def _is_end(state: State) -> bool:
    return state["sheet"] == "end"


@pytest.mark.parametrize(
    ("preset", "phases"),
    [
        ("ten-points", {"contract", "discard", "play"}),
        ("fifteen-deals", {"contract", "discard", "play", "dealing"}),
        ("classic", {"contract", "discard", "play"}),
    ],
)
def test_a_match_is_played_by_mouse(mouse: Mouse, preset: str, phases: set[str]) -> None:
    """
    A match goes from the home page to its end by clicks alone; at every rest the page shows what
    the server sent; the winner on the last sheet is the server's.
    """
    options = {"tricks": "9"} if preset == "classic" else {}
    seen: set[str] = set()

    def is_end(state: State) -> bool:
        seen.add(state["phase"])
        return _is_end(state)

    state = mouse.sit_down(preset, declarer=0, **options)
    mouse.play_until(is_end, state)
    assert phases <= seen
    sheet = mouse.page.locator("[data-sheet=end]")
    assert " ".join(map(str, mouse.view["winners"])) == sheet.get_attribute("data-winners")
    assert sheet.locator(".place--win").count() == len(mouse.view["winners"])
    if preset == "fifteen-deals":
        assert mouse.view["played"] == 15


def test_exchange_by_giving(mouse: Mouse) -> None:
    """
    In `ten-points` a player who was up gives cards one by one: first click picks, second confirms;
    the ledger shows what went and what came back, and the hand has it.
    """
    state = mouse.sit_down("ten-points", declarer=1, targets="13-2-1", points="1000")
    state = mouse.play_until(lambda now: now["legal"] == "give", state)
    done = len(mouse.view["gives"])
    card = mouse.page.locator(".hand li button").last
    mouse.click(card)
    assert "is-picked" in (card.locator("xpath=..").get_attribute("class") or "")
    assert mouse.page.locator(".say .btn--turn").count() == 1
    mouse.click(card)
    mouse.rested(state)
    given = mouse.view["gives"][done]
    assert mouse.view["viewer"] == given["up"]
    if mouse.view["phase"] == "exchange":
        row = mouse.page.locator(".ledger li:not(.now)", has_text="You gave").last
        shown = [one.get_attribute("data-card") for one in row.locator(".card").all()]
        assert [given["card"], given["back"]] == shown
    mouse.check_shown()


def test_exchange_by_naming_a_suit(mouse: Mouse) -> None:
    """
    In `fifteen-deals` a player who was up names a player and a suit; the card that goes is marked
    in the hand; a suit that he does not hold is refused in words.
    """
    state = mouse.sit_down("fifteen-deals", declarer=2, targets="13-2-1")
    state = mouse.play_until(lambda now: now["legal"] == "draw", state)
    choice = mouse.view["legal"]["choices"][0]
    for suit in "SHDC":
        mouse.page.locator(f".key[data-key={suit}]").click()
        if suit in choice["suits"]:
            picked = mouse.page.locator(".hand li.is-picked button")
            assert [choice["suits"][suit]] == [
                one.get_attribute("data-card") for one in picked.all()
            ]
        else:
            mouse.page.get_by_text("You hold no").wait_for()
    done = len(mouse.view["gives"])
    mouse.draw()
    mouse.rested(state)
    assert len(mouse.view["gives"]) == done + 1 or mouse.view["phase"] != "exchange"
    mouse.check_shown()


def test_kitty_is_swapped_card_by_card(mouse: Mouse) -> None:
    """
    The seen kitty: mark one of its cards, then a card of the hand; swap back; four times; Start
    lays away what lies there then.
    """
    state = mouse.sit_down("fifteen-deals", declarer=0)
    state = mouse.play_until(lambda now: now["legal"] == "discard", state)
    page = mouse.page
    away = page.locator(".tray button.card")
    kitty = [one.get_attribute("data-card") for one in away.all()]
    assert sorted(mouse.view["kitty"]["cards"]) == sorted(card or "" for card in kitty)

    def swap(place: int) -> None:
        """Swap with the first card of the hand that was not in the kitty."""
        mouse.click(away.nth(place))
        assert "Now a card of your hand" in mouse.said()
        held = [one.get_attribute("data-card") for one in page.locator(".hand li button").all()]
        own = next(card for card in held if card not in kitty)
        mouse.click(page.locator(f".hand button[data-card={own}]"))

    swap(0)
    changed = away.first.get_attribute("data-card")
    assert changed != kitty[0]
    mouse.click(away.first)
    mouse.click(page.locator(f".hand button[data-card={kitty[0]}]"))
    assert kitty == [one.get_attribute("data-card") for one in away.all()]
    for place in range(4):
        swap(place)
    laid = {one.get_attribute("data-card") for one in away.all()}
    assert not laid & set(kitty)
    mouse.press_main()
    mouse.rested(state)
    assert laid == set(mouse.view["discard"])
    mouse.check_shown()


def test_laying_away_unseen_counts_to_four(mouse: Mouse) -> None:
    """
    The blind discard: the button counts and is dead before four, and says so when it is pressed;
    a fifth card is refused in words; a picked card can be taken back.
    """
    state = mouse.sit_down("ten-points", declarer=0)
    state = mouse.play_until(lambda now: now["legal"] == "discard", state)
    page = mouse.page
    main = page.locator(".say button")
    for place in range(3):
        mouse.click(page.locator(".hand li button").nth(place))
    assert main.inner_text() == "Lay away 3 of 4"
    assert main.get_attribute("aria-disabled") == "true"
    main.click(force=True)
    page.get_by_text("cards are to be laid away, not").wait_for()
    mouse.click(page.locator(".hand li button").nth(3))
    mouse.click(page.locator(".hand li button").nth(4))
    page.get_by_text("cards are to be laid away, not").wait_for()
    assert page.locator(".hand li.is-picked").count() == 4
    mouse.click(page.locator(".hand li.is-picked button").first)
    assert page.locator(".hand li.is-picked").count() == 3
    mouse.click(page.locator(".hand li button").nth(5))
    picked = page.locator(".hand li.is-picked button")
    laid = {one.get_attribute("data-card") for one in picked.all()}
    mouse.press_main()
    mouse.rested(state)
    assert laid == set(mouse.view["discard"])
    assert len(mouse.view["hand"]) >= 15
