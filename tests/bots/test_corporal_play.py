"""Card play of `corporal` in positions where a good player has no doubt."""

from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

import pytest

from botgames import Spy, decision, game, play_on, playing
from games import PRESET_NAMES, cards
from sergeantmajor.actions import Play
from sergeantmajor.bots import bot_named
from sergeantmajor.bots.base import playable
from sergeantmajor.bots.corporal import rival_of, situation_of
from sergeantmajor.bots.corporal_play import (
    NO_TRUMP,
    SPARE_LEADER,
    SPARE_OTHER,
    Situation,
    card_points,
    corporal_play,
)
from sergeantmajor.cards import CARDS, SEATS, Card, Seat, Three
from sergeantmajor.rules import Rules
from sergeantmajor.view import View


def beats(card: Card, other: Card, view: View) -> bool:
    """Return whether a card takes a trick from another, said once more."""
    assert view.contract is not None
    if card.suit is other.suit:
        return card.rank > other.rank
    return card.suit is view.contract.trump


def holder(view: View) -> Card:
    """Return the card that holds the trick on the table."""
    best = view.trick[0]
    for card in view.trick[1:]:
        best = card if beats(card, best, view) else best
    return best


@cache
def plays(preset: str) -> list[tuple[View, Card, list[Card]]]:
    """Return the plays of corporals in 30 deals: the view, the card, and all that were legal."""
    spies = [Spy(bot_named("corporal")) for _ in SEATS]
    deals = 0
    for seed in count():
        running = game(Rules.parse(preset), spies, seed)
        play_on(running, 30 - deals)
        deals += running.match.dealt
        if deals >= 30:
            break
    return [
        (view, action.card, list(playable(view)))
        for spy in spies
        for view, action in spy.seen
        if isinstance(action, Play)
    ]


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_last_to_play_takes_with_the_cheapest_card_or_throws(preset: str) -> None:
    """The last seat never takes a trick with more than it needs of a suit."""
    last = [entry for entry in plays(preset) if len(entry[0].trick) == 2]
    took = 0
    for view, card, legal in last:
        if beats(card, holder(view), view):
            took += 1
            cheaper = [
                other
                for other in legal
                if other.suit is card.suit
                and other.rank < card.rank
                and beats(other, holder(view), view)
            ]
            assert [] == cheaper
    assert took > 100


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_a_trick_that_cannot_be_taken_gets_the_lowest_card_of_a_suit(preset: str) -> None:
    """What loses anyway is the lowest card of its suit: nothing higher is wasted."""
    lost = 0
    for view, card, legal in plays(preset):
        if view.trick and not beats(card, holder(view), view):
            lost += 1
            assert card == min(other for other in legal if other.suit is card.suit)
    assert lost > 100


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_no_trump_is_wasted_under_a_higher_one(preset: str) -> None:
    """A trump that does not take the trick is played only where there is nothing else to play."""
    for view, card, legal in plays(preset):
        trump = view.contract.trump if view.contract is not None else None
        if view.trick and card.suit is trump and not beats(card, holder(view), view):
            assert {trump} == {other.suit for other in legal}


@pytest.mark.parametrize(
    ("hand", "trick", "expected"),
    [
        ("HA HK H3 C2", "H5 H8", "HK"),  # last: the king is as good as the ace, both are masters
        ("HA HJ H3 C2", "H5 HT", "HJ"),  # last: the jack is enough
        ("HQ H9 H3 C2", "H5 HA", "H3"),  # last: it can't be taken, the lowest goes
        ("S4 S9 C2 C7", "H5 H8", "S4"),  # last and void: the lowest trump is enough
        ("S4 S9 C2 C7", "H5 S6", "S9"),  # last and void: it takes the nine to overtrump
        ("S4 S5 C2 C7", "H5 S6", "C2"),  # last and void: no trump takes it, none is wasted
        ("D2 D9 C7 C8", "H5 H8", "D2"),  # last and void without trumps: the lowest goes
        ("HA H3 D5 C2", "H5", "HA"),  # second: the ace takes it
        ("H7 H3 D5 C2", "HK", "H3"),  # second: nothing beats the king
    ],
)
def test_following(hand: str, trick: str, expected: str) -> None:
    """Cheapest winner, lowest loser, no trump wasted."""
    assert Play(Card.parse(expected)) == decision(playing(hand, trick))


def test_a_higher_card_that_is_gone_makes_a_master() -> None:
    """With ace and king gone the queen is led like an ace, and wins."""
    gone = ["0 HA H2 H3", "0 HK H4 H5"]
    safe = playing("HQ C2 C5 D3", trump="N", gone=gone)
    assert Play(Card.parse("HQ")) == decision(safe)


def test_trumps_are_drawn_from_strength() -> None:
    """With long trumps from the top and winners beside them, trumps are led first."""
    view = playing("SA SK SQ SJ S9 S8 HA HK")
    led = decision(view)
    assert isinstance(led, Play)
    assert led.card in cards("SA SK SQ SJ")


