"""Rule sets: the published table, each option's values, and the text of a rule set."""

from dataclasses import replace

import pytest

from sergeantmajor.cards import FULL_DECK, SEATS, CardSet, Seat, Suit
from sergeantmajor.errors import RulesError
from sergeantmajor.rules import (
    OPTIONS,
    PRESETS,
    Contract,
    Phase,
    PhaseOrder,
    Role,
    Rules,
    problems_of,
    rules_of,
)

# The published table, written down by hand; `-` where an option does not apply.
TABLE = """
direction   cw        ccw       cw
dealer      declarer  third     declarer
lead        second    declarer  second
targets     8-5-3     8-5-3     8-5-3
contracts   SHDC      SHDCN     SHDC
once        no        yes       no
passes      0         1         0
phases      XCK       CKX       XCK
kitty       blind     seen      blind
kitty-open  no        no        no
exchange    give      draw      give
order-up    this      this      this
order-down  last      -         this
nt-cancels  no        yes       no
must-trump  no        no        no
must-beat   no        no        no
end         points    deals     tricks
points      10        -         -
deals       -         15        -
tricks      -         -         12
ties        played    shared    -
"""
COLUMNS = ("ten-points", "fifteen-deals", "classic")
ROWS = [line.split() for line in TABLE.split("\n") if line]

# Every value that may be written, or for numbers and free values the ends of the range.
VALUES = {
    "direction": "cw ccw",
    "dealer": "declarer third",
    "lead": "declarer second",
    "targets": "8-5-3 9-5-2 7-5-4 13-2-1 11-5-0",
    "contracts": "S H D C N SH SN HDC SHDC SHDCN",
    "once": "no yes",
    "passes": "0 1 5 9",
    "phases": "XCK CXK CKX",
    "kitty": "blind seen",
    "kitty-open": "no yes",
    "exchange": "give draw none",
    "order-up": "this last most",
    "order-down": "this last most",
    "nt-cancels": "no yes",
    "must-trump": "no yes",
    "must-beat": "no yes",
    "end": "points deals tricks",
    "points": "1 10 999 1000",
    "deals": "1 15 1000",
    "tricks": "9 12 16",
    "ties": "played shared",
}
BAD = {
    "direction": ["", "CW", "left", "cw "],
    "dealer": ["second", "", "0"],
    "lead": ["third", "", "dealer"],
    "targets": [
        "",
        "8-5",
        "8-5-3-0",
        "5-8-3",
        "8-4-4",
        "8-5-2",
        "08-5-3",
        "8-5-03",
        "+8-5-3",
        "17-0--1",
        "8--5-3",
        "8,5,3",
        "٨-5-3",
        "9" * 5000 + "-5-3",
    ],
    "contracts": ["", "SS", "shdc", "SHX", "S H", "NTN"],
    "once": ["", "Yes", "true", "1"],
    "passes": ["", "-1", "10", "01", "1.0", "１", "many"],
    "phases": ["", "XKC", "KCX", "KXC", "xck", "CK"],
    "kitty": ["", "open", "Blind"],
    "kitty-open": ["", "y"],
    "exchange": ["", "yes", "swap"],
    "order-up": ["", "first"],
    "order-down": ["", "least"],
    "nt-cancels": ["", "no trump"],
    "must-trump": ["", "maybe"],
    "must-beat": ["", "maybe"],
    "end": ["", "never"],
    "points": ["0", "1001", "-10", "010", "1e3", "10000", ""],
    "deals": ["0", "1001", "x"],
    "tricks": ["8", "17", "0"],
    "ties": ["", "split"],
}
# What a value needs beside it to stand; without these a value stands alone in ten-points.
BESIDE = {
    "once=yes": "end=deals deals=12",
    "nt-cancels=yes": "phases=CKX contracts=SHDCN",
    "deals": "end=deals",
    "tricks": "end=tricks",
}


def beside(key: str, value: str) -> str:
    """Return a rule set in which the option has that value, written out."""
    return f"ten-points {key}={value} {BESIDE.get(f'{key}={value}') or BESIDE.get(key, '')}"


@pytest.mark.parametrize(("preset", "column"), [(name, i + 1) for i, name in enumerate(COLUMNS)])
def test_the_presets_are_the_published_table(preset: str, column: int) -> None:
    """Each value of each preset, against the table written down by hand."""
    expected = {row[0]: None if row[column] == "-" else row[column] for row in ROWS}
    assert expected == Rules.parse(preset).values()


