"""What every bot owes its table: legal actions everywhere, and no secrets between decisions."""

import os
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from botgames import Spy, game, play_on
from choices import random_choice
from games import PRESET_NAMES, VARIED, short
from sergeantmajor.actions import Action
from sergeantmajor.bots import BOTS, bot_named
from sergeantmajor.cards import SEATS
from sergeantmajor.errors import ParseError
from sergeantmajor.rules import Phase, Rules, rules_of
from sergeantmajor.view import View


def decisions(text: str, bot: str, deals: int, seed: int = 1) -> list[tuple[View, Action]]:
    """Return the decisions of a table of one kind of bot; there must be no fallback."""
    spies = [Spy(bot_named(bot)) for _ in SEATS]
    running = game(Rules.parse(text), spies, seed)
    play_on(running, deals)
    assert [] == running.fallbacks
    return [entry for spy in spies for entry in spy.seen]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("text", VARIED)
def test_every_decision_is_legal(text: str, bot: str) -> None:
    """Under many rule sets, every bot's every decision is accepted by the judge."""
    decided = decisions(text, bot, 6)
    assert {Phase.CONTRACT, Phase.DISCARD, Phase.PLAY} <= {view.phase for view, _ in decided}
    assert [] == [view for view, action in decided if view.reason_against(action) is not None]


@settings(max_examples=60)
@given(st.randoms(use_true_random=False), st.sampled_from(PRESET_NAMES))
def test_any_options_together_are_played(rng: Random, preset: str) -> None:
    """With any options that may stand together, on a small deck, all bots play matches out."""
    rules = short(rules_of(preset, random_choice(rng, {})))
    bots = [rng.choice(list(BOTS)) for _ in SEATS]
    running = game(rules, bots, rng.randrange(1_000_000))
    play_on(running, 30)
    assert [] == running.fallbacks


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("preset", PRESET_NAMES)
def test_the_same_view_and_seed_give_the_same_action(preset: str, bot: str) -> None:
    """Asked again, in another order, with the same seed, a bot does the same again."""
    views = [view for view, _ in decisions(preset, bot, 3)]
    asked = [bot_named(bot).decide(view, Random(7)) for view in views]
    Random(3).shuffle(order := list(range(len(views))))
    again = {place: bot_named(bot).decide(views[place], Random(7)) for place in order}
    assert asked == [again[place] for place in range(len(views))]


@pytest.mark.parametrize("bot", ["recruit", "random"])
def test_bots_with_chance_use_their_generator(bot: str) -> None:
    """With other seeds, a bot that has chance decides otherwise somewhere."""
    views = [view for view, _ in decisions("ten-points", bot, 2)]
    first, second = (
        [bot_named(bot).decide(view, Random(seed)) for view in views] for seed in (1, 2)
    )
    assert first != second


PLAYED = """
from botgames import game
from sergeantmajor.rules import Rules
bots = ["corporal", "recruit", "greedy"]
print([str(event) for event in game(Rules.parse("fifteen-deals deals=3"), bots).events()])
"""


def test_hash_seeds_change_nothing() -> None:
    """A match is the same whatever the process hashes strings to."""
    logs = set()
    for hash_seed in ("0", "1", "4711"):
        run = subprocess.run(
            [sys.executable, "-c", PLAYED],
            env={
                **os.environ,
                "PYTHONHASHSEED": hash_seed,
                "PYTHONPATH": os.pathsep.join(sys.path),
            },
            capture_output=True,
            text=True,
            check=True,
        )
        logs.add(run.stdout)
    assert 1 == len(logs)
    assert "CardPlayed" in logs.pop()


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_is_found_by_its_name_with_and_without_version(bot: str) -> None:
    """`corporal` and `corporal/1` are the same bot; names in records say what played."""
    assert bot_named(bot) is BOTS[bot]
    assert bot_named(BOTS[bot].name) is BOTS[bot]
    assert BOTS[bot].name == f"{bot}/1"


@pytest.mark.parametrize("name", ["", "Corporal", "corporal/2", "corporal/", "general", "x" * 500])
def test_an_unknown_bot_is_refused(name: str) -> None:
    """Another name, or a version that is not played, gets one sentence naming the bots."""
    with pytest.raises(ParseError, match="is no bot: expected one of random, recruit, greedy"):
        bot_named(name)
