"""Shuffles: the published definition, uniform cards, uniform first declarers."""

import hashlib
import itertools
from collections.abc import Callable, Iterable
from math import sqrt
from pathlib import Path
from random import Random

import pytest

import shuffles
from sergeantmajor.cards import CARDS, FULL_DECK, SEATS, Card, CardSet, Seat
from sergeantmajor.rules import Rules
from sergeantmajor.shuffle import Shuffle, Stream


def blocks(golden: Path) -> list[dict[str, str]]:
    """Return the vectors of the file, each as a dictionary of its lines."""
    text = (golden / "shuffle" / "vectors.txt").read_text(encoding="utf-8")
    return [
        dict(line.replace(" -", " ").rpartition(" ")[::2] for line in part.splitlines())
        for part in text.split("\n\n")[1:]
    ]


def test_vectors_of_a_second_implementation(golden: Path) -> None:
    """Every vector comes out: the declarer of k = 0, the decks of several k."""
    found = blocks(golden)
    assert 7 == len(found)
    for vector in found:
        shuffle = Shuffle(
            bytes.fromhex(vector["secret"]),
            bytes.fromhex(vector["match"]).decode(),
            (
                bytes.fromhex(vector["bytes0"]),
                bytes.fromhex(vector["bytes1"]),
                bytes.fromhex(vector["bytes2"]),
            ),
        )
        assert vector["commit"] == shuffle.commit
        assert Seat.parse(vector["declarer"]) is shuffle.declarer()
        decks = [(key, deck) for key, deck in vector.items() if key.startswith("deal")]
        assert 4 == len(decks)
        for key, deck in decks:
            dealt = shuffle.deck(int(key.removeprefix("deal ")), FULL_DECK)
            assert deck == "".join(card.code for card in dealt)


def test_the_vectors_are_up_to_date(golden: Path) -> None:
    """The file is what its tool writes."""
    text = (golden / "shuffle" / "vectors.txt").read_text(encoding="utf-8")
    assert "\n".join(shuffles.vectors()) + "\n" == text


def test_no_two_vectors_share_a_deck(golden: Path) -> None:
    """Secret, id, number and each player's bytes all matter, and so does whose bytes they are."""
    decks = [
        deck for vector in blocks(golden) for key, deck in vector.items() if key.startswith("deal")
    ]
    assert 28 == len(set(decks))
    assert {52} == {len(set(zip(deck[::2], deck[1::2], strict=True))) for deck in decks}


@pytest.mark.parametrize("bound", [1, 2, 3, 52, 100, 128, 129, 200, 255, 256])
def test_numbers_below_a_bound_are_drawn_by_rejection(bound: int) -> None:
    """Bytes at or above the largest multiple of the bound are thrown away, never folded back."""
    first, second = Stream(bytes(32), b"x"), Stream(bytes(32), b"x")
    numbers = [first.below(bound) for _ in range(500)]
    usable = (byte for byte in iter(second.byte, -1) if byte < 256 - 256 % bound)
    assert [byte % bound for byte in itertools.islice(usable, 500)] == numbers


def test_a_stream_is_blocks_of_a_counter() -> None:
    """Thirty-two bytes from each block, the counter starting at 0."""
    source = Stream(b"k" * 32, b"message")
    expected = shuffles.mac(b"k" * 32, b"message" + bytes(8))
    expected += shuffles.mac(b"k" * 32, b"message" + bytes(7) + b"\x01")
    assert list(expected) == [source.byte() for _ in range(64)]


def test_a_fresh_shuffle_has_its_own_secret() -> None:
    """The secret comes from the operating system; only its hash may be shown."""
    one, two = Shuffle.fresh("m"), Shuffle.fresh("m")
    assert one.secret != two.secret
    assert (32, (b"", b"", b""), "m") == (len(one.secret), one.player_bytes, one.match_id)
    assert hashlib.sha256(one.secret).hexdigest() == one.commit
    assert one.secret.hex() not in repr(one)
    assert repr(one.secret) not in repr(one)


@pytest.mark.parametrize(
    ("secret", "match_id", "added", "said"),
    [
        (bytes(31), "m", (b"", b"", b""), "a secret has 32 bytes, got 31"),
        (bytes(33), "m", (b"", b"", b""), "a secret has 32 bytes, got 33"),
        (bytes(32), "ł" * 32768, (b"", b"", b""), "a match id has at most 65,535 bytes"),
        (bytes(32), "m", (b"", bytes(33), b""), "seat 1 added 33 bytes: expected at most 32"),
    ],
)
def test_lengths_are_checked(
    secret: bytes, match_id: str, added: tuple[bytes, bytes, bytes], said: str
) -> None:
    """What does not fit its length field is refused with a sentence."""
    with pytest.raises(ValueError, match=said):
        Shuffle(secret, match_id, added)


