"""The command `show`: deals as a bridge column prints them, in whose eyes is asked for, as JSON."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from sergeantmajor.cards import SEATS
from sergeantmajor.cli import main
from sergeantmajor.notation import Record, make_record, read_records, write_record
from sergeantmajor.view import see

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "golden"
FIFTEEN = str(GOLDEN / "fifteen-deals.smr")
TEN = str(GOLDEN / "ten-points.smr")


def shown(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what `show` prints; it must succeed without a word on standard error."""
    assert main(["show", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("everything", [FIFTEEN, "--match", "2", "--deal", "2"]),
        ("seat-1", [FIFTEEN, "--match", "2", "--deal", "2", "--viewer", "1"]),
        ("declarer", [FIFTEEN, "--match", "2", "--deal", "2", "--viewer", "2"]),
        ("watcher", [FIFTEEN, "--match", "2", "--deal", "2", "--viewer", "watcher"]),
        ("pass", [FIFTEEN, "--match", "1", "--deal", "11"]),
        ("end", [TEN, "--match", "5"]),
    ],
)
def test_golden_diagrams(name: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The printed deals are the golden ones, which a player has read."""
    golden = (GOLDEN / "show" / f"{name}.txt").read_text(encoding="utf-8")
    assert golden == shown(*words, capsys=capsys)


def test_letters_where_suits_cannot_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an encoding that lacks suits, letters stand for them, in the same columns."""
    texts = []
    for encoding in ("utf-8", "ascii"):
        out = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n")
        monkeypatch.setattr("sys.stdout", out)
        assert main(["show", TEN, "--match", "1", "--deal", "1"]) == 0
        buffer = out.buffer
        assert isinstance(buffer, io.BytesIO)
        texts.append(buffer.getvalue().decode(encoding))
    assert texts[0].translate(str.maketrans("♠♥♦♣", "SHDC")) == texts[1]
    assert "♠" in texts[0]


def test_no_line_is_wider_than_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Long, wide and hostile names are cut and cleaned: 80 columns, no control characters."""
    text = Path(TEN).read_text(encoding="utf-8")
    text = text.replace('"Ada"', '"' + "x" * 900 + '"').replace('"Bo"', '"' + "漢" * 40 + '"')
    text = text.replace('"Cy"', '"\x1b[31mred\u202e\x07"')
    path = tmp_path / "x.smr"
    path.write_text(text, encoding="utf-8")
    out = shown(str(path), capsys=capsys)
    for line in out.splitlines():
        assert len(line) + line.count("漢") <= 80
        assert line.isprintable()
    assert "?[31mred??" in out


def test_without_names_seats_are_numbered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Records without names show seats."""
    text = "".join(
        line
        for line in Path(TEN).read_text(encoding="utf-8").splitlines(keepends=True)
        if not line.startswith("[Seat")
    )
    path = tmp_path / "x.smr"
    path.write_text(text, encoding="utf-8")
    assert "Deal 1: Seat 0 declares" in shown(str(path), "--match", "1", capsys=capsys)


def test_every_deal_of_the_samples_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """All matches, all deals, all viewers: something is printed for each, and the end says who."""
    for path in sorted(GOLDEN.glob("*.smr")):
        text = path.read_text(encoding="utf-8")
        for viewer in ("0", "1", "2", "watcher", "everything"):
            out = shown(str(path), "--viewer", viewer, capsys=capsys)
            assert text.count("\ndeal ") == out.count("\nDeal ")
            assert text.count("[Rules") == out.count("Match ") == out.count("Won by ")


def read(path: str) -> list[Record]:
    """Return the matches of a good file."""
    with Path(path).open("rb") as stream:
        return [record for record in read_records(stream) if isinstance(record, Record)]


def test_json_holds_what_the_record_says(capsys: pytest.CaptureFixture[str]) -> None:
    """From the JSON of a match its record can be written again, deal by deal."""
    matches: list[dict[str, Any]] = json.loads(shown(FIFTEEN, "--json", capsys=capsys))
    text = Path(FIFTEEN).read_text(encoding="utf-8").split("[Rules ")[1:]
    assert [match["match"] for match in matches] == [1, 2, 3, 4, 5]
    for match, record in zip(matches, text, strict=True):
        lines = [line for line in record.splitlines()[4:] if line]
        assert [*(line for deal in match["deals"] for line in lines_of(deal))] == lines


def lines_of(deal: dict[str, Any]) -> list[str]:
    """Return a deal of the JSON as lines of a record of the Polish rules."""
    lines = [f"deal {deal['number']} declarer {deal['declarer']}"]
    lines += [f"hand {seat} {hand}" for seat, hand in enumerate(deal["hands"])]
    lines += [f"kitty {deal['kitty']}", f"contract {deal['contract']}"]
    if deal["contract"] != "pass":
        lines.append(f"discard {deal['discard']}")
    lines += [
        f"give {give['up']} {give['down']} {give['card']} {give['back']}"
        for give in deal["exchange"]
    ]
    lines += [f"trick {trick['leader']} {' '.join(trick['cards'])}" for trick in deal["tricks"]]
    if deal["scores"] is not None:
        signed = (f"{score:+d}" if score else "0" for score in deal["scores"])
        lines.append(f"score {' '.join(signed)}")
        assert sum(deal["won"]) == 16
        assert sum(deal["totals"]) == 0
    if deal["winners"] is not None:
        lines.append(f"result {' '.join(map(str, deal['winners']))}")
    return lines


@pytest.mark.parametrize("viewer", ["0", "1", "2", "watcher"])
def test_a_viewer_is_shown_nothing_else(viewer: str, capsys: pytest.CaptureFixture[str]) -> None:
    """As JSON a viewer's deals hold his own cards and what was open; a view's record the same."""
    words = [FIFTEEN, "--match", "1", "--viewer", viewer, "--json"]
    (match,) = json.loads(shown(*words, capsys=capsys))
    seat = None if viewer == "watcher" else int(viewer)
    assert match["viewer"] == ("watcher" if seat is None else seat)
    for deal in match["deals"]:
        assert [hand is not None for hand in deal["hands"]] == [who == seat for who in range(3)]
        declares = deal["declarer"] == seat
        assert (deal["kitty"] is not None) == (declares and deal["contract"] != "pass")
        assert (deal["discard"] is not None) == (declares and deal["contract"] != "pass")
        for give in deal["exchange"]:
            partakes = seat in (give["up"], give["down"])
            assert (give["card"] is not None) == (give["back"] is not None) == partakes


@pytest.mark.parametrize("viewer", ["0", "watcher"])
def test_a_record_of_a_view(
    viewer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A view's record shows what it holds, to its viewer too, but no other viewer's sight."""
    record = read(FIFTEEN)[0]
    who = None if viewer == "watcher" else SEATS[0]
    seen = [see(event, who, record.rules) for event in record.events]
    path = tmp_path / "x.smr"
    text = write_record(make_record(record.rules, seen, tags=dict(record.tags), view=who))
    path.write_text(text, encoding="utf-8")
    expected = shown(FIFTEEN, "--match", "1", "--viewer", viewer, capsys=capsys)
    assert expected == shown(str(path), capsys=capsys)
    assert expected == shown(str(path), "--viewer", viewer, capsys=capsys)
    assert main(["show", str(path), "--viewer", "1"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    saw = "a watcher" if who is None else "seat 0"
    assert err == (
        f"{path}:1: match 1 shows what {saw} saw: nobody else's view can be had from it\n"
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--match", "6"], "there is no match 6: the file holds 5 matches"),
        (["--match", "6", "--json"], "there is no match 6: the file holds 5 matches"),
        (["--match", "1", "--deal", "99"], "there is no deal 99: the longest match shown has"),
        (["--deal", "99"], "there is no deal 99: the longest match shown has"),
    ],
)
def test_nothing_to_show(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A match or a deal that is not there has a sentence and status 2."""
    assert main(["show", TEN, *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{TEN}: {expected}")
    assert err.count("\n") == 1


def test_an_empty_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file without matches has nothing to show."""
    path = tmp_path / "x.smr"
    path.write_bytes(b"# nothing\n")
    assert main(["show", str(path)]) == 2
    assert capsys.readouterr().err == f"{path}: there is no match: the file holds 0 matches\n"


def test_faulty_matches_are_named_and_the_others_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A fault has its line and status 1; asked for another match, it is passed over."""
    bad = (GOLDEN / "faults" / "trick-follow.smr").read_text(encoding="utf-8")
    path = tmp_path / "x.smr"
    path.write_text(bad + Path(TEN).read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["show", str(path), "--json"]) == 1
    out, err = capsys.readouterr()
    assert [match["match"] for match in json.loads(out)] == [2, 3, 4, 5, 6]
    assert err.startswith(f"{path}:14: seat 1 must follow suit")
    assert main(["show", str(path), "--match", "1"]) == 1
    assert main(["show", str(path), "--match", "2"]) == 0


def test_a_match_before_its_first_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A match of tags only is shown by its rules."""
    path = tmp_path / "x.smr"
    path.write_text('[Rules "classic"]\n', encoding="utf-8")
    assert shown(str(path), capsys=capsys) == "Match 1: classic\n"
    assert json.loads(shown(str(path), "--json", capsys=capsys))[0]["deals"] == []
