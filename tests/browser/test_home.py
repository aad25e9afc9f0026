"""The first page and the setting of a table."""

import json
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Locator

from mouse import Mouse
from sergeantmajor.options import OPTIONS
from sergeantmajor.words import words


def _options(mouse: Mouse, preset: str = "ten-points") -> None:
    mouse.want(preset)
    mouse.home()
    mouse.page.click("[data-do=options]")
    mouse.page.locator("[data-option=end]").wait_for()


def _option(mouse: Mouse, key: str) -> Locator:
    return mouse.page.locator(f"[data-option={key}]")


def _start(mouse: Mouse) -> Locator:
    return mouse.page.locator("[data-do=start]")


def test_one_click_to_the_table(mouse: Mouse) -> None:
    """A first visit: the page opens, one click on "Play now", and the cards are there."""
    mouse.page.goto(f"{mouse.address}/?pace=none")
    mouse.page.click("[data-do=play]")
    mouse.rested()
    assert len(mouse.view["hand"]) == 16
    assert mouse.view["rules"]["text"] == "ten-points"
    assert "/table/" in mouse.page.url


def test_the_other_rule_set_is_one_click_too(mouse: Mouse) -> None:
    """The second door opens the rule set that was not played last."""
    mouse.home()
    mouse.page.click("[data-do=other]")
    mouse.rested()
    assert mouse.view["rules"]["text"] == "fifteen-deals"


def test_every_option_is_offered_and_explained(mouse: Mouse) -> None:
    """Every rule option that applies has a row with its name and a sentence."""
    seen: set[str] = set()
    _options(mouse, "fifteen-deals")
    for preset in ("fifteen-deals", "ten-points", "classic"):
        mouse.page.locator(f"input[name=preset][value={preset}]").check(force=True)
        end = {"fifteen-deals": "deals", "ten-points": "points", "classic": "tricks"}[preset]
        _option(mouse, end).wait_for()
        for row in mouse.page.locator("[data-option]").all():
            key = row.get_attribute("data-option") or ""
            seen.add(key)
            assert words().say(f"option-{key}") in row.inner_text()
            assert words().say(f"option-{key}-about") in row.inner_text()
    assert {option.key for option in OPTIONS} == seen


def test_a_contradiction_is_explained_and_keeps_the_table_closed(mouse: Mouse) -> None:
    """Options that can't stand together say why, beside both; no table opens until one yields."""
    _options(mouse)
    _option(mouse, "once").locator("i").click()
    said = "only goes with an end after a number of deals"
    mouse.page.locator(".foot", has_text=said).wait_for()
    assert said in _option(mouse, "once").inner_text()
    assert said in _option(mouse, "end").inner_text()
    assert _start(mouse).get_attribute("aria-disabled") == "true"
    _start(mouse).click(force=True)
    _option(mouse, "end").locator("label", has_text="after deals").click()
    mouse.page.locator(".foot", has_text="at most three deals for each contract").wait_for()
    _option(mouse, "deals").locator("input").fill("12")
    _option(mouse, "deals").locator("input").blur()
    mouse.page.locator("[data-do=start]:not([aria-disabled=true])").wait_for()
    _start(mouse).click()
    mouse.rested()
    assert mouse.view["rules"]["values"]["once"] == "yes"
    assert mouse.view["rules"]["values"]["deals"] == "12"


def test_a_bad_value_is_explained(mouse: Mouse) -> None:
    """Targets that don't add up say what is wanted; the rules as published are one click away."""
    _options(mouse)
    _option(mouse, "targets").locator("input").fill("8-5-4")
    _option(mouse, "targets").locator("input").blur()
    mouse.page.locator(".foot", has_text="Three falling numbers that add up to 16").wait_for()
    mouse.page.locator("[data-do=reset]").click()
    mouse.page.locator(".foot .trouble").wait_for(state="detached")
    assert _option(mouse, "targets").locator("input").input_value() == "8-5-3"


