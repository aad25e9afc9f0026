"""The golden records: read to the last card and written again, whole and as everybody saw them."""

from io import BytesIO, StringIO
from pathlib import Path

import pytest

from sergeantmajor.cards import SEATS
from sergeantmajor.events import CardsDealt, DealScored, KittyTaken, MatchEnded, TrickTaken
from sergeantmajor.fold import fold
from sergeantmajor.notation import (
    Fault,
    Record,
    make_record,
    read_records,
    write_record,
    write_records,
)
from sergeantmajor.view import Viewer, see

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
SAMPLES = sorted(GOLDEN.glob("*.smr"))
CONSEQUENCES = (CardsDealt, KittyTaken, TrickTaken, DealScored, MatchEnded)
"""Events that come at once with the one before."""
VIEWERS: tuple[Viewer, ...] = (*SEATS, None)


def records(text: str | bytes, *, keep_events: bool = True) -> list[Record]:
    """Return the matches of a text, none of which may be faulty."""
    stream = BytesIO(text.encode() if isinstance(text, str) else text)
    found = list(read_records(stream, keep_events=keep_events))
    for record in found:
        assert isinstance(record, Record), str(record)
    return [record for record in found if isinstance(record, Record)]


def test_there_are_samples() -> None:
    """The four samples are there, so that the tests below test something."""
    assert {"classic", "fifteen-deals", "options", "ten-points"} <= {path.stem for path in SAMPLES}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_reads_and_writes_the_same(path: Path) -> None:
    """Reading and writing a canonical file gives it back byte for byte."""
    text = path.read_bytes()
    out = StringIO()
    count = write_records(records(text), out)
    assert text == out.getvalue().encode()
    assert count == text.count(b"[Rules ")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_folds(path: Path) -> None:
    """The events of every record fold to a finished match with the recorded scores and winners."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for record in records(text):
        end = fold(record.start, record.events)
        assert record.finished
        assert end.winners is not None
        following = lines[record.line :]
        result = next(line for line in following if line.startswith("result"))
        scores = following[: following.index(result)]
        totals = [0, 0, 0]
        for line in scores:
            if line.startswith("score"):
                totals = [a + int(b) for a, b in zip(totals, line.split()[1:], strict=True)]
        assert result == "result " + " ".join(str(int(seat)) for seat in end.winners)
        assert totals == list(end.totals)
        assert sum(line.startswith("deal") for line in scores) == record.deals == end.dealt


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_checks_without_keeping_events(path: Path) -> None:
    """Without events nothing else of the records changes."""
    whole = records(path.read_bytes())
    for record, bare in zip(whole, records(path.read_bytes(), keep_events=False), strict=True):
        assert bare.events == ()
        assert (record.tags, record.start, record.deals) == (bare.tags, bare.start, bare.deals)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_view_of_a_sample_reads_and_writes_the_same(path: Path, viewer: Viewer) -> None:
    """What anybody has seen of a match is written, read, found right, and written the same."""
    for record in records(path.read_bytes()):
        seen = tuple(see(event, viewer, record.rules) for event in record.events)
        text = write_record(make_record(record.rules, seen, tags=dict(record.tags), view=viewer))
        (back,) = records(text)
        assert "?" in text
        assert back.viewer is viewer
        assert not back.full
        assert back.events == seen
        assert write_record(back) == text


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("stem", ["ten-points", "fifteen-deals"])
def test_a_view_broken_off_anywhere_is_right(stem: str, viewer: Viewer) -> None:
    """At moments of all phases, what a viewer has seen so far is a right record."""
    record = records((GOLDEN / f"{stem}.smr").read_bytes())[1]
    seen = [see(event, viewer, record.rules) for event in record.events]
    ends = [at for at, event in enumerate(seen) if at and not isinstance(event, CONSEQUENCES)]
    for count in ends[:360:4]:
        text = write_record(make_record(record.rules, seen[:count], view=viewer))
        (back,) = records(text)
        assert write_record(back) == text


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_what_does_not_matter_in_a_file(path: Path) -> None:
    """CRLF, a byte-order mark, comments, tabs, blanks and the last line's end change nothing."""
    text = path.read_text(encoding="utf-8")
    expected = [record.events for record in records(text)]
    spaced = text.replace("\n", " \t # über ♠\r\n").replace("trick ", " trick\t \t").rstrip()
    assert expected == [record.events for record in records(("\ufeff" + spaced).encode())]
    assert expected == [
        record.events for record in read_records(StringIO(spaced)) if isinstance(record, Record)
    ]


def test_a_file_may_be_empty() -> None:
    """A file of nothing, or of comments only, holds no match and no fault."""
    assert records("") == records("\ufeff# nothing\n\n \t\n") == []


def test_a_fault_ends_its_match_only() -> None:
    """After a fault reading goes on at the next match's first tag."""
    text = (GOLDEN / "ten-points.smr").read_text(encoding="utf-8").splitlines(keepends=True)
    text[13] = text[13].replace("trick 2", "trick 1")
    text[300] = "nonsense\n"
    found = list(read_records(BytesIO("".join(text).encode()), "x.smr"))
    faults = [record for record in found if isinstance(record, Fault)]
    assert [(fault.line, fault.number) for fault in faults] == [(14, 1), (301, 3)]
    assert [record.number for record in found] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("path"), sorted((GOLDEN / "faults").glob("*.smr")), ids=lambda path: path.stem
)
def test_a_fault_is_named_with_its_line(path: Path) -> None:
    """Every kind of fault has its line and its sentence, and is the only one of its match."""
    with path.open("rb") as stream:
        found = [
            str(record) for record in read_records(stream, path.name) if isinstance(record, Fault)
        ]
    assert path.with_suffix(".txt").read_text(encoding="utf-8").splitlines() == found
    assert len(found) == 1
