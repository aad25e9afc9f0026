"""The page about records shows records and positions that are right."""

import re
from io import BytesIO
from pathlib import Path

from sergeantmajor.notation import Record, parse_position, read_records, write_position
from sergeantmajor.notation.checker import FORMS
from sergeantmajor.notation.header import KNOWN_TAGS

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "records.md"


def test_the_page_is_right() -> None:
    """Its record is read without a fault, its position is written the same."""
    text = PAGE.read_text(encoding="utf-8")
    record, position = re.findall(r"```\n(.*?)```", text, flags=re.DOTALL)
    (found,) = read_records(BytesIO(record.encode()))
    assert isinstance(found, Record), str(found)
    assert write_position(parse_position(position.strip())) == position.strip()


def test_the_page_is_complete() -> None:
    """Every kind of line and every known tag is there."""
    text = PAGE.read_text(encoding="utf-8")
    for kind in FORMS:
        assert f"| `{kind} " in text
    for key in KNOWN_TAGS:
        assert f"`{key}`" in text or key in {"Seat1", "Bytes1"}