def test_options_that_lapse_are_given_up(mouse: Mouse) -> None:
    """A number set for one end of the match does not stand in the way of another end."""
    _options(mouse)
    _option(mouse, "points").locator("input").fill("21")
    _option(mouse, "points").locator("input").blur()
    mouse.page.locator("[data-do=reset]").wait_for()
    _option(mouse, "end").locator("label", has_text="by tricks").click()
    _option(mouse, "tricks").wait_for()
    assert mouse.page.locator(".foot .trouble").count() == 0
    assert _option(mouse, "points").count() == 0


def test_what_was_chosen_is_played(mouse: Mouse) -> None:
    """Name, bots, first declarer and options arrive at the table, and are there the next time."""
    _options(mouse)
    mouse.page.locator("input[name=name]").fill("Zoë")
    mouse.page.locator("input[name=bot-0][value=corporal]").check(force=True)
    mouse.page.locator("input[name=declarer][value='2']").check(force=True)
    _option(mouse, "must-trump").locator("i").click()
    mouse.page.locator("[data-do=reset]").wait_for()
    _start(mouse).click()
    mouse.rested()
    assert mouse.view["rules"]["text"] == "ten-points must-trump=yes"
    listed = mouse.page.evaluate("fetch('/api/tables').then((answer) => answer.json())")
    table = listed["tables"][0]
    assert table["players"][0]["name"] == "Zoë"
    assert [player["bot"] for player in table["players"]] == [None, "corporal/1", "recruit/1"]
    mouse.home()
    assert "one rule changed" in mouse.page.locator("[data-do=play]").inner_text()


def test_a_bad_name_is_explained(expected_faults: None, mouse: Mouse) -> None:
    """A name that the server refuses is refused in words, and nothing is lost."""
    _options(mouse)
    mouse.page.locator("input[name=name]").fill("A\u202eda")
    mouse.page.locator("[data-do=start]:not([aria-disabled=true])").click()
    mouse.page.locator(".trouble", has_text="can’t be shown").wait_for()
    assert mouse.page.locator("input[name=name]").input_value() == "A\u202eda"


@pytest.fixture
def expected_faults(faults: list[str]) -> Any:
    """The browser's own report of a refused request is no fault of the page."""
    yield
    faults[:] = [fault for fault in faults if "Failed to load resource" not in fault]


def test_a_server_that_is_gone_is_said(expected_faults: None, mouse: Mouse) -> None:
    """Without the server the page still stands, and says that it can't be reached."""
    mouse.home()
    mouse.page.route("**/api/tables", lambda route: route.abort())
    mouse.page.click("[data-do=play]")
    mouse.page.locator(".trouble", has_text="can’t be reached").wait_for()


def test_browser_and_command_line_say_the_same(mouse: Mouse) -> None:
    """Every message without arguments, and a sample with them, is the same in both runtimes."""
    mouse.home()
    source = (resources.files("sergeantmajor.words") / "en.ftl").read_text(encoding="utf-8")
    sample: list[tuple[str, dict[str, str | int]]] = [
        ("card", {"suit": "H", "rank": "T", "case": ""}),
        ("do-give", {"card": "SQ"}),
        ("ledger-picked", {"down": "Kim", "suit": "C", "rank": "A"}),
        ("say-follow", {"name": "Kim", "card": "D9", "suit": "D", "n": 3}),
        ("say-follow", {"name": "Kim", "card": "D9", "suit": "D", "n": 1}),
        ("seat-total", {"total": -12}),
        ("told-contract", {"you": "no", "name": "Kim", "contract": "N"}),
        ("reason-no-pass-left", {"passes": 2}),
        ("preset-changed", {"preset": "P", "n": 12}),
    ]
    for line in source.splitlines():
        name, equals, text = line.partition(" = ")
        if equals and not line.startswith((" ", "#", "[", "*")) and "{" not in text:
            sample.append((name, {}))
    assert len(sample) > 100
    module = mouse.page.locator("script[type=module]").get_attribute("src") or ""
    said = mouse.page.evaluate(
        "async ([module, sample]) => { const words = await import(module);"
        " return JSON.stringify(sample.map(([id, args]) => words.say(id, args))); }",
        [module.replace("main.js", "words.js"), [list(one) for one in sample]],
    )
    assert [words().say(name, args) for name, args in sample] == json.loads(said)
