"""Perft: the number of action sequences from positions of all phases and presets."""

from itertools import groupby
from math import comb

import pytest

import perft
from oracle import sequences_in_words
from perft import FILES, GOLDEN, Line
from sergeantmajor.notation.position import parse_position
from sergeantmajor.rules import PRESETS, Phase

# What ends within minutes only is left to the long job.
QUICK = [name for name in FILES if name != "deep"]
LINES = {name: perft.read(GOLDEN / f"{name}.txt") for name in FILES}
GROUPS = [
    pytest.param(list(lines), id=f"{name}-{key}")
    for name in QUICK
    for key, lines in groupby(LINES[name], key=lambda line: line.name)
]


@pytest.mark.slow
@pytest.mark.parametrize("lines", GROUPS)
def test_the_counts_are_those_of_the_files(lines: list[Line]) -> None:
    """Each line of the golden files is counted again."""
    for line in lines:
        deal = parse_position(line.position).deal
        assert deal is not None
        assert line.sequences == perft.perft(deal, line.depth), line.name


@pytest.mark.parametrize("file", ["play", "ending"])
def test_card_play_is_counted_the_same_by_the_page_s_words(file: str) -> None:
    """A second count by `oracle`, which shares nothing with the library but its cards."""
    counted = 0
    for line in LINES[file]:
        if line.sequences < 400:
            deal = parse_position(line.position).deal
            assert deal is not None
            assert line.sequences == sequences_in_words(deal, line.depth), line.name
            counted += 1
    assert counted > 30


def count_of(name: str, depth: int, file: str = "opening") -> int:
    """Return the count of a line."""
    (line,) = (line for line in LINES[file] if (line.name, line.depth) == (name, depth))
    return line.sequences


def test_closed_forms() -> None:
    """Announcements, discards and leads multiply; a pass leads nowhere."""
    blind, seen = comb(16, 4), comb(20, 4)
    assert (1_820, 4_845) == (blind, seen)
    for name, contracts, passes, discards in (
        ("ten-points", 4, 0, blind),
        ("classic", 4, 0, blind),
        ("ten-points-seen", 4, 0, seen),
        ("fifteen-deals", 5, 1, seen),
        ("fifteen-deals-no-pass", 5, 0, seen),
        ("fifteen-deals-blind", 5, 1, blind),
        ("one-contract", 1, 0, blind),
    ):
        assert contracts + passes == count_of(name, 1)
        assert contracts * discards == count_of(name, 2)
    for name, contracts, discards in (
        ("ten-points", 4, blind),
        ("ten-points-seen", 4, seen),
        ("fifteen-deals", 5, seen),
        ("one-contract", 1, blind),
    ):
        assert contracts * discards * 16 == count_of(name, 3)
    assert (blind, blind * 16) == tuple(count_of("ten-points-discard", depth) for depth in (1, 2))
    assert (seen, seen * 16) == tuple(count_of("fifteen-deals-discard", depth) for depth in (1, 2))
    assert 116_480 == count_of("ten-points", 3)
    assert 310_080 == count_of("ten-points-seen", 3)
    # One card given, then four contracts and the discard.
    assert 16 * 4 * blind == count_of("give-one-one", 3, "exchange")
    assert 16 == count_of("give-two-up", 1, "exchange") == count_of("give-two-down", 1, "exchange")
    # The last trick is forced.
    for line in LINES["ending"]:
        if line.name.endswith("-1"):
            assert 1 == line.sequences


def test_the_positions_cover_all_phases_and_presets() -> None:
    """Every preset, every phase with actions, every contract is among them."""
    positions = [line.position for name in QUICK for line in LINES[name]]
    for phase in (Phase.EXCHANGE, Phase.CONTRACT, Phase.DISCARD, Phase.PLAY):
        assert any(f"phase={phase.value} " in position for position in positions)
    for preset in PRESETS:
        for phase in (Phase.CONTRACT, Phase.PLAY):
            assert any(
                position.startswith(f"{preset} phase={phase.value}") for position in positions
            )
    for letter in "SHDCN":
        assert any(f" contract={letter} " in position for position in positions)


@pytest.mark.parametrize("file", FILES)
def test_the_positions_are_those_that_the_tool_makes(file: str) -> None:
    """Whoever writes the files again gets the same positions, wherever he does it."""
    expected = [
        (case.name, depth, case.position()) for case in FILES[file] for depth in case.depths
    ]
    assert expected == [(line.name, line.depth, line.position) for line in LINES[file]]


def test_the_tool_counts_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    """From the command line: the counts depth by depth, or one sentence and status 2."""
    line = LINES["opening"][0]
    assert 0 == perft.main([*line.position.split(), "2"])
    assert "1 4\n2 7280\n" == capsys.readouterr().out
    for wrong in ([], ["2"], ["ten-points", "phase=sleep", "2"]):
        assert 2 == perft.main(wrong)
    assert "" == capsys.readouterr().out
