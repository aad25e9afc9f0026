"""
Lines of a record: from a stream to numbered text, and from text to words or a tag.

Nothing here knows what a line means. Memory is bounded whatever the stream holds: of a line that
is too long no more than its limit is kept.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Final, Protocol

from sergeantmajor.errors import ParseError

LONGEST_LINE: Final = 1000
"""Most characters of a line, without its end."""

# Four bytes are the most that UTF-8 needs for a character; then CR and LF; a byte-order mark.
_MOST_BYTES: Final = 4 * LONGEST_LINE + 2 + 3
_SKIPPED_AT_ONCE: Final = 1 << 16

_TAG: Final = re.compile(
    r'\[([^\s"\\#\[\]]+)[ \t]+"((?:[^"\\]|\\["\\])*)"\][ \t]*(?:#.*)?', re.DOTALL
)


class LineStream(Protocol):
    """A stream that lines can be read from: binary (`open(…, "rb")`) or text."""

    def readline(self, size: int, /) -> bytes | str:
        """Return the next line with its LF, cut at `size`; empty at the end."""


class RecordError(ParseError):
    """
    A fault of a record, on its way to become a `Fault`.

    Attributes:
        line: The line at fault, from 1; `None`: the one that is being read.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class BadLine(RecordError):
    """
    A line that cannot be read at all: too long, or not UTF-8.

    Attributes:
        is_tag: Whether it begins as a tag does.
    """

    def __init__(self, message: str, *, is_tag: bool) -> None:
        super().__init__(message)
        self.is_tag = is_tag


def quoted(text: str) -> str:
    """Return text as a message shows it: quoted, escaped, and no longer than it helps."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def found(words: str) -> str:
    """Return words of a line as a message shows them: as they stand, unless that would mislead."""
    plain = words.isascii() and words.isprintable() and len(words) <= 40
    return words if plain else quoted(words)


def numbered_lines(stream: LineStream) -> Iterator[tuple[int, str | BadLine]]:
    """
    Yield each line with its number, from 1, without its end.

    LF and CRLF end a line, nothing else does. A byte-order mark at the start is skipped.

    Args:
        stream: Binary, or text; only a binary one goes on after bytes that are not UTF-8.

    Yields:
        The number, and the text or what is wrong with the line as a whole.
    """
    number = 1
    try:
        while raw := stream.readline(_MOST_BYTES):
            if len(raw) >= _MOST_BYTES and raw[-1:] not in _ENDS:
                while (rest := stream.readline(_SKIPPED_AT_ONCE)) and rest[-1:] not in _ENDS:
                    pass
                yield number, _too_long(raw)
            else:
                yield number, _decoded(raw, first=number == 1)
            number += 1
    except UnicodeDecodeError as error:
        # A text stream; where in it, nobody can tell.
        yield number, BadLine(f"the text is not UTF-8 ({error.reason})", is_tag=False)


def _decoded(raw: bytes | str, *, first: bool) -> str | BadLine:
    """Return the text of a whole line as it was read, or what is wrong with it."""
    try:
        text = raw if isinstance(raw, str) else raw.decode()
        if raw is text and not text.isascii():
            text.encode()
    except UnicodeError as error:
        at = getattr(error, "start", 0) + 1
        return BadLine(f"the line is not UTF-8 from its byte {at} on", is_tag=_is_tag(raw))
    if text[-1] == "\n":
        text = text[:-2] if text[-2:] == "\r\n" else text[:-1]
    if first:
        text = text.removeprefix("\ufeff")
    return text if len(text) <= LONGEST_LINE else _too_long(raw)


def _too_long(raw: bytes | str) -> BadLine:
    message = f"the line is too long: expected at most {LONGEST_LINE:,} characters"
    return BadLine(message, is_tag=_is_tag(raw))


def _is_tag(raw: bytes | str) -> bool:
    """Return whether a line that cannot be read begins as a tag does."""
    if isinstance(raw, str):
        return raw.removeprefix("\ufeff").lstrip(" \t").startswith("[")
    return raw.removeprefix(BOM_UTF8).lstrip(b" \t").startswith(b"[")


_ENDS: Final = frozenset([b"\n", "\n"])


def words_of(text: str) -> list[str]:
    """
    Return the words of a line that is no tag, without its comment; empty for a blank line.

    Only blanks and tabs part words: any other space is a part of one, and so a fault later on.
    """
    words = text.split(" ")
    if "" in words or "#" in text or "\t" in text:
        text = text.partition("#")[0].replace("\t", " ")
        words = [word for word in text.split(" ") if word]
    return words


def tag_of(text: str) -> tuple[str, str]:
    """
    Return key and value of a line that holds a tag, `[Key "value"]`.

    Raises:
        RecordError: It is no tag, or there is more on the line than a comment.
    """
    match = _TAG.fullmatch(text.strip(" \t"))
    if match is None:
        raise RecordError(
            f'{quoted(text)} is no tag: expected [Key "value"], with \\" and \\\\ as the only'
            " escapes"
        )
    key, value = match.groups()
    if "\\" in value:
        value = re.sub(r"\\(.)", r"\1", value)
    return key, value


def write_tag(key: str, value: str) -> str:
    """
    Return a tag as a line, without its end.

    Raises:
        ValueError: No reader would take the line: a key with a space in it, a value with a line
            break, more than 1,000 characters, or no Unicode text at all.
    """
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    line = f'[{key} "{escaped}"]'
    try:
        line.encode()
        fits = len(line) <= LONGEST_LINE and not {"\n", "\r"} & set(line)
        if not fits or tag_of(line) != (key, value):
            raise ValueError(line)
    except ValueError as error:
        raise ValueError(
            f"the tag {quoted(key)} with the value {quoted(value)} cannot be written: expected a"
            f" word, and text without line breaks, {LONGEST_LINE:,} characters in all"
        ) from error
    return line
