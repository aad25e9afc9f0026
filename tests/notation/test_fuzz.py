"""Hostile input: no text crashes, hangs or fills the memory of a reader."""

import tracemalloc
from io import BufferedReader, BytesIO, RawIOBase, StringIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import walk
from sergeantmajor.cards import Seat
from sergeantmajor.errors import ParseError
from sergeantmajor.match import start_match
from sergeantmajor.notation import (
    Fault,
    Record,
    make_record,
    parse_position,
    read_records,
    write_record,
)
from sergeantmajor.rules import Rules
from sergeantmajor.view import see

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
MEGABYTE = 1 << 20
HUNDRED_MEGABYTES = 100 * MEGABYTE

# The beginnings of good records, full and of views, as the soil of bad ones.
SEEDS = [
    path.read_bytes()[:3_000]
    for path in (*sorted(GOLDEN.glob("*.smr")), *sorted((GOLDEN / "faults").glob("view-*.smr")))
]
PLAIN = (
    "deal hand kitty give contract discard trick score result declarer pass S N ? 0 1 2 3 -1 +8"
    ' SA C2 DT ... AK.. [ ] # "'
)
WORDS = [
    *(word.encode() for word in PLAIN.split(" ")),
    b'[Rules "fifteen-deals"]',
    b'[View "1"]',
    b'[View "watcher"]',
    b'[SetUp "declarer=0 last=+1,0,-1 used=S,,HD passed=1,0,0"]',
    b'[Termination "abandoned"]',
    b"\xff",
    b"\r",
    b"\x00",
    "♠\u2028\x85".encode(),
    b"9" * 400,
]


def check(raw: bytes) -> None:
    """Read some bytes; each match is right and can be written, or has one fault of its lines."""
    found = list(read_records(BytesIO(raw), "x"))
    lines = raw.count(b"\n") + 1
    assert [record.number for record in found] == list(range(1, len(found) + 1))
    for record in found:
        assert 1 <= record.line <= lines
        if isinstance(record, Record):
            again = list(read_records(BytesIO(write_record(record).encode())))
            assert [type(match) for match in again] == [Record]
        else:
            assert str(record).startswith(f"x:{record.line}: ")
            assert "\n" not in str(record)
            assert str(record).isprintable()


@given(st.binary(max_size=2_000))
def test_random_bytes(raw: bytes) -> None:
    """Bytes of no kind at all are refused or hold nothing."""
    check(raw)


@given(st.lists(st.sampled_from([*WORDS, b" ", b"\n", b"\n", b"\t"]), max_size=80))
def test_random_words(words: list[bytes]) -> None:
    """Words of the grammar in no order are refused or right."""
    check(b" ".join(words))


@given(st.sampled_from(SEEDS), st.data())
def test_spoilt_characters(raw: bytes, data: st.DataObject) -> None:
    """A good record with characters changed, added and left out."""
    letters = bytearray(raw)
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(letters) - 1))
        new = data.draw(st.one_of(st.binary(max_size=3), st.sampled_from(WORDS)))
        letters[at : at + data.draw(st.integers(0, 3))] = new
    check(bytes(letters))


@given(st.sampled_from(SEEDS), st.sampled_from(SEEDS), st.data())
def test_spoilt_lines(raw: bytes, other: bytes, data: st.DataObject) -> None:
    """A good record with lines left out, doubled, exchanged, or taken from another one."""
    lines = raw.split(b"\n")
    for _ in range(data.draw(st.integers(1, 4))):
        at, to = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match data.draw(st.integers(0, 3)):
            case 0 if len(lines) > 1:
                del lines[at]
            case 1:
                lines.insert(to, lines[at])
            case 2:
                lines[at], lines[to] = lines[to], lines[at]
            case _:
                lines[at] = data.draw(st.sampled_from(other.split(b"\n")))
    check(b"\n".join(lines))