def moved(mask: int, order: list[int]) -> int:
    """Return a mask with each suit put in the place of another."""
    return sum((mask >> 13 * suit & 0x1FFF) << 13 * place for suit, place in enumerate(order))


def moved_card(index: int, order: list[int]) -> int:
    """Return a card's index with its suit put in the place of another."""
    return 13 * order[index // 13] + index % 13


@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_suits_are_alike(preset: str) -> None:
    """Exchanging the suits, trumps included, exchanges the points of the cards."""
    rng = Random(11)
    for view, _, _ in rng.choices(plays(preset), k=200):
        at = situation_of(view)
        order = rng.sample(range(4), 4)
        other = at._replace(
            legal=moved(at.legal, order),
            hand=moved(at.hand, order),
            may_next=moved(at.may_next, order),
            may_after=moved(at.may_after, order),
            trump=at.trump if at.trump == NO_TRUMP else order[at.trump],
            trick=tuple(moved_card(card, order) for card in at.trick),
        )
        expected = {moved_card(card, order): points for card, points in card_points(at).items()}
        assert expected == card_points(other)


def test_the_most_points_and_then_the_lowest_index_decide() -> None:
    """The order in which ties are broken is part of the function: other languages repeat it."""
    tied = 0
    for view, _, _ in plays("fifteen-deals"):
        at = situation_of(view)
        points = card_points(at)
        assert list(points) == sorted(points)
        best = [card for card, found in points.items() if found == max(points.values())]
        assert min(best) == corporal_play(at)
        tied += len(best) > 1
    assert tied > 0


def test_the_policy_replays_its_golden_plays(golden: Path) -> None:
    """
    Positions with the points of each card, as other languages must give them too.

    Made by tools/corporal_golden.py; a change of the weights is a new version of the bot.
    """
    lines = (golden / "corporal" / "plays.txt").read_text().splitlines()
    positions = [line for line in lines if not line.startswith("#")]
    assert len(positions) >= 200
    for line in positions:
        given, _, expected = line.partition(" = ")
        legal, hand, may_next, may_after, trump, rival, *trick = (
            int(word, 0) for word in given.split()
        )
        at = Situation(legal, hand, may_next, may_after, trump, tuple(trick), rival)
        found = " ".join(f"{card}:{points}" for card, points in card_points(at).items())
        assert expected == f"{corporal_play(at)} {found}"


@pytest.mark.parametrize(
    ("trick", "rival", "spared"),
    [
        ("H5 H8", 0, 0),
        ("H5 H8", 1, SPARE_OTHER),  # the trick is with the other: it is left to him more readily
        ("H5 H8", 2, 0),  # it is with the rival
        ("H8 H5", 1, 0),
        ("H8 H5", 2, SPARE_OTHER),
        ("H8", 2, SPARE_LEADER),  # the rival led, and the other still plays
        ("H8", 1, 0),  # the rival plays last
    ],
)
def test_tricks_are_left_to_the_player_who_needs_them_less(
    trick: str, rival: int, spared: int
) -> None:
    """Taking from the rival counts in full; taking from the other, or before he plays, less."""
    at = situation_of(playing("HA HK H3 C2", trick))
    assert 0 == at.rival
    free, pressed = card_points(at), card_points(at._replace(rival=rival))
    takes = {card: points for card, points in free.items() if CARDS[card] in cards("HA HK")}
    assert takes
    assert {card: points - spared for card, points in takes.items()} == {
        card: pressed[card] for card in takes
    }
    throws = free.keys() - takes.keys()
    assert [free[card] for card in throws] == [pressed[card] for card in throws]


@pytest.mark.parametrize(
    ("rules", "totals", "won", "expected"),
    [
        ("ten-points", (0, 0, 0), (0, 0, 0), None),
        ("ten-points", (-9, 9, 0), (0, 0, 0), Seat.ONE),  # by his target he ends the deal at nine
        ("ten-points", (-4, 4, 0), (0, 8, 0), None),  # at four and eight of eight tricks: at eight
        ("ten-points", (-5, 5, 0), (0, 8, 0), Seat.ONE),
        ("ten-points", (9, -9, 0), (0, 0, 0), None),  # the viewer himself
        ("ten-points", (10, 9, -19), (0, 0, 0), None),  # the viewer is ahead of him
        ("classic", (-9, 9, 0), (0, 0, 0), None),  # totals decide nothing here
        ("classic", (0, 0, 0), (0, 8, 0), Seat.ONE),  # eight of eight: twelve are near
        ("classic", (0, 0, 0), (4, 4, 4), None),
        ("fifteen-deals", (-99, 99, 0), (0, 0, 0), None),
    ],
)
def test_the_rival_is_who_is_about_to_win_the_match(
    rules: str, totals: Three, won: Three, expected: Seat | None
) -> None:
    """Near the winning number by total and target, and ahead of the viewer."""
    view = replace(playing("HA HK H3 C2", rules=rules), totals=totals, won=won)
    assert expected is rival_of(view)
