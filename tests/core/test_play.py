"""Card play: who takes a trick, what may be played, how a deal ends."""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from random import Random

import pytest

from games import cards, position, shuffled, trick_of
from oracle import allowed_in_words, winner_in_words
from sergeantmajor.actions import Announce, Play
from sergeantmajor.cards import CARDS, SEATS, Card, CardSet, Seat, Suit
from sergeantmajor.deal import apply, legal_actions, reason_against, start_deal
from sergeantmajor.errors import Reason
from sergeantmajor.rules import Contract, Phase, Rules
from sergeantmajor.tricks import best_of

ZERO, ONE, TWO = SEATS


@pytest.mark.slow
def test_the_winner_of_every_trick_there_is() -> None:
    """R-PLAY-4, exhaustively: all 132,600 tricks in each of the five contracts."""
    for trick in permutations(CARDS, 3):
        for contract in Contract:
            trump = contract.trump
            if winner_in_words(trick, trump) != best_of(trick, trump):
                pytest.fail(f"{trick} with trump {trump}")


def test_the_winner_so_far_of_one_or_two_cards() -> None:
    """A trick of one or two cards has a leader too."""
    assert 0 == best_of(trick_of("S2"), None)
    for trick in permutations(CARDS[::3], 2):
        for contract in Contract:
            assert winner_in_words(trick, contract.trump) == best_of(trick, contract.trump)


@pytest.mark.parametrize("direction", ["cw", "ccw"])
@pytest.mark.parametrize("leader", SEATS)
@pytest.mark.parametrize(
    ("trick", "contract", "place"),
    [
        ("H5 HK H7", Contract.SPADES, 1),
        ("H5 S2 HA", Contract.SPADES, 1),
        ("H5 S2 S3", Contract.SPADES, 2),
        ("H5 CA DA", Contract.SPADES, 0),
        ("H5 SA DA", Contract.NO_TRUMP, 0),
        ("S2 SA HA", Contract.SPADES, 1),
    ],
)
def test_the_winner_leads_to_the_next_trick(
    direction: str, leader: Seat, trick: str, contract: Contract, place: int
) -> None:
    """Cards fall in the direction of play from the leader; who takes the trick leads next."""
    rules = Rules.parse(f"ten-points contracts=SHDCN direction={direction}")
    step = 1 if direction == "cw" else 2
    order = [Seat((leader + step * turn) % 3) for turn in range(3)]
    played = trick_of(trick)
    held = [CardSet(), CardSet(), CardSet()]
    for seat, card in zip(order, played, strict=True):
        held[seat] = CardSet((card, Card.parse(f"D{'234'[seat]}")))
    deal = position(rules, (held[0], held[1], held[2]), contract=contract, leader=leader)
    for seat, card in zip(order, played, strict=True):
        assert seat is deal.to_act
        deal = apply(deal, seat, Play(card))
    winner = order[place]
    assert (winner, winner, ()) == (deal.to_act, deal.leader, deal.trick)
    assert tuple(int(seat == winner) for seat in SEATS) == deal.won == deal.latest


def small_tricks() -> Iterator[tuple[tuple[Card, ...], list[Card]]]:
    """Yield every trick of 0 to 2 cards of a deck of nine, with the cards that are left."""
    deck = [card for card in CARDS if card.suit is not Suit.CLUBS and card.rank >= 10]
    for length in range(3):
        for trick in permutations(deck, length):
            yield trick, [card for card in deck if card not in trick]


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", ["", "must-trump=yes", "must-beat=yes", "must-trump=yes must-beat=yes"]
)
def test_what_may_be_played_in_every_small_case(options: str) -> None:
    """R-PLAY-1 to 3, R-MUST-TRUMP, R-MUST-BEAT, exhaustively on three suits of three cards."""
    rules = Rules.parse(f"ten-points contracts=SHDCN {options}")
    for (trick, left), contract in product(
        small_tricks(), (Contract.SPADES, Contract.HEARTS, Contract.NO_TRUMP)
    ):
        seat = Seat(len(trick))
        for count in (1, 2, 3):
            for held in combinations(left, count):
                hand = CardSet(held)
                hands = [CardSet(), CardSet(), CardSet()]
                hands[seat] = hand
                deal = position(
                    rules,
                    (hands[0], hands[1], hands[2]),
                    contract=contract,
                    trick=" ".join(map(str, trick)),
                )
                expected = tuple(
                    Play(card)
                    for card in held
                    if allowed_in_words(hand, trick, card, contract.trump, rules)
                )
                assert expected
                if expected != legal_actions(deal):
                    pytest.fail(f"{hand} on {trick} with {contract.letter}: {legal_actions(deal)}")


