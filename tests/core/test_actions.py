"""Actions are values: equal, hashable, and written as snapshots and logs show them."""

from random import Random

import pytest

from games import action, every_action, shuffled
from sergeantmajor.cards import Seat
from sergeantmajor.match import deal_cards, start_match
from sergeantmajor.rules import Rules


@pytest.mark.parametrize(
    "text",
    [
        "give SA",
        "draw 2 H",
        "announce S",
        "announce N",
        "announce pass",
        "discard AK..3.2",
        "play DT",
    ],
)
def test_an_action_is_written_in_a_few_words(text: str) -> None:
    """The kind, then what it is done with, in the notation of records."""
    assert text == str(action(text))


def test_actions_are_values() -> None:
    """Equal actions are equal, hash alike, and read back from what they write."""
    rules = Rules.parse("fifteen-deals")
    rng = Random(1)
    match = deal_cards(start_match(rules, Seat.ZERO), *shuffled(rules, rng)).match
    actions = every_action(match, rng)
    again = [action(str(each)) for each in actions]
    assert actions == again
    assert set(actions) == set(again)
    assert len(set(map(str, actions))) == len(set(actions))
