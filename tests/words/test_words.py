"""The words: every code that the rules and the server hand out has a sentence in every language."""

import re
from collections.abc import Iterator
from importlib import resources

import pytest

from sergeantmajor.cards import CARDS
from sergeantmajor.errors import Reason
from sergeantmajor.options import OPTIONS
from sergeantmajor.presets import PRESETS
from sergeantmajor.rules import problems_of
from sergeantmajor.words import languages, words

LANGUAGES = pytest.mark.parametrize("language", languages())

# Parameters as the judge gives them, by the names in the docstrings of `Reason`.
PARAMS: dict[str, str | int] = {
    "seat": "1",
    "phase": "play",
    "card": "C2",
    "suit": "H",
    "held": "HK H4",
    "contract": "N",
    "passes": 1,
    "expected": 4,
    "count": 3,
    "down": "2",
}
# What the browser adds to them.
SHOWN: dict[str, str | int] = {"name": "Nour", "n": 2}


def _rules_codes() -> set[str]:
    files = [
        item for item in resources.files("sergeantmajor").iterdir() if item.name.endswith(".py")
    ]
    sources = (item.read_text(encoding="utf-8") for item in files)
    return {code for source in sources for code in re.findall(r'"(rules-[a-z-]+)"', source)}


@LANGUAGES
@pytest.mark.parametrize("reason", list(Reason))
def test_every_reason_has_a_sentence(language: str, reason: Reason) -> None:
    """A refused action is explained, with what the judge told and nothing missing."""
    sentence = words(language).say(f"reason-{reason.value}", PARAMS | SHOWN)
    assert "{" not in sentence
    assert len(sentence) > 10


@LANGUAGES
def test_every_problem_of_rules_has_a_sentence(language: str) -> None:
    """A contradiction of options is explained, naming the option."""
    codes = _rules_codes()
    assert "rules-once-end" in codes
    for code in sorted(codes):
        args = {
            "option": "OPT",
            "option-key": "once",
            "value": "V",
            "other": "OTHER",
            "preset": "P",
        }
        assert len(words(language).say(code, args)) > 10


@LANGUAGES
def test_problems_name_the_option(language: str) -> None:
    """The sentence of a contradiction that a player can make says which option it is about."""
    problems = problems_of("ten-points", {"once": "yes"})
    assert [problem.code for problem in problems] == ["rules-once-end"]
    sentence = words(language).say("rules-once-end", {"option": "OPT", "option-key": "once"})
    assert "OPT" in sentence


def _names_of_options() -> Iterator[str]:
    for preset in PRESETS:
        yield f"preset-{preset}"
        yield f"preset-{preset}-about"
    for option in OPTIONS:
        yield f"option-{option.key}"
        yield f"option-{option.key}-about"
        if option.values != ("yes", "no"):
            yield from (f"value-{option.key}-{value}" for value in option.values)


@LANGUAGES
@pytest.mark.parametrize("name", list(_names_of_options()))
def test_every_option_and_value_has_words(language: str, name: str) -> None:
    """A preset, an option and each of its values have a name; the first two a sentence as well."""
    assert words(language).say(name)


@LANGUAGES
def test_cards_have_52_names(language: str) -> None:
    """No two cards are called the same, in a sentence or alone."""
    for message in ("card", "card-title"):
        names = {
            words(language).say(message, {"suit": card.code[0], "rank": card.code[1], "case": ""})
            for card in CARDS
        }
        assert len(names) == 52


def test_functions_speak_through_messages() -> None:
    """SUIT takes a case, CARD a whole card, COUNT a number, SIGNED gives a true minus."""
    english = words("en")
    picked = {"suit": "H", "rank": "K", "down": "Nour"}
    assert english.say("ledger-picked", picked) == "Nour’s highest heart, if it beats the king"
    assert english.say("do-give", {"card": "DT"}) == "Give the 10 of diamonds"
    assert english.say("score-lead", {"sign": "up", "n": 2}) == "You are up two."
    assert english.say("seat-total", {"total": -3}) == "Match score −3."


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (0, "up none"),
        (1, "up one"),
        (2, "up two"),
        (5, "up five"),
        (12, "up 12"),
        (22, "up 22"),
        (25, "up 25"),
    ],
)
def test_numbers_in_words(n: int, said: str) -> None:
    """Small numbers are words, others digits."""
    assert said in words("en").say("score-lead", {"sign": "up", "n": n})


@pytest.mark.parametrize(("n", "said"), [(1, "One card in hand."), (2, "2 cards in hand.")])
def test_plurals(n: int, said: str) -> None:
    """One is singular."""
    assert words("en").say("seat-cards", {"n": n}) == said


def test_marks_are_not_read_aloud() -> None:
    """Marks for strong words and chips are for the page; a sentence as text has none."""
    assert "<" not in words("en").say("say-announce-once")


def test_a_missing_message_is_an_error() -> None:
    """Nothing is said in place of words that are missing."""
    with pytest.raises(LookupError, match="no words for 'nothing'"):
        words("en").say("nothing")


def test_a_missing_argument_is_an_error() -> None:
    """A sentence with a hole in it is not said."""
    with pytest.raises(LookupError, match="where-deal"):
        words("en").say("where-deal")


def test_a_missing_language_is_an_error() -> None:
    """An unknown language is refused with those there are."""
    with pytest.raises(LookupError, match=r"expected .*en"):
        words("xx")
