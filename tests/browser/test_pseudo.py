"""No word is written into the code: a made-up language leaves no plain word on any screen."""

import re
from importlib import resources

from fluent.syntax import ast, parse, serialize
from fluent.syntax.visitor import Transformer
from playwright.sync_api import Page, Route

from mouse import Mouse

# Each letter keeps its look and becomes another character, as in ordinary pseudo-locales.
ORDINARY = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MADE_UP = "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"
TABLE = str.maketrans(ORDINARY, MADE_UP)

# Everything that is read out or shown, with where it stands.
TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) found.push(walk.currentNode.data);
  for (const node of document.body.querySelectorAll("*")) {
    for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"]) {
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    }
  }
  return [...found, document.title];
}"""

# The player, and the bots' first names, are nobody's language.
NAMES = {"Ada", "Robin", "Kim", "Sacha", "Jo", "Andrea", "Noor"}


class _MadeUp(Transformer):
    """Write every text of a resource in the made-up language; marks stay."""

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:  # noqa: N802
        pieces = re.split(r"(</?(?:b|chip)>)", node.value)
        node.value = "".join(
            piece if piece.startswith("<") else piece.translate(TABLE) for piece in pieces
        )
        return node

    def visit_StringLiteral(self, node: ast.StringLiteral) -> ast.StringLiteral:  # noqa: N802
        return node


def made_up(source: str) -> str:
    """Return an .ftl file in the made-up language."""
    text: str = serialize(_MadeUp().visit(parse(source)))
    return text


def _speak_made_up(page: Page) -> None:
    file = resources.files("sergeantmajor.words") / "en.ftl"
    source = made_up(file.read_text(encoding="utf-8"))

    def answer(route: Route) -> None:
        route.fulfill(body=source.encode(), content_type="text/plain; charset=utf-8")

    page.route("**/words/en.ftl", answer)


def _plain_words(page: Page) -> set[str]:
    words = {word for text in page.evaluate(TEXTS) for word in re.findall(r"[A-Za-z]+", text)}
    return words - NAMES


def test_made_up_words_are_made_up() -> None:
    """The check can fail: no plain word is left in the file; marks and arguments stay."""
    source = made_up("say = <b>Your turn.</b> { $name } led { SUIT($suit) }.\n")
    assert source == "say = <b>Ýöûŕ ţûŕñ.</b> { $name } ļéð { SUIT($suit) }.\n"


def test_home_and_options_have_no_plain_word(mouse: Mouse) -> None:
    """The first page, its dialog, and the page on which a table is set, with a contradiction."""
    _speak_made_up(mouse.page)
    mouse.want("ten-points")
    mouse.home()
    assert _plain_words(mouse.page) == set()
    mouse.page.locator(".home__more .btn").last.click()
    mouse.page.locator("dialog").wait_for()
    assert _plain_words(mouse.page) == set()
    mouse.page.keyboard.press("Escape")
    mouse.page.click("[data-do=options]")
    mouse.page.locator("[data-option=once] i").click()
    mouse.page.locator(".foot .trouble").wait_for()
    assert _plain_words(mouse.page) == set()


def test_the_table_has_no_plain_word(mouse: Mouse) -> None:
    """Every phase of both rule sets, the sheets between deals, the end, and this match."""
    _speak_made_up(mouse.page)
    seen: set[str] = set()

    def look(where: str) -> None:
        seen.add(where)
        assert _plain_words(mouse.page) == set(), where

    state = mouse.sit_down("ten-points", declarer=1, targets="13-2-1", points="1000")
    while not {"announce", "discard", "give", "play", "score"} <= seen:
        look(state["sheet"] or state["legal"])
        mouse.step(state)
        state = mouse.rested(state)
    if state["sheet"]:
        mouse.step(state)
        mouse.rested(state)
    mouse.page.locator(".bar-a button").click()
    mouse.page.locator("[data-sheet=match]").wait_for()
    look("match")


def test_drawing_and_the_kitty_have_no_plain_word(mouse: Mouse) -> None:
    """The phases that only `fifteen-deals` has, and the end of a match."""
    _speak_made_up(mouse.page)
    seen: set[str] = set()
    state = mouse.sit_down("fifteen-deals", declarer=0, targets="13-2-1", deals="3")
    while state["sheet"] != "end":
        if state["legal"] == "discard":
            mouse.click(mouse.page.locator(".tray button.card").first)
        seen.add(state["sheet"] or state["legal"])
        assert _plain_words(mouse.page) == set(), state
        if state["legal"] == "discard":
            mouse.click(mouse.page.locator(".tray button.card").first)
        mouse.step(state)
        state = mouse.rested(state)
    assert _plain_words(mouse.page) == set()
    assert {"announce", "discard", "play", "score"} <= seen
