"""Every pair and triple of option values that the page allows reaches the end of a match."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from random import Random

import pytest

from choices import VALUES, possible, random_choice
from games import PRESET_NAMES, play_to_the_end, short
from sergeantmajor.rules import rules_of

Triple = tuple[tuple[str, str], ...]


def combined(size: int) -> Iterator[Triple]:
    """Yield all ways to choose values of so many options that do not contradict each other."""
    for keys in combinations(VALUES, size):
        for pairs in product(*map(values_of, keys)):
            if possible(dict(pairs)):
                yield pairs


def triples_of(choice: Mapping[str, str]) -> set[Triple]:
    """Return the triples that a choice of options holds."""
    return set(combinations(((key, choice[key]) for key in VALUES if key in choice), 3))


def covering(rng: Random) -> Iterator[dict[str, str]]:
    """Yield choices of options until every triple that may be was in one of them."""
    missing = dict.fromkeys(combined(3))
    while missing:
        wanted = next(iter(missing))
        drawn = [random_choice(rng, dict(wanted)) for _ in range(12)]
        best = max(drawn, key=lambda choice: len(triples_of(choice) & missing.keys()))
        for triple in triples_of(best):
            missing.pop(triple, None)
        yield best


@pytest.mark.slow
def test_every_triple_of_options_reaches_the_end() -> None:
    """On a small deck, choices that between them hold each allowed triple, and so each pair."""
    rng = Random(5)
    held: set[Triple] = set()
    for choice in covering(rng):
        rules = rules_of(rng.choice(PRESET_NAMES), choice)
        for _ in range(3):
            play_to_the_end(short(rules), rng)
        held |= triples_of(choice)
    pairs = {pair for triple in held for pair in combinations(triple, 2)}
    assert set(combined(3)) == held
    assert set(combined(2)) == pairs


@pytest.mark.slow
def test_each_value_alone_reaches_the_end_with_the_whole_deck() -> None:
    """Sixteen cards each: every value of every option, with whatever else stands beside it."""
    rng = Random(6)
    for key, values in VALUES.items():
        for value in values:
            choice = random_choice(rng, {key: value})
            play_to_the_end(rules_of(rng.choice(PRESET_NAMES), choice), rng)


# What the page refuses, written down pair by pair; `*` is every value.
REFUSED_PAIRS = """
nt-cancels=yes phases=XCK
nt-cancels=yes contracts=SHDC
nt-cancels=* exchange=none
order-up=* exchange=none
order-down=* exchange=none
order-down=* exchange=draw
once=yes end=points
once=yes end=tricks
once=yes points=*
once=yes tricks=*
end=points deals=*
end=points tricks=*
end=deals points=*
end=deals tricks=*
end=tricks points=*
end=tricks deals=*
end=tricks ties=*
points=* deals=*
points=* tricks=*
deals=* tricks=*
tricks=* ties=*
"""


def test_the_pairs_left_out_are_those_that_the_page_refuses() -> None:
    """All other pairs are tried; of triples, only the one that needs three to contradict is not."""
    refused = set()
    for line in REFUSED_PAIRS.strip().split("\n"):
        for one, two in product(*map(written, line.split())):
            refused.add(frozenset((one, two)))
    for keys in combinations(VALUES, 2):
        for pair in product(*map(values_of, keys)):
            assert possible(dict(pair)) == (frozenset(pair) not in refused), pair
    tried = set(combined(3))
    left_out = {
        triple
        for keys in combinations(VALUES, 3)
        for triple in product(*map(values_of, keys))
        if triple not in tried
        and not any(frozenset(pair) in refused for pair in combinations(triple, 2))
    }
    assert {(("contracts", "N"), ("once", "yes"), ("deals", "5"))} == left_out


def values_of(key: str) -> list[tuple[str, str]]:
    """Return an option with each of its values."""
    return [(key, value) for value in VALUES[key]]


def written(word: str) -> list[tuple[str, str]]:
    """Return the option values that a word of the list stands for."""
    key, value = word.split("=")
    return [pair for pair in values_of(key) if value in ("*", pair[1])]
