"""Options that contradict each other are refused, naming both; all others stand."""

import pytest

from sergeantmajor.errors import RulesError
from sergeantmajor.rules import Rules, problems_of

# Chosen options, the code, and the two options that the sentence names.
REFUSED = [
    (
        "ten-points nt-cancels=yes contracts=SHDCN",
        "rules-cancels-late",
        "nt-cancels=yes phases=XCK",
    ),
    ("fifteen-deals phases=XCK", "rules-cancels-late", "nt-cancels=yes phases=XCK"),
    (
        "ten-points nt-cancels=yes phases=CXK",
        "rules-cancels-never",
        "nt-cancels=yes contracts=SHDC",
    ),
    (
        "fifteen-deals contracts=SHDC deals=12",
        "rules-cancels-never",
        "nt-cancels=yes contracts=SHDC",
    ),
    (
        "fifteen-deals exchange=none nt-cancels=yes",
        "rules-no-exchange",
        "nt-cancels=yes exchange=none",
    ),
    (
        "fifteen-deals exchange=none nt-cancels=no",
        "rules-no-exchange",
        "nt-cancels=no exchange=none",
    ),
    ("ten-points exchange=none order-up=this", "rules-no-exchange", "order-up=this exchange=none"),
    (
        "ten-points exchange=none order-down=most",
        "rules-no-exchange",
        "order-down=most exchange=none",
    ),
    ("ten-points once=yes", "rules-once-end", "once=yes end=points"),
    ("classic once=yes", "rules-once-end", "once=yes end=tricks"),
    ("fifteen-deals end=points", "rules-once-end", "once=yes end=points"),
    ("fifteen-deals end=tricks", "rules-once-end", "once=yes end=tricks"),
    ("fifteen-deals deals=16", "rules-once-deals", "once=yes deals=16"),
    ("ten-points once=yes end=deals", "rules-once-deals", "once=yes deals=15"),
    ("ten-points once=yes end=deals deals=4 contracts=N", "rules-once-deals", "once=yes deals=4"),
    ("fifteen-deals order-down=this", "rules-draw-order", "order-down=this exchange=draw"),
    (
        "ten-points exchange=draw order-down=last",
        "rules-draw-order",
        "order-down=last exchange=draw",
    ),
    ("fifteen-deals points=10", "rules-unused", "points=10 end=deals"),
    ("classic points=10", "rules-unused", "points=10 end=tricks"),
    ("ten-points deals=15", "rules-unused", "deals=15 end=points"),
    ("classic deals=15", "rules-unused", "deals=15 end=tricks"),
    ("ten-points tricks=12", "rules-unused", "tricks=12 end=points"),
    ("fifteen-deals tricks=12", "rules-unused", "tricks=12 end=deals"),
    ("ten-points end=deals points=10", "rules-unused", "points=10 end=deals"),
    ("classic ties=played", "rules-unused-ties", "ties=played end=tricks"),
    ("ten-points end=tricks ties=shared", "rules-unused-ties", "ties=shared end=tricks"),
]
STANDING = [
    # What comes from the preset lapses; only a chosen value contradicts.
    "ten-points exchange=none",
    "fifteen-deals exchange=none",
    "fifteen-deals exchange=none phases=XCK",
    "fifteen-deals exchange=none contracts=SHDC deals=12",
    "ten-points exchange=draw",
    "ten-points exchange=draw order-up=most",
    "fifteen-deals exchange=give order-down=most",
    "ten-points end=deals",
    "ten-points end=tricks",
    "fifteen-deals end=points once=no",
    "fifteen-deals end=tricks once=no tricks=9",
    "classic end=points points=1000 ties=shared",
    "classic end=deals deals=1000 ties=played",
    # Contradictions that are healed by a third option.
    "fifteen-deals phases=XCK nt-cancels=no",
    "fifteen-deals contracts=SHDC nt-cancels=no deals=12",
    "fifteen-deals deals=16 once=no",
    "ten-points nt-cancels=yes contracts=SN phases=CXK",
    "ten-points once=yes end=deals deals=12",
    "ten-points once=yes end=deals deals=3 contracts=N",
    "ten-points nt-cancels=no",
    "classic order-down=last",
    # Odd, but nothing in it contradicts.
    "ten-points contracts=N must-trump=yes must-beat=yes",
    "ten-points kitty=blind kitty-open=yes",
    "ten-points passes=9",
    "fifteen-deals passes=0",
    "classic tricks=16 targets=9-7-0",
]


@pytest.mark.parametrize(("text", "code", "named"), REFUSED)
def test_contradictions_are_refused_naming_both_options(text: str, code: str, named: str) -> None:
    """The sentence and the parameters name the two options with their values."""
    with pytest.raises(RulesError, match="cannot stand with") as error:
        Rules.parse(text)
    params = error.value.params
    assert code == error.value.code
    assert named == "{option}={value} {other}={other_value}".format(**params)
    for part in named.split():
        assert part in str(error.value)


@pytest.mark.parametrize("text", STANDING)
def test_what_does_not_contradict_stands(text: str) -> None:
    """A rule set is not refused for an option that merely lapsed."""
    preset, *words = text.split()
    assert () == problems_of(preset, dict(word.split("=") for word in words))
    Rules.parse(text)


def test_several_contradictions_are_told_together() -> None:
    """A page shows them all at once."""
    chosen = {"once": "yes", "end": "tricks", "ties": "played", "points": "9", "nt-cancels": "yes"}
    assert [
        "rules-cancels-late",
        "rules-cancels-never",
        "rules-once-end",
        "rules-unused",
        "rules-unused-ties",
    ] == [error.code for error in problems_of("ten-points", chosen)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("ten-points exchange=none", "order-up=- order-down=- nt-cancels=- points=10"),
        ("fifteen-deals exchange=none", "order-up=- order-down=- nt-cancels=- deals=15"),
        ("ten-points exchange=draw", "order-up=this order-down=- nt-cancels=no"),
        ("fifteen-deals exchange=give", "order-up=this order-down=this nt-cancels=yes"),
        ("ten-points end=deals", "points=- deals=15 tricks=- ties=played"),
        ("ten-points end=tricks", "points=- deals=- tricks=12 ties=-"),
        ("fifteen-deals once=no end=points", "points=10 deals=- tricks=- ties=shared"),
        ("classic end=deals", "points=- deals=15 tricks=- ties=played"),
    ],
)
def test_options_lapse_and_get_defaults_with_those_they_hang_on(text: str, values: str) -> None:
    """What does not apply is `None`; what newly applies has the value of most presets."""
    found = Rules.parse(text).values()
    for word in values.split():
        key, value = word.split("=")
        assert (None if value == "-" else value) == found[key], word