# Options, contract, trick, hand, and what may be played; the sentences of the page one by one.
CASES = [
    # Any card may be led.
    ("", "S", "", "SA H2 C5", "SA H2 C5"),
    ("must-trump=yes must-beat=yes", "S", "", "SA H2 C5", "SA H2 C5"),
    # Who holds the suit led must play it; who does not may play anything.
    ("", "S", "H5", "SA H2 HK C5", "H2 HK"),
    ("", "S", "H5 S3", "S2 D2 C5", "S2 D2 C5"),
    ("", "N", "H5", "SA H2 HK C5", "H2 HK"),
    # must-trump: void in the suit led and holding trump, play a trump …
    ("must-trump=yes", "S", "H5", "SA S2 C5", "SA S2"),
    ("must-trump=yes", "S", "H5 S3", "SA S2 C5", "SA S2"),
    ("must-trump=yes", "S", "H5", "H2 S2 C5", "H2"),
    ("must-trump=yes", "S", "H5", "D2 C5", "D2 C5"),
    ("must-trump=yes", "S", "S5", "D2 C5", "D2 C5"),
    # … nothing at no trump.
    ("must-trump=yes", "N", "H5", "SA S2 C5", "SA S2 C5"),
    # must-beat: following suit, play higher than the best card of that suit if you can …
    ("must-beat=yes", "S", "H5", "H2 H7 HK C5", "H7 HK"),
    ("must-beat=yes", "S", "H5 H8", "H2 H7 HK C5", "HK"),
    ("must-beat=yes", "S", "H8 H5", "H2 H7 HK C5", "HK"),
    ("must-beat=yes", "S", "HA H5", "H2 H7 HK C5", "H2 H7 HK"),
    ("must-beat=yes", "S", "H8 CA", "H2 H7 HK C5", "HK"),
    ("must-beat=yes", "N", "H8 CA", "H2 H7 HK C5", "HK"),
    ("must-beat=yes", "N", "H8 SA", "H2 H7 HK C5", "HK"),
    ("must-beat=yes", "S", "S8 S5", "S2 S7 SK C5", "SK"),
    # … unless a plain-suit trick has already been trumped.
    ("must-beat=yes", "S", "H8 S2", "H2 H7 HK C5", "H2 H7 HK"),
    # When you play a trump, overtrump if you can, else any trump; it alone never forces a trump.
    ("must-beat=yes", "S", "H8 S5", "S2 S7 SK C5", "S7 SK C5"),
    ("must-beat=yes", "S", "H8 SA", "S2 S7 SK C5", "S2 S7 SK C5"),
    ("must-beat=yes", "S", "H8", "S2 S7 SK C5", "S2 S7 SK C5"),
    ("must-beat=yes", "S", "H8 C9", "S2 CT D2", "S2 CT D2"),
    # A plain card of another suit never has to beat anything.
    ("must-beat=yes", "S", "H8", "D2 DA", "D2 DA"),
    # Both: trump, and overtrump if you can, else any trump.
    ("must-trump=yes must-beat=yes", "S", "H8 S5", "S2 S7 SK C5", "S7 SK"),
    ("must-trump=yes must-beat=yes", "S", "H8 SA", "S2 S7 SK C5", "S2 S7 SK"),
    ("must-trump=yes must-beat=yes", "S", "H8 S5", "H2 HK S7", "H2 HK"),
    ("must-trump=yes must-beat=yes", "N", "H8 S5", "S2 S7 C5", "S2 S7 C5"),
]


