"""Simulations: the same from the same seed, whoever shares the work, with records that hold."""

import io
import math
from collections import Counter

import pytest

from sergeantmajor.arena.simulate import (
    CHUNK,
    PlayedMatch,
    Simulation,
    play_match,
    play_matches,
    shuffle_of,
)
from sergeantmajor.arena.tally import Tally
from sergeantmajor.cards import SEATS
from sergeantmajor.fold import fold
from sergeantmajor.match import hands_of
from sergeantmajor.notation import Record, read_records, write_record
from sergeantmajor.rules import Role, Rules

BOTS = ("corporal", "recruit", "random")


def simulation(
    text: str = "ten-points", matches: int = 4, seed: int = 1, **more: int
) -> Simulation:
    """Return a small simulation."""
    return Simulation(Rules.parse(text), BOTS, matches, seed, **more)


def records(played: list[PlayedMatch]) -> list[Record]:
    """Read the records of matches back; all must be good."""
    stream = io.BytesIO("".join(match.record for match in played).encode())
    found = list(read_records(stream))
    assert {Record} == {type(record) for record in found}
    return [record for record in found if isinstance(record, Record)]


def test_the_same_seed_gives_the_same_records_whatever_the_jobs() -> None:
    """One process or two, the matches come in the same order and are the same to the byte."""
    wanted = simulation("fifteen-deals deals=3", matches=2 * CHUNK + 1)
    alone = list(play_matches(wanted))
    shared = list(play_matches(wanted, jobs=2))
    assert alone == shared
    assert list(range(1, 2 * CHUNK + 2)) == [match.number for match in alone]


def test_a_match_depends_on_the_seed_and_its_number_alone() -> None:
    """Played alone, a match is the one of the whole series; another seed has other matches."""
    series = list(play_matches(simulation(matches=3)))
    assert series[2] == play_match(simulation(matches=900), 3)
    assert series[2].record != play_match(simulation(seed=2), 3).record


@pytest.mark.parametrize("text", ["ten-points", "fifteen-deals", "classic must-trump=yes"])
def test_the_records_are_good_and_canonical(text: str) -> None:
    """They pass the reader, read back to what was played, and are written the same again."""
    played = list(play_matches(simulation(text)))
    for match, record in zip(played, records(played), strict=True):
        assert match.record == write_record(record)
        after = fold(record.start, record.events)
        assert match.winners == after.winners
        assert match.totals == after.totals
        assert (match.dealt, len(match.deals)) == (after.dealt, after.played)
        names = [record.tag(f"Seat{seat}") for seat in range(3)]
        assert ["corporal/1", "recruit/1", "random/1"] == names
        assert record.tag("Date") is None


def test_the_shuffle_of_a_record_can_be_checked() -> None:
    """The tags open the shuffle: first declarer and every deal come from the secret."""
    played = list(play_matches(simulation(matches=3)))
    for match, record in zip(played, records(played), strict=True):
        shuffle = shuffle_of(1, match.number)
        assert shuffle.commit == record.tag("Commit")
        assert shuffle.secret.hex() == record.tag("Secret")
        assert shuffle.match_id == record.tag("Match")
        assert shuffle.declarer() is record.start.declarer
        deck = shuffle.deck(1, record.rules.deck)
        hands, kitty = hands_of(record.rules, shuffle.declarer(), deck)
        assert f"hand 0 {hands[0]}\n" in match.record
        assert f"kitty {kitty}\n" in match.record


def test_a_match_without_end_is_abandoned() -> None:
    """After so many deals a match is left unfinished, says so, and its record is good."""
    wanted = simulation("classic tricks=16", matches=2, most_deals=5)
    played = list(play_matches(wanted))
    assert [(), ()] == [match.winners for match in played]
    assert [5, 5] == [match.dealt for match in played]
    for match, record in zip(played, records(played), strict=True):
        assert "abandoned" == record.tag("Termination")
        assert not record.finished
        assert 5 == match.record.count("\nscore ")
    tally = Tally(wanted)
    for match in played:
        tally.add(match)
    assert 2 == tally.abandoned
    assert "2 matches were abandoned without an end" in tally.table()


def tally_of(wanted: Simulation) -> Tally:
    """Return the tally of a whole simulation."""
    tally = Tally(wanted)
    for match in play_matches(wanted):
        tally.add(match)
    return tally


def test_the_table_says_what_the_matches_say() -> None:
    """Wins, points and tricks by role, counted once more from the deals."""
    wanted = simulation("fifteen-deals deals=6", matches=12)
    tally = tally_of(wanted)
    figures = tally.figures()
    played = list(play_matches(wanted))
    tricks: dict[tuple[int, str], list[int]] = {}
    for match in played:
        for deal in match.deals:
            for seat in SEATS:
                steps = (deal.declarer - seat) % 3  # played counter-clockwise
                role = ("declarer", "second", "third")[steps]
                tricks.setdefault((seat, role), []).append(deal.won[seat])
    wins: Counter[int] = Counter()
    for match in played:
        for winner in match.winners:
            wins[winner] += 12 // len(match.winners)
    for seat, found in zip(SEATS, figures["seats"], strict=True):
        assert wins[seat] / 144 == pytest.approx(found["wins"]["value"], abs=1e-6)
        total = sum(match.totals[seat] for match in played)
        assert total / 12 == pytest.approx(found["points"]["value"], abs=1e-6)
        assert total / 72 == pytest.approx(found["points_per_deal"]["value"], abs=1e-6)
        for role in Role:
            mean = sum(tricks[seat, role.value]) / len(tricks[seat, role.value])
            assert mean == pytest.approx(found["tricks"][role.value]["value"], abs=1e-6)
    assert 1 == pytest.approx(sum(found["wins"]["value"] for found in figures["seats"]), abs=1e-5)
    table = tally.table().splitlines()
    assert table[0].startswith("fifteen-deals deals=6, seed 1: 12 matches, 72 deals played, ")
    assert ["0", "corporal/1"] == table[4].split()[:2]


def test_an_empty_table_says_nothing() -> None:
    """Interrupted before the first match, there are no figures and no error."""
    tally = Tally(simulation())
    assert "–" in tally.table()
    assert [None] * 3 == [seat["wins"] for seat in tally.figures()["seats"]]


def test_one_match_has_figures_and_no_interval() -> None:
    """Nothing is said about the spread of one match; JSON says null."""
    tally = tally_of(simulation(matches=1))
    points = tally.figures()["seats"][0]["points"]
    assert points["low"] is None
    assert points["high"] is None
    assert math.isfinite(points["value"])


@pytest.mark.slow
def test_bots_are_told_apart_by_strength() -> None:
    """In whole matches, corporal is ahead of recruit and recruit of random."""
    seats = tally_of(simulation("fifteen-deals", matches=20)).figures()["seats"]
    corporal, recruit, random = (found["points_per_deal"] for found in seats)
    assert corporal["low"] > recruit["high"]
    assert recruit["low"] > random["high"]


def test_a_shared_win_counts_in_parts() -> None:
    """Two winners have half a win each; an abandoned match is nobody's."""
    tally = Tally(simulation(matches=2))
    for number, winners in enumerate(((0, 2), ()), 1):
        tally.add(PlayedMatch(number, "", 1, (), (0, 0, 0), winners, ()))
    wins = [found["wins"]["value"] for found in tally.figures()["seats"]]
    assert [0.25, 0, 0.25] == wins
    assert 1 == tally.abandoned
