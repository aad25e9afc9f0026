"""Suits, ranks, seats, cards and sets of cards."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sergeantmajor.cards import (
    CARDS,
    FULL_DECK,
    NO_CARDS,
    SEATS,
    SUIT_MASKS,
    Card,
    CardSet,
    Rank,
    Seat,
    Suit,
)
from sergeantmajor.errors import ParseError

CODES = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
some_cards = st.frozensets(st.sampled_from(CARDS))


def test_there_are_52_cards_in_order_of_index() -> None:
    """Suits stand as S H D C, ranks rise from the two; index and bit follow from that."""
    assert CODES == [card.code for card in CARDS]
    assert list(range(52)) == [card.index for card in CARDS]
    assert [1 << index for index in range(52)] == [card.bit for card in CARDS]
    assert CODES == [card.suit.letter + card.rank.letter for card in CARDS]


def test_a_card_is_always_the_same_object() -> None:
    """Made, read, copied or unpickled: one card, one object."""
    for card in CARDS:
        assert Card(card.suit, card.rank) is card
        assert Card.parse(card.code) is card
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card
        assert pickle.loads(pickle.dumps(card)) is card  # noqa: S301 (we made it)


def test_cards_sort_and_show_by_their_code() -> None:
    """The order is that of the index; str is the code; equal cards hash alike."""
    assert list(CARDS) == sorted(set(CARDS))
    assert not any(card < card for card in CARDS)
    assert str(Card.parse("DT")) == "DT"
    assert repr(Card.parse("DT")) == "Card(DT)"
    assert len({hash(card) for card in CARDS}) == 52


@pytest.mark.parametrize("value", [Card.parse("SA"), CardSet.parse("A...")])
def test_cards_and_sets_cannot_be_changed(value: object) -> None:
    """Whoever holds a card or a set may hand it on without fear."""
    for name in ("index", "mask", "suit"):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(value, name, 1)
        with pytest.raises(AttributeError, match="cannot be changed"):
            delattr(value, name)


@pytest.mark.parametrize("text", ["", "S", "SAA", "sA", "Sa", "S1", "S10", "XA", "AS", " SA", "♠A"])
def test_what_is_no_card_is_refused_with_a_sentence(text: str) -> None:
    """Upper case, suit then rank, nothing else; the sentence quotes the text."""
    with pytest.raises(ParseError, match="is no card: expected a suit") as error:
        Card.parse(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize(
    ("kind", "good", "bad", "said"),
    [
        (Suit, "SHDC", ["", "s", "N", "SH", "♠"], "expected S, H, D or C"),
        (Rank, "23456789TJQKA", ["", "1", "t", "10", "AA"], "expected one of 23456789TJQKA"),
        (Seat, "012", ["", "3", "-1", "00", "¹", "one"], "expected 0, 1 or 2"),
    ],
)
def test_letters_read_back(
    kind: type[Suit] | type[Rank] | type[Seat], good: str, bad: list[str], said: str
) -> None:
    """A letter is its member, in order; anything else is refused with what was expected."""
    assert list(kind) == [kind.parse(letter) for letter in good]
    assert list(range(len(good))) == [int(member) for member in kind]
    for text in bad:
        with pytest.raises(ParseError, match=said):
            kind.parse(text)


def test_a_long_text_is_cut_in_the_message() -> None:
    """A megabyte of garbage does not come back in the error."""
    for parse in (Card.parse, CardSet.parse, Suit.parse):
        with pytest.raises(ParseError) as error:
            parse("x" * 1_000_000)
        assert len(str(error.value)) < 200


def test_seats_go_round() -> None:
    """Clockwise is 0, 1, 2, 0; the right is the other way."""
    assert (Seat.ONE, Seat.TWO, Seat.ZERO) == tuple(seat.left for seat in SEATS)
    assert (Seat.TWO, Seat.ZERO, Seat.ONE) == tuple(seat.right for seat in SEATS)


def test_dotted_hands_read_and_write() -> None:
    """Spades first, high to low; readers take ranks in any order."""
    hand = CardSet.parse("AK5..T98742.Q63")
    assert str(hand) == "AK5..T98742.Q63"
    assert CardSet.parse("5KA..24789T.36Q") == hand
    assert str(NO_CARDS) == "..."
    assert len(FULL_DECK) == 52
    assert repr(hand) == "CardSet.parse('AK5..T98742.Q63')"
    assert Card.parse("DT") in hand
    assert Card.parse("HA") not in hand
    assert "DT" not in hand


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected four suits parted by dots"),
        ("AK5", "expected four suits parted by dots"),
        ("A.K.Q.J.T", "expected four suits parted by dots"),
        ("A1...", "'1' is no rank"),
        ("a...", "'a' is no rank"),
        ("A. K..", "' ' is no rank"),
        ("..AKA.", "holds DA twice"),
    ],
)
def test_what_is_no_set_is_refused(text: str, said: str) -> None:
    """Four parts, known ranks, no card twice; the sentence says which of them fails."""
    with pytest.raises(ParseError, match=said):
        CardSet.parse(text)


@pytest.mark.parametrize("mask", [-1, 1 << 52])
def test_a_mask_has_52_bits(mask: int) -> None:
    """Bits of no card are refused."""
    with pytest.raises(ValueError, match="52 bits"):
        CardSet.of_mask(mask)


@given(some_cards)
def test_a_set_reads_back_from_all_its_forms(cards: frozenset[Card]) -> None:
    """Text, mask, pickle and iteration give the same set again."""
    held = CardSet(cards)
    assert CardSet.parse(str(held)) == held
    assert CardSet.of_mask(held.mask) == held
    assert pickle.loads(pickle.dumps(held)) == held  # noqa: S301 (we made it)
    assert sorted(cards) == list(held)
    assert len(cards) == len(held)
    assert bool(cards) == bool(held)


@given(some_cards, some_cards)
def test_sets_work_as_frozensets(one: frozenset[Card], two: frozenset[Card]) -> None:
    """Every operator gives what the same operator on frozensets gives."""
    left, right = CardSet(one), CardSet(two)
    assert one | two == set(left | right)
    assert one & two == set(left & right)
    assert one - two == set(left - right)
    assert one ^ two == set(left ^ right)
    assert (one <= two) == (left <= right)
    assert (one == two) == (left == right)
    assert (left & right) <= left
    assert hash(CardSet(one)) == hash(left)
    assert left != one


@given(some_cards, st.sampled_from(Suit))
def test_a_suit_s_cards_and_ends(cards: frozenset[Card], suit: Suit) -> None:
    """`of`, `highest` and `lowest` agree with a plain search."""
    held = CardSet(cards)
    own = sorted(card for card in cards if card.suit is suit)
    assert own == list(held.of(suit))
    assert (own[-1] if own else None) is held.highest(suit)
    assert (own[0] if own else None) is held.lowest(suit)


def test_suit_masks_part_the_deck() -> None:
    """Four masks of thirteen bits, together all 52."""
    assert [13] * 4 == [mask.bit_count() for mask in SUIT_MASKS]
    assert sum(SUIT_MASKS) == FULL_DECK.mask