@given(st.sampled_from(SEEDS), st.data())
def test_spoilt_words(raw: bytes, data: st.DataObject) -> None:
    """A good record with words replaced by others of the grammar."""
    lines = [line.split(b" ") for line in raw.split(b"\n")]
    for _ in range(data.draw(st.integers(1, 4))):
        line = data.draw(st.sampled_from(lines))
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.sampled_from(WORDS))
    check(b"\n".join(b" ".join(line) for line in lines))


@given(st.text(max_size=500))
def test_random_text_as_a_text_stream(text: str) -> None:
    """A text stream is read like a binary one, but for what only a text can hold."""
    for record in read_records(StringIO(text)):
        assert isinstance(record, Fault) or record.events == ()


@given(st.one_of(st.text(), st.binary().map(lambda raw: raw.decode("latin-1"))))
def test_random_text_as_a_position(text: str) -> None:
    """No text is a position by chance, and none does worse than be refused."""
    with pytest.raises(ParseError):
        parse_position(text)


class Endless(RawIOBase):
    """A stream of so many bytes, made as they are asked for."""

    def __init__(self, pattern: bytes, size: int = HUNDRED_MEGABYTES) -> None:
        self._block = pattern * (MEGABYTE // len(pattern) + 1)
        self._pattern = len(pattern)
        self._left = size
        self._at = 0

    def readable(self) -> bool:
        """Return that it can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer with the next bytes."""
        count = min(len(buffer), self._left, MEGABYTE - self._pattern)
        buffer[:count] = self._block[self._at : self._at + count]
        self._at = (self._at + count) % self._pattern
        self._left -= count
        return count


@pytest.mark.parametrize(
    ("pattern", "size", "faults"),
    [
        # Lines without end: all 100 MB.
        (b"x", HUNDRED_MEGABYTES, 1),
        (b"[", HUNDRED_MEGABYTES, 1),
        (b"\xff", HUNDRED_MEGABYTES, 1),
        (b"x" * 5_000 + b"\n", HUNDRED_MEGABYTES, 1),
        # Many short lines: as many as take a second; memory would show long before.
        (b"\x00\n", 200_000, 1),
        (b"# nothing but comments, all the way down\n", MEGABYTE, 0),
        (b"trick 0 SA SK SQ\n", MEGABYTE, 1),
        (b'[Key "a value of some length, to fill the memory with tags"]\n', 4 * MEGABYTE, 1),
        (b'[Rules "classic"]\n[Rules "classic"]\ndeal\n', 200_000, 4_879),
        (b'[Rules "classic"]\ndeal 1 declarer 0\n', 60_000, 1),
    ],
)
def test_garbage_is_refused_in_bounded_memory(pattern: bytes, size: int, faults: int) -> None:
    """Garbage without end is refused in no more than 3 MB beside the stream's own buffer."""
    stream = BufferedReader(Endless(pattern, size))
    tracemalloc.start()
    try:
        found = sum(isinstance(record, Fault) for record in read_records(stream))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found == faults
    assert peak < 3 * MEGABYTE


@pytest.mark.parametrize("view", [False, True])
def test_a_match_without_end_is_checked_in_bounded_memory(view: bool) -> None:
    """Without keeping events, a long match needs a fraction of the memory that they take."""
    rules = Rules.parse("ten-points exchange=none points=1000")
    start = start_match(rules, Seat.ZERO)
    log = [event for step in walk(start, Random(1), deals=60) for event in step.events]
    seen = [see(event, None, rules) for event in log] if view else log
    raw = write_record(make_record(rules, seen, view=None if view else "")).encode()
    peaks = []
    for keep in (True, False):
        tracemalloc.start()
        try:
            (found,) = read_records(BytesIO(raw), keep_events=keep)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert isinstance(found, Record), str(found)
        assert found.deals == 60
        peaks.append(peak)
    assert peaks[1] < peaks[0] / 3
    assert peaks[1] < MEGABYTE
