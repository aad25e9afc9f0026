"""The command `verify-shuffle`: a finished match is dealt again from its secret."""

import hashlib
from pathlib import Path
from random import Random

import pytest

from games import choose
from sergeantmajor.cards import SEATS, Seat
from sergeantmajor.cli import main
from sergeantmajor.events import Event
from sergeantmajor.match import apply, deal_cards, hands_of, start_match
from sergeantmajor.notation import make_record, write_record
from sergeantmajor.rules import Phase, Rules
from sergeantmajor.shuffle import Shuffle
from sergeantmajor.view import see

SHUFFLE = Shuffle(bytes(range(32)), "évening-7", (b"", b"luck", bytes(32)))


def played(rules: Rules, shuffle: Shuffle, declarer: Seat) -> list[Event]:
    """Return the log of a match whose cards a shuffle deals."""
    rng = Random(7)
    match = start_match(rules, declarer)
    log: list[Event] = []
    while match.winners is None:
        if match.phase is Phase.DEALING:
            deck = shuffle.deck(match.dealt + 1, rules.deck)
            step = deal_cards(match, *hands_of(rules, match.declarer, deck))
        else:
            step = apply(match, *choose(match, rng))
        log += step.events
        match = step.match
    return log


def tags_of(shuffle: Shuffle) -> dict[str, str]:
    """Return the tags that a finished match of a shuffle carries."""
    added = {f"Bytes{seat}": raw.hex() for seat, raw in enumerate(shuffle.player_bytes)}
    return {
        "Match": shuffle.match_id,
        "Commit": hashlib.sha256(shuffle.secret).hexdigest(),
        "Secret": shuffle.secret.hex(),
    } | added


@pytest.fixture(scope="module", params=["ten-points", "fifteen-deals"])
def text(request: pytest.FixtureRequest) -> str:
    """Return the record of a finished match that was dealt as committed."""
    rules = Rules.parse(request.param)
    log = played(rules, SHUFFLE, SHUFFLE.declarer())
    return write_record(make_record(rules, log, tags=tags_of(SHUFFLE)))