def test_the_longest_inputs_fit() -> None:
    """An id of 65,535 bytes and three times 32 bytes are taken."""
    shuffle = Shuffle(bytes(32), "m" * 65535, (bytes(32), bytes(32), bytes(32)))
    assert CardSet(shuffle.deck(1, FULL_DECK)) == FULL_DECK


def test_a_small_deck_is_shuffled_too() -> None:
    """A study game's deck is its own cards, each once."""
    small = Rules.parse("ten-points").deck - FULL_DECK.of(CARDS[0].suit)
    deck = Shuffle(bytes(32), "m").deck(1, small)
    assert sorted(small) == sorted(deck)
    assert sorted(small) != list(deck)


def quantile(degrees: int, z: float) -> float:
    """Return the chi-square quantile for a normal one, by Wilson and Hilferty's formula."""
    part = 2 / (9 * degrees)
    return float(degrees * (1 - part + z * sqrt(part)) ** 3)


Z = 4.75  # One in a million.


def unevenness(decks: Iterable[tuple[Card, ...]]) -> float:
    """
    Return chi-square of the table card × place, with 51² degrees of freedom.

    In a sum of permutation matrices rows and columns are fixed; the usual statistic is 52/51 of a
    chi-square variable with 51² degrees.
    """
    counts = [[0] * 52 for _ in range(52)]
    total = 0
    for deck in decks:
        total += 1
        for place, card in enumerate(deck):
            counts[place][card.index] += 1
    expected = total / 52
    statistic = sum((count - expected) ** 2 / expected for row in counts for count in row)
    return statistic * 51 / 52


@pytest.mark.slow
def test_every_card_is_as_likely_in_every_place() -> None:
    """Chi-square over card × place of 12,000 decks lies between its one-in-a-million quantiles."""
    shuffle = Shuffle(b"uniformity over card and place..", "chi-square")
    found = unevenness(shuffle.deck(number, FULL_DECK) for number in range(1, 12_001))
    assert quantile(51 * 51, -Z) < found < quantile(51 * 51, Z)


def any_place(rng: Random, deck: list[Card]) -> None:
    """Swap each place with any place: the well-known naive shuffle."""
    for place in range(52):
        other = rng.randrange(52)
        deck[place], deck[other] = deck[other], deck[place]


def never_stays(rng: Random, deck: list[Card]) -> None:
    """Draw below the place instead of up to it: one cycle of all cards."""
    for place in range(51, 0, -1):
        other = rng.randrange(place)
        deck[place], deck[other] = deck[other], deck[place]


def stops_early(rng: Random, deck: list[Card]) -> None:
    """Leave the last three swaps out."""
    for place in range(51, 3, -1):
        other = rng.randrange(place + 1)
        deck[place], deck[other] = deck[other], deck[place]


def folded_back(rng: Random, deck: list[Card]) -> None:
    """Take the rest of a byte without throwing any away."""
    for place in range(51, 0, -1):
        other = rng.randrange(256) % (place + 1)
        deck[place], deck[other] = deck[other], deck[place]


@pytest.mark.slow
@pytest.mark.parametrize("biased", [any_place, never_stays, stops_early, folded_back])
def test_the_uniformity_test_catches_biased_shuffles(
    biased: Callable[[Random, list[Card]], None],
) -> None:
    """The same statistic on the classic faults lies far outside."""
    rng = Random(1)

    def decks() -> Iterable[tuple[Card, ...]]:
        for _ in range(12_000):
            deck = list(CARDS)
            biased(rng, deck)
            yield tuple(deck)

    assert unevenness(decks()) > quantile(51 * 51, Z)


def test_the_first_declarer_is_drawn_evenly() -> None:
    """Chi-square over 6,000 matches, two degrees of freedom, one in a million."""
    drawn = [Shuffle(bytes(32), f"lot-{number}").declarer() for number in range(6_000)]
    counts = [drawn.count(seat) for seat in SEATS]
    assert sum((count - 2_000) ** 2 / 2_000 for count in counts) < 27.6
    assert 0 < min(counts)
