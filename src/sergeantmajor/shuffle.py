"""
Shuffles that can be checked (docs/decisions/0013).

Before a match the table shows the SHA-256 of a 32-byte secret. Then each player may add up to
32 bytes of his own. Deal k's random stream is HMAC-SHA256 keyed with the secret over

    length of match id (2 bytes) ‖ match id (UTF-8) ‖ k (4 bytes)
    ‖ for seats 0, 1, 2: length (1 byte) ‖ bytes ‖ block counter (8 bytes)

with the block counter running from 0 and all numbers big-endian. k = 0 draws the first declarer;
k ≥ 1 is the deal's number. When the match is over the secret comes out, and everybody can deal the
cards again. Nothing else in the library is random.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from typing import Final, Self

from sergeantmajor.cards import SEATS, Card, CardSet, Seat

SECRET_BYTES: Final = 32
MOST_PLAYER_BYTES: Final = 32


class Stream:
    """
    Uniform random numbers from a keyed counter.

    Attributes:
        key: The HMAC key.
        message: What is hashed before each block's counter.
    """

    __slots__ = ("_block", "_counter", "_used", "key", "message")

    def __init__(self, key: bytes, message: bytes) -> None:
        self.key = key
        self.message = message
        self._counter = 0
        self._block = b""
        self._used = 0

    def byte(self) -> int:
        """Return the next byte, 0 to 255."""
        if self._used == len(self._block):
            counter = self._counter.to_bytes(8, "big")
            self._block = hmac.digest(self.key, self.message + counter, "sha256")
            self._counter += 1
            self._used = 0
        value = self._block[self._used]
        self._used += 1
        return value

    def below(self, bound: int) -> int:
        """Return a uniform number from 0 to bound − 1, for a bound of 1 to 256, by rejection."""
        limit = 256 - 256 % bound
        while (value := self.byte()) >= limit:
            pass
        return value % bound


@dataclass(frozen=True, slots=True)
class Shuffle:
    """
    All the randomness of one match.

    Attributes:
        secret: 32 bytes, known to the table alone until the match is over.
        match_id: The match's id, up to 65,535 bytes of UTF-8.
        player_bytes: What each player added, by seat; 0 to 32 bytes.
    """

    secret: bytes = field(repr=False)
    match_id: str
    player_bytes: tuple[bytes, bytes, bytes] = (b"", b"", b"")

    def __post_init__(self) -> None:
        """Check the lengths, on which the message's uniqueness rests."""
        if len(self.secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, got {len(self.secret)}")
        if len(self.match_id.encode()) > 0xFFFF:
            raise ValueError("a match id has at most 65,535 bytes")
        for seat in SEATS:
            if len(self.player_bytes[seat]) > MOST_PLAYER_BYTES:
                raise ValueError(
                    f"seat {seat:d} added {len(self.player_bytes[seat])} bytes:"
                    f" expected at most {MOST_PLAYER_BYTES}"
                )

    @classmethod
    def fresh(cls, match_id: str) -> Self:
        """Return a shuffle with a new secret from the operating system."""
        return cls(secrets.token_bytes(SECRET_BYTES), match_id)

    @property
    def commit(self) -> str:
        """The SHA-256 of the secret, in hexadecimal: shown before the match."""
        return hashlib.sha256(self.secret).hexdigest()

    def stream(self, k: int) -> Stream:
        """Return the random stream of deal k; k = 0 is for the first declarer."""
        match_id = self.match_id.encode()
        parts = [len(match_id).to_bytes(2, "big"), match_id, k.to_bytes(4, "big")]
        for added in self.player_bytes:
            parts += [len(added).to_bytes(1, "big"), added]
        return Stream(self.secret, b"".join(parts))

    def declarer(self) -> Seat:
        """Return the first declarer by lot."""
        return Seat(self.stream(0).below(len(SEATS)))

    def deck(self, number: int, cards: CardSet) -> tuple[Card, ...]:
        """
        Return the cards of deal `number` (from 1) in the order in which they are dealt.

        Fisher–Yates from the last place down, starting from the order of `Card.index`.
        """
        stream = self.stream(number)
        deck = list(cards)
        for place in range(len(deck) - 1, 0, -1):
            other = stream.below(place + 1)
            deck[place], deck[other] = deck[other], deck[place]
        return tuple(deck)