def verify(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Return the status of `verify-shuffle` and what it prints, the file's name left out."""
    path = tmp_path / "x.smr"
    path.write_text(text, encoding="utf-8", newline="\n")
    status = main(["verify-shuffle", str(path)])
    out, err = capsys.readouterr()
    return status, out.replace(str(path), "x.smr"), err.replace(str(path), "x.smr")


def test_as_committed(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A match dealt from its secret has one line on standard output for each match."""
    deals = text.count("\ndeal ")
    said = f"(évening-7): secret, first declarer and {deals} deals as committed\n"
    assert verify(text, tmp_path, capsys) == (0, f"x.smr: match 1 {said}", "")
    status, out, err = verify(text + text, tmp_path, capsys)
    assert (status, out.count("as committed"), err) == (0, 2, "")


def test_upper_case_digits_are_the_same(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Hexadecimal is read in either case."""
    lines = [
        line.upper().replace("[COMMIT", "[Commit").replace("[SECRET", "[Secret")
        if line.startswith(("[Commit", "[Secret"))
        else line
        for line in text.splitlines()
    ]
    assert verify("\n".join(lines), tmp_path, capsys)[0] == 0


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({"Commit": "0" * 64}, ["the secret's SHA-256 is", "expected the commit 0000"]),
        ({"Secret": "ff" * 32}, ["the secret's SHA-256 is", "the cards of deal 1 are not those"]),
        ({"Match": "evening-7"}, ["the cards of deal 1 are not those that the secret deals"]),
        ({"Bytes1": ""}, ["the cards of deal 1 are not those", "the cards of deal 2 are not"]),
        ({"Bytes0": "00"}, ["the cards of deal 1 are not those that the secret deals"]),
    ],
)
def test_not_as_committed(
    text: str,
    tags: dict[str, str],
    expected: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Another commit, secret, id or player's bytes: the differences, one a line, and status 1."""
    lines = text.splitlines()
    for key, value in tags.items():
        at = next(n for n, line in enumerate(lines) if line.startswith(f"[{key} "))
        lines[at] = f'[{key} "{value}"]'
    status, out, err = verify("\n".join(lines), tmp_path, capsys)
    assert (status, out) == (1, "")
    assert all(line.startswith("x.smr:1: match 1: ") for line in err.splitlines())
    for words in expected:
        assert words in err


def test_one_deal_exchanged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A single deal that comes from elsewhere is found and named."""

    class Cheat(Shuffle):
        """Deals a kinder second deal."""

        def deck(self, number, cards):  # type: ignore[no-untyped-def]
            """Return the cards of another deal instead of the second."""
            return super().deck(99 if number == 2 else number, cards)

    rules = Rules.parse("fifteen-deals")
    cheat = Cheat(SHUFFLE.secret, SHUFFLE.match_id, SHUFFLE.player_bytes)
    log = played(rules, cheat, SHUFFLE.declarer())
    record = write_record(make_record(rules, log, tags=tags_of(SHUFFLE)))
    assert verify(record, tmp_path, capsys) == (
        1,
        "",
        "x.smr:1: match 1: the cards of deal 2 are not those that the secret deals\n",
    )


def test_the_first_declarer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another first declarer than the one drawn is a difference, unless he was picked."""
    rules = Rules.parse("ten-points")
    drawn = SHUFFLE.declarer()
    log = played(rules, SHUFFLE, drawn.left)
    tags = tags_of(SHUFFLE)
    record = write_record(make_record(rules, log, tags=tags))
    assert verify(record, tmp_path, capsys) == (
        1,
        "",
        (
            f"x.smr:1: match 1: the first declarer is seat {drawn.left:d}, expected seat {drawn:d},"
            " which the secret draws\n"
        ),
    )
    record = write_record(make_record(rules, log, tags=tags | {"Declarer": "picked"}))
    status, out, err = verify(record, tmp_path, capsys)
    assert (status, err) == (0, "")
    assert out.endswith(" deals as committed; the first declarer was picked, not drawn\n")
    set_up = record.replace('[Declarer "picked"]\n', f'[SetUp "declarer={drawn.left:d}"]\n')
    assert "set up, not drawn" in verify(set_up, tmp_path, capsys)[1]


@pytest.mark.parametrize("key", ["Match", "Commit", "Secret"])
def test_missing_tags(
    text: str, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without one of the three tags there is nothing to check: a sentence, status 2."""
    lines = [line for line in text.splitlines() if not line.startswith(f"[{key} ")]
    assert verify("\n".join(lines), tmp_path, capsys) == (
        2,
        "",
        f"x.smr:1: match 1 has no tag {key}: there is nothing to check\n",
    )


def test_missing_players_bytes_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A player without a tag added nothing."""
    shuffle = Shuffle(SHUFFLE.secret, "plain")
    rules = Rules.parse("classic")
    log = played(rules, shuffle, shuffle.declarer())
    tags = {key: value for key, value in tags_of(shuffle).items() if "Bytes" not in key}
    assert verify(write_record(make_record(rules, log, tags=tags)), tmp_path, capsys)[0] == 0


def test_what_a_seat_saw_is_not_enough(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A view's record hides cards: a sentence, status 2."""
    rules = Rules.parse("ten-points")
    log = [see(event, SEATS[1], rules) for event in played(rules, SHUFFLE, SHUFFLE.declarer())]
    record = write_record(make_record(rules, log, tags=tags_of(SHUFFLE), view=SEATS[1]))
    status, out, err = verify(record, tmp_path, capsys)
    assert (status, out) == (2, "")
    assert err == "x.smr:1: match 1 shows no more than a seat has seen: expected all cards\n"


def test_a_faulty_record(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A match that is refused is no match to check: its fault, status 1; the rest is checked."""
    bad = text.replace("deal 1 declarer", "deal 7 declarer")
    status, out, err = verify(bad + text, tmp_path, capsys)
    assert status == 1
    assert out.startswith("x.smr: match 2 ")
    assert "found deal 7, expected deal 1" in err


def test_a_file_without_matches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing to check is not all well."""
    assert verify("", tmp_path, capsys) == (2, "", "x.smr: there is no match in it\n")