@pytest.mark.parametrize(("options", "contract", "trick", "held", "expected"), CASES)
def test_what_may_be_played_sentence_by_sentence(
    options: str, contract: str, trick: str, held: str, expected: str
) -> None:
    """The page's sentences, each with a hand that shows it."""
    rules = Rules.parse(f"ten-points contracts=SHDCN {options}")
    hands = [CardSet(), CardSet(), CardSet()]
    hands[len(trick.split())] = cards(held)
    deal = position(
        rules,
        (hands[0], hands[1], hands[2]),
        contract=next(each for each in Contract if each.letter == contract),
        trick=trick,
    )
    assert cards(expected) == CardSet(
        action.card for action in legal_actions(deal) if isinstance(action, Play)
    )


@pytest.mark.parametrize(
    ("options", "trick", "held", "card", "reason", "params"),
    [
        ("", "H5", "SA H2 HK", "SA", Reason.MUST_FOLLOW, "suit=H card=SA held=H2,HK"),
        ("", "H5", "SA H2 HK", "HA", Reason.NOT_HELD, "card=HA"),
        ("must-trump=yes", "H5", "SA S2 C5", "C5", Reason.MUST_TRUMP, "suit=S card=C5 held=S2,SA"),
        ("must-beat=yes", "H5", "H2 H7 HK", "H2", Reason.MUST_BEAT, "card=H2 held=H7,HK"),
        ("must-beat=yes", "H5 S7", "S2 S8 C5", "S2", Reason.MUST_BEAT, "card=S2 held=S8"),
        (
            "must-beat=yes must-trump=yes",
            "H5 S7",
            "S2 S8 SK C5",
            "S2",
            Reason.MUST_BEAT,
            "card=S2 held=S8,SK",
        ),
    ],
)
def test_a_refused_card_comes_with_its_reason(
    options: str, trick: str, held: str, card: str, reason: Reason, params: str
) -> None:
    """The reason names the card, the suit, and the own cards that would do."""
    seat = Seat(len(trick.split()))
    hands = [CardSet(), CardSet(), CardSet()]
    hands[seat] = cards(held)
    deal = position(f"ten-points {options}", (hands[0], hands[1], hands[2]), trick=trick)
    refusal = reason_against(deal, seat, Play(Card.parse(card)))
    assert refusal is not None
    assert reason is refusal.reason
    expected = dict(pair.split("=") for pair in params.split())
    assert {key: value.replace(",", " ") for key, value in expected.items()} == refusal.params


@pytest.mark.parametrize("preset", ["ten-points", "fifteen-deals", "classic"])
def test_sixteen_tricks_and_a_score_of_zero(preset: str) -> None:
    """Sixteen tricks are taken; tricks less target add up to 0; then nobody acts."""
    rules = Rules.parse(preset)
    rng = Random(5)
    for declarer in SEATS:
        deal = start_deal(rules, 1, declarer, *shuffled(rules, rng))
        deal = apply(deal, declarer, Announce(Contract.HEARTS))
        takers: list[Seat] = []
        while deal.phase is not Phase.OVER:
            assert deal.to_act is not None
            actions = legal_actions(deal)
            before = deal.won
            deal = apply(deal, deal.to_act, rng.choice(actions))
            takers += [seat for seat in SEATS if deal.won[seat] > before[seat]]
        targets = dict(zip(rules.order_from(declarer), (8, 5, 3), strict=True))
        assert 16 == len(takers)
        assert tuple(takers.count(seat) for seat in SEATS) == deal.won
        assert tuple(takers.count(seat) - targets[seat] for seat in SEATS) == deal.scores
        assert 0 == sum(deal.scores)
        latest = [16 - takers[::-1].index(seat) if seat in takers else 0 for seat in SEATS]
        assert tuple(latest) == deal.latest
        assert (None, (), False) == (deal.to_act, legal_actions(deal), deal.passed)
        assert takers[-1] is deal.leader


def test_a_passed_deal_is_over_and_unscored() -> None:
    """A pass ends the deal: nobody acts, and it says that it was passed."""
    rules = Rules.parse("fifteen-deals")
    deal = start_deal(rules, 1, ZERO, *shuffled(rules, Random(1)), passes_left=1)
    assert not deal.passed
    deal = apply(deal, ZERO, Announce(None))
    assert deal.passed
    assert (Phase.OVER, None, ()) == (deal.phase, deal.to_act, legal_actions(deal))
