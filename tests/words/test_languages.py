"""The files of words: each language says everything that English says, and nothing else."""

from importlib import resources

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from sergeantmajor.words import languages


class _Variables(Visitor):
    """Collects the names of the variables that a message uses."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.found.add(node.id.name)


def variables(source: str) -> dict[str, set[str]]:
    """Return the variables of each message of a file; what is no Fluent fails."""
    found = {}
    for entry in FluentParser().parse(source).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            visitor = _Variables()
            visitor.visit(entry)
            found[entry.id.name] = visitor.found
    return found


def differences(english: str, other: str) -> list[str]:
    """Return what is missing in a file, left over, or speaks of something unknown."""
    ours, theirs = variables(english), variables(other)
    return (
        [f"{name} is missing" for name in ours if name not in theirs]
        + [f"{name} is not in English" for name in theirs if name not in ours]
        # `$case` and `$you` are for languages that need them: one may do without.
        + [
            f"{name} speaks of {unknown}"
            for name in theirs
            if name in ours and (unknown := theirs[name] - ours[name] - {"case", "you"})
        ]
        + [
            f"{name} does not say {missing}"
            for name in ours
            if name in theirs and (missing := ours[name] - theirs[name] - {"case", "you"})
        ]
    )


def _source(language: str) -> str:
    return (resources.files("sergeantmajor.words") / f"{language}.ftl").read_text("utf-8")


@pytest.mark.parametrize("language", languages())
def test_a_language_says_what_english_says(language: str) -> None:
    """No message is missing, none left over, no variable lost or misspelt."""
    assert differences(_source("en"), _source(language)) == []


def test_every_difference_is_found() -> None:
    """The check can fail: one language without a message, with another, with a wrong variable."""
    english = "won = { $name } won\nlost = Lost\n"
    assert differences(english, english) == []
    assert differences(english, "won = { $nam } gagne\nleft = Reste\n") == [
        "lost is missing",
        "left is not in English",
        "won speaks of {'nam'}",
        "won does not say {'name'}",
    ]


def test_what_is_no_fluent_fails() -> None:
    """A line that Fluent would pass over is a fault of the file."""
    with pytest.raises(AssertionError, match="no message"):
        variables("no message\n")
