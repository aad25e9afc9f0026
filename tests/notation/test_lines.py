"""Lines and words: what ends a line, how long it may be, what parts words, what a tag is."""

from io import BytesIO, StringIO, TextIOWrapper

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sergeantmajor.notation.lines import (
    LONGEST_LINE,
    BadLine,
    RecordError,
    numbered_lines,
    tag_of,
    words_of,
    write_tag,
)


def texts(raw: bytes) -> list[str]:
    """Return the lines of some bytes, bad ones as their message."""
    return [str(text) for _, text in numbered_lines(BytesIO(raw))]


def test_only_lf_and_crlf_end_a_line() -> None:
    """No other character that Unicode or Python takes for a line's end ends one."""
    odd = "a\rb\x0bc\x0cd\x1ce\x85f\u2028g\u2029h"
    assert texts(f"{odd}\nnext\r\nlast".encode()) == [odd, "next", "last"]
    assert [str(text) for _, text in numbered_lines(StringIO(odd + "\nnext\r\nlast"))] == [
        odd,
        "next",
        "last",
    ]


def test_a_byte_order_mark_is_skipped_at_the_start_only() -> None:
    """The first line loses its mark, a later one keeps it."""
    assert texts("\ufeffa\n\ufeffb\n".encode()) == ["a", "\ufeffb"]


@pytest.mark.parametrize("letter", ["a", "ü", "♠", "🂡"])
@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_the_longest_line(letter: str, end: str) -> None:
    """A line may have 1,000 characters, of however many bytes, and not one more."""
    for start in ("", "\ufeff"):
        good = (start + letter * LONGEST_LINE + end).encode()
        assert texts(good) == [letter * LONGEST_LINE]
        for count in (1, 2, 5, 3_000, 200_000):
            bad = (start + letter * (LONGEST_LINE + count) + end).encode()
            assert texts(bad)[0].startswith("the line is too long")


def test_after_a_long_line_the_next_one_is_read() -> None:
    """The rest of a line that is too long is passed over, wherever its parts end."""
    for count in (1_001, 4_004, 4_005, 4_006, 65_536, 4_005 + 65_536, 300_000):
        raw = b"x" * count + b"\nnext\n"
        assert texts(raw)[1:] == ["next"]
        assert [number for number, _ in numbered_lines(BytesIO(raw))] == [1, 2]
    odd = b"x" * 4_004 + b"\r" + b"y" * 65_535 + b"\r" + b"z\nnext\n"
    assert texts(odd)[1:] == ["next"]


def test_bytes_that_are_not_utf8() -> None:
    """They are a fault of their line, with the place, and the next line is read."""
    assert texts(b"ab\xffc\nnext\n") == ["the line is not UTF-8 from its byte 3 on", "next"]
    assert texts(b"\xed\xa0\x80") == ["the line is not UTF-8 from its byte 1 on"]
    cut = "♠" * 2_000
    assert texts(cut.encode()[:-1])[0].startswith("the line is too long")


def test_a_text_stream_that_cannot_decode_ends_with_a_fault() -> None:
    """A text stream's own failure is a fault too, the last thing that is read."""
    found = list(numbered_lines(TextIOWrapper(BytesIO(b"a\n\xff\n"), encoding="utf-8")))
    assert isinstance(found[-1][1], BadLine)


def test_a_text_stream_with_lone_surrogates() -> None:
    """Text that is no Unicode text is not UTF-8 either."""
    ((_, text),) = numbered_lines(StringIO("a\udc80"))
    assert str(text) == "the line is not UTF-8 from its byte 2 on"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("deal 1 declarer 0", ["deal", "1", "declarer", "0"]),
        ("  deal\t1 \t declarer 0  ", ["deal", "1", "declarer", "0"]),
        ("contract S# no more", ["contract", "S"]),
        ("# trick", []),
        (" \t ", []),
        ("trick\u00a00\u2003SA", ["trick\u00a00\u2003SA"]),
        ("a\x0bb\x0cc\rd", ["a\x0bb\x0cc\rd"]),
        ("a\x0bb\xa0c  d # e", ["a\x0bb\xa0c", "d"]),
    ],
)
def test_words(line: str, expected: list[str]) -> None:
    """Blanks and tabs part words, nothing else does; a comment ends the line."""
    assert words_of(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('[Event "Home"]', ("Event", "Home")),
        ('  [Event  \t "Home"] # at home', ("Event", "Home")),
        ('[Event "a # b"]', ("Event", "a # b")),
        (r'[Event "say \"\\\""]', ("Event", 'say "\\"')),
        ('[Event ""]', ("Event", "")),
        ('[Event "a]b[c"]', ("Event", "a]b[c")),
        ('[Event "\x85\u2028"]', ("Event", "\x85\u2028")),
    ],
)
def test_tags(line: str, expected: tuple[str, str]) -> None:
    """A tag is a key and a quoted value, with two escapes; a comment may follow."""
    assert tag_of(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "[Event]",
        "[Event Home]",
        '[Event "Home"',
        '[Event"Home"]',
        '[ Event "Home"]',
        '[Event "Home" ]',
        '["Home"]',
        r'[Event "a\nb"]',
        r'[Event "a\"]',
        '[Event "a"b"]',
        '[Event "a"] [Site "b"]',
        '[Event "a"] b',
        '[# "a"]',
    ],
)
def test_no_tags(line: str) -> None:
    """Whatever else begins like a tag is refused, with the form that was expected."""
    with pytest.raises(RecordError, match=r'is no tag: expected \[Key "value"\]'):
        tag_of(line)


@given(st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,20}", fullmatch=True), st.text(max_size=60))
def test_a_tag_that_can_be_written_is_read_the_same(key: str, value: str) -> None:
    """Every value without a line break survives; one that has one cannot be written."""
    breaks = "\n" in value or "\r" in value
    encodable = not any("\ud800" <= letter <= "\udfff" for letter in value)
    if breaks or not encodable:
        with pytest.raises(ValueError, match="cannot be written"):
            write_tag(key, value)
    else:
        assert tag_of(write_tag(key, value)) == (key, value)


@pytest.mark.parametrize("key", ["", "Two words", 'Quo"te', "#", "[", "new\nline"])
def test_a_key_that_no_reader_takes_cannot_be_written(key: str) -> None:
    """A key is one word."""
    with pytest.raises(ValueError, match="cannot be written"):
        write_tag(key, "x")


def test_a_value_that_no_line_holds_cannot_be_written() -> None:
    """The whole tag has at most 1,000 characters."""
    assert len(write_tag("Event", "x" * 990)) == LONGEST_LINE
    with pytest.raises(ValueError, match="1,000 characters in all"):
        write_tag("Event", "x" * 991)
