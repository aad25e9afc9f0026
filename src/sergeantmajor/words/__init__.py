"""
Words: every sentence that people read, in Project Fluent files, one for each language.

The browser reads the same files (`web/js/words.js`). Codes become words through functions of a
sentence, each of which speaks through a message of the same file:
`SUIT($suit, case: "singular")` formats `suit` with `$suit` and `$case`. See
docs/decisions/0040-suits-and-cards-in-words.md.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from fluent.runtime import FluentBundle, FluentResource

Args = Mapping[str, str | int]

_MARKS: Final = re.compile(r"</?(?:b|chip)>")

FUNCTIONS: Final[Mapping[str, tuple[str, str]]] = {
    "SUIT": ("suit", "suit"),
    "CONTRACT": ("contract", "contract"),
    "RANK": ("rank", "rank"),
    "CARD": ("card", "card"),
    "COUNT": ("count-word", "n"),
}
"""By name of a function: the message through which it speaks, and that message's argument."""


class Words:
    """The words of one language."""

    def __init__(self, language: str, source: str) -> None:
        """
        Read the words of a language.

        Args:
            language: Its tag, as in the file's name: `en`, `pt-BR`.
            source: The text of the file.
        """
        functions: dict[str, Callable[..., Any]] = {
            name: self._function(message, argument)
            for name, (message, argument) in FUNCTIONS.items()
        }
        functions["SIGNED"] = lambda number: signed(int(number))
        self._bundle = FluentBundle([language], use_isolating=False, functions=functions)
        self._bundle.add_resource(FluentResource(source))

    def say(self, message: str, args: Args | None = None) -> str:
        """
        Return a sentence without marks.

        Args:
            message: Its id.
            args: What it speaks of: codes as in records, numbers as numbers.

        Raises:
            LookupError: There is no such message, or it needs an argument that was not given.
        """
        found = self._bundle.has_message(message) and self._bundle.get_message(message).value
        if not found:
            raise LookupError(f"there are no words for {message!r}")
        text, errors = self._bundle.format_pattern(found, dict(args or {}))
        if errors:
            raise LookupError(f"{message}: {'; '.join(map(str, errors))}")
        return _MARKS.sub("", str(text))

    def _function(self, message: str, argument: str) -> Callable[..., str]:
        def speak(value: Any, case: str = "") -> str:
            args = {argument: value, "case": case}
            if argument == "card":
                args = {"suit": str(value)[:1], "rank": str(value)[1:], "case": case}
            elif argument == "n":
                args = {"n": int(value), "case": case}
            return self.say(message, args)

        return speak


def signed(number: int) -> str:
    """Return a number with its sign, a true minus: `+2`, `0`, `−3`."""
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "0"


def languages() -> tuple[str, ...]:
    """Return the tags of all languages there are, in order."""
    names = (item.name for item in resources.files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".ftl") for name in names if name.endswith(".ftl")))


@cache
def words(language: str = "en") -> Words:
    """Return the words of a language; `LookupError` if there is none of that tag."""
    if language not in languages():
        raise LookupError(f"there is no language {language!r}: expected {', '.join(languages())}")
    file = resources.files(__name__) / f"{language}.ftl"
    return Words(language, file.read_text(encoding="utf-8"))