def test_options_stand_in_the_published_order() -> None:
    """Records write options in the order of the table, and there are no others."""
    assert [row[0] for row in ROWS] == [option.key for option in OPTIONS]
    assert set(COLUMNS) == set(PRESETS)


@pytest.mark.parametrize("key", VALUES)
def test_every_value_of_an_option_reads_and_writes(key: str) -> None:
    """A value of the table stands in a rule set, and comes back as it was written."""
    for value in VALUES[key].split():
        assert value == Rules.parse(beside(key, value)).values()[key], value


@pytest.mark.parametrize("key", BAD)
def test_a_value_that_is_none_is_refused_by_name(key: str) -> None:
    """Wrong, out of range, or in another spelling: the option and the text are named."""
    for value in BAD[key]:
        found = problems_of("ten-points", {key: value})
        assert [("rules-bad-value", {"option": key, "value": value[:40]})] == [
            (error.code, error.params) for error in found
        ], value
        assert f"option {key}: expected" in str(found[0])


def test_contracts_are_sorted_and_targets_kept() -> None:
    """Letters may come in any order; the value has one."""
    assert Rules.parse("ten-points contracts=NCS").values()["contracts"] == "SCN"
    assert Rules.parse("ten-points contracts=CDHS") == Rules.parse("ten-points")


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("", "rules-unknown-preset", {"preset": ""}),
        ("ten", "rules-unknown-preset", {"preset": "ten"}),
        ("Ten-Points", "rules-unknown-preset", {"preset": "Ten-Points"}),
        ("x" * 99, "rules-unknown-preset", {"preset": "x" * 40}),
        ("ten-points speed=5", "rules-unknown-option", {"option": "speed"}),
        ("ten-points order_up=this", "rules-unknown-option", {"option": "order_up"}),
        ("ten-points suits=2", "rules-unknown-option", {"option": "suits"}),
        ("ten-points classic", "rules-unknown-option", {"option": "classic"}),
        ("ten-points =", "rules-unknown-option", {"option": ""}),
        (f"ten-points {'o' * 99}=1", "rules-unknown-option", {"option": "o" * 40}),
        (f"ten-points {'o' * 99}", "rules-unknown-option", {"option": "o" * 40}),
        ("ten-points points=12 points=12", "rules-twice", {"option": "points"}),
        ("ten-points points", "rules-unknown-option", {"option": "points"}),
        (
            "ten-points once=ja points=x",
            "rules-bad-value",
            {"option": "once", "value": "ja"},
        ),
    ],
)
def test_what_is_no_rule_set_is_refused(text: str, code: str, params: dict[str, str]) -> None:
    """Unknown presets and options, options twice: a code, what it is about, and a sentence."""
    with pytest.raises(RulesError) as error:
        Rules.parse(text)
    assert (code, params) == (error.value.code, error.value.params)
    assert len(str(error.value)) < 600


def test_a_flood_of_words_is_refused_quickly() -> None:
    """A megabyte of options is refused at the first fault."""
    with pytest.raises(RulesError, match="stands twice"):
        Rules.parse("ten-points " + "points=11 " * 100_000)


def test_all_faults_are_told_at_once() -> None:
    """A page that lets people choose shows everything that is wrong, in the order chosen."""
    found = problems_of("ten-points", {"points": "0", "speed": "9", "lead": "third"})
    assert ["rules-bad-value", "rules-unknown-option", "rules-bad-value"] == [
        error.code for error in found
    ]
    assert () == problems_of("ten-points", {})


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("ten-points", "ten-points"),
        ("  ten-points \t points=10", "ten-points"),
        ("ten-points must-beat=yes direction=ccw", "ten-points direction=ccw must-beat=yes"),
        ("ten-points end=deals deals=15", "ten-points end=deals"),
        ("ten-points end=deals deals=16 ties=played", "ten-points end=deals deals=16"),
        ("ten-points end=tricks tricks=12", "ten-points end=tricks"),
        ("fifteen-deals exchange=none", "fifteen-deals exchange=none"),
        ("fifteen-deals exchange=give order-down=this", "fifteen-deals exchange=give"),
        ("fifteen-deals once=no end=points", "fifteen-deals once=no end=points"),
        ("fifteen-deals once=no end=tricks", "fifteen-deals once=no end=tricks"),
        ("classic end=points points=10 ties=played", "classic end=points"),
        ("classic end=points ties=shared", "classic end=points ties=shared"),
        ("ten-points exchange=draw", "ten-points exchange=draw"),
        ("ten-points contracts=NSHDC", "ten-points contracts=SHDCN"),
    ],
)
def test_the_text_is_canonical_and_minimal(text: str, canonical: str) -> None:
    """The preset, then only what differs from what the text before it would give."""
    rules = Rules.parse(text)
    assert canonical == str(rules)
    assert Rules.parse(canonical) == rules
    assert hash(Rules.parse(canonical)) == hash(rules)


