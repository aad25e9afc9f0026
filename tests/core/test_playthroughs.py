"""Playthroughs and the order of legal actions, against what was written and read."""

from pathlib import Path

import pytest

import playthroughs
from playthroughs import GOLDEN, STORIES
from sergeantmajor.notation.position import parse_position
from sergeantmajor.rules import PRESETS, Phase, Rules

FILES = playthroughs.golden_files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_file_is_what_happens_today(path: Path) -> None:
    """Position, legal actions, events and views at every step; the tool writes them again."""
    assert list(FILES[path]) == path.read_text(encoding="utf-8").splitlines()


def test_there_is_no_other_file() -> None:
    """A file that the tool no longer writes is gone."""
    found = {path for name in ("playthrough", "order") for path in (GOLDEN / name).iterdir()}
    assert set(FILES) == found


def test_every_preset_has_a_playthrough() -> None:
    """A new preset comes with one; two of its deals are told, so that one has an exchange."""
    assert set(PRESETS) <= {story.rules for story in STORIES if story.deals >= 2}


def test_the_playthroughs_tell_of_everything() -> None:
    """Every phase, kind of event and kind of action occurs in some of them."""
    told = "\n".join(line for lines in FILES.values() for line in lines)
    for phase in (Phase.EXCHANGE, Phase.CONTRACT, Phase.DISCARD, Phase.PLAY):
        assert f" phase={phase.value} " in told
    for kind in (
        *("DealStarted", "CardsDealt", "CardGiven", "ContractAnnounced", "KittyTaken"),
        *("CardsDiscarded", "CardPlayed", "TrickTaken", "DealScored", "MatchEnded"),
    ):
        assert f"event: {kind} " in told
    for kind in ("give", "draw", "announce", "announce pass", "discard", "play"):
        assert f": {kind}" in told
    for options in ("must-trump=yes", "must-beat=yes", "phases=CXK", "kitty-open=yes"):
        assert any(options in story.rules for story in STORIES)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_each_position_reads_back(story: playthroughs.Story) -> None:
    """The position lines are positions of that rule set, and their legal actions those listed."""
    lines = list(FILES[GOLDEN / "playthrough" / f"{story.name}.txt"])
    count = 0
    for place, line in enumerate(lines):
        if line.startswith("position: "):
            match = parse_position(line.removeprefix("position: "))
            assert Rules.parse(story.rules) == match.rules
            legal = lines[place + 1].partition(": ")[2]
            assert legal == playthroughs.listed(match)
            count += 1
    assert count > 50
