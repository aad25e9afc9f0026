"""
Records and one-line positions: matches as text, lossless and checked.

`read_records` reads and checks a stream of matches, `write_record` writes one; `parse_position`
and `write_position` turn a state into one line and back.
"""

from sergeantmajor.notation.position import parse_position, write_position
from sergeantmajor.notation.reader import read_records
from sergeantmajor.notation.record import Fault, Record, make_record
from sergeantmajor.notation.writer import write_record, write_records

__all__ = [
    "Fault",
    "Record",
    "make_record",
    "parse_position",
    "read_records",
    "write_position",
    "write_record",
    "write_records",
]