def test_rules_of_takes_a_choice_of_options() -> None:
    """A page hands in a dictionary; without one it is the preset."""
    assert Rules.parse("classic") == rules_of("classic")
    assert Rules.parse("classic tricks=9") == rules_of("classic", {"tricks": "9"})
    with pytest.raises(RulesError, match="'zen' is no rule set"):
        rules_of("zen", {"tricks": "9"})


@pytest.mark.parametrize(
    ("text", "orders", "roles"),
    [
        (
            "direction=cw",
            [(0, 1, 2), (1, 2, 0), (2, 0, 1)],
            [(8, 5, 3), (3, 8, 5), (5, 3, 8)],
        ),
        (
            "direction=ccw",
            [(0, 2, 1), (1, 0, 2), (2, 1, 0)],
            [(8, 3, 5), (5, 8, 3), (3, 5, 8)],
        ),
    ],
)
def test_direction_orders_seats_and_targets(
    text: str, orders: list[tuple[int, ...]], roles: list[tuple[int, ...]]
) -> None:
    """R-DIRECTION: the next seat is at the left or at the right; 8, 5, 3 go round the same way."""
    rules = Rules.parse(f"ten-points {text}")
    assert orders == [rules.order_from(seat) for seat in SEATS]
    assert roles == [rules.targets_for(seat) for seat in SEATS]
    for seat in SEATS:
        assert rules.order_from(seat) == (seat, rules.next(seat), rules.previous(seat))
        assert rules.order_from(seat) == tuple(rules.seat_of(role, seat) for role in Role)


def test_phase_orders_are_their_letters() -> None:
    """X exchange, C contract, K kitty."""
    exchange, contract, kitty = Phase.EXCHANGE, Phase.CONTRACT, Phase.DISCARD
    assert PhaseOrder("XCK").phases == (exchange, contract, kitty)
    assert PhaseOrder("CXK").phases == (contract, exchange, kitty)
    assert PhaseOrder("CKX").phases == (contract, kitty, exchange)


def test_contracts_have_letters_and_trumps() -> None:
    """S H D C are their suits, N has no trump."""
    assert "SHDCN" == "".join(contract.letter for contract in Contract)
    assert [*Suit, None] == [contract.trump for contract in Contract]


def test_the_deck_is_52_cards_and_may_be_shrunk() -> None:
    """A study game takes the first suits and the highest ranks; a table's deck is whole."""
    rules = Rules.parse("ten-points")
    assert FULL_DECK == rules.deck
    study = replace(rules, suits=2, ranks=7, hand_size=4, kitty_size=2, targets=(2, 1, 1))
    assert CardSet.parse("AKQJT98.AKQJT98..") == study.deck
    assert (2, 1, 1) == study.targets_for(Seat.ZERO)


@pytest.mark.parametrize(
    "sizes",
    [
        {"suits": 3},
        {"ranks": 12},
        {"hand_size": 15},
        {"kitty_size": 5},
        {"targets": (8, 5, 4)},
        {"suits": 5, "ranks": 13, "hand_size": 20, "kitty_size": 5, "targets": (10, 6, 4)},
        {"suits": 4, "ranks": 14, "hand_size": 17, "kitty_size": 5, "targets": (10, 4, 3)},
        {"suits": 1, "ranks": 1, "hand_size": 0, "kitty_size": 1, "targets": (0, 0, 0)},
        {"suits": 1, "ranks": 9, "hand_size": 2, "kitty_size": 3, "targets": (1, 1, 0)},
        {"suits": 1, "ranks": 5, "hand_size": 2, "kitty_size": -1, "targets": (1, 1, 0)},
    ],
)
def test_sizes_that_do_not_fit_are_refused(sizes: dict[str, int]) -> None:
    """Three hands and the kitty are the deck, and the targets are the hand."""
    with pytest.raises(RulesError, match="do not fit each other") as error:
        replace(Rules.parse("ten-points"), **sizes)  # type: ignore[arg-type]
    assert error.value.code == "rules-sizes"
