#!/usr/bin/env python3
"""
Write the shuffle vectors of the tests, by a second implementation.

It follows the definition in the docstring of `sergeantmajor.shuffle` and uses the standard
library's hash alone, so that a fault in one is not repeated in the other. Run it after the
definition changed, which a published record must never live to see:

    tools/shuffles.py > tests/golden/shuffle/vectors.txt
"""

import hashlib
import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass

CODES = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]


@dataclass(frozen=True)
class Inputs:
    """What a match's randomness is made of."""

    secret: bytes
    match_id: str
    added: tuple[bytes, bytes, bytes]


INPUTS = (
    Inputs(bytes(32), "", (b"", b"", b"")),
    Inputs(bytes(range(32)), "m", (b"", b"", b"")),
    Inputs(bytes(range(32)), "m", (b"a", b"", b"")),
    Inputs(bytes(range(32)), "m", (b"", b"a", b"")),
    Inputs(bytes(range(32)), "m", (b"", b"", b"a")),
    Inputs(bytes(range(32)), "ma", (b"", b"", b"")),
    Inputs(b"\xff" * 32, "table-7/łódź", (b"ada" * 10, bytes(32), b"\x00")),
)
DEALS = (1, 2, 15, 300)


def mac(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA256 as its standard defines it, for a key of up to 64 bytes."""
    padded = key.ljust(64, b"\x00")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def stream(inputs: Inputs, k: int) -> Iterator[int]:
    """Yield the bytes of deal k, block by block."""
    name = inputs.match_id.encode()
    head = len(name).to_bytes(2, "big") + name + k.to_bytes(4, "big")
    tail = b"".join(bytes([len(part)]) + part for part in inputs.added)
    for block in itertools.count():
        yield from mac(inputs.secret, head + tail + block.to_bytes(8, "big"))


def draw(source: Iterator[int], bound: int) -> int:
    """Return a number below the bound: bytes from the uneven end of the range are thrown away."""
    usable = range(256 // bound * bound)
    return next(byte for byte in source if byte in usable) % bound


def deck(inputs: Inputs, k: int) -> list[str]:
    """Return the cards of deal k in the order in which they are dealt."""
    source, cards = stream(inputs, k), list(CODES)
    for last in reversed(range(1, len(cards))):
        chosen = draw(source, last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards


def vectors() -> Iterator[str]:
    """Yield the lines of the file."""
    yield "# Written by tools/shuffles.py. Bytes in hexadecimal, - for none; decks as dealt."
    for inputs in INPUTS:
        yield ""
        yield f"secret {inputs.secret.hex()}"
        yield f"match {inputs.match_id.encode().hex() or '-'}"
        for seat, part in enumerate(inputs.added):
            yield f"bytes{seat} {part.hex() or '-'}"
        yield f"commit {hashlib.sha256(inputs.secret).hexdigest()}"
        yield f"declarer {draw(stream(inputs, 0), 3)}"
        for k in DEALS:
            yield f"deal {k} {''.join(deck(inputs, k))}"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    print("\n".join(vectors()))
