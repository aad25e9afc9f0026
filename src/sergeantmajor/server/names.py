"""
Names of players: what a person may be called, and what bots are.

A name is shown to others, so it may hold nothing that is invisible or that turns text round.
"""

import unicodedata
from collections.abc import Mapping
from typing import Final

MOST_VISIBLE: Final = 24
MOST_MARKS: Final = 3
"""Combining marks in a row: enough for every language, too few to paint over the neighbours."""

_FORBIDDEN: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
# Letters, marks and symbols by category, but blank on the screen.
_BLANK: Final = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
_MARKS: Final = {"Mn", "Me"}

BOT_NAMES: Final = ("Robin", "Kim", "Sacha", "Jo", "Andrea", "Noor")
"""Given to bots by seat; first names of many countries, for women and men."""


class NameRefused(ValueError):
    """
    A name that is not taken.

    Attributes:
        code: Why, as a word that languages translate (`name-…`).
        params: What its sentence needs.
    """

    def __init__(self, code: str, params: Mapping[str, str]) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params)


def checked_name(text: str) -> str:
    """
    Return a name in its normal form: NFC, blanks trimmed and single.

    Raises:
        NameRefused: Empty, longer than 24 visible characters, or with a character that is
            invisible, turns text round, or piles up.
    """
    name = " ".join(
        part for part in _spaced(unicodedata.normalize("NFC", text[:1000])).split(" ") if part
    )
    visible = marks = 0
    for character in name:
        category = unicodedata.category(character)
        if category in _FORBIDDEN or character in _BLANK:
            raise NameRefused("name-character", {"character": f"U+{ord(character):04X}"})
        marks = marks + 1 if category in _MARKS else 0
        if marks > MOST_MARKS or (marks and not visible):
            raise NameRefused("name-character", {"character": f"U+{ord(character):04X}"})
        visible += not marks
    if not visible:
        raise NameRefused("name-empty", {})
    if visible > MOST_VISIBLE:
        raise NameRefused("name-long", {"most": str(MOST_VISIBLE)})
    return name


def _spaced(text: str) -> str:
    """Return text with every kind of blank (but no control character) as a plain one."""
    return "".join(" " if unicodedata.category(c) == "Zs" else c for c in text)


def bot_names(person: str, number: int) -> list[str]:
    """Return names for bots: all different, and none like the person's."""
    taken = person.casefold()
    return [name for name in BOT_NAMES if name.casefold() != taken][:number]
